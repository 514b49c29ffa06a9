/** Models behind an OpenAI-compatible endpoint: as policy, as user, as judge. */
import { describe, expect, test } from "vitest";
import {
  chatCompletions,
  chatEndpoint,
  llmUser,
  makeUser,
  modelJudge,
  noop,
  playAttempt,
} from "../../rollout/index.ts";
import { type ChatReply, chatServer } from "../support/chat-server.ts";
import { answering, libraryTask, saying, setting } from "../support/speakers.ts";

const line = libraryTask();
const attempt = { line, attempt: 0 };
const bye: ChatReply = { message: { content: "Goodbye." } };
const endpointOf = (url: string) => chatEndpoint({ OPENAI_BASE_URL: url, OPENAI_API_KEY: "key" });
const user = () => answering("Hello", "###STOP###");

function calling(args: string): ChatReply {
  const call = { id: "call_x", type: "function", function: { name: "read_book", arguments: args } };
  return { message: { content: null, tool_calls: [call] } };
}

describe("the policy openai", () => {
  test("sends the conversation and the tools, makes the calls, and counts tokens", async () => {
    await using server = await chatServer(calling('{"book_id":"b1"}'), bye);
    const policy = chatCompletions(endpointOf(server.url), "small", { temperature: 0.5 });
    const { messages, usage, policy: recorded } = await playAttempt(setting({ policy, user: user() }), attempt);
    expect(recorded).toEqual({ kind: "openai", model: "small", options: { temperature: 0.5 } });
    expect(usage.policy).toEqual({ calls: 2, input_tokens: 14, output_tokens: 6 });
    const [first, second] = server.asked;
    expect(first).toMatchObject({ model: "small", temperature: 0.5, authorization: "Bearer key" });
    expect(first?.messages.map(({ role }) => role)).toEqual(["system", "assistant", "user"]);
    expect(first?.tools?.map(({ function: { name } }) => name)).toContain("lend_book");
    expect(first?.tools?.[0]?.function.parameters).toMatchObject({ type: "object", additionalProperties: false });
    expect(second?.messages.slice(-2)).toMatchObject([
      { role: "assistant", content: null, tool_calls: [{ id: "call_x" }] },
      { role: "tool", tool_call_id: "call_x", content: expect.stringContaining("Emma") },
    ]);
    expect(JSON.stringify(server.asked)).not.toMatch(/sampled|is_error/);
    expect(messages.at(-2)).toEqual({ role: "assistant", content: "Goodbye.", sampled: true });
  });

  test("malformed arguments go back to the model as an error, and on", async () => {
    await using server = await chatServer(calling('{"book_id": "b'), bye);
    const policy = chatCompletions(endpointOf(server.url), "small");
    const { failure, messages } = await playAttempt(setting({ policy, user: user() }), attempt);
    expect(failure).toBeNull();
    expect(messages.some(({ is_error }) => is_error)).toBe(true);
    expect(server.asked[1]?.messages.at(-1)?.content).toMatch(/not a JSON object/);
  });

  test.each([
    ["429 with Retry-After", { status: 429 }],
    ["500", { status: 500 }],
  ] as const)("%s is tried again", async (_, reply) => {
    await using server = await chatServer(reply, reply, bye);
    const policy = chatCompletions(endpointOf(server.url), "small");
    const { failure, usage } = await playAttempt(setting({ policy, user: user() }), attempt);
    expect(failure).toBeNull();
    expect(server.asked).toHaveLength(3);
    expect(usage.policy.calls).toBe(1);
  });

  test.each([
    ["500 for good", { status: 500 }, /500/],
    ["a wrong key", { status: 401, error: { message: "who are you" } }, /who are you/],
    ["a connection that breaks off", "cut", /./],
  ] as const)("%s is the policy's failure, not a zero", async (_, reply, message) => {
    await using server = await chatServer(reply);
    const endpoint = chatEndpoint({ OPENAI_BASE_URL: server.url }, "", 1);
    const { failure, reward } = await playAttempt(
      setting({ policy: chatCompletions(endpoint, "small"), user: user() }),
      attempt,
    );
    expect(failure).toEqual({ boundary: "policy", message: expect.stringMatching(message) });
    expect(reward).toBeNull();
  });

  test("a full context window truncates: a zero, not a failure", async () => {
    await using server = await chatServer(calling('{"book_id":"b1"}'), {
      status: 400,
      error: { code: "context_length_exceeded", message: "long" },
    });
    const policy = chatCompletions(endpointOf(server.url), "small");
    const { ended, failure, reward } = await playAttempt(setting({ policy, user: user() }), attempt);
    expect(ended).toEqual({ how: "truncated", reason: "tokens" });
    expect(failure).toBeNull();
    expect(reward?.value).toBe(0);
  });

  test("an endpoint of one's own needs no key, the public one does", () => {
    expect(() => chatEndpoint({ OPENAI_BASE_URL: "http://127.0.0.1:1" })).not.toThrow();
    expect(() => chatEndpoint({})).toThrow(/OPENAI_API_KEY/);
  });
});

