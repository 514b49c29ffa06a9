/** JSON lines from a file or stdin, checked against a schema. */
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import type { z } from "zod";
import { UsageError } from "../servers/index.ts";

/**
 * Yields one value a line; empty lines are passed over. `path` "-" is stdin.
 * @throws UsageError in one line naming file and line.
 */
export async function* readJsonl<T>(path: string, schema: z.ZodType<T>): AsyncGenerator<T> {
  const name = path === "-" ? "stdin" : path;
  const input = path === "-" ? process.stdin : createReadStream(path);
  let number = 0;
  try {
    for await (const line of createInterface({ input, crlfDelay: Infinity })) {
      number += 1;
      if (line.trim() !== "") yield parseLine(line, schema, `${name}:${number}`);
    }
  } catch (cause) {
    if (cause instanceof UsageError || !(cause instanceof Error) || !("syscall" in cause)) throw cause;
    const missing = (cause as NodeJS.ErrnoException).code === "ENOENT";
    throw new UsageError(`${name}: ${missing ? "there is no such file" : cause.message}`, { cause });
  }
}

function parseLine<T>(line: string, schema: z.ZodType<T>, where: string): T {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new UsageError(`${where}: not JSON, perhaps cut off`, { cause });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UsageError(`${where}: ${issue?.path.join(".") || "line"}: ${issue?.message}`);
}
