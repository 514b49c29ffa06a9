/** What is trained and measured: reads the conversation, answers with text or tool calls. */
import type { Json, Random, Task } from "../domains/index.ts";
import type { Message, Utterance } from "./message.ts";
import type { ToolDefinition } from "./tool-client.ts";
import type { Tokens } from "./usage.ts";

export interface PolicyInput {
  /** What the policy sees, oldest first. */
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDefinition[];
  readonly signal?: AbortSignal | undefined;
}

export interface PolicyAct {
  readonly message: Utterance;
  readonly usage?: Tokens | undefined;
}

/** Plays one episode's agent. */
export interface Policy {
  act(input: PolicyInput): PolicyAct | Promise<PolicyAct>;
  /** Mistakes made on purpose, for the record. */
  readonly slips?: readonly Slip[];
}

export interface Slip {
  /** The agenda's step, from 0. */
  readonly step: number;
  readonly kind: string;
}

export interface PolicyKind {
  readonly kind: string;
  readonly model?: string | undefined;
  readonly options: Readonly<Record<string, Json>>;
  /** A new player for one episode. Only policies made to test the environment look at the task. */
  play(task: Task, random: Random): Policy;
}

/** The policy's context window is full: the episode is truncated, which is the policy's own fault. */
export class ContextFull extends Error {
  override name = "ContextFull";
}
