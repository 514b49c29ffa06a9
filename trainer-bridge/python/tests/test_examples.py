"""The example run's parts without a training run: what is learnt from, what is measured, what is written down."""

from __future__ import annotations

import json

import pytest

torch = pytest.importorskip("torch", reason="the example run needs torch: pip install 'deskgym-bridge[trl]'")
pytest.importorskip("transformers", reason="the example run makes a transformers model")

from examples import sft
from examples.evaluate import interval
from examples.model import load, make_model, parameters, rendered, save, train_tokenizer
from examples.report import write_report

SYSTEM = {"role": "system", "content": "Look parcels up first.", "sampled": False}
LOOK_UP = {"type": "function", "function": {"name": "look_up", "arguments": '{"parcel_id":"amber-fox"}'}}


def conversation(last: str) -> list[dict]:
    return [
        SYSTEM,
        {"role": "user", "content": "The parcel is amber-fox.", "sampled": False},
        {"role": "assistant", "content": None, "tool_calls": [LOOK_UP], "sampled": True},
        {"role": "tool", "content": '{"parcel_id":"amber-fox"}', "sampled": False},
        {"role": "assistant", "content": last, "sampled": True},
    ]


CONVERSATIONS = [conversation("It is here."), conversation("It is there, I am sorry to say.")]


@pytest.fixture(scope="module")
def tokenizer():
    torch.set_num_threads(1)
    return train_tokenizer([rendered(messages) for messages in CONVERSATIONS] * 2, vocab_size=500)


def test_an_example_has_the_templates_ids_and_learns_the_sampled_messages_alone(tokenizer):
    example = sft.tokenized(tokenizer, CONVERSATIONS[0])
    assert example.ids == tokenizer.apply_chat_template(CONVERSATIONS[0], return_dict=False)
    assert all(label in (-100, id) for id, label in zip(example.ids, example.labels))
    learnt = tokenizer.decode([label for label in example.labels if label != -100])
    call = '<tool_call>{"name":"look_up","arguments":{"parcel_id":"amber-fox"}}</tool_call>'
    assert learnt == f"{call}<|im_end|>It is here.<|im_end|>"


def test_a_conversations_tokens_begin_with_those_of_its_beginning(tokenizer):
    whole = tokenizer.apply_chat_template(CONVERSATIONS[1], return_dict=False)
    for length in range(1, 5):
        head = tokenizer.apply_chat_template(CONVERSATIONS[1][:length], return_dict=False)
        assert whole[: len(head)] == head
        asked = tokenizer.apply_chat_template(CONVERSATIONS[1][:length], add_generation_prompt=True, return_dict=False)
        if CONVERSATIONS[1][length]["role"] == "assistant":
            assert whole[: len(asked)] == asked


def test_the_loss_with_a_shared_beginning_is_the_loss_of_whole_conversations(tokenizer):
    model = make_model(tokenizer, "tiny")
    examples = [sft.tokenized(tokenizer, messages) for messages in CONVERSATIONS]
    prefix = sft._shared_prefix(examples)
    shared = sft._loss(model, prefix, examples, tokenizer.pad_token_id)
    shared.backward()
    gradient = model.model.embed_tokens.weight.grad.clone()
    model.zero_grad()
    width = max(len(example.ids) for example in examples)
    pad = tokenizer.pad_token_id
    ids = torch.tensor([example.ids + [pad] * (width - len(example.ids)) for example in examples])
    labels = torch.tensor([example.labels + [-100] * (width - len(example.ids)) for example in examples])
    plain = model(input_ids=ids, labels=labels).loss
    plain.backward()
    assert len(prefix) > 10 and shared.item() == pytest.approx(plain.item(), abs=1e-5)
    assert torch.allclose(gradient, model.model.embed_tokens.weight.grad, atol=1e-5)


def test_pieces_end_with_a_sampled_message_and_the_first_are_calls_that_copy():
    copying = sft.pieces(CONVERSATIONS, 1, sft._copies)
    assert copying == [messages[1:3] for messages in CONVERSATIONS]
    everything = sft.pieces(CONVERSATIONS, 3, lambda before, message: True)
    assert [piece[-1] for piece in everything] == [messages[at] for messages in CONVERSATIONS for at in (2, 4)]
    assert all(piece[0]["role"] != "system" for piece in everything)


def test_supervised_training_learns_and_a_checkpoint_is_what_was_saved(tokenizer, tmp_path):
    model = make_model(tokenizer, "tiny")
    losses = sft.train(model, tokenizer, CONVERSATIONS, steps=60, batch=2, lr=1e-2)
    assert len(losses) == 60 and losses[-1] < 0.5 * losses[0]
    save(model, tokenizer, tmp_path)
    again, its_tokenizer = load(tmp_path)
    assert all(own.equal(its) for own, its in zip(model.parameters(), again.parameters()))
    assert its_tokenizer.get_vocab() == tokenizer.get_vocab() and its_tokenizer.chat_template == tokenizer.chat_template


def test_the_model_of_the_run_has_about_a_million_parameters(tokenizer):
    assert 0.8e6 < parameters(make_model(tokenizer)) < 1.1e6


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"), [(75, 252, 0.2446, 0.3568), (0, 252, 0.0, 0.0150), (252, 252, 0.9850, 1.0)]
)
def test_wilsons_interval(successes, n, low, high):
    measured = interval(successes, n)
    assert (measured["low"], measured["high"]) == pytest.approx((low, high), abs=1e-4)
    assert interval(0, 0)["rate"] is None


def test_a_report_holds_every_step_and_every_measurement(tmp_path):
    pytest.importorskip("matplotlib", reason="the picture is drawn by matplotlib")
    test = interval(75, 252)
    steps = [{"step": at, "reward": 0.5, "spread": 1.0, "tokens": 90.0, "seconds": 9.0} for at in (1, 2)]
    rows = [{"step": 0, "test": test}, steps[0], {**steps[1], "test": test}]
    (tmp_path / "both.json").write_text(json.dumps({"steps": 2, "rows": rows, "sampled": test}))
    (tmp_path / "base.json").write_text(json.dumps({"steps": 0, "rows": [], "sampled": test}))
    (tmp_path / "sft.json").write_text(json.dumps({"slip": 0.6}))
    write_report(tmp_path, tmp_path / "docs", ["base", "both", "control"])
    results = json.loads((tmp_path / "docs/train-trl.json").read_text())
    assert list(results) == ["sft", "base", "both"]
    assert results["both"]["sampled"]["n"] == 252 and "rows" not in results["both"]
    lines = (tmp_path / "docs/train-trl.csv").read_text().splitlines()
    assert lines[0].startswith("part,step,reward") and len(lines) == 4
    assert lines[3].split(",")[:3] == ["both", "2", "0.5"] and lines[3].split(",")[-4:] == ["252", "0.2976", "0.2446", "0.3568"]
    assert "<svg" in (tmp_path / "docs/train-trl.svg").read_text()
