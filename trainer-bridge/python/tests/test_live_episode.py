"""An episode that a coroutine plays, called off while it is being opened."""

from __future__ import annotations

import asyncio
import time

import pytest

from deskgym_bridge import Bridge
from deskgym_bridge.live_episode import live_episode
from fake_bridge import FakeBridge

TASK = {"domain": "desk", "id": "t1"}


def test_it_is_closed_when_the_body_fails():
    async def play(bridge):
        async with live_episode(bridge, "e", TASK) as episode:
            assert episode.opened["turn"] == 0
            raise RuntimeError("the body")

    with FakeBridge() as fake, pytest.raises(RuntimeError, match="the body"):
        asyncio.run(play(Bridge(fake.url)))
    assert not fake.episodes


def test_a_cancel_while_the_bridge_is_full_ends_the_waiting_too():
    async def play(bridge):
        async def body():
            async with live_episode(bridge, "e", TASK):
                raise AssertionError("the bridge was full")

        task = asyncio.create_task(body())
        while not fake.requests:
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    with FakeBridge() as fake:
        answer = fake.answer
        fake.answer = lambda *asked: (429, {"error": "full"}) if asked[:2] == ("POST", "/v1/episodes") else answer(*asked)
        asyncio.run(play(Bridge(fake.url)))
        time.sleep(0.3)  # the thread that waited closes once more, and is free
        count = len(fake.requests)
        time.sleep(1)
        assert len(fake.requests) == count
    assert not fake.episodes
