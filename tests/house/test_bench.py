"""A measurement is asked for by its name, and reads its words from nowhere else."""

import ast
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from defusedxml.ElementTree import parse

from tests.bench import __main__ as bench
from tests.bench import page

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


def test_the_page_of_figures_is_made_in_small(tmp_path: Path) -> None:
    """What starts programs and servers is measured by whoever asks for it: `--page`."""
    names = ("An append", "A result", "Standings under")
    taken = page.write(page.SMALL, tmp_path, names)
    text = (tmp_path / page.PAGE).read_text(encoding="utf-8")
    assert [one.figure.name for one in taken] == [
        one.name for one in page.FIGURES if one.name.startswith(names)
    ]
    for one in taken:
        assert one.ratio > 0
        assert f"| {one.figure.name} | {one.figure.peer} | **{one.ratio:.2f}** |" in text
        assert f"- **{one.figure.name}:** {one.figure.limit}" in " ".join(text.split())
    drawn = parse(tmp_path / page.PICTURE).getroot()
    assert drawn is not None
    assert len(drawn.findall("{http://www.w3.org/2000/svg}polyline")) == text.count("\n| ") - 2 - (
        len(taken)
    )


@pytest.mark.long
def test_every_figure_of_the_page_can_be_taken(tmp_path: Path) -> None:
    taken = page.write(page.SMALL, tmp_path)
    assert [one.figure for one in taken] == [*page.FIGURES]


@pytest.mark.parametrize("power", [1.0, 1.5, 2.0])
def test_an_exponent_is_the_power_of_the_growth(power: float) -> None:
    sizes = (10, 20, 40, 80)
    grown = page.Growth("anything", sizes, tuple(3 * size**power for size in sizes))
    assert grown.exponent == pytest.approx(power)


def test_the_page_says_which_aims_are_reached() -> None:
    most, least = page.FIGURES[0], next(one for one in page.FIGURES if one.least)
    for figure, ratio, reached in (
        (most, most.aim, True),
        (most, most.aim + 0.01, False),
        (least, least.aim, True),
        (least, least.aim - 0.01, False),
    ):
        one = page.Taken(figure, ratio)
        assert one.is_reached is reached
        said = page.page([one], [page.Growth("anything", (1, 2), (1.0, 2.0))])
        assert ("| not reached |" in said) is not reached
