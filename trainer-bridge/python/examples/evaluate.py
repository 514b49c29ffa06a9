"""Held-out success: every test task once through the bridge in evaluation mode, with Wilson's interval."""

from __future__ import annotations

from math import sqrt

from deskgym_bridge import Bridge

from examples.desk_process import DOMAIN

LIMITS = {"turns": 10, "errors": 5}
MAX_TOKENS = 96
"""Of one turn. The expert's longest has 45."""


def evaluate(bridge: Bridge, base_url: str, name: str, *, temperature: float = 1.0, seed: int = 0) -> dict:
    """
    @returns n, successes, rate and the 95 % interval low to high; unscored, which are left out of n. `name` is the
    batch's: the same one again gives what was measured then.
    """
    tasks = [
        {key: task[key] for key in ("domain", "id", "world", "seed")} for task in bridge.tasks(DOMAIN, split="test")
    ]
    sampling = {"temperature": temperature, "top_p": 1.0, "top_k": 0, "max_tokens": MAX_TOKENS}
    policy = {"base_url": base_url, "model": "policy", "protocol": "chat_token_ids"}
    spec = dict(policy=policy, sampling=sampling, mode="evaluation", limits=LIMITS, seed=seed)
    records = [event["record"] for event in bridge.batch(name, tasks, 1, **spec) if event["type"] == "record"]
    rewards = [record["reward"] for record in records if record["reward"] is not None]
    return {**interval(sum(reward == 1 for reward in rewards), len(rewards)), "unscored": len(records) - len(rewards)}


def interval(successes: int, n: int, z: float = 1.959964) -> dict:
    """Wilson's score interval of a share."""
    if n == 0:
        return {"n": 0, "successes": 0, "rate": None, "low": 0.0, "high": 1.0}
    rate = successes / n
    middle = (rate + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(rate * (1 - rate) / n + z * z / (4 * n * n))
    return {"n": n, "successes": successes, "rate": rate, "low": max(0.0, middle - half), "high": min(1.0, middle + half)}
