"""A tournament in which much happened, sealed in several forms, for tests of tampering.

A round repaired, results corrected and withdrawn, a late player, drops, a cut, a bracket that
somebody left, two witnesses, heads of every stage, a key that was renewed, a name that was erased.
"""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

import pytest

from roundbook.ledger.archive_file import unpacked
from tests.cli.line import Line
from tests.cli.sealed import Members, copied
from tests.cli.swiss import finish, last, play
from tests.cli.typed import IMPORTS, lay

TOLD = IMPORTS / "01_cup_two_pods_cut_final.tdf"
Case = TypeVar("Case")
IS_DEEP = os.environ.get("HYPOTHESIS_PROFILE") == "deep"


class Rich(NamedTuple):
    """The archives by name, an older copy of the folder, and every head that was signed."""

    line: Line
    files: dict[str, Path]
    older: Path
    heads: tuple[bytes, ...]

    def members(self, name: str) -> Members:
        return unpacked(self.files[name].read_bytes())


def sampled(cases: Sequence[Case], most: int) -> Sequence[Case]:
    """Return some of the cases, the same ones every time; all of them in the deep profile."""
    step = 1 if IS_DEEP else max(1, -(-len(cases) // most))
    return cases[step // 2 :: step]


def rich(away: Path, patch: pytest.MonkeyPatch) -> Iterator[Rich]:
    """Play and seal it; what follows is done by a reviewer on another machine."""
    home, judge = away / "home", away / "judge"
    patch.setenv("ROUNDBOOK_HOME", str(home))
    line, heads = Line(home, away / "cup"), list[bytes]()

    def sign() -> None:
        assert line.run("proof head", "-C", line.folder, "--sign").code == 0
        heads.append((line.folder / "checkpoint").read_bytes())

    def witness(name: str) -> None:
        patch.setenv("ROUNDBOOK_HOME", str(judge / name))
        assert line.run("proof witness", "-C", line.folder, "--name", name).code == 0
        patch.setenv("ROUNDBOOK_HOME", str(home))

    line.start("--style", "swiss-plus-cut", masters=9)
    line.announce("--rounds", 3, "--cut", "masters=4", "--override", "cut-too-large")
    line("pair")
    line("drop", "p9")
    line("round repair")
    line("start")
    finish(line)
    sign()
    witness("first")
    line("late", "Zoe Quick", "--birth-year", 1990, "--informed")
    play(line)
    line("correct", line.tables(2)[0], "tie", "--reason", "both slips say so")
    sign()
    copied(line.folder, away / "older")
    line("proof key", "--renew", "--reason", "the laptop was changed")
    play(line)
    sign()
    witness("second")
    play_bracket(line)
    line("close")
    files = {name: away / f"{name}.zip" for name in ("whole", "anonymous", "erased", "told")}
    seal(line, files["whole"])
    seal(line, files["anonymous"], "--anonymous")
    line("people erase", "p3", "--reason", "the parents asked", "--yes")
    sign()
    seal(line, files["erased"])
    seal(Line(home, lay(TOLD, away / "told")), files["told"])
    patch.setenv("ROUNDBOOK_HOME", str(away / "reviewer"))
    yield Rich(line, files, away / "older", tuple(heads))


def play_bracket(line: Line) -> None:
    """Make the cut, and play its two rounds; one who has got there leaves."""
    line("cut")
    cut = last(line, "cut-made")
    line.pair()
    line("report", f"{cut['pool']}-4-1", "1")
    line("drop", cut["seeds"][1])
    line.at("report", f"{cut['pool']}-4-2", "1")  # Who left may have lost without it.
    line.pair()
    line("report", f"{cut['pool']}-5-1", "1")


def seal(line: Line, file: Path, *words: str) -> None:
    line.run("archive", line.folder, "--out", file, *words, code=0)
