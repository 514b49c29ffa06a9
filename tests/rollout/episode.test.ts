/** The state machine: what each side sees, how episodes end, and what breaks without being anybody's score. */
import { describe, expect, test } from "vitest";
import { Random } from "../../domains/index.ts";
import { type Desks, Episode, expert, MemoryDesks, noop, playAttempt, scripted } from "../../rollout/index.ts";
import { answering, calls, libraryTask, saying, setting, worlds } from "../support/speakers.ts";

const line = libraryTask();
const attempt = { line, attempt: 0 };
const lend = { member_id: "m1", book_id: "b2" };

describe("what each side sees", () => {
  test("the policy begins with the domain policy, a greeting that it did not sample, and the user's request", async () => {
    const policy = saying("Bye");
    await playAttempt(setting({ policy, user: answering("Hello", "###STOP###") }), attempt);
    const [system, greeting, request] = policy.heard[0]?.messages ?? [];
    expect(system).toMatchObject({ role: "system", sampled: false });
    expect(system?.content).toContain(worlds.get("library").domainPolicy().trim());
    expect(greeting).toMatchObject({ role: "assistant", sampled: false });
    expect(request).toEqual({ role: "user", content: "Hello", sampled: false });
  });

  test("text beside tool calls, tool results and reasoning never reach the user", async () => {
    const user = answering("Hello", "###STOP###");
    const aside = { ...calls("read_book", { book_id: "b1" }), content: "Let me look, this user is odd." };
    const policy = saying(aside, "<think>secret plan</think>Here you are.");
    const { messages } = await playAttempt(setting({ policy, user }), attempt);
    const seen = JSON.stringify(user.heard.at(-1)?.messages);
    expect(seen).toContain("Here you are.");
    expect(seen).not.toMatch(/odd|secret plan|read_book|Emma/);
    expect(messages.some(({ content }) => content?.includes("secret plan"))).toBe(true);
  });

  test("a user's own tool calls stay between the user and its tools", async () => {
    const user = answering(
      "Is Emma in?",
      { ...calls("check_shelf", { title: "Emma" }, "user_0") },
      "I see it on the shelf.",
      "###STOP###",
    );
    const policy = saying("Please look at the shelf.", "Thank you.");
    const { messages } = await playAttempt(setting({ policy, user }), attempt);
    expect(user.heard[0]?.tools.map(({ name }) => name)).toContain("check_shelf");
    expect(user.heard[0]?.tools.map(({ name }) => name)).not.toContain("lend_book");
    expect(user.heard[2]?.messages.at(-1)).toMatchObject({ role: "tool", content: "true", requestor: "user" });
    expect(JSON.stringify(policy.heard.at(-1)?.messages)).not.toContain("check_shelf");
    expect(messages.filter(({ sampled }) => sampled).map(({ content }) => content)).toEqual([
      "Please look at the shelf.",
      "Thank you.",
    ]);
  });

  test("all calls of one message are made, in order, before the policy goes on", async () => {
    const both = [
      ...(calls("read_book", { book_id: "b1" }, "a").tool_calls ?? []),
      ...(calls("lend_book", lend, "b").tool_calls ?? []),
    ];
    const policy = saying({ content: null, tool_calls: both }, "Dune is yours.");
    const user = answering("Hello", "###STOP###");
    const { messages, reward } = await playAttempt(setting({ policy, user }), attempt);
    expect(messages.filter(({ role }) => role === "tool").map(({ tool_call_id }) => tool_call_id)).toEqual(["a", "b"]);
    expect(reward?.value).toBe(1);
  });

  test("the conversation only ever grows", async () => {
    const policy = saying(calls("read_book", { book_id: "b1" }), "Well?", "Well?");
    await playAttempt(setting({ policy, user: answering("Hello", "Yes?", "###STOP###") }), attempt);
    for (const [at, { messages }] of policy.heard.slice(1).entries()) {
      const before = policy.heard[at]?.messages ?? [];
      expect(messages.slice(0, before.length)).toEqual(before);
      expect(messages.length).toBeGreaterThan(before.length);
    }
  });
});

describe("bad calls are the policy's own fault", () => {
  test.each([
    ["malformed JSON", calls("read_book", '{"book_id": '), /not a JSON object/],
    ["a list for arguments", calls("read_book", "[1]"), /not a JSON object/],
    ["an unknown tool", calls("drop_tables", {}), /not found/],
    ["a wrong argument", calls("read_book", { book: "b1" }), /unknown argument 'book'/],
    ["a refusal of the tool", calls("read_book", { book_id: "b9" }), /Book not found/],
  ])("%s is an error result", async (_, call, text) => {
    const user = answering("Hello", "###STOP###");
    const { messages, ended, failure } = await playAttempt(setting({ policy: saying(call, "Sorry."), user }), attempt);
    expect(messages.find(({ role }) => role === "tool")).toMatchObject({
      is_error: true,
      content: expect.stringMatching(text),
    });
    expect(ended).toEqual({ how: "terminated", reason: "user_stop" });
    expect(failure).toBeNull();
  });

  test("no arguments at all is the empty object", async () => {
    const user = answering("Hello", "###STOP###");
    const policy = saying(calls("find_member", ""), "Sorry.");
    const { messages } = await playAttempt(setting({ policy, user }), attempt);
    expect(messages.find(({ role }) => role === "tool")?.content).toContain("missing argument 'name'");
  });
});

