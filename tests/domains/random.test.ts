import fc from "fast-check";
import { expect, test } from "vitest";
import { Random } from "../../domains/random.ts";

test("the same seed gives the same draws, on every machine", () => {
  const random = new Random("seed 0");
  expect([random.int(0, 999), random.int(0, 999), random.int(0, 999)]).toEqual([
    new Random("seed 0").int(0, 999),
    ...(() => {
      const again = new Random("seed 0");
      again.next();
      return [again.int(0, 999), again.int(0, 999)];
    })(),
  ]);
  expect(new Random("deskgym").next()).toMatchInlineSnapshot(`0.23011171026155353`);
});

test("a fork depends on seed and name, not on what was drawn", () => {
  const fresh = new Random(1);
  const used = new Random(1);
  used.next();
  expect(used.fork("rows").next()).toBe(fresh.fork("rows").next());
  expect(fresh.fork("rows").next()).not.toBe(fresh.fork("tasks").next());
});

test("int stays in its range and reaches both ends; shuffle keeps every element", () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: -5, max: 5 }), fc.array(fc.integer()), (seed, low, items) => {
      const random = new Random(seed);
      const drawn = Array.from({ length: 60 }, () => random.int(low, low + 2));
      expect(new Set(drawn)).toEqual(new Set([low, low + 1, low + 2]));
      expect(random.shuffle(items).toSorted()).toEqual(items.toSorted());
    }),
  );
});

test("pick refuses an empty list", () => {
  expect(() => new Random(0).pick([])).toThrow("empty list");
});

test("digits have the length asked for and never start with 0", () => {
  const random = new Random(3);
  for (let at = 0; at < 200; at++) expect(random.digits(7)).toMatch(/^[1-9]\d{6}$/);
});
