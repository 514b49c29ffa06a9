/** Rollouts over HTTP: asked for once, played once, called off, forgotten. */
import { setTimeout } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import type { RolloutRecord } from "../../trainer-bridge/index.ts";
import { closedAfterEach, linesOf, saying, turnOf, until } from "../support/bridged.ts";
import type { PolicyAnswer, PolicyRequest } from "../support/token-endpoint.ts";

const lines = await linesOf("lend-1");
const task = { domain: "library", id: "lend-1" };

interface Standing {
  rollout_id: string;
  state: "queued" | "running" | "done";
  record: RolloutRecord | null;
}

const { bridge, endpointOf } = closedAfterEach();

function policyAt({ url }: { url: string }, more: object = {}) {
  return { base_url: url, model: "m", ...more };
}

/** Lets none of the answers go before it is opened. */
function gated(answer: (request: PolicyRequest) => PolicyAnswer) {
  const held = Promise.withResolvers<void>();
  return { open: held.resolve, answer: (request: PolicyRequest) => held.promise.then(() => answer(request)) };
}

test("a rollout is played once, however often it is asked for in the same words", async () => {
  const endpoint = await endpointOf(saying(lines));
  const { request, rollout } = bridge();
  const body = { rollout_id: "r", task, policy: policyAt(endpoint) };
  const first = await request("POST", "/v1/rollouts", body);
  expect(first.status).toBe(202);
  expect(await first.json()).toMatchObject({ rollout_id: "r", record: null });
  expect((await request("POST", "/v1/rollouts", body)).status).toBe(202);
  const record = await rollout(body);
  expect(record).toMatchObject({ status: "completed", termination: "user_stop", failure: null, reward: 1 });
  expect(record).toMatchObject({ task: { ...task, world: "builtin", seed: 0, split: "train" }, noop_solvable: false });
  expect(record.trajectory?.reward?.value).toBe(1);
  const asked = endpoint.asked.length;
  expect(asked).toBe(record.turns.length);
  // The same words: fields in another order, defaults and the split said aloud.
  const again = await request("POST", "/v1/rollouts", {
    seed: 0,
    mode: "training",
    ...body,
    group_id: null,
    task: record.task,
  });
  expect(again.status).toBe(200);
  expect(await again.json()).toEqual({ rollout_id: "r", state: "done", record });
  expect(endpoint.asked).toHaveLength(asked);
  const other = await request("POST", "/v1/rollouts", { ...body, seed: 1 });
  expect(other.status).toBe(409);
  expect(await other.json()).toEqual({
    error: expect.stringMatching(/^rollout 'r' was asked for before, in other words/),
  });
});

test("what goes to the endpoint: ids and log-probs wanted, a session, what was asked for and nothing else", async () => {
  const endpoint = await endpointOf(saying(lines));
  const { rollout } = bridge();
  await rollout({
    ...{ rollout_id: "group/7", task, sampling: { temperature: 0.7, top_k: -1, stop: ["</s>"] } },
    policy: policyAt(endpoint, {
      headers: { "X-Who": "me" },
      extra_body: { chat_template_kwargs: { thinking: false } },
    }),
  });
  const { body, session, tools = [] } = endpoint.asked[0] as PolicyRequest;
  expect(session).toBe("group/7");
  expect(tools.map((tool) => tool.function.name)).toContain("lend_book");
  const { messages: _, tools: _tools, ...rest } = body;
  expect(rest).toEqual({
    ...{ model: "m", temperature: 0.7, top_k: -1, stop: ["</s>"], chat_template_kwargs: { thinking: false } },
    ...{ n: 1, stream: false, logprobs: true, return_token_ids: true, return_prompt_token_ids: true },
  });
});

