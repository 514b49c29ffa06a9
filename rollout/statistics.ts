/** How sure a success rate is, and how often all of k tries succeed. */

/** Attempts at one task: how many there were, how many succeeded. */
export interface Tally {
  readonly attempts: number;
  readonly successes: number;
}

export interface Interval {
  readonly rate: number;
  readonly low: number;
  readonly high: number;
}

/** The 97.5 % quantile of the normal distribution. */
const Z = 1.959963984540054;

/**
 * 95 % Wilson interval of the success rate. Attempts at one task are alike, so they count as fewer: n is the effective
 * sample size p(1-p)/SE^2, with SE the standard error over tasks, and lies between the number of tasks and of attempts.
 * Null without attempts.
 */
export function successInterval(tasks: readonly Tally[]): Interval | null {
  const attempts = sum(tasks.map((task) => task.attempts));
  if (attempts === 0) return null;
  const rate = sum(tasks.map((task) => task.successes)) / attempts;
  const n = effectiveSize(tasks, rate, attempts);
  const spread = (Z / (1 + Z ** 2 / n)) * Math.sqrt((rate * (1 - rate)) / n + Z ** 2 / (4 * n ** 2));
  const centre = (rate + Z ** 2 / (2 * n)) / (1 + Z ** 2 / n);
  return { rate, low: Math.max(0, centre - spread), high: Math.min(1, centre + spread) };
}

function effectiveSize(tasks: readonly Tally[], rate: number, attempts: number): number {
  const count = tasks.length;
  const squares = sum(tasks.map((task) => (task.successes - rate * task.attempts) ** 2));
  const variance = count > 1 ? (squares / attempts ** 2) * (count / (count - 1)) : 0;
  return variance === 0 ? count : Math.min(attempts, Math.max(count, (rate * (1 - rate)) / variance));
}

/**
 * pass^k for k = 1 up to the fewest attempts at any task: the chance that k tries at a task all succeed, estimated
 * without bias as the mean over tasks of C(successes, k) / C(attempts, k).
 */
export function passHat(tasks: readonly Tally[]): number[] {
  if (tasks.length === 0) return [];
  const most = Math.min(...tasks.map(({ attempts }) => attempts));
  return Array.from({ length: most }, (_, index) => {
    const k = index + 1;
    return sum(tasks.map((task) => allOf(task, k))) / tasks.length;
  });
}

/** C(successes, k) / C(attempts, k) as a product, whose factors never grow. */
function allOf({ successes, attempts }: Tally, k: number): number {
  let chance = 1;
  for (let i = 0; i < k; i++) chance *= Math.max(0, successes - i) / (attempts - i);
  return chance;
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
