/** Episodes that a trainer steps itself: the same as those that the bridge plays, and each step taken once. */
import { expect, test, vi } from "vitest";
import type { RolloutRecord } from "../../trainer-bridge/index.ts";
import { closedAfterEach, linesOf, saying, until } from "../support/bridged.ts";
import { tokenEndpoint } from "../support/token-endpoint.ts";

const lines = await linesOf("lend-1");
const task = { domain: "library", id: "lend-1" };

interface Standing {
  turn: number;
  messages: { role: string; content: string | null }[];
  ended: { how: string; reason: string } | null;
}

const { bridge } = closedAfterEach();

/** The expert's message of that turn, as an endpoint would give it. */
function said(turn: number) {
  const { content = null, tool_calls } = lines[turn] ?? { content: "Goodbye." };
  const calls = tool_calls?.map((call, at) => ({ id: `call_${at}`, type: "function", function: call }));
  return { role: "assistant", content, ...(calls && { tool_calls: calls }) };
}

test("the same lines make the same messages, tokens and reward as in a rollout", async () => {
  await using endpoint = await tokenEndpoint((request) => ({ ...saying(lines)(request), version: "w1" }));
  const { ask, rollout, desks } = bridge();
  const played = await rollout({ rollout_id: "r", task, policy: { base_url: endpoint.url, model: "m" } });
  const opened = await ask<Standing & { tools: object[] }>("POST", "/v1/episodes", { episode_id: "e", task });
  expect(opened).toMatchObject({ episode_id: "e", turn: 0, ended: null });
  expect(opened.messages.map(({ role }) => role)).toEqual(["system", "assistant", "user"]);
  expect(opened.tools).toEqual(endpoint.asked[0]?.tools);
  const heard = [...opened.messages];
  for (let turn = 0; ; turn++) {
    // What the trainer has to read is what a policy's endpoint was sent.
    expect(heard).toEqual(endpoint.asked[turn]?.messages);
    const message = said(turn);
    const { prompt_ids = [], token_ids = [], logprobs = [] } = endpoint.given[turn] ?? {};
    const tokens = { prompt_ids, token_ids, logprobs, weight_version: "w1", finish_reason: "stop" };
    const standing = await ask<Standing>("POST", "/v1/episodes/e/step", { turn, message, tokens });
    expect(standing.turn).toBe(turn + 1);
    heard.push(message, ...standing.messages);
    if (standing.ended === null) continue;
    expect(standing.ended).toEqual({ how: "terminated", reason: "user_stop" });
    break;
  }
  const record = await ask<RolloutRecord>("POST", "/v1/episodes/e/finish");
  const { rollout_id, timing: _t, hash: _h, trajectory, ...rest } = record;
  const { rollout_id: _id, timing: _timing, hash: _hash, trajectory: inRollout, ...expected } = played;
  expect(rest).toEqual(expected);
  expect(rollout_id).toBe("e");
  expect(trajectory).toEqual({ ...inRollout, policy: { kind: "stepped", options: {} } });
  expect(await ask("POST", "/v1/episodes/e/finish")).toEqual(record);
  expect(desks).toMatchObject({ opened: 2, closed: 2 });
});

