import { describe, expect, test } from "vitest";
import { Worlds } from "../../domains/index.ts";
import { library } from "../support/library/index.ts";

const world = new Worlds({ library }).get("library");
const lend = { member_id: "m1", book_id: "b1" };

describe("calls", () => {
  test("a write changes the state, and only its own rows", () => {
    using environment = world.open();
    const { agent: before } = environment.state();
    expect(environment.call("assistant", "lend_book", lend)).toEqual({ ok: true, value: { lent: ["b1"] } });
    const { agent: after } = environment.state();
    expect(after.loans).toEqual({ m1: ["b1"], m2: [], m3: [], m4: [] });
    expect((after.books as { b1: number }).b1).toBe((before.books as { b1: number }).b1 - 1);
    expect(environment.changes().map(({ table, key }) => `${table.name} ${key}`)).toEqual(["books b1", "loans m1 / 0"]);
  });

  test.each([
    ["a refused call", "lend_book", { member_id: "nobody", book_id: "b1" }, "Member not found"],
    ["an unknown tool", "burn_book", {}, "Tool 'burn_book' not found."],
    ["a name from Object.prototype", "constructor", {}, "Tool 'constructor' not found."],
    [
      "a missing argument",
      "lend_book",
      { member_id: "m1" },
      "missing argument 'book_id' (it takes member_id, book_id)",
    ],
    ["an extra argument", "lend_book", { ...lend, days: 3 }, "unknown argument 'days' (it takes member_id, book_id)"],
    ["a wrong type", "lend_book", { ...lend, book_id: 7 }, "'book_id': expected string, received number"],
    [
      "a hidden argument",
      "lend_book",
      JSON.parse('{"member_id":"m1","book_id":"b1","__proto__":{}}'),
      "unknown argument '__proto__'",
    ],
    ["too deep", "lend_book", { ...lend, book_id: nested(20_000) }, "nested deeper than 32 levels"],
    ["too large", "lend_book", { ...lend, book_id: "b".repeat(70_000) }, "larger than 64 KiB"],
    ["a half character", "lend_book", { ...lend, book_id: "\ud800" }, "not Unicode"],
    ["no object", "lend_book", [], "expected object, received array"],
  ])("%s comes back as an error and changes nothing", (_, name, args, message) => {
    using environment = world.open();
    const before = environment.state();
    const result = environment.call("assistant", name, args);
    expect(result.ok ? "" : result.error).toContain(message);
    expect(environment.state()).toEqual(before);
    expect(environment.changes()).toEqual([]);
  });

  test("a bug in a tool throws, and its changes are undone", () => {
    using environment = world.open();
    const before = environment.state();
    expect(() => environment.call("assistant", "sneaky_read", {})).toThrow("declares no write, yet wrote");
    expect(environment.state()).toEqual(before);
  });

  test("neither side has the other's tools", () => {
    using environment = world.open();
    expect(environment.call("user", "check_shelf", { title: "Emma" })).toEqual({ ok: true, value: true });
    expect(environment.call("assistant", "check_shelf", { title: "Emma" }).ok).toBe(false);
    expect(environment.call("user", "lend_book", lend).ok).toBe(false);
  });
});

function nested(levels: number): unknown {
  let value: unknown = "b1";
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

test("what was unfit is not kept, so that nothing that reads the record suffers", () => {
  using environment = world.open();
  environment.call("assistant", "x".repeat(1000), { book_id: nested(20_000) });
  expect(JSON.stringify(environment.calls).length).toBeLessThan(300);
});

describe("changes", () => {
  test("a row written and set back is not a change", () => {
    using environment = world.open();
    environment.call("assistant", "lend_book", lend);
    environment.call("assistant", "take_back_book", lend);
    expect(environment.changes()).toEqual([]);
  });

  test("each value is exact, and each write is known with its call", () => {
    using environment = world.open();
    environment.call("assistant", "read_book", { book_id: "b1" });
    environment.call("assistant", "lend_book", lend);
    environment.call("assistant", "lend_book", { ...lend, member_id: "m2" });
    const [book] = environment.changes();
    expect(book?.before?.[3]).toBe(0.1 + 0.2);
    expect(book?.history.map(({ call }) => call)).toEqual([1, 2]);
  });
});

describe("one beside another", () => {
  test("two open environments never see each other", () => {
    using one = world.open();
    using two = world.open();
    one.call("assistant", "lend_book", lend);
    expect(two.changes()).toEqual([]);
    expect(two.state()).not.toEqual(one.state());
  });

  test("reset and close give back the world as it was, over many episodes on one pooled connection", () => {
    const pool = new Worlds({ library }).get("library");
    const start = (() => {
      using environment = pool.open();
      return environment.state();
    })();
    for (let episode = 0; episode < 20; episode++) {
      const environment = pool.open();
      environment.call("assistant", "lend_book", lend);
      if (episode % 2 === 0) environment.reset();
      if (episode % 2 === 0) expect(environment.calls).toEqual([]);
      environment.close();
      environment.close();
      using next = pool.open();
      expect(next.state()).toEqual(start);
      expect(next.changes()).toEqual([]);
    }
  });

  test("a closed environment refuses", () => {
    const environment = world.open();
    environment.close();
    expect(() => environment.call("assistant", "read_book", { book_id: "b1" })).toThrow("this environment is closed");
    expect(() => environment.state()).toThrow("this environment is closed");
  });
});
