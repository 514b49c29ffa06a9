/** From one loss per token to one number: the ways of verl and TRL, once each. */

/**
 * - `token-mean`: sum over all tokens / tokens. Every token weighs the same. TRL: `dapo`, and `bnpo` for each micro-batch.
 * - `token-sum`: without the division.
 * - `seq-mean-token-mean`: mean over rows of each row's mean. Every row weighs the same. TRL: `grpo`.
 * - `seq-mean-token-sum`: mean over rows of each row's sum.
 * - `seq-mean-token-sum-norm`: the same / horizon, as Dr. GRPO. TRL: `dr_grpo`.
 *
 * Names and source: `agg_loss` in verl/trainer/ppo/core_algos.py, verl 0.9.1.
 */
export type Aggregation =
  | "token-mean"
  | "token-sum"
  | "seq-mean-token-mean"
  | "seq-mean-token-sum"
  | "seq-mean-token-sum-norm";

/**
 * `losses` and `mask` are (rows, tokens), and rows may differ in length; only places with mask 1 are read. Rows are
 * counted also when nothing in them is, as verl's trainer (it gives `global_batch_size`) and TRL count them; `agg_loss`
 * called without that size does not, so leave such rows out to get its answer. `horizon`: the most tokens that a row
 * may have, TRL's `max_completion_length`, verl's `loss_scale_factor`. verl adds 1e-8 to a row's count, which float32
 * rounds away and this leaves out. Nothing to count gives 0.
 * @throws RangeError without the horizon that the last way needs.
 */
export function aggregate(
  way: Aggregation,
  losses: readonly (readonly number[])[],
  mask: readonly (readonly number[])[],
  horizon?: number,
): number {
  const rows = losses.map((row, at) => rowSum(row, mask[at] ?? []));
  const total = sumOf(rows.map(({ sum }) => sum));
  switch (way) {
    case "token-sum":
      return total;
    case "token-mean":
      return ratio(total, sumOf(rows.map(({ tokens }) => tokens)));
    case "seq-mean-token-sum":
      return ratio(total, rows.length);
    case "seq-mean-token-mean":
      return ratio(sumOf(rows.map(({ sum, tokens }) => ratio(sum, tokens))), rows.length);
    case "seq-mean-token-sum-norm":
      if (!(horizon !== undefined && horizon > 0)) {
        throw new RangeError(`${way} divides by a horizon above 0, and has ${horizon}; give the most tokens of a row`);
      }
      return ratio(total, rows.length) / horizon;
  }
}

function rowSum(losses: readonly number[], mask: readonly number[]): { sum: number; tokens: number } {
  const counted = losses.filter((_, at) => mask[at] === 1);
  return { sum: sumOf(counted), tokens: counted.length };
}

function ratio(sum: number, count: number): number {
  return count === 0 ? 0 : sum / count;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
