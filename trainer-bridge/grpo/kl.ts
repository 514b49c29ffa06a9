/** How far a policy has moved from its reference, token by token: Schulman's estimators (joschu.net/blog/kl-approx). */

/**
 * x = ref - new: k1 is -x, without bias and of either sign; k2 is x^2 / 2; k3 is e^x - 1 - x, without bias and never
 * negative. verl calls them `kl`, `mse` and `low_var_kl`; TRL has k3 alone.
 */
export type KlKind = "k1" | "k2" | "k3";

/** verl's guards of k3: it cuts x to [-20, 20] and the estimate at 10. TRL has none. */
export interface KlLimits {
  readonly logRatio: number;
  readonly estimate: number;
}

/**
 * The estimate for one token, in nats. Both log-probabilities are of the same sampled token.
 * Source: `kl_penalty_forward` in verl/trainer/ppo/core_algos.py, verl 0.9.1; `_compute_loss` of TRL 1.13.0's GRPOTrainer.
 */
export function tokenKl(kind: KlKind, logprob: number, refLogprob: number, limits: KlLimits | null = null): number {
  const x = refLogprob - logprob;
  if (kind === "k1") return -x;
  if (kind === "k2") return x ** 2 / 2;
  if (limits === null) return Math.expm1(x) - x;
  const cut = clamp(x, -limits.logRatio, limits.logRatio);
  return Math.min(Math.expm1(cut) - cut, limits.estimate);
}

export function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
