/** The reference calls behind a step of the agenda: what of them the user waits for. */
import { type AgendaStep, type Call, type Task, transferTool } from "../../domains/index.ts";
import type { ToolDefinition } from "../tool-client.ts";

export interface WantedCalls {
  /** How many calls of the agent's change something. */
  readonly writes: number;
  readonly handsOver: boolean;
  /** Those of its own tools, which the user expects to be asked for. */
  readonly own: readonly Call[];
}

export function wantedCalls(task: Task, { actions }: AgendaStep, agentTools: readonly ToolDefinition[]): WantedCalls {
  const calls = actions.flatMap((at) => task.reference_actions[at] ?? []);
  const agents = calls.filter(({ requestor }) => requestor === "assistant").map(({ name }) => name);
  const changes = (name: string) => agentTools.some((tool) => tool.name === name && !tool.readOnly);
  return {
    writes: agents.filter((name) => changes(name) && name !== transferTool).length,
    handsOver: agents.includes(transferTool),
    own: calls.filter(({ requestor }) => requestor === "user"),
  };
}
