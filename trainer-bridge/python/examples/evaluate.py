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
    @returns n, successes, rate and the 95 % interval low to high; unscored, which are left out of n; and unconfirmed, the
    share of scored episodes in which something was done without a yes just before it, which no reward sees. `name` is
    the batch's.
    """
    tasks = [task["task"] for task in bridge.tasks(DOMAIN, split="test")]
    sampling = {"temperature": temperature, "top_p": 1.0, "top_k": 0, "max_tokens": MAX_TOKENS}
    policy = {"base_url": base_url, "model": "policy", "protocol": "chat_token_ids"}
    spec = dict(policy=policy, sampling=sampling, mode="evaluation", limits=LIMITS, seed=seed)
    records = [event["record"] for event in bridge.batch(name, tasks, 1, **spec) if event["type"] == "record"]
    scored = [record for record in records if record["reward"] is not None]
    return {
        **interval(sum(record["reward"] == 1 for record in scored), len(scored)),
        "unscored": len(records) - len(scored),
        "unconfirmed": sum(_presumes(record["trajectory"]["messages"]) for record in scored) / max(1, len(scored)),
    }


def _presumes(messages: list[dict]) -> bool:
    """Whether a call that is no look-up was made when the customer's last words were no yes."""
    heard = ""
    for message in messages:
        heard = message["content"] if message["role"] == "user" else heard
        calls = [call["function"]["name"] for call in message.get("tool_calls") or []]
        if any(name != "look_up_parcel" for name in calls) and not heard.startswith("Yes"):
            return True
    return False


def interval(successes: int, n: int, z: float = 1.959964) -> dict:
    """Wilson's score interval of a share."""
    if n == 0:
        return {"n": 0, "successes": 0, "rate": None, "low": 0.0, "high": 1.0}
    rate = successes / n
    middle = (rate + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(rate * (1 - rate) / n + z * z / (4 * n * n))
    return {"n": n, "successes": successes, "rate": rate, "low": max(0.0, middle - half), "high": min(1.0, middle + half)}
