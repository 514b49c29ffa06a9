/** Rollouts by id: asked for once, however often the request comes; played in turn; kept until newer ones crowd them out. */
import { hash } from "node:crypto";
import PQueue from "p-queue";
import { canonical } from "../domains/index.ts";
import { type Desks, makeUser, playAttempt, type TaskLine, type Variables } from "../rollout/index.ts";
import { Refusal } from "../servers/index.ts";
import type { Gate } from "./gate.ts";
import type { Journal } from "./journal.ts";
import { type Aborted, type RolloutRecord, recordOf } from "./record.ts";
import { postReward } from "./reward-post.ts";
import { Segments } from "./segment.ts";
import { servedPolicy } from "./served-policy.ts";
import type { EpisodeSpec, RolloutSpec } from "./spec.ts";
import { type TaskBook, userName } from "./task-book.ts";

export interface RolloutsOptions {
  readonly book: TaskBook;
  readonly desks: Desks;
  readonly gate: Gate;
  /** Where a user's model is found when the request does not say: USER_OPENAI_BASE_URL and its like. */
  readonly env: Variables;
  /** How many play at once, how many more may wait, and how many finished ones are kept. */
  readonly concurrency: number;
  readonly queue: number;
  readonly kept: number;
  readonly journal?: Journal | undefined;
  /** Milliseconds since some fixed moment. */
  readonly now: () => number;
}

export interface Entry {
  readonly id: string;
  readonly groupId: string | null;
  /** A digest of what was asked for. */
  readonly asked: string;
  state: "queued" | "running" | "done";
  record: RolloutRecord | null;
  /** Resolves with the record; stays open for ever when the bridge shuts down. */
  readonly done: Promise<RolloutRecord>;
  cancel(): void;
}

interface Playing extends Omit<Entry, "done"> {
  readonly done: Promise<RolloutRecord>;
  readonly resolve: (record: RolloutRecord) => void;
  readonly controller: AbortController;
  readonly line: TaskLine;
  readonly queuedAt: number;
}

const RETRY_AFTER_SECONDS = "5";
const SHUTDOWN = "shutdown";

export class Rollouts {
  readonly options: RolloutsOptions;
  isDraining = false;
  /** Of records made since the start, by status and failure's class. */
  readonly counts = new Map<string, number>();
  tokens = 0;
  drift = 0;
  readonly #queue: PQueue;
  readonly #entries = new Map<string, Entry>();
  /** Ids of finished rollouts that are kept no longer, so that they are not played again by mistake. */
  readonly #gone = new Set<string>();
  readonly #live = new Set<Playing>();
  readonly #closing = new AbortController();

  constructor(options: RolloutsOptions) {
    this.options = options;
    this.#queue = new PQueue({ concurrency: options.concurrency });
  }

  get running(): number {
    return this.#queue.pending;
  }

  get queued(): number {
    return this.#queue.size;
  }

  /** Aborts when the bridge shuts down: whoever waits for rollouts then waits no longer. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** What a journal knows. */
  restore(asked: string, record: RolloutRecord): void {
    const { rollout_id: id, group_id: groupId } = record;
    this.#keep({ id, groupId, asked, state: "done", record, done: Promise.resolve(record), cancel() {} });
  }

  /**
   * The rollout of that id: begun now, or the one that was asked for before in the same words.
   * @param isPatient of a batch that was taken on: it limits itself, and is not turned away any more
   * @throws Refusal 409 for other words, 410, 429, 503, and as `TaskBook.admit` does
   */
  submit(id: string, groupId: string | null, spec: RolloutSpec, isPatient = false): Entry {
    const asked = digest({ groupId, spec });
    const known = this.#entries.get(id);
    if (known !== undefined) {
      if (known.asked === asked) return known;
      throw new Refusal(409, `rollout '${id}' was asked for before, in other words: take another rollout_id`);
    }
    if (this.#gone.has(id)) {
      throw new Refusal(410, `rollout '${id}' is done and no longer kept: raise --keep, or take another rollout_id`);
    }
    const line = this.options.book.admit(spec);
    const user = this.userOf(line, spec.user);
    if (!isPatient) this.requireRoom();
    const { promise, resolve } = Promise.withResolvers<RolloutRecord>();
    const controller = new AbortController();
    const queuedAt = this.options.now();
    const entry: Playing = {
      ...{ id, groupId, asked, state: "queued", record: null, done: promise, resolve, controller, line, queuedAt },
      // What waits for its turn need not wait for it to be over.
      cancel: () => {
        controller.abort("cancelled");
        void play();
      },
    };
    const play = () => this.#play(entry, spec, user);
    this.#entries.set(id, entry);
    this.#live.add(entry);
    void this.#queue.add(play);
    return entry;
  }

