"""TRL: the episodes of a bridge as `GRPOTrainer(rollout_func=..., reward_funcs=reward_func)`. Measured with trl 1.13.0."""

from __future__ import annotations

import contextlib
import logging
import warnings
from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

from deskgym_bridge.client import Bridge
from deskgym_bridge.connection import BridgeError, Json
from deskgym_bridge.trl_sample import adjacent_groups, task_of, to_sample

_log = logging.getLogger(__name__)


def make_rollout_func(
    bridge: Bridge,
    policy: Json,
    *,
    run_id: str | None = None,
    sampling: Json | None = None,
    weight_version: Callable[[], str] | None = None,
    **spec: Any,
) -> Callable[[list[Any], Any], dict[str, list[Any]]]:
    """The callable (prompts, trainer) that GRPOTrainer wants: one completion a received prompt, in their order.

    `policy`: {base_url, model, ...} of the endpoint that serves the trainer's present weights; while it plays, the model
    is in eval mode, for an endpoint that samples from this very model. `run_id` stands in the ids of batches, and an id
    that was asked for before is answered with the episodes of then: leave it out, but for a run that crashed and goes on
    with the weights that it had at this step, which so gets what is finished.
    `sampling`, `weight_version`: the trainer's own (temperature, top_p, top_k; its step) unless given. `spec` (user,
    limits, ...) goes to the bridge; its `seed` is the step in training and 0 in evaluation, unless given. While the
    trainer evaluates, tasks of the test split are allowed. Raises BridgeError where the bridge cannot be had.
    """
    calls: dict[tuple[int, bool], int] = {}
    run = run_id or f"trl-{uuid4().hex}"
    policy = {"protocol": "chat_token_ids", **policy}

    def rollout_func(prompts: list[Any], trainer: Any) -> dict[str, list[Any]]:
        step, training = int(trainer.state.global_step), bool(trainer.model.training)
        own = {"temperature": trainer.args.temperature, "top_p": trainer.args.top_p, "top_k": trainer.args.top_k}
        chosen = {**own, **(sampling or {})}
        _warn_of_other_distributions(chosen, trainer.args.temperature)
        call = calls[step, training] = calls.get((step, training), -1) + 1
        batch = f"{run}/{'train' if training else 'eval'}/{step}/{trainer.accelerator.process_index}/{call}"
        size = trainer.num_generations if training else trainer.num_generations_eval
        groups = adjacent_groups([task_of(prompt) for prompt in prompts], size)
        body: Json = {"policy": policy, "sampling": chosen, "mode": "training" if training else "evaluation"}
        body |= {
            "weight_version": weight_version() if weight_version else str(step),
            "seed": step if training else 0,
            **spec,
        }
        records: dict[tuple[int, int], Json] = {}
        with _evaluating(trainer.model):
            for n in sorted({count for _, count in groups}):  # one size but where a group is split between processes
                places = [place for place, (_, count) in enumerate(groups) if count == n]
                name = f"{batch}/{n}"
                for event in bridge.batch(name, [groups[place][0] for place in places], n, **body):
                    if event.get("error"):
                        raise BridgeError(f"batch {name}: {event['error']}")
                    if event["type"] == "record":
                        index, member = event["record"]["rollout_id"].removeprefix(f"{name}/").split("/")
                        records[places[int(index)], int(member)] = event["record"]
        wanted = [(place, member) for place, (_, count) in enumerate(groups) for member in range(count)]
        if missing := len(wanted) - sum(key in records for key in wanted):
            raise BridgeError(f"batch {batch} ended without {missing} of its {len(wanted)} records: was it cancelled?")
        if lost := [r["failure"] or r["termination"] for r in records.values() if r["reward"] is None]:
            _log.warning("%d of the %d episodes of %s have no reward: %s", len(lost), len(wanted), batch, lost[0])
        samples = [to_sample(records[key], trainer.processing_class.eos_token_id) for key in wanted]
        keys = ("prompt_ids", "completion_ids", "logprobs", "env_mask", "env_reward")
        return {key: [sample[key] for sample in samples] for key in keys} | {
            "env_dropped": [s["dropped"] for s in samples]
        }

    return rollout_func


def reward_func(completions: list[Any], env_reward: list[float | None], **columns: Any) -> list[float | None]:
    """The rewards that came with the episodes, as they are; logs the shares that had none and that lost segments."""
    log = columns.get("log_metric")
    if log and env_reward:
        log("bridge/unscored", sum(reward is None for reward in env_reward) / len(env_reward))
        log("bridge/dropped_segments", sum(columns.get("env_dropped", [])) / len(env_reward))
    return env_reward


@contextlib.contextmanager
def _evaluating(model: Any) -> Iterator[None]:
    """No dropout, and no gradient checkpointing, which takes the cache of what was read from each layer."""
    training = bool(model.training)
    model.eval()
    try:
        yield
    finally:
        model.train(training)


def _warn_of_other_distributions(sampling: Json, temperature: float) -> None:
    """TRL computes the log-probs of training at args.temperature over the whole vocabulary: sampling must be the same."""
    same = sampling["temperature"] == temperature
    odd = [] if same else [f"temperature {sampling['temperature']}, the trainer's is {temperature}"]
    odd += [] if sampling["top_k"] in (0, -1, None) else [f"top_k {sampling['top_k']}, it must be 0"]
    odd += [] if sampling["top_p"] in (1, None) else [f"top_p {sampling['top_p']}, it must be 1"]
    if odd:
        message = f"sampling differs from what TRL trains on ({'; '.join(odd)}): ratios and gradients will be wrong"
        warnings.warn(message, RuntimeWarning, stacklevel=3)
