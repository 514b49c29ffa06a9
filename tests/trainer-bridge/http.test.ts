/** Who may ask the bridge, for what, and how it says no. */
import { expect, test } from "vitest";
import { version } from "../../servers/index.ts";
import { bridged, linesOf, saying } from "../support/bridged.ts";
import { tokenEndpoint } from "../support/token-endpoint.ts";

const policy = { base_url: "http://127.0.0.1:9/v1", model: "m" };
const task = { domain: "library", id: "lend-1" };
const testTask = { domain: "library", id: "lend-3" };

const routes: [string, string][] = [
  ["GET", "/metrics"],
  ["GET", "/v1/info"],
  ["GET", "/v1/tasks?domain=library"],
  ["POST", "/v1/rollouts"],
  ["GET", "/v1/rollouts/r"],
  ["POST", "/v1/rollouts/r/cancel"],
  ["POST", "/v1/groups"],
  ["GET", "/v1/groups/g"],
  ["POST", "/v1/batches"],
  ["POST", "/v1/batches/b/cancel"],
  ["POST", "/v1/control/pause"],
  ["POST", "/v1/control/resume"],
  ["POST", "/v1/control/drain"],
  ["POST", "/v1/episodes"],
  ["POST", "/v1/episodes/e/step"],
  ["POST", "/v1/episodes/e/finish"],
  ["DELETE", "/v1/episodes/e"],
];

test.each(routes)("%s %s wants the key", async (method, path) => {
  const { request } = bridged();
  for (const authorization of ["", "Bearer", "Bearer wrong", "Basic the-key"]) {
    const response = await request(method, path, undefined, { authorization });
    expect([response.status, await response.json()]).toEqual([401, { error: expect.stringContaining("Bearer TOKEN") }]);
  }
});

test("whether it lives, it tells anybody; no route is a 404, and a page's requests are refused", async () => {
  const { request } = bridged();
  const health = await request("GET", "/healthz", undefined, { authorization: "" });
  expect([health.status, await health.json()]).toEqual([200, { status: "ok" }]);
  const nowhere = await request("GET", "/v1/nowhere");
  expect([nowhere.status, await nowhere.json()]).toEqual([404, { error: "no route GET /v1/nowhere" }]);
  expect((await request("GET", "/v1/info", undefined, { host: "evil.example" })).status).toBe(403);
  expect((await request("GET", "/v1/info", undefined, { origin: "https://evil.example" })).status).toBe(403);
});