test("text alone is no sample: messages without segments, and the endpoint is not asked for ids", async () => {
  const endpoint = await endpointOf((request) => ({ ...saying(lines)(request), without: "token_ids" }));
  const { rollout } = bridge();
  const spec = { task, policy: policyAt(endpoint) };
  const asText = await rollout({ rollout_id: "a", ...spec, policy: policyAt(endpoint, { protocol: "chat_text" }) });
  const evaluated = await rollout({ rollout_id: "b", ...spec, mode: "evaluation" });
  for (const record of [asText, evaluated]) {
    expect(record).toMatchObject({ status: "completed", reward: 1, segments: [] });
    expect(record.turns).toEqual(lines.map(() => ({ segment: null, start: 0, end: 0, finish_reason: "stop" })));
    expect(record.counters).toMatchObject({ turns: lines.length, joins: 0, drift: 0, response_tokens: 0 });
  }
  expect(endpoint.asked[0]?.body).not.toHaveProperty("return_token_ids");
  const trained = await rollout({ rollout_id: "c", ...spec });
  expect(trained).toMatchObject({ status: "failed", reward: null, failure: { class: "policy_endpoint" } });
});

test("an answer that the endpoint gave up is asked for again, and is no sample", async () => {
  const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const endpoint = await endpointOf((request) => {
    const isFirst = endpoint.asked.filter((one) => turnOf(one) === turnOf(request)).length === 1;
    const isGivenUp = turnOf(request) === 1 ? isFirst : request.session === "stays";
    return { ...saying(lines)(request), isGivenUp, version: String(endpoint.asked.length) };
  });
  const { rollout } = bridge();
  const record = await rollout({ rollout_id: "r", task, policy: policyAt(endpoint) });
  expect(record).toMatchObject({ status: "completed", reward: 1, counters: { turns: lines.length, drift: 0 } });
  expect(endpoint.asked).toHaveLength(lines.length + 1);
  const kept = endpoint.given.filter(({ finish_reason }) => finish_reason !== "abort");
  const [segment] = record.segments;
  expect(record.turns.map(({ start, end }) => segment?.response_ids.slice(start, end))).toEqual(
    kept.map(({ token_ids }) => token_ids),
  );
  expect(segment?.weight_versions.map(({ version }) => version)).toEqual(kept.map(({ version }) => version));
  const spec = { task, policy: policyAt(endpoint, { patience_s: 0.2 }) };
  expect(await rollout({ rollout_id: "stays", ...spec })).toMatchObject({
    ...{ status: "failed", reward: null, turns: [], segments: [] },
    failure: { class: "policy_endpoint", message: expect.stringMatching(/gave up its answer: abort$/) },
  });
  expect(stderr.mock.calls.flat().join("")).toMatch(
    /^deskgym: m at http:\S+ gave up its answer: abort: it is asked again, for 120 s at most\ndeskgym: .* answer: abort\n$/,
  );
  stderr.mockRestore();
});

test("what an endpoint's answers take is none of the patience with it, and it is asked when it wants to be", async () => {
  const endpoint = await endpointOf(async (request) => {
    const tries = endpoint.asked.filter((one) => turnOf(one) === turnOf(request)).length;
    if (turnOf(request) > 0 || tries > 2) return saying(lines)(request);
    await setTimeout(300);
    return { ...saying(lines)(request), isGivenUp: true };
  });
  const spec = { task, policy: policyAt(endpoint, { patience_s: 0.35 }) };
  expect(await bridge().rollout({ rollout_id: "slow", ...spec })).toMatchObject({ status: "completed", reward: 1 });
  const busy = await endpointOf((request) => {
    return busy.asked.length === 1 ? { fails: 429, retryAfter: 1 } : saying(lines)(request);
  });
  const start = performance.now();
  await bridge().rollout({ rollout_id: "busy", task, policy: policyAt(busy) });
  expect(performance.now() - start).toBeGreaterThan(990);
  const never = await endpointOf(() => ({ fails: 503, retryAfter: 0 }));
  const given = { task, policy: policyAt(never, { patience_s: 0.4 }) };
  expect(await bridge().rollout({ rollout_id: "never", ...given })).toMatchObject({ status: "failed", reward: null });
  expect(never.asked).toHaveLength(3);
});

test("the limit on tokens counts ids where the endpoint does not say how many there were", async () => {
  const endpoint = await endpointOf((request) => ({ ...saying(lines)(request), without: "usage" }));
  const record = await bridge().rollout({
    ...{ rollout_id: "r", task, policy: policyAt(endpoint), limits: { tokens: 10 } },
  });
  expect(record).toMatchObject({ status: "truncated", termination: "max_tokens", counters: { turns: 1 } });
});

