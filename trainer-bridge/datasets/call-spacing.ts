/** The arguments of calls, spaced as chat templates write what an inference server has parsed: `{"a": 1, "b": [2]}`. */
import type { Message } from "../../rollout/index.ts";

/**
 * A model that learns from calls in another spelling samples ids that the next prompt does not repeat. Only texts that
 * have no spaces yet, and mean the same with them, are changed.
 */
export function spacedCalls(message: Message): Message {
  const { tool_calls } = message;
  if (tool_calls === undefined) return message;
  const calls = tool_calls.map((call) => {
    const { name, arguments: text } = call.function;
    return { ...call, function: { name, arguments: spaced(text) } };
  });
  return { ...message, tool_calls: calls };
}

/** A line break in JSON text is never part of a value, so those of the indented form can be told from the rest. */
function spaced(text: string): string {
  try {
    const value = JSON.parse(text);
    if (JSON.stringify(value) !== text) return text;
    return JSON.stringify(value, null, 1)
      .replaceAll(/(?<=,)\n */g, " ")
      .replaceAll(/\n */g, "");
  } catch {
    return text;
  }
}