test("it says what it is, and which tasks there are", async () => {
  const { ask } = bridged({ concurrency: 2, queue: 3, kept: 4 });
  expect(await ask("GET", "/v1/info")).toEqual({
    ...{ version, api: 1, state: "running", weight_version: null, running: 0, queued: 0, episodes: 0 },
    domains: [
      { name: "library", version: "1" },
      { name: "idle", version: "1" },
    ],
    users: ["scripted", "llm", "none", "replay", "ticket"],
    limits: { concurrency: 2, queue: 3, kept: 4 },
  });
  interface Listed {
    tasks: { task: { id: string }; split: string; noop_solvable: boolean; hash: string }[];
  }
  const { tasks } = await ask<Listed>("GET", "/v1/tasks?domain=library");
  expect(tasks.map((one) => one.task.id)).toEqual(["lend-1", "lend-2", "lend-3", "lend-4", "read-1"]);
  expect(tasks[0]).toEqual({
    task: { domain: "library", id: "lend-1", world: "builtin", seed: 0 },
    ...{ split: "train", domain_version: "1" },
    ...{ noop_solvable: false, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    preview: "You are Ada. You want to borrow Dune. Say which book only when asked.",
  });
  const held = await ask<Listed>("GET", "/v1/tasks?domain=library&split=test&seed=3&world=builtin");
  expect(held.tasks.map((one) => one.task.id)).toEqual(["lend-3", "lend-4"]);
  const idle = await ask<Listed>("GET", "/v1/tasks?domain=idle");
  expect(idle.tasks.map((one) => [one.task.id, one.noop_solvable])).toEqual([
    ["lend-1", true],
    ["lend-2", false],
  ]);
});

const rollout = { rollout_id: "r", task, policy };
const group = { group_id: "g", n: 2, task, policy };
const batch = { batch_id: "b", n: 2, tasks: [task], policy };
const episode = { episode_id: "e", task };
const refused: [status: number, method: string, path: string, body: unknown, text: string | RegExp][] = [
  [400, "GET", "/v1/tasks", undefined, "missing 'domain'"],
  [400, "GET", "/v1/tasks?domain=library&split=all", undefined, "'split': "],
  [400, "GET", "/v1/tasks?domain=library&seed=-1", undefined, "'seed': expected a whole number"],
  [400, "GET", `/v1/tasks?domain=library&seed=${2 ** 53}`, undefined, "'seed': "],
  [400, "GET", "/v1/tasks?domain=library&world=tau2", undefined, "--tau2 DIR"],
  [400, "GET", "/v1/tasks?domain=library&page=2", undefined, "unknown 'page'"],
  [404, "GET", "/v1/tasks?domain=museum", undefined, "no domain 'museum': there are library, idle"],
  [404, "GET", "/v1/rollouts/r", undefined, "no rollout 'r': ask for it with POST /v1/rollouts"],
  [400, "GET", "/v1/rollouts/r?wait_ms=soon", undefined, "'wait_ms': expected a whole number"],
  [400, "GET", "/v1/rollouts/r?wait_ms=1234567890", undefined, "'wait_ms': expected a whole number of up to nine"],
  [404, "POST", "/v1/rollouts/r/cancel", undefined, "no rollout 'r'"],
  [404, "GET", "/v1/groups/g", undefined, "no group 'g'"],
  [400, "GET", "/v1/groups/g?min_done=-1", undefined, "'min_done': "],
  [404, "POST", "/v1/batches/b/cancel", undefined, "no batch 'b'"],
  [
    404,
    "POST",
    "/v1/episodes/e/step",
    { turn: 0, message: { content: "Hi" } },
    "no episode 'e': open one with POST /v1/episodes",
  ],
  [404, "POST", "/v1/episodes/e/finish", undefined, "no episode 'e'"],
  [404, "DELETE", "/v1/episodes/e", undefined, "no episode 'e'"],
  [400, "POST", "/v1/rollouts", "{", "the body is not JSON"],
  [400, "POST", "/v1/rollouts", "", "missing 'rollout_id'"],
  [400, "POST", "/v1/rollouts", "[]", "the body: "],
  [400, "POST", "/v1/rollouts", `${"[".repeat(40)}${"]".repeat(40)}`, "the body is nested deeper than 32 levels"],
  [413, "POST", "/v1/rollouts", { ...rollout, extra: "x".repeat(5e6) }, "4194304 bytes at most"],
  [400, "POST", "/v1/rollouts", { ...rollout, sead: 1 }, "unknown 'sead'"],
  [400, "POST", "/v1/rollouts", { ...rollout, rollout_id: "a b" }, "'rollout_id': expected 1 to 256 letters"],
  [400, "POST", "/v1/rollouts", { ...rollout, rollout_id: ".." }, "'rollout_id': "],
  [400, "POST", "/v1/rollouts", { ...rollout, rollout_id: "x".repeat(257) }, "'rollout_id': "],
  [400, "POST", "/v1/rollouts", { ...rollout, group_id: "" }, "'group_id': "],
  [400, "POST", "/v1/rollouts", { ...rollout, task: { domain: "library" } }, "missing 'task.id'"],
  [404, "POST", "/v1/rollouts", { ...rollout, task: { ...task, domain: "museum" } }, "no domain 'museum'"],
  [404, "POST", "/v1/rollouts", { ...rollout, task: { ...task, id: "lend-9" } }, "no task 'lend-9' in library"],
  [400, "POST", "/v1/rollouts", { ...rollout, task: { ...task, world: "tau2" } }, "--tau2 DIR"],
  [400, "POST", "/v1/rollouts", { ...rollout, task: { ...task, domain_policy: "loose" } }, "no domain policy 'loose'"],
  [
    400,
    "POST",
    "/v1/rollouts",
    { ...rollout, task: { ...task, split: "test" } },
    /^task lend-1 is of the train split, not of/,
  ],
  [
    400,
    "POST",
    "/v1/rollouts",
    { ...rollout, task: { ...task, name: "x" } },
    "unknown 'task.name': 'task' takes domain, id,",
  ],
  [
    400,
    "POST",
    "/v1/batches",
    { ...batch, tasks: [{ ...task, x: 1 }] },
    "unknown 'tasks.0.x': 'tasks.0' takes domain, id,",
  ],
  [400, "POST", "/v1/rollouts", { ...rollout, user: { name: "x" } }, "unknown 'user.name': 'user' takes kind, model,"],
  [400, "POST", "/v1/rollouts", { ...rollout, policy: { model: "m" } }, "'policy.base_url': "],
  [400, "POST", "/v1/rollouts", { ...rollout, policy: { ...policy, base_url: "ftp://x" } }, "'policy.base_url': "],
  [400, "POST", "/v1/rollouts", { ...rollout, policy: { ...policy, protocol: "x" } }, "'policy.protocol': "],
  [
    400,
    "POST",
    "/v1/rollouts",
    { ...rollout, policy: { ...policy, headers: { "a b": "" } } },
    "'policy.headers.a b': ",
  ],
  [400, "POST", "/v1/rollouts", { ...rollout, policy: { ...policy, headers: { a: "b\nc" } } }, "'policy.headers.a': "],
  [400, "POST", "/v1/rollouts", { ...rollout, policy: { ...policy, api_key: "ключ" } }, "'policy.api_key': "],
  [400, "POST", "/v1/rollouts", { ...rollout, sampling: { temperature: -1 } }, "'sampling.temperature': "],
  [400, "POST", "/v1/rollouts", { ...rollout, sampling: { top_p: 2 } }, "'sampling.top_p': "],
  [400, "POST", "/v1/rollouts", { ...rollout, sampling: { top_k: -2 } }, "'sampling.top_k': "],
  [400, "POST", "/v1/rollouts", { ...rollout, limits: { turns: 0 } }, "'limits.turns': "],
  [400, "POST", "/v1/rollouts", { ...rollout, limits: { deadline_s: 0 } }, "'limits.deadline_s': "],
  [400, "POST", "/v1/rollouts", { ...rollout, user: { kind: "bot" } }, "'user.kind': "],
  [400, "POST", "/v1/rollouts", { ...rollout, user: { model: "u" } }, "user scripted takes no model"],
  [400, "POST", "/v1/rollouts", { ...rollout, user: { kind: "llm" } }, "OPENAI_API_KEY"],
  [400, "POST", "/v1/rollouts", { ...rollout, mode: "play" }, "'mode': "],
  [400, "POST", "/v1/rollouts", { ...rollout, post_url: "http://here" }, "unknown 'post_url'"],
  [400, "POST", "/v1/rollouts", { ...rollout, sampling: { seed: 1 } }, "unknown 'sampling.seed'"],
  [400, "POST", "/v1/rollouts", { ...rollout, user: { api_key: "ключ" } }, "'user.api_key': "],
  [400, "POST", "/v1/rollouts", { ...rollout, user: { kind: "ticket" } }, /^user ticket goes with solo mode$/],
  [400, "POST", "/v1/rollouts", { ...rollout, task: { ...task, seed: 2 ** 53 } }, "'task.seed': "],
  [400, "POST", "/v1/groups", { ...group, n: 0 }, "'n': "],
  [400, "POST", "/v1/groups", { ...group, attempt: 1 }, "unknown 'attempt'"],
  [400, "POST", "/v1/groups", { ...group, n: 100 }, "takes 72 rollouts at a time: ask for fewer"],
  [400, "POST", "/v1/batches", { ...batch, tasks: [] }, "'tasks': "],
  [404, "POST", "/v1/batches", { ...batch, tasks: [task, { ...task, id: "lend-9" }] }, "no task 'lend-9'"],
  [400, "POST", "/v1/batches", { ...batch, keep: 0 }, "'keep': "],
  [
    400,
    "POST",
    "/v1/batches",
    { ...batch, n: 65 },
    "the batch has 65 rollouts, and no more than 64 finished ones are kept",
  ],
  [400, "POST", "/v1/batches", { ...batch, tasks: [task, task], n: 33, keep: 1 }, "the batch has 66 rollouts"],
  [400, "POST", "/v1/control/resume", { weight_version: 1 }, "'weight_version': "],
  [400, "POST", "/v1/control/pause", { for_s: 5 }, "unknown 'for_s' (the body takes no fields)"],
  [400, "POST", "/v1/control/drain", { wait_ms: 5 }, "unknown 'wait_ms'"],
  [400, "POST", "/v1/rollouts/r/cancel", { n: 1 }, "unknown 'n'"],
  [400, "POST", "/v1/batches/b/cancel", { n: 1 }, "unknown 'n'"],
  [400, "POST", "/v1/control/drain?wait_ms=x", undefined, "'wait_ms': "],
  [400, "POST", "/v1/episodes", { ...episode, policy }, "unknown 'policy'"],
  [400, "POST", "/v1/episodes", { ...episode, attempt: -1 }, "'attempt': "],
  [403, "POST", "/v1/rollouts", { ...rollout, task: testTask }, /^task lend-3 is of the test split.*"force": true$/],
  [403, "POST", "/v1/groups", { ...group, task: testTask }, "test split"],
  [403, "POST", "/v1/batches", { ...batch, tasks: [task, testTask] }, "test split"],
  [403, "POST", "/v1/episodes", { ...episode, task: testTask }, "test split"],
];

test("what is refused is told in one line that names the field, and nothing begins", async () => {
  const { request, ask, desks } = bridged();
  for (const [status, method, path, body, text] of refused) {
    const response = await request(method, path, body);
    const { error } = (await response.json()) as { error: string };
    const label = `${method} ${path} ${JSON.stringify(body)?.slice(0, 200)}`;
    expect(response.status, `${label}: ${error}`).toBe(status);
    expect(error, label).toMatch(text);
    expect(error, label).not.toContain("\n");
  }
  expect(await ask("GET", "/v1/info")).toMatchObject({ running: 0, queued: 0, episodes: 0 });
  expect(desks.opened).toBe(0);
});

test("others are served while tasks are listed", async () => {
  const { rollouts } = bridged();
  let isServed = false;
  setImmediate(() => {
    isServed = true;
  });
  const tasks = await rollouts.options.book.list({ domain: "library", world: "builtin", seed: 0 });
  expect([tasks.length, isServed]).toEqual([5, true]);
});

test("the test split is played where it is forced or evaluated", async () => {
  await using endpoint = await tokenEndpoint(saying(await linesOf("lend-3")));
  const { rollout: play, ask } = bridged();
  const at = { base_url: endpoint.url, model: "m" };
  const forced = await play({ rollout_id: "a", task: testTask, policy: at, force: true });
  expect(forced).toMatchObject({ reward: 1, task: { split: "test" } });
  expect(await play({ rollout_id: "b", task: testTask, policy: at, mode: "evaluation" })).toMatchObject({ reward: 1 });
  expect(await ask("POST", "/v1/episodes", { ...episode, task: testTask, force: true })).toMatchObject({ turn: 0 });
  await ask("DELETE", "/v1/episodes/e");
});

test.each(["a/b/0", "?a=b&c#d", "100%", "%2F", "a%252Fb", "\\'\"<>|", "~!@$^*(){}[];:,.=+", "../..", "x".repeat(256)])(
  "an id may be %j",
  async (id) => {
    await using endpoint = await tokenEndpoint(saying(await linesOf("lend-1")));
    const { rollout: play, ask, request } = bridged();
    const at = { base_url: endpoint.url, model: "m" };
    const limits = { turns: 1 };
    expect(await play({ ...rollout, rollout_id: id, policy: at, limits })).toMatchObject({ rollout_id: id, reward: 0 });
    expect(endpoint.asked[0]?.session).toBe(id);
    const name = encodeURIComponent(id);
    expect(await ask("POST", `/v1/rollouts/${name}/cancel`)).toMatchObject({ rollout_id: id, state: "done" });
    await ask("POST", "/v1/groups", { ...group, group_id: id, policy: at, limits });
    expect(await ask("GET", `/v1/groups/${name}?wait_ms=20000`)).toMatchObject({ group_id: id, done: 2 });
    expect(await ask("GET", `/v1/rollouts/${encodeURIComponent(`${id}/1`)}`)).toMatchObject({
      record: { group_id: id },
    });
    await (await request("POST", "/v1/batches", { ...batch, batch_id: id, policy: at, limits })).text();
    await ask("POST", `/v1/batches/${name}/cancel`);
    await ask("POST", "/v1/episodes", { ...episode, episode_id: id });
    const step = { turn: 0, message: { role: "assistant", content: "Hello. What is your name?" } };
    expect(await ask("POST", `/v1/episodes/${name}/step`, step)).toMatchObject({ turn: 1 });
    expect(await ask("POST", `/v1/episodes/${name}/finish`)).toMatchObject({ rollout_id: id, reward: 0 });
    await ask("DELETE", `/v1/episodes/${name}`);
  },
);
