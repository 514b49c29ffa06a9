"""Samples several prompts at once from a transformers model: left-padded, with one cache, each row by its own rules."""

from __future__ import annotations

import random
import threading
from dataclasses import dataclass, field


_WORTH_KEEPING = 0.75


@dataclass
class Request:
    prompt: list[int]
    limit: int
    temperature: float
    top_p: float
    top_k: int
    random: random.Random
    version: str | None = None
    ids: list[int] = field(default_factory=list)
    """What was sampled, the end of turn included where it came to that."""
    logprobs: list[float] = field(default_factory=list)
    """Of the distribution that was sampled from: at the temperature, and within top-k and top-p."""
    stopped: bool = False
    error: Exception | None = None
    done: threading.Event = field(default_factory=threading.Event)


def sample(model, batch: list[Request], stop_id: int, pad_id: int, half: bool = False) -> None:
    """Fills in each request and sets its `done` as soon as it is. `half`: computes in bfloat16."""
    import torch

    try:
        with torch.no_grad(), torch.autocast(next(model.parameters()).device.type, torch.bfloat16, enabled=half):
            _sample(model, batch, stop_id, pad_id)
    except Exception as error:
        for request in batch:
            if not request.done.is_set():
                request.error = error
                request.done.set()


def _sample(model, batch: list[Request], stop_id: int, pad_id: int) -> None:
    import torch

    device = next(model.parameters()).device
    rows = list(batch)
    cache, shared = _shared_cache(model, rows, device)
    tails = [request.prompt[shared:] for request in rows]
    width = max(map(len, tails))
    ids = torch.tensor([[pad_id] * (width - len(tail)) + tail for tail in tails], device=device)
    lengths = torch.tensor([len(request.prompt) for request in rows], device=device)
    mask = torch.ones(len(rows), shared + width, dtype=torch.long, device=device)
    for row, tail in enumerate(tails):
        mask[row, shared : shared + width - len(tail)] = 0
    positions = (mask.cumsum(1) - 1).clamp(min=0)[:, shared:]
    while True:
        logits = model(
            input_ids=ids, attention_mask=mask, position_ids=positions, past_key_values=cache, logits_to_keep=1
        ).logits[:, -1]
        chosen, logprobs = _choose(logits.float(), rows)
        going = []
        for row, request in enumerate(rows):
            if request.done.is_set():
                continue
            request.ids.append(chosen[row])
            request.logprobs.append(logprobs[row])
            request.stopped = chosen[row] == stop_id
            if request.stopped or len(request.ids) == request.limit:
                request.done.set()
            else:
                going.append(row)
        if not going:
            return
        # Rows that are done are dropped several at a time: to drop one is to copy the others.
        if len(going) <= _WORTH_KEEPING * len(rows):
            kept = torch.tensor(going, device=device)
            cache.batch_select_indices(kept)
            mask, lengths, rows = mask[kept], lengths[kept], [rows[row] for row in going]
        ids = torch.tensor([[request.ids[-1]] for request in rows], device=device)
        mask = torch.cat([mask, mask.new_ones(len(rows), 1)], 1)
        positions = lengths[:, None]
        lengths = lengths + 1


def _shared_cache(model, rows: list[Request], device):
    """Episodes of one domain begin with the same system prompt: it is read once, and the cache repeated for each row."""
    import torch
    from transformers import DynamicCache

    from deskgym_bridge.roomy_cache import roomy

    first, last = min(rows, key=lambda row: row.prompt).prompt, max(rows, key=lambda row: row.prompt).prompt
    length = min(len(row.prompt) for row in rows) - 1
    shared = next((at for at in range(length) if first[at] != last[at]), length)
    cache = roomy(DynamicCache(config=model.config))
    if shared > 0:
        model(input_ids=torch.tensor([first[:shared]], device=device), past_key_values=cache, logits_to_keep=1)
        cache.batch_repeat_interleave(len(rows))
    return cache, shared


def _choose(logits, rows: list[Request]) -> tuple[list[int], list[float]]:
    """One token a row by the inverse of its cumulated probabilities, so that a row's chance is its own whoever is beside it."""
    import torch

    heat = torch.tensor([row.temperature or 1.0 for row in rows], device=logits.device)
    logits = logits / heat[:, None]
    for at, row in enumerate(rows):
        top_k = row.top_k if row.temperature else 1
        if top_k or row.top_p < 1:
            logits[at] = _within(logits[at], top_k, row.top_p)
    logprobs = logits.log_softmax(-1)
    chances = torch.tensor([[row.random.random()] for row in rows], dtype=torch.float64, device=logits.device)
    heaps = logprobs.double().exp().cumsum(-1)
    chosen = torch.searchsorted(heaps, chances * heaps[:, -1:], right=True).clamp(max=logits.shape[1] - 1)
    return chosen[:, 0].tolist(), logprobs.gather(1, chosen)[:, 0].tolist()


def _within(logits, top_k: int, top_p: float):
    ordered, order = logits.sort(descending=True)
    out = ordered.softmax(-1).cumsum(-1) - ordered.softmax(-1) >= top_p
    if top_k:
        out[top_k:] = True
    return logits.index_fill(0, order[out], float("-inf"))
