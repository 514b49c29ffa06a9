"""A bridge for tests: the wire contract over HTTP in this process, with one canned episode and faults on demand."""

from __future__ import annotations

import copy
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

RECORD = json.loads((Path(__file__).parent / "record.json").read_text())
TOOLS = [
    {
        "type": "function",
        "function": {
            "name": "look_up",
            "description": "Look something up.",
            "parameters": {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]},
        },
    }
]
OPENING = [
    {"role": "system", "content": "You help. Rules apply."},
    {"role": "assistant", "content": "Hi! How can I help you today?"},
    {"role": "user", "content": "Hello, order 7 please."},
]


class FakeBridge:
    """`faults` are used up one a request: ("busy", status, retry_after), ("drop",), or ("cut", lines) for a stream.

    `journal` outlives the server, as the real one's file does: pass it to the next FakeBridge.
    `scores`: the rewards of the members of a group in turn; None is an episode that failed.
    """

    def __init__(
        self, *, key: str | None = None, scores: tuple[Any, ...] = (1, 0), journal: dict | None = None, port: int = 0
    ):
        self.key, self.scores = key, scores
        self.journal: dict[str, dict] = {} if journal is None else journal
        self.faults: list[tuple] = []
        self.requests: list[dict[str, Any]] = []
        self.posted: list[tuple[str, Any]] = []
        self.polls_until_done = 0
        self.episodes: dict[str, dict] = {}
        self.lock = threading.Lock()
        self.http = ThreadingHTTPServer(("127.0.0.1", port), _handler(self))
        self.http.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.http.server_address[1]}"

    def __enter__(self) -> FakeBridge:
        threading.Thread(target=self.http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.http.shutdown()
        self.http.server_close()

    def record(self, rollout_id: str, group_id: str | None, task: dict, reward: Any) -> dict:
        record = copy.deepcopy(RECORD) | {"rollout_id": rollout_id, "group_id": group_id, "reward": reward}
        record["task"] = {**record["task"], **task}
        if reward is None:
            record |= {
                "status": "failed",
                "termination": None,
                "failure": {"class": "user_sim", "message": "no answer"},
            }
        return record

    def answer(self, method: str, path: str, query: dict, body: Any) -> tuple[int, Any]:
        """(status, JSON), or (200, an iterator of lines)."""
        match method, [unquote(part) for part in path.strip("/").split("/")][1:]:
            case "GET", ["info"]:
                return 200, {"version": "fake", "api": 1, "state": "running", "domains": []}
            case "GET", ["tasks"]:
                task = {"domain": query["domain"][0], "id": "t1"}
                return 200, {"tasks": [{"task": task, "split": query.get("split", ["train"])[0]}]}
            case "POST", ["rollouts"]:
                name = body["rollout_id"]
                if self.journal.setdefault(name, body) != body:
                    return 409, {"error": f"rollout {name!r} exists with another body"}
                return 202, self.state(name)
            case "GET", ["rollouts", name]:
                self.polls_until_done -= 1
                return (200, self.state(name)) if name in self.journal else (404, {"error": f"no rollout {name!r}"})
            case "POST", ["groups"]:
                name, n = body["group_id"], body["n"]
                records = [self.member(f"{name}/{i}", name, body["task"], i) for i in range(n)]
                return 202, {"group_id": name, "n": n, "done": n, "records": records, "summary": None}
            case "POST", ["batches"]:
                return 200, self.batch(body)
            case "POST", ["control", what]:
                return 200, {"state": what}
            case "POST", ["episodes"]:
                self.episodes[body["episode_id"]] = {"turn": 0, "body": body, "steps": []}
                return 201, {**body, "turn": 0, "messages": OPENING, "tools": TOOLS, "ended": None}
            case "POST", ["episodes", name, "step"]:
                return self.step(self.episodes[name], body)
            case "POST", ["episodes", name, "finish"]:
                return 200, self.record(name, None, self.episodes[name]["body"]["task"], self.scores[0])
            case "DELETE", ["episodes", name]:
                return (200, {}) if self.episodes.pop(name, None) else (404, {"error": "gone"})
        return 404, {"error": f"no route {method} {path}"}

    def state(self, name: str) -> dict:
        if self.polls_until_done > 0:
            return {"rollout_id": name, "state": "running", "record": None}
        record = self.record(name, None, self.journal[name]["task"], self.scores[0])
        return {"rollout_id": name, "state": "done", "record": record}

    def member(self, name: str, group: str, task: dict, i: int) -> dict:
        return self.journal.setdefault(name, self.record(name, group, task, self.scores[i % len(self.scores)]))

    def batch(self, body: dict) -> Iterator[dict]:
        done = [r for name, r in self.journal.items() if name.startswith(body["batch_id"] + "/")]
        yield from ({"type": "record", "record": record} for record in done)
        known = {record["rollout_id"] for record in done}
        for t, task in reversed(list(enumerate(body["tasks"]))):  # completion order is not the order of tasks
            group = f"{body['batch_id']}/{t}"
            for i in reversed(range(body["n"])):
                if f"{group}/{i}" not in known:
                    yield {"type": "record", "record": self.member(f"{group}/{i}", group, task, i)}
            yield {"type": "group", "group_id": group, "task": task, "summary": {}, "kept": True, "why": "kept"}
        yield {"type": "end", "batch_id": body["batch_id"], "counts": {}, "error": None}

    def step(self, episode: dict, body: dict) -> tuple[int, Any]:
        if body["turn"] == episode["turn"] - 1:
            return 200, episode["steps"][-1]["answer"]
        if body["turn"] != episode["turn"]:
            return 409, {"error": f"turn {episode['turn']} is next"}
        calls = body["message"].get("tool_calls") or []
        messages = [{"role": "tool", "tool_call_id": call["id"], "content": '{"found": true}'} for call in calls]
        ended = None if calls else {"how": "terminated", "reason": "user_stop"}
        episode["turn"] += 1
        answer = {"turn": episode["turn"], "messages": messages, "ended": ended}
        episode["steps"].append({"body": body, "answer": answer})
        return 200, answer


def _handler(fake: FakeBridge) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            pass

        def exchange(self) -> None:
            url = urlsplit(self.path)
            body = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)) or "null")
            with fake.lock:
                fake.requests.append({"method": self.command, "path": url.path, "headers": self.headers, "body": body})
                fault = fake.faults.pop(0) if fake.faults else ("none",)
                if fault[0] != "drop" and fake.key and self.headers.get("Authorization") != f"Bearer {fake.key}":
                    return self.say(401, {"error": "wrong key"})
                if fault[0] == "busy":
                    return self.say(fault[1], {"error": "full"}, {"Retry-After": str(fault[2])})
                if fault[0] != "drop":
                    status, answer = fake.answer(self.command, url.path, parse_qs(url.query), body)
            if fault[0] == "drop":
                self.close_connection = True
            elif isinstance(answer, (dict, list, str)):
                self.say(status, answer)
            else:
                self.stream(answer, fault[1] if fault[0] == "cut" else None)

        do_GET = do_POST = do_DELETE = exchange

        def say(self, status: int, answer: Any, headers: dict[str, str] | None = None) -> None:
            text = answer if isinstance(answer, str) else json.dumps(answer)
            text = text.encode(errors="surrogateescape")
            self.send_response(status)
            for name, value in {"Content-Length": str(len(text)), **(headers or {})}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(text)

        def stream(self, events: Iterator[dict], lines: int | None) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "application/x-ndjson")
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            for count, event in enumerate(events):
                line = json.dumps(event).encode() + b"\n"
                if count == lines:  # half a line, and no end of the chunks
                    self.wfile.write(b"%x\r\n%s" % (len(line), line[: len(line) // 2]))
                    self.close_connection = True
                    return
                self.wfile.write(b"%x\r\n%s\r\n" % (len(line), line))
            self.wfile.write(b"0\r\n\r\n")

    return Handler
