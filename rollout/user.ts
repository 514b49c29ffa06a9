/** Who plays the user: hears what the policy says, answers, and alone decides when the conversation is over. */
import { z } from "zod";
import type { Random, Task } from "../domains/index.ts";
import type { Message, Utterance } from "./message.ts";
import type { ToolDefinition } from "./tool-client.ts";
import type { Tokens } from "./usage.ts";

export interface UserInput {
  /** What the user has said, heard and done, oldest first; the last is what it must answer. */
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDefinition[];
  readonly signal?: AbortSignal | undefined;
}

export interface UserReply extends Utterance {
  readonly usage?: Tokens | undefined;
}

/** Plays one episode's user. */
export interface UserSimulator {
  reply(input: UserInput): UserReply | Promise<UserReply>;
}

export interface UserKind {
  readonly kind: string;
  readonly model?: string | undefined;
  /** A new simulator for one episode; `agentTools` are those of the other side. */
  play(task: Task, random: Random, agentTools: readonly ToolDefinition[]): UserSimulator;
}

export const UserStop = z.enum(["user_stop", "transfer", "out_of_scope"]);
export type UserStop = z.output<typeof UserStop>;

/** As in tau-bench, the user ends a conversation with one of these. The earlier wins when a message has several. */
export const stopTokens: Readonly<Record<UserStop, string>> = {
  out_of_scope: "###OUT-OF-SCOPE###",
  transfer: "###TRANSFER###",
  user_stop: "###STOP###",
};

export function stopIn(content: string): UserStop | undefined {
  return (Object.keys(stopTokens) as UserStop[]).find((reason) => content.includes(stopTokens[reason]));
}
