/** Where a task begins: setups, tools and data of both sides, which are no changes and which a reset goes back to. */
import { rmSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Domain, reward, type Task, type TaskInput, type World, Worlds } from "../../domains/index.ts";
import { cloneTask, libraryClone } from "../support/library/clone.ts";
import { library } from "../support/library/index.ts";

const worlds = new Worlds({ library });
const world = worlds.get("library");
const whole = world.task("read-1");
const holder = { requestor: "user" as const, name: "hold_reader", arguments: { member_id: "m1" } };
const online = { requestor: "user" as const, name: "toggle_wireless", arguments: {} };
const lend = { requestor: "assistant" as const, name: "lend_book", arguments: { member_id: "m1", book_id: "b2" } };

function begin(initial_state: Task["initial_state"], of: World = world) {
  return of.open({ task: { ...whole, initial_state } });
}

const reader = { member_id: null, wireless: false, text_size: "small", books: [] };

describe("actions", () => {
  test("setups and tools of both sides run in order, and what they do is no change", () => {
    const emptied = { requestor: "assistant" as const, name: "set_copies", arguments: { book_id: "b3", copies: 0 } };
    using environment = begin({ actions: [holder, emptied, lend, online] });
    const { agent, user } = environment.state();
    expect(agent).toMatchObject({ loans: { m1: ["b2"] }, books: { b3: 0 } });
    expect(user).toEqual({ member_id: "m1", wireless: true, text_size: "small", books: ["b2"] });
    expect(environment.changes()).toEqual([]);
    expect(environment.calls).toEqual([]);
  });

  test("a reset goes back to after them, not to before", () => {
    using environment = begin({ actions: [holder, online] });
    const start = environment.state();
    environment.call("assistant", "lend_book", lend.arguments);
    expect(environment.state().user).toMatchObject({ books: ["b2"] });
    environment.reset();
    expect(environment.state()).toEqual(start);
    expect(environment.changes()).toEqual([]);
    expect(start.user).toMatchObject({ member_id: "m1", wireless: true });
  });

  test("leave nothing to the next environment on the same connection", () => {
    const pool = new Worlds({ library }).get("library");
    for (const initial_state of [{ actions: [holder, online] }, { data: { user: { wireless: true } }, actions: [] }]) {
      const environment = begin(initial_state, pool);
      environment.call("assistant", "lend_book", lend.arguments);
      environment.close();
      using next = pool.open();
      expect(next.state().user).toEqual(reader);
      expect(next.state().agent).toMatchObject({ loans: { m1: [] } });
      expect(next.changes()).toEqual([]);
    }
  });

  test("without a task none of them is done", () => {
    using environment = world.open();
    expect(environment.state().user).toEqual(reader);
  });

  test.each([
    [
      "a setup that fails",
      { ...holder, requestor: "assistant", name: "set_copies", arguments: { book_id: "b9", copies: 1 } },
      "initial state: set_copies: Book not found",
    ],
    [
      "a tool that fails",
      { ...lend, arguments: { member_id: "m9", book_id: "b2" } },
      "initial state: lend_book: Member not found",
    ],
    [
      "a bad argument",
      { ...holder, arguments: {} },
      "initial state: hold_reader: Invalid arguments for hold_reader: missing argument 'member_id'",
    ],
    [
      "the other side's setup",
      { ...holder, requestor: "assistant" },
      "initial state: library has no assistant setup 'hold_reader'",
    ],
    [
      "an assertion",
      { ...holder, name: "reader_has", arguments: { title: "Dune" } },
      "initial state: library has no user setup 'reader_has'",
    ],
  ] as const)("%s is one line, and the connection is as it was", (_, action, message) => {
    const pool = new Worlds({ library }).get("library");
    expect(() => begin({ actions: [holder, online, action] }, pool)).toThrow(
      expect.objectContaining({ name: "WorldError", message: expect.stringContaining(message) }),
    );
    using next = pool.open();
    expect(next.state().user).toEqual(reader);
    expect(next.changes()).toEqual([]);
  });

  test("setups are no tools", () => {
    using environment = begin({ actions: [] });
    expect(environment.call("user", "hold_reader", holder.arguments)).toEqual({
      ok: false,
      error: "Tool 'hold_reader' not found.",
    });
  });
});

