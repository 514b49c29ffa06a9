/** Rollouts by id: asked for once, however often the request comes, and played in turn. */
import PQueue from "p-queue";
import {
  type Desks,
  makeUser,
  playAttempt,
  type TaskLine,
  type Trajectory,
  type UserKind,
  unlessCalledOff,
  type Variables,
} from "../../rollout/index.ts";
import { Refusal, tryAgain } from "../../servers/index.ts";
import { Segments } from "../segment.ts";
import type { Gate } from "./gate.ts";
import type { Journal, JournalEntry } from "./journal.ts";
import { type Entry, Kept } from "./kept.ts";
import { bug, type RolloutRecord, recordOf } from "./record.ts";
import { servedPolicy } from "./served-policy.ts";
import { digest, type EpisodeSpec, limitsOf, nameOnly, type RolloutSpec } from "./spec.ts";
import { type TaskBook, userName } from "./task-book.ts";
import { warnOnce } from "./warn-once.ts";

interface RolloutsOptions {
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

interface Playing extends Omit<Entry, "done"> {
  readonly done: Promise<RolloutRecord>;
  readonly resolve: (record: RolloutRecord) => void;
  readonly controller: AbortController;
  readonly line: TaskLine;
  readonly noopSolvable: boolean;
  readonly queuedAt: number;
}

const SHUTDOWN = "shutdown";

export class Rollouts {
  readonly options: RolloutsOptions;
  isDraining = false;
  /** Of records made since the start, by status and failure's class. */
  readonly counts = new Map<string, number>();
  tokens = 0;
  drift = 0;
  readonly #queue: PQueue;
  #queued = 0;
  readonly #kept: Kept;
  readonly #live = new Set<Playing>();
  readonly #closing = new AbortController();

  constructor(options: RolloutsOptions) {
    this.options = options;
    this.#kept = new Kept(options.kept);
    this.#queue = new PQueue({ concurrency: options.concurrency });
  }

  get running(): number {
    return this.#queue.pending;
  }

  get queued(): number {
    return this.#queued;
  }

  /** Aborts when the bridge shuts down: whoever waits for rollouts then waits no longer. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** What a journal knows. */
  restore({ asked, record }: JournalEntry): void {
    const { rollout_id: id, group_id: groupId } = record;
    this.#kept.keep({ id, groupId, asked, state: "done", record, done: Promise.resolve(record), cancel() {} });
  }

  /**
   * The rollout of that id: begun now, or the one that was asked for before in the same words.
   * @param isPatient of a group or batch that was taken on: it is not turned away any more
   * @throws Refusal as `find`, `requireRoom` and `TaskBook.admit` do
   */
  submit(id: string, groupId: string | null, spec: RolloutSpec, isPatient = false): Entry {
    const known = this.find(id, groupId, spec);
    if (known !== undefined) return known;
    const line = this.options.book.admit(spec);
    const user = this.userOf(line, spec.user);
    const noopSolvable = this.options.book.solvedByNothing(line, spec.mode);
    this.requireRoom(isPatient ? 0 : 1);
    const { promise, resolve } = Promise.withResolvers<RolloutRecord>();
    const controller = new AbortController();
    const entry: Playing = {
      ...{ id, groupId, asked: askedFor(groupId, spec), state: "queued", record: null },
      ...{ done: promise, resolve, controller, line, noopSolvable, queuedAt: this.options.now() },
      // What waits for its turn need not wait for it to be over.
      cancel: () => {
        controller.abort("cancelled");
        void play();
      },
    };
    const play = () => this.#play(entry, spec, user);
    this.#kept.begin(entry);
    this.#live.add(entry);
    this.#queued += 1;
    void this.#queue.add(play);
    return entry;
  }

  /** The rollout of that id, if it was asked for. @throws Refusal as `Kept.find` does */
  find(id: string, groupId: string | null, spec: RolloutSpec): Entry | undefined {
    return this.#kept.find(id, askedFor(groupId, spec));
  }

