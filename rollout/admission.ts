/** Which tool calls get as far as the environment, and with which arguments: the same in an episode and in its replay. */
import { type Json, type JsonObject, unfit } from "../domains/index.ts";
import type { ToolCall } from "./message.ts";

/** Arguments for the environment, or the error that the caller gets instead of a result. */
export type Admission = { readonly arguments: JsonObject } | { readonly refusal: string };

/** `tools`: the names that the caller has. Transports break on names and values that no environment would take. */
export function admit(call: ToolCall, tools: readonly string[]): Admission {
  const { name } = call.function;
  if (!tools.includes(name)) return { refusal: `Tool '${name.slice(0, SHOWN_NAME).toWellFormed()}' not found.` };
  return callArguments(call);
}

const SHOWN_NAME = 64;

/** What a call's text says, as every transport carries it. Models that give no arguments may leave the text empty. */
export function callArguments({ function: { arguments: text } }: ToolCall): Admission {
  const parsed = text.trim() === "" ? {} : parse(text);
  if (!isObject(parsed)) return { refusal: "The call has arguments that are not a JSON object" };
  const problem = unfit(parsed) ?? unportable(parsed);
  if (problem !== undefined) return { refusal: `The call ${problem}` };
  // -0 is 0 once it has been sent.
  return { arguments: JSON.parse(JSON.stringify(parsed)) as JsonObject };
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** What JSON text can say and not every transport carries. Recursion is safe on what is not unfit. */
function unportable(value: Json): string | undefined {
  if (typeof value === "number" && !Number.isFinite(value)) return "has a number that is too large";
  if (typeof value !== "object" || value === null) return undefined;
  if (Object.hasOwn(value, "__proto__")) return "has an argument named __proto__";
  for (const item of Object.values(value)) {
    const problem = unportable(item);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** How a tool's error reads to whoever called it. */
export function errorText(error: string): string {
  return `Error: ${error}`;
}
