/** A tool's arguments, out of what an agent says: as they stand, or in words that choose them. */
import type { Json, JsonObject } from "../../../domains/index.ts";
import type { OwnTool } from "./own-tools.ts";
import { even, spansOf } from "./phrases.ts";

export interface SpokenArguments {
  readonly args: JsonObject;
  /** Those that the tool needs and that were not given. */
  readonly missing: readonly string[];
}

interface Schema {
  readonly type?: string;
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly anyOf?: readonly Schema[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** A request in its message: what the sentence itself does not say may stand after it, or just before; an id anywhere. */
export interface Spoken {
  readonly sentence: string;
  readonly before: string;
  readonly after: string;
}

export function spokenArguments(tool: OwnTool, { sentence, before, after }: Spoken): SpokenArguments {
  const schema = tool.inputSchema as Schema;
  const args: JsonObject = {};
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const choices = choicesOf(tool, name, property);
    const value =
      valueIn(sentence, name, property, choices) ??
      valueIn(after, name, property, choices) ??
      chosen(justBefore(before), choices) ??
      shaped(before.split("\n").toReversed().join("\n"), property);
    if (value !== undefined) args[name] = value;
  }
  return { args, missing: (schema.required ?? []).filter((name) => !Object.hasOwn(args, name)) };
}

function justBefore(before: string): string {
  return before.split("\n").slice(-2).join("\n");
}

/** The values that an argument is known to take, to name them when asking back. */
export function knownValues(tool: OwnTool, name: string): string[] {
  const property = (tool.inputSchema as Schema).properties?.[name] ?? {};
  return [...choicesOf(tool, name, property).keys()];
}

/** Each value that is known of, with the words that choose it. */
function choicesOf({ asked }: OwnTool, name: string, schema: Schema): Map<string, string[]> {
  const listed = [...(schema.enum ?? []), ...(schema.anyOf ?? []).flatMap((each) => each.enum ?? each.const ?? [])];
  const worded = asked?.values?.[name] ?? {};
  const values = [...listed.filter((value) => typeof value === "string"), ...Object.keys(worded)];
  return new Map(values.map((value) => [value, [value, ...(worded[value] ?? [])]]));
}

function valueIn(text: string, name: string, schema: Schema, choices: Map<string, string[]>): Json | undefined {
  return (
    stated(text, name, schema, choices) ??
    parts(text, schema) ??
    chosen(text, choices) ??
    shaped(text, schema) ??
    counted(text, schema)
  );
}

/** "apn name: internet; mms port: 80" */
function parts(text: string, { type, properties = {} }: Schema): JsonObject | undefined {
  if (type !== "object") return undefined;
  const found = Object.entries(properties).flatMap(([name, property]) => {
    const value = stated(text, name, property, new Map());
    return value === undefined ? [] : [[name, value] as const];
  });
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

/** "mode: 4g_only", "app name is 'messaging'", "apn settings: {...}". */
function stated(text: string, name: string, schema: Schema, choices: Map<string, string[]>): Json | undefined {
  const words = name.split("_").join("[ _-]?");
  const start = new RegExp(
    `(?<![\\p{L}\\p{N}_])["'\`*]*${words}["'\`*]*\\s*(?<joint>[:=]|\\b(?:is|as|to)\\b)[\\s*]*`,
    "iu",
  ).exec(text);
  if (start === null) return undefined;
  const rest = text.slice(start.index + start[0].length);
  if (/^[{[]/.test(rest)) return json(rest);
  const quoted = /^["'`]+([^"'`\n]+)["'`]+/.exec(rest)?.[1];
  const bare = /^[^;,\n)]*?(?=[.?!]*(?:[;,\n)]|\s*$|[.?!]\s))/.exec(rest)?.[0];
  const said = (quoted ?? bare ?? "").trim();
  if (said === "") return undefined;
  const match = chosen(said, choices);
  // "the permission to your app": only what is written out like an argument is one whatever it says.
  const isWrittenOut = /[:=]/.test(start.groups?.joint ?? "") || quoted !== undefined;
  if (match !== undefined || schema.enum !== undefined || !isWrittenOut) return match;
  return converted(said, schema);
}

function json(text: string): Json | undefined {
  let depth = 0;
  for (const [at, character] of [...text].entries()) {
    if ("{[".includes(character)) depth += 1;
    if ("}]".includes(character) && --depth === 0) {
      try {
        return JSON.parse([...text].slice(0, at + 1).join("")) as Json;
      } catch {
        return undefined;
      }
    }
  }
  return undefined;
}

function converted(said: string, { type }: Schema): Json | undefined {
  if (type === "number" || type === "integer") return Number.isFinite(Number(said)) ? Number(said) : undefined;
  if (type === "boolean")
    return /^(?:true|yes|on)$/i.test(said) ? true : /^(?:false|no|off)$/i.test(said) ? false : undefined;
  return type === "object" || type === "array" ? undefined : said;
}

/** "on your phone" says where, and chooses no value. */
const WHERE = /\b(?:on|in|from|of|with|to) (?:phone|device|handset|screen|mobile|settings)\b/g;

/** Names what is so now, or shall be so no more. */
const PAST =
  /\b(?:from|instead of|rather than|not|currently|(?:is|was)(?: currently)? (?:set to|on|in)|is|are|was|isn't|shows?|says?|set to)\s*$/;

/** The value whose words come first; of those that begin at one place, the longest. */
function chosen(text: string, choices: Map<string, string[]>): string | undefined {
  const plain = even(text).replaceAll(WHERE, (where) => " ".repeat(where.length));
  const found = [...choices].flatMap(([value, words]) =>
    words.flatMap((word) => spansOf(plain, word).map((span) => ({ value, ...span }))),
  );
  const wanted = found.filter(({ start }) => !PAST.test(plain.slice(0, start)));
  wanted.sort((one, other) => one.start - other.start || other.end - one.end);
  return wanted[0]?.value;
}

/** A text like the example in the argument's description, where that has digits: 'CS201-02'. */
function shaped(text: string, { type, description = "" }: Schema): string | undefined {
  const example = /'([^']*\d[^']*)'/.exec(description)?.[1];
  if (type !== "string" || example === undefined) return undefined;
  const shape = example
    .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
    .replaceAll(/\p{L}+/gu, "\\p{L}+")
    .replaceAll(/\d+/g, (digits) => `\\d{${Math.max(1, digits.length - 1)},}`);
  return new RegExp(`(?<![\\p{L}\\p{N}])${shape}(?![\\p{L}\\p{N}])`, "u").exec(text)?.[0];
}

/** The only number there is. */
function counted(text: string, { type }: Schema): number | undefined {
  if (type !== "number" && type !== "integer") return undefined;
  const numbers = text.match(/(?<![\p{L}\p{N}.])\d+(?:\.\d+)?(?![\p{L}\p{N}])/gu) ?? [];
  return numbers.length === 1 ? Number(numbers[0]) : undefined;
}
