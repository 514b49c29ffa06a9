"""An OpenAI-compatible endpoint over a transformers model in this process, with token ids and log-probs in vLLM's layout."""

from __future__ import annotations

import queue
import random
import threading

from deskgym_bridge.chat_http import ChatHttp, Refused
from deskgym_bridge.sampling import Request, sample
from deskgym_bridge.tool_calls import parse_calls

_GATHER_S = 0.01


class PolicyServer:
    """
    Serves `model` while the block runs: `with PolicyServer(model, tokenizer) as server: server.base_url`.

    Requests that come within 10 ms are sampled together, at most `max_batch` at once. Whoever changes weights while
    requests may be running holds `lock`, and says with `set_version` what they are called from then on. `half`: computes
    in bfloat16, as a trainer with `bf16=True` does.
    """

    def __init__(self, model, tokenizer, *, max_batch=256, port=0, context=None, max_tokens=256, seed=0, half=False):
        self.lock = threading.Lock()
        self._model, self._tokenizer, self._half = model, tokenizer, half
        self._context = context or model.config.max_position_embeddings
        self._max_batch, self._max_tokens = max_batch, max_tokens
        self._random = random.Random(seed)
        self._version: str | None = None
        self._waiting: queue.Queue[Request | None] = queue.Queue()
        self._http = ChatHttp(port, self.answer)
        self._threads = [threading.Thread(target=run, daemon=True) for run in (self._http.serve_forever, self._work)]

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    def set_version(self, version: str) -> None:
        """What answers name as `weight_version`, from the next batch on."""
        with self.lock:
            self._version = version

    def __enter__(self) -> PolicyServer:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._waiting.put(None)
        self._threads[1].join()

    def answer(self, body: dict) -> dict:
        """The completion of one request. @raises Refused where it is none that can be answered."""
        request = self._request(body)
        self._waiting.put(request)
        request.done.wait()
        if request.error is not None:
            raise RuntimeError(f"{type(request.error).__name__}: {request.error}") from request.error
        text = self._tokenizer.decode(request.ids[: -1 if request.stopped else None], skip_special_tokens=False)
        content, calls = parse_calls(text) if request.stopped else (text, [])
        for at, call in enumerate(calls):
            call["id"] = f"call_{len(body['messages'])}_{at}"
        message = {"role": "assistant", "content": content, **({"tool_calls": calls} if calls else {})}
        steps = [{"token": f"token_id:{i}", "logprob": p} for i, p in zip(request.ids, request.logprobs)]
        counts = len(request.prompt), len(request.ids)
        choice = {
            "index": 0,
            "message": message,
            "finish_reason": "length" if not request.stopped else "tool_calls" if calls else "stop",
            "logprobs": {"content": steps},
            "token_ids": request.ids,
        }
        return {
            "object": "chat.completion",
            "model": body.get("model", ""),
            "choices": [choice],
            "usage": {"prompt_tokens": counts[0], "completion_tokens": counts[1], "total_tokens": sum(counts)},
            "prompt_token_ids": request.prompt,
            "weight_version": request.version,
        }

    def _request(self, body: dict) -> Request:
        if not isinstance(body, dict):
            raise Refused("the body has to be a JSON object")
        for name, value in body.items():
            if name not in _TAKEN and value is not None and value not in _NEUTRAL.get(name, ()):
                raise Refused(f"it does not take {name}: leave it out")
        numbers = {name: _number(body, name, *range_) for name, range_ in _NUMBERS.items()}
        how = {**(body.get("chat_template_kwargs") or {}), "tools": body.get("tools")}
        how |= {"add_generation_prompt": True, "tokenize": True, "return_dict": False}
        try:
            prompt = self._tokenizer.apply_chat_template(body["messages"], **how)
        except Exception as error:
            raise Refused(f"the chat template does not take these messages: {error}") from error
        room = self._context - len(prompt)
        if room < 1:
            text = f"maximum context length is {self._context} tokens, and the messages have {len(prompt)}"
            raise Refused(text, "context_length_exceeded")
        return Request(
            prompt=prompt,
            limit=min(room, numbers["max_completion_tokens"] or numbers["max_tokens"] or self._max_tokens),
            temperature=numbers["temperature"],
            top_p=numbers["top_p"],
            top_k=max(0, numbers["top_k"]),
            random=random.Random(self._random.getrandbits(64) if numbers["seed"] is None else numbers["seed"]),
        )

    def _work(self) -> None:
        while batch := self._gather():
            with self.lock:
                for request in batch:
                    request.version = self._version
                sample(self._model, batch, self._tokenizer.eos_token_id, self._tokenizer.pad_token_id, self._half)

    def _gather(self) -> list[Request]:
        """The next requests to sample together; none when the server stops."""
        batch = [self._waiting.get()]
        while batch[-1] is not None and len(batch) < self._max_batch:
            try:
                batch.append(self._waiting.get(timeout=_GATHER_S))
            except queue.Empty:
                return batch
        if batch[-1] is None:
            self._waiting.put(batch.pop())
        return batch


# Least, most, and what counts where nothing is said. A temperature that is hardly above 0 would overflow.
_NUMBERS = {
    "temperature": (0.0, 100.0, 1.0),
    "top_p": (1e-6, 1.0, 1.0),
    "top_k": (-1, 10**9, 0),
    "max_tokens": (1, 10**9, None),
    "max_completion_tokens": (1, 10**9, None),
    "seed": (-(2**63), 2**63, None),
}
_TAKEN = {"model", "messages", "tools", "chat_template_kwargs", "logprobs", "top_logprobs", "user", "metadata"}
_TAKEN |= {"return_token_ids", "return_prompt_token_ids", *_NUMBERS}
# What would change the text or its distribution, and the values at which it does not.
_NEUTRAL = {
    "stream": (False,),
    "n": (1,),
    "stop": ([], ""),
    "stop_token_ids": ([],),
    "min_p": (0,),
    "presence_penalty": (0,),
    "frequency_penalty": (0,),
    "repetition_penalty": (1,),
    "logit_bias": ({},),
    "tool_choice": ("auto",),
    "parallel_tool_calls": (True,),
    "response_format": ({"type": "text"},),
}


def _number(body: dict, name: str, least: float, most: float, default: float | None):
    value = body.get(name)
    if value is None:
        return default
    kinds = int if isinstance(least, int) else (int, float)
    fits = isinstance(value, kinds) and not isinstance(value, bool) and least <= value <= most
    if not fits or name == "temperature" and 0 < value < 1e-3:
        kind = "a whole number" if kinds is int else "a number"
        raise Refused(f"{name} is {value!r}: give {kind} from {least:g} to {most:g}")
    return value
