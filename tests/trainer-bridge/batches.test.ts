/** Groups and batches: n attempts at a task, told of as they finish, summed up over what could be scored. */
import { expect, test } from "vitest";
import type { BatchEvent, RolloutRecord } from "../../trainer-bridge/index.ts";
import { closedAfterEach, eventsOf, linesOf, saying, turnOf, until } from "../support/bridged.ts";
import type { PolicyAnswer, PolicyRequest, TokenEndpoint } from "../support/token-endpoint.ts";

const lines = await linesOf("lend-1");
const task = { domain: "library", id: "lend-1" };
const wrong: PolicyAnswer = { content: "I can't help you. Goodbye." };

interface Group {
  n: number;
  done: number;
  records: RolloutRecord[];
  summary: object | null;
}

const { bridge, endpointOf: endpointAnswering } = closedAfterEach();

/** Answers by the rollout's id: what it returns is right, wrong, or no answer at all. */
async function endpointOf(
  fate: (session: string, request: PolicyRequest) => "right" | "wrong" | PolicyAnswer | Promise<PolicyAnswer>,
): Promise<TokenEndpoint & { policy: { base_url: string; model: string } }> {
  const endpoint = await endpointAnswering((request) => {
    const answer = fate(request.session ?? "", request);
    return answer === "right" ? saying(lines)(request) : answer === "wrong" ? wrong : answer;
  });
  return { ...endpoint, policy: { base_url: endpoint.url, model: "m" } };
}

/** Which rollouts the endpoint was asked for, in order. */
function sessions({ asked }: TokenEndpoint): string[] {
  return [...new Set(asked.map(({ session }) => session ?? ""))];
}

function recordsOf(events: readonly BatchEvent[]): RolloutRecord[] {
  return events.flatMap((event) => (event.type === "record" ? [event.record] : []));
}

function groupsOf(events: readonly BatchEvent[]) {
  return events.flatMap((event) => (event.type === "group" ? [[event.group_id, event.why, event.kept]] : []));
}

test("a group is n attempts, told of when enough are done and summed up when all are", async () => {
  const held = Promise.withResolvers<void>();
  const endpoint = await endpointOf((session) => {
    if (session === "g/0") return "right";
    if (session === "g/1") return { fails: 400 };
    return session === "g/2" ? held.promise.then(() => wrong) : "right";
  });
  const { ask, request } = bridge();
  const body = { group_id: "g", n: 4, task, policy: endpoint.policy };
  const asked = await request("POST", "/v1/groups", body);
  expect(asked.status).toBe(202);
  expect(await asked.json()).toEqual({ group_id: "g", n: 4, done: 0, records: [], summary: null });
  const three = await ask<Group>("GET", "/v1/groups/g?wait_ms=20000&min_done=3");
  expect([three.done, three.summary]).toEqual([3, null]);
  expect(three.records.map(({ rollout_id }) => rollout_id)).toEqual(["g/0", "g/1", "g/3"]);
  held.resolve();
  const all = await ask<Group>("GET", "/v1/groups/g?wait_ms=20000");
  expect(all.records.map(({ reward }) => reward)).toEqual([1, null, 0, 1]);
  expect(all.records.map(({ trajectory }) => trajectory?.attempt)).toEqual([0, 1, 2, 3]);
  expect(all.records.every(({ group_id }) => group_id === "g")).toBe(true);
  expect(all).toMatchObject({
    ...{ n: 4, done: 4 },
    summary: { scored: 3, null_rewards: 1, mean: 2 / 3, std: Math.sqrt(1 / 3), zero_variance: false },
  });
  // Asked for again it is the same; in other words it is refused.
  const calls = endpoint.asked.length;
  expect(await ask("POST", "/v1/groups", { ...body, task: { ...task, split: "train" } })).toEqual(all);
  expect(await ask("GET", "/v1/groups/g?wait_ms=20000&min_done=0")).toEqual(all);
  expect((await request("POST", "/v1/groups", { ...body, n: 5 })).status).toBe(409);
  expect(endpoint.asked).toHaveLength(calls);
});

