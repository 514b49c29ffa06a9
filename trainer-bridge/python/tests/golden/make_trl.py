"""Golden vectors of GRPO's arithmetic, computed by TRL itself (PyPI trl 1.13.0, torch on CPU).

    pip install torch==2.13.0 trl==1.13.0 transformers==5.17.0
    python trainer-bridge/python/tests/golden/make_trl.py > tests/trainer-bridge/golden/trl.json
    biome format --write tests/trainer-bridge/golden/trl.json

Nothing of TRL is written again here: a real `GRPOTrainer` over a tiny model gives advantages through
`_generate_and_score_completions` (rewards are float32 there) and losses through `_compute_loss`. There the model's
log-probabilities alone are replaced by given ones, in float64.
"""

import json
import os
import sys
import tempfile

os.environ["TRL_EXPERIMENTAL_SILENCE"] = "1"

import torch  # noqa: E402
import transformers  # noqa: E402
import trl  # noqa: E402
from datasets import Dataset  # noqa: E402
from tokenizers import Tokenizer, models, pre_tokenizers  # noqa: E402
from transformers import PreTrainedTokenizerFast, Qwen3Config, Qwen3ForCausalLM  # noqa: E402
from trl import GRPOConfig, GRPOTrainer  # noqa: E402

HORIZON = 40
LOSS_TYPES = ["grpo", "bnpo", "dapo", "dr_grpo"]

# None: what no reward function could score. Every group of a call has the same size.
GROUPS = [
    [[1, 0, 0, 0], [1, 0, 0.5, 0], [1, 1, 1, 1], [0, 0, 0, 0]],
    [[0.1, 0.1, 0.1], [0.25, -3.5, 1000]],
    [[0.7] * 8, [0, 0, 0, 0, 0, 0, 0, 1]],
    [[1, None, 0, 0], [None, None, 1, None], [None, None, None, None], [None, 1, 1, None]],
    [[1, 0, 0.5, 0, 1], [0.5, None, 0.25, None, 0.5]],
]


def saved(directory, config):
    """A path: TRL reads a reference model from where the model came from."""
    path = os.path.join(directory, "model")
    if not os.path.exists(path):
        Qwen3ForCausalLM(config).save_pretrained(path)
    return path