test("a user who leaves before the policy has said anything has failed, and the policy has not", async () => {
  const user = await endpointOf(() => ({ content: "###STOP###" }));
  const endpoint = await endpointOf(saying(lines));
  const record = await bridge().rollout({
    ...{ rollout_id: "r", task, policy: policyAt(endpoint) },
    user: { kind: "llm", model: "u", base_url: user.url },
  });
  expect(record).toMatchObject({ status: "failed", reward: null, failure: { class: "user_sim" }, segments: [] });
  expect(endpoint.asked).toEqual([]);
});

test("a failure says what broke: the policy's endpoint, the environment or the user", async () => {
  const endpoint = await endpointOf((request) => (turnOf(request) === 1 ? { fails: 400 } : saying(lines)(request)));
  const { rollout, rollouts, ask } = bridge();
  const spec = { task, policy: policyAt(endpoint) };
  expect(await rollout({ rollout_id: "policy", ...spec })).toMatchObject({ failure: { class: "policy_endpoint" } });
  const user = { kind: "llm", model: "u", base_url: "http://127.0.0.1:9/v1" };
  vi.spyOn(rollouts.options.desks, "open").mockRejectedValueOnce(new Error("no desk"));
  expect(await rollout({ rollout_id: "env", ...spec })).toMatchObject({
    failure: { class: "env", message: "no desk" },
  });
  vi.spyOn(rollouts, "userOf").mockReturnValueOnce({
    kind: "llm",
    play: () => ({ reply: () => Promise.reject(new Error("no user")) }),
  });
  const failed = await rollout({ rollout_id: "user", ...spec, user });
  expect(failed).toMatchObject({ failure: { class: "user_sim", message: "no user" }, reward: null, termination: null });
  expect(failed.trajectory).toMatchObject({ failure: { boundary: "user" } });
  expect(await ask<string>("GET", "/v1/info")).toMatchObject({ running: 0, queued: 0 });
});

test.each([
  ["an endpoint of the request's own gets no key", {}, "Bearer none"],
  ["nor another than the request's", { api_key: "k" }, "Bearer k"],
])("the operator's key for users: %s", async (_, key, authorization) => {
  const endpoint = await endpointOf(saying(lines));
  const user = await endpointOf(() => ({ content: "###STOP###" }));
  const env = { OPENAI_API_KEY: "operator", USER_OPENAI_API_KEY: "operator", USER_OPENAI_BASE_URL: user.url };
  const { rollout } = bridge({ env });
  const spec = { task, policy: policyAt(endpoint) };
  const theirs = { kind: "llm", model: "u", base_url: user.url, ...key };
  await rollout({ rollout_id: "a", ...spec, user: theirs });
  await rollout({ rollout_id: "b", ...spec, user: { kind: "llm", model: "u" } });
  expect(user.asked.map((request) => request.authorization)).toEqual([authorization, "Bearer operator"]);
});

describe("a long poll", () => {
  test("ends when the rollout does, and when there has been enough waiting", async () => {
    const gate = gated(saying(lines));
    const endpoint = await endpointOf(gate.answer);
    const { ask } = bridge();
    await ask("POST", "/v1/rollouts", { rollout_id: "r", task, policy: policyAt(endpoint) });
    expect(await ask("GET", "/v1/rollouts/r")).toMatchObject({ state: "running", record: null });
    expect(await ask("GET", "/v1/rollouts/r?wait_ms=5")).toMatchObject({ state: "running", record: null });
    const poll = ask<Standing>("GET", "/v1/rollouts/r?wait_ms=60000");
    gate.open();
    expect(await poll).toMatchObject({ state: "done", record: { reward: 1 } });
  });

  test("ends when the rollout is called off, which ends the call to the policy too", async () => {
    const endpoint = await endpointOf(() => ({ fails: "hang" }));
    const { ask, desks } = bridge();
    await ask("POST", "/v1/rollouts", { rollout_id: "r", task, policy: policyAt(endpoint) });
    const poll = ask<Standing>("GET", "/v1/rollouts/r?wait_ms=60000");
    await until(() => expect(endpoint.asked).toHaveLength(1));
    const cancelled = await ask<Standing>("POST", "/v1/rollouts/r/cancel");
    expect(cancelled.record).toMatchObject({
      status: "aborted",
      termination: "cancelled",
      failure: null,
      reward: null,
    });
    expect(cancelled.record).toMatchObject({ trajectory: null, segments: [] });
    expect(await poll).toEqual(cancelled);
    await until(() => expect(desks).toMatchObject({ opened: 1, closed: 1 }));
    // Called off again it is as it was; and so is one that was done.
    expect(await ask("POST", "/v1/rollouts/r/cancel")).toEqual(cancelled);
    expect(endpoint.asked).toHaveLength(1);
  });
});

