"""The policy endpoint against a tiny model: what it returns is what the model's own forward pass says."""

from __future__ import annotations

import http.client
import json
import socket
import struct
import time
import random
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor

import pytest

torch = pytest.importorskip("torch", reason="the policy endpoint serves a torch model: pip install 'deskgym-bridge[trl]'")
pytest.importorskip("transformers", reason="the policy endpoint serves a transformers model")

from examples.model import make_model, rendered, train_tokenizer

from deskgym_bridge.policy_server import PolicyServer
from deskgym_bridge.sampling import Request, sample
from deskgym_bridge.tool_calls import parse_calls

MESSAGES = [
    {"role": "system", "content": "You work at a desk. Look a parcel up before you do anything."},
    {"role": "user", "content": "Hello! Please deliver my parcel p417."},
]
LOOK_UP = {"type": "function", "function": {"name": "look_up", "arguments": '{"parcel_id": "p417"}'}}
TURN = [{"role": "assistant", "content": None, "tool_calls": [LOOK_UP]}, {"role": "tool", "content": "sound"}]


@pytest.fixture(scope="module")
def policy():
    torch.set_num_threads(1)
    tokenizer = train_tokenizer([rendered(MESSAGES + TURN)] * 2, vocab_size=400)
    return make_model(tokenizer, "tiny").eval(), tokenizer


@pytest.fixture(scope="module")
def server(policy):
    with PolicyServer(*policy, max_tokens=12) as running:
        yield running


def ask(server: PolicyServer, messages=MESSAGES, **more) -> dict:
    body = json.dumps({"model": "tiny", "messages": messages, **more}).encode()
    headers = {"content-type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(server.base_url + "/chat/completions", body, headers)) as answer:
        return json.load(answer)


def refusal(server: PolicyServer, **more) -> tuple[int, dict]:
    with pytest.raises(urllib.error.HTTPError) as caught:
        ask(server, **more)
    return caught.value.code, json.load(caught.value)["error"]


def recomputed(model, prompt: list[int], ids: list[int], temperature: float) -> list[float]:
    with torch.no_grad():
        logits = model(input_ids=torch.tensor([prompt + ids])).logits[0, len(prompt) - 1 : -1]
    return (logits / temperature).log_softmax(-1).gather(1, torch.tensor(ids)[:, None])[:, 0].tolist()


def test_ids_and_logprobs_are_those_of_the_model(server, policy):
    model, tokenizer = policy
    conversations = [MESSAGES, MESSAGES + TURN, MESSAGES + TURN * 2, [MESSAGES[1]]] * 3
    with ThreadPoolExecutor(len(conversations)) as several:
        answers = list(several.map(lambda messages: ask(server, messages, temperature=0.7), conversations))
    for messages, answer in zip(conversations, answers):
        [choice] = answer["choices"]
        ids, logprobs = choice["token_ids"], [step["logprob"] for step in choice["logprobs"]["content"]]
        prompt = tokenizer.apply_chat_template(messages, add_generation_prompt=True, return_dict=False)
        assert answer["prompt_token_ids"] == prompt
        assert 0 < len(ids) <= 12 and (choice["finish_reason"] == "length") == (ids[-1] != tokenizer.eos_token_id)
        assert logprobs == pytest.approx(recomputed(model, prompt, ids, 0.7), abs=1e-4)
        assert answer["usage"]["prompt_tokens"] == len(prompt) and answer["usage"]["completion_tokens"] == len(ids)


def test_a_seed_gives_the_same_tokens_whoever_is_beside_it(server):
    alone = ask(server, seed=7)["choices"][0]["token_ids"]
    with ThreadPoolExecutor(8) as several:
        beside = several.map(lambda seed: ask(server, MESSAGES + TURN if seed % 2 else MESSAGES, seed=seed), range(8))
        assert [answer["choices"][0]["token_ids"] for answer in beside].count(alone) == 0
        again = [several.submit(ask, server, seed=seed) for seed in (7, 8, 9, 7)]
    ids = [answer.result()["choices"][0]["token_ids"] for answer in again]
    assert ids[0] == ids[3] == alone and ids[1] != alone


def test_temperature_zero_takes_the_likeliest(server, policy):
    model, _ = policy
    answer = ask(server, temperature=0)
    [prompt, ids] = answer["prompt_token_ids"], answer["choices"][0]["token_ids"]
    logits = model(input_ids=torch.tensor([prompt + ids])).logits[0, len(prompt) - 1 : -1]
    assert logits.argmax(-1).tolist() == ids
    assert {step["logprob"] for step in answer["choices"][0]["logprobs"]["content"]} == {0.0}


class _Fixed(torch.nn.Module):
    """Says the same distribution whatever it reads."""

    def __init__(self, policy, logits):
        super().__init__()
        self.config, self.inner, self.logits = policy.config, policy, torch.nn.Parameter(torch.tensor(logits))

    def forward(self, **inputs):
        out = self.inner(**inputs)
        out.logits = self.logits.expand(out.logits.shape[0], 1, -1)
        return out


def requests(count: int, **how) -> list[Request]:
    rule = {"temperature": 1.0, "top_p": 1.0, "top_k": 0, **how}
    return [Request(prompt=[5, 6, 7], limit=1, random=random.Random(seed), **rule) for seed in range(count)]


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ({}, [0.5, 0.25, 0.125, 0.125]),
        ({"temperature": 0.5}, [0.7273, 0.1818, 0.0455, 0.0455]),
        ({"top_k": 2}, [0.6667, 0.3333, 0, 0]),
        ({"top_p": 0.6}, [0.6667, 0.3333, 0, 0]),
        ({"top_p": 0.5}, [1, 0, 0, 0]),
    ],
)
def test_draws_follow_the_distribution_asked_for(policy, how, expected):
    model = _Fixed(policy[0], [0.5, 0.25, 0.125, 0.125]).eval()
    model.logits.data.log_()
    batch = requests(4000, **how)
    sample(model, batch, stop_id=99, pad_id=0)
    for token, share in enumerate(expected):
        drawn = [request for request in batch if request.ids == [token]]
        assert len(drawn) / len(batch) == pytest.approx(share, abs=0.03)
        for request in drawn[:1]:
            assert pytest.approx(share, abs=1e-4) == torch.tensor(request.logprobs[0]).exp().item()


