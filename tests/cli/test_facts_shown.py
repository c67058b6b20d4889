"""A fact of another program is shown as its own by every reader, and names nobody."""

from pathlib import Path

import pytest

from tests.cli.line import Line
from tests.node.test_page import Ask

SPEC, SAID = "example.org/seats/1", 'a fact by example.org/seats/1: plan-2 {"table":7}'


def kept(line: Line) -> None:
    line.begin("Ana", "Ben", played=1)
    said = line("lab fact", SPEC, "plan-2", "--data", '{"table": 7}')
    assert f": {SAID}." in said.out.replace("\n", " ")


def test_the_history_shows_it_and_nothing_else_changes(line: Line) -> None:
    line.begin("Ana", "Ben", played=1)
    before = line.run("standings", "-C", line.folder, "--json").data
    line("lab fact", SPEC, "plan-2", "--data", '{"table": 7}')
    told = line.run("history", "-C", line.folder, "--json").data
    assert SAID in str(told)
    after = line.run("standings", "-C", line.folder, "--json").data
    assert {**after, "as_of": None} == {**before, "as_of": None}
    assert line.run("verify", line.folder).code == 0


@pytest.mark.node
def test_an_archive_and_its_page_show_it(line: Line, ask: Ask, tmp_path: Path) -> None:
    kept(line)
    line.close()
    file = tmp_path / "cup.zip"
    assert line.run("archive", line.folder, "--out", file).code == 0
    assert SAID in str(line.run("history", "-C", file, "--json").data)
    [answer] = ask("review", [{"file": str(file)}])
    said = {one["name"]: (one["state"], one["said"]) for one in answer["checks"]}
    shown = f"The ledger also contains a fact by {SPEC}. No rule uses them."
    assert said["Facts of other programs"] == ("holds", [shown])
    assert [name for name, (state, _) in said.items() if state == "wrong"] == []


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("a b", "x"), 2, "use letters, digits and . _ : / - only"),
        ((SPEC, "x", "--data", "[1]"), 2, "this is not a JSON object"),
        ((SPEC, "x", "--data", '{"rate": 0.5}'), 2, "a fact cannot have this data"),
        ((SPEC, "x", "--data", '{"x": "%s"}' % ("a" * 501)), 2, "length <= 500"),
        ((SPEC, "x", "--data", '{"who": "Ana Roy"}'), 3, "the text names Ana Roy (p1)"),
        ((SPEC, "ana-roy"), 3, "the text names Ana Roy (p1)"),
    ],
)
def test_an_odd_fact_is_refused_in_one_sentence(
    line: Line, words: tuple[str, ...], code: int, said: str
) -> None:
    line.enrol("Ana Roy", "Ben Ito")
    assert said in line.refused("lab fact", *words, code=code)