def trainer(directory, *, size=2, rollout=None, reward=None, **options):
    words = ["<pad>", "<eos>", "a", "b", "c"]
    tokenizer = Tokenizer(models.WordLevel({word: at for at, word in enumerate(words)}, unk_token="<pad>"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    config = Qwen3Config(
        vocab_size=len(words), hidden_size=8, intermediate_size=8, num_hidden_layers=1, num_attention_heads=1,
        num_key_value_heads=1, head_dim=8, pad_token_id=0, eos_token_id=1, bos_token_id=None,
    )
    return GRPOTrainer(
        model=saved(directory, config),
        processing_class=PreTrainedTokenizerFast(tokenizer_object=tokenizer, pad_token="<pad>", eos_token="<eos>"),
        train_dataset=Dataset.from_dict({"prompt": ["a", "b"]}),
        reward_funcs=reward or (lambda completions, **_: [0.0] * len(completions)),
        rollout_func=rollout,
        args=GRPOConfig(
            output_dir=directory, use_cpu=True, bf16=False, report_to=[], save_strategy="no", num_generations=size,
            per_device_train_batch_size=size * 2, max_completion_length=HORIZON, **options,
        ),
    )


def advantages(directory, groups, scale):
    """One row for each reward; the groups of one call come after one another."""
    rewards = [reward for group in groups for reward in group]

    def rollout(prompts, _):
        completions = [[2, 3, 1] for _ in prompts]
        return {
            "prompt_ids": [[2] for _ in prompts],
            "completion_ids": completions,
            "logprobs": [[0.0] * 3 for _ in prompts],
        }

    made = trainer(
        directory, size=len(groups[0]), rollout=rollout, reward=lambda completions, **_: rewards, scale_rewards=scale
    )
    made.model.train()
    made.current_gradient_accumulation_steps = 1
    answer = made._generate_and_score_completions([{"prompt": "a"} for _ in rewards])["advantages"].tolist()
    size = len(groups[0])
    return [
        {"rewards": group, "scale": scale, "advantages": answer[at * size : (at + 1) * size]}
        for at, group in enumerate(groups)
    ]


def batch(seed, rows, width, *, wild, masked_rows=()):
    """A ragged batch with holes in its masks; `wild` log-ratios run far into the clips."""
    generator = torch.Generator().manual_seed(seed)

    def normal(scale):
        return torch.randn(rows, width, generator=generator, dtype=torch.float64) * scale

    lengths = torch.randint(1, width + 1, (rows,), generator=generator)
    lengths[0] = width
    mask = torch.rand(rows, width, generator=generator) < 0.7
    for row in masked_rows:
        mask[row] = False
    old = -normal(1.0).abs()
    new = old + normal(0.3)
    reference = new + normal(0.3)
    if wild:
        far = torch.rand(rows, width, generator=generator) < 0.3
        new = torch.where(far, old + normal(10.0), new)
        reference = torch.where(torch.rand(rows, width, generator=generator) < 0.3, new + normal(10.0), reference)
    worth = torch.randn(rows, generator=generator, dtype=torch.float64)
    worth[rows // 2] = 0.0
    return {"lengths": lengths, "mask": mask, "old": old, "new": new, "reference": reference, "worth": worth}


def loss(made, of):
    rows, width = of["mask"].shape
    present = (torch.arange(width)[None, :] < of["lengths"][:, None]).long()
    made._get_per_token_logps_and_entropies = lambda *_, **__: (of["new"], torch.zeros_like(of["new"]), None)
    made.model.train()
    made.current_gradient_accumulation_steps = 1
    answer = made._compute_loss(
        made.model,
        {
            "prompt_ids": torch.full((rows, 1), 2),
            "prompt_mask": torch.ones(rows, 1, dtype=torch.long),
            "completion_ids": torch.full((rows, width), 3),
            "completion_mask": present,
            "tool_mask": of["mask"].long(),
            "advantages": of["worth"],
            "old_per_token_logps": of["old"],
            "ref_per_token_logps": of["reference"],
            # As `_generate_and_score_completions` counts them.
            "num_items_in_batch": (present * of["mask"].long()).sum(),
        },
    )
    return answer.item()


def losses(directory, of, variants):
    found = []
    for loss_type in LOSS_TYPES:
        for variant in variants:
            made = trainer(directory, loss_type=loss_type, **variant)
            setting = {
                "loss_type": loss_type,
                "low": made.epsilon_low,
                "high": made.epsilon_high,
                "delta": made.args.delta,
                "beta": made.beta,
                "weighted": made.args.use_bias_correction_kl,
                "horizon": made.max_completion_length,
            }
            found.append({**setting, "loss": loss(made, of)})
    return found


def ragged(matrix, lengths):
    return [row[:length].tolist() for row, length in zip(matrix, lengths.tolist(), strict=True)]


def written(of, found):
    return {
        "logprobs": ragged(of["new"], of["lengths"]),
        "old_logprobs": ragged(of["old"], of["lengths"]),
        "ref_logprobs": ragged(of["reference"], of["lengths"]),
        "mask": ragged(of["mask"].long(), of["lengths"]),
        "advantages": of["worth"].tolist(),
        "losses": found,
    }


def defaults(directory):
    made = trainer(directory)
    return {
        "loss_type": made.loss_type,
        "scale_rewards": made.scale_rewards,
        "epsilon_low": made.epsilon_low,
        "epsilon_high": made.epsilon_high,
        "delta": made.args.delta,
        "beta": made.beta,
        "use_bias_correction_kl": made.args.use_bias_correction_kl,
    }


def main():
    torch.set_num_threads(1)
    transformers.logging.set_verbosity_error()
    variants = [
        {},
        {"beta": 0.04},
        {"beta": 0.04, "use_bias_correction_kl": False},
        {"epsilon": 0.2, "epsilon_high": 0.28, "delta": 4.0},
    ]
    calm = batch(11, 5, 8, wild=False)
    wild = batch(12, 7, 10, wild=True)
    holes = batch(13, 6, 7, wild=False, masked_rows=(1, 4))
    with tempfile.TemporaryDirectory() as directory:
        json.dump(
            {
                "made_by": {
                    "package": f"trl {trl.__version__}",
                    "torch": torch.__version__.split("+")[0],
                    "transformers": transformers.__version__,
                    "dtype": "float32 for advantages, float64 for losses",
                    "command": "python trainer-bridge/python/tests/golden/make_trl.py",
                },
                "defaults": defaults(directory),
                "groups": [
                    group
                    for scale in ["group", "none"]
                    for groups in GROUPS
                    for group in advantages(directory, groups, scale)
                ],
                "batches": [written(of, losses(directory, of, variants)) for of in [calm, wild, holes]],
            },
            sys.stdout,
        )


main()
