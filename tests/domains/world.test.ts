import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { defineDomain } from "../../domains/domain.ts";
import { domains, Task, Worlds } from "../../domains/index.ts";
import { library } from "../support/library/index.ts";
import { tau2Directory } from "../support/recordings.ts";

describe("worlds", () => {
  test("are made once and kept; what can't be had is said in one line", () => {
    const worlds = new Worlds({ library });
    expect(worlds.get("library")).toBe(worlds.get("library", "builtin", 0));
    expect(worlds.get("library", "builtin", 1)).not.toBe(worlds.get("library"));
    expect(() => worlds.get("bank")).toThrow("no domain 'bank': there are library");
    expect(() => worlds.get("library", "tau2")).toThrow("pass --tau2 DIR");
    expect(() => worlds.get("library").task("x")).toThrow("no task 'x' in library (builtin): ids look like 'lend-1'");
  });

  test("a tool whose schema is not strict is refused where the domain is defined", () => {
    const { find_member } = library.tools.assistant;
    const loose = { ...find_member, input: find_member?.input.loose() } as typeof find_member & object;
    const definition = { ...library, domainPolicy: new URL("../support/library/policy.md", import.meta.url) };
    expect(() => defineDomain({ ...definition, tools: { assistant: { loose }, user: {} } })).toThrow("z.strictObject");
    expect(() => defineDomain({ ...definition, tools: { assistant: { BadName: loose }, user: {} } })).toThrow(
      "snake_case",
    );
  });

  test("a table that is not compared must be one", () => {
    expect(() => defineDomain({ ...library, uncompared: ["lons"] })).toThrow(
      /^uncompared 'lons': library has the tables/,
    );
  });

  test("a task with no criteria cannot be built", () => {
    const task = {
      ...new Worlds({ library }).get("library").task("lend-1"),
      reward_basis: ["communicate"],
      communicate: [],
    };
    expect(Task.safeParse(task).error?.issues[0]?.message).toContain("would reward anything");
  });
});

const reason = tau2Directory ? undefined : "TAU2_BENCH_DIR is not set: no tau2-bench clone to make worlds from";
if (reason) process.stderr.write(`skipped: tau2 worlds: ${reason}\n`);

const copy = mkdtempSync(join(tmpdir(), "deskgym-"));
afterAll(() => rmSync(copy, { recursive: true }));
const [name] = Object.keys(domains) as [string];
const folder = join(copy, "data", "tau2", "domains", name);

describe.skipIf(reason)("tau2 worlds", () => {
  test("give rows, tasks, splits and domain policy of the clone", () => {
    const world = new Worlds(domains, tau2Directory).get(name, "tau2");
    const splits = Map.groupBy(world.tasks.values(), ({ split }) => split);
    expect([splits.get("train")?.length, splits.get("test")?.length, splits.get(null)]).toEqual([74, 40, undefined]);
    expect(world.domainPolicy()).not.toBe(new Worlds(domains).get(name).domainPolicy());
    expect(world.task("0").user.instructions).toContain("Known info:\n\t");
  });

  test.each([
    ["no clone", () => rmSync(join(copy, "data"), { recursive: true, force: true }), "does not exist"],
    ["no policy", () => rmSync(join(folder, "policy.md")), "policy.md: does not exist"],
    ["a torn file", () => writeFileSync(join(folder, "db.json"), '{"users": {'), "db.json: not JSON"],
    ["other rows", () => writeFileSync(join(folder, "db.json"), '{"users": []}'), "db.json: products: Invalid input"],
    ["dangling rows", () => writeFileSync(join(folder, "db.json"), danglingRows), "db.json: "],
    ["an empty policy", () => writeFileSync(join(folder, "policy.md"), "\n"), "policy.md: is empty"],
    [
      "an initial state that the domain can't have",
      () =>
        editTask({ initial_state: { initialization_actions: [{ env_type: "user", func_name: "x", arguments: {} }] } }),
      "tasks.json: 0: its initial state calls 'x', which",
    ],
    [
      "messages from before the episode",
      () => editTask({ initial_state: { message_history: [{ role: "user" }] } }),
      "0.initial_state.message_history: messages from before the episode are not supported",
    ],
    ["no criteria", () => editTask({ evaluation_criteria: { reward_basis: [] } }), "tasks.json: 0: "],
    ["an id twice", () => editTask({ id: "1" }), "tasks.json: 1: two tasks have this id"],
    ["no such task", () => editSplits({ train: ["0"], test: ["x"] }), "split_tasks.json: x: is no task"],
    [
      "splits that overlap",
      () => editSplits({ train: ["0"], test: ["0"] }),
      "split_tasks.json: 0: is in train and in test",
    ],
    ["other tasks", () => writeFileSync(join(folder, "tasks.json"), "[{}]"), "tasks.json: 0.id: Invalid input"],
    ["no splits", () => writeFileSync(join(folder, "split_tasks.json"), "[]"), "split_tasks.json: "],
  ])("%s is one clear line", (_, damage, message) => {
    cpSync(join(tau2Directory as string, "data", "tau2", "domains", name), folder, { recursive: true });
    damage();
    const load = () => new Worlds(domains, copy).get(name, "tau2");
    expect(load).toThrow(expect.objectContaining({ name: "WorldError" }));
    expect(load).toThrow(message);
    expect(load).toThrow(/^[^\n]+$/);
  });
});

function editTask(change: object): void {
  const file = join(folder, "tasks.json");
  const [first, ...others] = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(file, JSON.stringify([{ ...first, ...change }, ...others]));
}

function editSplits(splits: object): void {
  writeFileSync(join(folder, "split_tasks.json"), JSON.stringify(splits));
}

const danglingRows = JSON.stringify({
  products: {},
  users: {},
  orders: {
    "#W1": {
      order_id: "#W1",
      user_id: "nobody",
      address: { address1: "", address2: "", city: "", country: "", state: "", zip: "" },
      items: [],
      status: "pending",
      fulfillments: [],
      payment_history: [],
    },
  },
});
