"""verl's agent loop over a bridge's episode: verl samples token in, token out; the bridge is the world, the user, the reward."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

from verl.experimental.agent_loop.agent_loop import AgentLoopBase, AgentLoopMetrics, AgentLoopOutput
from verl.experimental.agent_loop.tool_parser import ToolParser
from verl.utils.profiler import simple_timer

from deskgym_bridge.client import Bridge
from deskgym_bridge.connection import BridgeError, Json
from deskgym_bridge.live_episode import LiveEpisode, live_episode
from deskgym_bridge.verl_message import message_of, problem_of


class DeskgymAgentLoop(AgentLoopBase):
    """One rollout of a row whose `extra_info["task"]` is a TaskRef in JSON.

    From the agent-loop YAML: `bridge_url`, `bridge_key`; `max_tokens` of one answer; `user` and `limits` as the bridge
    takes them. Where verl validates, the mode is "evaluation"; where it trains, the bridge refuses rows of a test split.

    The output is one append-only sequence by verl's continuous-token builder: mask 1 and verl's log-probs on sampled
    ids, mask 0 and 0.0 on all that came between; it ends with sampled ids and holds at most rollout.response_length.
    Raises BridgeError for an episode without a reward (a failure that is not the policy's): verl then leaves this one
    session out, or replaces its group.
    """

    def __init__(
        self,
        *args: Any,
        bridge_url: str,
        bridge_key: str | None = None,
        max_tokens: int | None = None,
        user: Json | None = None,
        limits: Json | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.bridge = Bridge(bridge_url, bridge_key)
        self.max_tokens = max_tokens or self.rollout_config.response_length
        self.spec = {"user": dict(user or {}), "limits": dict(limits or {})}
        self.parser = ToolParser.get_tool_parser(self.rollout_config.multi_turn.format, self.tokenizer)

    async def run(self, sampling_params: dict[str, Any], **kwargs: Any) -> AgentLoopOutput:
        """`kwargs`: the row's columns; with verl's `global_steps` (the seed of an episode in training) and `session_id`."""
        row = kwargs["extra_info"]
        mode = "evaluation" if self._validates(sampling_params, row.get("split")) else "training"
        seed = max(int(kwargs.get("global_steps") or 0), 0) if mode == "training" else 0
        chance = {"mode": mode, "seed": seed, "attempt": int(kwargs.get("session_id") or 0)}
        task = json.loads(row["task"])
        async with live_episode(self.bridge, f"verl-{uuid4().hex}", task, **chance, **self.spec) as episode:
            return await self._play(episode, dict(sampling_params))

    def _validates(self, sampling: dict[str, Any], split: str | None) -> bool:
        """verl does not tell a loop. Its sampling does, and where val_kwargs are those of training, the row's split."""
        keys, val = ("temperature", "top_p", "top_k"), self.rollout_config.val_kwargs
        if any(sampling.get(key) != getattr(val, key) for key in keys):
            return False
        return split == "test" or any(getattr(self.rollout_config, key) != getattr(val, key) for key in keys)

    async def _play(self, episode: LiveEpisode, sampling: dict[str, Any]) -> AgentLoopOutput:
        state = episode.opened
        messages, tools, room = list(state["messages"]), state["tools"], self.rollout_config.response_length
        if self.parser.stop_token_ids:
            sampling["stop_token_ids"] = [*(sampling.get("stop_token_ids") or []), *self.parser.stop_token_ids]
        ids = await self.loop.run_in_executor(
            None, lambda: self.continuous_token_builder.build_initial_tokens(messages, tools=tools)
        )
        if len(ids) > self.rollout_config.prompt_length:
            limit = self.rollout_config.prompt_length
            raise ValueError(f"the first prompt has {len(ids)} tokens: raise data.max_prompt_length, now {limit}")
        mask: list[int] = []
        logprobs: list[float] = []
        timing: dict[str, float] = {"num_preempted": 0}
        extra: dict[str, Any] = {}
        end = (ids, mask, logprobs)
        while not state["ended"]:
            limit = min(room - len(mask), self.max_tokens)
            with simple_timer("generate_sequences", timing):
                output = await self.server_manager.generate(
                    request_id=episode.id, prompt_ids=ids, sampling_params={**sampling, "max_tokens": limit}
                )
            if problem := problem_of(output):
                raise BridgeError(f"episode {episode.id}: the model server {problem}")
            timing["num_preempted"] += output.num_preempted or 0
            extra = {**output.extra_fields, **extra, **_latest(output.extra_fields)}
            cut = len(output.token_ids) >= limit and output.token_ids[-1] != self.tokenizer.eos_token_id
            tokens = {
                "prompt_ids": ids,
                "token_ids": output.token_ids,
                "logprobs": output.log_probs,
                "weight_version": _version(output.extra_fields),
                "finish_reason": "length" if cut else "stop",
            }
            merged, mask, logprobs = await self.ct_merge_assistant_token(
                ids, output.token_ids, mask, logprobs, assistant_logprobs=output.log_probs
            )
            ids, end = merged.token_ids, (merged.token_ids, mask, logprobs)
            message = await message_of(self.parser, output.token_ids, tools, state["turn"])
            with simple_timer("tool_calls", timing):
                state = await episode.step(state["turn"], message, tokens=tokens)
            before, messages = [*messages, message], [*messages, message, *state["messages"]]
            if not state["ended"]:
                merged, mask, logprobs = await self.ct_merge_context_msg(
                    before, messages, ids, mask, logprobs, tools=tools
                )
                ids = merged.token_ids
                if len(mask) >= room:
                    break
        with simple_timer("compute_score", timing):
            record = await episode.finish()
        if record["reward"] is None:
            raise BridgeError(f"episode {episode.id} has no reward ({record['status']}): {record['failure']}")
        ids, mask, logprobs = end
        if not mask:
            raise BridgeError(
                f"episode {episode.id} ended before the policy's first turn: there is nothing to train on"
            )
        extra |= {"turn_scores": [], "tool_rewards": [], "deskgym_hash": record["hash"]}
        extra["reward_extra_info"] = {
            "acc": float(record["reward"]),
            "truncated": float(record["status"] == "truncated"),
        }
        return AgentLoopOutput(
            prompt_ids=ids[: len(ids) - len(mask)],
            response_ids=ids[len(ids) - len(mask) :],
            response_mask=mask,
            response_logprobs=logprobs,
            reward_score=float(record["reward"]),
            num_turns=len(messages),
            metrics=AgentLoopMetrics(**timing),
            extra_fields=extra,
        )


def _latest(fields: dict[str, Any]) -> dict[str, Any]:
    """Of later answers only the newest weights matter; of the first one, everything."""
    return {"max_global_steps": fields["max_global_steps"]} if fields.get("max_global_steps") is not None else {}


def _version(fields: dict[str, Any]) -> str | None:
    step = fields.get("max_global_steps", fields.get("global_steps"))
    return None if step is None else str(step)
