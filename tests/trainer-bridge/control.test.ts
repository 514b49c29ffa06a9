/** Pause, resume, drain and metrics: what a trainer does while it changes the weights. */
import { expect, test } from "vitest";
import { Gate, type RolloutRecord } from "../../trainer-bridge/index.ts";
import { closedAfterEach, eventsOf, linesOf, saying, turnOf, until } from "../support/bridged.ts";

const lines = await linesOf("lend-1");
const task = { domain: "library", id: "lend-1" };

interface Standing {
  state: string;
  record: RolloutRecord | null;
}

const { bridge, endpointOf } = closedAfterEach();

test("a pause holds new calls to the policy while running ones end; later turns are told of as later weights'", async () => {
  const held = Promise.withResolvers<void>();
  const endpoint = await endpointOf(async (request) => {
    if (turnOf(request) === 1) await held.promise;
    return { ...saying(lines)(request), ...(turnOf(request) === 5 && { version: "its own" }) };
  });
  const { ask } = bridge();
  const policy = { base_url: endpoint.url, model: "m" };
  await ask("POST", "/v1/rollouts", { rollout_id: "r", task, policy, weight_version: "w1" });
  await until(() => expect(endpoint.asked).toHaveLength(2));
  expect(await ask("POST", "/v1/control/pause")).toEqual({ state: "paused", weight_version: null });
  held.resolve();
  await until(() => expect(endpoint.given).toHaveLength(2));
  // Others begin, and wait as well.
  await ask("POST", "/v1/rollouts", { rollout_id: "s", task, policy });
  expect(await ask("GET", "/v1/rollouts/r?wait_ms=50")).toMatchObject({ state: "running" });
  expect(endpoint.asked).toHaveLength(2);
  expect(await ask("GET", "/v1/info")).toMatchObject({ state: "paused", running: 2 });
  expect(await ask("POST", "/v1/control/pause")).toMatchObject({ state: "paused" });
  expect(await ask("POST", "/v1/control/resume", { weight_version: "w2" })).toEqual({
    ...{ state: "running", weight_version: "w2" },
  });
  const { record } = await ask<Standing>("GET", "/v1/rollouts/r?wait_ms=20000");
  const { segments, turns } = record as RolloutRecord;
  expect(segments).toHaveLength(1);
  expect(segments[0]?.weight_versions).toEqual([
    { start: turns[0]?.start, end: turns[1]?.end, version: "w1" },
    { start: turns[2]?.start, end: turns[4]?.end, version: "w2" },
    { start: turns[5]?.start, end: turns[5]?.end, version: "its own" },
    { start: turns[6]?.start, end: turns[6]?.end, version: "w2" },
  ]);
  const other = await ask<Standing>("GET", "/v1/rollouts/s?wait_ms=20000");
  const versions = other.record?.segments.flatMap(({ weight_versions }) =>
    weight_versions.map(({ version }) => version),
  );
  expect(new Set(versions)).toEqual(new Set(["w2", "its own"]));
  // Resumed without a version it stays; resumed when it is not paused it is only told the version.
  expect(await ask("POST", "/v1/control/resume")).toMatchObject({ weight_version: "w2" });
  expect(await ask("POST", "/v1/control/resume", { weight_version: "w3" })).toMatchObject({ weight_version: "w3" });
});

test("a pause holds what is tried again, too, which then is told of as the weights that answered", async () => {
  let isAway = true;
  const endpoint = await endpointOf((request) => (isAway ? { fails: 503 } : saying(lines)(request)));
  const { ask } = bridge();
  const policy = { base_url: endpoint.url, model: "m" };
  await ask("POST", "/v1/rollouts", { rollout_id: "r", task, policy, weight_version: "w1" });
  await until(() => expect(endpoint.asked).toHaveLength(2));
  await ask("POST", "/v1/control/pause");
  isAway = false;
  expect(await ask("GET", "/v1/rollouts/r?wait_ms=600")).toMatchObject({ state: "running" });
  expect(endpoint.asked).toHaveLength(2);
  await ask("POST", "/v1/control/resume", { weight_version: "w2" });
  const { record } = await ask<Standing>("GET", "/v1/rollouts/r?wait_ms=20000");
  expect(record?.segments[0]?.weight_versions.map(({ version }) => version)).toEqual(["w2"]);
});

test("what is paused can be called off", async () => {
  const endpoint = await endpointOf(saying(lines));
  const { ask } = bridge();
  await ask("POST", "/v1/control/pause");
  await ask("POST", "/v1/rollouts", { rollout_id: "r", task, policy: { base_url: endpoint.url, model: "m" } });
  await until(async () => expect(await ask("GET", "/v1/rollouts/r")).toMatchObject({ state: "running" }));
  const { record } = await ask<Standing>("POST", "/v1/rollouts/r/cancel");
  expect(record).toMatchObject({ status: "aborted", termination: "cancelled" });
  expect(endpoint.asked).toEqual([]);
});

