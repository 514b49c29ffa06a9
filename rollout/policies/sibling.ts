/** Plausible wrong arguments: values of the same kind that the policy has seen beside the right one. */
import type { Call, Json, Random } from "../../domains/index.ts";
import type { Message } from "../message.ts";
import type { ToolDefinition } from "../tool-client.ts";

/** The call with one argument swapped for a sibling; undefined when none has been seen. */
export function withSibling(
  call: Call,
  messages: readonly Message[],
  tools: readonly ToolDefinition[],
  random: Random,
): Call | undefined {
  const seen = messages.flatMap(({ role, content }) => (role === "tool" ? parsed(content) : []));
  const swaps = Object.entries(call.arguments).flatMap(([key, value]) => {
    const values = Array.isArray(value) ? value : [value];
    return values.flatMap((item, at) => {
      if (typeof item !== "string") return [];
      const siblings = [...allowed(tools, call.name, key), ...seen.flatMap((result) => siblingsIn(result, item))];
      const fresh = [...new Set(siblings)].filter((sibling) => !values.includes(sibling));
      return fresh.map((sibling): [string, Json] => [key, Array.isArray(value) ? value.with(at, sibling) : sibling]);
    });
  });
  if (swaps.length === 0) return undefined;
  const [key, value] = random.pick(swaps);
  return { ...call, arguments: { ...call.arguments, [key]: value } };
}

function parsed(content: string | null): Json[] {
  try {
    return [JSON.parse(content ?? "") as Json];
  } catch {
    return [];
  }
}

/** The texts that the tool's schema lists for an argument. */
function allowed(tools: readonly ToolDefinition[], name: string, key: string): string[] {
  const schema = tools.find((tool) => tool.name === name)?.inputSchema;
  const properties = (schema?.properties ?? {}) as Record<string, { enum?: string[] }>;
  return properties[key]?.enum ?? [];
}

/**
 * What stands beside `value`: other texts of its list, other keys of its table of objects, or the same field of the
 * other objects in its list or table.
 */
function siblingsIn(node: Json, value: string): string[] {
  if (typeof node !== "object" || node === null) return [];
  const children = Object.values(node);
  const found = children.flatMap((child) => siblingsIn(child, value));
  if (Array.isArray(node) && node.includes(value)) found.push(...node.filter((item) => typeof item === "string"));
  const objects = children.filter(isObject);
  if (objects.length !== children.length) return found;
  if (!Array.isArray(node) && Object.hasOwn(node, value)) found.push(...Object.keys(node));
  for (const object of objects) {
    for (const [field, item] of Object.entries(object)) {
      if (item !== value) continue;
      found.push(...objects.map((other) => other[field]).filter((other) => typeof other === "string"));
    }
  }
  return found.filter((sibling) => sibling !== value);
}

function isObject(value: Json): value is { [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
