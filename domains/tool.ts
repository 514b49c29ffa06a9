/** A tool is one object: what the model reads, what it may send, and a synchronous function of the database. */
import type { z } from "zod";
import type { DomainDatabase } from "./database.ts";
import type { Json } from "./json.ts";
import type { Random } from "./random.ts";

/** Whose tools, and who calls: the policy (`assistant`) or the simulated user. */
export type Requestor = "assistant" | "user";

/** `read` and `none` change nothing; `none` does not read either. */
export type Effect = "read" | "write" | "none";

export type WorldKind = "builtin" | "tau2";

/** All that a tool may use besides its arguments. */
export interface ToolContext {
  readonly db: DomainDatabase;
  /** The world's fixed clock, ISO 8601. */
  readonly now: string;
  readonly random: Random;
  readonly world: WorldKind;
}

export interface Tool {
  readonly description: string;
  readonly effect: Effect;
  readonly input: z.ZodObject;
  /** What `run` returns, for MCP's output schema. */
  readonly output: z.ZodType;
  /** On the user's side: how a person is asked to use it. */
  readonly asked?: Asked;
  run(args: never, context: ToolContext): Json;
}

/** What a scripted user listens for. A tool's title and its arguments as they stand are understood without it. */
export interface Asked {
  /** Any one of them, in a request to look or to act, names what the tool shows or does: "airplane mode". */
  readonly words: readonly string[];
  /** By argument and value: the words that choose it. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** For what is toggled: the tool that shows how it stands, and what its result holds then. */
  readonly switched?: { readonly look: string; readonly on: string; readonly off: string };
  /** What it is about is the user's own affair, as which of its appointments: what the agent leaves open, the user knows. */
  readonly own?: boolean;
}

/** What only a task's initial state may call: a fault, a setting, who holds the phone. */
export interface Setup {
  readonly input: z.ZodObject;
  run(args: never, context: ToolContext): void;
}

/** What a task may demand of the state in the end. It reads and changes nothing. */
export interface Assertion {
  readonly input: z.ZodObject;
  holds(args: never, context: ToolContext): boolean;
}

/** Why a call can't be done, in words for the model that say the remedy. The call changes nothing. */
export class ToolError extends Error {
  override name = "ToolError";

  /** By name, since a domain of one's own may have come with a copy of this class. */
  static override [Symbol.hasInstance](value: unknown): value is ToolError {
    return value instanceof Error && value.name === "ToolError";
  }
}

/** The tool, in every domain that has it, by which an agent gives up its seat to a human. */
export const transferTool = "transfer_to_human_agents";

/** Declares a tool; its export name is its name on the wire. `input` must be strict: an unknown argument is an error. */
export function tool<Input extends z.ZodObject, Output extends z.ZodType<Json>>(definition: {
  description: string;
  effect: Effect;
  input: Input;
  output: Output;
  asked?: Asked;
  run(args: z.output<Input>, context: ToolContext): z.input<Output>;
}): Tool {
  return definition as unknown as Tool;
}

/** Declares a setup; its export name is the name that tasks call it by. */
export function setup<Input extends z.ZodObject>(definition: {
  input: Input;
  run(args: z.output<Input>, context: ToolContext): void;
}): Setup {
  return definition as unknown as Setup;
}

/** Declares an assertion; its export name is the name that tasks call it by. */
export function assertion<Input extends z.ZodObject>(definition: {
  input: Input;
  holds(args: z.output<Input>, context: ToolContext): boolean;
}): Assertion {
  return definition as unknown as Assertion;
}

/** `find_user_id_by_email` reads "Find user id by email" to a person. */
export function toolTitle(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Checks a call's arguments against the tool's schema.
 * @throws ToolError with one line that names each bad argument and what is taken.
 */
export function parseArguments(name: string, definition: Pick<Tool, "input">, args: unknown): Record<string, Json> {
  const parsed = definition.input.safeParse(args ?? {});
  if (parsed.success) return parsed.data as Record<string, Json>;
  const problems = parsed.error.issues.map((issue) => {
    const where = issue.path.join(".");
    if (issue.code === "unrecognized_keys") {
      return `unknown argument ${issue.keys.map((key) => `'${key}'`).join(", ")}${where ? ` in '${where}'` : ""}`;
    }
    if (issue.code === "invalid_type" && issue.input === undefined && !issue.message.includes("received")) {
      return `'${where}': ${issue.message}`;
    }
    if (issue.message.endsWith("received undefined")) return `missing argument '${where}'`;
    return `${where ? `'${where}': ` : ""}${issue.message.replace(/^Invalid input: /, "")}`;
  });
  const takes = Object.keys(definition.input.shape);
  const remedy = takes.length === 0 ? "it takes no arguments" : `it takes ${takes.join(", ")}`;
  throw new ToolError(`Invalid arguments for ${name}: ${problems.join("; ")} (${remedy})`);
}