test("what comes twice is answered twice alike and done once; what is out of turn is refused", async () => {
  const { ask, request, desks } = bridge();
  const open = { episode_id: "e", task, seed: 3 };
  const [first, again] = await Promise.all([ask("POST", "/v1/episodes", open), ask("POST", "/v1/episodes", open)]);
  expect(again).toEqual(first);
  expect(await ask("POST", "/v1/episodes", open)).toEqual(first);
  expect(desks.opened).toBe(1);
  const other = await request("POST", "/v1/episodes", { ...open, seed: 4 });
  expect([other.status, await other.json()]).toEqual([409, { error: expect.stringContaining("another episode_id") }]);
  const step = { turn: 0, message: said(0) };
  const both = [1, 2].map(() => ask<Standing>("POST", "/v1/episodes/e/step", step));
  const [one, two] = await Promise.all(both);
  expect(two).toEqual(one);
  expect(await ask("POST", "/v1/episodes/e/step", step)).toEqual(one);
  for (const [body, text] of [
    [{ turn: 0, message: { content: "something else" } }, "episode 'e' is at turn 1, and this is turn 0"],
    [{ turn: 2, message: said(2) }, "episode 'e' is at turn 1, and this is turn 2"],
  ] as const) {
    const response = await request("POST", "/v1/episodes/e/step", body);
    expect([response.status, await response.json()]).toEqual([409, { error: text }]);
  }
  const record = await ask<RolloutRecord>("POST", "/v1/episodes/e/finish");
  expect(record).toMatchObject({ status: "truncated", termination: "abandoned", reward: 0, counters: { turns: 1 } });
  // The last answer stays to be had; a new step does not.
  expect(await ask("POST", "/v1/episodes/e/step", step)).toEqual(one);
  const late = await request("POST", "/v1/episodes/e/step", { turn: 1, message: said(1) });
  expect([late.status, await late.json()]).toEqual([409, { error: "episode 'e' is finished" }]);
  await ask("DELETE", "/v1/episodes/e");
  expect((await request("POST", "/v1/episodes/e/finish")).status).toBe(404);
});

test("a step that comes before the last one is answered is refused", async () => {
  const { ask, request, rollouts } = bridge();
  const held = Promise.withResolvers<void>();
  const reply = async () => {
    await held.promise;
    return { content: "Hm." };
  };
  const greet = vi.fn().mockReturnValueOnce({ content: "Hi." }).mockImplementation(reply);
  vi.spyOn(rollouts, "userOf").mockReturnValue({ kind: "slow", play: () => ({ reply: greet }) });
  await ask("POST", "/v1/episodes", { episode_id: "e", task });
  const first = ask("POST", "/v1/episodes/e/step", { turn: 0, message: { content: "Hello" } });
  const second = await request("POST", "/v1/episodes/e/step", { turn: 1, message: { content: "Hello?" } });
  expect([second.status, await second.json()]).toEqual([
    409,
    { error: expect.stringContaining("has not answered turn 0 yet") },
  ]);
  held.resolve();
  expect(await first).toMatchObject({ turn: 1, messages: [{ role: "user", content: "Hm." }] });
  expect(greet).toHaveBeenCalledTimes(2);
});

test("what a policy makes a mess of in its calls is its own fault", async () => {
  const { ask, request } = bridge();
  await ask("POST", "/v1/episodes", { episode_id: "e", task, limits: { errors: 2 } });
  const calls = [{ function: { name: "read_book", arguments: "{" } }, { function: { name: "" } }];
  const standing = await ask("POST", "/v1/episodes/e/step", { turn: 0, message: { tool_calls: calls } });
  expect(standing).toMatchObject({
    messages: [
      { role: "tool", tool_call_id: "call_0", content: expect.stringMatching(/^Error: /) },
      { role: "tool", tool_call_id: "call_1", content: "Error: Tool '' not found." },
    ],
    ended: { how: "truncated", reason: "errors" },
  });
  const over = await request("POST", "/v1/episodes/e/step", { turn: 1, message: said(0) });
  expect([over.status, await over.json()]).toEqual([
    409,
    { error: "episode 'e' has ended: POST /v1/episodes/e/finish" },
  ]);
  const record = await ask<RolloutRecord>("POST", "/v1/episodes/e/finish");
  expect(record).toMatchObject({ status: "truncated", termination: "max_errors", reward: 0, segments: [] });
  expect(record.turns).toEqual([{ segment: null, start: 0, end: 0, finish_reason: null }]);
});

