/** Reading golden vectors, and comparing floats. */
import { readFileSync } from "node:fs";
import { expect } from "vitest";

export function golden<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../trainer-bridge/golden/${name}.json`, import.meta.url), "utf8")) as T;
}

/** Each number within `tolerance` of its counterpart, relative to it where it is above 1. */
export function expectClose(found: readonly number[], expected: readonly number[], tolerance: number, of = ""): void {
  const apart = expected.filter((number, at) => {
    return !(Math.abs((found[at] ?? Number.NaN) - number) <= tolerance * Math.max(1, Math.abs(number)));
  });
  expect({ of, found: apart.length > 0 ? found : [], apart, length: found.length }).toEqual({
    of,
    found: [],
    apart: [],
    length: expected.length,
  });
}
