"""`docs/tom.md`: lists, saves and files of others, with commands that are really run."""

import os
from pathlib import Path

import pytest

from tests.tom import FIRST, MASTERS, SECOND, TIE, Tom
from tests.transcripts import Golden, type_page

NOON = 1_777_723_200_000_000_000


def put(path: Path, data: bytes, minute: int) -> None:
    """Write a save; the minute of its file decides between saves without a clock."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    os.utime(path, ns=(NOON + minute * 60_000_000_000,) * 2)


@pytest.mark.skipif("sys.platform == 'win32'", reason="its cp is that of a shell")
@pytest.mark.rule("LED-3", "LED-4")
def test_every_command_about_other_programs_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, golden: Golden
) -> None:
    """An invented event: round 1 is changed on the stick when it is locked."""
    saves, stick = tmp_path / "work" / "saves", tmp_path / "work" / "stick"
    tom = Tom(category=MASTERS)
    tom.join(8)
    tom.pair()
    put(stick / "cup_r1-begin.tdf", tom.save(), 1)
    tom.play(1, FIRST, TIE)
    put(saves / "cup_r1-end.tdf", tom.save(), 2)
    tom.drop(8)
    tom.pair()
    put(saves / "cup_r2-begin.tdf", tom.save(), 3)
    tom.play(2)
    tom.pair()
    put(saves / "cup_r3-begin.tdf", tom.save(), 4)
    tom.tables(1)[0].outcome = SECOND
    put(stick / "cup.tdf", tom.save(), 5)
    type_page("docs/tom.md", tmp_path, monkeypatch, golden)
    work = tmp_path / "work"
    assert (work / "again.tdf").read_bytes() == (work / "stick" / "cup.tdf").read_bytes()
