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
  const name = nameOf(path);
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

/** Of the lines that are left out, so many are named. */
const NAMED = 3;

/** A run that was killed leaves a line cut off: that one is left out, with a note on stderr. */
export async function* readTrajectories(path: string): AsyncGenerator<Trajectory> {
  let cut = 0;
  yield* readJsonl(path, Trajectory, ({ message }) => {
    cut += 1;
    if (cut <= NAMED) process.stderr.write(`${message}: left out\n`);
  });
  if (cut > NAMED) process.stderr.write(`and ${cut - NAMED} more lines of ${nameOf(path)} that are not JSON\n`);
}

/** How messages call what is read from `path`. */
export function nameOf(path: string): string {
  return path === "-" ? "stdin" : path;
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
  let begun = false;
  try {
    for await (const chunk of input.setEncoding("utf8") as AsyncIterable<string>) {
      const [first = "", ...rest] = (begun ? chunk : chunk.replace(/^\ufeff/, "")).split("\n");
      begun = true;
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
  const problem = mixedUp(value, parsed.error) ?? `${issue?.path.join(".") || "line"}: ${issue?.message}`;
  throw new UsageError(`${where}: ${problem}`);
}

/** Tasks given for trajectories, or the other way round: what only the other kind has is missing or unknown here. */
function mixedUp(value: unknown, { issues }: z.ZodError): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const lacks = (name: string) => issues.some(({ path }) => path[0] === name);
  if ("reference_actions" in value && lacks("messages"))
    return "a task, where a trajectory of `deskgym rollout` is wanted";
  if ("messages" in value && lacks("reference_actions"))
    return "a trajectory, where a task of `deskgym tasks` is wanted";
  if ("record" in value || "record_version" in value)
    return "a record of `deskgym bridge`: its trajectory is wanted, `jq -c 'select(.record.trajectory).record.trajectory'`";
  return undefined;
}
