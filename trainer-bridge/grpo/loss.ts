/** GRPO's loss of a batch of rollouts: clipped surrogate, KL to the reference, aggregation. To check trainers by. */
import { type Aggregation, aggregate } from "./aggregate.ts";
import { clamp, type KlKind, type KlLimits, tokenKl } from "./kl.ts";

/** Where the ratio of new to old probability stops to count. */
export interface Clip {
  /** Below 1 - low and above 1 + high. */
  readonly low: number;
  readonly high: number;
  /**
   * With a negative advantage the ratio counts up to this; null: without end. verl's dual clip `clip_ratio_c`, and
   * TRL's two-sided `delta`: above 1 + high they are the same function.
   */
  readonly dual: number | null;
}

export interface LossSetting {
  readonly clip: Clip;
  /** |new - old| in nats is cut to this before exp; null: is not. verl 20, TRL null. */
  readonly logRatioLimit: number | null;
  readonly kl: {
    /** 0: none, and no reference log-probabilities are read. */
    readonly coefficient: number;
    readonly kind: KlKind;
    readonly limits: KlLimits | null;
    /** Times the ratio, as TRL's `use_bias_correction_kl` (DeepSeek-V3.2, arXiv 2512.02556). */
    readonly weighted: boolean;
  };
  readonly aggregation: Aggregation;
}

/** One row a rollout, one place a token of its response; rows may differ in length, and a row's lists may not. */
export interface LossBatch {
  /** Under the policy that is trained, in nats. */
  readonly logprobs: readonly (readonly number[])[];
  /** Under the policy that sampled. */
  readonly oldLogprobs: readonly (readonly number[])[];
  /** Under the reference; needed where the KL's coefficient is not 0. */
  readonly refLogprobs?: readonly (readonly number[])[];
  /** 1 on what the policy sampled. What stands at the other places is not read. */
  readonly mask: readonly (readonly number[])[];
  /** One a row, from `groupAdvantages`. A row with null is left out whole: of sums, of KL and of every count. */
  readonly advantages: readonly (number | null)[];
  /** See `aggregate`. */
  readonly horizon?: number;
}

/**
 * min(ratio A, clip(ratio) A), at least A dual where A < 0: what the policy should raise, for one token.
 * Source: Schulman et al. 2017 (arXiv 1707.06347); the dual clip is of Ye et al. 2019 (arXiv 1912.09729).
 */
export function surrogate(ratio: number, advantage: number, { low, high, dual }: Clip): number {
  const clipped = Math.min(ratio * advantage, clamp(ratio, 1 - low, 1 + high) * advantage);
  return dual !== null && advantage < 0 ? Math.max(clipped, dual * advantage) : clipped;
}

/**
 * coefficient KL - surrogate for each token with mask 1, and 0 elsewhere and in rows without an advantage.
 * Source: `compute_policy_loss_vanilla` and `ppo_loss` of verl 0.9.1; `_compute_loss` of TRL 1.13.0's GRPOTrainer.
 * @throws RangeError on lists of unequal lengths, on a mask that is neither 0 nor 1, on a log-probability that is read and is
 * no finite number, and without the reference that the KL needs.
 */
export function tokenLosses(batch: LossBatch, setting: LossSetting): number[][] {
  const { logprobs, oldLogprobs, refLogprobs, mask, advantages } = batch;
  const { coefficient } = setting.kl;
  const reference = coefficient === 0 ? logprobs : refLogprobs;
  if (reference === undefined) throw new RangeError(`a KL of ${coefficient} needs refLogprobs; give them, or 0`);
  checkRows({ oldLogprobs, refLogprobs: reference, mask }, logprobs, advantages.length);
  const read = (row: number, place: number) => advantages[row] !== null && mask[row]?.[place] === 1;
  checkNumbers("mask", mask, (number) => number === 0 || number === 1);
  for (const [name, rows] of Object.entries({ logprobs, oldLogprobs, refLogprobs: reference })) {
    checkNumbers(name, rows, (number, row, place) => Number.isFinite(number) || !read(row, place));
  }
  return logprobs.map((row, at) => {
    const advantage = advantages[at] as number;
    return row.map((logprob, place) => {
      if (!read(at, place)) return 0;
      const old = oldLogprobs[at]?.[place] as number;
      const loss = -surrogate(ratioOf(logprob - old, setting.logRatioLimit), advantage, setting.clip);
      return coefficient === 0
        ? loss
        : loss + coefficient * klOf(logprob, old, reference[at]?.[place] as number, setting);
    });
  });
}

/** The number that a trainer lowers, of one whole optimiser step. See `aggregate` for what it divides by. */
export function policyLoss(batch: LossBatch, setting: LossSetting): number {
  const losses = tokenLosses(batch, setting);
  const there = <Row>(rows: readonly Row[]) => rows.filter((_, at) => batch.advantages[at] !== null);
  return aggregate(setting.aggregation, there(losses), there(batch.mask), batch.horizon);
}

function klOf(logprob: number, old: number, reference: number, { kl, logRatioLimit }: LossSetting): number {
  const estimate = tokenKl(kl.kind, logprob, reference, kl.limits);
  return kl.weighted ? estimate * ratioOf(logprob - old, logRatioLimit) : estimate;
}

function ratioOf(logRatio: number, limit: number | null): number {
  return Math.exp(limit === null ? logRatio : clamp(logRatio, -limit, limit));
}

function checkRows(
  lists: Record<string, readonly (readonly number[])[]>,
  logprobs: readonly (readonly number[])[],
  advantages: number,
): void {
  if (advantages !== logprobs.length) {
    throw new RangeError(`${advantages} advantages for ${logprobs.length} rows of logprobs; give one a row`);
  }
  for (const [name, rows] of Object.entries(lists)) {
    const wrong = logprobs.findIndex((row, at) => rows[at]?.length !== row.length);
    if (wrong < 0 && rows.length === logprobs.length) continue;
    throw new RangeError(`${name} and logprobs differ in length in row ${wrong < 0 ? logprobs.length : wrong}`);
  }
}

function checkNumbers(
  name: string,
  rows: readonly (readonly number[])[],
  fits: (number: number, row: number, place: number) => boolean,
): void {
  for (const [at, row] of rows.entries()) {
    const wrong = row.findIndex((number, place) => !fits(number, at, place));
    if (wrong >= 0) throw new RangeError(`${name} has ${row[wrong]} in row ${at}, place ${wrong}`);
  }
}
