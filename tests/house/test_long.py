"""What is longer than the gate is run by name, and whoever quotes it quotes the truth."""

import re
import sys

import pytest

from tests import long
from tests.long import PARTS, Outcome, Part, main, run

FINE = Part("it goes well", ("calendar", "2026", "2"))
BAD = Part("it goes wrong", ("json.tool", "nowhere.json"))


@pytest.fixture
def parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long, "PARTS", {"fine": FINE, "bad": BAD})
    monkeypatch.setattr(long, "commit", lambda: "0123456789ab and changes")


def said(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "argv", ["tests.long", *words])
    return main()


@pytest.mark.usefixtures("parts")
def test_the_last_lines_name_commit_seed_and_the_result_of_each_part(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said(monkeypatch, "--seed", "7") == 1
    first, fine, bad = capsys.readouterr().out.splitlines()[-3:]
    assert re.fullmatch(r"commit 0123456789ab and changes, Python 3\.[\d.]+, seed 7", first)
    assert fine.startswith("fine       passed: 23 24 25 26 27 28")
    assert bad.startswith("bad        failed: ")
    assert "nowhere.json" in bad


@pytest.mark.usefixtures("parts")
def test_one_part_is_run_by_its_name_and_another_name_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said(monkeypatch, "fine") == 0
    assert "bad" not in capsys.readouterr().out
    with pytest.raises(SystemExit):
        said(monkeypatch, "nothing")
    assert "there is no part nothing: fine, bad" in capsys.readouterr().err


def test_the_seed_reaches_every_part_that_has_a_choice(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run("seeded", Part("", ("calendar", "{seed}")), 1234)
    assert "python -m calendar 1234" in capsys.readouterr().out
    seeded = {name for name, part in PARTS.items() if any("{seed}" in one for one in part.words)}
    assert seeded == {*PARTS} - {"mutations", "cluster"}


def test_a_part_for_root_is_left_out_for_everybody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000, raising=False)
    assert run("cluster", PARTS["cluster"], 1) == Outcome("left out", "only root can run it")
