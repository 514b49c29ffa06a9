/** What endpoints answer that are only nearly compatible, and what they are sent. */
import { describe, expect, test } from "vitest";
import { chatCompletions, chatEndpoint, llmUser, noop, playAttempt } from "../../rollout/index.ts";
import { chatServer } from "../support/chat-server.ts";
import { answering, libraryTask, setting } from "../support/speakers.ts";

const attempt = { line: libraryTask(), attempt: 0 };

const DEEP = `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`;

describe("an endpoint", () => {
  const endpointAt = (url: string) => chatEndpoint({ OPENAI_BASE_URL: url }, "", 0);
  const user = () => answering("Hello", "Yes?", "###STOP###");

  test.each(["<html>", "null", '"text"', "{}", '{"choices":[]}', '{"choices":[{"message":null}]}', '{"choices":['])(
    "that answers %j is a failure with a name",
    async (body) => {
      await using server = await chatServer({ body });
      const policy = chatCompletions(endpointAt(server.url), "small");
      const { failure } = await playAttempt(setting({ policy, user: user() }), attempt);
      expect(failure).toEqual({
        boundary: "policy",
        message: expect.stringMatching(/^small at http.* gave an answer that is no chat completion$/),
      });
    },
  );

  test("that counts in halves or not at all is no failure", async () => {
    const choices = [{ message: { role: "assistant", content: [{ type: "text", text: "Hi" }] } }];
    await using server = await chatServer(
      { body: JSON.stringify({ choices, usage: { prompt_tokens: 1.5, completion_tokens: 4 } }) },
      { body: JSON.stringify({ choices, usage: null }) },
    );
    const policy = chatCompletions(endpointAt(server.url), "small");
    const { failure, usage } = await playAttempt(setting({ policy, user: user() }), attempt);
    expect(failure).toBeNull();
    expect(usage.policy).toEqual({ calls: 2, input_tokens: 0, output_tokens: 4 });
  });

  test("that gives its answer up is asked again, and no more often than others", async () => {
    const answer = (finish_reason: string) => ({
      body: JSON.stringify({ choices: [{ message: { role: "assistant", content: "Hel" }, finish_reason }] }),
    });
    await using server = await chatServer(answer("abort"), answer("error"), answer("stop"));
    const request = { model: "small", messages: [] };
    const { message } = await chatEndpoint({ OPENAI_BASE_URL: server.url }, "", 2).ask(request);
    expect([message.content, server.asked.length]).toEqual(["Hel", 3]);
    await using broken = await chatServer(answer("error"));
    const asked = chatEndpoint({ OPENAI_BASE_URL: broken.url }, "", 2).ask(request);
    await expect(asked).rejects.toThrow(/^small at http\S+ gave up its answer: error$/);
    expect(broken.asked).toHaveLength(3);
  });

  test("is sent calls that it can parse, and the record keeps what was said", async () => {
    const odd = [
      { id: "a", type: "function", function: { name: "read_book", arguments: "{bad" } },
      { id: "b", type: "function", function: { name: "a b", arguments: DEEP } },
      { id: "c", type: "function", function: { name: "", arguments: "" } },
      { id: "d", type: "function", function: { name: "read_book", arguments: '{"book_id":"b1"}' } },
    ];
    await using server = await chatServer(
      { message: { content: null, tool_calls: odd } },
      { message: { content: "Bye" } },
    );
    const policy = chatCompletions(endpointAt(server.url), "small");
    const { messages } = await playAttempt(setting({ policy, user: user() }), attempt);
    expect(messages.find(({ tool_calls }) => tool_calls)?.tool_calls).toEqual(odd);
    const sent = server.asked[1]?.messages.find(({ tool_calls }) => tool_calls)?.tool_calls as typeof odd;
    expect(sent.map(({ function: { name, arguments: args } }) => [name, args])).toEqual([
      ["read_book", "{}"],
      ["a_b", "{}"],
      ["unnamed", "{}"],
      ["read_book", '{"book_id":"b1"}'],
    ]);
  });

  test.each([
    [400, { message: "no", code: "context_length_exceeded" }],
    [400, { message: "The input (40000 tokens) is longer than the model's context length (32768 tokens)." }],
    [400, { message: "the request exceeds the available context size, try increasing it" }],
    [400, { message: "This model's maximum context length is 4096 tokens." }],
    [400, { message: "prompt is too long: 210000 tokens > 200000 maximum" }],
    [413, { message: "input exceeds the context window" }],
    [422, { message: "`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000" }],
  ])("that is full says so with %i %j", async (status, error) => {
    await using server = await chatServer({ message: { content: "Hello" } }, { status, error });
    const policy = chatCompletions(endpointAt(server.url), "small");
    const { ended } = await playAttempt(setting({ policy, user: user() }), attempt);
    expect(ended).toEqual({ how: "truncated", reason: "tokens" });
  });

  test("that is too small for the rules is a failure: the policy has not done anything yet", async () => {
    await using server = await chatServer({ status: 400, error: { message: "no", code: "context_length_exceeded" } });
    const policy = chatCompletions(endpointAt(server.url), "small");
    const { failure, reward } = await playAttempt(setting({ policy, user: user() }), attempt);
    expect({ at: failure?.boundary, reward }).toEqual({ at: "policy", reward: null });
  });

  test.each([
    [400, { message: "unknown parameter" }],
    [401, { message: "the context window is full of keys" }],
  ])("with another complaint fails: %i %j", async (status, error) => {
    await using server = await chatServer({ status, error });
    const policy = chatCompletions(endpointAt(server.url), "small");
    expect((await playAttempt(setting({ policy, user: user() }), attempt)).ended.how).toBe("failed");
  });

  test("as the user that answers in parts is heard, and one that answers an object says nothing", async () => {
    await using server = await chatServer(
      { message: { content: [{ type: "text", text: "Hello" }] } },
      { message: { content: { a: 1 } } },
    );
    const { messages, failure } = await playAttempt(
      setting({ policy: noop, user: llmUser(endpointAt(server.url)) }),
      attempt,
    );
    expect(messages.find(({ role }) => role === "user")?.content).toBe("Hello");
    expect(failure).toEqual({ boundary: "user", message: "the user simulator said nothing" });
  });
});
