"""The policy of the example run: a Qwen3 made from scratch, a BPE of the environment's own text, and a chat template."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Iterable

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerFast, Qwen3ForCausalLM

IM_START, IM_END, PAD = "<|im_start|>", "<|im_end|>", "<|endoftext|>"
CALL, CALL_END = "<tool_call>", "</tool_call>"
CONTEXT = 1024

# A message's text depends on that message alone, so a conversation's tokens begin with those of its beginning. Calls
# stand as they were sampled. Tools are not listed: a model made from scratch knows them from its demonstrations.
TEMPLATE = (
    "{% for message in messages %}"
    "{{ '<|im_start|>' + message.role + '\n' + (message.content or '') }}"
    "{% for call in message.tool_calls or [] %}"
    '<tool_call>{"name":"{{ call.function.name }}","arguments":{{ call.function.arguments }}}</tool_call>'
    "{% endfor %}"
    "{{ '<|im_end|>\n' }}"
    "{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)

# A word takes the space behind it where a word follows, so that it is one token in prose and in JSON alike: what has to be
# copied from the one to the other stays the same.
_PIECES = r"[-_]?\p{L}+(?: (?=\p{L}))?|\p{N}|[^\s\p{L}\p{N}]+ ?|\s+"


def train_tokenizer(texts: Iterable[str], vocab_size: int = 1024) -> PreTrainedTokenizerFast:
    """A byte-level BPE trained on conversations as the template renders them; its five marks are single tokens."""
    from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(_PIECES), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()
    marks = [PAD, IM_START, IM_END, CALL, CALL_END]
    trainer = trainers.BpeTrainer(
        vocab_size=vocab_size,
        special_tokens=marks,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    anything = "|".join(map(re.escape, marks))
    tokenizer.train_from_iterator((piece for text in texts for piece in re.split(anything, text)), trainer)
    tokenizer.add_tokens([AddedToken(mark, normalized=False) for mark in marks])
    fast = PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, eos_token=IM_END, pad_token=PAD, clean_up_tokenization_spaces=False
    )
    fast.chat_template = TEMPLATE
    fast.model_max_length = CONTEXT
    return fast


def make_model(tokenizer: PreTrainedTokenizerFast, size: str = "small", seed: int = 0) -> Qwen3ForCausalLM:
    """`small`: about 0.9 million parameters, for one CPU core; `large`: about 40 million, for one GPU."""
    import torch
    from transformers import Qwen3Config, Qwen3ForCausalLM

    shapes = {
        "tiny": dict(hidden_size=32, num_hidden_layers=2, num_attention_heads=2, num_key_value_heads=1, head_dim=16),
        "small": dict(hidden_size=128, num_hidden_layers=4, num_attention_heads=4, num_key_value_heads=4, head_dim=32),
        "large": dict(hidden_size=512, num_hidden_layers=12, num_attention_heads=8, num_key_value_heads=4, head_dim=64),
    }
    shape = shapes[size]
    torch.manual_seed(seed)
    config = Qwen3Config(
        vocab_size=len(tokenizer),
        intermediate_size=3 * shape["hidden_size"],
        max_position_embeddings=CONTEXT,
        tie_word_embeddings=True,
        bos_token_id=None,
        eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
        **shape,
    )
    return Qwen3ForCausalLM(config)


def load(folder: Path, device: str = "cpu") -> tuple[Qwen3ForCausalLM, PreTrainedTokenizerFast]:
    """A checkpoint as `save` left it. Weights are float32 on a GPU too: small updates get lost in bfloat16 ones."""
    import torch
    from transformers import AutoTokenizer, Qwen3ForCausalLM

    model = Qwen3ForCausalLM.from_pretrained(folder, dtype=torch.float32).to(device)
    return model, AutoTokenizer.from_pretrained(folder)


def save(model: Qwen3ForCausalLM, tokenizer: PreTrainedTokenizerFast, folder: Path) -> None:
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)


def rendered(messages: list[dict]) -> str:
    """A conversation as the template writes it, for whoever has no tokenizer yet."""
    from jinja2 import Environment

    return Environment().from_string(TEMPLATE).render(messages=messages)


def parameters(model: Qwen3ForCausalLM) -> int:
    return sum(weights.numel() for weights in model.parameters())
