"""The TRL adapter: a record field for field, order, groups, what has no reward, and sampling that does not fit."""

from __future__ import annotations

import json
import warnings
from types import SimpleNamespace

import pytest

from deskgym_bridge import Bridge, BridgeError
from deskgym_bridge.trl import adjacent_groups, make_rollout_func, reward_func, to_sample
from fake_bridge import RECORD, FakeBridge

POLICY = {"base_url": "http://p/v1", "model": "m"}


def task(name: str) -> dict:
    return {"domain": "desk", "id": name}


def prompt(name: str) -> list[dict]:
    return [{"role": "user", "content": json.dumps(task(name))}]


class Model:
    def __init__(self, training: bool):
        self.training = training

    def train(self, mode: bool):
        self.training = mode

    def eval(self):
        self.train(False)


def trainer(step: int = 4, training: bool = True, temperature: float = 1.0, num_generations: int = 2):
    return SimpleNamespace(
        state=SimpleNamespace(global_step=step),
        model=Model(training),
        args=SimpleNamespace(temperature=temperature, top_p=1.0, top_k=0),
        accelerator=SimpleNamespace(process_index=0),
        processing_class=SimpleNamespace(eos_token_id=2),
        num_generations=num_generations,
        num_generations_eval=num_generations,
    )


def test_a_record_is_taken_field_for_field_from_its_last_segment():
    last = RECORD["segments"][-1]
    assert to_sample(RECORD, 2) == {
        "prompt_ids": last["prompt_ids"],
        "completion_ids": last["response_ids"],
        "logprobs": last["logprobs"],
        "env_mask": last["response_mask"],
        "env_reward": 1,
        "dropped": 1,
    }


def test_without_a_reward_no_token_counts():
    failed = {**RECORD, "reward": None, "status": "failed"}
    sample = to_sample(failed, 2)
    assert sample["env_reward"] is None
    assert sample["env_mask"] == [0, 0, 0, 0, 0, 0]
    assert sample["completion_ids"] == RECORD["segments"][-1]["response_ids"]


@pytest.mark.parametrize("reward", [None, 0, 1])
def test_without_a_segment_there_is_one_masked_token_and_no_reward(reward):
    sample = to_sample({**RECORD, "segments": [], "reward": reward}, 2)
    assert sample == {
        "prompt_ids": [2],
        "completion_ids": [2],
        "logprobs": [0.0],
        "env_mask": [0],
        "env_reward": None,
        "dropped": 0,
    }


@pytest.mark.parametrize("field", ["response_ids", "response_mask", "logprobs"])
def test_lengths_that_do_not_fit_are_refused(field):
    last = {**RECORD["segments"][-1]}
    last[field] = last[field][:-1]
    with pytest.raises(BridgeError, match="r1: lengths do not fit"):
        to_sample({**RECORD, "segments": [last]}, 2)
    with pytest.raises(BridgeError, match="prompt 0"):
        to_sample({**RECORD, "segments": [{**RECORD["segments"][-1], "prompt_ids": []}]}, 2)


def test_equal_neighbours_are_one_group_and_none_is_larger_than_asked():
    names = ["a", "a", "b", "b", "b", "b", "c"]
    assert adjacent_groups([task(name) for name in names], 2) == [
        (task("a"), 2),
        (task("b"), 2),
        (task("b"), 2),
        (task("c"), 1),
    ]


def test_one_completion_for_each_prompt_in_their_order():
    with FakeBridge(scores=(1, 0)) as fake:
        rollout = make_rollout_func(Bridge(fake.url), POLICY, run_id="run", user={"kind": "scripted"})
        names = ["a", "a", "b", "b", "c"]  # c alone: its other half went to another process
        out = rollout([prompt(name) for name in names], trainer())
        assert out["env_reward"] == [1, 0, 1, 0, 1]
        assert {len(values) for values in out.values()} == {5}
        assert out["env_dropped"] == [1] * 5
        bodies = [request["body"] for request in fake.requests]
        assert [(body["batch_id"], body["n"], [t["id"] for t in body["tasks"]]) for body in bodies] == [
            ("run/train/4/0/0/1", 1, ["c"]),
            ("run/train/4/0/0/2", 2, ["a", "b"]),
        ]
        assert bodies[0]["policy"] == {**POLICY, "protocol": "chat_token_ids"}
        assert bodies[0]["sampling"] == {"temperature": 1.0, "top_p": 1.0, "top_k": 0}
        assert bodies[0]["user"] == {"kind": "scripted"}
        assert (bodies[0]["mode"], bodies[0]["seed"], bodies[0]["weight_version"]) == ("training", 4, "4")


