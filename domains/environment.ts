/** One live world: tools are called on it, its state is read, and a reset takes it back to where it began. */
import type { Connection, RowChange } from "./database.ts";
import type { Domain } from "./domain.ts";
import { begin } from "./initial-state.ts";
import { type Json, type JsonObject, unfit } from "./json.ts";
import { Random } from "./random.ts";
import type { Call, InitialState } from "./task.ts";
import { parseArguments, type Requestor, type Tool, type ToolContext, ToolError, type WorldKind } from "./tool.ts";

export type CallResult = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly error: string };

export interface CallRecord extends Call {
  readonly result: CallResult;
}

export interface EnvironmentOrigin {
  readonly domain: Domain;
  readonly kind: WorldKind;
  readonly seed: number;
  readonly initialState?: InitialState | undefined;
  /** The agent has the user's tools too, and there is no user. */
  readonly solo: boolean;
  /** Takes the connection back when the environment closes. */
  release(connection: Connection): void;
}

export class Environment {
  readonly domain: Domain;
  readonly kind: WorldKind;
  readonly #tools: Readonly<Record<Requestor, Readonly<Record<string, Tool>>>>;
  /** Every call since the last reset, failed ones too. */
  readonly calls: CallRecord[] = [];
  readonly #origin: EnvironmentOrigin;
  #connection: Connection | undefined;
  #context: ToolContext;

  /** @throws WorldError when the initial state can't be reached; the connection is as it was then. */
  constructor(origin: EnvironmentOrigin, connection: Connection) {
    const { domain, kind, solo, initialState } = origin;
    this.#origin = origin;
    this.domain = domain;
    this.kind = kind;
    this.#connection = connection;
    this.#tools = solo ? soloTools(domain) : domain.tools;
    connection.begin(() => begin(domain, connection, this.#freshContext(connection, "initial state"), initialState));
    this.#context = this.#freshContext(connection);
  }

  /** The tools that one side may call. */
  tools(requestor: Requestor): Readonly<Record<string, Tool>> {
    return this.#tools[requestor];
  }

  /**
   * Calls a tool. One call is one transaction: when it fails it changes nothing. It is recorded as of the side whose tool it
   * is: of the user, where an agent that has both sides' tools calls one of the user's.
   * A bad argument or a ToolError comes back as a result; anything else that is thrown is a bug and goes on.
   */
  call(requestor: Requestor, name: string, args: unknown): CallResult {
    const connection = this.#open();
    connection.call = this.calls.length;
    const problem = unfit(args);
    const result = problem
      ? { ok: false as const, error: `The call ${problem}` }
      : this.#run(connection, requestor, name, args);
    // What is unfit is not kept either: it would burden whoever reads the record.
    const kept = problem === undefined && isObject(args) ? args : {};
    const isUsers = this.#origin.solo && Object.hasOwn(this.domain.tools.user, name);
    const side = isUsers ? "user" : requestor;
    this.calls.push({ requestor: side, name: name.slice(0, 100), arguments: kept, result });
    return result;
  }

  /** The domain's documents under the roles that own them, in the shape of tau2-bench's db files. */
  state(): { agent: JsonObject; user?: JsonObject } {
    const { db } = this.#open();
    const { agent, user } = this.domain.documents;
    return { agent: agent.read(db), ...(user && { user: user.read(db) }) };
  }

  /** Whether what an assertion says is so now. @throws Error when the domain has no such assertion, or it can't be asked so. */
  holds({ requestor, name, arguments: args }: Call): boolean {
    const connection = this.#open();
    const known = this.domain.assertions?.[requestor] ?? {};
    const assertion = Object.hasOwn(known, name) ? known[name] : undefined;
    if (assertion === undefined) throw new Error(`${this.domain.name} has no ${requestor} assertion '${name}'`);
    const writes = connection.writes;
    const holds = assertion.holds(parseArguments(name, assertion, args) as never, this.#context);
    if (connection.writes !== writes) throw new Error(`assertion ${name} wrote`);
    return holds;
  }

  /** The rows that differ from the start's. */
  changes(): RowChange[] {
    return this.#open().changes();
  }

  reset(): void {
    const connection = this.#open();
    connection.restart();
    this.calls.length = 0;
    this.#context = this.#freshContext(connection);
  }

  close(): void {
    const connection = this.#connection;
    if (connection === undefined) return;
    this.#connection = undefined;
    connection.rollback();
    this.#origin.release(connection);
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #run(connection: Connection, requestor: Requestor, name: string, args: unknown): CallResult {
    const tools = this.#tools[requestor];
    const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
    if (tool === undefined) return { ok: false, error: `Tool '${name}' not found.` };
    try {
      const parsed = parseArguments(name, tool, args);
      const value = connection.attempt(() => {
        const writes = connection.writes;
        const returned = tool.run(parsed as never, this.#context);
        if (tool.effect !== "write" && connection.writes !== writes)
          throw new Error(`${name} declares no write, yet wrote`);
        this.domain.settle?.(this.#context);
        return returned;
      });
      return { ok: true, value };
    } catch (error) {
      if (error instanceof ToolError) return { ok: false, error: error.message };
      throw error;
    }
  }

  #open(): Connection {
    if (this.#connection === undefined) throw new Error("this environment is closed");
    return this.#connection;
  }

  #freshContext({ db }: Connection, chance = "environment"): ToolContext {
    const { domain, kind, seed } = this.#origin;
    return { db, now: domain.now, random: new Random(seed).fork(chance), world: kind };
  }
}

/** One object a domain, since what is derived from a side's tools is kept by it. */
const solo = new WeakMap<Domain, Domain["tools"]>();

function soloTools(domain: Domain): Domain["tools"] {
  const tools = solo.get(domain) ?? { assistant: { ...domain.tools.assistant, ...domain.tools.user }, user: {} };
  solo.set(domain, tools);
  return tools;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
