/** Batches: groups of many tasks, told of as they finish, with groups that teach nothing replaced where that is asked. */
import { Refusal } from "../../servers/index.ts";
import { fill, type Verdict } from "../grpo/dynamic-filter.ts";
import { type GroupSummary, submitGroup, summaryOf } from "./groups.ts";
import type { Entry } from "./kept.ts";
import type { RolloutRecord } from "./record.ts";
import type { Rollouts } from "./rollouts.ts";
import { type BatchBody, digest, nameOnly, type TaskRef } from "./spec.ts";

export type BatchEvent =
  | { readonly type: "record"; readonly record: RolloutRecord }
  | {
      readonly type: "group";
      readonly group_id: string;
      readonly task: TaskRef;
      readonly summary: GroupSummary;
      readonly kept: boolean;
      readonly why: Verdict;
    }
  | {
      readonly type: "end";
      readonly batch_id: string;
      readonly counts: Readonly<Record<string, number>>;
      /** Why it ended before all was done, in one line. */
      readonly error: string | null;
    };

export class Batches {
  readonly #rollouts: Rollouts;
  /** Oldest first. */
  readonly #batches = new Map<string, Batch>();

  constructor(rollouts: Rollouts) {
    this.#rollouts = rollouts;
  }

  /**
   * The batch, begun now or before: its events from the first on.
   * @throws Refusal, WorldError or UsageError before anything begins; 400 for a batch that could not be told of again
   */
  submit(body: BatchBody): Batch {
    const known = this.#batches.get(body.batch_id);
    if (known !== undefined) {
      if (known.asked === askedFor(body)) return known;
      throw new Refusal(409, `batch '${body.batch_id}' was asked for before, in other words: take another batch_id`);
    }
    const candidates = candidatesOf(this.#rollouts, body);
    // With `keep` fewer may be played, and nobody knows how many.
    const size = candidates.length * body.n;
    const { kept } = this.#rollouts.options;
    if (size > kept) {
      const problem = `the batch has ${size} rollouts, and no more than ${kept} finished ones are kept`;
      throw new Refusal(400, `${problem}: ask for them in several batches`);
    }
    if (this.#rollouts.isDraining) this.#rollouts.requireRoom();
    const batch = new Batch(this.#rollouts, body, candidates);
    this.#batches.set(body.batch_id, batch);
    this.#forget();
    return batch;
  }

  /** Resolves when none goes on. */
  async idle(): Promise<void> {
    await Promise.all([...this.#batches.values()].map(({ over }) => over));
  }

  /** Batches hold their records: those that are over make room, oldest first. */
  #forget(): void {
    let held = [...this.#batches.values()].reduce((sum, { records }) => sum + records, 0);
    for (const [id, { isOver, records }] of this.#batches) {
      if (held <= this.#rollouts.options.kept) return;
      if (!isOver) continue;
      this.#batches.delete(id);
      held -= records;
    }
  }

  /** @throws Refusal 404 */
  cancel(id: string): void {
    const batch = this.#batches.get(id);
    if (batch === undefined) throw new Refusal(404, `no batch '${id}': ask for it with POST /v1/batches`);
    batch.cancel();
  }
}

interface Candidate {
  readonly task: TaskRef;
  readonly group_id: string;
}

function askedFor(body: BatchBody): string {
  return digest({ ...body, tasks: body.tasks.map(nameOnly) });
}

/** @throws Refusal, WorldError or UsageError for a task that can't be played so */
function candidatesOf(rollouts: Rollouts, body: BatchBody): Candidate[] {
  const { book } = rollouts.options;
  const all = body.tasks.map((task, at) => ({ task, group_id: `${body.batch_id}/${at}` }));
  return all.filter(({ task }) => {
    const line = book.admit({ ...body, task });
    rollouts.userOf(line, body.user);
    return !(body.drop_noop_solvable && book.solvedByNothing(line, body.mode));
  });
}

export class Batch {
  readonly asked: string;
  /** Resolves after the last event. */
  readonly over: Promise<void>;
  readonly #rollouts: Rollouts;
  readonly #body: BatchBody;
  readonly #candidates: readonly Candidate[];
  readonly #events: BatchEvent[] = [];
  readonly #counts: Record<string, number>;
  readonly #entries = new Set<Entry>();
  #more = Promise.withResolvers<void>();
  #isCancelled = false;

  constructor(rollouts: Rollouts, body: BatchBody, candidates: readonly Candidate[]) {
    this.asked = askedFor(body);
    this.#rollouts = rollouts;
    this.#body = body;
    this.#candidates = candidates;
    this.#counts = {
      ...{ played: 0, kept: 0, all_right: 0, all_wrong: 0, all_equal: 0, too_few: 0 },
      ...{ dropped_noop_solvable: body.tasks.length - candidates.length, records: 0, null_rewards: 0 },
    };
    this.over = this.#run();
  }

  /** How many have ended. */
  get records(): number {
    return this.#counts.records ?? 0;
  }

  get isOver(): boolean {
    return this.#events.at(-1)?.type === "end";
  }

  /** From the first, as they happen; ends with the batch, or early when the signal aborts. */
  async *events(signal: AbortSignal): AsyncGenerator<BatchEvent> {
    const aborted = Promise.withResolvers<void>();
    const abort = () => aborted.resolve();
    signal.addEventListener("abort", abort, { once: true });
    try {
      for (let at = 0; !signal.aborted; at++) {
        while (at === this.#events.length && !signal.aborted) await Promise.race([this.#more.promise, aborted.promise]);
        const event = this.#events[at];
        if (event === undefined) return;
        yield event;
        if (event.type === "end") return;
      }
    } finally {
      signal.removeEventListener("abort", abort);
    }
  }

  cancel(): void {
    this.#isCancelled = true;
    for (const { cancel } of this.#entries) cancel();
  }

  async #run(): Promise<void> {
    const { n, keep, batch_id } = this.#body;
    // Twice as many groups as can play at once: while the last of one still play, others take their places.
    const concurrency = Math.ceil((2 * this.#rollouts.options.concurrency) / n);
    let error: string | null = null;
    try {
      const groups = fill({ candidates: this.#wanted(), keep, concurrency, play: (one: Candidate) => this.#play(one) });
      for await (const { candidate, rewards, why, error: cause } of groups) {
        if (cause !== undefined) error ??= cause instanceof Error ? cause.message : String(cause);
        this.#count("played");
        this.#count(why);
        this.#tell({ type: "group", ...candidate, summary: summaryOf(rewards), kept: why === "kept", why });
      }
      if (this.#isCancelled) error = "the batch was cancelled";
    } catch (cause) {
      error = cause instanceof Error ? cause.message : String(cause);
    }
    this.#tell({ type: "end", batch_id, counts: this.#counts, error });
  }

  *#wanted(): Generator<Candidate> {
    for (const candidate of this.#candidates) {
      if (this.#isCancelled) return;
      yield candidate;
    }
  }

  async #play({ task, group_id }: Candidate): Promise<(number | null)[]> {
    const { batch_id: _, tasks: _tasks, keep: _keep, drop_noop_solvable: _drop, n, ...spec } = this.#body;
    const entries = submitGroup(this.#rollouts, group_id, n, { ...spec, task }, true);
    const records = entries.map(async (entry) => {
      this.#entries.add(entry);
      const record = await entry.done;
      this.#entries.delete(entry);
      this.#count("records");
      if (record.reward === null) this.#count("null_rewards");
      this.#tell({ type: "record", record });
      return record.reward;
    });
    if (this.#isCancelled) this.cancel();
    return Promise.all(records);
  }

  #count(what: string): void {
    this.#counts[what] = (this.#counts[what] ?? 0) + 1;
  }

  #tell(event: BatchEvent): void {
    this.#events.push(event);
    this.#more.resolve();
    this.#more = Promise.withResolvers();
  }
}
