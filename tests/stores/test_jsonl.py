"""A ledger in a folder: what stands there, and what is said about it."""

import fcntl
import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from roundbook.ledger.errors import Conflict, Refused, Unreadable
from roundbook.ledger.record.chain import BEGINNING, Ahead, Head, Mark, Survey, survey
from roundbook.ledger.storage.disk import checksum
from roundbook.ledger.storage.jsonl import JsonlStore
from tests.stores.lines import data, head, lines, mark

if TYPE_CHECKING:
    from collections.abc import Callable

TEN = lines(10)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A tournament of ten lines."""
    store = JsonlStore.create(tmp_path / "cup")
    store.append(TEN, after=0)
    return tmp_path / "cup"


def files(folder: Path) -> dict[str, bytes]:
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def next_line(cmd: str = "c") -> list[bytes]:
    return lines(1, start=mark(TEN), cmd=cmd)


def test_a_folder_holds_the_lines_the_head_and_a_lock(folder: Path) -> None:
    assert files(folder) == {".lock": b"", "head": head(TEN).to_bytes(), "ledger.jsonl": data(TEN)}


def test_a_new_ledger_is_empty_and_has_no_head(tmp_path: Path) -> None:
    JsonlStore.create(tmp_path / "deep" / "cup")
    assert files(tmp_path / "deep" / "cup") == {".lock": b"", "ledger.jsonl": b""}


@pytest.mark.parametrize("left", ["ledger.jsonl", "head"])
def test_a_folder_that_is_a_tournament_is_not_made_one_again(folder: Path, left: str) -> None:
    for other in {"ledger.jsonl", "head"} - {left}:
        (folder / other).unlink()
    before = files(folder)
    with pytest.raises(Unreadable, match=r"cup is already a tournament\.$"):
        JsonlStore.create(folder)
    assert files(folder) == before


def test_a_ledger_that_is_not_there_is_not_made_by_writing_to_it(tmp_path: Path) -> None:
    for act in (
        lambda: JsonlStore(tmp_path).lines(),
        lambda: JsonlStore(tmp_path).survey(),
        lambda: JsonlStore(tmp_path).append(lines(1), after=0),
    ):
        with pytest.raises(
            Unreadable, match=r"does not contain a tournament: there is no ledger\.jsonl\.$"
        ):
            act()
    assert files(tmp_path) == {}


def test_a_ledger_that_is_no_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "ledger.jsonl")
    for act in (
        lambda: JsonlStore(tmp_path).lines(),
        lambda: JsonlStore(tmp_path).append(lines(1), after=0),
    ):
        with pytest.raises(Unreadable, match=r"ledger\.jsonl is a \w+, not a file\.$"):
            act()


def test_an_endless_file_is_refused_without_being_read(tmp_path: Path) -> None:
    """Ten gigabytes without a line end: the disk holds none of them, and nor may the memory."""
    with (tmp_path / "ledger.jsonl").open("wb") as file:
        file.truncate(10 << 30)
    with pytest.raises(Unreadable, match=r"line 1 is longer than 65,535 bytes\.$"):
        JsonlStore(tmp_path).lines()


# --- damage ---------------------------------------------------------------------------------------


@pytest.mark.rule("LED-6")
def test_damage_is_named_by_line_and_byte_and_nothing_is_written(folder: Path) -> None:
    (folder / "ledger.jsonl").write_bytes(data(TEN).replace(b"Table 5", b"Table 7"))
    before = files(folder)
    place = len(data(TEN[:4]))
    for act in (
        lambda: JsonlStore(folder).lines(),
        lambda: JsonlStore(folder).append(next_line(), after=10),
    ):
        with pytest.raises(Unreadable) as caught:
            act()
        assert caught.value.message == (
            f"{folder}/ledger.jsonl is damaged at byte {place:,}: "
            "line 5 has been altered: line 6 gives a different hash for it."
        )
        assert caught.value.where == f"line 5, byte {place}"
    assert files(folder) == before


def test_every_intact_line_of_a_damaged_ledger_can_be_read_by_a_survey(folder: Path) -> None:
    (folder / "ledger.jsonl").write_bytes(data(TEN).replace(b"Table 5", b"Table 7"))
    found = JsonlStore(folder).survey()
    assert found.lines == TEN[:4]
    assert list(found.later.values()) == TEN[5:]


def test_several_damages_are_counted(folder: Path) -> None:
    bad = data(TEN).replace(b"Table 5", b"Table 7").replace(b"Table 8", b"Table 9")
    (folder / "ledger.jsonl").write_bytes(bad)
    with pytest.raises(Unreadable, match=r"different hash for it \(and 1 more\)\.$"):
        JsonlStore(folder).lines()


def test_a_desk_that_is_open_notices_damage_behind_what_it_has_read(folder: Path) -> None:
    store = JsonlStore(folder)
    assert store.lines() == TEN
    more = lines(3, start=mark(TEN))
    JsonlStore(folder).append(more, after=10)
    (folder / "ledger.jsonl").write_bytes(data([*TEN, more[0], more[0], more[2]]))
    with pytest.raises(Unreadable, match=r"line 12"):
        store.lines(after=10)


@pytest.mark.rule("LED-6")
@pytest.mark.parametrize("act", ["read", "append"])
@pytest.mark.parametrize("others_write", [False, True])
def test_a_desk_that_is_open_notices_damage_in_what_it_has_read(
    folder: Path, act: str, others_write: bool
) -> None:
    store = JsonlStore(folder)
    assert store.lines() == TEN
    store.append(next_line(), after=10)
    held = [*TEN, *next_line()]
    if others_write:
        held += lines(2, start=mark(held))
        JsonlStore(folder).append(held[11:], after=11)
    damaged = data(held).replace(b"Table 5", b"Table 7")
    acts: dict[str, Callable[[], object]] = {
        "read": lambda: store.lines(after=10),
        "append": lambda: store.append(lines(1, start=mark(held)), after=len(held)),
    }
    (folder / "ledger.jsonl").write_bytes(damaged)
    for _ in range(2):
        with pytest.raises(Unreadable, match="line 5 has been altered"):
            acts[act]()
    assert (folder / "ledger.jsonl").read_bytes() == damaged
    (folder / "ledger.jsonl").write_bytes(data(held))
    assert store.lines(after=10) == held[10:]


def test_what_an_open_desk_knows_is_not_surveyed_again_when_others_write(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is compared by a checksum, and only if another desk wrote."""
    desks, held = [JsonlStore(folder), JsonlStore(folder)], TEN
    starts, sums = list[int](), list[int]()

    def surveyed(found: bytes, head: Head | None, start: Mark = BEGINNING) -> Survey:
        starts.append(start.seq)
        return survey(found, head, start)

    def summed(fd: int, length: int) -> int:
        sums.append(length)
        return checksum(fd, length)

    assert [desk.lines() for desk in desks] == [TEN, TEN]
    monkeypatch.setattr("roundbook.ledger.storage.jsonl.survey", surveyed)
    monkeypatch.setattr("roundbook.ledger.storage.disk.checksum", summed)
    for turn in (0, 0, 1, 0, 1, 1):
        more = lines(2, start=mark(held))
        assert desks[turn].lines(after=len(held) - 1) == held[-1:]
        desks[turn].append(more, after=len(held))
        held = [*held, *more]
    assert 0 not in starts
    assert len(sums) == 3
    assert JsonlStore(folder).lines() == held


