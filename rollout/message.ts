/** Messages in OpenAI's chat shape, each marked whether the policy sampled it, and who gets to see which of them. */
import { z } from "zod";
import { withoutReasoning } from "./reasoning.ts";

export const ToolCall = z.strictObject({
  id: z.string(),
  type: z.literal("function"),
  function: z.strictObject({ name: z.string(), arguments: z.string() }),
});
export type ToolCall = z.output<typeof ToolCall>;

export const Message = z.strictObject({
  role: z.enum(["system", "user", "assistant", "tool"]),
  content: z.string().nullable(),
  tool_calls: z.array(ToolCall).min(1).optional(),
  tool_call_id: z.string().optional(),
  /** On a tool message: the call failed. */
  is_error: z.literal(true).optional(),
  /** On a tool message: the simulated user made the call, and the policy does not see it. */
  requestor: z.literal("user").optional(),
  /** Whether the policy generated it: these alone carry loss. */
  sampled: z.boolean(),
});
export type Message = z.output<typeof Message>;

/** What a policy or a user simulator says in one go: text, or calls with text that nobody else reads. */
export interface Utterance {
  readonly content: string | null;
  readonly tool_calls?: readonly ToolCall[] | undefined;
}

/** All but the simulated user's own tool calls and their results. */
export function seenByPolicy(messages: readonly Message[]): Message[] {
  return messages.filter(({ role, tool_calls, requestor }) => {
    return requestor !== "user" && !(role === "user" && tool_calls !== undefined);
  });
}

/** What was said aloud, and the user's own tool calls. Text beside the policy's calls and its reasoning stay with the policy. */
export function seenByUser(messages: readonly Message[]): Message[] {
  return messages.flatMap((message) => {
    if (message.role === "user" || message.requestor === "user") return [message];
    if (message.role !== "assistant" || message.tool_calls !== undefined) return [];
    return [{ ...message, content: withoutReasoning(message.content ?? "") }];
  });
}

/** All that is said in one episode is at most so many characters: more is truncated, and not sent to be scored. */
const SAID_LENGTH = 512 * 1024;

/** What the policy told the user, in order. */
export function said(messages: readonly Message[]): string[] {
  let length = 0;
  return spoken(messages).filter((text) => {
    length += text.length;
    return length <= SAID_LENGTH;
  });
}

export function saidTooMuch(messages: readonly Message[]): boolean {
  return said(messages).length < spoken(messages).length;
}

function spoken(messages: readonly Message[]): string[] {
  return seenByUser(messages).flatMap(({ role, content }) => (role === "assistant" ? [content ?? ""] : []));
}

/** The last thing said by the agent in a user's view. */
export function lastHeard(messages: readonly Message[]): string {
  return messages.findLast(({ role }) => role === "assistant")?.content ?? "";
}
