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

/**
 * Why a value that came from outside is not taken: nested deeper than 32 levels, larger than 64 KiB, or with text that is
 * not Unicode. Walks without recursion, so that nothing sent can overflow the stack here or in what reads it later.
 */
export function unfit(value: unknown): string | undefined {
  let size = 0;
  const open: { value: unknown; level: number }[] = [{ value, level: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value: item, level } = next;
    if (typeof item === "string") {
      if (!item.isWellFormed()) return "contains text that is not Unicode";
      size += item.length;
    } else if (item !== null && typeof item === "object") {
      if (level >= MAX_LEVELS) return `is nested deeper than ${MAX_LEVELS} levels`;
      for (const [key, child] of Object.entries(item)) {
        size += key.length;
        open.push({ value: child, level: level + 1 });
      }
    }
    size += 8;
    if (size > MAX_SIZE) return `is larger than ${MAX_SIZE / 1024} KiB`;
  }
  return undefined;
}

const MAX_LEVELS = 32;
const MAX_SIZE = 64 * 1024;
