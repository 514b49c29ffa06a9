/** Live episodes by id: how many there may be, how long an idle one lives, and what closing one releases. */
import type { Environment, Opening, Requestor, Task, World } from "../domains/index.ts";
import { McpEndpoint } from "./endpoint.ts";
import { mcpServer } from "./mcp.ts";
import { newId, newToken, Secret } from "./secret.ts";

/** How many expired ids are remembered, to tell a late caller what happened. */
const MAX_REMEMBERED = 10_000;

export type EpisodeProblem = "unknown" | "expired" | "capacity";

/** Why there is no such episode, or no room for one. The message is one line that says the remedy. */
export class EpisodeError extends Error {
  override name = "EpisodeError";
  readonly problem: EpisodeProblem;

  constructor(problem: EpisodeProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}

/** One side's way in. The token opens this side of this episode and nothing else. */
export interface Side {
  readonly token: string;
  readonly secret: Secret;
  readonly endpoint: McpEndpoint;
}

export interface Episode {
  readonly id: string;
  readonly world: World;
  readonly task: Task | undefined;
  readonly environment: Environment;
  readonly domainPolicy: string;
  readonly agent: Side;
  /** Null where the user has no tools. */
  readonly user: Side | null;
}

export interface EpisodesOptions {
  /** How many may live at once. */
  readonly max?: number;
  /** How long an episode that nobody uses lives, in milliseconds. */
  readonly idleMs?: number;
  /** Milliseconds since some fixed moment. */
  readonly now?: () => number;
}

export interface CallTally {
  ok: number;
  error: number;
}

export class Episodes {
  readonly max: number;
  readonly idleMs: number;
  created = 0;
  expired = 0;
  readonly #now: () => number;
  /** Least recently used first, so that only the front can have expired. */
  readonly #live = new Map<string, { episode: Episode; usedAt: number }>();
  readonly #expiredIds = new Set<string>();
  /** Calls of closed and reset episodes, by domain. */
  readonly #pastCalls = new Map<string, CallTally>();

  constructor({ max = 2048, idleMs = 30 * 60_000, now = Date.now }: EpisodesOptions = {}) {
    this.max = max;
    this.idleMs = idleMs;
    this.#now = now;
  }

  get size(): number {
    return this.#live.size;
  }

  /** @throws EpisodeError `capacity` when as many live as may: before a world is made for nothing. */
  requireRoom(): void {
    this.sweep();
    if (this.#live.size < this.max) return;
    const message = `${this.max} episodes are live, which is the limit: close one, or try again`;
    throw new EpisodeError("capacity", message);
  }

  /**
   * @param form of the domain policy; the domain's first unless given
   * @throws EpisodeError `capacity` when as many live as may; WorldError when there is no such form or start.
   */
  open(world: World, opening: Opening = {}, form?: string): Episode {
    this.requireRoom();
    const id = newId();
    const { task } = opening;
    const domainPolicy = world.domainPolicy(form, opening.solo);
    const environment = world.open(opening);
    const side = (requestor: Requestor): Side => {
      const token = newToken();
      const build = () => mcpServer(environment, requestor, domainPolicy);
      return { token, secret: new Secret(token), endpoint: new McpEndpoint(build, id) };
    };
    const hasUser = Object.keys(environment.tools("user")).length > 0;
    const user = hasUser ? side("user") : null;
    const episode = { id, world, task, environment, domainPolicy, agent: side("assistant"), user };
    this.#live.set(id, { episode, usedAt: this.#now() });
    this.created += 1;
    return episode;
  }

  /**
   * The episode, which counts as used now.
   * @throws EpisodeError `unknown` or `expired`.
   */
  get(id: string): Episode {
    const episode = this.peek(id);
    this.#live.delete(id);
    this.#live.set(id, { episode, usedAt: this.#now() });
    return episode;
  }

  /** The episode, for a caller who has not shown yet that it may use it. @throws EpisodeError as `get` does. */
  peek(id: string): Episode {
    this.sweep();
    const entry = this.#live.get(id);
    if (entry !== undefined) return entry.episode;
    if (!this.#expiredIds.has(id)) {
      throw new EpisodeError("unknown", `no episode '${id.slice(0, 64)}': open one with POST /episodes`);
    }
    throw new EpisodeError("expired", `episode '${id}' expired after ${idleTime(this.idleMs)}: open another`);
  }

  /** Takes the episode back to where it began; connections stay. */
  reset(episode: Episode): void {
    tally(this.#pastCalls, episode);
    episode.environment.reset();
  }

  /** Releases the environment and every MCP session on it. */
  async close(episode: Episode): Promise<void> {
    if (!this.#live.delete(episode.id)) return;
    tally(this.#pastCalls, episode);
    episode.environment.close();
    await Promise.all([episode.agent.endpoint.close(), episode.user?.endpoint.close()]);
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#live.values()].map(({ episode }) => this.close(episode)));
  }

  /** Closes what has been idle for too long. */
  sweep(): void {
    const now = this.#now();
    for (const { episode, usedAt } of this.#live.values()) {
      if (now - usedAt < this.idleMs) return;
      this.expired += 1;
      this.#remember(episode.id);
      void this.close(episode);
    }
  }

  /** Calls by domain since the process began, those of live episodes included. */
  calls(): ReadonlyMap<string, Readonly<CallTally>> {
    const calls = new Map([...this.#pastCalls].map(([domain, past]) => [domain, { ...past }]));
    for (const { episode } of this.#live.values()) tally(calls, episode);
    return calls;
  }

  #remember(id: string): void {
    for (const oldest of this.#expiredIds) {
      if (this.#expiredIds.size < MAX_REMEMBERED) break;
      this.#expiredIds.delete(oldest);
    }
    this.#expiredIds.add(id);
  }
}

function tally(calls: Map<string, CallTally>, { world, environment }: Episode): void {
  const sum = calls.get(world.domain.name) ?? { ok: 0, error: 0 };
  calls.set(world.domain.name, sum);
  for (const { result } of environment.calls) sum[result.ok ? "ok" : "error"] += 1;
}

function idleTime(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  return minutes >= 1 ? `${minutes} idle minutes` : `${milliseconds / 1000} idle seconds`;
}
