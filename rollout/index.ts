/** The public door of rollouts: episodes, policies, users, trajectories and what they come to. */
export { unlessCalledOff } from "./called-off.ts";
export {
  asFunctions,
  type ChatEndpoint,
  chatEndpoint,
  chatEndpointAt,
  EndpointError,
  type Variables,
} from "./chat-endpoint.ts";
export { checkLine } from "./commands/check-line.ts";
export type { Desk, Desks } from "./desk.ts";
export { HttpDesks } from "./desks/http.ts";
export { MemoryDesks } from "./desks/memory.ts";
export { type DesksOptions, makeDesks, transports } from "./desks/registry.ts";
export { StdioDesks } from "./desks/stdio.ts";
export { Episode, type EpisodeSetting, type Outcome, type Step } from "./episode.ts";
export { Boundary, EpisodeFailure } from "./failure.ts";
export { endsMidLine, nameOf, readJsonl, readTrajectories } from "./jsonl.ts";
export { type Judge, modelJudge } from "./judge.ts";
export { Message, seenByPolicy, ToolCall, type Utterance } from "./message.ts";
export type { Ended } from "./outcome.ts";
export { chatCompletions } from "./policies/chat-completions.ts";
export { expert } from "./policies/expert.ts";
export { noop } from "./policies/noop.ts";
export { makePolicy, policyNames } from "./policies/registry.ts";
export { transfer } from "./policies/transfer.ts";
export type { Policy, PolicyAct, PolicyInput, PolicyKind, Slip } from "./policy.ts";
export { type Report, ReportBuilder, type Summary } from "./report.ts";
export { type Rescore, rescore } from "./rescore.ts";
export {
  type Attempt,
  type DrivenSetting,
  inOrder,
  type OpenAttempt,
  openAttempt,
  playAttempt,
  type RolloutSetting,
  trajectoryOf,
} from "./rollout.ts";
export { TaskLine, taskLine, taskOf } from "./task-line.ts";
export type { ToolClient, ToolDefinition, ToolResult } from "./tool-client.ts";
export { attemptKey, settingKey, Trajectory, trajectoryLine } from "./trajectory.ts";
export { Usage } from "./usage.ts";
export type { UserInput, UserKind, UserReply, UserSimulator } from "./user.ts";
export { llmUser } from "./users/llm.ts";
export { none } from "./users/none.ts";
export { makeUser, userNames } from "./users/registry.ts";
export { replay } from "./users/replay.ts";
export { scripted } from "./users/scripted.ts";
export { ticket } from "./users/ticket.ts";
export { asUtterance } from "./utterance.ts";
