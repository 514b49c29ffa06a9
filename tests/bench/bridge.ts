/** What the bridge adds to an episode, and how many records a second come through it; the policy endpoint answers at once. */
import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { World, Worlds } from "../../domains/index.ts";
import {
  type Attempt,
  chatCompletions,
  chatEndpointAt,
  expert,
  MemoryDesks,
  playAttempt,
  scripted,
  taskLine,
} from "../../rollout/index.ts";
import { type PolicyAnswer, type TokenEndpoint, tokenEndpoint } from "../support/token-endpoint.ts";
import { quantiles } from "./quantiles.ts";

const TASKS = 32;
const GROUP = 8;
const AT_ONCE = 64;
const ROUNDS = 3;
const KEY = "bench";
const bin = fileURLToPath(new URL("../../servers/bin.ts", import.meta.url));

export interface BridgeFigures {
  /** Milliseconds of one episode after the other: without the bridge, through it, and the difference. */
  readonly alone: number;
  readonly bridged: number;
  readonly overhead: number;
  readonly turns: number;
  readonly tokens: number;
  /** With `atOnce` episodes playing. */
  readonly atOnce: number;
  readonly recordsPerSecond: number;
}

export async function measureBridge(worlds: Worlds, world: World): Promise<BridgeFigures> {
  const tasks = [...world.tasks.values()].filter(({ split }) => split === "train").slice(0, TASKS);
  const lines = tasks.map((task) => taskLine(world, task));
  const desks = new MemoryDesks(worlds);
  const rules = { desks, user: scripted, limits: { turns: 50, errors: 10 }, mode: "training" as const, seed: 0 };
  const said = await Promise.all(
    lines.map(async (line) => {
      const { messages } = await playAttempt({ ...rules, policy: expert() }, { line, attempt: 0 });
      return messages.filter(({ sampled }) => sampled);
    }),
  );
  await using endpoint = await tokenEndpoint(({ messages, session = "" }): PolicyAnswer => {
    const turn = messages.filter(({ role }) => role === "assistant").length - 1;
    const line = said[Number(session.split("/")[1])]?.[turn];
    return { content: line?.content ?? "", ...(line?.tool_calls && { tool_calls: line.tool_calls.map(asCall) }) };
  });

  const alone = async (attempt: Attempt, index: number) => {
    const address = { baseURL: endpoint.url, apiKey: "none", headers: { "x-session-id": `alone/${index}` } };
    const { reward } = await playAttempt({ ...rules, policy: chatCompletions(chatEndpointAt(address), "m") }, attempt);
    if (reward?.value !== 1) throw new Error(`${attempt.line.id} does not score over the endpoint`);
  };
  const bridge = await startBridge();
  try {
    const refs = lines.map(({ domain, id }) => ({ domain, id }));
    const aloneMs: number[] = [];
    const bridgedMs: number[] = [];
    // One after the other, so that a noisy moment strikes both; the first round warms up.
    for (let round = 0; round < ROUNDS; round++) {
      for (const [index, line] of lines.entries()) {
        const { domain, id } = line;
        const asked = { batch_id: `one-${round}-${index}/${index}`, tasks: [{ domain, id }], n: 1 };
        const start = performance.now();
        await alone({ line, attempt: 0 }, index);
        const between = performance.now();
        await playBatch(bridge.url, endpoint, asked);
        if (round === 0) continue;
        aloneMs.push(between - start);
        bridgedMs.push(performance.now() - between);
      }
    }
    const start = performance.now();
    const { records, turns, tokens } = await playBatch(bridge.url, endpoint, {
      batch_id: "many",
      tasks: refs,
      n: GROUP,
    });
    const seconds = (performance.now() - start) / 1000;
    const [one, other] = [quantiles(aloneMs).p50, quantiles(bridgedMs).p50];
    return {
      ...{ alone: one, bridged: other, overhead: other - one, turns: turns / records, tokens: tokens / records },
      ...{ atOnce: AT_ONCE, recordsPerSecond: records / seconds },
    };
  } finally {
    bridge.process.kill();
  }
}

function asCall({ function: call }: { readonly function: { name: string; arguments: string } }) {
  return call;
}

interface Asked {
  readonly batch_id: string;
  readonly tasks: readonly object[];
  readonly n: number;
}

interface Event {
  readonly type: string;
  readonly record?: { reward: number | null; counters: { turns: number; response_tokens: number } };
}

/** Plays a batch and counts its records, which all have to be right. */
async function playBatch(url: string, endpoint: TokenEndpoint, asked: Asked) {
  const policy = { base_url: endpoint.url, model: "m" };
  const response = await fetch(`${url}/v1/batches`, {
    method: "POST",
    headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
    body: JSON.stringify({ ...asked, policy, limits: { turns: 50 } }),
  });
  const events = (await response.text()).trim().split("\n");
  const sum = { records: 0, turns: 0, tokens: 0 };
  for (const text of events) {
    const { record } = JSON.parse(text) as Event;
    if (record === undefined) continue;
    if (record.reward !== 1) throw new Error(`an episode through the bridge does not score: ${text.slice(0, 500)}`);
    sum.records += 1;
    sum.turns += record.counters.turns;
    sum.tokens += record.counters.response_tokens;
  }
  return sum;
}

async function startBridge(): Promise<{ url: string; process: ChildProcess }> {
  const args = [bin, "bridge", "--port", "0", "--key", KEY, "--concurrency", String(AT_ONCE)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"] });
  let complaint = "";
  for await (const chunk of child.stderr) {
    complaint += chunk;
    const url = /http:\S+/.exec(complaint)?.[0];
    if (url !== undefined) return { url, process: child };
  }
  throw new Error(`the bridge did not start: ${complaint}`);
}
