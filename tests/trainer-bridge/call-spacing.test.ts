/** Calls in datasets are spelt as inference servers spell them in the next prompt. */
import { expect, test } from "vitest";
import { spacedCalls } from "../../trainer-bridge/datasets/call-spacing.ts";

function spelt(text: string): string | undefined {
  const call = { id: "call_0", type: "function" as const, function: { name: "f", arguments: text } };
  const message = { role: "assistant" as const, content: null, tool_calls: [call], sampled: true };
  return spacedCalls(message).tool_calls?.[0]?.function.arguments;
}

test.each([
  ['{"a":1,"b":[1,2,{"c":"x, y:z"}],"d":{},"e":[]}', '{"a": 1, "b": [1, 2, {"c": "x, y:z"}], "d": {}, "e": []}'],
  ['{"a":"one,\\ntwo"}', '{"a": "one,\\ntwo"}'],
  ["{}", "{}"],
])("%s has spaces", (text, spaced) => {
  expect(spelt(text)).toBe(spaced);
  expect(JSON.parse(spaced)).toEqual(JSON.parse(text));
});

test.each(['{"a": 1}', '{"a":1.0}', '{"a":1', "", '{"a" :1}'])("%s stays as it is", (text) => {
  expect(spelt(text)).toBe(text);
});
