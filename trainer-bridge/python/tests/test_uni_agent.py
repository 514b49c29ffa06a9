"""The uni-agent runner: against recorded shapes of its gateway, and in the gateway itself where a checkout is at hand.

uni-agent is not on PyPI (the package of that name there is another project): its gateway is tested where PYTHONPATH has
a checkout of verl-project/uni-agent (read at 6f4a7c9) next to verl.
"""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace

import pytest

from deskgym_bridge import BridgeError
from deskgym_bridge.uni_agent import run
from fake_bridge import FakeBridge
from real_bridge import RealBridge

TASK = {"domain": "desk", "id": "t1"}


def session(url: str) -> SimpleNamespace:
    return SimpleNamespace(
        session_id="session-1", base_url=f"{url}/sessions/1/v1", reward_info_url=f"{url}/sessions/1/reward_info"
    )


def gateway(fake: FakeBridge) -> FakeBridge:
    """The same little server as uni-agent's gateway: it answers {"status": "ok"}."""
    fake.answer = lambda *_: (200, {"status": "ok"})
    return fake


@pytest.mark.parametrize("task", [TASK, json.dumps(TASK)], ids=["an object", "its JSON"])
@pytest.mark.parametrize("status, finished", [("completed", True), ("truncated", False)])
def test_the_episode_is_played_at_the_gateway_and_its_reward_posted_there(task, status, finished):
    with FakeBridge(key="k", scores=(1,)) as bridge, gateway(FakeBridge()) as gate:
        made = bridge.record
        bridge.record = lambda *a: made(*a) | {"status": status}
        kwargs = {"raw_prompt": [], "sample_index": 0, "tools_kwargs": {"task": task}}
        record = asyncio.run(
            run(session=session(gate.url), bridge_url=bridge.url, bridge_key="k", limits={"turns": 9}, **kwargs)
        )
        assert record["rollout_id"] == "session-1"
        assert bridge.requests[0]["body"] == {
            "rollout_id": "session-1",
            "task": TASK,
            "limits": {"turns": 9},
            "policy": {"base_url": f"{gate.url}/sessions/1/v1", "model": "policy", "protocol": "chat_text"},
            "attempt": 0,
        }
        assert [(r["path"], r["body"]) for r in gate.requests] == [
            ("/sessions/1/reward_info", {"reward_info": {"reward": 1.0, "finished": finished}})
        ]


@pytest.mark.parametrize(
    "name, more, attempt",
    [
        ("session-sample-4-rollout-3-0b4e", {}, 3),
        ("session-of-another-make", {}, 4),
        ("session-sample-4-rollout-3-0b4e", {"attempt": 7}, 7),
    ],
)
def test_the_attempt_is_the_sessions_number_in_its_group(name, more, attempt):
    with FakeBridge(scores=(1,)) as bridge, gateway(FakeBridge()) as gate:
        handle = session(gate.url)
        handle.session_id = name
        kwargs = {"raw_prompt": [], "sample_index": 4, "tools_kwargs": {"task": TASK}, **more}
        asyncio.run(run(session=handle, bridge_url=bridge.url, **kwargs))
        assert bridge.requests[0]["body"]["attempt"] == attempt


def test_the_query_of_the_gateways_address_is_kept():
    queries = []
    with FakeBridge(scores=(1,)) as bridge, FakeBridge() as gate:
        gate.answer = lambda method, path, query, body: queries.append(query) or (200, {})
        handle = session(gate.url)
        handle.reward_info_url += "?token=a%20b&shard=2"
        kwargs = {"raw_prompt": [], "sample_index": 0, "tools_kwargs": {"task": TASK}}
        asyncio.run(run(session=handle, bridge_url=bridge.url, **kwargs))
        assert queries == [{"token": ["a b"], "shard": ["2"]}]


def test_without_a_reward_nothing_is_posted_and_the_session_fails():
    with FakeBridge(scores=(None,)) as bridge, gateway(FakeBridge()) as gate:
        with pytest.raises(BridgeError, match="no reward"):
            asyncio.run(
                run(
                    session=session(gate.url),
                    raw_prompt=[],
                    sample_index=0,
                    tools_kwargs={"task": TASK},
                    bridge_url=bridge.url,
                )
            )
        assert gate.requests == []


def test_in_uni_agents_own_gateway():
    pytest.importorskip(
        "uni_agent.gateway", reason="no checkout of verl-project/uni-agent on PYTHONPATH (it is not on PyPI)"
    )
    from transformers import AutoTokenizer
    from uni_agent.gateway.config import GatewayActorConfig
    from uni_agent.gateway.gateway import _GatewayActor

    from test_verl import QWEN3, ModelServer

    tokenizer = AutoTokenizer.from_pretrained(str(QWEN3))
    texts = ["Hello, how can I help?<|im_end|>", "I am looking into it.<|im_end|>"]

    class Backend(ModelServer):
        async def generate(self, request_id, *, prompt_ids, sampling_params, image_data, video_data):
            return await super().generate(
                request_id, prompt_ids=prompt_ids, sampling_params={"max_tokens": 99, **sampling_params}
            )

    async def play(bridge: RealBridge):
        client = bridge.client()
        domain = client.info()["domains"][0]["name"]
        listed = next(task for task in client.tasks(domain, split="train") if not task["noop_solvable"])
        task = listed["task"]
        backend = Backend(tokenizer, texts)
        actor = _GatewayActor(GatewayActorConfig(tokenizer=tokenizer, tool_parser_name="hermes"), backend)
        await actor.start()
        handle = await actor.create_session(
            "session-1", sampling_params={"temperature": 0.7, "top_p": 1.0, "logprobs": True}
        )
        record = await run(
            session=handle,
            raw_prompt=[],
            sample_index=0,
            tools_kwargs={"task": task},
            bridge_url=bridge.url,
            bridge_key="the-key-of-these-tests",
            limits={"turns": 2},
        )
        trajectories = await actor.finalize_session("session-1")
        await actor.shutdown()
        return record, trajectories, backend

    with RealBridge() as bridge:
        record, [trajectory], backend = asyncio.run(play(bridge))
    assert record["reward"] == 0 and record["segments"] == []
    assert trajectory.reward_info == {"reward": 0.0, "finished": False}
    sampled = [token for text in texts for token in tokenizer.encode(text, add_special_tokens=False)]
    assert [i for i, m in zip(trajectory.response_ids, trajectory.response_mask, strict=True) if m] == sampled
    assert [call["sampling_params"]["temperature"] for call in backend.calls] == [0.7, 0.7]
