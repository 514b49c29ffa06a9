"""The HTTP of a chat endpoint, standard library only: bodies in, completions or OpenAI's errors out."""

from __future__ import annotations

import contextlib
import json
import socket
import sys
import weakref
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Refused(Exception):
    """What the request can't be answered for: one line, and OpenAI's code where there is one."""

    def __init__(self, message: str, code: str | None = None):
        super().__init__(message)
        self.code = code


class ChatHttp(ThreadingHTTPServer):
    """Answers POST /v1/chat/completions on a port of this machine with `answer(body)`, each in a thread of its own."""

    daemon_threads = True
    # Whole groups of episodes knock at once: the default of 5 would turn them away.
    request_queue_size = 1024

    def __init__(self, port: int, answer: Callable[[dict], dict]):
        super().__init__(("127.0.0.1", port), _handler(answer))
        self._open: weakref.WeakSet[socket.socket] = weakref.WeakSet()

    def process_request(self, request, client_address):
        self._open.add(request)
        super().process_request(request, client_address)

    def server_close(self):
        """Ends connections that are kept alive too: another server on this port would never hear of who uses them."""
        super().server_close()
        for request in list(self._open):
            with contextlib.suppress(OSError):
                request.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request, client_address):
        """A caller that went away is no error of ours."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


def _handler(answer: Callable[[dict], dict]) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            """What clients look for to see whether a server is up."""
            if self.path.rstrip("/") == "/v1/models":
                return self._send(200, {"object": "list", "data": [{"id": "policy", "object": "model"}]})
            self._send(404, {"error": {"message": f"there is no {self.path}: POST /v1/chat/completions"}})

        def do_POST(self):
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            if self.path.rstrip("/") != "/v1/chat/completions":
                return self._send(404, {"error": {"message": f"there is no {self.path}: POST /v1/chat/completions"}})
            try:
                self._send(200, answer(json.loads(body)))
            except (Refused, KeyError, TypeError, ValueError) as error:
                code = getattr(error, "code", None)
                self._send(400, {"error": {"message": str(error), "type": "invalid_request_error", "code": code}})
            except Exception as error:  # The model broke: said to whoever asked, and not retried here.
                self._send(500, {"error": {"message": str(error), "code": None}})

        def _send(self, status, body):
            payload = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(payload)))
            self.end_headers()
            self.wfile.write(payload)

        def log_message(self, *_):
            pass

    return Handler