test("what waits for its turn is called off at once, and makes room", async () => {
  const gate = gated(saying(lines));
  const endpoint = await endpointOf(gate.answer);
  const { ask, request, desks } = bridge({ concurrency: 1, queue: 1 });
  const body = { task, policy: policyAt(endpoint) };
  await ask("POST", "/v1/rollouts", { rollout_id: "a", ...body });
  await ask("POST", "/v1/rollouts", { rollout_id: "b", ...body });
  const full = await request("POST", "/v1/rollouts", { rollout_id: "c", ...body });
  expect([full.status, full.headers.get("retry-after")]).toEqual([429, "5"]);
  expect(await full.json()).toEqual({ error: "the bridge takes 2 rollouts at a time, and has no room for 1 more" });
  // What is there is answered all the same.
  expect((await request("POST", "/v1/rollouts", { rollout_id: "b", ...body })).status).toBe(202);
  const { record } = await ask<Standing>("POST", "/v1/rollouts/b/cancel");
  expect(record).toMatchObject({ status: "aborted", termination: "cancelled", turns: [], trajectory: null });
  expect(await ask("GET", "/v1/info")).toMatchObject({ running: 1, queued: 0 });
  await ask("POST", "/v1/rollouts", { rollout_id: "c", ...body });
  gate.open();
  expect(await ask("GET", "/v1/rollouts/c?wait_ms=20000")).toMatchObject({ record: { reward: 1 } });
  expect(desks.opened).toBe(2);
});

test("called off while the environment hangs, nobody waits for the record, and its place stays taken", async () => {
  const endpoint = await endpointOf(saying(lines));
  const { ask, desks } = bridge({ concurrency: 1 });
  const hangs = Promise.withResolvers<void>();
  const { open: openDesk } = desks;
  vi.spyOn(desks, "open").mockImplementationOnce(async (line) => {
    await hangs.promise;
    return openDesk.call(desks, line);
  });
  const body = { task, policy: policyAt(endpoint) };
  await ask("POST", "/v1/rollouts", { rollout_id: "a", ...body, limits: { deadline_s: 0.02 } });
  await ask("POST", "/v1/rollouts", { rollout_id: "b", ...body });
  const { record } = await ask<Standing>("GET", "/v1/rollouts/a?wait_ms=20000");
  expect(record).toMatchObject({ status: "aborted", termination: "deadline", reward: null });
  expect(await ask("GET", "/v1/rollouts/b?wait_ms=50")).toMatchObject({ state: "queued" });
  hangs.resolve();
  expect(await ask("GET", "/v1/rollouts/b?wait_ms=20000")).toMatchObject({ record: { reward: 1 } });
  expect(desks).toMatchObject({ opened: 2, closed: 2, most: 1 });
});