  /**
   * For so many rollouts more; for 0 the bridge has room as long as it does not shut down.
   * @throws Refusal 429 when they would be too many, 503 when the bridge is draining
   */
  requireRoom(count = 1): void {
    if (this.closing.aborted) throw tryAgain(503, "the bridge shuts down");
    if (count === 0) return;
    if (this.isDraining) throw tryAgain(503, "the bridge is draining and takes no more");
    const most = this.options.concurrency + this.options.queue;
    if (count > most) {
      throw new Refusal(
        400,
        `the bridge takes ${most} rollouts at a time: ask for fewer, or raise --concurrency or --queue`,
      );
    }
    if (this.running + this.#queued + count <= most) return;
    throw tryAgain(429, `the bridge takes ${most} rollouts at a time, and has no room for ${count} more`);
  }

  /**
   * The user that the request wants. The operator's key goes to the operator's endpoint alone.
   * @throws UsageError when there is no such user or it lacks its model
   */
  userOf(line: TaskLine, user: EpisodeSpec["user"]) {
    const { base_url, api_key = base_url === undefined ? undefined : "none", model } = user;
    const env = {
      ...this.options.env,
      ...(base_url !== undefined && { USER_OPENAI_BASE_URL: base_url }),
      ...(api_key !== undefined && { USER_OPENAI_API_KEY: api_key }),
    };
    return makeUser(userName(line, user), model, env);
  }

  /** @throws Refusal 404 or 410 */
  get(id: string): Entry {
    return this.#kept.get(id);
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

  async #play(entry: Playing, spec: RolloutSpec, user: UserKind): Promise<void> {
    if (entry.state !== "queued") return;
    const { id, groupId, line, noopSolvable, queuedAt } = entry;
    const { now } = this.options;
    const startedAt = now();
    const segments = new Segments();
    entry.state = "running";
    this.#queued -= 1;
    const played = this.#attempt(entry, spec, user, segments);
    const ending = await this.#ending(entry, spec, played);
    this.#live.delete(entry);
    if (ending !== null) {
      const record = recordOf({
        ...{ rollout_id: id, group_id: groupId, line, noopSolvable, segments, ending },
        ...{ seed: spec.seed, attempt: spec.attempt, queuedMs: startedAt - queuedAt, ms: now() - startedAt },
      });
      await this.#finish(entry, record);
    }
    // Called off while a server hangs, it keeps its place until its desk is closed, but nobody waiting.
    await played.catch(() => undefined);
  }

  async #attempt({ id, line, controller }: Playing, spec: RolloutSpec, user: UserKind, segments: Segments) {
    const { desks, gate } = this.options;
    const setting = {
      ...{ desks, policy: servedPolicy(id, spec, segments, gate), user, mode: spec.mode, seed: spec.seed },
      ...{ limits: limitsOf(spec.limits), signal: controller.signal },
    };
    return playAttempt(setting, { line, attempt: spec.attempt });
  }

  /** How it ended, by itself or because it was called off; null when the bridge shuts down. */
  async #ending({ id, controller }: Playing, spec: RolloutSpec, played: Promise<Trajectory>) {
    const { signal } = controller;
    const callOff = this.options.gate.after(spec.limits.deadline_s * 1000, () => controller.abort("deadline"));
    try {
      return await unlessCalledOff(played, signal);
    } catch (error) {
      if (this.closing.aborted) return null;
      return signal.aborted ? { aborted: signal.reason } : bug(id, error);
    } finally {
      callOff();
    }
  }

  async #finish(entry: Playing, record: RolloutRecord): Promise<void> {
    this.count(record);
    try {
      await this.options.journal?.add({ asked: entry.asked, record });
    } catch (error) {
      process.stderr.write(`deskgym: the journal can't be written: ${(error as Error).message}\n`);
    }
    entry.state = "done";
    entry.record = record;
    this.#kept.keep(entry);
    entry.resolve(record);
  }

  count({ status, failure, counters }: RolloutRecord): void {
    const key = failure?.class ?? status;
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
    this.tokens += counters.response_tokens;
    this.drift += counters.drift;
    if (failure !== null) warnOnce(failure.message);
  }
}

function askedFor(groupId: string | null, spec: RolloutSpec): string {
  return digest({ groupId, spec: { ...spec, task: nameOnly(spec.task) } });
}
