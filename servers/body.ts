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

export function parse<Schema extends z.ZodObject>(schema: Schema, value: unknown, what: string): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => {
    const where = issue.path.join(".");
    if (issue.code === "unrecognized_keys") {
      return `unknown ${issue.keys.map((key) => `'${[...issue.path, key].join(".")}'`).join(", ")}`;
    }
    if (issue.message.endsWith("received undefined")) return `missing '${where}'`;
    return `${where === "" ? what : `'${where}'`}: ${issue.message.replace(/^Invalid input: /, "")}`;
  });
  throw new Refusal(
    400,
    `${problems.join("; ")} (${what} takes ${Object.keys(schema.shape).join(", ") || "no fields"})`,
  );
}