# --- head -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("bad", [None, b"", b"{}", b"\0" * 70, b"x" * 100_000])
def test_a_head_that_cannot_be_read_is_said_and_written_anew(
    folder: Path, bad: bytes | None
) -> None:
    (folder / "head").unlink()
    if bad is not None:
        (folder / "head").write_bytes(bad)
    store = JsonlStore(folder)
    assert store.lines() == TEN
    assert store.notices == [
        "`head` is missing or cannot be read. The next entry will write `head` again."
    ]
    store.append(next_line(), after=10)
    assert (folder / "head").read_bytes() == head([*TEN, *next_line()]).to_bytes()
    assert JsonlStore(folder).survey().clean


def test_lines_that_are_newer_than_the_head_are_read_and_the_head_catches_up(folder: Path) -> None:
    (folder / "head").write_bytes(head(TEN[:8]).to_bytes())
    store = JsonlStore(folder)
    assert (store.lines(), store.notices) == (TEN, [])
    store.append(next_line(), after=10)
    assert Head.from_bytes((folder / "head").read_bytes()) == head([*TEN, *next_line()])


@pytest.mark.parametrize("kept", [0, 1, 9])
@pytest.mark.parametrize("torn", [b"", b'{"at"'])
def test_a_ledger_that_lost_its_end_is_read_but_goes_on_only_for_a_reason(
    folder: Path, kept: int, torn: bytes
) -> None:
    (folder / "ledger.jsonl").write_bytes(data(TEN[:kept]) + torn)
    before = files(folder)
    store = JsonlStore(folder)
    sentence = (
        f"the ledger ends with line {kept}, but `head` names line 10: "
        "its end was cut off, or it was copied while a desk was writing."
    )
    assert store.lines() == TEN[:kept]
    assert store.notices[-1] == sentence
    more = lines(1, start=mark(TEN[:kept]), cmd="again")
    with pytest.raises(Unreadable) as caught:
        store.append(more, after=kept)
    assert caught.value.message == sentence
    assert files(folder) == before
    with pytest.raises(Refused):
        store.accept_shorter("  ")
    store.accept_shorter("the stick was pulled out")
    store.append(more, after=kept)
    assert store.notices[-1].endswith("head-of-line-10: the stick was pulled out")
    assert (folder / "quarantine" / "head-of-line-10").read_bytes() == before["head"]
    again = JsonlStore(folder)
    assert (again.lines(), again.notices) == ([*TEN[:kept], *more], [])
    assert again.survey().clean


