/** What an author implements to add a domain: schema, tools, document, domain policy, seed and tasks. */
import { readFileSync } from "node:fs";
import type { z } from "zod";
import type { DomainDatabase, Schema } from "./database.ts";
import type { JsonObject } from "./json.ts";
import type { Random } from "./random.ts";
import type { TaskInput } from "./task.ts";
import type { Requestor, Tool } from "./tool.ts";

export interface DomainDefinition {
  /** Lower case, as in URLs and on the command line. */
  readonly name: string;
  /** Raised by any change that moves rewards, seeds, tools or wording that the model reads. */
  readonly version: string;
  /** One line for a person. */
  readonly summary: string;
  /** drizzle tables. A column named `position` keeps the order of a list and is ignored where worlds compare as sets. */
  readonly schema: Schema;
  /** The worlds' clock, ISO 8601. */
  readonly now: string;
  /** By wire name, in the order that tools/list gives. */
  readonly tools: Readonly<Record<Requestor, Readonly<Record<string, Tool>>>>;
  /** The nested JSON document that people and tau2-bench read. */
  readonly document: {
    readonly shape: z.ZodType;
    read(db: DomainDatabase): JsonObject;
    /** Fills empty tables. `document` has been checked against `shape`. */
    write(db: DomainDatabase, document: JsonObject): void;
  };
  /** Names of arguments and fields whose values no two splits may share, such as `user_id`. */
  readonly heldOut: readonly string[];
  /** Where the rule document lies that the policy reads. */
  readonly domainPolicy: URL;
  /** Fills empty tables with the built-in world. */
  seed(db: DomainDatabase, random: Random): void;
  /** Yields the built-in world's tasks, in a fixed order. */
  tasks(db: DomainDatabase, random: Random): Iterable<TaskInput>;
}

export interface Domain extends Omit<DomainDefinition, "domainPolicy"> {
  readonly domainPolicy: string;
}

/** @throws Error when a tool's name or schema is not what MCP clients can take. */
export function defineDomain(definition: DomainDefinition): Domain {
  for (const tools of Object.values(definition.tools)) {
    for (const [name, { input }] of Object.entries(tools)) {
      if (!/^[a-z][a-z0-9_]{0,59}$/.test(name))
        throw new Error(`tool name '${name}': snake_case, 60 characters at most`);
      if ((input.def.catchall as z.ZodType | undefined)?.def.type !== "never")
        throw new Error(`tool '${name}': input must be z.strictObject`);
    }
  }
  return { ...definition, domainPolicy: readFileSync(definition.domainPolicy, "utf8") };
}
