/** JSON values: what tools return, what states are made of, what callers may send. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** A text that is equal exactly when the values are: keys sorted, no spaces. Numbers by value, so 1 and 1.0 agree. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    entries.sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(",")}}`;
  }
  return JSON.stringify(value === 0 ? 0 : (value ?? null));
}

const MAX_LEVELS = 32;
const MAX_SIZE = 64 * 1024;

/** Why a value that came from outside is not to be walked by recursion: an answer that follows "it" or "the call". */
export function tooDeep(value: unknown): string | undefined {
  return walk(value, (_, level) => (level > MAX_LEVELS ? `is nested deeper than ${MAX_LEVELS} levels` : undefined));
}

/** Why a call's arguments are not taken: nested too deep, larger than 64 KiB, or with text that is not Unicode. */
export function unfit(args: unknown): string | undefined {
  let size = 0;
  return (
    tooDeep(args) ??
    walk(args, (item) => {
      size += typeof item === "string" ? item.length : 8;
      if (size > MAX_SIZE) return `is larger than ${MAX_SIZE / 1024} KiB`;
      return typeof item === "string" && !item.isWellFormed() ? "contains text that is not Unicode" : undefined;
    })
  );
}

/** Visits every value and key, without recursion, so that nothing sent can overflow the stack; the first answer ends it. */
function walk(value: unknown, visit: (item: unknown, level: number) => string | undefined): string | undefined {
  const open: [item: unknown, level: number][] = [[value, 0]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [item, level] = next;
    const answer = visit(item, level);
    if (answer !== undefined) return answer;
    if (item === null || typeof item !== "object") continue;
    for (const [key, child] of Object.entries(item)) open.push([child, level + 1], [key, level]);
  }
  return undefined;
}
