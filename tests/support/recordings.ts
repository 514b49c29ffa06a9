/** Recordings of tau2-bench's own behaviour, and the tolerant comparison that they are made for. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Json } from "../../domains/index.ts";

export interface Recording {
  domain: string;
  task: string;
  calls: {
    requestor: "assistant" | "user";
    name: string;
    arguments: Record<string, Json>;
    content: string;
    error: boolean;
  }[];
  /** Leaves of the state that changed: path -> [before, after]. */
  diff: Record<string, [Json, Json]>;
  /** In golden recordings only: whether each of the task's environment assertions held in the end. */
  assertions_end?: boolean[];
}

const directory = process.env.DESKGYM_RECORDINGS;
export const tau2Directory = process.env.TAU2_BENCH_DIR;

/** Why recordings can't be replayed here; undefined where they can. */
export function whyNoRecordings(): string | undefined {
  if (!directory) return "DESKGYM_RECORDINGS is not set: no recordings of tau2-bench to replay";
  if (!tau2Directory) return "TAU2_BENCH_DIR is not set: no tau2-bench clone to make worlds from";
  if (!existsSync(directory)) return `DESKGYM_RECORDINGS: ${directory} does not exist`;
  return undefined;
}

export function recordings(domain: string): { file: string; recordings: Recording[] }[] {
  if (whyNoRecordings() || !directory) return [];
  return readdirSync(directory)
    .filter((file) => file.startsWith(`${domain}-`) && file.endsWith(".jsonl"))
    .map((file) => {
      const lines = readFileSync(join(directory, file), "utf8").split("\n").filter(Boolean);
      return { file, recordings: lines.map((line) => JSON.parse(line) as Recording) };
    });
}

/** Equal by value: `2`, `2.0` and `"2.0"`; null and absent; `True` and true; a date with a blank or a `T`. */
export function sameValue(a: Json | undefined, b: Json | undefined): boolean {
  if (a == null || b == null) return a == null && b == null;
  if (typeof a === "object" || typeof b === "object") {
    if (typeof a !== "object" || typeof b !== "object" || Array.isArray(a) !== Array.isArray(b)) return false;
    const left = a as Record<string, Json>;
    const right = b as Record<string, Json>;
    return [...new Set([...Object.keys(left), ...Object.keys(right)])].every((key) => sameValue(left[key], right[key]));
  }
  const [x, y] = [plain(a), plain(b)];
  return typeof x === "number" && typeof y === "number" ? Math.abs(x - y) < 1e-6 : x === y;
}

function plain(value: string | number | boolean): string | number {
  if (typeof value === "number") return value;
  const text = String(value);
  if (/^(true|false)$/i.test(text)) return text.toLowerCase();
  return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text.replace("T", " ");
}

/** A recorded text as the value it spells. */
export function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

/** Whether an error's wording is the domain's own; texts of Python or pydantic are not reproduced. */
export function isDomainError(text: string): boolean {
  return /not found|cannot|should|Insufficient|Invalid|not available|already|must|enough/.test(text);
}

/** A leaf before and after; undefined where there is none. */
export type Leaves = [Json | undefined, Json | undefined];

/** The leaves at which two documents differ: path -> [before, after], as in a recording's `diff`. */
export function changedLeaves(
  before: Json | undefined,
  after: Json | undefined,
  path = "",
  into: Record<string, Leaves> = {},
): Record<string, Leaves> {
  // Most of a document stays as it was: told at once, and cheaper than leaf by leaf.
  if (isDeepStrictEqual(before, after)) return into;
  const children = (value: Json | undefined) => (value !== null && typeof value === "object" ? Object.keys(value) : []);
  const keys = new Set([...children(before), ...children(after)]);
  if (keys.size === 0) {
    if (!sameValue(before, after)) into[path] = [before, after];
    return into;
  }
  for (const key of keys) changedLeaves(child(before, key), child(after, key), `${path}/${key}`, into);
  // A list or object that was empty, or is now, is a leaf of its own on that side.
  if (children(before).length === 0 || children(after).length === 0) {
    if (!sameLeaf(before, after)) into[path] ??= [leaf(before), leaf(after)];
  }
  return into;
}

function child(value: Json | undefined, key: string): Json | undefined {
  return value !== null && typeof value === "object" ? (value as Record<string, Json>)[key] : undefined;
}

function leaf(value: Json | undefined): Json | undefined {
  return value !== null && typeof value === "object" && Object.keys(value).length > 0 ? undefined : value;
}

function sameLeaf(a: Json | undefined, b: Json | undefined): boolean {
  return sameValue(leaf(a), leaf(b));
}
