"""GRPO with TRL on episodes of the bridge: the policy is served out of the trainer's own process."""

from __future__ import annotations

import json
import os
import random
import time
from pathlib import Path

os.environ.setdefault("TRL_EXPERIMENTAL_SILENCE", "1")

from deskgym_bridge import Bridge
from deskgym_bridge.policy_server import PolicyServer

from examples.desk_process import DOMAIN
from examples.evaluate import LIMITS, MAX_TOKENS, evaluate


def train(
    bridge: Bridge,
    server: PolicyServer,
    model,
    tokenizer,
    *,
    name: str,
    out: Path,
    steps: int = 80,
    lr: float = 1e-4,
    groups: int = 8,
    per_group: int = 8,
    evaluate_every: int = 10,
    seed: int = 0,
    callbacks=(),
) -> list[dict]:
    """
    Trains `model`, which `server` serves, in place. @returns a row for each step: step, reward (mean of the step's
    episodes), spread (share of groups whose rewards differ), tokens (mean length of a completion), seconds; and success on the test split, with its interval, at
    step 0 and after every `evaluate_every` steps.
    """
    from deskgym_bridge.trl import make_rollout_func, reward_func
    from transformers import PrinterCallback
    from trl import GRPOTrainer

    rows = [{"step": 0, "test": evaluate(bridge, server.base_url, f"{name}/test/0")}]
    print(json.dumps(rows[0]), flush=True)

    def note(row: dict) -> None:
        if row["step"] % evaluate_every == 0 or row["step"] == steps:
            row["test"] = evaluate(bridge, server.base_url, f"{name}/test/{row['step']}")
        rows.append(row)
        print(json.dumps(row), flush=True)

    rollout_func = make_rollout_func(
        bridge,
        {"base_url": server.base_url, "model": "policy"},
        run_id=name,
        sampling={"max_tokens": MAX_TOKENS},
        limits=LIMITS,
    )
    device = next(model.parameters()).device.type
    trainer = GRPOTrainer(
        model=model,
        processing_class=tokenizer,
        args=_arguments(out, device, steps, lr, groups, per_group, seed),
        train_dataset=_tasks(bridge, steps * groups, seed),
        reward_funcs=reward_func,
        rollout_func=rollout_func,
        callbacks=[_Notes(server, note), *callbacks],
    )
    trainer.remove_callback(PrinterCallback)
    trainer.train()
    return rows


def _arguments(out: Path, device: str, steps: int, lr: float, groups: int, per_group: int, seed: int):
    from trl import GRPOConfig

    return GRPOConfig(
        output_dir=str(out),
        use_cpu=device == "cpu",
        bf16=device != "cpu",
        seed=seed,
        max_steps=steps,
        learning_rate=lr,
        lr_scheduler_type="constant",
        per_device_train_batch_size=groups * per_group,
        num_generations=per_group,
        temperature=1.0,
        top_p=1.0,
        top_k=0,
        beta=0.0,
        shuffle_dataset=False,
        gradient_checkpointing=False,
        logging_steps=1,
        save_strategy="no",
        report_to=[],
        disable_tqdm=True,
    )


def _tasks(bridge: Bridge, count: int, seed: int):
    """So many rows of the train split, each task as often as the others; a prompt is the task's reference as JSON."""
    from datasets import Dataset

    refs = [task["task"] for task in bridge.tasks(DOMAIN, split="train")]
    chance = random.Random(seed)
    drawn: list[dict] = []
    while len(drawn) < count:
        drawn += chance.sample(refs, len(refs))
    return Dataset.from_list([{"prompt": [{"role": "user", "content": json.dumps(ref)}]} for ref in drawn[:count]])


def _Notes(server: PolicyServer, note):
    from transformers import TrainerCallback

    class Notes(TrainerCallback):
        """Names the weights after each step, and hands on what TRL logs of it."""

        since = time.monotonic()

        def on_step_end(self, args, state, control, **_):
            server.set_version(str(state.global_step))

        def on_log(self, args, state, control, logs=None, **_):
            if logs and "reward" in logs:
                now = time.monotonic()
                note(
                    {
                        "step": state.global_step,
                        "reward": logs["reward"],
                        "spread": 1 - logs["frac_reward_zero_std"],
                        "tokens": logs["completions/mean_length"],
                        "unscored": logs.get("bridge/unscored", 0.0),
                        "dropped_segments": logs.get("bridge/dropped_segments", 0.0),
                        "seconds": round(now - self.since, 2),
                    }
                )
                self.since = time.monotonic()

    return Notes()
