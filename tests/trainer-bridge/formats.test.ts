/** What a task and an episode become in each trainer's dataset. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { afterAll, describe, expect, test } from "vitest";
import { Worlds } from "../../domains/index.ts";
import { type Message, type ToolCall, taskLine } from "../../rollout/index.ts";
import { type FunctionTools, openaiRow, sharegptRow } from "../../trainer-bridge/datasets/chat-rows.ts";
import { type Columns, type Row, writeDataset } from "../../trainer-bridge/datasets/dataset-file.ts";
import { chatFormats, promptFormats } from "../../trainer-bridge/datasets/formats.ts";
import { trlRow, verlRow } from "../../trainer-bridge/datasets/prompt-rows.ts";
import { TaskRef } from "../../trainer-bridge/service/spec.ts";
import { library } from "../support/library/index.ts";

const folder = mkdtempSync(join(tmpdir(), "deskgym-formats-"));
afterAll(() => rmSync(folder, { recursive: true }));

const call = (id: string, name: string, args: string): ToolCall => {
  return { id, type: "function", function: { name, arguments: args } };
};

const said = (content: string | null, ...tool_calls: ToolCall[]): Message => {
  return { role: "assistant", content, ...(tool_calls.length > 0 && { tool_calls }), sampled: true };
};

const result = (tool_call_id: string, content: string): Message => {
  return { role: "tool", tool_call_id, content, sampled: false };
};

const episode: Message[] = [
  { role: "system", content: "Be kind.", sampled: false },
  { role: "assistant", content: "Hi!", sampled: false },
  { role: "user", content: "Two books \ud83d please.", sampled: false },
  { role: "user", content: null, tool_calls: [call("u0", "look", "{}")], sampled: false },
  { role: "tool", tool_call_id: "u0", content: "hidden", requestor: "user", sampled: false },
  said("I look.", call("c0", "find", '{"id":1.0}'), call("c1", "find", "{broken")),
  result("c0", "Ulysses"),
  { ...result("c1", "Error: no JSON"), is_error: true },
  said(null, call("c2", "lend", '{"id": 1}')),
  result("c2", "lent"),
  said("Done."),
  { role: "user", content: "###STOP###", sampled: false },
];

const parameters = { type: "object", properties: { id: { type: "number" } } };
const tools: FunctionTools = [
  { type: "function", function: { name: "find", description: "Finds.", parameters } },
  { type: "function", function: { name: "lend", description: "Lends.", parameters: { type: "object" } } },
];

describe("openai", () => {
  const { messages } = openaiRow(episode, tools) as { messages: Record<string, unknown>[] };

  test("weighs what the policy said with 1 and the greeting with 0, and nobody else at all", () => {
    expect(messages.map(({ role, weight }) => [role, weight])).toEqual([
      ["system", undefined],
      ["assistant", 0],
      ["user", undefined],
      ["assistant", 1],
      ["tool", undefined],
      ["tool", undefined],
      ["assistant", 1],
      ["tool", undefined],
      ["assistant", 1],
    ]);
  });

  test("keeps calls to the letter, and has text where there was none", () => {
    expect(messages[3]).toEqual({
      role: "assistant",
      content: "I look.",
      tool_calls: [call("c0", "find", '{"id":1.0}'), call("c1", "find", "{broken")],
      weight: 1,
    });
    expect(messages[6]?.content).toBe("");
    expect(messages[5]).toEqual({ role: "tool", content: "Error: no JSON", tool_call_id: "c1" });
  });
});

describe("sharegpt", () => {
  const row = sharegptRow(episode, tools) as { conversations: unknown[]; system: string; tools: string };

  test("lets people and policy take turns, beginning with a person, and flags what the policy said", () => {
    expect(row.conversations).toEqual([
      { from: "human", value: "Two books \ud83d please.", train: false },
      {
        from: "function_call",
        value:
          'I look.<tool_call>[{"name":"find","arguments":{"id":1}},{"name":"find","arguments":"{broken"}]</tool_call>',
        train: true,
      },
      { from: "observation", value: "Ulysses\n</tool_response>\n<tool_response>\nError: no JSON", train: false },
      { from: "function_call", value: '{"name":"lend","arguments":{"id":1}}', train: true },
      { from: "observation", value: "lent", train: false },
      { from: "gpt", value: "Done.", train: true },
    ]);
  });

  test("has the domain policy and the tools beside", () => {
    expect(row.system).toBe("Be kind.");
    expect(JSON.parse(row.tools)).toEqual(tools.map((tool) => tool.function));
  });
});

describe("prompts", () => {
  const world = new Worlds({ library }).get("library");
  const [task] = world.tasks.values();
  if (task === undefined) throw new Error("the library has no tasks");
  const line = taskLine(world, task);
  const ref = { domain: "library", id: task.id, world: "builtin", seed: 0 };

  test("verl's row names the agent loop and the task, in the places where loop and runner look", () => {
    const row = verlRow(line, 7) as Record<string, Record<string, unknown>>;
    expect(row).toMatchObject({
      data_source: "deskgym/library/builtin",
      agent_name: "deskgym",
      reward_model: { style: "rule" },
      extra_info: { index: 7, split: line.split, need_tools_kwargs: true },
    });
    expect(JSON.parse(String(row.extra_info?.task))).toEqual(ref);
    expect(row.extra_info?.tools_kwargs).toEqual({ task: row.extra_info?.task });
    expect(row.prompt).toEqual([{ role: "user", content: row.extra_info?.task }]);
    expect(JSON.parse(String(row.reward_model?.ground_truth))).toEqual(line.reference_actions);
  });

  test("TRL's prompt is the task, as the bridge takes it", () => {
    const row = trlRow({ ...line, solo: true, domain_policy: "workflow" }) as {
      prompt: { content: string }[];
      task: string;
    };
    expect(row.prompt).toEqual([{ role: "user", content: row.task }]);
    expect(TaskRef.parse(JSON.parse(row.task))).toEqual({ ...ref, solo: true, domain_policy: "workflow" });
  });
});

async function* each(rows: readonly Row[]): AsyncGenerator<Row> {
  yield* rows;
}

async function readParquet(path: string): Promise<Row[]> {
  return parquetReadObjects({ file: await asyncBufferFromFile(path) });
}

function readJsonLines(path: string): Row[] {
  return readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

describe("files", () => {
  const both = async (name: string, columns: Columns, rows: readonly Row[]) => {
    const paths = [join(folder, `${name}.jsonl`), join(folder, `${name}.parquet`)] as const;
    for (const path of paths) await writeDataset(path, columns, each(rows));
    return { jsonl: readJsonLines(paths[0]), parquet: await readParquet(paths[1]) };
  };

  test.each(Object.entries({ ...promptFormats, ...chatFormats }))(
    "%s comes back from both kinds",
    async (name, format) => {
      const [task] = new Worlds({ library }).get("library").tasks.values();
      const line = taskLine(new Worlds({ library }).get("library"), task as NonNullable<typeof task>);
      const rows = "row" in format ? [0, 1].map((at) => format.row(line, at)) : format.rows(episode, tools);
      const { jsonl, parquet } = await both(name, format.columns, rows);
      const sound = JSON.parse(JSON.stringify(rows).replaceAll("\\ud83d", "\ufffd"));
      expect(jsonl).toEqual(sound);
      const isJson = format.columns.tools === "json";
      expect(withoutNulls(parquet)).toEqual(
        isJson ? sound.map((row: Row) => ({ ...row, tools: JSON.stringify(row.tools) })) : sound,
      );
    },
  );

  test("lists may be empty or missing, and more rows than one group holds come back in order", async () => {
    const columns: Columns = { at: "int", ids: ["int"], deep: [{ tags: ["string"], on: "boolean" }] };
    const rows = Array.from({ length: 2500 }, (_, at) => ({
      at,
      ids: Array.from({ length: at % 4 }, (_, n) => at * n),
      deep: at % 3 === 0 ? null : [{ tags: at % 2 === 0 ? [] : ["é", "x"], on: at % 5 === 0 }],
    }));
    const { jsonl, parquet } = await both("lists", columns, rows);
    expect(jsonl).toEqual(rows);
    expect(withoutNulls(parquet)).toEqual(withoutNulls(rows));
  });

  test("a set without rows is a file too", async () => {
    const path = join(folder, "empty.parquet");
    await writeDataset(path, { at: "int" }, each([]));
    expect(await readParquet(path)).toEqual([]);
  });

  test.each(["jsonl", "parquet"])(
    "where rows fail, an earlier .%s stays and nothing is left beside it",
    async (ending) => {
      const path = join(folder, `kept.${ending}`);
      writeFileSync(path, "kept");
      async function* failing(): AsyncGenerator<Row> {
        yield { at: 1 };
        throw new Error("no more");
      }
      await expect(writeDataset(path, { at: "int" }, failing())).rejects.toThrow("no more");
      expect(readFileSync(path, "utf8")).toBe("kept");
      expect(readdirSync(folder).filter((name) => name.endsWith(".part"))).toEqual([]);
    },
  );

  test.each(["jsonl", "parquet"])("a folder that is not there is one line, for .%s too", async (ending) => {
    const path = join(folder, "nowhere", `set.${ending}`);
    const writing = writeDataset(path, { at: "int" }, each([{ at: 1 }]));
    await expect(writing).rejects.toMatchObject({ name: "UsageError" });
    await expect(writing).rejects.toThrow(`--out ${path} can't be written: there is no such folder`);
  });
});

/** Parquet has each field of a shape, null where a row has none. */
function withoutNulls(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_name, of) => of ?? undefined));
}
