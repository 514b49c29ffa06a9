"""What TRL hands over and what it takes back: a row's prompt as a task, a record as one sequence."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from deskgym_bridge.connection import BridgeError, Json

Sample = dict[str, Any]


def task_of(prompt: str | Sequence[Json]) -> Json:
    """The TaskRef in a dataset row's prompt: its JSON as text, or as the content of the last message of a chat."""
    text = prompt if isinstance(prompt, str) else prompt[-1]["content"]
    try:
        return dict(json.loads(text))
    except (TypeError, ValueError) as error:
        raise ValueError(
            f"a row's prompt has to be a task's reference as JSON, as `deskgym export --format trl` writes it: {text!r:.200}"
        ) from error


def to_sample(record: Json, filler: int) -> Sample:
    """One record as TRL takes it, field for field from the LAST segment (TRL has room for one sequence a prompt).

    prompt_ids; completion_ids, logprobs (natural log; 0.0 where the mask is 0) and env_mask (1: the policy's tokens), all
    three of one length; env_reward; dropped: how many earlier segments are left out. A record without a reward keeps its
    tokens under a mask of zeros and has the reward None, which TRL leaves out of the group's mean and std. A record
    without a segment is one `filler` token, masked, with the reward None: TRL breaks at an empty completion.
    """
    if not record["segments"]:
        blank = {"prompt_ids": [filler], "completion_ids": [filler], "logprobs": [0.0], "env_mask": [0]}
        return {**blank, "env_reward": None, "dropped": 0}
    segment, reward = record["segments"][-1], record["reward"]
    ids, mask, logprobs = segment["response_ids"], segment["response_mask"], segment["logprobs"]
    if not segment["prompt_ids"] or not ids or not len(ids) == len(mask) == len(logprobs):
        lengths = f"prompt {len(segment['prompt_ids'])}, ids {len(ids)}, mask {len(mask)}, logprobs {len(logprobs)}"
        raise BridgeError(
            f"rollout {record['rollout_id']}: lengths do not fit ({lengths}); the bridge and this package differ"
        )
    return {
        "prompt_ids": segment["prompt_ids"],
        "completion_ids": ids,
        "logprobs": logprobs,
        "env_mask": [0] * len(ids) if reward is None else mask,
        "env_reward": reward,
        "dropped": len(record["segments"]) - 1,
    }


def adjacent_groups(tasks: Sequence[Json], n: int) -> list[tuple[Json, int]]:
    """Runs of equal neighbours as (task, how many), none above n: TRL hands each prompt n times, one beside the other."""
    groups: list[tuple[Json, int]] = []
    for task in tasks:
        if groups and groups[-1][0] == task and groups[-1][1] < n:
            groups[-1] = (task, groups[-1][1] + 1)
        else:
            groups.append((task, 1))
    return groups