test("a group of which one rollout was asked for otherwise does not begin", async () => {
  const endpoint = await endpointOf(() => "right");
  const { rollout, request, ask } = bridge();
  const { policy } = endpoint;
  await rollout({ rollout_id: "g/2", task, policy });
  const calls = endpoint.asked.length;
  const response = await request("POST", "/v1/groups", { group_id: "g", n: 4, task, policy });
  expect(response.status).toBe(409);
  expect((await request("GET", "/v1/groups/g")).status).toBe(404);
  expect(await ask("GET", "/v1/info")).toMatchObject({ running: 0, queued: 0 });
  expect(endpoint.asked).toHaveLength(calls);
});

test("groups that are over make room for others", async () => {
  const endpoint = await endpointOf(() => "wrong");
  const { ask, request } = bridge({ kept: 5 });
  const spec = { n: 2, task, policy: endpoint.policy, limits: { turns: 1 } };
  for (const group_id of ["a", "b", "c"]) {
    await ask("POST", "/v1/groups", { group_id, ...spec });
    await ask("GET", `/v1/groups/${group_id}?wait_ms=20000`);
  }
  expect((await request("GET", "/v1/groups/a")).status).toBe(404);
  expect(await ask("GET", "/v1/groups/b")).toMatchObject({ done: 2 });
  // Of the first group one rollout is kept no longer: it is not played anew in parts.
  const again = await request("POST", "/v1/groups", { group_id: "a", ...spec });
  expect([again.status, await again.json()]).toEqual([
    410,
    { error: expect.stringContaining("only the newest 5 are kept") },
  ]);
});

test("a batch tells of each rollout as it ends, of each group after its rollouts, and at last how much there was", async () => {
  const endpoint = await endpointOf((session) => {
    const [, group, attempt] = session.split("/");
    if (group === "1") return attempt === "0" ? "right" : { fails: 400 };
    return group === "0" || attempt === "1" ? "right" : "wrong";
  });
  const { request } = bridge();
  const tasks = [task, { ...task, seed: 1 }, { ...task, seed: 2 }];
  const body = { batch_id: "b", tasks, n: 3, policy: endpoint.policy };
  const response = await request("POST", "/v1/batches", body);
  expect(response.headers.get("content-type")).toBe("application/x-ndjson");
  const events = await eventsOf(response);
  const records = recordsOf(events);
  expect(records.map(({ rollout_id }) => rollout_id).toSorted()).toEqual(
    ["0", "1", "2"].flatMap((at) => ["0", "1", "2"].map((attempt) => `b/${at}/${attempt}`)),
  );
  for (const { rollout_id, group_id, task: of } of records) {
    expect([group_id, of.seed]).toEqual([rollout_id.slice(0, 3), Number(rollout_id[2])]);
  }
  for (const [at, event] of events.entries()) {
    if (event.type !== "group") continue;
    const rewards = recordsOf(events.slice(0, at)).filter(({ group_id }) => group_id === event.group_id);
    expect(rewards).toHaveLength(3);
    expect(event.task).toMatchObject(tasks[Number(event.group_id[2])] as object);
  }
  expect(groupsOf(events).toSorted()).toEqual([
    ["b/0", "all_right", false],
    ["b/1", "too_few", false],
    ["b/2", "kept", true],
  ]);
  const third = events.find((event) => event.type === "group" && event.group_id === "b/1");
  expect(third).toMatchObject({ summary: { scored: 1, null_rewards: 2, mean: 1, std: 0, zero_variance: true } });
  expect(events.at(-1)).toEqual({
    ...{ type: "end", batch_id: "b", error: null },
    counts: {
      ...{ played: 3, kept: 1, all_right: 1, all_wrong: 0, all_equal: 0, too_few: 1 },
      ...{ dropped_noop_solvable: 0, records: 9, null_rewards: 2 },
    },
  });
  const calls = endpoint.asked.length;
  const same = { ...body, tasks: tasks.map((one) => ({ ...one, split: "train" })) };
  expect(await eventsOf(await request("POST", "/v1/batches", same))).toEqual(events);
  expect(endpoint.asked).toHaveLength(calls);
  expect((await request("POST", "/v1/batches", { ...body, n: 2 })).status).toBe(409);
});