describe("a deadline", () => {
  const limits = { deadline_s: 0.03 };

  test("ends a rollout without a reward, whoever takes the time", async () => {
    const endpoint = await endpointOf((request) =>
      turnOf(request) === 1 ? { fails: "hang" } : saying(lines)(request),
    );
    const { rollout } = bridge();
    const record = await rollout({ rollout_id: "r", task, policy: policyAt(endpoint), limits: { deadline_s: 0.3 } });
    expect(record).toMatchObject({ status: "aborted", termination: "deadline", failure: null, reward: null });
    expect(record.trajectory).toBeNull();
    expect(record.counters).toMatchObject({ turns: 1, tool_calls: null, tool_errors: null, user_turns: null });
    expect(record.counters.response_tokens).toBe(endpoint.given[0]?.token_ids.length);
  });

  test("counts no pauses", async () => {
    const clock = { ms: 0 };
    const endpoint = await endpointOf(saying(lines));
    const { ask, gate } = bridge({ now: () => clock.ms });
    gate.pause();
    await ask("POST", "/v1/rollouts", { rollout_id: "r", task, policy: policyAt(endpoint), limits });
    clock.ms += 1000;
    // So long that it has been looked at meanwhile.
    expect(await ask("GET", "/v1/rollouts/r?wait_ms=100")).toMatchObject({ state: "running" });
    gate.resume();
    expect(await ask("GET", "/v1/rollouts/r?wait_ms=20000")).toMatchObject({ record: { reward: 1 } });
    expect(gate.pausedMs).toBe(1000);
  });

  test("counts what is not paused", async () => {
    const clock = { ms: 0 };
    const endpoint = await endpointOf(() => ({ fails: "hang" }));
    const { ask, gate } = bridge({ now: () => clock.ms });
    await ask("POST", "/v1/rollouts", { rollout_id: "r", task, policy: policyAt(endpoint), limits });
    await until(() => expect(endpoint.asked).toHaveLength(1));
    gate.pause();
    clock.ms += 1000;
    gate.resume();
    clock.ms += 29;
    expect(await ask("GET", "/v1/rollouts/r?wait_ms=50")).toMatchObject({ state: "running" });
    clock.ms += 1;
    expect(await ask("GET", "/v1/rollouts/r?wait_ms=20000")).toMatchObject({ record: { termination: "deadline" } });
  });
});

test("the newest are kept, and what is gone is not played again by mistake", async () => {
  const endpoint = await endpointOf(saying(lines));
  const { rollout, request, ask } = bridge({ kept: 3 });
  const body = (rollout_id: string) => ({ rollout_id, task, policy: policyAt(endpoint) });
  for (const id of ["a", "b", "c", "d"]) await rollout(body(id));
  const calls = endpoint.asked.length;
  for (const [method, path, with_] of [
    ["GET", "/v1/rollouts/a", undefined],
    ["POST", "/v1/rollouts", body("a")],
    ["POST", "/v1/rollouts/a/cancel", undefined],
  ] as const) {
    const gone = await request(method, path, with_);
    expect([gone.status, await gone.json()]).toEqual([
      410,
      { error: expect.stringContaining("only the newest 3 are kept") },
    ]);
  }
  expect(await ask("GET", "/v1/rollouts/b")).toMatchObject({ state: "done" });
  expect(endpoint.asked).toHaveLength(calls);
});

test("256 at once all end, no more play than may, and no desk is left open", async () => {
  const endpoint = await endpointOf(saying(lines));
  const { ask, desks } = bridge({ concurrency: 100, queue: 200, kept: 256 });
  const ids = Array.from({ length: 256 }, (_, at) => `r${at}`);
  const policy = policyAt(endpoint);
  const body = { task, policy, limits: { turns: 1 } };
  await Promise.all(ids.map((rollout_id) => ask("POST", "/v1/rollouts", { rollout_id, ...body })));
  const done = await Promise.all(ids.map((id) => ask<Standing>("GET", `/v1/rollouts/${id}?wait_ms=60000`)));
  expect(done.filter(({ record }) => record?.termination === "max_turns")).toHaveLength(256);
  expect(new Set(done.map(({ record }) => record?.hash)).size).toBe(1);
  expect(desks).toMatchObject({ opened: 256, closed: 256 });
  expect(desks.most).toBeGreaterThan(50);
  expect(desks.most).toBeLessThanOrEqual(100);
  expect(endpoint.asked).toHaveLength(256);
});

test("after a shutdown nothing begins, and nobody is told of an end", async () => {
  const endpoint = await endpointOf(() => ({ fails: "hang" }));
  const one = bridge({ concurrency: 1 });
  const body = { task, policy: policyAt(endpoint) };
  for (const rollout_id of ["a", "b"]) await one.ask("POST", "/v1/rollouts", { rollout_id, ...body });
  const poll = one.ask<Standing>("GET", "/v1/rollouts/a?wait_ms=60000");
  await until(() => expect(endpoint.asked).toHaveLength(1));
  one.shutdown();
  expect(await poll).toMatchObject({ state: "running", record: null });
  await one.rollouts.idle();
  expect(endpoint.asked).toHaveLength(1);
  expect(one.desks).toMatchObject({ opened: 1, closed: 1 });
  const late = await one.request("POST", "/v1/rollouts", { rollout_id: "c", ...body });
  expect([late.status, await late.json()]).toEqual([503, { error: "the bridge shuts down" }]);
});