test("draining it takes no more, plays what it has taken, batches to their end, and can be told to go on", async () => {
  const held = Promise.withResolvers<void>();
  const endpoint = await endpointOf((request) => held.promise.then(() => saying(lines)(request)));
  const { ask, request } = bridge({ concurrency: 1 });
  const policy = { base_url: endpoint.url, model: "m" };
  const rollout = { rollout_id: "r", task, policy };
  const batch = { batch_id: "b", tasks: [0, 1, 2, 3].map((seed) => ({ ...task, seed })), n: 1, keep: 1, policy };
  await ask("POST", "/v1/rollouts", rollout);
  const events = request("POST", "/v1/batches", batch).then(eventsOf);
  await until(async () => expect(await ask("GET", "/v1/info")).toMatchObject({ running: 1, queued: 1 }));
  expect(await ask("POST", "/v1/control/drain")).toEqual({ state: "draining", running: 1, queued: 1 });
  const refused: [string, object][] = [
    ["/v1/rollouts", { ...rollout, rollout_id: "new" }],
    ["/v1/groups", { group_id: "new", n: 1, task, policy }],
    ["/v1/batches", { ...batch, batch_id: "new" }],
    ["/v1/episodes", { episode_id: "new", task }],
  ];
  for (const [path, body] of refused) {
    const response = await request("POST", path, body);
    expect([response.status, response.headers.get("retry-after")], path).toEqual([503, "5"]);
    expect(await response.json()).toEqual({ error: "the bridge is draining and takes no more" });
  }
  expect((await request("POST", "/v1/rollouts", rollout)).status).toBe(202);
  const drained = ask("POST", "/v1/control/drain?wait_ms=60000");
  held.resolve();
  expect(await drained).toEqual({ state: "draining", running: 0, queued: 0 });
  expect(endpoint.given).toHaveLength(5 * lines.length);
  expect(await ask("GET", "/v1/rollouts/r")).toMatchObject({ record: { reward: 1 } });
  expect((await events).at(-1)).toMatchObject({ type: "end", counts: { records: 4, too_few: 4 }, error: null });
  expect(await ask("POST", "/v1/control/resume")).toMatchObject({ state: "running" });
  await ask("POST", "/v1/rollouts", { ...rollout, rollout_id: "new" });
});

test("metrics count what ended, by how", async () => {
  const clock = { ms: 0 };
  const endpoint = await endpointOf((request) =>
    request.session === "broken" ? { fails: 400 } : { ...saying(lines)(request), drifts: turnOf(request) === 0 },
  );
  const { ask, request, rollout, gate } = bridge({ now: () => clock.ms });
  const policy = { base_url: endpoint.url, model: "m" };
  const good = await rollout({ rollout_id: "good", task, policy });
  await rollout({ rollout_id: "short", task, policy, limits: { turns: 1 } });
  await rollout({ rollout_id: "broken", task, policy });
  await ask("POST", "/v1/episodes", { episode_id: "e", task });
  gate.pause();
  clock.ms += 1500;
  const response = await request("GET", "/metrics");
  expect(response.headers.get("content-type")).toContain("text/plain; version=0.0.4");
  const text = await response.text();
  const tokens = endpoint.given.reduce((sum, { token_ids }) => sum + token_ids.length, 0);
  expect(good.counters.drift).toBe(1);
  for (const line of [
    "deskgym_bridge_rollouts_running 0",
    "deskgym_bridge_rollouts_queued 0",
    'deskgym_bridge_rollouts_total{outcome="completed"} 1',
    'deskgym_bridge_rollouts_total{outcome="truncated"} 1',
    'deskgym_bridge_rollouts_total{outcome="policy_endpoint"} 1',
    `deskgym_bridge_response_tokens_total ${tokens}`,
    "deskgym_bridge_drift_total 1",
    "deskgym_bridge_episodes_open 1",
    "deskgym_bridge_paused_seconds_total 1.5",
  ]) {
    expect(text.split("\n")).toContain(line);
  }
});

test("the gate lets nobody wait for a call that was called off before", async () => {
  const gate = new Gate(() => 0);
  await gate.pass(AbortSignal.abort("off"));
  gate.pause();
  await expect(gate.pass(AbortSignal.abort("off"))).rejects.toBe("off");
  const controller = new AbortController();
  const passed = gate.pass(controller.signal);
  controller.abort("late");
  await expect(passed).rejects.toBe("late");
  const other = gate.pass();
  gate.resume();
  await other;
});