test("a reader that goes leaves the batch running, and finds all of it when it comes back", async () => {
  const held = Promise.withResolvers<void>();
  const endpoint = await endpointOf((session) =>
    session === "b/0/0" ? "right" : held.promise.then(() => ({ content: "Goodbye." })),
  );
  const { request, rollouts } = bridge();
  const body = { batch_id: "b", tasks: [task], n: 3, policy: endpoint.policy, limits: { turns: 8 } };
  const response = await request("POST", "/v1/batches", body);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const first = JSON.parse(new TextDecoder().decode((await reader.read()).value));
  expect(first).toMatchObject({ type: "record", record: { rollout_id: "b/0/0", reward: 1 } });
  await reader.cancel();
  held.resolve();
  await rollouts.idle();
  const events = await eventsOf(await request("POST", "/v1/batches", body));
  expect(events[0]).toEqual(first);
  expect(recordsOf(events)).toHaveLength(3);
  expect(events.at(-1)).toMatchObject({ type: "end", counts: { records: 3 } });
});

test("groups without spread are replaced by the next tasks until as many are kept as are wanted, and no more", async () => {
  const endpoint = await endpointOf((session) => {
    const [, group, attempt] = session.split("/");
    const spread = attempt === "0" ? "right" : "wrong";
    return ({ 0: "right", 1: spread, 2: "wrong", 3: spread } as const)[group as "0"] ?? "right";
  });
  const { request } = bridge({ concurrency: 1 });
  const tasks = [0, 1, 2, 3, 4, 5].map((seed) => ({ ...task, seed }));
  const body = { batch_id: "b", tasks, n: 2, keep: 2, policy: endpoint.policy };
  const events = await eventsOf(await request("POST", "/v1/batches", body));
  expect(groupsOf(events)).toEqual([
    ["b/0", "all_right", false],
    ["b/1", "kept", true],
    ["b/2", "all_wrong", false],
    ["b/3", "kept", true],
  ]);
  expect(events.at(-1)).toMatchObject({ counts: { played: 4, kept: 2, all_right: 1, all_wrong: 1 }, error: null });
  expect(sessions(endpoint).map((session) => session.slice(0, 3))).not.toContain("b/4");
  // When the tasks run out there are fewer.
  const few = await eventsOf(await request("POST", "/v1/batches", { ...body, batch_id: "b2", tasks: [task, task] }));
  expect(few.at(-1)).toMatchObject({ counts: { played: 2, kept: 1 }, error: null });
});

test("tasks that doing nothing solves are dropped where that is asked, and told of where it is not", async () => {
  const endpoint = await endpointOf(() => "wrong");
  const { request } = bridge();
  const tasks = ["lend-1", "lend-2"].map((id) => ({ domain: "idle", id }));
  const body = { tasks, n: 1, policy: endpoint.policy, limits: { turns: 8 } };
  const all = await eventsOf(await request("POST", "/v1/batches", { batch_id: "all", ...body }));
  const told = recordsOf(all).map(({ rollout_id, noop_solvable }) => [rollout_id, noop_solvable]);
  expect(told.toSorted()).toEqual([
    ["all/0/0", true],
    ["all/1/0", false],
  ]);
  const some = await eventsOf(
    await request("POST", "/v1/batches", { batch_id: "some", ...body, drop_noop_solvable: true }),
  );
  expect(recordsOf(some).map(({ rollout_id }) => rollout_id)).toEqual(["some/1/0"]);
  expect(some.at(-1)).toMatchObject({ counts: { dropped_noop_solvable: 1, records: 1 } });
});

