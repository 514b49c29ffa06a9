"""uni-agent (verl-project/uni-agent): a bridge's episode as the runner of one gateway session, which keeps the tokens itself."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import urlsplit

from deskgym_bridge.client import Bridge
from deskgym_bridge.connection import BridgeError, Connection, Json, in_thread


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
    The attempt is the session's number in its group, which uni-agent tells in its id only; without one, `sample_index`.
    The gateway sets temperature, top_p and top_k itself; `spec` should not. Posts {reward, finished} to the session once
    the record is here, so that it is there before the session is finalised: `finished` is false where a limit ended the
    episode. Returns the record; raises BridgeError for one without a reward, by which uni-agent leaves this session alone
    out of its group. A session to which no reward was posted would count as 0.
    """
    task = tools_kwargs["task"]
    number = re.search(r"-rollout-(\d+)-", session.session_id)
    record = await in_thread(
        Bridge(bridge_url, bridge_key).rollout,
        session.session_id,
        task=json.loads(task) if isinstance(task, str) else dict(task),
        policy={"base_url": session.base_url, "model": model, "protocol": "chat_text"},
        **{"attempt": int(number[1]) if number else sample_index, **spec},
    )
    if record["reward"] is None:
        raise BridgeError(f"rollout {session.session_id} has no reward ({record['status']}): {record['failure']}")
    gateway = urlsplit(session.reward_info_url)
    reward_info = {"reward": float(record["reward"]), "finished": record["status"] == "completed"}
    post = Connection(f"{gateway.scheme}://{gateway.netloc}").request
    path = f"{gateway.path}?{gateway.query}" if gateway.query else gateway.path
    await in_thread(post, "POST", path, {"reward_info": reward_info}, session.session_id)
    return record
