/** Whatever a policy or a user says makes a record: a scored one, the same over every transport, and the same replayed. */
import type { AddressInfo } from "node:net";
import { type ServerType, serve } from "@hono/node-server";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { Random, Worlds } from "../../domains/index.ts";
import {
  HttpDesks,
  MemoryDesks,
  noop,
  playAttempt,
  rescore,
  trajectoryLine,
  type Utterance,
} from "../../rollout/index.ts";
import { said, seenByUser } from "../../rollout/message.ts";
import { withoutReasoning } from "../../rollout/reasoning.ts";
import { asUtterance } from "../../rollout/utterance.ts";
import { createApp, Episodes } from "../../servers/index.ts";
import { library } from "../support/library/index.ts";
import { answering, calls, libraryTask, saying, setting } from "../support/speakers.ts";

const worlds = new Worlds({ library });
const attempt = { line: libraryTask(), attempt: 0 };
const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
const call = (name: unknown, args: unknown, id: unknown = "a") => ({
  content: null,
  tool_calls: [{ id, type: "function", function: { name, arguments: args } }],
});

const spoken: Record<string, unknown> = {
  "text in parts": { content: [{ type: "text", text: "Hello " }, { type: "image" }, { text: "there" }] },
  "a number": { content: 5 },
  "an object": { content: { a: 1 } },
  false: { content: false },
  nothing: { content: null },
  "no content": {},
  null: null,
  "half a character": { content: "x \ud800 y" },
  "line ends of all kinds": { content: "a\u2028b\u2029c\u0085d\r\u0000\u001b[2J" },
  "more than a server takes": { content: "x".repeat(5_000_000) },
};
const called: Record<string, unknown> = {
  "no call in the list": { tool_calls: [null] },
  "calls that are no list": { tool_calls: {} },
  "calls that are a text": { tool_calls: "read_book" },
  "calls that are a number": { content: "x", tool_calls: 5 },
  "no function": { tool_calls: [{ id: "a" }] },
  "a name that is a number": call(7, "{}"),
  "no name": call("", "{}"),
  "a name with half a character": call("x\ud800", "{}"),
  "a name of two lines": call("a\nb", "{}"),
  "a name too long for a header": call("n".repeat(20_000), "{}"),
  "names of every object": call("__proto__", "{}"),
  "__proto__ as an argument": call("read_book", '{"book_id":"b1","__proto__":1}'),
  "__proto__ further in": call("read_book", '{"book_id":{"__proto__":"b1"}}'),
  "a number too large": call("read_book", '{"book_id":1e400}'),
  "a negative zero": call("read_book", '{"book_id":-0}'),
  "an object for arguments": call("read_book", { book_id: 1 }),
  "an object too deep": call("read_book", JSON.parse(deep(20_000))),
  "text too deep": call("read_book", deep(100_000)),
  "arguments too large": call("read_book", JSON.stringify({ book_id: "x".repeat(5_000_000) })),
  "cut off": call("read_book", '{"book_id":'),
  "an id that is a number": call("read_book", "{}", 7),
  "a bad call before a write": {
    tool_calls: [
      ...call("nope", "{}").tool_calls,
      ...call("read_book", deep(40)).tool_calls,
      ...call("read_book", "{{").tool_calls,
      ...(calls("lend_book", { member_id: "m1", book_id: "b1" }, "d").tool_calls ?? []),
    ],
  },
};

let server: ServerType;
let url: string;

