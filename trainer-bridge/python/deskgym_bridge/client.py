"""Client of `deskgym bridge`, standard library only: rollouts, groups, batches, and episodes that the caller steps.

Every request carries an id of the caller's choosing and means the same when it is sent again, so requests that got no
answer are repeated. `X-Session-ID` names the rollout, group, batch or episode, for a balancer that keeps sessions together.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any
from urllib.parse import quote, urlencode

from deskgym_bridge.connection import NO_ANSWER, Answer, BridgeError, Connection, Json, Patience, no_bridge

LONG_POLL_MS = 20_000


class Bridge(Connection):
    """A bridge at `url`. What a Spec holds (task, policy, sampling, user, limits, seed, mode, ...) goes as keywords."""

    def info(self) -> Json:
        return self.request("GET", "/v1/info")

    def tasks(self, domain: str, split: str | None = None, **query: Any) -> list[Json]:
        """The tasks of a domain (`split`: train or test; `query`: world, seed): {task, split, noop_solvable, preview, ...}.

        Each one's `task` is the reference that rollouts, groups, batches and episodes take.
        """
        asked = {"domain": domain, "split": split, **query}
        known = urlencode({name: value for name, value in asked.items() if value is not None})
        return self.request("GET", f"/v1/tasks?{known}")["tasks"]

    def rollout(self, rollout_id: str, **spec: Any) -> Json:
        """Runs one episode and returns its record. A bridge that was restarted without its journal gets it again."""
        body = {"rollout_id": rollout_id, **spec}
        return self._finished("rollouts", rollout_id, body, lambda state: state["state"] == "done")["record"]

    def group(self, group_id: str, n: int, **spec: Any) -> Json:
        """Runs n episodes of one task; returns {group_id, n, done, records, summary} when all n are done."""
        return self._finished(
            "groups", group_id, {"group_id": group_id, "n": n, **spec}, lambda state: state["done"] == n
        )

    def _finished(self, kind: str, name: str, body: Json, done: Callable[[Json], bool]) -> Json:
        state = self.request("POST", f"/v1/{kind}", body, name)
        minimum = {"min_done": body["n"]} if "n" in body else {}
        query = urlencode({"wait_ms": int(min(LONG_POLL_MS, 500 * self.timeout)), **minimum})
        while not done(state):
            try:
                state = self.request("GET", f"/v1/{kind}/{quote(name, safe='')}?{query}", None, name)
            except BridgeError as error:
                if error.status != 404:
                    raise
                state = self.request("POST", f"/v1/{kind}", body, name)
        return state

    def batch(self, batch_id: str, tasks: Iterable[Json], n: int, **spec: Any) -> Iterator[Json]:
        """Runs n episodes of each task; yields the bridge's events as they happen, the last one of type "end".

        A stream that breaks is asked for again under the same id; no record and no group comes twice.
        """
        body = {"batch_id": batch_id, "tasks": list(tasks), "n": n, **spec}
        seen: set[tuple[str, str]] = set()
        patience = Patience(self.patience)
        while True:
            try:
                with self.open("POST", "/v1/batches", body, batch_id) as stream:
                    patience.connected = time.monotonic()
                    if "ndjson" not in (stream.getheader("Content-Type") or ""):
                        raise no_bridge("the answer is no stream of events", stream.read(200))
                    for line in stream:
                        event = Answer(json.loads(line))
                        name = event["record"]["rollout_id"] if event["type"] == "record" else event.get("group_id", "")
                        if (event["type"], name) not in seen:
                            seen.add((event["type"], name))
                            patience.reset()
                            yield event
                        if event["type"] == "end":
                            return
                raise ConnectionError(f"the stream of batch {batch_id!r} broke off")
            except NO_ANSWER as error:
                patience.wait(error)

    def cancel(self, kind: str, name: str) -> Json:
        """Cancels one of the "rollouts" or "batches"."""
        return self.request("POST", f"/v1/{kind}/{quote(name, safe='')}/cancel", {}, name)

    def pause(self) -> Json:
        """From now on no call to a policy starts; those that run end. For the time in which weights are exchanged."""
        return self.request("POST", "/v1/control/pause", {})

    def resume(self, weight_version: str | None = None) -> Json:
        body = {} if weight_version is None else {"weight_version": weight_version}
        return self.request("POST", "/v1/control/resume", body)

    def drain(self) -> Json:
        return self.request("POST", "/v1/control/drain", {})

    def open_episode(self, episode_id: str, task: Json, **spec: Any) -> Json:
        """Begins an episode whose policy the caller runs: {episode_id, turn, messages, tools, ended}."""
        return self.request("POST", "/v1/episodes", {"episode_id": episode_id, "task": task, **spec}, episode_id)

    def step(self, episode_id: str, turn: int, message: Json, **more: Any) -> Json:
        """Plays the policy's message of this turn (and its `tokens`, `usage`): {turn, messages: the new ones, ended}."""
        body = {"turn": turn, "message": message, **more}
        return self.request("POST", f"/v1/episodes/{quote(episode_id, safe='')}/step", body, episode_id)

    def finish(self, episode_id: str) -> Json:
        """Scores the episode; the record."""
        return self.request("POST", f"/v1/episodes/{quote(episode_id, safe='')}/finish", {}, episode_id)

    def close(self, episode_id: str) -> None:
        """Frees the episode; one that is gone is fine."""
        try:
            self.request("DELETE", f"/v1/episodes/{quote(episode_id, safe='')}", None, episode_id)
        except BridgeError as error:
            if error.status not in (404, 410):
                raise