@pytest.mark.parametrize(
    ("text", "content", "calls"),
    [
        ('<tool_call>{"name":"a","arguments":{"b": 1}}</tool_call>', None, [("a", '{"b": 1}')]),
        ('<tool_call>\n{"arguments": {}, "name": "a"}\n</tool_call>\n', None, [("a", "{}")]),
        ('Hm. <tool_call>{"name":"a","arguments":{}}</tool_call>', "Hm. ", [("a", "{}")]),
        ('<tool_call>{"name":"a","arguments":{}}</tool_call>' * 2, None, [("a", "{}"), ("a", "{}")]),
        ('<tool_call>{"name":"a","arguments":{}}</tool_call> done', ..., []),
        ('<tool_call>{"name":"a","arguments":{}}', ..., []),
        ('<tool_call>{"name":"a","arguments":"{}"}</tool_call>', ..., []),
        ('<tool_call>{"name":"a b","arguments":{}}</tool_call>', ..., []),
        ('<tool_call>{"name":"a","arguments":{},"id":1}</tool_call>', ..., []),
        ("<tool_call>[]</tool_call>", ..., []),
        ("<tool_call>{</tool_call>", ..., []),
        ("Hello!", ..., []),
        ("", ..., []),
    ],
)
def test_calls_are_whole_or_text(text, content, calls):
    said, called = parse_calls(text)
    assert said == (text if content is ... else content)
    assert [(call["function"]["name"], call["function"]["arguments"]) for call in called] == calls


def test_a_call_comes_back_in_the_tokens_that_it_was_sampled_in(policy):
    _, tokenizer = policy
    text = '<tool_call>{"name":"look_up","arguments":{ "parcel_id":"p4\\u0031"}}</tool_call>'
    content, calls = parse_calls(text)
    sampled = tokenizer(text + "<|im_end|>").input_ids
    before = tokenizer.apply_chat_template(MESSAGES, add_generation_prompt=True, return_dict=False)
    turn = {"role": "assistant", "content": content, "tool_calls": calls}
    after = tokenizer.apply_chat_template(
        [*MESSAGES, turn, TURN[1]], add_generation_prompt=True, return_dict=False
    )
    assert after[: len(before) + len(sampled)] == before + sampled


def test_a_conversation_that_does_not_fit_is_refused_by_openais_code(policy):
    with PolicyServer(*policy, context=20) as small:
        status, error = refusal(small, messages=MESSAGES)
        assert status == 400 and error["code"] == "context_length_exceeded" and "20" in error["message"]
    with PolicyServer(*policy, context=len(ask_prompt(policy)) + 3) as almost:
        answer = ask(almost, max_tokens=50)
        assert len(answer["choices"][0]["token_ids"]) <= 3


def ask_prompt(policy) -> list[int]:
    return policy[1].apply_chat_template(MESSAGES, add_generation_prompt=True, return_dict=False)


@pytest.mark.parametrize("more", [{"stop": ["\n"]}, {"n": 2}, {"stream": True}, {"messages": 3}])
def test_what_it_can_not_do_is_refused(server, more):
    assert refusal(server, **more)[0] == 400


