"""uni-agent (verl-project/uni-agent): a bridge's episode as the runner of one gateway session, which keeps the tokens itself."""

from __future__ import annotations

import json
from typing import Any

from deskgym_bridge.client import Bridge
from deskgym_bridge.connection import BridgeError, Json, in_thread


async def run(
    *,
    session: Any,
    raw_prompt: Any,
    sample_index: int,
    tools_kwargs: Json,
    bridge_url: str,
    bridge_key: str | None = None,
    model: str = "policy",
    **spec: Any,
) -> Json:
    """Plays tools_kwargs["task"] (a TaskRef, or its JSON) against `session` (session_id, base_url, reward_info_url).

    `bridge_url`, `bridge_key`, `model` and `spec` (user, limits, mode, seed, ...) come from the runner's `runner_kwargs`.
    The gateway sets temperature, top_p and top_k itself; `spec` should not. The bridge posts the reward to the session
    before the record is here. Returns the record; raises BridgeError for one without a reward, by which uni-agent leaves
    this session alone out of its group: posting no reward would count as 0.
    """
    task = tools_kwargs["task"]
    record = await in_thread(
        Bridge(bridge_url, bridge_key).rollout,
        session.session_id,
        task=json.loads(task) if isinstance(task, str) else dict(task),
        policy={"base_url": session.base_url, "model": model, "protocol": "chat_text"},
        post_url=session.reward_info_url,
        **spec,
    )
    if record["reward"] is None:
        raise BridgeError(f"rollout {session.session_id} has no reward ({record['status']}): {record['failure']}")
    return record
