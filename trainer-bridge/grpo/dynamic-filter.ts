/** DAPO's dynamic sampling: play groups, keep those with something to learn, refill with the next tasks (arXiv 2503.14476). */
import { alike, scoredOf } from "./advantage.ts";

/** Why a group is kept, or what is the matter with it. */
export type Verdict = "kept" | "all_right" | "all_wrong" | "all_equal" | "too_few";

/** One group that was played. */
export interface PlayedGroup<T> {
  readonly candidate: T;
  /** Its place among the candidates, from 0. */
  readonly index: number;
  /** One for each rollout; none where the play failed. */
  readonly rewards: readonly (number | null)[];
  readonly why: Verdict;
  /** What `play` threw, if it did; the verdict is then `too_few`. */
  readonly error?: unknown;
}

export interface Filling<T> {
  readonly candidates: Iterable<T>;
  /** How many groups to keep; left out: every candidate is played once. */
  readonly keep?: number | undefined;
  /** The most groups that are played at once. */
  readonly concurrency: number;
  play(candidate: T, index: number): Promise<readonly (number | null)[]>;
}

/** Fewer than two scored rewards; else all 1, all 0, another constant; else there is something to learn. */
export function verdictOf(rewards: readonly (number | null)[]): Verdict {
  const scored = scoredOf(rewards);
  if (scored.length < 2) return "too_few";
  if (!alike(scored)) return "kept";
  if (scored.every((reward) => reward === 1)) return "all_right";
  return scored.every((reward) => reward === 0) ? "all_wrong" : "all_equal";
}

/**
 * Yields every group that is played, as it ends. Never are more played at once than may still be kept, so no more than
 * `keep` are kept and none is thrown away that had something to learn. A play that throws is yielded like the others.
 * Nothing is started before it is asked for; who stops asking must end the plays that still run.
 * @throws RangeError on a `keep` or `concurrency` that is no count.
 */
export async function* fill<T>(filling: Filling<T>): AsyncGenerator<PlayedGroup<T>, void, void> {
  const { candidates, keep = Number.POSITIVE_INFINITY, concurrency } = filling;
  if (!(concurrency >= 1)) throw new RangeError(`concurrency is ${concurrency}; it has to be 1 or more`);
  if (!(keep >= 0)) throw new RangeError(`keep is ${keep}; it has to be 0 or more`);
  const source = candidates[Symbol.iterator]();
  const ended: PlayedGroup<T>[] = [];
  let wake = Promise.withResolvers<void>();
  let running = 0;
  let kept = 0;
  let next = 0;
  let dry = false;
  const start = (candidate: T, index: number) => {
    running += 1;
    playGroup(filling, candidate, index).then((group) => {
      running -= 1;
      ended.push(group);
      wake.resolve();
    });
  };
  try {
    while (true) {
      // A group that has ended counts as running until it is judged below.
      while (!dry && running + ended.length < Math.min(concurrency, keep - kept)) {
        const item = source.next();
        if (item.done) dry = true;
        else start(item.value, next++);
      }
      if (running + ended.length === 0) return;
      if (ended.length === 0) await wake.promise;
      wake = Promise.withResolvers();
      const group = ended.shift();
      if (group === undefined) continue;
      if (group.why === "kept") kept += 1;
      yield group;
    }
  } finally {
    if (!dry) source.return?.();
  }
}

async function playGroup<T>({ play }: Filling<T>, candidate: T, index: number): Promise<PlayedGroup<T>> {
  try {
    const rewards = await play(candidate, index);
    return { candidate, index, rewards, why: verdictOf(rewards) };
  } catch (error) {
    return { candidate, index, rewards: [], why: "too_few", error };
  }
}
