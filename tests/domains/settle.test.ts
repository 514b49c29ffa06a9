/** What one side does to the other: after each call, in its transaction, and when an environment opens. */
import { expect, test } from "vitest";
import { type Domain, ToolError, Worlds } from "../../domains/index.ts";
import { library, schema } from "../support/library/index.ts";

const world = new Worlds({ library }).get("library");
const task = world.task("read-1");
const lend = (book_id: string) => ({ member_id: "m1", book_id });

test("a call of one side shows on the other in the same transaction", () => {
  using environment = world.open({ task });
  environment.call("assistant", "lend_book", lend("b2"));
  expect(environment.state().user).toMatchObject({ books: [] });
  environment.call("user", "toggle_wireless", {});
  expect(environment.state().user).toMatchObject({ books: ["b2"] });
  environment.call("assistant", "take_back_book", lend("b2"));
  expect(environment.state().user).toMatchObject({ books: [] });
});

test("what settling writes is a change, and the call that led to it is to blame", () => {
  using environment = world.open({ task });
  environment.call("user", "toggle_wireless", {});
  environment.call("assistant", "read_book", { book_id: "b2" });
  environment.call("assistant", "lend_book", lend("b2"));
  const download = environment.changes().find(({ table }) => table.name === "downloads");
  expect(download?.history.map(({ call }) => call)).toEqual([2]);
});

test("a ToolError in it fails the call, which changes nothing", () => {
  using environment = world.open({ task });
  environment.call("user", "toggle_wireless", {});
  for (const book of ["b1", "b2"]) expect(environment.call("assistant", "lend_book", lend(book)).ok).toBe(true);
  const before = environment.state();
  const changes = environment.changes().length;
  expect(environment.call("assistant", "lend_book", lend("b3"))).toEqual({
    ok: false,
    error: "The reader is full: take back a book first",
  });
  expect(environment.state()).toEqual(before);
  expect(environment.changes()).toHaveLength(changes);
  expect(environment.calls.at(-1)?.result.ok).toBe(false);
});

test("anything else that is thrown in it is a bug, and the call is undone", () => {
  const settle: Domain["settle"] = ({ db }) => {
    if ((db.select().from(schema.loans).all().length ?? 0) > 0) throw new Error("odd");
  };
  using environment = new Worlds({ library: { ...library, settle } }).get("library").open();
  expect(() => environment.call("assistant", "lend_book", lend("b2"))).toThrow("odd");
  expect(environment.changes()).toEqual([]);
});

test("a read that only settling writes after is still a read", () => {
  // Nobody settled what the seed left open, so the first call would.
  const settle: Domain["settle"] = ({ db }) => {
    db.update(schema.reader).set({ text_size: "medium" }).run();
  };
  using environment = new Worlds({ library: { ...library, settle } }).get("library").open();
  expect(environment.call("assistant", "read_book", { book_id: "b1" }).ok).toBe(true);
});

test("an environment opens settled, and that is no change; one that can't settle does not open", () => {
  const seed: Domain["seed"] = (db, random) => {
    library.seed(db, random);
    db.update(schema.reader).set({ member_id: "m1", wireless: true }).run();
    db.insert(schema.loans).values({ member_id: "m1", position: 0, book_id: "b3" }).run();
  };
  using environment = new Worlds({ library: { ...library, seed } }).get("library").open();
  expect(environment.state().user).toMatchObject({ books: ["b3"] });
  expect(environment.changes()).toEqual([]);
  const settle: Domain["settle"] = () => {
    throw new ToolError("never");
  };
  expect(() => new Worlds({ library: { ...library, settle } }).get("library").open()).toThrow("never");
});
