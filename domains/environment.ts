/** One live world: tools are called on it, its state is read, and a reset takes it back to where it began. */
import type { Connection, RowChange } from "./database.ts";
import type { Domain } from "./domain.ts";
import { type Json, type JsonObject, unfit } from "./json.ts";
import { Random } from "./random.ts";
import type { Call } from "./task.ts";
import { parseArguments, type Requestor, type Tool, type ToolContext, ToolError, type WorldKind } from "./tool.ts";

export type CallResult = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly error: string };

export interface CallRecord extends Call {
  readonly result: CallResult;
}

export interface EnvironmentOrigin {
  readonly domain: Domain;
  readonly kind: WorldKind;
  readonly seed: number;
  /** Takes the connection back when the environment closes. */
  release(connection: Connection): void;
}

export class Environment {
  readonly domain: Domain;
  readonly kind: WorldKind;
  /** Every call since the last reset, failed ones too. */
  readonly calls: CallRecord[] = [];
  readonly #origin: EnvironmentOrigin;
  #connection: Connection | undefined;
  #context: ToolContext;

  constructor(origin: EnvironmentOrigin, connection: Connection) {
    this.#origin = origin;
    this.domain = origin.domain;
    this.kind = origin.kind;
    this.#connection = connection;
    connection.begin();
    this.#context = this.#freshContext(connection);
  }

  tools(requestor: Requestor): Readonly<Record<string, Tool>> {
    return this.domain.tools[requestor];
  }

  /**
   * Calls a tool. One call is one transaction: when it fails it changes nothing.
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
    this.calls.push({ requestor, name: name.slice(0, 100), arguments: kept, result });
    return result;
  }

  /** The domain's document under the role that owns it, in the shape of tau2-bench's db files. */
  state(): { agent: JsonObject } {
    return { agent: this.domain.document.read(this.#open().db) };
  }

  /** The rows that differ from the world's. */
  changes(): RowChange[] {
    return this.#open().changes();
  }

  reset(): void {
    const connection = this.#open();
    connection.rollback();
    connection.begin();
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
    const tools = this.domain.tools[requestor];
    const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
    if (tool === undefined) return { ok: false, error: `Tool '${name}' not found.` };
    try {
      const parsed = parseArguments(name, tool, args);
      const value = connection.attempt(() => {
        const writes = connection.writes;
        const returned = tool.run(parsed as never, this.#context);
        if (tool.effect !== "write" && connection.writes !== writes)
          throw new Error(`${name} declares no write, yet wrote`);
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

  #freshContext({ db }: Connection): ToolContext {
    const { domain, kind, seed } = this.#origin;
    return { db, now: domain.now, random: new Random(seed).fork("environment"), world: kind };
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
