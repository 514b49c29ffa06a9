"""TRL's own GRPOTrainer on a CPU: a small Qwen3 from scratch, served by PolicyServer, in episodes of `deskgym bridge`."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from real_bridge import KEY, RealBridge

pytest.importorskip("trl", reason="TRL is not installed here: pip install 'deskgym-bridge[trl]'")
os.environ.setdefault("TRL_EXPERIMENTAL_SILENCE", "1")
sys.path.insert(0, str(Path(__file__).parents[1]))

import torch
from datasets import Dataset
from trl import GRPOConfig, GRPOTrainer

from deskgym_bridge import Bridge
from deskgym_bridge.policy_server import PolicyServer
from deskgym_bridge.trl import make_rollout_func, reward_func
from examples.model import make_model, train_tokenizer

DESK = Path(__file__).parents[1] / "examples/desk/index.ts"
GROUPS, SIZE = 2, 4
LINES = ("Which parcel is it?", "What is its number?", "I do not know that.", "Is there anything else?")


class Scored(Bridge):
    """Gives rewards by a record's place in its group: what a model that has learnt nothing earns is 0 everywhere."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.rewards: tuple[float | None, ...] = ()
        self.records: dict[str, dict] = {}

    def batch(self, *args, **kwargs):
        for event in super().batch(*args, **kwargs):
            if event["type"] == "record":
                record = event["record"]
                record["reward"] = self.rewards[int(record["rollout_id"].rsplit("/", 1)[1])]
                self.records[record["rollout_id"]] = record
            yield event


class Watched(GRPOTrainer):
    """Keeps each generation, and the log-probs of its tokens as training computes them with the same weights."""

    def _generate_and_score_completions(self, inputs):
        output = super()._generate_and_score_completions(inputs)
        ids = torch.cat([output["prompt_ids"], output["completion_ids"]], 1)
        mask = torch.cat([output["prompt_mask"], output["completion_mask"]], 1)
        with torch.no_grad():
            logps = self._get_per_token_logps_and_entropies(self.model, ids, mask, output["completion_ids"].shape[1])[0]
        self.seen = [*getattr(self, "seen", []), {**output, "recomputed": logps}]
        return output


@pytest.fixture(scope="module")
def world():
    torch.set_num_threads(1)
    with RealBridge("--domain", str(DESK)) as real:
        bridge = Scored(real.url, KEY)
        refs = [task["task"] for task in bridge.tasks("parcels", split="train")[:8]]
        opened = bridge.open_episode("words", refs[0])
        tokenizer = train_tokenizer([*(message["content"] for message in opened["messages"]), *LINES], vocab_size=300)
        yield bridge, refs, tokenizer, learn_to_talk(tokenizer, opened["messages"])


def learn_to_talk(tokenizer, messages):
    """A model's weights after some steps of saying one of LINES: enough to end its turns, not enough to be always right."""
    model = make_model(tokenizer, "tiny")
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    texts = [[*messages, {"role": "assistant", "content": line}] for line in LINES]
    rows = [tokenizer.apply_chat_template(text, return_dict=False) for text in texts]
    ids = torch.tensor([row[-96:] for row in rows])
    for _ in range(100):
        loss = model(input_ids=ids, labels=ids).loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return model.state_dict()


def train(world, folder, rewards, steps):
    bridge, refs, tokenizer, weights = world
    bridge.rewards = rewards
    model = make_model(tokenizer, "tiny")
    model.load_state_dict(weights)
    before = [parameter.detach().clone() for parameter in model.parameters()]
    with PolicyServer(model, tokenizer, max_tokens=24) as server:
        trainer = Watched(
            model=model,
            processing_class=tokenizer,
            args=GRPOConfig(
                output_dir=str(folder),
                use_cpu=True,
                bf16=False,
                max_steps=steps,
                learning_rate=1e-2,
                per_device_train_batch_size=GROUPS * SIZE,
                num_generations=SIZE,
                gradient_checkpointing=True,
                report_to=[],
                save_strategy="no",
                logging_steps=1,
                disable_tqdm=True,
            ),
            train_dataset=Dataset.from_list(
                [{"prompt": [{"role": "user", "content": json.dumps(ref)}]} for ref in refs]
            ),
            reward_funcs=reward_func,
            rollout_func=make_rollout_func(
                bridge, {"base_url": server.base_url, "model": "policy"}, run_id=folder.name, limits={"turns": 3}
            ),
        )
        trainer.train()
    return trainer, before, list(model.parameters())


