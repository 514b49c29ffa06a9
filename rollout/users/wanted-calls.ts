/** The reference calls behind a step of the agenda: what of them the user waits for. */
import { type AgendaStep, type Task, transferTool } from "../../domains/index.ts";
import type { ToolDefinition } from "../tool-client.ts";

export interface WantedCalls {
  /** How many calls of the agent's change something. */
  readonly writes: number;
  readonly handsOver: boolean;
  /** The tools of its own that the user expects to be asked to use. */
  readonly own: readonly string[];
}

export function wantedCalls(task: Task, { actions }: AgendaStep, agentTools: readonly ToolDefinition[]): WantedCalls {
  const calls = actions.flatMap((at) => task.reference_actions[at] ?? []);
  const names = (side: string) => calls.filter(({ requestor }) => requestor === side).map(({ name }) => name);
  const agents = names("assistant");
  const changes = (name: string) => agentTools.some((tool) => tool.name === name && !tool.readOnly);
  return {
    writes: agents.filter((name) => changes(name) && name !== transferTool).length,
    handsOver: agents.includes(transferTool),
    own: names("user"),
  };
}
