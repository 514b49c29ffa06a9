"""The client against a bridge that is full, drops connections, cuts streams in a line, and is restarted."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
import time

import pytest

from deskgym_bridge import Bridge, BridgeError
from deskgym_bridge.connection import in_thread
from fake_bridge import FakeBridge

TASK = {"domain": "desk", "id": "t1"}
TASKS = [{"domain": "desk", "id": f"t{i}"} for i in range(3)]


def test_importing_needs_no_third_party_package():
    modules = "deskgym_bridge, deskgym_bridge.client, deskgym_bridge.trl, deskgym_bridge.uni_agent, deskgym_bridge.verl"
    code = f"import sys; before = set(sys.modules); import {modules}; print(*(set(sys.modules) - before))"
    out = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, '.'); {code}"],
        capture_output=True,
        text=True,
        check=True,
        cwd=__file__.rsplit("/tests/", 1)[0],
    )
    names = {name.split(".")[0] for name in out.stdout.split()}
    assert "deskgym_bridge" in names
    assert names - {"deskgym_bridge"} <= sys.stdlib_module_names


@pytest.mark.parametrize("answer", [{"hello": "world"}, [1, 2], "<html>", "\udcff"])
def test_what_is_no_bridge_is_said_at_once(answer):
    with FakeBridge() as fake:
        fake.answer = lambda *request: (200, answer)
        for ask in (
            lambda bridge: bridge.tasks("retail"),
            lambda bridge: bridge.rollout("r", task=TASK),
            lambda bridge: list(bridge.batch("b", [TASK], 1)),
        ):
            with pytest.raises(BridgeError, match="is this the address of `deskgym bridge`"):
                ask(Bridge(fake.url, patience=60))
        assert len(fake.requests) == 3


def test_a_redirect_is_said_at_once():
    with FakeBridge() as fake:
        fake.answer = lambda *request: (302, {})
        with pytest.raises(BridgeError, match="302: GET /v1/info"):
            Bridge(fake.url, patience=60).info()


def test_a_rollout_is_posted_under_its_id_and_polled_until_its_record_is_there():
    with FakeBridge(key="k") as fake:
        fake.polls_until_done = 3
        record = Bridge(fake.url, "k").rollout("run/1", task=TASK, policy={"base_url": "http://p/v1", "model": "m"})
        assert record["rollout_id"] == "run/1" and record["reward"] == 1
        assert [r["method"] for r in fake.requests] == ["POST", "GET", "GET", "GET"]
        assert fake.requests[0]["body"]["task"] == TASK
        assert {r["headers"]["X-Session-ID"] for r in fake.requests} == {"run/1"}
        assert fake.requests[1]["path"] == "/v1/rollouts/run%2F1"


def test_a_rollout_that_the_bridge_forgot_is_posted_again():
    with FakeBridge() as fake:
        fake.polls_until_done = 2
        answer = fake.answer

        def forgetful(*request):
            if len(fake.requests) == 2:
                fake.journal.clear()
            return answer(*request)

        fake.answer = forgetful
        assert Bridge(fake.url).rollout("r", task=TASK)["reward"] == 1
        assert [r["method"] for r in fake.requests] == ["POST", "GET", "POST", "GET"]


def test_a_group_comes_whole():
    with FakeBridge(scores=(1, 0, None)) as fake:
        group = Bridge(fake.url).group("g", 3, task=TASK)
        assert [record["reward"] for record in group["records"]] == [1, 0, None]


def test_busy_answers_are_waited_out_as_long_as_they_ask():
    with FakeBridge() as fake:
        fake.faults = [("busy", 429, 1), ("busy", 503, 0), ("drop",)]
        begin = time.monotonic()
        assert Bridge(fake.url).info()["api"] == 1
        assert time.monotonic() - begin >= 1.0
        assert len(fake.requests) == 4


def test_what_a_retry_cannot_mend_is_raised_at_once_with_status_and_message():
    with FakeBridge(key="k") as fake:
        with pytest.raises(BridgeError, match="401: GET /v1/info: wrong key") as wrong:
            Bridge(fake.url, "other").info()
        assert wrong.value.status == 401
        bridge = Bridge(fake.url, "k")
        bridge.rollout("r", task=TASK)
        with pytest.raises(BridgeError, match="exists with another body") as conflict:
            bridge.rollout("r", task={**TASK, "id": "t2"})
        assert conflict.value.status == 409
        assert len(fake.requests) == 3


def test_patience_ends():
    with FakeBridge() as fake:
        fake.faults = [("busy", 503, 1)] * 9
        with pytest.raises(BridgeError) as full:
            Bridge(fake.url, patience=1.5).info()
        assert full.value.status == 503 and len(fake.requests) == 2
    begin = time.monotonic()
    with pytest.raises(BridgeError, match="no answer from the bridge") as gone:
        Bridge(fake.url, patience=0.5).info()
    assert gone.value.status is None
    assert time.monotonic() - begin < 2


def test_a_bridge_that_is_full_does_not_try_patience_and_is_told_of_once(caplog):
    with FakeBridge() as fake:
        fake.faults = [("busy", 429, 1)] * 4
        assert Bridge(fake.url, patience=1.5).info()["api"] == 1
        assert len(fake.requests) == 5
        assert [record.getMessage().split(": ", 1)[1] for record in caplog.records] == ["429: GET /v1/info: full"]
        away, full = ("busy", 503, 1), ("busy", 429, 1)
        fake.faults = [away, full, away, full, ("cut", 0), full]
        assert list(Bridge(fake.url, patience=1.5).batch("b", TASKS, 1))[-1]["type"] == "end"
        fake.faults = [full, away, away]
        with pytest.raises(BridgeError) as gone:
            Bridge(fake.url, patience=1.5).info()
        assert gone.value.status == 503 and fake.faults == []


def test_a_stream_that_breaks_goes_on_and_no_record_comes_twice():
    with FakeBridge(scores=(1, 0)) as fake:
        fake.faults = [("cut", 3), ("cut", 0), ("drop",), ("cut", 5)]
        events = list(Bridge(fake.url).batch("b", TASKS, 2, policy={}))
        records = [event["record"]["rollout_id"] for event in events if event["type"] == "record"]
        assert sorted(records) == [f"b/{t}/{i}" for t in range(3) for i in range(2)]
        assert sorted(event["group_id"] for event in events if event["type"] == "group") == ["b/0", "b/1", "b/2"]
        assert events[-1] == {"type": "end", "batch_id": "b", "counts": {}, "error": None}
        assert len(fake.requests) == 5
        assert all(request["body"] == fake.requests[0]["body"] for request in fake.requests)


def test_a_bridge_that_is_killed_and_restarted_with_its_journal_goes_on():
    seen = []
    with FakeBridge() as first:
        port = first.http.server_address[1]
        stream = Bridge(first.url).batch("b", TASKS, 2, policy={})
        first.faults = [("cut", 2)]
        seen += [next(stream), next(stream)]
    second: list[FakeBridge] = []
    restart = threading.Timer(0.5, lambda: second.append(FakeBridge(journal=first.journal, port=port).__enter__()))
    restart.start()
    seen += list(stream)
    assert (
        len([e for e in seen if e["type"] == "record"])
        == 6
        == len({e["record"]["rollout_id"] for e in seen if e["type"] == "record"})
    )
    assert first.journal is second[0].journal and len(second[0].requests) >= 1
    second[0].__exit__()


def test_an_episode_is_stepped_finished_and_closed():
    with FakeBridge() as fake:
        bridge = Bridge(fake.url)
        opened = bridge.open_episode("e/1", TASK, seed=3)
        assert opened["turn"] == 0 and opened["messages"][0]["role"] == "system"
        call = {"id": "c1", "type": "function", "function": {"name": "look_up", "arguments": '{"id": "7"}'}}
        fake.faults = [("none",), ("drop",)]
        one = bridge.step("e/1", 0, {"role": "assistant", "content": None, "tool_calls": [call]})
        assert one["turn"] == 1 and one["messages"][0]["role"] == "tool"
        two = bridge.step(
            "e/1", 1, {"role": "assistant", "content": "Done."}, usage={"input_tokens": 5, "output_tokens": 2}
        )
        assert two["ended"]["reason"] == "user_stop"
        assert bridge.finish("e/1")["reward"] == 1
        bridge.close("e/1")
        bridge.close("e/1")
        assert {request["headers"]["X-Session-ID"] for request in fake.requests} == {"e/1"}


def test_pause_resume_drain_and_cancel():
    with FakeBridge() as fake:
        bridge = Bridge(fake.url + "/behind/a/path/")
        for call in (bridge.pause, lambda: bridge.resume("7"), bridge.drain, lambda: bridge.cancel("rollouts", "a/b")):
            with pytest.raises(BridgeError, match="no route"):
                call()
        assert [r["path"].removeprefix("/behind/a/path") for r in fake.requests] == [
            "/v1/control/pause",
            "/v1/control/resume",
            "/v1/control/drain",
            "/v1/rollouts/a%2Fb/cancel",
        ]
        assert fake.requests[1]["body"] == {"weight_version": "7"}


def test_a_hundred_calls_wait_at_once_without_blocking_the_event_loop():
    async def all_at_once() -> float:
        begin = time.monotonic()
        await asyncio.gather(*(in_thread(time.sleep, 0.3) for _ in range(100)))
        return time.monotonic() - begin

    assert asyncio.run(all_at_once()) < 2


def test_an_address_that_is_none_is_refused():
    with pytest.raises(ValueError, match="http://host:port"):
        Bridge("localhost:8710")
