/** Rollouts by id: those that play, the newest that are done, and of older ones only that they were there. */
import { Refusal } from "../../servers/index.ts";
import type { RolloutRecord } from "./record.ts";

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

const MAX_REMEMBERED = 100_000;

export class Kept {
  readonly #most: number;
  /** Those that are done in the order in which they were. */
  readonly #entries = new Map<string, Entry>();
  readonly #playing = new Set<string>();
  /** Kept no longer: they are not played again by mistake. */
  readonly #gone = new Set<string>();

  /** `most`: how many that are done stay. */
  constructor(most: number) {
    this.#most = most;
  }

  begin(entry: Entry): void {
    this.#entries.set(entry.id, entry);
    this.#playing.add(entry.id);
  }

  /** Moves what is done behind those that were done before it, and lets the oldest go. */
  keep(entry: Entry): void {
    this.#playing.delete(entry.id);
    this.#entries.delete(entry.id);
    this.#entries.set(entry.id, entry);
    if (this.#entries.size - this.#playing.size <= this.#most) return;
    for (const id of this.#entries.keys()) {
      if (this.#playing.has(id)) continue;
      this.#entries.delete(id);
      this.#gone.add(id);
      break;
    }
    const [oldest] = this.#gone;
    if (this.#gone.size > MAX_REMEMBERED && oldest !== undefined) this.#gone.delete(oldest);
  }

  /** The rollout of that id, if it was asked for. @throws Refusal 409 for other words, 410 where it is kept no longer */
  find(id: string, asked: string): Entry | undefined {
    const known = this.#entries.get(id);
    if (known !== undefined && known.asked !== asked) {
      throw new Refusal(409, `rollout '${id}' was asked for before, in other words: take another rollout_id`);
    }
    if (this.#gone.has(id)) {
      throw new Refusal(410, `rollout '${id}' is done, and ${this.#crowd()}: take another rollout_id`);
    }
    return known;
  }

  /** @throws Refusal 404 or 410 */
  get(id: string): Entry {
    const entry = this.#entries.get(id);
    if (entry !== undefined) return entry;
    if (this.#gone.has(id)) throw new Refusal(410, `rollout '${id}' is done, and ${this.#crowd()}: ask for it sooner`);
    throw new Refusal(404, `no rollout '${id}': ask for it with POST /v1/rollouts`);
  }

  #crowd(): string {
    return `only the newest ${this.#most} are kept`;
  }
}