def test_weights_are_named_and_exchanged_between_batches(policy):
    _, tokenizer = policy
    model = make_model(tokenizer, "tiny", seed=1).eval()
    with PolicyServer(model, tokenizer, max_tokens=4) as server:
        before = ask(server, seed=3)
        with server.lock:
            model.load_state_dict(make_model(tokenizer, "tiny", seed=2).state_dict())
        server.set_version("8")
        after = ask(server, seed=3)
    assert before["weight_version"] is None and after["weight_version"] == "8"
    ids, logprobs = after["choices"][0]["token_ids"], after["choices"][0]["logprobs"]["content"]
    expected = recomputed(model, after["prompt_token_ids"], ids, 1.0)
    assert [step["logprob"] for step in logprobs] == pytest.approx(expected, abs=1e-4)


def test_three_hundred_callers_at_once_are_all_answered(server):
    with ThreadPoolExecutor(300) as several:
        answers = list(several.map(lambda at: ask(server, max_tokens=2, seed=at), range(300)))
    assert all(len(answer["choices"][0]["token_ids"]) in (1, 2) for answer in answers)


@pytest.mark.parametrize(
    "more",
    [
        {"stream": True},
        {"n": 2},
        {"stop": ["x"]},
        {"stop_token_ids": [1]},
        {"min_p": 0.1},
        {"presence_penalty": 0.5},
        {"logit_bias": {"1": 5}},
        {"tool_choice": "none"},
        {"temperature": "hot"},
        {"temperature": -1},
        {"top_p": 0},
        {"top_p": 1.5},
        {"top_k": True},
        {"max_tokens": 0},
        {"max_tokens": 2.7},
        {"seed": "a"},
        {"temperature": 1e-300},
        {"ignore_eos": True},
        {"parallel_tool_calls": False},
    ],
)
def test_what_it_would_not_do_is_refused_by_name(server, more):
    status, error = refusal(server, **more)
    assert status == 400 and next(iter(more)) in error["message"]


def test_a_body_that_is_no_object_is_refused(server):
    for body in (b"[]", b"null", b"5"):
        with pytest.raises(urllib.error.HTTPError) as caught:
            urllib.request.urlopen(server.base_url + "/chat/completions", body)
        assert caught.value.code == 400


def test_what_changes_nothing_is_taken(server):
    neutral = {"n": 1, "stream": False, "stop": [], "min_p": 0, "repetition_penalty": 1.0, "tool_choice": "auto"}
    assert ask(server, max_tokens=1, top_k=-1, **neutral)["choices"]


def test_keywords_reach_the_template(policy):
    model, tokenizer = policy
    plain = tokenizer.chat_template
    tokenizer.chat_template = plain + "{{ 'A parcel' if parcel }}"
    try:
        with PolicyServer(model, tokenizer, max_tokens=1) as server:
            short = ask(server)["prompt_token_ids"]
            long = ask(server, chat_template_kwargs={"parcel": True})["prompt_token_ids"]
    finally:
        tokenizer.chat_template = plain
    assert long[: len(short)] == short and len(long) > len(short)


def test_a_model_that_breaks_is_an_error_of_the_server(policy):
    class Broken(torch.nn.Module):
        config = policy[0].config

        def __init__(self):
            super().__init__()
            self.weight = torch.nn.Parameter(torch.zeros(1))

        def forward(self, **_):
            raise RuntimeError("out of memory")

    with PolicyServer(Broken(), policy[1]) as server:
        status, error = refusal(server)
        assert status == 500 and "out of memory" in error["message"]


def test_a_server_on_the_port_of_one_that_ended_hears_of_connections_that_were_kept(policy):
    body = json.dumps({"model": "tiny", "messages": MESSAGES, "max_tokens": 1})
    with PolicyServer(*policy) as first:
        port = int(first.base_url.rsplit(":", 1)[1].split("/")[0])
        kept = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        kept.request("POST", "/v1/chat/completions", body)
        assert kept.getresponse().read()
    with PolicyServer(*policy, port=port) as second:
        second.set_version("2")
        with pytest.raises((ConnectionError, http.client.RemoteDisconnected)):
            kept.request("POST", "/v1/chat/completions", body)
            kept.getresponse()
        assert ask(second, max_tokens=1)["weight_version"] == "2"


def test_it_says_that_it_is_up_and_what_it_does_not_have(server):
    with urllib.request.urlopen(server.base_url + "/models") as answer:
        assert json.load(answer)["data"][0]["object"] == "model"
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(server.base_url + "/completions")
    assert caught.value.code == 404 and "POST /v1/chat/completions" in json.load(caught.value)["error"]["message"]


def test_a_caller_that_goes_away_leaves_no_trace(policy, capfd):
    with PolicyServer(*policy, max_tokens=12) as server:
        port = int(server.base_url.rsplit(":", 1)[1].split("/")[0])
        for _ in range(3):
            caller = http.client.HTTPConnection("127.0.0.1", port)
            caller.request("POST", "/v1/chat/completions", json.dumps({"messages": MESSAGES}))
            caller.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            caller.close()
        ask(server, max_tokens=12)
        time.sleep(0.2)
    assert capfd.readouterr().err == ""
