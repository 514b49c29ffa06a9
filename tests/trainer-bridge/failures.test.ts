/** What breaks in the middle of a batch takes nothing with it: what had ended stays, what failed has no reward. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { domains, Worlds } from "../../domains/index.ts";
import { HttpDesks } from "../../rollout/index.ts";
import type { BatchEvent, RolloutRecord } from "../../trainer-bridge/index.ts";
import { bridged, CountedDesks, eventsOf, linesOf, saying, turnOf, until } from "../support/bridged.ts";
import { SECRET, startedBridge, startedServer } from "../support/started.ts";
import { type PolicyAnswer, type TokenEndpoint, tokenEndpoint } from "../support/token-endpoint.ts";

const lines = await linesOf("lend-1");
const task = { domain: "library", id: "lend-1" };
const tasks = [0, 1, 2].map((seed) => ({ ...task, seed }));

/** Answers at once for some rollouts, and for the others when they are let go. */
async function endpointHolding(
  isHeld: (session: string) => boolean,
  answer: (request: Parameters<Parameters<typeof tokenEndpoint>[0]>[0]) => PolicyAnswer = saying(lines),
) {
  const held = Promise.withResolvers<void>();
  const endpoint = await tokenEndpoint(async (request) => {
    if (isHeld(request.session ?? "")) await held.promise;
    return answer(request);
  });
  return { ...endpoint, letGo: () => held.resolve(), policy: { base_url: endpoint.url, model: "m" } };
}

