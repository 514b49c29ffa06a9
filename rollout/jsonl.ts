/** JSON lines from a file or stdin, checked against a schema. */
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import type { z } from "zod";
import { UsageError } from "../servers/index.ts";
import { Trajectory } from "./trajectory.ts";

/**
 * Yields one value a line; empty lines are passed over. `path` "-" is stdin. `onCut` hears of lines that are no JSON, which
 * are then left out.
 * @throws UsageError in one line naming file and line.
 */
export async function* readJsonl<T>(
  path: string,
  schema: z.ZodType<T>,
  onCut?: (error: UsageError) => void,
): AsyncGenerator<T> {
  const name = path === "-" ? "stdin" : path;
  let number = 0;
  for await (const line of linesOf(path, name)) {
    number += 1;
    if (line.trim() === "") continue;
    const where = `${name}:${number}`;
    try {
      yield check(schema, parse(line, where), where);
    } catch (error) {
      if (!(error instanceof CutError) || onCut === undefined) throw error;
      onCut(error);
    }
  }
}

/** A run that was killed leaves its last line cut off: that one is left out, with a note on stderr. */
export function readTrajectories(path: string): AsyncGenerator<Trajectory> {
  return readJsonl(path, Trajectory, ({ message }) => process.stderr.write(`${message}: left out\n`));
}

/** Whether what is appended to the file would run into its last line. */
export async function endsMidLine(path: string): Promise<boolean> {
  if (path === "-") return false;
  await using file = await open(path);
  const { size } = await file.stat();
  const last = Buffer.alloc(1);
  return size > 0 && (await file.read(last, 0, 1, size - 1)).bytesRead === 1 && last.toString() !== "\n";
}

class CutError extends UsageError {}

/** Splits at "\n" alone: JSON text may have other characters that elsewhere end a line. */
async function* linesOf(path: string, name: string): AsyncGenerator<string> {
  const input = path === "-" ? process.stdin : createReadStream(path);
  let parts: string[] = [];
  try {
    for await (const chunk of input.setEncoding("utf8") as AsyncIterable<string>) {
      const [first = "", ...rest] = chunk.split("\n");
      parts.push(first);
      for (const next of rest) {
        yield parts.join("");
        parts = [next];
      }
    }
  } catch (cause) {
    if (!(cause instanceof Error) || !("syscall" in cause)) throw cause;
    const missing = (cause as NodeJS.ErrnoException).code === "ENOENT";
    throw new UsageError(`${name}: ${missing ? "there is no such file" : cause.message}`, { cause });
  }
  yield parts.join("");
}

function parse(line: string, where: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new CutError(`${where}: not JSON, perhaps cut off`, { cause });
  }
}

function check<T>(schema: z.ZodType<T>, value: unknown, where: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UsageError(`${where}: ${issue?.path.join(".") || "line"}: ${issue?.message}`);
}
