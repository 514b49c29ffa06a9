/** What an author implements to add a domain: schema, tools, documents, domain policies, seed and tasks. */
import { getTableName, isTable } from "drizzle-orm";
import type { z } from "zod";
import type { DomainDatabase, Schema } from "./database.ts";
import type { JsonObject } from "./json.ts";
import type { Random } from "./random.ts";
import type { Task, TaskInput } from "./task.ts";
import type { Assertion, Requestor, Setup, Tool, ToolContext } from "./tool.ts";

/** A nested JSON document that people and tau2-bench read. */
export interface DomainDocument {
  readonly shape: z.ZodType;
  read(db: DomainDatabase): JsonObject;
  /** Fills empty tables. `document` has been checked against `shape`. */
  write(db: DomainDatabase, document: JsonObject): void;
}

/** Parts of a domain policy by name; of several, each stands in a tag of its name. */
export type PolicyParts = Readonly<
  Record<
    string,
    {
      /** Where ours lies. */
      readonly builtin: URL;
      /** What it is called in a tau2-bench clone that has this domain. */
      readonly tau2?: string;
    }
  >
>;

/** One form of the rule document that the policy reads. */
export interface PolicyForm {
  readonly parts: PolicyParts;
  /** Where the agent has both sides' tools, and a ticket instead of a user. */
  readonly solo?: PolicyParts;
}

type BySide<Thing> = Readonly<Record<Requestor, Readonly<Record<string, Thing>>>>;

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
  /** By wire name. Sides of one domain name their tools apart, so that one agent can have both. */
  readonly tools: BySide<Tool>;
  /** What tasks' initial states may call, besides tools. */
  readonly setups?: BySide<Setup>;
  /** What tasks may demand of the end state. */
  readonly assertions?: BySide<Assertion>;
  /** By the role that owns them; written in this order. */
  readonly documents: { readonly agent: DomainDocument; readonly user?: DomainDocument };
  /**
   * What one side's acts do to the other: runs in the transaction of each call, and when an environment opens. A ToolError
   * that it throws fails the call.
   */
  settle?(context: ToolContext): void;
  /** Tables that say nothing about success on built-in worlds: a log, or a device that assertions judge. */
  readonly uncompared?: readonly string[];
  /** Names of arguments and fields whose values no two splits may share, such as `user_id`. */
  readonly heldOut: readonly string[];
  /** The rule document in its forms, by name; the first is what is used unless another is asked for. */
  readonly domainPolicies: Readonly<Record<string, PolicyForm>>;
  /** Fills empty tables with the built-in world. */
  seed(db: DomainDatabase, random: Random): void;
  /**
   * On a tau2 world: a task that the clone's `tasks.json` does not list, where its id alone says what it is. Undefined where
   * the id says nothing.
   */
  unlistedTask?(id: string, listed: ReadonlyMap<string, Task>): TaskInput | undefined;
  /** Yields the built-in world's tasks, in a fixed order. */
  tasks(db: DomainDatabase, random: Random): Iterable<TaskInput>;
}

export type Domain = DomainDefinition;

const SIDES = ["assistant", "user"] as const;

/** @throws Error when the domain's or a tool's name or schema is not what MCP clients can take, or what is named twice or does not exist. */
export function defineDomain(definition: DomainDefinition): Domain {
  const { name: domain, version, schema, tools, setups, assertions, domainPolicies, uncompared = [] } = definition;
  if (!/^[a-z][a-z0-9_-]{0,59}$/.test(domain)) throw new Error(`domain name '${domain}': lower case, as in URLs`);
  if (!version) throw new Error(`${domain} has no version`);
  for (const side of SIDES) {
    for (const name of Object.keys(tools[side])) {
      if (!/^[a-z][a-z0-9_]{0,59}$/.test(name))
        throw new Error(`tool name '${name}': snake_case, 60 characters at most`);
    }
    for (const [name, { input }] of Object.entries({ ...tools[side], ...setups?.[side], ...assertions?.[side] })) {
      if ((input.def.catchall as z.ZodType | undefined)?.def.type !== "never")
        throw new Error(`tool '${name}': input must be z.strictObject`);
    }
  }
  const shared = Object.keys(tools.user).find((name) => Object.hasOwn(tools.assistant, name));
  if (shared !== undefined) throw new Error(`tool '${shared}': both sides have it, and one agent could not have both`);
  const tables = Object.values(schema).filter(isTable).map(getTableName);
  const unknown = uncompared.find((name) => !tables.includes(name));
  if (unknown !== undefined) throw new Error(`uncompared '${unknown}': ${domain} has the tables ${tables.join(", ")}`);
  if (Object.keys(domainPolicies).length === 0) throw new Error(`${domain} has no domain policy`);
  return definition;
}