/** A stream's events as they come; throws where it breaks. */
async function* streamed(response: Response): AsyncGenerator<BatchEvent> {
  let text = "";
  for await (const chunk of (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const whole = text.split("\n");
    text = whole.pop() ?? "";
    for (const line of whole) yield JSON.parse(line);
  }
}

/** Reads until so many records are there. */
async function recordsFrom(events: AsyncGenerator<BatchEvent>, count: number): Promise<RolloutRecord[]> {
  const records: RolloutRecord[] = [];
  while (records.length < count) {
    const { value } = await events.next();
    if (value === undefined) throw new Error(`it ended after ${records.length} records`);
    if (value.type === "record") records.push(value.record);
  }
  return records;
}

async function restOf(events: AsyncGenerator<BatchEvent>): Promise<BatchEvent[]> {
  const rest: BatchEvent[] = [];
  for await (const event of events) rest.push(event);
  return rest;
}

function recordsOf(events: readonly BatchEvent[]): RolloutRecord[] {
  return events.flatMap((event) => (event.type === "record" ? [event.record] : []));
}

/** Every group's summary is over what it has, and nothing that failed counts as a 0. */
function checkGroups(events: readonly BatchEvent[]): void {
  const records = recordsOf(events);
  for (const { status, reward } of records) {
    expect(reward === null).toBe(status === "failed" || status === "aborted");
  }
  for (const event of events) {
    if (event.type !== "group") continue;
    const rewards = records.filter(({ group_id }) => group_id === event.group_id).map(({ reward }) => reward);
    const scored = rewards.filter((reward) => reward !== null);
    const mean = scored.reduce((sum, reward) => sum + reward, 0) / scored.length;
    const square = scored.reduce((sum, reward) => sum + (reward - mean) ** 2, 0);
    expect(event.summary).toEqual({
      ...{ scored: scored.length, null_rewards: rewards.length - scored.length },
      mean: scored.length === 0 ? null : expect.closeTo(mean, 12),
      std:
        scored.length === 0
          ? null
          : expect.closeTo(scored.length === 1 ? 0 : Math.sqrt(square / (scored.length - 1)), 12),
      zero_variance: square === 0,
    });
  }
}

function calls({ asked }: TokenEndpoint, session: string): number {
  return asked.filter((request) => request.session === session).length;
}

const folder = mkdtempSync(join(tmpdir(), "deskgym-bridge-"));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;

function temporary(): string {
  files += 1;
  return join(folder, `${files}.jsonl`);
}

function journaled(path: string): string[] {
  const text = readFileSync(path, "utf8");
  return text
    .split("\n")
    .flatMap((line) => (line === "" ? [] : JSON.parse(line).record.rollout_id))
    .toSorted();
}

test.concurrent("the environment's server is killed", async () => {
  const [domain = ""] = Object.keys(domains);
  const worlds = new Worlds(domains);
  const train = [...worlds.get(domain).tasks.values()].filter(({ split }) => split === "train");
  const picked = train.slice(0, 4).map(({ id }) => ({ domain, id }));
  await using server = await startedServer();
  const { request, desks } = bridged({ worlds, desks: new CountedDesks(new HttpDesks(server.url, SECRET)) });
  // A message ends an episode at its limit; a call needs the server.
  const isHeld = (session: string) => session === "b/1/1" || session.startsWith("b/2/");
  await using endpoint = await endpointHolding(isHeld, ({ session = "", tools = [] }) =>
    isHeld(session)
      ? { tool_calls: [{ name: tools[0]?.function.name ?? "", arguments: "{}" }] }
      : { content: "Goodbye." },
  );
  const body = { tasks: picked.slice(0, 3), n: 2, policy: endpoint.policy, limits: { turns: 2 } };
  const stream = streamed(await request("POST", "/v1/batches", { batch_id: "b", ...body }));
  const before = await recordsFrom(stream, 3);
  expect(before.map(({ reward }) => reward)).toEqual([0, 0, 0]);
  await until(() => expect(endpoint.asked.filter(({ session = "" }) => isHeld(session))).toHaveLength(3));
  await server.kill("SIGKILL");
  endpoint.letGo();
  const failed = Array.from({ length: 3 }, () => ["failed", "env"]);
  const after = recordsOf(await restOf(stream));
  expect(after.map(({ status, failure }) => [status, failure?.class])).toEqual(failed);
  // All of it again, and what had ended is as it was.
  const again = await eventsOf(await request("POST", "/v1/batches", { batch_id: "b", ...body }));
  expect(again.at(-1)).toMatchObject({ type: "end", counts: { records: 6, null_rewards: 3 }, error: null });
  expect(recordsOf(again).slice(0, 3)).toEqual(before);
  checkGroups(again);
  // What begins without a server fails at once, and as what it is.
  const late = await eventsOf(await request("POST", "/v1/batches", { batch_id: "b2", ...body, tasks: picked, n: 1 }));
  expect(recordsOf(late).map(({ failure }) => failure?.class)).toEqual(picked.map(() => "env"));
  checkGroups(late);
  expect(desks).toMatchObject({ opened: 6, closed: 6 });
});

test.concurrent("the bridge is killed, and started again on its journal", async () => {
  const journal = temporary();
  await using endpoint = await endpointHolding((session) => session === "b/1/1" || session.startsWith("b/2/"));
  const body = { batch_id: "b", tasks, n: 2, policy: endpoint.policy };
  const first = await startedBridge("--journal", journal);
  const stream = streamed(await first.request("POST", "/v1/batches", body));
  const before = await recordsFrom(stream, 3);
  await until(() => expect(calls(endpoint, "b/2/1")).toBe(1));
  await first.kill("SIGKILL");
  await expect(stream.next().then(() => stream.next())).rejects.toThrow();
  expect(journaled(journal)).toEqual(["b/0/0", "b/0/1", "b/1/0"]);
  await using second = await startedBridge("--journal", journal);
  endpoint.letGo();
  const events = await eventsOf(await second.request("POST", "/v1/batches", body));
  const records = recordsOf(events);
  expect(records).toHaveLength(6);
  expect(records.every(({ reward }) => reward === 1)).toBe(true);
  for (const record of before) {
    expect(records).toContainEqual(record);
    // Not one call more than it took.
    expect(calls(endpoint, record.rollout_id)).toBe(record.turns.length);
  }
  expect(events.at(-1)).toMatchObject({ type: "end", counts: { records: 6, all_right: 3 }, error: null });
  checkGroups(events);
  const { code, stderr } = await second.kill("SIGTERM");
  expect([code, stderr]).toEqual([0, expect.stringContaining("3 rollouts from the journal")]);
  expect(journaled(journal)).toHaveLength(6);
});

test.concurrent("the bridge is told to end: streams break, and what had not ended is nowhere told of as over", async () => {
  const journal = temporary();
  await using endpoint = await endpointHolding((session) => session !== "b/0/0");
  const bridge = await startedBridge("--journal", journal, "--concurrency", "2");
  const response = await bridge.request("POST", "/v1/batches", { batch_id: "b", tasks, n: 2, policy: endpoint.policy });
  const stream = streamed(response);
  await recordsFrom(stream, 1);
  const poll = bridge.request("GET", "/v1/rollouts/b%2F0%2F1?wait_ms=60000").then((answer) => answer.json());
  const step = { episode_id: "e", task };
  await bridge.request("POST", "/v1/episodes", step);
  const rest = stream.next();
  await until(() => expect(endpoint.asked.length).toBeGreaterThan(lines.length + 1));
  const [{ code, stdout, stderr }] = await Promise.all([
    bridge.kill("SIGTERM"),
    expect(rest).rejects.toThrow("terminated"),
    expect(poll).resolves.toMatchObject({ state: "running", record: null }),
  ]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
  expect(stderr).toMatch(/^deskgym: http:\S+ with the key as given\n$/);
  expect(journaled(journal)).toEqual(["b/0/0"]);
});

test.concurrent("the policy's endpoint is killed, and what comes in its place is broken", async () => {
  const endpoint = await tokenEndpoint((request) => {
    const { session = "" } = request;
    if (session === "b/1/1" || (session.startsWith("b/2/") && turnOf(request) === 2)) return { fails: "hang" };
    return session === "b/0/1" ? { content: "Goodbye." } : saying(lines)(request);
  });
  const { request, desks } = bridged();
  const policy = { base_url: endpoint.url, model: "m", patience_s: 0.5 };
  const body = { batch_id: "b", tasks, n: 2, policy, limits: { turns: 9 } };
  const stream = streamed(await request("POST", "/v1/batches", body));
  const before = await recordsFrom(stream, 3);
  await until(() => expect(endpoint.asked.filter(({ session = "" }) => /^b.(1.1|2)/.test(session))).toHaveLength(7));
  await endpoint[Symbol.asyncDispose]();
  await using _broken = await tokenEndpoint(() => ({ fails: 500 }), Number(new URL(endpoint.url).port));
  for (const { status, failure, reward, rollout_id, turns } of recordsOf(await restOf(stream))) {
    expect([status, failure?.class, reward]).toEqual(["failed", "policy_endpoint", null]);
    // What it had sampled before stays.
    expect(turns).toHaveLength(rollout_id.startsWith("b/2/") ? 2 : 0);
  }
  const again = await eventsOf(await request("POST", "/v1/batches", body));
  expect(recordsOf(again).slice(0, 3)).toEqual(before);
  expect(again.at(-1)).toMatchObject({ type: "end", counts: { records: 6, null_rewards: 3, kept: 1, too_few: 2 } });
  checkGroups(again);
  expect(desks.closed).toBe(desks.opened);
});

test.concurrent("the endpoint of the user's model is killed, and what comes in its place is broken", async () => {
  const user = await tokenEndpoint(({ messages }) => ({
    content: messages.some(({ role }) => role === "assistant") ? "###STOP###" : "Lend me Dune, please.",
  }));
  await using endpoint = await endpointHolding((session) => session === "b/1/1");
  const { request, desks } = bridged();
  const body = {
    ...{ batch_id: "b", tasks: tasks.slice(0, 2), n: 2, policy: endpoint.policy },
    user: { kind: "llm", model: "u", base_url: user.url, api_key: "k" },
  };
  const stream = streamed(await request("POST", "/v1/batches", body));
  const before = await recordsFrom(stream, 3);
  expect(before.map(({ status, reward }) => [status, reward])).toEqual(before.map(() => ["completed", 0]));
  await until(() => expect(calls(endpoint, "b/1/1")).toBe(1));
  await user[Symbol.asyncDispose]();
  await using _broken = await tokenEndpoint(() => ({ fails: 500 }), Number(new URL(user.url).port));
  endpoint.letGo();
  const [failed] = recordsOf(await restOf(stream));
  expect(failed).toMatchObject({ status: "failed", failure: { class: "user_sim" }, reward: null });
  // The policy's answer had come, and stays.
  expect(failed?.counters).toMatchObject({ turns: 1, joins: 0 });
  expect(failed?.segments).toHaveLength(1);
  const again = await eventsOf(await request("POST", "/v1/batches", body));
  expect(recordsOf(again).slice(0, 3)).toEqual(before);
  checkGroups(again);
  expect(desks.closed).toBe(desks.opened);
});
