"""What the example run came to: the figures as JSON, the curve as CSV, and a picture."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable
from pathlib import Path

CURVES = {"both": "cold start, then GRPO", "control": "the same at learning rate 0", "rl_only": "GRPO without cold start"}


def write_report(out: Path, to: Path, order: Iterable[str]) -> None:
    """Reads the results of the parts that are there in `out`, in this order; writes train-trl.json, train-trl.csv and train-trl.svg to `to`."""
    parts = {part: json.loads((out / f"{part}.json").read_text()) for part in order if (out / f"{part}.json").exists()}
    rows = [{"part": part, **row} for part, result in parts.items() for row in result["rows"]]
    brief = {part: {key: value for key, value in result.items() if key != "rows"} for part, result in parts.items()}
    sft = json.loads((out / "sft.json").read_text())
    to.mkdir(parents=True, exist_ok=True)
    (to / "train-trl.json").write_text(json.dumps({"sft": sft, **brief}, indent=2) + "\n")
    _write_curve(rows, to / "train-trl.csv")
    draw({part: result["rows"] for part, result in parts.items()}, to / "train-trl.svg")


def _write_curve(rows: list[dict], file: Path) -> None:
    columns = ["part", "step", "reward", "spread", "tokens", "unscored", "dropped_segments", "seconds"]
    with file.open("w", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow([*columns, "test_n", "test_rate", "test_low", "test_high"])
        for row in rows:
            test = row.get("test", {})
            tested = [test.get(key, "") for key in ("n", "rate", "low", "high")]
            writer.writerow([_short(value) for value in [row.get(key, "") for key in columns] + tested])


def _short(value):
    return round(value, 4) if isinstance(value, float) else value


def draw(curves: dict[str, list[dict]], file: Path) -> None:
    """`curves`: rows of `train` by part; `file`: .svg or .png."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    matplotlib.rcParams.update({"svg.hashsalt": "deskgym", "font.size": 10, "axes.spines.top": False, "axes.spines.right": False})
    figure, axes = pyplot.subplots(figsize=(7.2, 4), layout="constrained")
    for part, color in zip(CURVES, ("#1b6ca8", "#c8553d", "#6b7280")):
        rows = curves.get(part, [])
        trained = [row for row in rows if "reward" in row]
        tests = [row for row in rows if "test" in row]
        if not tests:
            continue
        axes.plot([row["step"] for row in trained], [row["reward"] for row in trained], color=color, alpha=0.3, lw=1)
        rates = [row["test"]["rate"] for row in tests]
        ends = [[rate - row["test"]["low"] for rate, row in zip(rates, tests)], [row["test"]["high"] - rate for rate, row in zip(rates, tests)]]
        axes.errorbar([row["step"] for row in tests], rates, ends, color=color, marker="o", ms=4, capsize=3, label=CURVES[part])
    axes.set(xlabel="GRPO step", ylabel="success", ylim=(-0.03, 1.03))
    axes.legend(frameon=False, loc="lower right")
    axes.set_title("Dots: test tasks, with 95 % intervals. Thin lines: the step's training episodes.", fontsize=9, loc="left")
    figure.savefig(file, dpi=110, metadata={"Date": None} if file.suffix == ".svg" else None)
    pyplot.close(figure)
