/** The bridge over the fixture domain, and an expert that plays behind a policy endpoint. */
import { setTimeout } from "node:timers/promises";
import { afterEach, expect, vi } from "vitest";
import { type Domain, Worlds } from "../../domains/index.ts";
import {
  type Desk,
  type Desks,
  expert,
  MemoryDesks,
  playAttempt,
  scripted,
  type TaskLine,
  taskLine,
  type Variables,
} from "../../rollout/index.ts";
import {
  type BatchEvent,
  createBridge,
  Gate,
  type Journal,
  type RolloutRecord,
  Rollouts,
  TaskBook,
} from "../../trainer-bridge/index.ts";
import { library } from "./library/index.ts";
import { type PolicyAnswer, type PolicyRequest, type TokenEndpoint, tokenEndpoint } from "./token-endpoint.ts";

export const KEY = "the-key";

/** Two tasks, of which doing nothing solves the first. */
const idle: Domain = {
  ...library,
  name: "idle",
  *tasks(db, random) {
    for (const task of library.tasks(db, random)) {
      if (task.id === "lend-1") yield { ...task, domain: "idle", reference_actions: [], communicate: [] };
      if (task.id === "lend-2") yield { ...task, domain: "idle" };
    }
  },
};

export const worlds = new Worlds({ library, idle });

/** Resolves with what the check returns once it no longer throws. */
export async function until<T>(check: () => T | Promise<T>): Promise<T> {
  const late = performance.now() + 20_000;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > late) throw error;
      await setTimeout(2);
    }
  }
}

/** Knows how many desks are open. */
export class CountedDesks implements Desks {
  readonly #desks: Desks;
  opened = 0;
  closed = 0;
  /** The most that were open at once. */
  most = 0;

  constructor(desks: Desks) {
    this.#desks = desks;
  }

  async open(line: TaskLine): Promise<Desk> {
    const desk = await this.#desks.open(line);
    this.opened += 1;
    this.most = Math.max(this.most, this.opened - this.closed);
    const close = () => {
      this.closed += 1;
      return desk.close();
    };
    return { ...desk, close };
  }
}

export interface Bridged {
  readonly rollouts: Rollouts;
  readonly desks: CountedDesks;
  readonly gate: Gate;
  request(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  /** The answer's JSON; throws on a status other than 2xx. */
  ask<Answer = never>(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Asks for a rollout and waits for its record. */
  rollout(body: object): Promise<RolloutRecord>;
  shutdown(): void;
}

interface BridgedOptions {
  readonly worlds?: Worlds;
  readonly concurrency?: number;
  readonly queue?: number;
  readonly kept?: number;
  readonly journal?: Journal;
  readonly desks?: CountedDesks;
  readonly now?: () => number;
  readonly env?: Variables;
}

export function bridged({
  worlds: own = worlds,
  concurrency = 8,
  queue = 64,
  kept = 64,
  journal,
  desks = new CountedDesks(new MemoryDesks(own)),
  now = () => performance.now(),
  env = {},
}: BridgedOptions = {}): Bridged {
  const gate = new Gate(now);
  const book = new TaskBook(own);
  const rollouts = new Rollouts({ book, desks, gate, env, concurrency, queue, kept, journal, now });
  const { app, shutdown } = createBridge({ rollouts, key: KEY });
  const request: Bridged["request"] = async (method, path, body, headers = {}) =>
    app.request(new URL(path, "http://127.0.0.1:8710"), {
      method,
      headers: {
        host: "127.0.0.1:8710",
        authorization: `Bearer ${KEY}`,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
  const ask: Bridged["ask"] = async (method, path, body) => {
    const response = await request(method, path, body);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === "" ? null : JSON.parse(text);
  };
  return {
    ...{ rollouts, desks, gate, request, ask, shutdown },
    async rollout(body) {
      const { rollout_id } = await ask<{ rollout_id: string }>("POST", "/v1/rollouts", body);
      const path = `/v1/rollouts/${encodeURIComponent(rollout_id)}?wait_ms=20000`;
      const { record } = await ask<{ record: RolloutRecord }>("GET", path);
      return record;
    },
  };
}

/** Bridges and endpoints that are closed after each of a file's tests, by when every desk has to be. */
export function closedAfterEach() {
  const open: AsyncDisposable[] = [];
  const bridges: Bridged[] = [];
  afterEach(async () => {
    vi.restoreAllMocks();
    for (const one of bridges.splice(0)) {
      one.shutdown();
      await until(() => expect(one.desks.closed).toBe(one.desks.opened));
    }
    for (const one of open.splice(0)) await one[Symbol.asyncDispose]();
  });
  return {
    bridge(options: BridgedOptions = {}): Bridged {
      const one = bridged(options);
      bridges.push(one);
      return one;
    },
    async endpointOf(answer: Parameters<typeof tokenEndpoint>[0]): Promise<TokenEndpoint> {
      const endpoint = await tokenEndpoint(answer);
      open.push(endpoint);
      return endpoint;
    },
  };
}

/** What the expert says to the scripted user in a task, message by message. */
export async function linesOf(taskId: string): Promise<PolicyAnswer[]> {
  const world = worlds.get("library");
  const setting = {
    ...{ desks: new MemoryDesks(worlds), policy: expert(), user: scripted, mode: "training" as const, seed: 0 },
    limits: { turns: 30, errors: 10 },
  };
  const line = taskLine(world, world.task(taskId));
  const { messages } = await playAttempt(setting, { line, attempt: 0 });
  return messages.flatMap(({ sampled, content, tool_calls }) => {
    if (!sampled) return [];
    return { content, ...(tool_calls && { tool_calls: tool_calls.map((call) => call.function) }) };
  });
}

/** Which of the policy's turns a request is, from 0: before it stands the greeting alone. */
export function turnOf({ messages }: PolicyRequest): number {
  return messages.filter(({ role }) => role === "assistant").length - 1;
}

/** Says those lines in order, then a goodbye. */
export function saying(lines: readonly PolicyAnswer[]): (request: PolicyRequest) => PolicyAnswer {
  return (request) => lines[turnOf(request)] ?? { content: "Goodbye." };
}

/** A batch's events, as far as its stream goes. */
export async function eventsOf(response: Response): Promise<BatchEvent[]> {
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  const text = await response.text();
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}