describe("the user llm", () => {
  test("plays from the instructions, sees the agent as the one who prompts, and is counted apart", async () => {
    await using server = await chatServer(
      { message: { content: "I want a book." } },
      { message: { content: "###STOP###" } },
    );
    const { usage, user, ended } = await playAttempt(
      setting({ policy: noop, user: llmUser(endpointOf(server.url)) }),
      attempt,
    );
    expect(ended).toEqual({ how: "terminated", reason: "user_stop" });
    expect(user).toEqual({ kind: "llm", model: "gpt-4o-2024-11-20" });
    expect(usage.user).toEqual({ calls: 2, input_tokens: 14, output_tokens: 6 });
    expect(usage.policy.calls).toBe(0);
    const [system, ...rest] = server.asked[1]?.messages ?? [];
    expect(system?.content).toContain(line.user.instructions);
    expect(rest.map(({ role, content }) => [role, content])).toEqual([
      ["user", "Hi! How can I help you today?"],
      ["assistant", "I want a book."],
      ["user", "I understand. Thank you for your patience."],
    ]);
    expect(JSON.stringify(server.asked)).not.toContain(line.user.agenda?.steps[0]?.say);
  });

  test("may use its own tools", async () => {
    const call = { id: "u1", type: "function", function: { name: "check_shelf", arguments: '{"title":"Emma"}' } };
    await using server = await chatServer(
      { message: { content: null, tool_calls: [call] } },
      { message: { content: "It is there. ###STOP###" } },
    );
    const { messages } = await playAttempt(setting({ policy: noop, user: llmUser(endpointOf(server.url)) }), attempt);
    expect(messages.slice(2).map(({ role }) => role)).toEqual(["user", "tool", "user"]);
    expect(server.asked[1]?.messages.at(-1)).toMatchObject({ role: "tool", content: "true" });
  });

  test("its endpoint may be another than the policy's", async () => {
    await using server = await chatServer({ message: { content: "###STOP###" } });
    const env = {
      OPENAI_BASE_URL: "http://127.0.0.1:1",
      USER_OPENAI_BASE_URL: server.url,
      USER_OPENAI_API_KEY: "theirs",
    };
    await playAttempt(setting({ policy: noop, user: makeUser("llm", "other", env) }), attempt);
    expect(server.asked).toMatchObject([{ model: "other", authorization: "Bearer theirs" }]);
  });

  test("one that is down is the user's failure", async () => {
    await using server = await chatServer({ status: 500 });
    const endpoint = chatEndpoint({ OPENAI_BASE_URL: server.url }, "", 0);
    const { failure, reward } = await playAttempt(setting({ policy: noop, user: llmUser(endpoint) }), attempt);
    expect(failure?.boundary).toBe("user");
    expect(reward).toBeNull();
  });
});

describe("the judge", () => {
  const verdict = (...holds: boolean[]): ChatReply => {
    const results = holds.map((each) => ({ reasoning: "seen", holds: each }));
    return { message: { content: JSON.stringify({ results }) } };
  };
  const assertions = ["The agent says goodbye.", "The agent names Dune."];
  const play = async (url: string) => {
    const judge = modelJudge(chatEndpoint({ OPENAI_BASE_URL: url }, "", 0), "stern");
    return judge(assertions, [
      { role: "system", content: "rules", sampled: false },
      { role: "user", content: "Hello", sampled: false },
      { role: "assistant", content: "<think>hm</think>Goodbye.", sampled: true },
    ]);
  };

  test("gives one verdict for each assertion, on what was said aloud", async () => {
    await using server = await chatServer(verdict(true, false));
    expect(await play(server.url)).toEqual({
      verdicts: [true, false],
      usage: { input_tokens: 7, output_tokens: 3 },
    });
    expect(JSON.parse(server.asked[0]?.messages.at(-1)?.content ?? "")).toEqual({
      conversation: [
        { role: "user", content: "Hello" },
        { role: "assistant", content: "Goodbye." },
      ],
      statements: assertions,
    });
    expect(server.asked[0]).toMatchObject({ temperature: 0, response_format: { type: "json_schema" } });
  });

  test.each([
    ["prose", { message: { content: "Looks good to me." } }],
    ["too few verdicts", verdict(true)],
    ["nothing", { message: { content: null } }],
    ["an error", { status: 500 }],
  ] as const)("that answers with %s is a failure of the reward", async (_, reply) => {
    await using server = await chatServer(reply);
    await expect(play(server.url)).rejects.toMatchObject({ name: "EpisodeFailure", boundary: "reward" });
  });
});

test("a judge's verdicts multiply into the reward, and their cost is the judge's", async () => {
  const { withVerdicts } = await import("../../rollout/outcome.ts");
  const { reward } = await playAttempt(setting({ policy: saying("Bye"), user: user() }), attempt);
  if (reward === null) throw new Error("unscored");
  const open = { ...reward, value: null, basis: ["nl_assertions" as const] };
  expect(withVerdicts(open, ["a", "b"], [true, true])).toMatchObject({ value: 1, components: { nl_assertions: 1 } });
  const judged = withVerdicts(open, ["a", "b"], [true, false]);
  expect(judged).toMatchObject({ value: 0, components: { nl_assertions: 0 } });
  expect(judged.reasons.at(-1)).toMatchObject({ component: "nl_assertions", expected: "b" });
});
