"""`deskgym bridge` of this repository in a process of its own, and a policy endpoint whose token ids are bytes."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from deskgym_bridge import Bridge

ROOT = Path(__file__).parents[3]
KEY = "the-key-of-these-tests"


def node() -> str | None:
    """The repository's own Node where it is installed, else the machine's."""
    own = ROOT / "node_modules/.bin/node"
    return str(own) if own.exists() else shutil.which("node")


class RealBridge:
    """Runs while the block does. `kill` is the signal that no process hears of; `start` begins anew, with the same journal."""

    def __init__(self, *options: str, journal: Path | None = None) -> None:
        self.options = [*options, *(["--journal", str(journal)] if journal else [])]
        self.port = 0

    def start(self) -> None:
        command = [node() or "node", "servers/bin.ts", "bridge", "--port", str(self.port), "--key", KEY, *self.options]
        self.process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True, env=dict(os.environ))
        lines = []
        for line in self.process.stderr:
            lines.append(line)
            if found := re.search(r"http://[\d.]+:(\d+)", line):
                self.url, self.port = found[0], int(found[1])
                break
        else:
            raise RuntimeError(f"deskgym bridge did not start: {''.join(lines)}")
        threading.Thread(target=lambda pipe: [None for _ in pipe], args=(self.process.stderr,), daemon=True).start()

    def client(self, **options: float) -> Bridge:
        return Bridge(self.url, KEY, **options)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def __enter__(self) -> RealBridge:
        if node() is None:
            pytest.skip("no node on this machine: the bridge itself is a program for Node")
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait(timeout=20)


class BytePolicy:
    """An endpoint in vLLM's layout. Ids are the bytes of a plain rendering; what it says is its `texts` in turn, by episode.

    `broken`: how many requests are answered with 500 from now on.
    """

    def __init__(self, *texts: str) -> None:
        self.texts, self.broken = texts, 0
        self.requests: list[dict] = []
        self.lock = threading.Lock()
        self.http = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self.http.daemon_threads = True
        self.spec = {"base_url": f"http://127.0.0.1:{self.http.server_address[1]}/v1", "model": "bytes"}

    def __enter__(self) -> BytePolicy:
        threading.Thread(target=self.http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.http.shutdown()
        self.http.server_close()

    def answer(self, body: dict) -> dict:
        turn = (
            sum(message["role"] == "assistant" for message in body["messages"]) - 1
        )  # the first is the desk's greeting
        text = self.texts[turn % len(self.texts)]
        ids = [*text.encode(), 10]
        prompt = "".join(f"{m['role']}:{m['content']}\n" for m in body["messages"]) + "assistant:"
        content = [{"token": "?", "logprob": -i / 1000} for i in range(len(ids))]
        message = {"role": "assistant", "content": text}
        choice = {
            "index": 0,
            "message": message,
            "finish_reason": "stop",
            "token_ids": ids,
            "logprobs": {"content": content},
        }
        usage = {"prompt_tokens": len(prompt), "completion_tokens": len(ids), "total_tokens": len(prompt) + len(ids)}
        return {
            "id": "x",
            "object": "chat.completion",
            "created": 0,
            "model": body["model"],
            "choices": [choice],
            "usage": usage,
            "prompt_token_ids": list(prompt.encode()),
        }


def _handler(policy: BytePolicy) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            pass

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with policy.lock:
                policy.requests.append({"headers": self.headers, "body": body})
                broken, policy.broken = policy.broken > 0, policy.broken - 1
            text = json.dumps({"error": {"message": "broken"}} if broken else policy.answer(body)).encode()
            with contextlib.suppress(ConnectionError):  # a bridge that was killed meanwhile
                self.send_response(400 if broken else 200)
                self.send_header("Content-Length", str(len(text)))
                self.send_header("Content-Type", "application/json")
                self.end_headers()
                self.wfile.write(text)

    return Handler