describe("data", () => {
  test("is merged into both documents key by key, and a list takes the place of a list", () => {
    using environment = begin({
      data: { agent: { books: { b1: 0 }, loans: { m2: ["b1", "b3"] } }, user: { text_size: "large" } },
      actions: [],
    });
    const { agent, user } = environment.state();
    using plain = world.open();
    expect(agent.books).toEqual({ ...(plain.state().agent.books as object), b1: 0 });
    expect(agent.loans).toEqual({ m1: [], m2: ["b1", "b3"], m3: [], m4: [] });
    expect(user).toEqual({ ...reader, text_size: "large" });
    expect(environment.changes()).toEqual([]);
    environment.call("assistant", "take_back_book", { member_id: "m2", book_id: "b3" });
    environment.reset();
    expect(environment.state().agent).toEqual(agent);
  });

  test("comes before the actions, and both before the first call", () => {
    using environment = begin({
      data: { user: { member_id: "m2", wireless: true } },
      actions: [{ ...lend, arguments: { member_id: "m2", book_id: "b1" } }],
    });
    expect(environment.state().user).toMatchObject({ books: ["b1"] });
  });

  test.each([
    ["a wrong type", { user: { wireless: "yes" } }, "initial state: user.wireless: Invalid input"],
    ["an unknown field", { user: { colour: "red" } }, "initial state: user.: Unrecognized key"],
    ["no number", { agent: { books: { b1: "many" } } }, "initial state: agent.books.b1: Invalid input"],
  ])("%s is one line, and the connection is as it was", (_, data, message) => {
    const pool = new Worlds({ library }).get("library");
    expect(() => begin({ data, actions: [] }, pool)).toThrow(
      expect.objectContaining({ name: "WorldError", message: expect.stringContaining(message) }),
    );
    using next = pool.open();
    expect(next.state().user).toEqual(reader);
  });

  test.each([
    ["a row that refers to none", { user: { member_id: "m9" } }, "a row of reader refers to no row of members"],
    ["a number that may not be", { agent: { books: { b1: -1 } } }, "CHECK constraint failed: books_copies"],
  ])("%s is one line too", (_, data, message) => {
    const pool = new Worlds({ library }).get("library");
    expect(() => begin({ data, actions: [] }, pool)).toThrow(
      expect.objectContaining({
        name: "WorldError",
        message: `initial state: its rows do not fit together: ${message}`,
      }),
    );
    using next = pool.open();
    expect(next.state().user).toEqual(reader);
    // And the keys are held to in it as ever.
    expect(next.call("assistant", "lend_book", { member_id: "m9", book_id: "b1" }).ok).toBe(false);
  });
});

describe("what a task may name", () => {
  const load = (change: Partial<TaskInput>, domain: Domain = library) => {
    const [task] = [...library.tasks(undefined as never, undefined as never)] as [TaskInput];
    const changed = { ...domain, tasks: () => [{ ...task, ...change }] };
    return () => new Worlds({ library: changed }).get("library").tasks;
  };

  test.each([
    [{ initial_state: { actions: [{ name: "fly", arguments: {} }] } }, "task lend-1: its initial state calls 'fly'"],
    [
      { initial_state: { actions: [{ ...holder, requestor: "assistant" as const }] } },
      "which library's assistant does not have",
    ],
    [{ env_assertions: [{ name: "copies_were", arguments: {} }] }, "task lend-1: it asserts 'copies_were'"],
    [{ env_assertions: [{ name: "reader_has", arguments: {} }] }, "which library's assistant does not have"],
  ])("%j is refused when tasks load", (change, message) => {
    expect(load(change)).toThrow(expect.objectContaining({ name: "WorldError" }));
    expect(load(change)).toThrow(message);
  });
});