@pytest.mark.parametrize("training", [True, False])
def test_the_model_is_in_eval_mode_while_it_plays_and_then_as_it_was(training):
    with FakeBridge() as fake:
        one, modes, batch = trainer(training=training), [], fake.batch
        fake.batch = lambda body: modes.append(one.model.training) or batch(body)
        rollout = make_rollout_func(Bridge(fake.url), POLICY, run_id="run")
        rollout([prompt("a")], one)
        assert (modes, one.model.training) == ([False], training)
        fake.batch = lambda body: iter([{"type": "end", "batch_id": "b", "counts": {}, "error": "it broke"}])
        with pytest.raises(BridgeError, match="it broke"):
            rollout([prompt("a")], one)
        assert one.model.training is training


def test_the_same_step_of_the_same_run_asks_for_the_same_batch_and_a_further_call_for_another():
    with FakeBridge() as fake:
        names = []
        for _process in range(2):
            rollout = make_rollout_func(Bridge(fake.url), POLICY, run_id="run", weight_version=lambda: "w9")
            for _call in range(2):
                rollout([prompt("a"), prompt("a")], trainer())
            rollout([prompt("a"), prompt("a")], trainer(training=False))
            rollout([prompt("a"), prompt("a")], trainer(step=5))
            names.append([request["body"]["batch_id"] for request in fake.requests])
            assert fake.requests[-1]["body"]["weight_version"] == "w9"
            assert fake.requests[-2]["body"]["mode"] == "evaluation" and fake.requests[-2]["body"]["seed"] == 0
            fake.requests.clear()
        assert names[0] == names[1]
        assert len(set(names[0])) == 4


def test_a_run_that_is_not_named_never_gets_the_episodes_of_another():
    with FakeBridge() as fake:
        for _run in range(2):
            make_rollout_func(Bridge(fake.url), POLICY)([prompt("a")], trainer())
        first, second = (request["body"]["batch_id"] for request in fake.requests)
        assert first != second and first.startswith("trl-")


def test_episodes_without_a_reward_are_warned_of_with_what_broke(caplog):
    with FakeBridge(scores=(1, None)) as fake:
        make_rollout_func(Bridge(fake.url), POLICY, run_id="run")([prompt("a"), prompt("a")], trainer())
    [warning] = caplog.messages
    assert warning.startswith("1 of the 2 episodes of run/train/4/0/0 have no reward: {'class': 'user_sim'")


def test_a_prompt_that_names_no_task_is_said():
    for text in ("Hello!", "5", "null"):
        with FakeBridge() as fake, pytest.raises(ValueError, match="`deskgym export --format trl` writes it"):
            make_rollout_func(Bridge(fake.url), POLICY)([text], trainer())


def test_a_batch_that_ends_without_all_its_records_is_an_error():
    with FakeBridge() as fake:
        end = {"type": "end", "batch_id": "run/train/4/0/0/2", "counts": {}, "error": None}
        for error, told in [
            (None, "without 2 of its 2 records"),
            ("the batch was cancelled", "0/2: the batch was cancelled"),
        ]:
            fake.batch = lambda _body, error=error: iter([{**end, "error": error}])
            with pytest.raises(BridgeError, match=told):
                make_rollout_func(Bridge(fake.url), POLICY, run_id="run")([prompt("a"), prompt("a")], trainer())


@pytest.mark.parametrize(
    "sampling, told",
    [
        ({"temperature": 0.7}, "temperature 0.7"),
        ({"top_k": 50}, "top_k 50"),
        ({"top_p": 0.9}, "top_p 0.9"),
        ({"max_tokens": 64}, None),
    ],
)
def test_sampling_from_another_distribution_is_warned_of(sampling, told):
    with FakeBridge() as fake, warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        make_rollout_func(Bridge(fake.url), POLICY, run_id="run", sampling=sampling)([prompt("a")], trainer())
        assert [told in str(warning.message) for warning in caught] == ([True] if told else [])


def test_rewards_go_through_as_they_are_and_what_is_lost_is_logged():
    logged = {}
    rewards = [1, None, 0, None]
    assert reward_func([[]] * 4, rewards, env_dropped=[0, 2, 0, 0], log_metric=logged.__setitem__) is rewards
    assert logged == {"bridge/unscored": 0.5, "bridge/dropped_segments": 0.5}
    assert reward_func([[]], [1]) == [1]
