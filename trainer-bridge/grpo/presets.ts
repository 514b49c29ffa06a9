/** Settings of GRPO by name: plain data, each value with where it comes from. */
import type { AdvantageSetting } from "./advantage.ts";
import type { LossSetting } from "./loss.ts";

export interface Preset extends LossSetting {
  readonly advantage: AdvantageSetting;
}

/** What verl 0.9.1 does when told `algorithm.adv_estimator=grpo` and nothing else. */
const verl: Preset = {
  // compute_grpo_outcome_advantage: torch.std is over n - 1, epsilon=1e-6; a group of one has mean 0 and std 1.
  advantage: { std: "sample", epsilon: 1e-6, lone: "reward" },
  // ActorConfig: clip_ratio_low, clip_ratio_high, clip_ratio_c.
  clip: { low: 0.2, high: 0.2, dual: 3 },
  // compute_policy_loss_vanilla clamps to +-20.
  logRatioLimit: 20,
  // ActorConfig: use_kl_loss=False; with it, kl_loss_coef 0.001 and kl_loss_type low_var_kl, clamped in kl_penalty_forward.
  kl: { coefficient: 0, kind: "k3", limits: { logRatio: 20, estimate: 10 }, weighted: false },
  // ActorConfig: loss_agg_mode.
  aggregation: "token-mean",
};

/** What GRPOConfig() of TRL 1.13.0 does. */
const trl: Preset = {
  // _generate_and_score_completions: nanstd is over n - 1, + 1e-4 (scale_rewards="group"). One scored rollout gets 0.
  advantage: { std: "sample", epsilon: 1e-4, lone: "zero" },
  // epsilon=0.2, epsilon_high=None (the same), delta=None.
  clip: { low: 0.2, high: 0.2, dual: null },
  logRatioLimit: null,
  // beta=0.0; with another, k3 without clamps, times the ratio (use_bias_correction_kl=True).
  kl: { coefficient: 0, kind: "k3", limits: null, weighted: true },
  // loss_type="dapo".
  aggregation: "token-mean",
};

export const presets = {
  /**
   * MUA-RL (arXiv 2508.18669) as its release runs it (zzwkk/MUA-RL 289b623): an older verl, which differs from 0.9.1
   * in that it takes token-mean over each micro-batch, with use_kl_loss=True and kl_loss_coef=0.001 from mua_grpo.sh.
   * The paper has this beta, and leaves epsilon, the clips and the kind of std open.
   */
  mua: { ...verl, kl: { ...verl.kl, coefficient: 0.001 } },
  verl,
  trl,
  /**
   * Dr. GRPO (Liu et al. 2025, arXiv 2503.20783): no std, a constant instead of the row's length (`horizon`), no KL.
   * Clip 0.2 and no guards are of the authors' trainer (PPOArgs in sail-sg/oat). In verl it is
   * norm_adv_by_std_in_grpo=False and loss_agg_mode=seq-mean-token-sum-norm; in TRL scale_rewards="none" and
   * loss_type="dr_grpo".
   */
  dr_grpo: {
    advantage: { std: "none", epsilon: 0, lone: "zero" },
    clip: { low: 0.2, high: 0.2, dual: null },
    logRatioLimit: null,
    kl: { coefficient: 0, kind: "k3", limits: null, weighted: false },
    aggregation: "seq-mean-token-sum-norm",
  },
  /**
   * DAPO (Yu et al. 2025, arXiv 2503.14476): a higher upper clip (0.28), every token alike, no KL. The dual clip of 10 is
   * that of its recipe in verl (run_dapo_qwen2.5_32b.sh). Its dynamic sampling is `fill`.
   */
  dapo: { ...verl, clip: { low: 0.2, high: 0.28, dual: 10 } },
} as const satisfies Record<string, Preset>;
