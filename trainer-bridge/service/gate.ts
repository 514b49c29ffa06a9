/** Holds new policy calls while a trainer changes the weights, and knows which weights play. */
import { unlessCalledOff } from "../../rollout/index.ts";

export class Gate {
  /** The weights that play since the last resume that named any. */
  version: string | null = null;
  readonly #now: () => number;
  #paused: PromiseWithResolvers<void> | null = null;
  #since = 0;
  #pausedMs = 0;

  /** `now`: milliseconds since some fixed moment. */
  constructor(now: () => number) {
    this.#now = now;
  }

  get isPaused(): boolean {
    return this.#paused !== null;
  }

  /** How long it has been paused in all, a present pause included. */
  get pausedMs(): number {
    return this.#pausedMs + (this.isPaused ? this.#now() - this.#since : 0);
  }

  pause(): void {
    if (this.#paused !== null) return;
    this.#paused = Promise.withResolvers();
    this.#since = this.#now();
  }

  resume(version?: string): void {
    this.version = version ?? this.version;
    if (this.#paused === null) return;
    this.#pausedMs += this.#now() - this.#since;
    this.#paused.resolve();
    this.#paused = null;
  }

  /** Resolves at once, or when no longer paused. Rejects with the signal's reason. */
  async pass(signal?: AbortSignal): Promise<void> {
    while (this.#paused !== null) {
      const { promise } = this.#paused;
      await (signal === undefined ? promise : unlessCalledOff(promise, signal));
    }
  }

  /** Calls `late` after so much time that was not paused, never at once; the result calls it off. */
  after(ms: number, late: () => void): () => void {
    const start = this.#now();
    const pausedBefore = this.pausedMs;
    const wait = (left: number) => setTimeout(check, Math.min(Math.ceil(left), LONGEST_MS)).unref();
    const check = () => {
      const left = ms - (this.#now() - start - (this.pausedMs - pausedBefore));
      if (left <= 0) late();
      // However little is left, a pause may last: it is not worth looking again every millisecond.
      else timer = wait(this.isPaused ? Math.max(left, PAUSED_MS) : left);
    };
    let timer = wait(ms);
    return () => clearTimeout(timer);
  }
}

const PAUSED_MS = 50;
/** Node's timers count no further. */
const LONGEST_MS = 2 ** 31 - 1;
