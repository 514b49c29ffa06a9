"""deskgym as child processes of the run: the bridge that plays episodes, and the expert that demonstrates."""

from __future__ import annotations

import json
import os
import secrets
import shlex
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from deskgym_bridge import Bridge

_ROOT = Path(__file__).resolve().parents[3]
DOMAIN = "parcels"
MODULE = str(Path(__file__).resolve().parent / "desk" / "index.ts")


def command() -> list[str]:
    """How deskgym is called: DESKGYM's words where it is set, or this checkout's sources."""
    if given := os.environ.get("DESKGYM"):
        return shlex.split(given)
    node = _ROOT / "node_modules" / ".bin" / "node"
    return [str(node) if node.exists() else "node", str(_ROOT / "servers" / "bin.ts")]


@contextmanager
def running_bridge(*arguments: str) -> Iterator[Bridge]:
    """`deskgym bridge` with the parcel desk on a free port, ended with the block. `arguments` are further options."""
    key = secrets.token_hex(16)
    process = subprocess.Popen(
        [*command(), "bridge", "--port", "0", "--domain", MODULE, *arguments],
        env={**os.environ, "DESKGYM_KEY": key},
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        said = process.stderr.readline()
        address = next((word for word in said.split() if word.startswith("http://")), None)
        if address is None:
            raise RuntimeError(f"the bridge did not start: {said}{process.stderr.read()}")
        # Read on, or what it has to say would fill the pipe and stop it.
        threading.Thread(target=shutil.copyfileobj, args=(process.stderr, sys.stderr), daemon=True).start()
        yield Bridge(address, key)
    finally:
        process.terminate()
        process.wait()


def demonstrations(slip: float, attempts: int, seed: int = 0) -> list[list[dict]]:
    """Messages of the expert's episodes on the train split, `attempts` at each task, with mistakes at the rate `slip`."""
    tasks = subprocess.run([*command(), "tasks", MODULE, "--split", "train"], check=True, capture_output=True).stdout
    how = ["--policy", "expert", "--slip", str(slip), "--group", str(attempts), "--seed", str(seed), "--domain", MODULE]
    lines = subprocess.run([*command(), "rollout", "-", *how], input=tasks, check=True, stdout=subprocess.PIPE).stdout
    return [json.loads(line)["messages"] for line in lines.splitlines()]
