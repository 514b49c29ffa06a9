"""Tool calls as Qwen's and Hermes' templates write them: `<tool_call>{"name": ..., "arguments": {...}}</tool_call>`."""

from __future__ import annotations

import json
import re

_CALL = re.compile(r"<tool_call>(.*?)</tool_call>", re.DOTALL)
_NAME = re.compile(r"[\w-]{1,64}", re.ASCII)


def parse_calls(text: str) -> tuple[str | None, list[dict]]:
    """What is said and what is called. Where a call is not whole, or words follow one, all of it is text."""
    begin = text.find("<tool_call>")
    if begin < 0 or _CALL.sub("", text[begin:]).strip():
        return text, []
    calls = []
    for body in _CALL.findall(text, begin):
        try:
            call = json.loads(body)
            name, args = call["name"], call["arguments"]
        except (ValueError, TypeError, KeyError):
            return text, []
        if not isinstance(name, str) or not _NAME.fullmatch(name) or not isinstance(args, dict) or len(call) > 2:
            return text, []
        calls.append({"type": "function", "function": {"name": name, "arguments": _verbatim(body)}})
    return text[:begin] or None, calls


def _verbatim(body: str) -> str:
    """The arguments as they were sampled: spaces, order and escapes are part of the tokens."""
    begin = re.search(r'"arguments"\s*:\s*', body).end()
    return body[begin : json.JSONDecoder().raw_decode(body, begin)[1]]
