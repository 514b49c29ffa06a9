/** One policy with both sides' tools and a ticket; and a reference replayed where nobody converses. */
import { describe, expect, test } from "vitest";
import { checkLine } from "../../rollout/commands/check-line.ts";
import { episodeText } from "../../rollout/episode-text.ts";
import {
  attemptKey,
  expert,
  MemoryDesks,
  none,
  noop,
  playAttempt,
  replay,
  rescore,
  scripted,
  type TaskLine,
  ticket,
} from "../../rollout/index.ts";
import { answering, calls, libraryTask, saying, setting, worlds } from "../support/speakers.ts";

const line = libraryTask("read-1");
const solo: TaskLine = { ...line, solo: true };
const play = (of: TaskLine, players: Parameters<typeof setting>[0]) =>
  playAttempt(setting(players), { line: of, attempt: 0 });

describe("solo", () => {
  test("begins with the ticket and with instructions for work without a user", async () => {
    const policy = saying("Closed.");
    const { messages, ended } = await play({ ...solo, domain_policy: "guided" }, { policy, user: ticket });
    const [system, first] = policy.heard[0]?.messages ?? [];
    expect(system?.content).toContain("tickets");
    expect(system?.content).not.toContain("a customer has written to you");
    expect(system?.content).toContain(worlds.get("library").domainPolicy("guided", true).trim());
    expect(first).toEqual({ role: "user", content: line.ticket, sampled: false });
    expect(policy.heard[0]?.messages).toHaveLength(2);
    expect(ended).toEqual({ how: "terminated", reason: "user_stop" });
    expect(messages.at(-2)?.content).toBe("Closed.");
  });

  test("gives the policy both sides' tools, and its calls count as of the side they are of", async () => {
    const policy = saying(
      calls("lend_book", { member_id: "m1", book_id: "b2" }, "a"),
      calls("toggle_wireless", {}, "b"),
      calls("set_text_size", { size: "large" }, "c"),
      "Closed.",
    );
    const trajectory = await play(solo, { policy, user: ticket });
    expect(trajectory.reward).toMatchObject({ value: 1, components: { db: 1, env_assertions: 1, actions: 1 } });
    expect(policy.heard[0]?.tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["lend_book", "toggle_wireless"]),
    );
    expect(trajectory.messages.some(({ requestor }) => requestor === "user")).toBe(false);
    expect(rescore(worlds, trajectory).problem).toBeNull();
    expect(rescore(worlds, { ...trajectory, solo: undefined }).problem).toMatch(/did not give what was recorded/);
  });

  test("the expert makes the whole reference by itself", async () => {
    const { reward, messages } = await play(solo, { policy: expert(), user: ticket });
    expect(reward?.value).toBe(1);
    const made = messages.flatMap(({ tool_calls }) => tool_calls ?? []).map((call) => call.function.name);
    expect(made).toEqual(line.reference_actions.map(({ name }) => name));
    expect((await play(solo, { policy: noop, user: ticket })).reward?.value).toBe(0);
  });

  test("is on record, tells attempts apart, and shows", async () => {
    const trajectory = await play({ ...solo, domain_policy: "guided" }, { policy: expert(), user: ticket });
    expect(trajectory).toMatchObject({ solo: true, domain_policy: "guided", user: { kind: "ticket" } });
    expect(episodeText(trajectory)).toContain(
      "library/read-1/0 (built-in world, seed 0, version 1, train, solo, domain policy guided)",
    );
    const names = [trajectory, { ...trajectory, solo: undefined }, { ...trajectory, domain_policy: undefined }];
    expect(new Set(names.map(attemptKey)).size).toBe(3);
    expect(await play(line, { policy: noop })).not.toHaveProperty("solo");
  });

  test("a task without a ticket is the user's failure, a domain without a user the environment's", async () => {
    const { ticket: _, ...bare } = solo;
    const desks = { open: () => new MemoryDesks(worlds).open(solo) };
    expect((await play(bare, { policy: noop, user: ticket, desks })).failure).toMatchObject({ boundary: "user" });
    const unknown = { ...solo, domain_policy: "manual" };
    expect((await play(unknown, { policy: noop, user: ticket })).failure).toMatchObject({
      boundary: "environment",
      message: expect.stringContaining("no domain policy 'manual' in library"),
    });
  });
});

