"""Client and adapters against `deskgym bridge` itself."""

from __future__ import annotations

import itertools
import json
from types import SimpleNamespace
from unittest.mock import Mock

import pytest

from deskgym_bridge import BridgeError
from deskgym_bridge.trl import make_rollout_func
from fake_bridge import RECORD
from real_bridge import BytePolicy, RealBridge

SAYS = ("Hello, how can I help?", "I am looking into it.", "Anything else?")
LIMITS = {"turns": 3}


@pytest.fixture(scope="module")
def real():
    with RealBridge() as bridge:
        yield bridge


@pytest.fixture(scope="module")
def tasks(real):
    """TaskRefs of the training split of the first domain, which a policy that only talks does not solve."""
    client = real.client()
    domain = client.info()["domains"][0]["name"]
    listed = [task for task in client.tasks(domain, split="train") if not task["noop_solvable"]]
    return [task["task"] for task in listed[:4]]


def check(record):
    """What the contract promises of every record, and that the fake's has the same fields."""
    assert set(record) == set(RECORD) and set(record["task"]) == set(RECORD["task"])
    for field in ("counters", "timing", "versions"):
        assert set(record[field]) == set(RECORD[field])
    for field in ("segments", "turns"):
        assert all(set(one) == set(RECORD[field][0]) for one in record[field])
    assert (record["reward"] is None) == (record["status"] in ("failed", "aborted"))
    for segment in record["segments"]:
        lengths = {len(segment[key]) for key in ("response_ids", "response_mask", "logprobs")}
        assert len(lengths) == 1 and lengths != {0} and segment["prompt_ids"]
        assert segment["response_mask"][-1] == 1
        assert all(
            logprob == 0
            for logprob, mask in zip(segment["logprobs"], segment["response_mask"], strict=True)
            if not mask
        )


def test_it_tells_what_it_is(real, tasks):
    info = real.client().info()
    assert info["api"] == 1 and info["state"] == "running" and len(info["domains"]) >= 2
    assert len(tasks) == 4
    with pytest.raises(BridgeError) as refused:
        type(real.client())(real.url, "another key").info()
    assert refused.value.status == 401


def test_a_rollout_returns_the_ids_that_were_sampled(real, tasks):
    with BytePolicy(*SAYS) as policy:
        record = real.client().rollout("py/one", task=tasks[0], policy=policy.spec, limits=LIMITS, seed=1)
        again = real.client().rollout("py/one", task=tasks[0], policy=policy.spec, limits=LIMITS, seed=1)
        other = real.client().rollout("py/two", task=tasks[0], policy=policy.spec, limits=LIMITS, seed=1)
    check(record)
    assert again == record and other["hash"] == record["hash"]
    assert record["status"] == "truncated" and record["termination"] == "max_turns" and record["reward"] == 0
    [segment] = record["segments"]
    spans = [segment["response_ids"][turn["start"] : turn["end"]] for turn in record["turns"]]
    assert [bytes(span) for span in spans] == [f"{text}\n".encode() for text in SAYS]
    assert sum(segment["response_mask"]) == sum(len(span) for span in spans)
    assert {r["headers"]["X-Session-ID"] for r in policy.requests} == {"py/one", "py/two"}


def test_a_group_and_a_policy_that_fails_is_null_and_no_zero(real, tasks):
    with BytePolicy(*SAYS) as policy:
        policy.broken = 1
        group = real.client().group("py/group", 3, task=tasks[0], policy=policy.spec, limits=LIMITS)
    for record in group["records"]:
        check(record)
    assert sorted(str(record["reward"]) for record in group["records"]) == ["0", "0", "None"]
    assert group["summary"]["scored"] == 2 and group["summary"]["null_rewards"] == 1


def test_a_test_task_is_not_trained_on(real, tasks):
    client = real.client()
    task = client.tasks(tasks[0]["domain"], split="test")[0]["task"]
    with BytePolicy(*SAYS) as policy:
        with pytest.raises(BridgeError) as refused:
            client.rollout("py/test", task=task, policy=policy.spec)
        assert refused.value.status == 403
        record = client.rollout("py/eval", task=task, policy=policy.spec, limits=LIMITS, mode="evaluation")
    check(record)


