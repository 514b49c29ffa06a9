"""The whole example run: cold start, GRPO, its ablations and the control, resumable. `python -m examples.run --what all`."""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
from importlib.util import find_spec
from pathlib import Path

from deskgym_bridge.policy_server import PolicyServer

from examples import sft
from examples.desk_process import demonstrations, running_bridge
from examples.evaluate import evaluate
from examples.model import load, make_model, parameters, rendered, save, train_tokenizer
from examples.report import write_report
from examples.train_grpo import train

PLANS = {
    "cpu": dict(size="small", groups=8, sft_steps=750, sft_batch=16, sft_lr=2e-3, steps=50, lr=1e-4),
    # On one GPU: 256 episodes at once, in bfloat16.
    "cuda": dict(size="large", groups=32, sft_steps=600, sft_batch=64, sft_lr=5e-4, steps=60, lr=3e-5),
}
SLIP, ATTEMPTS = 0.6, 4
# What each part starts from, at which share of the learning rate, and for which share of the steps.
PARTS = {
    "base": ("untrained", 0.0, 0.0),
    "cold_start": ("cold_start", 0.0, 0.0),
    "rl_only": ("untrained", 1.0, 0.1),
    "both": ("cold_start", 1.0, 1.0),
    "control": ("cold_start", 0.0, 0.4),
}


def prepare(out: Path, plan: dict, device: str, seed: int = 0) -> None:
    """Makes the two checkpoints that the parts start from, `untrained` and `cold_start`, where they are not there yet."""
    if (out / "cold_start").exists():
        return
    since = time.monotonic()
    trajectories = demonstrations(SLIP, ATTEMPTS, seed)
    tokenizer = train_tokenizer(map(rendered, trajectories))
    model = make_model(tokenizer, plan["size"], seed).to(device)
    save(model, tokenizer, out / "untrained")
    print(f"{len(tokenizer)} tokens, {parameters(model)} parameters, {len(trajectories)} demonstrations", flush=True)
    how = dict(steps=plan["sft_steps"], batch=plan["sft_batch"], lr=plan["sft_lr"], seed=seed)
    losses = sft.train(model, tokenizer, trajectories, **how)
    about = {
        "tokens": len(tokenizer),
        "parameters": parameters(model),
        "demonstrations": len(trajectories),
        "slip": SLIP,
        "loss": sum(losses[-20:]) / len(losses[-20:]),
        "seconds": round(time.monotonic() - since),
    }
    save(model, tokenizer, out / "cold_start.new")
    (out / "sft.json").write_text(json.dumps(about))
    (out / "cold_start.new").rename(out / "cold_start")


def play(part: str, out: Path, plan: dict, device: str, seed: int = 0) -> dict:
    """Runs one part, or reads what it came to before. What has been trained is not trained again to be measured."""
    file = out / f"{part}.json"
    if file.exists():
        return json.loads(file.read_text())
    start, share_of_lr, share_of_steps = PARTS[part]
    steps, lr = round(plan["steps"] * share_of_steps), plan["lr"] * share_of_lr
    done = out / part / "rows.json"
    model, tokenizer = load(out / part if done.exists() else out / start, device)
    with running_bridge() as bridge, PolicyServer(model, tokenizer, seed=seed, half=device != "cpu") as server:
        if steps > 0 and not done.exists():
            how = dict(name=part, out=out / part, steps=steps, lr=lr, groups=plan["groups"], seed=seed)
            rows = train(bridge, server, model, tokenizer, **how)
            save(model, tokenizer, out / part)
            done.write_text(json.dumps(rows))
        result = {
            "start": start,
            "steps": steps,
            "lr": lr,
            "sampled": evaluate(bridge, server.base_url, f"{part}/sampled"),
            "greedy": evaluate(bridge, server.base_url, f"{part}/greedy", temperature=0.0),
            "changed": _differs(model, load(out / start, device)[0]),
            "rows": json.loads(done.read_text()) if steps > 0 else [],
        }
    file.write_text(json.dumps(result))
    return result


def _differs(model, other) -> bool:
    return any(not own.equal(its) for own, its in zip(model.parameters(), other.parameters()))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m examples.run", description=__doc__)
    parser.add_argument("--what", choices=["all", "prepare", *PARTS], default="all")
    parser.add_argument("--out", type=Path, default=Path("out/grpo"), help="checkpoints and results; what is there is not made again")
    parser.add_argument("--device", choices=list(PLANS), default="cpu")
    parser.add_argument("--steps", type=int, help="GRPO steps, in place of the plan's")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--report", type=Path, help="where figures, curve and picture go (default: --out)")
    given = parser.parse_args()
    if given.what == "all" and find_spec("matplotlib") is None:
        parser.error("the report is drawn by matplotlib: pip install './trainer-bridge/python[example]'")
    plan = PLANS[given.device] | ({"steps": given.steps} if given.steps else {})
    if given.device == "cpu":
        import torch

        # More threads than free cores make it many times slower.
        torch.set_num_threads(1)
    # So that the bridge ends with the run.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    given.out.mkdir(parents=True, exist_ok=True)
    prepare(given.out, plan, given.device, given.seed)
    for part in PARTS if given.what == "all" else [given.what] if given.what in PARTS else []:
        result = play(part, given.out, plan, given.device, given.seed)
        print(part, json.dumps({key: value for key, value in result.items() if key != "rows"}), flush=True)
    if given.what == "all":
        write_report(given.out, given.report or given.out, PARTS)


if __name__ == "__main__":
    main()