beforeAll(async () => {
  const app = createApp({ worlds, episodes: new Episodes(), token: "t", hostname: "127.0.0.1" });
  await new Promise<void>((resolve) => {
    server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }, () => resolve());
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

async function everywhere(message: unknown) {
  const play = (desks: MemoryDesks | HttpDesks) => {
    const policy = saying(message as Utterance, "Goodbye.");
    const user = answering("Hello", "Yes?", "###STOP###", "###STOP###");
    return playAttempt(setting({ policy, user, desks }), attempt);
  };
  const trajectory = await play(new MemoryDesks(worlds));
  expect(trajectoryLine(await play(new HttpDesks(url, "t")))).toBe(trajectoryLine(trajectory));
  expect(rescore(worlds, trajectory).problem).toBeNull();
  return trajectory;
}

describe("a policy's own fault is scored", () => {
  test.each(Object.entries(spoken))("saying %s", async (what, message) => {
    const { failure, reward, ended } = await everywhere(message);
    expect(failure).toBeNull();
    expect(reward).not.toBeNull();
    if (what.startsWith("more than")) expect(ended).toEqual({ how: "truncated", reason: "tokens" });
  });

  test.each(Object.entries(called))("calling %s", async (_, message) => {
    const { failure, reward, messages } = await everywhere(message);
    expect(failure).toBeNull();
    expect(reward).not.toBeNull();
    expect(messages.filter(({ is_error }) => is_error).length).toBeGreaterThan(0);
  });

  test("text in parts is text", () => {
    expect(asUtterance(spoken["text in parts"])).toEqual({ content: "Hello there" });
  });

  test("a tool that is not there is said to be so in few words", async () => {
    const { messages } = await everywhere(call("n".repeat(20_000), "{}"));
    expect(messages.find(({ role }) => role === "tool")?.content).toBe(`Error: Tool '${"n".repeat(64)}' not found.`);
  });

  test("the blamed call has one number in the episode and in its replay", async () => {
    const { reward } = await everywhere(called["a bad call before a write"]);
    expect(reward?.reasons.find(({ call }) => call)?.call?.index).toBe(0);
  });
});

describe("what breaks is in the record", () => {
  test.each([
    ["a policy that cannot begin", { ...noop, play: () => raise("no weights") }, "policy"],
    ["a policy that answers nothing", { ...noop, play: () => ({ act: () => undefined as never }) }, undefined],
    ["usage that is no count", usage({ input_tokens: 1.5, output_tokens: "12" }), undefined],
    ["usage that is no object", usage("many"), undefined],
    [
      "slips that are none",
      { ...noop, play: () => ({ ...noop.play(attempt.line, 0 as never), slips: [{}] }) },
      "environment",
    ],
  ])("%s", async (_, policy, at) => {
    const complaints = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const trajectory = await playAttempt(setting({ policy: policy as never }), attempt);
    expect(complaints.mock.calls.flat().join("").includes("bug in library/lend-1/0")).toBe(at === "environment");
    complaints.mockRestore();
    expect(trajectory.failure?.boundary).toBe(at);
    expect(trajectory.reward === null).toBe(at !== undefined);
    expect(() => trajectoryLine(trajectory)).not.toThrow();
  });

  function usage(reported: unknown) {
    return { ...noop, play: () => ({ act: () => ({ message: { content: "Well." }, usage: reported as never }) }) };
  }

  function raise(message: string): never {
    throw new Error(message);
  }
});

describe("reasoning", () => {
  test.each([
    ["<think>19.99</think>Hello", "Hello"],
    ["<THINK>19.99</Think>\nHello", "Hello"],
    ["<thinking>19.99</thinking> Hello", "Hello"],
    ["<reasoning effort='high'>19.99</reasoning>Hello", "Hello"],
    ["19.99</think>Hello", "Hello"],
    ["<think>a<think>b</think>19.99</think>Hello", "Hello"],
    ["Hello <think>19.99", "Hello"],
    ["Hello <think", "Hello"],
    ["a<think>19.99</think>b<think>19.99</think>c", "abc"],
    ["19.99</think>19.99</think>Hello", "Hello"],
    ["<think>19.99", ""],
    ["I think so. 1 < 2 <thinker>", "I think so. 1 < 2 <thinker>"],
    [" as it is ", " as it is "],
  ])("%j is %j", (text, rest) => {
    expect(withoutReasoning(text)).toBe(rest);
    const messages = [{ role: "assistant" as const, content: text, sampled: true }];
    expect(seenByUser(messages)[0]?.content).toBe(rest);
    expect(said(messages)).toEqual([rest]);
  });

  test("of the user is neither shown, nor kept, nor an end", async () => {
    const policy = saying("Well?");
    const user = answering("<think>Not yet ###STOP###</think>Hello", "###STOP###");
    const { messages } = await playAttempt(setting({ policy, user }), attempt);
    expect(policy.heard[0]?.messages.at(-1)?.content).toBe("Hello");
    expect(JSON.stringify(messages)).not.toContain("Not yet");
  });

  test("alone is no answer of a user", async () => {
    const { failure } = await playAttempt(setting({ policy: noop, user: answering("<think>hm") }), attempt);
    expect(failure).toEqual({ boundary: "user", message: "the user simulator said nothing" });
  });
});

describe("the limit on time", () => {
  const limits = { turns: 30, errors: 10, seconds: 0.05 };
  const clock = () => performance.now() / 1000;

  test("interrupts a policy, whether or not it heeds the signal", async () => {
    let signalled = false;
    const act = ({ signal }: { signal?: AbortSignal | undefined }) => {
      signal?.addEventListener("abort", () => {
        signalled = true;
      });
      return new Promise<never>(() => {});
    };
    // The timer of a signal alone keeps no process alive.
    const alive = setTimeout(() => {}, 10_000);
    const { ended, reward } = await playAttempt(
      setting({ policy: { ...noop, play: () => ({ act }) }, limits, clock }),
      attempt,
    );
    clearTimeout(alive);
    expect(ended).toEqual({ how: "truncated", reason: "time" });
    expect(reward?.value).toBe(0);
    expect(signalled).toBe(true);
  });

  test("does not charge the policy for a slow user", async () => {
    let now = 0;
    const base = answering("Hello", "Yes?", "Yes?", "###STOP###").play(attempt.line, new Random(0), []);
    const reply: typeof base.reply = (input) => {
      now += 1000;
      return base.reply(input);
    };
    const user = { kind: "slow", play: () => ({ reply }) };
    const { ended } = await playAttempt(
      setting({ policy: noop, user, limits: { ...limits, seconds: 5 }, clock: () => now }),
      attempt,
    );
    expect(ended.how).toBe("terminated");
  });
});
