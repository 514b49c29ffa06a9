"""What verl's model server sampled: whether it is an answer, and as a chat message for the bridge."""

from __future__ import annotations

from verl.experimental.agent_loop.tool_parser import ToolParser
from verl.tools.schemas import OpenAIFunctionToolSchema
from verl.workers.rollout.replica import TokenOutput

from deskgym_bridge.connection import Json


def problem_of(output: TokenOutput) -> str | None:
    """Why this is nothing that the policy said. Without partial rollouts verl hands on what it aborted at a weight sync."""
    if output.stop_reason in ("aborted", "abort"):
        return "gave up its answer: it was aborted"
    if not output.token_ids:
        return "gave no tokens"
    return None if output.log_probs is not None else "gave no log-probs: set rollout.calculate_log_probs=True"


async def message_of(parser: ToolParser, token_ids: list[int], tools: list[Json], turn: int) -> Json:
    """The sampled ids as the assistant's message. A call that cannot be parsed stays text, for the bridge to judge."""
    text = parser.tokenizer.decode(token_ids, skip_special_tokens=True)
    content, calls = await parser.extract_tool_calls(token_ids, [_schema(tool) for tool in tools])
    if not calls:
        return {"role": "assistant", "content": text}
    for special in parser.tokenizer.all_special_tokens:
        content = (content or "").replace(special, "")
    tool_calls = [
        {
            "id": call.tool_call_id or f"call_{turn}_{place}",
            "type": "function",
            "function": {"name": call.name, "arguments": call.arguments},
        }
        for place, call in enumerate(calls)
    ]
    return {"role": "assistant", "content": content.strip(), "tool_calls": tool_calls}


def _schema(tool: Json) -> OpenAIFunctionToolSchema:
    """What verl's parsers read of a tool: names, and types so far as their schema knows them."""
    function = tool["function"]
    properties = function["parameters"].get("properties", {})
    known = {name: {"type": value.get("type", "object")} for name, value in properties.items()}
    parameters = {"type": "object", "properties": known, "required": function["parameters"].get("required", [])}
    about = {"name": function["name"], "description": function.get("description", ""), "parameters": parameters}
    return OpenAIFunctionToolSchema.model_validate({"type": "function", "function": about})
