"""The cold start: supervised training on the expert's trajectories, slips among them, with loss on sampled messages only."""

from __future__ import annotations

import json
import random
import time
from dataclasses import dataclass


@dataclass
class Example:
    ids: list[int]
    """Labels are the ids where the policy sampled them, and -100 elsewhere."""
    labels: list[int]


def tokenized(tokenizer, messages: list[dict]) -> Example:
    """
    A trajectory's messages, each with `sampled`, as one example. Message by message, which the template's prefixes allow:
    a sampled message is learnt with its end of turn and without its head and the line end behind it.
    """
    ids, labels = [], []
    for message in messages:
        text = tokenizer.apply_chat_template([message], tokenize=False)
        head = f"<|im_start|>{message['role']}\n"
        parts = [(head, False), (text[len(head) : -1], message["sampled"]), ("\n", False)]
        for part, learnt in parts:
            tokens = tokenizer(part, add_special_tokens=False).input_ids
            ids += tokens
            labels += tokens if learnt else [-100] * len(tokens)
    return Example(ids, labels)


def train(model, tokenizer, trajectories: list[list[dict]], *, steps: int, batch: int = 16, lr: float = 2e-3, seed=0):
    """
    Trains in place, in four stages: calls that copy out of the message before them; calls after two messages; any sampled
    message after three; whole conversations. A model made from scratch can't copy yet, and in long texts it takes many
    times longer to find out how. The rate falls to a tenth of `lr` in the last stage. @returns the loss of each step.
    """
    import torch

    model.train()
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr, betas=(0.9, 0.95), weight_decay=0.01)
    chance = random.Random(seed)
    stages = [
        (0.2, 3 * batch, pieces(trajectories, 1, _copies)),
        (0.2, 3 * batch, pieces(trajectories, 2, lambda before, message: message.get("tool_calls"))),
        (0.2, 2 * batch, pieces(trajectories, 3, lambda before, message: True)),
        (0.4, batch, trajectories),
    ]
    losses: list[float] = []
    since = time.monotonic()
    for at, (share, size, conversations) in enumerate(stages):
        count = round(steps * share)
        examples = [tokenized(tokenizer, messages) for messages in conversations]
        prefix = _shared_prefix(examples)
        for step in range(count):
            slow = 0.1 + 0.9 * _cosine(step / count) if at == len(stages) - 1 else 1.0
            for group in optimizer.param_groups:
                group["lr"] = lr * slow * min(1.0, (step + 1) / 20)
            rows = chance.sample(examples, min(size, len(examples)))
            loss = _loss(model, prefix, rows, tokenizer.pad_token_id)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad()
            losses.append(loss.item())
            if step % 25 == 24:
                mean = sum(losses[-25:]) / 25
                print(f"sft stage {at + 1}, step {step + 1}/{count}: loss {mean:.4f}, {time.monotonic() - since:.0f} s", flush=True)
    model.eval()
    return losses


def pieces(trajectories: list[list[dict]], length: int, wanted) -> list[list[dict]]:
    """Each sampled message that is `wanted(before, message)`, behind the `length` messages before it."""
    return [
        [*before, message]
        for messages in trajectories
        for at, message in enumerate(messages)
        if message["sampled"] and wanted(before := messages[max(1, at - length) : at], message)
    ]


def _copies(before: list[dict], message: dict) -> bool:
    """Whether all that a message's calls are told stands in what is before it."""
    text = " ".join(one["content"] or "" for one in before)
    calls = message.get("tool_calls") or []
    told = [value for call in calls for value in json.loads(call["function"]["arguments"]).values()]
    return bool(calls) and all(str(value) in text for value in told)


def _loss(model, prefix: list[int], rows: list[Example], pad: int):
    """Mean over the learnt tokens. What all rows begin with is computed once, gradients and all."""
    import torch

    device = next(model.parameters()).device
    width = max(len(row.ids) for row in rows) - len(prefix)
    tails = [(row.ids[len(prefix) :], row.labels[len(prefix) :]) for row in rows]
    ids = torch.tensor([tail + [pad] * (width - len(tail)) for tail, _ in tails], device=device)
    labels = torch.tensor([tail + [-100] * (width - len(tail)) for _, tail in tails], device=device)
    cache = model(input_ids=torch.tensor([prefix], device=device), use_cache=True, logits_to_keep=1).past_key_values
    cache.batch_repeat_interleave(len(rows))
    return model(input_ids=ids, labels=labels, past_key_values=cache).loss


def _shared_prefix(examples: list[Example]) -> list[int]:
    """The ids that all begin with, and none learns; one at least, or there would be nothing to begin from."""
    first, last = min(one.ids for one in examples), max(one.ids for one in examples)
    shared = next((at for at, (a, b) in enumerate(zip(first, last)) if a != b), len(first))
    learnt = min(next((at for at, label in enumerate(one.labels) if label != -100), shared) for one in examples)
    # The first id behind it is predicted by nothing here.
    return first[: max(1, min(shared, learnt - 1))]


def _cosine(share: float) -> float:
    from math import cos, pi

    return (1 + cos(pi * share)) / 2
