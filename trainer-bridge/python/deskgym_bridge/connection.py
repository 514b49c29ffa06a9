"""How a client talks with `deskgym bridge`: one HTTP exchange, what is tried again and for how long, standard library only."""

from __future__ import annotations

import asyncio
import contextlib
import copy
import http.client
import json
import logging
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar
from urllib.parse import urlsplit

Json = dict[str, Any]
T = TypeVar("T")
C = TypeVar("C", bound="Connection")
OK = 200
FULL = 429
AWAY = (502, 503, 504)  # draining, or a balancer whose bridge is being restarted
FIRST_PAUSE = 0.1
LASTED = 30.0  # seconds after which a stream that breaks off had been a good one, though nothing new came
_log = logging.getLogger(__name__)
_threads = ThreadPoolExecutor(max_workers=1024, thread_name_prefix="deskgym-bridge")


async def in_thread(call: Callable[..., T], *args: Any, **kwargs: Any) -> T:
    """Awaits a blocking call. The event loop's own threads are 32 at most, too few for one episode each."""
    return await asyncio.get_running_loop().run_in_executor(_threads, partial(call, *args, **kwargs))


class BridgeError(Exception):
    """The bridge refused, failed, or gave no answer. `status` is the HTTP status; None where no answer came."""

    def __init__(self, message: str, status: int | None = None, retry_after: float | None = None) -> None:
        super().__init__(message if status is None else f"{status}: {message}")
        self.status = status
        self.retry_after = retry_after


def no_bridge(problem: str, said: object) -> BridgeError:
    """For what answers with 200 and is none: not to be asked again."""
    return BridgeError(f"{problem}: is this the address of `deskgym bridge`? It said {said!r:.200}", OK)


class Answer(Json):
    """What a bridge answered. A field that it must have and has not is a BridgeError, for then it is no bridge."""

    def __missing__(self, name: str) -> Any:
        raise no_bridge(f"the answer has no {name!r}", dict(self))


def parsed(text: bytes) -> Answer:
    """A whole body; an empty one is {}. Raises BridgeError for what is no JSON object."""
    try:
        return Answer(json.loads(text) if text else {})
    except (ValueError, TypeError) as error:
        raise no_bridge("the answer is no JSON object", text) from error


# The two of decoding: a stream may be cut in a line, or in a letter.
NO_ANSWER = (OSError, http.client.HTTPException, json.JSONDecodeError, UnicodeDecodeError, BridgeError)


class Patience:
    """Waits between tries, longer each time; gives up `limit` seconds after the first failure in a row.

    A bridge that is full is no failure: it is there, and has room when an episode ends. That is waited for without limit,
    and logged once as a warning when it has taken `limit` seconds. Once `gone` is set nothing is waited for any more.
    """

    def __init__(self, limit: float, gone: threading.Event | None = None) -> None:
        self.limit = limit
        self.gone = gone
        self.connected: float | None = None
        self.reset()

    def reset(self) -> None:
        """There was progress: what failed before is forgotten."""
        self.since: float | None = None
        self.full: float | None = None
        self.pause = FIRST_PAUSE

    def wait(self, error: Exception) -> None:
        """Sleeps before the next try. Raises BridgeError at once for what a new try cannot mend, and at the limit."""
        known = error if isinstance(error, BridgeError) else BridgeError(f"no answer from the bridge: {error!r}")
        now = time.monotonic()
        if known.status == FULL:
            self._wait_for_room(known, now)
            return
        if known.status is not None and known.status not in AWAY:
            raise known
        if self.connected is not None and now - self.connected > LASTED:
            self.reset()
        self.connected = None
        if self.since is None:
            self.since, self.pause = now, FIRST_PAUSE
        pause = self.pause if known.retry_after is None else known.retry_after
        if now + pause - self.since > self.limit:
            raise known from error
        self._sleep(pause)

    def _wait_for_room(self, error: BridgeError, now: float) -> None:
        self.since = self.connected = None
        self.full = now if self.full is None else self.full
        if now - self.full > self.limit:
            _log.warning("still waiting after %.0f s for a bridge that is full: %s", now - self.full, error)
            self.full = float("inf")
        self._sleep(self.pause if error.retry_after is None else error.retry_after)

    def _sleep(self, seconds: float) -> None:
        if self.gone is None:
            time.sleep(seconds)
        elif self.gone.wait(seconds):
            raise BridgeError("called off")
        self.pause = min(self.pause * 2, 5.0)


class Connection:
    """To one bridge, safe to share between threads; every exchange has a socket of its own.

    `timeout`: seconds for one answer, or between two lines of a stream; `patience`: seconds of failures in a row before
    a call raises BridgeError, in which a bridge that is full does not count. `key` goes out as `Authorization: Bearer`.
    """

    def __init__(self, url: str, key: str | None = None, *, timeout: float = 300.0, patience: float = 120.0) -> None:
        self._url = urlsplit(url)
        if self._url.scheme not in ("http", "https") or not self._url.hostname:
            raise ValueError(f"the bridge's address must look like http://host:port, not {url!r}")
        self._key = key
        self.timeout = timeout
        self.patience = patience
        self._gone: threading.Event | None = None

    def until(self: C, gone: threading.Event) -> C:
        """The same connection; what it is asked is given up, as a BridgeError, when it would wait while `gone` is set."""
        same = copy.copy(self)
        same._gone = gone
        return same

    @contextlib.contextmanager
    def open(
        self, method: str, path: str, body: Json | None, session: str | None
    ) -> Iterator[http.client.HTTPResponse]:
        """One exchange. BridgeError for a status from 300 on; OSError or HTTPException where no answer came."""
        kind = http.client.HTTPSConnection if self._url.scheme == "https" else http.client.HTTPConnection
        headers = {"Content-Type": "application/json"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        if session is not None:
            headers["X-Session-ID"] = session
        connection = kind(self._url.hostname or "", self._url.port, timeout=self.timeout)
        with contextlib.closing(connection):
            payload = None if body is None else json.dumps(body).encode()
            connection.request(method, self._url.path.rstrip("/") + path, payload, headers)
            response = connection.getresponse()
            if response.status >= 300:
                text = response.read().decode("utf-8", "replace")
                with contextlib.suppress(ValueError, TypeError, KeyError):
                    text = str(json.loads(text)["error"])
                after = response.getheader("Retry-After", "")
                seconds = float(after) if after.isdigit() else None
                raise BridgeError(f"{method} {path}: {text[:1000]}", response.status, seconds)
            yield response

    def request(self, method: str, path: str, body: Json | None = None, session: str | None = None) -> Json:
        """One answer as JSON ({} where it has no body). Repeats what got none, or 429, 502, 503, 504; else BridgeError."""
        patience = Patience(self.patience, self._gone)
        while True:
            try:
                with self.open(method, path, body, session) as response:
                    text = response.read()
            except NO_ANSWER as error:
                patience.wait(error)
            else:
                return parsed(text)
