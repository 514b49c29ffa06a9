"""The cold start: supervised training on the expert's trajectories, slips among them, with loss on sampled messages only."""

from __future__ import annotations

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


def train(model, tokenizer, trajectories: list[list[dict]], *, steps: int, batch: int = 32, lr: float = 2e-3, seed=0):
    """Trains in place, with a warm-up and a cosine to a tenth of `lr`. @returns the loss of each step."""
    import torch

    examples = sorted((tokenized(tokenizer, messages) for messages in trajectories), key=lambda one: len(one.ids))
    device = next(model.parameters()).device
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr, betas=(0.9, 0.95), weight_decay=0.01)
    warm = max(1, steps // 20)
    chance = random.Random(seed)
    losses = []
    model.train()
    since = time.monotonic()
    for step in range(steps):
        # Of about one length, so that little is padding.
        begin = chance.randrange(max(1, len(examples) - 4 * batch))
        rows = chance.sample(examples[begin : begin + 4 * batch], min(batch, len(examples)))
        width = max(len(row.ids) for row in rows)
        pad = tokenizer.pad_token_id
        ids = torch.tensor([row.ids + [pad] * (width - len(row.ids)) for row in rows], device=device)
        labels = torch.tensor([row.labels + [-100] * (width - len(row.ids)) for row in rows], device=device)
        share = (step + 1) / warm if step < warm else 0.1 + 0.9 * _cosine((step - warm) / max(1, steps - warm))
        for group in optimizer.param_groups:
            group["lr"] = lr * share
        loss = model(input_ids=ids, labels=labels).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()
        losses.append(loss.item())
        if step % 50 == 49:
            print(f"sft step {step + 1}/{steps}: loss {sum(losses[-50:]) / 50:.4f}, {time.monotonic() - since:.0f} s", flush=True)
    model.eval()
    return losses


def _cosine(share: float) -> float:
    from math import cos, pi

    return (1 + cos(pi * share)) / 2