test("a batch that is called off ends: what is done stays, what is not has no reward, and nothing more begins", async () => {
  const endpoint = await endpointOf((session, request) =>
    session === "b/0/0" ? "right" : turnOf(request) === 1 ? { fails: "hang" } : "right",
  );
  const { request, ask } = bridge({ concurrency: 3 });
  const tasks = [0, 1, 2, 3, 4].map((seed) => ({ ...task, seed }));
  const body = { batch_id: "b", tasks, n: 2, policy: endpoint.policy };
  const response = await request("POST", "/v1/batches", body);
  const events = eventsOf(response);
  await until(async () => expect(await ask("GET", "/v1/rollouts/b%2F0%2F0")).toMatchObject({ state: "done" }));
  await until(() => expect(endpoint.asked.filter((one) => turnOf(one) === 1)).toHaveLength(4));
  await ask("POST", "/v1/batches/b/cancel");
  const told = await events;
  expect(told.at(-1)).toMatchObject({ type: "end", error: "the batch was cancelled" });
  for (const record of recordsOf(told)) {
    const { rollout_id, status, reward } = record;
    expect([status, reward]).toEqual(rollout_id === "b/0/0" ? ["completed", 1] : ["aborted", null]);
  }
  const calls = endpoint.asked.length;
  expect(await eventsOf(await request("POST", "/v1/batches", body))).toEqual(told);
  expect(await ask("GET", "/v1/info")).toMatchObject({ running: 0, queued: 0 });
  expect(endpoint.asked).toHaveLength(calls);
  expect((await request("POST", "/v1/batches/b/cancel")).status).toBe(204);
});

test("batches that are over make room for others, and one whose rollouts are gone says so", async () => {
  const endpoint = await endpointOf(() => "wrong");
  const { request } = bridge({ kept: 5 });
  const spec = { tasks: [task], n: 2, policy: endpoint.policy, limits: { turns: 1 } };
  const post = async (batch_id: string) => eventsOf(await request("POST", "/v1/batches", { batch_id, ...spec }));
  for (const id of ["a", "b", "c", "d"]) expect((await post(id)).at(-1)).toMatchObject({ error: null });
  const calls = endpoint.asked.length;
  expect(recordsOf(await post("b"))).toHaveLength(2);
  const gone = await post("a");
  expect(recordsOf(gone)).toEqual([]);
  expect(gone.at(-1)).toMatchObject({
    counts: { too_few: 1 },
    error: expect.stringContaining("only the newest 5 are kept"),
  });
  expect(endpoint.asked).toHaveLength(calls);
});

test("while the last of some groups play, rollouts of others take the free places", async () => {
  const held = Promise.withResolvers<void>();
  const endpoint = await endpointOf((session) => (session === "b/0/0" ? held.promise.then(() => wrong) : "right"));
  const { request } = bridge({ concurrency: 2 });
  const tasks = [0, 1, 2].map((seed) => ({ ...task, seed }));
  const events = request("POST", "/v1/batches", { batch_id: "b", tasks, n: 2, policy: endpoint.policy }).then(eventsOf);
  await until(() => expect(sessions(endpoint)).toContain("b/1/1"));
  held.resolve();
  expect(recordsOf(await events)).toHaveLength(6);
});

test("a stream that the bridge cuts off does not look as if it had ended", async () => {
  const endpoint = await endpointOf((session) => (session === "b/0/0" ? "right" : { fails: "hang" }));
  const one = bridge();
  const body = { batch_id: "b", tasks: [task, { ...task, seed: 1 }], n: 1, policy: endpoint.policy };
  const response = await one.request("POST", "/v1/batches", body);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toContain('"rollout_id":"b/0/0"');
  expect(new TextDecoder().decode((await reader.read()).value)).toContain('"type":"group"');
  const rest = reader.read();
  one.shutdown();
  await expect(rest).rejects.toThrow("the bridge shuts down");
});
