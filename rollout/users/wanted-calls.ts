/** The reference calls behind a step of the agenda: what of them the user waits for. */
import { type AgendaStep, type Call, type Task, transferTool } from "../../domains/index.ts";
import type { ToolDefinition } from "../tool-client.ts";

export interface WantedCalls {
  /** How many calls of the agent's change something. */
  readonly writes: number;
  readonly handsOver: boolean;
  /** Those of its own tools, which the user expects to be asked for. */
  readonly own: readonly Call[];
  /** How many of the agent's writes come before the first use of one of its own tools; none where it is not to be used. */
  writesBefore(name: string): number;
}

export function wantedCalls(task: Task, { actions }: AgendaStep, agentTools: readonly ToolDefinition[]): WantedCalls {
  const calls = actions.flatMap((at) => task.reference_actions[at] ?? []);
  const agents = calls.filter(({ requestor }) => requestor === "assistant").map(({ name }) => name);
  const changes = (name: string) => agentTools.some((tool) => tool.name === name && !tool.readOnly);
  const isWrite = ({ requestor, name }: Call) => requestor === "assistant" && changes(name) && name !== transferTool;
  return {
    writes: calls.filter(isWrite).length,
    handsOver: agents.includes(transferTool),
    own: calls.filter(({ requestor }) => requestor === "user"),
    writesBefore: (name) => {
      const first = calls.findIndex((call) => call.requestor === "user" && call.name === name);
      return calls.slice(0, Math.max(0, first)).filter(isWrite).length;
    },
  };
}
