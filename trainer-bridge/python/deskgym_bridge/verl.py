"""verl: `_target_: deskgym_bridge.verl.DeskgymAgentLoop` in the agent-loop YAML. verl itself is imported with the class."""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    if name != "DeskgymAgentLoop":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from deskgym_bridge.verl_agent_loop import DeskgymAgentLoop

    return DeskgymAgentLoop