describe("env_assertions", () => {
  const score = (calls: (typeof lend | typeof online)[], task: Task = whole) => {
    using environment = world.open({ task });
    for (const { requestor, name, arguments: args } of calls) environment.call(requestor, name, args);
    return reward(world, task, environment);
  };
  const large = { requestor: "user" as const, name: "set_text_size", arguments: { size: "large" } };

  test("each one that fails is a reason, and counts one criterion", () => {
    const half = score([lend, online] as never);
    expect(half).toMatchObject({
      value: 0,
      components: { db: 1, env_assertions: 0 },
      criteria: { db: { met: 1, of: 1 }, env_assertions: { met: 1, of: 2 } },
      reasons: [{ component: "env_assertions", text: 'text_size_is({"size":"large"}) is false, expected true' }],
    });
    expect(score([lend, online, large] as never).value).toBe(1);
  });

  test("what is expected to be false has to be, and the message says why", () => {
    const message = "the reader stays empty";
    const env_assertions = [
      { requestor: "user" as const, name: "reader_has", arguments: { title: "Dune" }, expected: false, message },
    ];
    const task = { ...whole, env_assertions, reward_basis: ["env_assertions" as const] };
    expect(score([lend] as never, task).value).toBe(1);
    expect(score([lend, online] as never, task).reasons[0]?.text).toBe(
      `reader_has({"title":"Dune"}) is true, expected false: ${message}`,
    );
  });

  test("both sides' are asked, and asking writes nothing", () => {
    using environment = world.open({ task: whole });
    const before = environment.state();
    const copies = (before.agent.books as Record<string, number>).b1 as number;
    const ask = (requestor: "assistant" | "user", name: string, args: object) =>
      environment.holds({ requestor, name, arguments: args as never });
    expect(ask("assistant", "copies_are", { book_id: "b1", copies })).toBe(true);
    expect(ask("user", "text_size_is", { size: "large" })).toBe(false);
    expect(environment.state()).toEqual(before);
    expect(() => ask("assistant", "reader_has", { title: "Dune" })).toThrow("no assistant assertion 'reader_has'");
    expect(() => ask("user", "reader_has", {})).toThrow("missing argument 'title'");
  });

  test("an assertion that writes is a bug", () => {
    const { toggle_wireless } = library.tools.user;
    const reader_has = {
      input: library.assertions?.user.reader_has?.input as never,
      holds: (_: never, context: never) => Boolean(toggle_wireless?.run({} as never, context)),
    };
    const domain = { ...library, assertions: { assistant: {}, user: { ...library.assertions?.user, reader_has } } };
    using environment = new Worlds({ library: domain }).get("library").open({ task: whole });
    expect(() => environment.holds({ requestor: "user", name: "reader_has", arguments: { title: "Dune" } })).toThrow(
      "assertion reader_has wrote",
    );
  });
});

test("uncompared tables say nothing about success on a built-in world, and all of a tau2 world's count", () => {
  const directory = libraryClone();
  const tau2 = new Worlds({ library }, directory).get("library", "tau2");
  const value = (of: World, id: string) => {
    const task: Task = { ...of.task(id), reward_basis: ["db"] };
    using environment = of.open({ task });
    environment.call("assistant", "lend_book", lend.arguments);
    environment.call("user", "set_text_size", { size: "medium" });
    expect(environment.changes().some(({ table }) => table.name === "reader")).toBe(true);
    return reward(of, task, environment);
  };
  expect(value(world, "read-1")).toMatchObject({ value: 1, criteria: { db: { met: 1, of: 1 } } });
  const strict = value(tau2, cloneTask);
  expect(strict.value).toBe(0);
  expect(new Set(strict.reasons.map(({ table }) => table))).toEqual(new Set(["reader", "downloads"]));
  rmSync(directory, { recursive: true });
});
