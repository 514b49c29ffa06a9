/** Every check on every domain. */
import { describe, expect, test } from "vitest";
import { checks } from "../../domains/checks.ts";
import { domains, Worlds } from "../../domains/index.ts";

describe.each(Object.keys(domains))("%s", (name) => {
  const world = new Worlds(domains).get(name);

  test.each(Object.entries(checks))("%s", (_, check) => {
    expect([...check(world)].slice(0, 10)).toEqual([]);
  });
});