describe("a reference replayed between policy and user", () => {
  test("each makes its own calls, in the reference's order", async () => {
    const { reward, messages } = await play(line, { policy: expert(), user: replay });
    expect(reward?.value).toBe(1);
    const made = messages.flatMap(({ role, tool_calls }) =>
      (tool_calls ?? []).map((call) => [role, call.function.name, JSON.parse(call.function.arguments)]),
    );
    expect(made).toEqual(line.reference_actions.map(({ requestor, name, arguments: args }) => [requestor, name, args]));
    expect(messages.filter(({ sampled, content }) => sampled && content).map(({ content }) => content)).toEqual([
      "Please do the next step.",
      "Please do the next step.",
      "That is all done.",
    ]);
  });

  test("calls of the two sides may take turns, and the user may begin or end", async () => {
    const [find, read, lend, toggle, enlarge] = line.reference_actions as [never, never, never, never, never];
    for (const reference_actions of [
      [toggle, find, enlarge, read, lend],
      [find, read, lend, enlarge, toggle],
      [enlarge, toggle, lend],
    ]) {
      const changed = { ...line, reference_actions };
      const desks = { open: () => new MemoryDesks(worlds).open(line) };
      const { reward, messages } = await play(changed, { policy: expert(), user: replay, desks });
      expect(reward?.value).toBe(1);
      const names = messages.flatMap(({ tool_calls }) => tool_calls ?? []).map((call) => call.function.name);
      expect(names).toEqual(reference_actions.map(({ name }) => name));
    }
  });

  test("a user who does nothing leaves it undone", async () => {
    expect((await play(line, { policy: expert(), user: none })).reward?.value).toBe(0);
    const idle = answering(line.user.instructions, "Hm.", "Hm.", "###STOP###");
    expect((await play(line, { policy: expert(), user: idle })).reward?.value).toBe(0);
  });
});

describe("what can't be played is said before the first episode", () => {
  const scriptedPlay = { policy: "expert", user: "scripted", slip: undefined };
  const soloPlay = { ...scriptedPlay, user: "ticket" };
  const agendaless = { ...line, user: { instructions: "Do it." } };
  const plain = libraryTask("lend-1");
  const cases: [string, TaskLine, Parameters<typeof checkLine>[2], RegExp][] = [
    ["a user in solo mode", solo, scriptedPlay, /nobody to talk to: leave out user scripted/],
    ["a ticket elsewhere", line, soloPlay, /user ticket goes with solo mode/],
    ["no ticket", { ...plain, solo: true }, soloPlay, /task lend-1 has no ticket/],
    ["no such form", { ...line, domain_policy: "manual" }, scriptedPlay, /no domain policy 'manual' in library/],
    [
      "replay with a policy that hears",
      line,
      { ...scriptedPlay, policy: "noop", user: "replay" },
      /goes with policy expert/,
    ],
    ["nobody to make the user's calls", line, { ...scriptedPlay, user: "none" }, /take user replay/],
    ["slips in solo mode", solo, { ...soloPlay, slip: 0.3 }, /--slip needs/],
    ["slips in a replay", line, { ...scriptedPlay, user: "replay", slip: 0.3 }, /--slip needs/],
  ];
  test.each(cases)("%s", (_, of, players, message) => {
    expect(() => checkLine(of, worlds, players)).toThrow(message);
    expect(() => checkLine(of, worlds, players)).toThrow(/^[^\n]+$/);
  });

  test("no agenda", () => {
    expect(() => checkLine(agendaless, undefined, scriptedPlay)).toThrow(/take user replay or user llm/);
    const oneSided = { ...agendaless, reference_actions: plain.reference_actions };
    expect(() => checkLine(oneSided, undefined, scriptedPlay)).toThrow(/take user none or user llm/);
  });

  test.each([
    [line, scriptedPlay],
    [solo, soloPlay],
    [
      { ...solo, domain_policy: "guided" },
      { ...soloPlay, policy: "openai" },
    ],
    [line, { ...scriptedPlay, user: "replay" }],
    [line, { ...scriptedPlay, slip: 0.2 }],
    [plain, { ...scriptedPlay, user: "none" }],
    [line, { ...scriptedPlay, policy: "noop", user: "none" }],
  ])("and what can is not: %#", (of, players) => {
    expect(() => checkLine(of, worlds, players)).not.toThrow();
  });

  test("nothing is known of a server's worlds", () => {
    expect(() => checkLine({ ...solo, domain: "nowhere" }, undefined, soloPlay)).not.toThrow();
  });
});

test("the scripted user's own calls are made over again when a record is scored", async () => {
  const trajectory = await play(line, { policy: expert(), user: scripted });
  expect(trajectory.reward?.value).toBe(1);
  expect(rescore(worlds, trajectory).problem).toBeNull();
  const messages = trajectory.messages.filter(({ role, tool_calls, requestor }) => {
    return requestor !== "user" && !(role === "user" && tool_calls);
  });
  expect(rescore(worlds, { ...trajectory, messages }).reward?.value).toBe(0);
});
