/** What a policy, a user or an endpoint said, in whatever shape it came, as text and tool calls. */
import { tooDeep } from "../domains/index.ts";
import type { ToolCall, Utterance } from "./message.ts";

/**
 * Takes anything: a text in parts is joined, other content is no text, and what is no proper call becomes one that is
 * refused. What a model makes a mess of is its own fault, and no failure.
 */
export function asUtterance(message: unknown): Utterance {
  const { content, tool_calls } = fieldsOf(message);
  const calls = (Array.isArray(tool_calls) ? tool_calls : tool_calls ? [tool_calls] : []).map(asCall);
  const text = textOf(content) ?? (calls.length > 0 ? null : "");
  return { content: text, ...(calls.length > 0 && { tool_calls: calls }) };
}

function textOf(content: unknown): string | undefined {
  if (!Array.isArray(content)) return typeof content === "string" ? content : undefined;
  const texts = content.map((part) => fieldsOf(part).text);
  return texts.filter((text) => typeof text === "string").join("");
}

/** Ids may be missing from endpoints that are only nearly compatible. */
function asCall(call: unknown, index: number): ToolCall {
  const { id, function: called } = fieldsOf(call);
  const { name, arguments: args } = fieldsOf(called);
  return {
    id: typeof id === "string" && id !== "" ? id : `call_${index}`,
    type: "function",
    function: { name: typeof name === "string" ? name : "", arguments: argumentText(args) },
  };
}

/** Some endpoints give arguments as an object instead of its text. */
function argumentText(args: unknown): string {
  if (typeof args === "string") return args;
  const problem = tooDeep(args);
  if (problem !== undefined) return `[what ${problem}]`;
  try {
    return JSON.stringify(args ?? {}) ?? typeof args;
  } catch {
    return typeof args;
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