  /** @throws Refusal 429 when so many more would be too many, 503 when the bridge is draining */
  requireRoom(count = 1): void {
    const retry = { "retry-after": RETRY_AFTER_SECONDS };
    if (this.isDraining) throw new Refusal(503, "the bridge is draining and takes no more", retry);
    const most = this.options.concurrency + this.options.queue;
    if (this.#queue.size + this.#queue.pending + count <= most) return;
    throw new Refusal(429, `the bridge takes ${most} rollouts at a time, and has no room for ${count} more`, retry);
  }

  /** @throws UsageError when there is no such user or it lacks its model */
  userOf(line: TaskLine, user: EpisodeSpec["user"]) {
    const { base_url, api_key, model } = user;
    const env = {
      ...this.options.env,
      ...(base_url !== undefined && { USER_OPENAI_BASE_URL: base_url }),
      ...(api_key !== undefined && { USER_OPENAI_API_KEY: api_key }),
    };
    return makeUser(userName(line, user), model, env);
  }

  /** @throws Refusal 404 or 410 */
  get(id: string): Entry {
    const entry = this.#entries.get(id);
    if (entry !== undefined) return entry;
    if (this.#gone.has(id)) throw new Refusal(410, `rollout '${id}' is done and no longer kept: raise --keep`);
    throw new Refusal(404, `no rollout '${id}': ask for it with POST /v1/rollouts`);
  }

  /** Resolves when nothing runs or waits. */
  async idle(): Promise<void> {
    await this.#queue.onIdle();
  }

  /** Stops all that runs, and tells nobody that it ended: asked again after a restart, it is played again. */
  shutdown(): void {
    this.isDraining = true;
    this.#closing.abort(SHUTDOWN);
    for (const { controller } of this.#live) controller.abort(SHUTDOWN);
  }

  async #play(entry: Playing, spec: RolloutSpec, user: ReturnType<typeof makeUser>): Promise<void> {
    if (entry.state !== "queued") return;
    const { controller, id, groupId, line, queuedAt } = entry;
    const { options } = this;
    const startedAt = options.now();
    const segments = new Segments();
    entry.state = "running";
    const { turns, errors, tokens, deadline_s } = spec.limits;
    const callOff = options.gate.after(deadline_s * 1000, () => controller.abort("deadline"));
    let ending: Parameters<typeof recordOf>[0]["ending"];
    try {
      const policy = servedPolicy(id, spec, segments, options.gate);
      const setting = {
        ...{ desks: options.desks, policy, user, mode: spec.mode, seed: spec.seed, signal: controller.signal },
        limits: { turns, errors, ...(tokens !== undefined && { tokens }) },
      };
      ending = await playAttempt(setting, { line, attempt: spec.attempt });
    } catch (error) {
      if (this.closing.aborted) return;
      ending = controller.signal.aborted ? { aborted: controller.signal.reason } : bug(id, error);
    } finally {
      callOff();
      this.#live.delete(entry);
    }
    const record = recordOf({
      ...{ rollout_id: id, group_id: groupId, line, segments, ending },
      noopSolvable: options.book.solvedByNothing(line, spec.mode),
      timing: { queued_s: seconds(startedAt - queuedAt), seconds: seconds(options.now() - startedAt) },
    });
    this.count(record);
    await this.#finish(entry, record);
    if (spec.post_url !== undefined) await postReward(spec.post_url, record, spec.policy);
  }

  count({ status, failure, counters }: RolloutRecord): void {
    const key = failure?.class ?? status;
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
    this.tokens += counters.response_tokens;
    this.drift += counters.drift;
    if (failure?.class === "policy_endpoint") warnOnce(failure.message);
  }

  async #finish(entry: Playing, record: RolloutRecord): Promise<void> {
    try {
      await this.options.journal?.add({ asked: entry.asked, record });
    } catch (error) {
      process.stderr.write(`deskgym: the journal can't be written: ${(error as Error).message}\n`);
    }
    entry.state = "done";
    entry.record = record;
    this.#keep(entry);
    entry.resolve(record);
  }

  /** Moves a finished rollout behind those that finished before it, and lets the oldest go. */
  #keep(entry: Entry): void {
    this.#entries.delete(entry.id);
    this.#entries.set(entry.id, entry);
    if (this.#entries.size - this.#live.size <= this.options.kept) return;
    for (const [id, { state }] of this.#entries) {
      if (state !== "done") continue;
      this.#entries.delete(id);
      this.#gone.add(id);
      break;
    }
    const [oldest] = this.#gone;
    if (this.#gone.size > MAX_REMEMBERED && oldest !== undefined) this.#gone.delete(oldest);
  }
}

const MAX_REMEMBERED = 100_000;

export function digest(value: unknown): string {
  return hash("sha256", canonical(value));
}

function seconds(ms: number): number {
  return Math.round(ms) / 1000;
}

export function bug(id: string, error: unknown): Aborted {
  process.stderr.write(`deskgym: bug in ${id}: ${error instanceof Error ? error.stack : String(error)}\n`);
  return { bug: error instanceof Error ? error.message : String(error) };
}

const warned = new Set<string>();

/** A thousand rollouts that fail alike say so once. */
function warnOnce(message: string): void {
  if (warned.has(message)) return;
  if (warned.size < 20) process.stderr.write(`deskgym: ${message.replaceAll(/\s+/g, " ")}\n`);
  warned.add(message);
}
