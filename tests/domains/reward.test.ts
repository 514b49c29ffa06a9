import { describe, expect, test } from "vitest";
import { type Call, reward, type Task, type Transcript, Worlds } from "../../domains/index.ts";
import { library } from "../support/library/index.ts";

const world = new Worlds({ library }).get("library");
const task = world.task("lend-1");
const told = { said: ["I lent you Dune."] };

function score(calls: readonly Call[], transcript: Transcript = told, of: Task = task, mode?: "training") {
  using environment = world.open();
  for (const { requestor, name, arguments: args } of calls) environment.call(requestor, name, args);
  return reward(world, of, environment, transcript, mode);
}

function call(name: string, args: Call["arguments"]): Call {
  return { requestor: "assistant", name, arguments: args };
}

const lend = call("lend_book", { member_id: "m1", book_id: "b2" });

describe("db", () => {
  test("any path to the right state scores 1", () => {
    expect(score(task.reference_actions)).toMatchObject({ value: 1, components: { db: 1 }, reasons: [] });
    const detour = [
      call("lend_book", { member_id: "m1", book_id: "b1" }),
      call("take_back_book", { member_id: "m1", book_id: "b1" }),
    ];
    expect(score([...detour, lend]).value).toBe(1);
  });

  test("a missing write is named with the reference action that would have made it", () => {
    const { value, reasons } = score([]);
    expect(value).toBe(0);
    const loan = reasons.find(({ table }) => table === "loans");
    expect(loan).toMatchObject({
      key: "m1 / 0",
      column: null,
      expected: { member_id: "m1", position: 0, book_id: "b2" },
      found: null,
      call: null,
      reference: { name: "lend_book", arguments: { member_id: "m1", book_id: "b2" } },
    });
    expect(loan?.text).toContain("never called: lend_book");
  });

  test("a wrong write is blamed on its call, column by column", () => {
    const { reasons } = score([
      call("read_book", { book_id: "b2" }),
      call("lend_book", { member_id: "m1", book_id: "b3" }),
    ]);
    const wrong = reasons.find(({ table, column }) => table === "loans" && column === "book_id");
    expect(wrong).toMatchObject({ expected: "b2", found: "b3", call: { index: 1, name: "lend_book" } });
    expect(reasons.map(({ table, key, column }) => `${table} ${key} ${column}`).toSorted()).toEqual([
      "books b2 copies",
      "books b3 copies",
      "loans m1 / 0 book_id",
    ]);
  });

  test("a call that was made and refused is not said to be missing", () => {
    const copies = (world.open().state().agent.books as { b2: number }).b2;
    const others = Array.from({ length: copies }, () => call("lend_book", { member_id: "m3", book_id: "b2" }));
    const { reasons } = score([...others, lend]);
    const loan = reasons.find(({ key, table }) => table === "loans" && key === "m1 / 0");
    expect(loan?.text).toContain(`refused as call ${copies}: lend_book`);
  });

  test("a call that was undone is not blamed", () => {
    const { reasons } = score([
      call("lend_book", { member_id: "m2", book_id: "b3" }),
      call("lend_book", { member_id: "nobody", book_id: "b3" }),
    ]);
    expect(reasons.find(({ key }) => key === "b3")?.call).toMatchObject({ index: 0 });
  });

  test("an extra write scores 0 and is blamed", () => {
    const { value, reasons } = score([lend, call("lend_book", { member_id: "m2", book_id: "b2" })]);
    expect(value).toBe(0);
    expect(reasons.find(({ table }) => table === "loans")).toMatchObject({ expected: null, call: { index: 1 } });
  });

  test("rows that only differ in their place in a list are equal on a built-in world", () => {
    const two: Task = {
      ...task,
      id: "two",
      reference_actions: [lend, call("lend_book", { member_id: "m1", book_id: "b1" })],
    };
    expect(score(two.reference_actions.toReversed(), told, two).value).toBe(1);
    expect(score([lend, lend], told, two).value).toBe(0);
    // The row that is there stands at another place, and is right: nothing is to blame but the missing call.
    const [reason] = score([two.reference_actions[1] as Call], told, two).reasons.filter(
      ({ table }) => table === "loans",
    );
    expect(reason).toMatchObject({ call: null, reference: { arguments: { book_id: "b2" } } });
  });
});

