"""A measurement is asked for by its name, and reads its words from nowhere else."""

import ast
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.bench import __main__ as bench

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("name", bench.NAMES)
def test_every_bench_is_run_by_its_name_and_is_given_its_words_alone(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[tuple[str, ...]] = []

    def load(module: str) -> SimpleNamespace:
        assert module == f"tests.bench.bench_{name}"
        return SimpleNamespace(main=lambda *words: given.append(words))

    monkeypatch.setattr(bench, "import_module", load)
    bench.main(name, "7", "8")
    assert given == [("7", "8")]


@pytest.mark.parametrize("name", bench.NAMES)
def test_a_bench_takes_its_words_from_whoever_calls_it(name: str) -> None:
    tree = ast.parse((ROOT / "tests" / "bench" / f"bench_{name}.py").read_text(encoding="utf-8"))
    main = next(
        node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "main"
    )
    assert main.args.vararg is not None
    assert "sys.argv" not in ast.unparse(main)


def test_another_name_is_answered_with_those_that_there_are() -> None:
    program = [sys.executable, "-m", "tests.bench", "speed"]
    said = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, check=False)
    assert said.returncode == 1
    assert (
        "no bench is called speed: there are hosted, offers, paint, pairing, peer, " in said.stderr
    )
