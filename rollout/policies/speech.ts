/** How a policy of our own says things, and makes calls: words that a user, scripted or not, understands. */
import { type Call, type Fact, type Json, toolTitle, transferTool } from "../../domains/index.ts";
import type { Message, Utterance } from "../message.ts";
import type { ToolDefinition } from "../tool-client.ts";

export const TRANSFERRED = "I have transferred you to a human agent, who takes over from here.";
export const ANYTHING_ELSE = "Is there anything else I can help you with?";

export function say(...sentences: readonly (string | undefined)[]): Utterance {
  return { content: sentences.filter(Boolean).join(" ") };
}

/** A message that makes one call; `id` is unique within the episode. */
export function calling({ name, arguments: args }: Pick<Call, "name" | "arguments">, id: string): Utterance {
  return { content: null, tool_calls: [{ id, type: "function", function: { name, arguments: JSON.stringify(args) } }] };
}

/** Names what is asked for in a word that the user listens for. */
export function askFor(facts: readonly Fact[]): string {
  return `Could you please tell me: ${listing(facts.map(nameOf))}?`;
}

function nameOf({ name, asks }: Fact): string {
  const heard = asks.some((word) => name.toLowerCase().includes(word.toLowerCase()));
  return heard ? name : (asks[0] ?? name);
}

/** The details of a call in words, and the question that has to come before it. */
export function propose({ name, arguments: args }: Call, tools: readonly ToolDefinition[]): string {
  const title = tools.find((tool) => tool.name === name)?.title ?? name;
  const details = Object.entries(args).map(([key, value]) => `${key.replaceAll("_", " ")}: ${inWords(value)}`);
  return `I am about to do this: ${title}, with ${details.join("; ")}. Do you confirm (yes/no)?`;
}

/** Asks the user for a call of its own tools, by the tool's title and its arguments as they stand. */
export function askToDo({ name, arguments: args }: Pick<Call, "name" | "arguments">): string {
  const details = Object.entries(args).map(([key, value]) => `${key.replaceAll("_", " ")}: ${asItStands(value)}`);
  return `Please do this on your side: ${toolTitle(name)}${details.length > 0 ? `, with ${details.join("; ")}` : ""}.`;
}

function asItStands(value: Json): string {
  return typeof value === "string" && /^[\w@#+-]+$/.test(value) ? value : JSON.stringify(value);
}

function inWords(value: Json): string {
  if (Array.isArray(value)) return value.map(inWords).join(", ");
  if (typeof value === "object" && value !== null) {
    return Object.entries(value)
      .map(([key, item]) => `${key} ${inWords(item)}`)
      .join(", ");
  }
  return String(value);
}

export function listing(items: readonly string[]): string {
  return items.length < 2 ? items.join() : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

export function lastOf(messages: readonly Message[], role: Message["role"]): string {
  return messages.findLast((message) => message.role === role)?.content ?? "";
}

/** The tool that hands the user over to a person, where the domain has it. */
export function handoverTool(tools: readonly ToolDefinition[]): ToolDefinition | undefined {
  return tools.find(({ name }) => name === transferTool);
}

/** A call of the transfer tool that fills each required text with `reason`, or with the first of the texts allowed. */
export function transferCall({ name, inputSchema }: ToolDefinition, reason: string): Pick<Call, "name" | "arguments"> {
  const properties = (inputSchema.properties ?? {}) as Record<string, { enum?: Json[] }>;
  const required = (inputSchema.required ?? []) as string[];
  return { name, arguments: Object.fromEntries(required.map((key) => [key, properties[key]?.enum?.[0] ?? reason])) };
}