def test_three_steps(world, tmp_path):
    bridge = world[0]
    trainer, before, after = train(world, tmp_path, (1.0, 0.0, None, 0.0), 3)
    assert len(trainer.seen) == 3
    joins = 0
    for step, seen in enumerate(trainer.seen):
        names = [
            f"{tmp_path.name}/train/{step}/0/0/{SIZE}/{group}/{member}"
            for group in range(GROUPS)
            for member in range(SIZE)
        ]
        mask = (seen["completion_mask"] * seen["tool_mask"]).bool()
        for row, name in enumerate(names):
            record = bridge.records[name]
            segment = record["segments"][-1]
            length = len(segment["response_ids"])
            assert seen["prompt_ids"][row][seen["prompt_mask"][row].bool()].tolist() == segment["prompt_ids"]
            assert seen["completion_mask"][row].sum() == length
            assert seen["completion_ids"][row][:length].tolist() == segment["response_ids"]
            trained = [0] * length if record["reward"] is None else segment["response_mask"]
            assert mask[row][:length].tolist() == [bool(one) for one in trained]
            assert {span["version"] for span in segment["weight_versions"]} == {str(step)}
            joins += record["counters"]["joins"]
        difference = (seen["recomputed"] - seen["sampling_per_token_logps"])[mask].abs()
        assert len(difference) > GROUPS * SIZE and difference.max() < 1e-3
        wrong = -(1 / 3) / (3**-0.5 + 1e-4)  # of 1, 0 and 0; the fourth is out of mean and std
        advantages = seen["advantages"].view(GROUPS, SIZE).tolist()
        assert advantages == [pytest.approx([-2 * wrong, wrong, 0.0, wrong], abs=1e-5)] * GROUPS
    assert joins > 0  # samples of several turns, with what the user said between them
    assert any((one != other).any() for one, other in zip(before, after, strict=True))
    assert all(one.isfinite().all() for one in after)
    logged = [entry for entry in trainer.state.log_history if "reward" in entry]
    assert [entry["bridge/unscored"] for entry in logged] == [0.25] * 3
    assert [entry["reward"] for entry in logged] == pytest.approx([1 / 3] * 3, abs=1e-4)


def test_rewards_that_are_null_move_nothing(world, tmp_path):
    _, before, after = train(world, tmp_path, (None,) * SIZE, 2)
    assert all((one == other).all() for one, other in zip(before, after, strict=True))


def test_the_script_of_the_readme_runs(world, tmp_path):
    bridge, _, tokenizer, weights = world
    model = make_model(tokenizer, "tiny")
    model.load_state_dict(weights)
    for part in (model, tokenizer):
        part.save_pretrained(tmp_path / "model")
    page = (Path(__file__).parents[1] / "README.md").read_text()
    script = page.split("## TRL\n")[1].split("```python\n")[1].split("```")[0]
    here = {
        '"http://127.0.0.1:8710", "secret"': f'"{bridge._url.geturl()}", "{KEY}"',
        "Qwen/Qwen3-0.6B": str(tmp_path / "model"),
        "retail": "parcels",
        "out/grpo": str(tmp_path / "out"),
        "max_steps=100": "max_steps=1",
        '{"max_tokens": 512}': '{"max_tokens": 24}, limits={"turns": 2}',
    }
    for there, mine in here.items():
        assert there in script
        script = script.replace(there, mine)
    names: dict = {}
    exec(script, names)
    [logged] = [entry for entry in names["trainer"].state.log_history if "reward" in entry]
    assert logged["num_tokens"] > 0 and logged["bridge/unscored"] == 0