test("tokens are checked before the step is taken", async () => {
  const { ask, request } = bridge();
  await ask("POST", "/v1/episodes", { episode_id: "e", task });
  const tokens = { prompt_ids: [1, 2], token_ids: [3, 4], logprobs: [-1, -2] };
  for (const [changes, text] of [
    [{ logprobs: [-1] }, "'tokens.logprobs': as many logprobs as token_ids are wanted"],
    [{ logprobs: [-1, 0.5] }, "'tokens.logprobs': expected log-probs"],
    [{ prompt_ids: [] }, "'tokens.prompt_ids': "],
    [{ token_ids: [3, -4] }, "'tokens.token_ids': expected token ids"],
    [{ ids: [] }, "unknown 'tokens.ids'"],
    [{ token_ids: [], logprobs: [] }, "'tokens.token_ids': expected the ids of what the message says"],
  ] as const) {
    const body = { turn: 0, message: said(0), tokens: { ...tokens, ...changes } };
    const response = await request("POST", "/v1/episodes/e/step", body);
    expect(response.status).toBe(400);
    expect(((await response.json()) as { error: string }).error).toContain(text);
  }
  for (const [body, text] of [
    [{ message: said(0) }, "missing 'turn'"],
    [{ turn: 0 }, "missing 'message'"],
    [{ turn: 0, message: {} }, "'message': expected content or tool_calls"],
    [{ turn: 0, message: { content: 5 } }, "'message.content': "],
    [{ turn: 0, message: { role: "user", content: "Hi" } }, "'message.role': "],
    [{ turn: 0, message: { tool_calls: [{ name: "x" }] } }, "missing 'message.tool_calls.0.function'"],
    [{ turn: 0, message: said(0), usage: { input_tokens: 1 } }, "missing 'usage.output_tokens'"],
  ] as const) {
    const response = await request("POST", "/v1/episodes/e/step", body);
    expect([response.status, await response.json()]).toEqual([400, { error: expect.stringContaining(text) }]);
  }
  expect(await ask("POST", "/v1/episodes/e/step", { turn: 0, message: said(0), tokens })).toMatchObject({ turn: 1 });
});

test("all turns bring tokens, or none does", async () => {
  const { ask, request } = bridge();
  const tokens = { prompt_ids: [1, 2], token_ids: [3], logprobs: [-1] };
  const empty = { message: { content: "" }, tokens: { ...tokens, token_ids: [], logprobs: [] } };
  for (const [episode_id, first, second, had] of [
    ["with", { message: said(0), tokens }, {}, ""],
    ["without", { message: said(0) }, { tokens }, "no "],
    ["void", empty, {}, ""],
  ] as const) {
    await ask("POST", "/v1/episodes", { episode_id, task });
    const path = `/v1/episodes/${episode_id}/step`;
    await ask("POST", path, { turn: 0, ...first });
    const mixed = await request("POST", path, { turn: 1, message: said(1), ...second });
    expect([mixed.status, await mixed.json()]).toEqual([
      400,
      { error: `episode '${episode_id}': the turns before this had ${had}tokens: all have, or none` },
    ]);
    expect(await ask("POST", path, { turn: 1, ...first })).toMatchObject({ turn: 2 });
  }
});

test("tokens count towards their limit, and are told of as the weights that play", async () => {
  const { ask, gate } = bridge();
  gate.resume("w7");
  await ask("POST", "/v1/episodes", { episode_id: "e", task, limits: { tokens: 5 } });
  const tokens = { prompt_ids: [1, 2], token_ids: [3, 4], logprobs: [-1, -2] };
  expect(await ask("POST", "/v1/episodes/e/step", { turn: 0, message: said(0), tokens })).toMatchObject({
    ended: null,
  });
  const more = { prompt_ids: [1, 2, 3, 4], token_ids: [5], logprobs: [-1], weight_version: "w8" };
  const last = await ask("POST", "/v1/episodes/e/step", { turn: 1, message: said(1), tokens: more });
  expect(last).toMatchObject({ ended: { how: "truncated", reason: "tokens" } });
  const { segments, ...record } = await ask<RolloutRecord>("POST", "/v1/episodes/e/finish");
  expect(record).toMatchObject({ termination: "max_tokens", reward: 0 });
  expect(segments).toEqual([
    {
      ...{ prompt_ids: [1, 2], response_ids: [3, 4, 5], response_mask: [1, 1, 1], logprobs: [-1, -2, -1] },
      ...{ turns: [0, 1], join: "start" },
      weight_versions: [
        { start: 0, end: 2, version: "w7" },
        { start: 2, end: 3, version: "w8" },
      ],
    },
  ]);
});

