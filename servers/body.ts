/** What a request says, checked against a schema; a refusal names each field that is wrong and those that there are. */
import type { Context } from "hono";
import type { z } from "zod";
import { tooDeep } from "../domains/index.ts";
import { Refusal } from "./refusal.ts";

/** An empty body reads as `{}`. */
export async function readBody<Schema extends z.ZodObject>(c: Context, schema: Schema): Promise<z.output<Schema>> {
  const text = await c.req.text();
  let body: unknown;
  try {
    body = text === "" ? {} : JSON.parse(text);
  } catch (error) {
    throw new Refusal(400, `the body is not JSON (${(error as Error).message})`);
  }
  const problem = tooDeep(body);
  if (problem !== undefined) throw new Refusal(400, `the body ${problem}`);
  return parse(schema, body, "the body");
}

/** Each field that is wrong is named, and beside it those that there are. */
export function parse<Schema extends z.ZodObject>(schema: Schema, value: unknown, what: string): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => {
    const where = issue.path.join(".");
    if (issue.code === "unrecognized_keys") {
      const unknown = issue.keys.map((key) => `'${[...issue.path, key].join(".")}'`).join(", ");
      return where === ""
        ? `unknown ${unknown}`
        : `unknown ${unknown}: '${where}' takes ${fieldsAt(schema, issue.path)}`;
    }
    if (issue.message.endsWith("received undefined")) return `missing '${where}'`;
    return `${where === "" ? what : `'${where}'`}: ${issue.message.replace(/^Invalid input: /, "")}`;
  });
  throw new Refusal(400, `${problems.join("; ")} (${what} takes ${fieldsAt(schema, [])})`);
}

function fieldsAt(schema: Part, path: readonly PropertyKey[]): string {
  const found = path.reduce<Part>((part, key) => {
    const whole = bare(part);
    return whole.shape?.[key] ?? whole.element ?? whole;
  }, schema);
  return Object.keys(bare(found).shape ?? {}).join(", ") || "no fields";
}

/** Without what makes it optional or gives it a default. */
function bare(part: Part): Part {
  return part.def.innerType === undefined ? part : bare(part.def.innerType);
}

/** As far as the library tells of schemas of every kind: the fields of an object, the items of a list. */
interface Part {
  readonly def: { readonly type: string; readonly innerType?: Part };
  readonly shape?: Readonly<Record<PropertyKey, Part>>;
  readonly element?: Part;
}
