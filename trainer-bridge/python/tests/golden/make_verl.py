"""Golden vectors of GRPO's arithmetic, computed by verl itself (PyPI verl 0.9.1, torch on CPU).

    pip install torch==2.13.0
    pip install --no-deps verl==0.9.1
    pip install ray "tensordict<=0.10" omegaconf "transformers<5.11" codetiming datasets pillow
    python trainer-bridge/python/tests/golden/make_verl.py > tests/trainer-bridge/golden/verl.json
    biome format --write tests/trainer-bridge/golden/verl.json

Nothing of verl is written again here: advantages come from `compute_grpo_outcome_advantage`, losses from `ppo_loss`,
the function that verl's engines call with what the trainer told them of the whole batch, and from
`compute_policy_loss_vanilla` without that. Everything is float64, but for groups that say float32.
"""

import inspect
import json
import math
import sys

import numpy as np
import tensordict
import torch
from tensordict import TensorDict
from verl import __version__ as verl_version
from verl.trainer.ppo.core_algos import compute_grpo_outcome_advantage, compute_policy_loss_vanilla, kl_penalty
from verl.utils import tensordict_utils
from verl.workers.config import FSDPActorConfig
from verl.workers.utils.losses import ppo_loss
from verl.workers.utils.padding import left_right_2_no_padding

MODES = ["token-mean", "token-sum", "seq-mean-token-sum", "seq-mean-token-sum-norm", "seq-mean-token-mean"]
HORIZON = 40

