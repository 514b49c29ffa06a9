/** Takes an environment to where a task begins: data into the documents, then setups and tools of both sides. */

import type { Connection } from "./database.ts";
import type { Domain, DomainDocument } from "./domain.ts";
import type { Json, JsonObject } from "./json.ts";
import type { Call, InitialState } from "./task.ts";
import { asError } from "./thrown.ts";
import { parseArguments, type ToolContext, ToolError } from "./tool.ts";
import { WorldError } from "./world-error.ts";

/** @throws WorldError when the domain can't do what the state asks for. */
export function begin(
  domain: Domain,
  connection: Connection,
  context: ToolContext,
  state: InitialState | undefined,
): void {
  if (state?.data) mergeData(domain, connection, state.data);
  domain.settle?.(context);
  for (const action of state?.actions ?? []) {
    act(domain, action, context);
    domain.settle?.(context);
  }
}

function act(domain: Domain, { requestor, name, arguments: args }: Call, context: ToolContext): void {
  const known = { ...domain.tools[requestor], ...domain.setups?.[requestor] };
  const action = Object.hasOwn(known, name) ? known[name] : undefined;
  if (action === undefined) throw new WorldError(`initial state: ${domain.name} has no ${requestor} setup '${name}'`);
  try {
    action.run(parseArguments(name, action, args) as never, context);
  } catch (cause) {
    if (cause instanceof ToolError) throw new WorldError(`initial state: ${name}: ${cause.message}`, { cause });
    throw cause;
  }
}

function mergeData({ documents }: Domain, connection: Connection, data: NonNullable<InitialState["data"]>): void {
  const sides = Object.entries(documents) as ["agent" | "user", DomainDocument][];
  const stray = Object.keys(data).find((side) => !Object.hasOwn(documents, side));
  if (stray !== undefined) throw new WorldError(`initial state: there is no ${stray} document`);
  const merged = sides.map(([side, { shape, read }]) => {
    const parsed = shape.safeParse(overlaid(read(connection.db), data[side] ?? {}));
    if (parsed.success) return parsed.data as JsonObject;
    const [issue] = parsed.error.issues;
    throw new WorldError(`initial state: ${side}.${issue?.path.join(".")}: ${issue?.message}`);
  });
  try {
    connection.refill((db) => {
      for (const [at, [, { write }]] of sides.entries()) write(db, merged[at] as JsonObject);
    });
  } catch (error) {
    const { cause = error } = asError(error);
    const { message } = asError(cause);
    throw new WorldError(`initial state: its rows do not fit together: ${message.split("\n")[0]}`, { cause: error });
  }
}

function overlaid(base: JsonObject, change: JsonObject): JsonObject {
  const merged = { ...base };
  for (const [key, value] of Object.entries(change)) {
    const old = merged[key];
    merged[key] = isObject(old) && isObject(value) ? overlaid(old, value) : value;
  }
  return merged;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