def test_an_episode_that_the_caller_plays(real, tasks):
    client = real.client()
    opened = client.open_episode("py/played", tasks[0], limits=LIMITS)
    assert opened["turn"] == 0 and opened["tools"][0]["type"] == "function"
    assert [message["role"] for message in opened["messages"]] == ["system", "assistant", "user"]
    prompt = list(b"prompt")
    state = opened
    for text in SAYS:
        ids = list(text.encode())
        tokens = {"prompt_ids": prompt, "token_ids": ids, "logprobs": [-0.5] * len(ids), "weight_version": "9"}
        message = {"role": "assistant", "content": text}
        state, turn = client.step("py/played", state["turn"], message, tokens=tokens), state["turn"]
        assert client.step("py/played", turn, message, tokens=tokens) == state
        prompt = [*prompt, *ids, *b" and then "]
    assert state["ended"] == {"how": "truncated", "reason": "turns"}
    record = client.finish("py/played")
    check(record)
    assert client.finish("py/played") == record
    assert record["segments"][0]["weight_versions"][0]["version"] == "9"
    client.close("py/played")
    client.close("py/played")


def test_killed_and_restarted_in_the_middle_of_a_batch(tasks, tmp_path):
    with RealBridge("--concurrency", "2", journal=tmp_path / "journal.jsonl") as bridge, BytePolicy(*SAYS) as policy:
        stream = bridge.client(patience=60).batch("py/batch", tasks, 2, policy=policy.spec, limits=LIMITS)
        first = list(itertools.islice(stream, 3))
        bridge.kill()
        played = len(policy.requests)
        bridge.start()
        events = [*first, *stream]
    records = [event["record"] for event in events if event["type"] == "record"]
    assert sorted(record["rollout_id"] for record in records) == [
        f"py/batch/{t}/{i}" for t in range(4) for i in range(2)
    ]
    for record in records:
        check(record)
        assert record["reward"] == 0
    assert len([event for event in events if event["type"] == "group"]) == 4
    assert events[-1]["type"] == "end" and events[-1]["counts"]["records"] == 8
    assert len(policy.requests) - played < 8 * len(SAYS)  # what was finished was not played again


def test_pause_holds_policy_calls_and_resume_names_the_weights(real, tasks):
    client = real.client()
    assert client.pause()["state"] == "paused"
    assert client.resume("w2") == {"state": "running", "weight_version": "w2"}
    with BytePolicy(*SAYS) as policy:
        record = client.rollout("py/w2", task=tasks[0], policy=policy.spec, limits=LIMITS, weight_version="w1")
    assert {span["version"] for span in record["segments"][0]["weight_versions"]} == {"w2"}


def test_trl_gets_one_sample_for_each_prompt_in_order(real, tasks):
    trainer = SimpleNamespace(
        state=SimpleNamespace(global_step=1),
        model=Mock(training=True),
        num_generations=2,
        args=SimpleNamespace(temperature=1.0, top_p=1.0, top_k=0),
        accelerator=SimpleNamespace(process_index=0),
        processing_class=SimpleNamespace(eos_token_id=0),
    )
    with BytePolicy(*SAYS) as policy:
        rollout = make_rollout_func(real.client(), policy.spec, run_id="py", limits=LIMITS)
        order = [tasks[1], tasks[1], tasks[0], tasks[0]]
        out = rollout([[{"role": "user", "content": json.dumps(task)}] for task in order], trainer)
        sent = policy.requests[0]["body"]
    assert (sent["temperature"], sent["top_p"], sent["top_k"]) == (1, 1, 0)
    assert out["env_reward"] == [0, 0, 0, 0] and out["env_dropped"] == [0, 0, 0, 0]
    assert [ids[: len(SAYS[0])] for ids in out["completion_ids"]] == [list(SAYS[0].encode())] * 4
    system = [bytes(ids) for ids in out["prompt_ids"]]
    assert system[0] == system[1] and system[2] == system[3] and system[0] != system[2]