test("past its deadline an episode is over, without a reward", async () => {
  const { ask, request, desks } = bridge();
  await ask("POST", "/v1/episodes", { episode_id: "e", task, limits: { deadline_s: 0.05 } });
  await until(() => expect(desks.closed).toBe(1));
  const response = await request("POST", "/v1/episodes/e/step", { turn: 0, message: said(0) });
  expect([response.status, await response.json()]).toEqual([409, { error: "episode 'e' is finished" }]);
  const record = await ask("POST", "/v1/episodes/e/finish");
  expect(record).toMatchObject({ status: "aborted", termination: "deadline", reward: null, trajectory: null });
});

test("as many are open as may be, and one that is closed or finished makes room", async () => {
  const { ask, request, desks } = bridge({ concurrency: 2 });
  for (const episode_id of ["a", "b"]) await ask("POST", "/v1/episodes", { episode_id, task });
  const full = await request("POST", "/v1/episodes", { episode_id: "c", task });
  expect([full.status, full.headers.get("retry-after")]).toEqual([429, "5"]);
  expect(await full.json()).toEqual({ error: "2 episodes are open, which is the limit: finish one" });
  await ask("DELETE", "/v1/episodes/a");
  await ask("POST", "/v1/episodes", { episode_id: "c", task });
  await ask("POST", "/v1/episodes/b/finish");
  // An id whose episode was closed is free again.
  await ask("POST", "/v1/episodes", { episode_id: "a", task });
  expect(await ask("GET", "/v1/info")).toMatchObject({ episodes: 2 });
  await until(() => expect(desks).toMatchObject({ opened: 4, closed: 2 }));
});

test("where there is no room, the one that was unused for longest goes if that is more than 10 minutes", async () => {
  const clock = { ms: 0 };
  const { ask, request, desks } = bridge({ concurrency: 2, now: () => clock.ms });
  const minutes = (count: number) => {
    clock.ms += count * 60_000;
  };
  await ask("POST", "/v1/episodes", { episode_id: "a", task });
  minutes(1);
  await ask("POST", "/v1/episodes", { episode_id: "b", task });
  minutes(1);
  await ask("POST", "/v1/episodes/a/step", { turn: 0, message: said(0) });
  minutes(9);
  expect((await request("POST", "/v1/episodes", { episode_id: "c", task })).status).toBe(429);
  clock.ms += 1;
  await ask("POST", "/v1/episodes", { episode_id: "c", task });
  expect(desks).toMatchObject({ opened: 3, closed: 1, most: 2 });
  expect(await ask("POST", "/v1/episodes/b/finish")).toMatchObject({ status: "aborted", termination: "cancelled" });
  expect(await ask("POST", "/v1/episodes/a/step", { turn: 1, message: said(1) })).toMatchObject({ turn: 2 });
  expect((await request("POST", "/v1/episodes", { episode_id: "d", task })).status).toBe(429);
});

