"""An episode that a coroutine plays message by message: opened, stepped, scored, and closed however the coroutine ends."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from deskgym_bridge.client import Bridge
from deskgym_bridge.connection import BridgeError, Json, in_thread

_log = logging.getLogger(__name__)
# Threads of their own for what may wait long for room at the bridge: the steps that make room must not wait behind it.
_openers = ThreadPoolExecutor(max_workers=64, thread_name_prefix="deskgym-open")


class LiveEpisode:
    """`opened` is the bridge's answer: {episode_id, turn, messages, tools, ended}."""

    def __init__(self, bridge: Bridge, opened: Json) -> None:
        self._bridge = bridge
        self.id: str = opened["episode_id"]
        self.opened = opened

    async def step(self, turn: int, message: Json, **more: Any) -> Json:
        return await in_thread(self._bridge.step, self.id, turn, message, **more)

    async def finish(self) -> Json:
        return await in_thread(self._bridge.finish, self.id)


@contextlib.asynccontextmanager
async def live_episode(bridge: Bridge, episode_id: str, task: Json, **spec: Any) -> AsyncIterator[LiveEpisode]:
    """Waits for room as long as the bridge is full. A cancel while the episode is being opened leaves none open either."""
    gone = threading.Event()

    def open_it() -> Json:
        try:
            return bridge.until(gone).open_episode(episode_id, task, **spec)
        finally:
            if gone.is_set():  # the closing below may have come first
                _close(bridge, episode_id)

    try:
        yield LiveEpisode(bridge, await asyncio.get_running_loop().run_in_executor(_openers, open_it))
    finally:
        gone.set()
        await in_thread(_close, bridge, episode_id)


def _close(bridge: Bridge, episode_id: str) -> None:
    """A failure is logged only: the sample is whole without it, and the bridge ends the episode at its deadline."""
    try:
        bridge.close(episode_id)
    except BridgeError as error:
        _log.warning("episode %s was not closed: %s", episode_id, error)