describe("limits truncate, and a truncated episode is worth 0 with its reason", () => {
  test.each([
    ["turns", { turns: 3, errors: 10 }, saying(calls("read_book", { book_id: "b1" }))],
    ["errors", { turns: 30, errors: 2 }, saying(calls("read_book", { book_id: "b9" }))],
  ])("%s", async (reason, limits, policy) => {
    const { ended, reward } = await playAttempt(setting({ policy, limits }), attempt);
    expect(ended).toEqual({ how: "truncated", reason });
    expect(reward?.value).toBe(0);
    expect(reward?.reasons[0]?.text).toBe(`truncated by the limit on ${reason}, which counts as 0`);
    expect(policy.heard).toHaveLength(reason === "turns" ? 3 : 2);
  });

  test("right rows do not save an episode that did not come to an end", async () => {
    const policy = saying(calls("lend_book", lend), "Dune. Hm.");
    const user = answering("Hello", "What?", "What?");
    const { reward } = await playAttempt(setting({ policy, user, limits: { turns: 2, errors: 10 } }), attempt);
    expect(reward).toMatchObject({ value: 0, components: { db: 1, communicate: 1 } });
  });

  test("time, by the clock that is handed in", async () => {
    let now = 0;
    const clock = () => (now += 10);
    const limits = { turns: 30, errors: 10, seconds: 25 };
    const { ended } = await playAttempt(setting({ policy: noop, limits, clock }), attempt);
    expect(ended).toEqual({ how: "truncated", reason: "time" });
  });

  test("tokens, by the endpoint's count", async () => {
    const desk = await new MemoryDesks(worlds).open(line);
    const limits = { turns: 30, errors: 10, tokens: 100 };
    const user = answering("Hello", "Yes?").play(line, new Random(0), desk.agent.tools);
    const episode = new Episode({ line, desk, user, limits, mode: "evaluation" });
    await episode.start();
    const step = await episode.step({ content: "Well" }, { input_tokens: 90, output_tokens: 10 });
    expect(step.ended).toEqual({ how: "truncated", reason: "tokens" });
    const { usage } = await episode.finish();
    expect(usage.policy).toEqual({ calls: 1, input_tokens: 90, output_tokens: 10 });
    await desk.close();
  });

  test("the user's stop wins over the limit that it falls on", async () => {
    const user = answering("Hello", "###STOP###");
    const { ended } = await playAttempt(
      setting({ policy: saying("Bye"), user, limits: { turns: 1, errors: 1 } }),
      attempt,
    );
    expect(ended).toEqual({ how: "terminated", reason: "user_stop" });
  });

  test("a trainer that leaves early abandons the episode", async () => {
    const desk = await new MemoryDesks(worlds).open(line);
    const user = scripted.play(line, new Random(0), desk.agent.tools);
    const episode = new Episode({ line, desk, user, limits: { turns: 9, errors: 9 }, mode: "evaluation" });
    await episode.start();
    expect(await episode.finish()).toMatchObject({
      ended: { how: "truncated", reason: "abandoned" },
      reward: { value: 0 },
    });
    await desk.close();
  });
});

test.each([
  ["Thanks. ###STOP###", "user_stop"],
  ["###TRANSFER###", "transfer"],
  ["###OUT-OF-SCOPE###", "out_of_scope"],
  ["###STOP### ###OUT-OF-SCOPE###", "out_of_scope"],
])("%s ends the episode", async (content, reason) => {
  const { ended } = await playAttempt(setting({ policy: saying("Bye"), user: answering("Hello", content) }), attempt);
  expect(ended).toEqual({ how: "terminated", reason });
});

describe("a failure is no score, and fails nobody else", () => {
  const broken = (wrap: (desks: MemoryDesks) => Partial<Awaited<ReturnType<Desks["open"]>>>): Desks => {
    const desks = new MemoryDesks(worlds);
    return { open: async (of) => ({ ...(await desks.open(of)), ...wrap(desks) }) };
  };
  const tool = { name: "read_book", title: "", description: "", inputSchema: {}, readOnly: true };
  const cutOff = {
    tools: [tool],
    instructions: "",
    call: async () => Promise.reject(new Error("connection lost")),
    close: async () => {},
  };
  const cases = [
    ["policy", setting({ policy: saying(new Error("503")) }), "503"],
    ["user", setting({ policy: noop, user: answering("Hello", new Error("no model")) }), "no model"],
    ["user", setting({ policy: noop, user: answering() }), "the user simulator said nothing"],
    [
      "environment",
      setting({ policy: saying(calls("read_book", {})), desks: broken(() => ({ agent: cutOff })) }),
      "connection lost",
    ],
    [
      "environment",
      setting({ policy: noop, desks: { open: async () => Promise.reject(new Error("no server")) } }),
      "no server",
    ],
    [
      "reward",
      setting({ policy: noop, desks: broken(() => ({ score: async () => Promise.reject(new Error("odd")) })) }),
      "odd",
    ],
  ] as const;
  test.each(cases)("%s: %#", async (boundary, broken, message) => {
    const trajectory = await playAttempt(broken, attempt);
    expect(trajectory.failure).toEqual({ boundary, message });
    expect(trajectory.ended).toEqual({ how: "failed", reason: boundary });
    expect(trajectory.reward).toBeNull();
  });

  test("a bug in a tool is the environment's failure", async () => {
    const { failure, reward } = await playAttempt(setting({ policy: saying(calls("sneaky_read", {})) }), attempt);
    expect(failure?.boundary).toBe("environment");
    expect(reward).toBeNull();
  });

  test("every desk is given back, whatever happened", async () => {
    let open = 0;
    const desks: Desks = {
      open: async (of) => {
        const desk = await new MemoryDesks(worlds).open(of);
        open += 1;
        return {
          ...desk,
          close: async () => {
            open -= 1;
            await desk.close();
          },
        };
      },
    };
    for (const [, broken] of cases.slice(0, 3)) await playAttempt({ ...broken, desks }, attempt);
    await playAttempt(setting({ policy: expert(), desks }), attempt);
    expect(open).toBe(0);
  });
});
