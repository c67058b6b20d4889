"""What lies in a tournament's folder goes through one pair of hands: what they promise."""

import errno
import os
import stat
from pathlib import Path

import pytest

from cli.folder import members
from cli.folder.layout import ATTEMPTS, LEDGER, PEOPLE, SOURCES
from ledger.errors import Unreadable
from ledger.storage import disk

SAVE = f"{SOURCES}/abc.tdf"


def test_what_was_written_is_read_back_and_a_shelf_is_made_for_it(tmp_path: Path) -> None:
    assert not members.has(tmp_path, SAVE)
    assert members.names(tmp_path, SOURCES) == []
    members.write(tmp_path, SAVE, b"first")
    members.write(tmp_path, SAVE, b"second")
    assert members.read(tmp_path, SAVE) == b"second"
    assert members.read(tmp_path, SAVE, 3) == b"sec"
    assert members.names(tmp_path, SOURCES) == [SAVE]
    assert members.where(tmp_path, SAVE) == str(tmp_path / "sources" / "abc.tdf")
    members.remove(tmp_path, SAVE)
    members.remove(tmp_path, SAVE)
    assert members.names(tmp_path, SOURCES) == []


def test_lines_are_added_behind_those_that_are_there(tmp_path: Path) -> None:
    members.append(tmp_path, ATTEMPTS, b"one")
    members.append(tmp_path, ATTEMPTS, b"two")
    assert members.read(tmp_path, ATTEMPTS) == b"one\ntwo\n"


def test_a_version_is_another_after_each_write(tmp_path: Path) -> None:
    seen = [members.version(tmp_path, PEOPLE)]
    assert seen == [members.NO_FILE]
    for text in (b"a", b"ab", b"ab"):
        members.write(tmp_path, PEOPLE, text)
        seen.append(members.version(tmp_path, PEOPLE))
    assert len(set(seen)) == len(seen)
    assert members.version(tmp_path, PEOPLE) == seen[-1]


@pytest.mark.rule("LED-9")
@pytest.mark.skipif(os.name != "posix", reason="Rights of files are those of POSIX.")
def test_what_is_private_is_so_from_the_first_byte_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = tmp_path / f"{PEOPLE}.new"
    draft.write_bytes(b"left by a crash")
    draft.chmod(0o644)
    modes = []

    def looking(fd: int) -> None:
        modes.append(stat.S_IMODE(os.fstat(fd).st_mode))

    monkeypatch.setattr(disk, "make_durable", looking)
    members.write(tmp_path, PEOPLE, b"names", private=True)
    assert modes == [0o600]
    assert stat.S_IMODE((tmp_path / PEOPLE).stat().st_mode) == 0o600


@pytest.mark.parametrize("step", ["_write_once", "make_durable", "Path.replace"])
def test_where_the_disk_says_no_the_old_one_stays_and_no_draft_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    members.write(tmp_path, PEOPLE, b"old")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(f"ledger.storage.disk.{step}", full)
    with pytest.raises(Unreadable, match="the disk is full"):
        members.write(tmp_path, PEOPLE, b"new")
    assert members.read(tmp_path, PEOPLE) == b"old"
    assert [path.name for path in tmp_path.iterdir()] == [PEOPLE]


def test_tournaments_are_found_below_a_folder_and_nothing_is_looked_for_in_them(
    tmp_path: Path,
) -> None:
    for name in ("b", "a/cup", "a/cup/copy", ".hidden", "one/two/three"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / LEDGER).touch()
    found = [
        path.relative_to(tmp_path).as_posix() for path in members.below(tmp_path, LEDGER, deepest=2)
    ]
    assert found == ["a/cup", "b"]