describe("communicate", () => {
  const fact = (wanted: string, said: string) =>
    score(task.reference_actions, { said: [said] }, { ...task, communicate: [wanted] });

  test.each([
    ["10", "There are 10 of them.", 1],
    ["10", "There are 100.", 0],
    ["10", "It is 10.50 dollars.", 0],
    ["10.00", "It is $10.", 1],
    ["10", "It is $10.", 0],
    ["54.10", "54.1 dollars", 1],
    ["54.10", "**$54.10**.", 1],
    ["54.10", "54.100001", 0],
    ["54.00", "$54", 1],
    ["54.10", "54.10USD or USD 54.10", 1],
    ["54.10", "54.10 %", 1],
    ["54.10", "54.10%", 0],
    ["1054.10", "1\u202f054.10", 1],
    ["4", "You have **4** of them.", 1],
    ["4", "Order #4, $4, 4%, a 4-person tent at 4:30, 2/4, 1-4, 3.4", 0],
    ["417032505929", "It is 4170 3250 5929.", 1],
    ["417032505929", "It is 4170 3250 59291.", 0],
    ["12 Elm Street", "**12** Elm\u00a0 Street", 1],
    ["12", "1,2", 0],
    ["90210123456789012345", "No. 90210123456789012346", 0],
    ["12 Elm Street", "to 12 elm\nstreet, Boston", 1],
    ["1234.50", "The total is $1,234.50, refunded to PayPal.", 1],
    ["dune", "You have DUNE now", 1],
    ["10", "ten", 0],
  ])("%s in '%s': %d", (wanted, said, value) => {
    expect(fact(wanted, said).value).toBe(value);
  });

  test("without a transcript it cannot be computed, and says so", () => {
    expect(score(task.reference_actions, {})).toMatchObject({ value: null, components: { db: 1, communicate: null } });
    expect(score([], {}).value).toBe(0);
  });

  test("training drops it, unless nothing else tells success from silence", () => {
    expect(score(task.reference_actions, { said: [] }, task, "training").value).toBe(1);
    const question: Task = { ...task, id: "question", reference_actions: [] };
    expect(score([], { said: [] }, question, "training")).toMatchObject({ value: 0, basis: ["db", "communicate"] });
    const toggle: Call = { requestor: "user", name: "toggle_wireless", arguments: {} };
    const looked: Task = { ...question, id: "looked", reference_actions: [toggle] };
    expect(score([], { said: [] }, looked, "training")).toMatchObject({ value: 0, basis: ["db", "communicate"] });
  });
});

describe("actions and judged assertions", () => {
  test("a reference action counts with the arguments it compares", () => {
    const asked: Task = {
      ...task,
      id: "asked",
      reward_basis: ["actions"],
      reference_actions: [{ ...lend, compare_args: ["book_id"] }],
    };
    expect(score([call("lend_book", { member_id: "m3", book_id: "b2" })], told, asked).value).toBe(1);
    expect(score([call("lend_book", { member_id: "m1", book_id: "b1" })], told, asked)).toMatchObject({ value: 0 });
  });

  test("a call that failed is no action done", () => {
    const asked: Task = {
      ...task,
      id: "failed",
      reward_basis: ["actions"],
      reference_actions: [{ ...lend, compare_args: [] }],
    };
    expect(score([call("lend_book", {})], told, asked).value).toBe(0);
    expect(score([lend], told, asked).value).toBe(1);
  });

  test("a write counts by its rows where the basis has them, and not by its name", () => {
    const both: Task = {
      ...task,
      id: "rows-and-actions",
      reward_basis: ["db", "actions"],
      reference_actions: [
        call("lend_book", { member_id: "m1", book_id: "b1" }),
        call("take_back_book", { member_id: "m1", book_id: "b1" }),
        lend,
      ],
    };
    expect(score([lend], told, both)).toMatchObject({ value: 1, criteria: { actions: { met: 0, of: 0 } } });
    const byName: Task = { ...both, id: "actions-alone", reward_basis: ["actions"] };
    expect(score([lend], told, byName)).toMatchObject({ value: 0, criteria: { actions: { met: 1, of: 3 } } });
  });

  test("assertions need a judge: null without one, 0 when one is untrue", () => {
    const judged: Task = {
      ...task,
      id: "judged",
      nl_assertions: ["is kind", "is brief"],
      reward_basis: ["db", "nl_assertions"],
    };
    const run = (verdicts?: boolean[]) => score(task.reference_actions, { ...told, judged: verdicts }, judged);
    expect(run()).toMatchObject({ value: null, components: { db: 1, nl_assertions: null } });
    expect(run([true, true]).value).toBe(1);
    expect(run([true, false])).toMatchObject({ value: 0, reasons: [{ expected: "is brief" }] });
  });
});
