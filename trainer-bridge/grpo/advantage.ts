/** GRPO's advantages: what each rollout of a group is worth against the others. Reference arithmetic, to check trainers by. */

export interface AdvantageSetting {
  /** What differences are divided by: the std over n, over n - 1, or nothing (Dr. GRPO). */
  readonly std: "population" | "sample" | "none";
  /** Added to the std, in the unit of rewards. */
  readonly epsilon: number;
  /** What the one scored rollout of a group gets: nothing, or its reward with mean 0 and std 1. Nothing if left out. */
  readonly lone?: "zero" | "reward";
}

export interface GroupAdvantages {
  /** One for each reward, in their order; null where the reward is null. */
  readonly advantages: readonly (number | null)[];
  /** Over the scored rewards; null without any. */
  readonly mean: number | null;
  /** As the setting has it, and over n - 1 where it has "none"; 0 where all are equal, null without any. */
  readonly std: number | null;
  readonly scored: number;
  /** No two scored rewards differ, so there is nothing to learn. */
  readonly zeroVariance: boolean;
}

/**
 * A_i = (r_i - mean) / (std + epsilon) over the scored rewards of one group (Shao et al. 2024, arXiv 2402.03300).
 * A null reward is as if it were not there. Its advantage is null, not 0, since a row of zeros would still count in a
 * loss's KL and denominators (see `policyLoss`). Rewards without spread give exact zeros. verl and TRL leave the
 * rounding error of the mean: eight times 0.7 in float32 is worth 0.056 in verl 0.9.1 and 0.0006 in TRL 1.13.0.
 * @throws RangeError on a reward that is no finite number.
 */
export function groupAdvantages(
  rewards: readonly (number | null)[],
  { std, epsilon, lone = "zero" }: AdvantageSetting,
): GroupAdvantages {
  const scored = scoredOf(rewards);
  if (scored.length === 0) {
    return { advantages: rewards.map(() => null), mean: null, std: null, scored: 0, zeroVariance: true };
  }
  const zeroVariance = alike(scored);
  const mean = zeroVariance ? (scored[0] as number) : meanOf(scored);
  const spread = zeroVariance ? 0 : spreadOf(scored, mean, std === "population" ? scored.length : scored.length - 1);
  const raw = lone === "reward" && scored.length === 1;
  const advantage = (reward: number) => {
    if (zeroVariance && !raw) return 0;
    const difference = raw ? reward : reward - mean;
    return std === "none" ? difference : difference / ((raw ? 1 : spread) + epsilon);
  };
  const advantages = rewards.map((reward) => (reward === null ? null : advantage(reward)));
  return { advantages, mean, std: spread, scored: scored.length, zeroVariance };
}

/** The rewards that could be told. @throws RangeError on one that is no finite number. */
export function scoredOf(rewards: readonly (number | null)[]): number[] {
  const wrong = rewards.findIndex((reward) => reward !== null && !Number.isFinite(reward));
  if (wrong >= 0) throw new RangeError(`reward ${wrong} of the group is ${rewards[wrong]}; what has no reward is null`);
  return rewards.filter((reward) => reward !== null);
}

/** Equal but for rounding, as 0.1 + 0.2 and 0.3 are: a std of 3e-17 would put them far apart. */
export function alike(rewards: readonly number[]): boolean {
  const least = Math.min(...rewards);
  const most = Math.max(...rewards);
  return most - least <= Math.max(SMALLEST, 1e-12 * Math.max(Math.abs(least), Math.abs(most)));
}

/** Half a difference below this is no longer exact. */
const SMALLEST = 2 ** -1000;

function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0) / numbers.length;
}

function spreadOf(numbers: readonly number[], mean: number, count: number): number {
  return Math.hypot(...numbers.map((number) => number - mean)) / Math.sqrt(count);
}