test("an episode is over at once while its server hangs, and keeps its place until its desk is closed", async () => {
  const { ask, request, desks } = bridge({ concurrency: 1 });
  const hangs = Promise.withResolvers<never>();
  const { open } = desks;
  vi.spyOn(desks, "open").mockImplementation(async (line) => {
    const desk = await open.call(desks, line);
    return { ...desk, agent: { ...desk.agent, call: () => hangs.promise } };
  });
  await ask("POST", "/v1/episodes", { episode_id: "e", task, limits: { deadline_s: 0.1 } });
  const calling = lines.findIndex(({ tool_calls }) => tool_calls !== undefined);
  const step = await request("POST", "/v1/episodes/e/step", { turn: 0, message: said(calling) });
  expect([step.status, await step.json()]).toEqual([409, { error: "episode 'e' is finished" }]);
  const record = await ask<RolloutRecord>("POST", "/v1/episodes/e/finish");
  expect(record).toMatchObject({
    status: "aborted",
    termination: "deadline",
    counters: { turns: 1, tool_calls: null },
  });
  await ask("DELETE", "/v1/episodes/e");
  expect(await ask("GET", "/v1/info")).toMatchObject({ episodes: 1 });
  expect(desks.closed).toBe(0);
  expect((await request("POST", "/v1/episodes", { episode_id: "f", task })).status).toBe(429);
  hangs.reject(new Error("the server is gone"));
  await until(() => expect(desks.closed).toBe(1));
  expect(await ask("POST", "/v1/episodes", { episode_id: "f", task })).toMatchObject({ turn: 0 });
});

test("a desk is closed when its episode does not start", async () => {
  const { ask, request, desks } = bridge();
  const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const { open } = desks;
  vi.spyOn(desks, "open").mockImplementationOnce(async (line) => {
    const desk = await open.call(desks, line);
    return { ...desk, domainPolicy: null as unknown as string };
  });
  expect((await request("POST", "/v1/episodes", { episode_id: "e", task })).status).toBe(500);
  expect(stderr.mock.calls.flat().join("")).toContain("TypeError");
  expect(desks).toMatchObject({ opened: 1, closed: 1 });
  expect(await ask("GET", "/v1/info")).toMatchObject({ episodes: 0 });
});

test("finished episodes go when newer ones crowd them out", async () => {
  const { ask, request } = bridge({ kept: 2 });
  for (const episode_id of ["a", "b", "c"]) {
    await ask("POST", "/v1/episodes", { episode_id, task });
    await ask("POST", `/v1/episodes/${episode_id}/finish`);
  }
  expect((await request("POST", "/v1/episodes/a/finish")).status).toBe(404);
  expect((await request("POST", "/v1/episodes/b/finish")).status).toBe(200);
});

test("a desk that does not open is told, to everybody who asked, and can be tried again", async () => {
  const { ask, request, desks } = bridge();
  vi.spyOn(desks, "open").mockRejectedValueOnce(new Error("the server is gone"));
  const open = { episode_id: "e", task };
  const responses = await Promise.all([1, 2].map(() => request("POST", "/v1/episodes", open)));
  for (const response of responses) {
    expect([response.status, await response.json()]).toEqual([
      502,
      { error: "the environment failed: the server is gone" },
    ]);
  }
  expect(await ask("POST", "/v1/episodes", open)).toMatchObject({ turn: 0 });
});

test("an environment that fails in the middle leaves no reward, and says so", async () => {
  const { ask, desks } = bridge();
  const { open } = desks;
  vi.spyOn(desks, "open").mockImplementation(async (line) => {
    const desk = await open.call(desks, line);
    return { ...desk, agent: { ...desk.agent, call: () => Promise.reject(new Error("the server is gone")) } };
  });
  await ask("POST", "/v1/episodes", { episode_id: "e", task });
  const calling = lines.findIndex(({ tool_calls }) => tool_calls !== undefined);
  const standing = await ask("POST", "/v1/episodes/e/step", { turn: 0, message: said(calling) });
  expect(standing).toMatchObject({ messages: [], ended: { how: "failed", reason: "environment" } });
  const failure = { class: "env", message: "the server is gone" };
  expect(await ask("POST", "/v1/episodes/e/finish")).toMatchObject({ status: "failed", failure, reward: null });
});

test("a shutdown closes the desks of open episodes", async () => {
  const { ask, desks, shutdown } = bridge();
  for (const episode_id of ["a", "b"]) await ask("POST", "/v1/episodes", { episode_id, task });
  shutdown();
  await until(() => expect(desks).toMatchObject({ opened: 2, closed: 2 }));
});