def test_the_reason_for_a_shorter_ledger_holds_once(folder: Path) -> None:
    (folder / "ledger.jsonl").write_bytes(data(TEN[:9]))
    store = JsonlStore(folder)
    store.accept_shorter("the stick was pulled out")
    more = lines(1, start=mark(TEN[:9]), cmd="again")
    store.append(more, after=9)
    (folder / "ledger.jsonl").write_bytes(data(TEN[:9]))
    with pytest.raises(Unreadable):
        store.append(more, after=9)
    assert store.survey().ahead == Ahead(lines=9, head=10)


# --- torn writes ----------------------------------------------------------------------------------


@pytest.mark.rule("LED-6")
@pytest.mark.parametrize("torn", [b'{"at":"2026-', b"\0" * 400 + b"\n", next_line()[0]])
def test_a_torn_tail_is_left_out_by_readers_and_set_aside_by_the_next_writer(
    folder: Path, torn: bytes
) -> None:
    place = len(data(TEN))
    (folder / "ledger.jsonl").write_bytes(data(TEN) + torn)
    before = files(folder)
    store = JsonlStore(folder)
    assert store.lines() == TEN
    assert files(folder) == before
    assert store.notices == [
        f"a write was cut short: the last {len(torn)} bytes, after line 10, are left out."
    ]
    store.append(next_line("d"), after=10)
    aside = folder / "quarantine" / f"torn-at-byte-{place}"
    assert store.notices[1:] == [
        f"a write was cut short: {len(torn)} bytes after line 10 were moved to {aside}."
    ]
    assert aside.read_bytes() == torn
    assert JsonlStore(folder).lines() == [*TEN, *next_line("d")]
    assert JsonlStore(folder).survey().clean


def test_nothing_in_the_quarantine_is_ever_overwritten(folder: Path) -> None:
    """Two writes may be cut short at the same byte, one after the other."""
    place = len(data(TEN))
    for torn in (b"first", b"second", b"first"):
        (folder / "ledger.jsonl").write_bytes(data(TEN) + torn)
        (folder / "head").write_bytes(head(TEN).to_bytes())
        JsonlStore(folder).append(next_line(), after=10)
    kept = {path.name: path.read_bytes() for path in (folder / "quarantine").iterdir()}
    assert kept == {f"torn-at-byte-{place}": b"first", f"torn-at-byte-{place}-2": b"second"}


@pytest.mark.parametrize("half", [b"", b'{"at":"2026-'])
def test_half_a_line_is_no_matter_while_a_desk_is_writing_it(folder: Path, half: bytes) -> None:
    (folder / "ledger.jsonl").write_bytes(data(TEN) + half)
    with (folder / ".lock").open("r+b") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        store = JsonlStore(folder)
        assert (store.lines(), store.notices) == (TEN, [])


# --- a folder is a unit ---------------------------------------------------------------------------


@pytest.mark.rule("LED-7")
def test_a_copy_of_the_folder_is_the_same_ledger(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    (copy / ".lock").unlink()
    store = JsonlStore(copy)
    assert store.survey().clean
    store.append(next_line(), after=10)
    assert JsonlStore(folder).lines() == TEN
    assert JsonlStore(copy).lines() == [*TEN, *next_line()]


@pytest.mark.rule("LED-7")
def test_a_desk_that_is_open_notices_that_another_file_was_put_in_place(
    folder: Path, tmp_path: Path
) -> None:
    store = JsonlStore(folder)
    assert store.lines() == TEN
    other = [*TEN[:5], *lines(9, start=mark(TEN[:5]), cmd="other")]
    (tmp_path / "new").write_bytes(data(other))
    (tmp_path / "new").replace(folder / "ledger.jsonl")
    (folder / "head").write_bytes(head(other).to_bytes())
    assert store.lines(after=5) == other[5:]


def test_a_desk_that_read_what_was_taken_back_reads_what_came_instead(folder: Path) -> None:
    """A line can be seen before it is on the disk; if the disk fails, it never was."""
    more = next_line("lost")
    store = JsonlStore(folder)
    (folder / "ledger.jsonl").write_bytes(data([*TEN, *more]))
    assert store.lines() == [*TEN, *more]
    (folder / "ledger.jsonl").write_bytes(data(TEN))
    JsonlStore(folder).append(lines(2, start=mark(TEN), cmd="kept"), after=10)
    assert store.lines(after=10) == lines(2, start=mark(TEN), cmd="kept")


def test_a_desk_does_not_go_on_behind_a_line_that_was_replaced_by_one_of_the_same_length(
    folder: Path,
) -> None:
    """Its line 10 is another one now, and an older head does not tell."""
    store = JsonlStore(folder)
    assert store.lines() == TEN
    other = [*TEN[:9], *lines(1, start=mark(TEN[:9]), cmd="d")]
    (folder / "ledger.jsonl").write_bytes(data(other))
    (folder / "head").write_bytes(head(TEN[:8]).to_bytes())
    with pytest.raises(Conflict):
        store.append(next_line(), after=10)
    assert store.lines() == other
    store.append(lines(1, start=mark(other)), after=10)
    assert JsonlStore(folder).survey().clean
