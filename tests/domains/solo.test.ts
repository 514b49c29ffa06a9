/** One agent with both sides' tools: what it may call, whose call it counts as, and where there is no such thing. */
import { describe, expect, test } from "vitest";
import { defineDomain } from "../../domains/domain.ts";
import { reward, Worlds } from "../../domains/index.ts";
import { library } from "../support/library/index.ts";

const world = new Worlds({ library }).get("library");
const task = world.task("read-1");
const { assistant, user } = library.tools;

test("the agent has both sides' tools, and the user none", () => {
  using environment = world.open({ task, solo: true });
  expect(Object.keys(environment.tools("assistant")).toSorted()).toEqual(
    [...Object.keys(assistant), ...Object.keys(user)].toSorted(),
  );
  expect(environment.tools("user")).toEqual({});
  expect(environment.call("assistant", "toggle_wireless", {})).toEqual({ ok: true, value: "Wireless is now ON." });
  expect(environment.call("user", "toggle_wireless", {})).toMatchObject({ ok: false });
});

test("otherwise each side has its own", () => {
  using environment = world.open({ task });
  expect(environment.tools("assistant")).toBe(assistant);
  expect(environment.tools("user")).toBe(user);
  expect(environment.call("assistant", "toggle_wireless", {})).toMatchObject({ ok: false });
});

describe("a call is recorded as of the side whose tool it is", () => {
  test("so that the reference's acts are found, whoever makes them", () => {
    using environment = world.open({ task, solo: true });
    for (const { name, arguments: args } of task.reference_actions) environment.call("assistant", name, args);
    expect(environment.calls.map(({ requestor, name }) => [requestor, name])).toEqual(
      task.reference_actions.map(({ requestor, name }) => [requestor, name]),
    );
    expect(reward(world, task, environment)).toMatchObject({ value: 1, components: { actions: 1 } });
  });

  test("a failed call and an unknown one too", () => {
    using environment = world.open({ solo: true });
    environment.call("assistant", "set_text_size", { size: "huge" });
    environment.call("assistant", "fly", {});
    expect(environment.calls.map(({ requestor }) => requestor)).toEqual(["user", "assistant"]);
  });
});

test("both kinds of environment take turns on one connection", () => {
  const pool = new Worlds({ library }).get("library");
  for (const solo of [true, false, true]) {
    using environment = pool.open({ task, solo });
    expect(environment.call("assistant", "check_reader", {}).ok).toBe(solo);
    expect(environment.call("user", "check_reader", {}).ok).toBe(!solo);
  }
});

test("a domain whose user has no tools has no solo mode", () => {
  const oneSided = {
    ...library,
    tools: { assistant, user: {} },
    tasks: () => [
      { ...task, initial_state: undefined, env_assertions: [], reference_actions: [], reward_basis: ["db"] },
    ],
  };
  expect(() => new Worlds({ library: oneSided as never }).get("library").open({ solo: true })).toThrow(
    expect.objectContaining({ name: "WorldError", message: expect.stringContaining("library has no solo mode") }),
  );
});

test("tools of the two sides may not share a name", () => {
  const shared = { ...library, tools: { assistant, user: { ...user, lend_book: assistant.lend_book as never } } };
  expect(() => defineDomain(shared)).toThrow("tool 'lend_book': both sides have it");
});