GROUPS = [
    [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    [1.0, 0.0, 0.5, 0.0],
    [1.0, 0.0, 0.5, 0.0, 1.0],
    [1.0, 1.0, 1.0, 1.0],
    [0.0, 0.0],
    [0.1, 0.1, 0.1],
    [0.7] * 8,
    [0.25, -3.5, 1e3, 7.0],
    [1.0],
    [0.0],
    [0.5],
]


def actor(mode, *, low=0.2, high=0.2, dual=3.0, kl=None, coefficient=0.0):
    return FSDPActorConfig(
        strategy="fsdp",
        rollout_n=8,
        ppo_micro_batch_size_per_gpu=8,
        use_torch_compile=False,
        clip_ratio=low,
        clip_ratio_low=low,
        clip_ratio_high=high,
        clip_ratio_c=dual,
        loss_agg_mode=mode,
        loss_scale_factor=HORIZON if mode == "seq-mean-token-sum-norm" else None,
        use_kl_loss=kl is not None,
        kl_loss_type=kl or "low_var_kl",
        kl_loss_coef=coefficient,
    )


def advantages(rewards, *, dtype, by_std):
    """One reward a rollout, on the last of three tokens, as the trainer writes it."""
    scores = torch.zeros(len(rewards), 3, dtype=dtype)
    scores[:, -1] = torch.tensor(rewards, dtype=dtype)
    mask = torch.ones_like(scores)
    index = np.array(["group"] * len(rewards), dtype=object)
    answer, _ = compute_grpo_outcome_advantage(scores, mask, index, norm_adv_by_std_in_grpo=by_std)
    return answer[:, 0].tolist()


def batch(seed, rows, width, *, wild, masked_rows=()):
    """A ragged batch with holes in its masks; `wild` log-ratios run into every clip and clamp."""
    generator = torch.Generator().manual_seed(seed)

    def normal(scale):
        return torch.randn(rows, width, generator=generator, dtype=torch.float64) * scale

    lengths = torch.randint(1, width + 1, (rows,), generator=generator)
    lengths[0] = width
    present = torch.arange(width)[None, :] < lengths[:, None]
    mask = (torch.rand(rows, width, generator=generator) < 0.7) & present
    for row in masked_rows:
        mask[row] = False
    old = -normal(1.0).abs()
    new = old + normal(0.3)
    reference = new + normal(0.3)
    if wild:
        far = torch.rand(rows, width, generator=generator) < 0.3
        new = torch.where(far, old + normal(20.0), new)
        reference = torch.where(torch.rand(rows, width, generator=generator) < 0.3, new + normal(20.0), reference)
    worth = torch.randn(rows, generator=generator, dtype=torch.float64)
    worth[rows // 2] = 0.0
    if wild:
        # Where a clamp of the log-ratio shows: far up with a negative advantage, far down with a positive one.
        for row, sign in [(0, -1), (2, 1)]:
            worth[row] = sign * (worth[row].abs() + 0.5)
            mask[row, 0] = True
            new[row, 0] = old[row, 0] - sign * 35.0
    return {"lengths": lengths, "mask": mask, "old": old, "new": new, "reference": reference, "worth": worth}


def trainer_loss(of, config):
    """`ppo_loss` on one rank, told the batch's tokens and rows as verl's engine and trainer tell it."""
    rows, width = of["mask"].shape
    prompt = 2
    present = torch.arange(width)[None, :] < of["lengths"][:, None]
    attention = torch.cat([torch.ones(rows, prompt), present], dim=1).long()
    ids = torch.ones_like(attention)
    data = TensorDict(
        {
            "input_ids": ids,
            "prompts": ids[:, :prompt],
            "responses": ids[:, prompt:],
            "attention_mask": attention,
            "response_mask": of["mask"].long(),
            "position_ids": torch.arange(prompt + width).expand(rows, -1).clone(),
            "old_log_probs": of["old"],
            "ref_log_prob": of["reference"],
            "advantages": of["worth"][:, None] * of["mask"],
        },
        batch_size=[rows],
    )
    tensordict_utils.assign_non_tensor(
        data,
        dp_size=1,
        batch_num_tokens=int(of["mask"].sum()),
        global_batch_size=rows,
    )
    data = left_right_2_no_padding(data)
    # The model's output at a place is of the next token, and has no padding.
    flat = [
        torch.cat([torch.zeros(prompt - 1, dtype=torch.float64), new[:length], torch.zeros(1, dtype=torch.float64)])
        for new, length in zip(of["new"], of["lengths"].tolist(), strict=True)
    ]
    loss, _ = ppo_loss(config, {"log_probs": torch.nested.as_nested_tensor(flat, layout=torch.jagged)}, data)
    return loss.item()


def bare_loss(of, config):
    """The policy loss alone: `agg_loss` counts tokens and rows itself, and leaves fully masked rows out."""
    config.global_batch_info["loss_scale_factor"] = config.loss_scale_factor
    loss, _ = compute_policy_loss_vanilla(
        old_log_prob=of["old"],
        log_prob=of["new"],
        advantages=of["worth"][:, None] * of["mask"],
        response_mask=of["mask"],
        loss_agg_mode=config.loss_agg_mode,
        config=config,
    )
    return loss.item()


def ragged(matrix, lengths):
    return [row[:length].tolist() for row, length in zip(matrix, lengths.tolist(), strict=True)]


def losses(of, variants, loss):
    found = []
    for mode in MODES:
        for variant in variants:
            config = actor(mode, **variant)
            setting = {
                "mode": mode,
                "low": config.clip_ratio_low,
                "high": config.clip_ratio_high,
                "dual": config.clip_ratio_c,
                "kl": config.kl_loss_type if config.use_kl_loss else None,
                "coefficient": config.kl_loss_coef if config.use_kl_loss else 0,
                "horizon": config.loss_scale_factor,
            }
            found.append({**setting, "loss": loss(of, config)})
    return found


def written(of, found):
    return {
        "logprobs": ragged(of["new"], of["lengths"]),
        "old_logprobs": ragged(of["old"], of["lengths"]),
        "ref_logprobs": ragged(of["reference"], of["lengths"]),
        "mask": ragged(of["mask"].long(), of["lengths"]),
        "advantages": of["worth"].tolist(),
        "losses": found,
    }


def defaults():
    config = FSDPActorConfig(rollout_n=8, ppo_micro_batch_size_per_gpu=8)
    advantage = inspect.signature(compute_grpo_outcome_advantage).parameters
    return {
        "epsilon": advantage["epsilon"].default,
        "norm_adv_by_std_in_grpo": advantage["norm_adv_by_std_in_grpo"].default,
        "clip_ratio_low": config.clip_ratio_low,
        "clip_ratio_high": config.clip_ratio_high,
        "clip_ratio_c": config.clip_ratio_c,
        "use_kl_loss": config.use_kl_loss,
        "kl_loss_coef": config.kl_loss_coef,
        "kl_loss_type": config.kl_loss_type,
        "loss_agg_mode": config.loss_agg_mode,
    }


def main():
    torch.set_num_threads(1)
    groups = [
        {
            "rewards": rewards,
            "dtype": str(dtype).removeprefix("torch."),
            "by_std": by_std,
            "advantages": advantages(rewards, dtype=dtype, by_std=by_std),
        }
        for rewards in GROUPS
        for dtype in [torch.float64, torch.float32]
        for by_std in [True, False]
    ]
    apart = torch.tensor([-30.0, -20.5, -5.0, -1.0, -0.1, 0.0, 1e-9, 0.1, math.log(1.4), 2.0, 2.6, 5.0, 30.0]).double()
    zero = torch.zeros_like(apart)
    kl = {kind: kl_penalty(zero, apart, kind).tolist() for kind in ["k1", "k2", "k3", "low_var_kl"]}
    variants = [
        {},
        {"kl": "low_var_kl", "coefficient": 0.001},
        {"kl": "kl", "coefficient": 0.5},
        {"kl": "mse", "coefficient": 0.05},
        # DAPO's recipe; then a dual clip so high that only the clamp of the log-ratio is left.
        {"low": 0.2, "high": 0.28, "dual": 10.0},
        {"dual": 1e12},
    ]
    calm = batch(1, 6, 9, wild=False)
    wild = batch(2, 8, 12, wild=True)
    holes = batch(3, 6, 7, wild=True, masked_rows=(1, 4))
    json.dump(
        {
            "made_by": {
                "package": f"verl {verl_version}",
                "torch": torch.__version__.split("+")[0],
                "tensordict": tensordict.__version__,
                "dtype": "float64",
                "command": "python trainer-bridge/python/tests/golden/make_verl.py",
            },
            "defaults": defaults(),
            "groups": groups,
            "kl": {"ref_minus_new": apart.tolist(), **kl},
            "trainer": [written(of, losses(of, variants, trainer_loss)) for of in [calm, wild, holes]],
            "bare": [written(of, losses(of, [{}], bare_loss)) for of in [holes]],
        },
        sys.stdout,
    )


main()
