"""A full disk, a failing disk, a killed program, eight writers at once."""

import errno
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

import msgspec
import pytest

from roundbook.ledger.errors import Unreadable
from roundbook.ledger.storage import disk
from roundbook.ledger.storage.jsonl import JsonlStore
from roundbook.ledger.storage.store import Behind
from tests.stores.lines import data, head, lines, mark

ROOT = Path(__file__).resolve().parents[2]
TEN = lines(10)
NEXT = lines(3, start=mark(TEN))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A tournament of ten lines."""
    JsonlStore.create(tmp_path / "cup").append(TEN, after=0)
    return tmp_path / "cup"


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def program(text: str, folder: Path, *more: str) -> subprocess.Popen[str]:
    """Start a program that has a store, lines, and a folder in its arguments."""
    opening = """
import os, resource, signal, sys
from pathlib import Path
from roundbook.ledger.errors import Unreadable
from roundbook.ledger.record.chain import Mark
from roundbook.ledger.record.entry import leaf_hash
from roundbook.ledger.storage import disk
from roundbook.ledger.storage.jsonl import JsonlStore
from roundbook.ledger.storage.store import Behind
from tests.stores.lines import lines, mark
folder = Path(sys.argv[1])
store = JsonlStore(folder)
"""
    command = [sys.executable, "-c", opening + text, str(folder), *more]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe, text=True)


def fails(code: int) -> Callable[..., int]:
    """Return a system call that does not work."""

    def call(*_: object, **__: object) -> int:
        raise OSError(code, os.strerror(code))

    return call


# --- the disk says no -----------------------------------------------------------------------------


@pytest.mark.parametrize("room", [0, 1, 200, 700])
def test_a_disk_that_takes_only_a_part_is_full_and_the_part_is_taken_back(
    folder: Path, room: int
) -> None:
    """The write does not fail: it writes less. A limit on the size of files does the same."""
    before = files(folder)
    run = program(
        f"""
size = (folder / "ledger.jsonl").stat().st_size
more = lines(3, start=mark(store.lines()))
resource.setrlimit(resource.RLIMIT_FSIZE, (size + {room}, resource.RLIM_INFINITY))
try:
    store.append(more, after=10)
except Unreadable as trouble:
    print(trouble.message)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
sys.exit(int((folder / "ledger.jsonl").stat().st_size != size))
""",
        folder,
    )
    said, errors = run.communicate()
    assert (run.returncode, errors) == (0, "")
    full = "the disk is full, or a limit is reached: nothing was written to"
    assert said == f"{full} {folder}/ledger.jsonl.\n"
    assert files(folder) == before


def test_when_there_is_room_again_the_same_desk_goes_on(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = JsonlStore(folder)
    with monkeypatch.context() as disk:
        disk.setattr(os, "write", fails(errno.ENOSPC))
        with pytest.raises(
            Unreadable, match=r"^the disk is full, or a limit is reached: nothing was written to"
        ):
            store.append(NEXT, after=10)
    store.append(NEXT, after=10)
    assert store.lines() == [*TEN, *NEXT]


@pytest.mark.parametrize("code", [errno.EIO, errno.ENOSPC])
def test_after_the_disk_failed_to_keep_a_line_nothing_more_is_written_through_that_store(
    folder: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    """What is on the disk then, nobody knows: the system may have dropped it."""
    before = files(folder)
    store = JsonlStore(folder)
    with monkeypatch.context() as disk:
        disk.setattr(os, "fdatasync", fails(code))
        with pytest.raises(Unreadable):
            store.append(NEXT, after=10)
    assert files(folder) == before
    with pytest.raises(
        Unreadable, match=r"failed: it is unclear how much of it reached the disk\.$"
    ):
        store.append(NEXT, after=10)
    again = JsonlStore(folder)
    assert again.survey().clean
    again.append(NEXT, after=10)
    assert again.lines() == [*TEN, *NEXT]


def test_a_line_that_could_not_even_be_taken_back_is_whole_or_torn_later(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as disk:
        disk.setattr(os, "fdatasync", fails(errno.EIO))
        disk.setattr(os, "ftruncate", fails(errno.EIO))
        with pytest.raises(Unreadable, match=r"could not be written: Input/output error\.$"):
            JsonlStore(folder).append(NEXT, after=10)
    again = JsonlStore(folder)
    assert again.lines() == [*TEN, *NEXT]
    with pytest.raises(Behind):
        again.append(NEXT, after=10)


def test_a_head_that_cannot_be_written_takes_nothing_back(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line is on the disk by then, so it is acknowledged."""
    store = JsonlStore(folder)
    with monkeypatch.context() as disk:
        disk.setattr("roundbook.ledger.storage.disk.overwrite", fails(errno.EIO))
        store.append(NEXT[:1], after=10)
    assert store.notices == ["`head` could not be written; the next entry will write it."]
    assert (folder / "head").read_bytes() == head(TEN).to_bytes()
    store.append(NEXT[1:], after=11)
    assert (folder / "head").read_bytes() == head([*TEN, *NEXT]).to_bytes()


@pytest.mark.parametrize("code", [errno.EROFS, errno.EACCES])
@pytest.mark.parametrize("lock", [True, False])
def test_on_a_read_only_disk_a_ledger_can_be_read_and_not_written(
    folder: Path, monkeypatch: pytest.MonkeyPatch, *, code: int, lock: bool
) -> None:
    """Readers make no file and open none for writing, whatever they find."""
    (folder / "ledger.jsonl").write_bytes(data(TEN) + b'{"at"')
    if not lock:
        (folder / ".lock").unlink()
    before = files(folder)
    really_open = os.open

    def read_only(path: str, flags: int, mode: int = 0o777) -> int:
        if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC):
            raise OSError(code, os.strerror(code))
        return really_open(path, flags, mode)

    monkeypatch.setattr(os, "open", read_only)
    store = JsonlStore(folder)
    assert store.lines() == TEN
    assert store.survey().lines == TEN
    with pytest.raises(Unreadable) as caught:
        store.append(NEXT, after=10)
    assert caught.value.message == (
        f"{folder}/ledger.jsonl cannot be written: "
        "it is read-only here, or belongs to another user."
    )
    with pytest.raises(Unreadable, match=r"cannot be written: it is read-only here"):
        JsonlStore.create(folder / "another")
    monkeypatch.undo()
    (folder / "another").rmdir()
    assert files(folder) == before


def test_a_ledger_that_may_not_be_read_is_said_to_be(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "open", fails(errno.EACCES))
    with pytest.raises(Unreadable, match=r"ledger\.jsonl cannot be read: Permission denied\.$"):
        JsonlStore(folder).lines()


# --- the program ends in between ------------------------------------------------------------------


@pytest.mark.rule("LED-6")
@pytest.mark.parametrize(
    ("call", "kept"),
    [("os.write", 0), ("os.fdatasync", 3), ("disk.overwrite", 3), ("os.ftruncate", 0)],
)
def test_a_program_that_is_killed_at_any_step_leaves_a_whole_ledger(
    folder: Path, call: str, kept: int
) -> None:
    """Killed before writing, before waiting for the disk, before the head, before setting aside."""
    torn = b'{"at"' if call == "os.ftruncate" else b""
    (folder / "ledger.jsonl").write_bytes(data(TEN) + torn)
    run = program(
        f"""
def killed(*_):
    os.kill(os.getpid(), signal.SIGKILL)
more = lines(3, start=mark(store.lines()))
{call} = killed
store.append(more, after=10)
""",
        folder,
    )
    _, errors = run.communicate()
    assert (run.returncode, errors) == (-signal.SIGKILL, "")
    store = JsonlStore(folder)
    held = [*TEN, *NEXT[:kept]]
    assert store.lines() == held
    assert store.survey().clean
    store.append(lines(1, start=mark(held)), after=len(held))
    assert JsonlStore(folder).survey().lines == [*held, *lines(1, start=mark(held))]


@pytest.mark.rule("LED-6")
def test_a_program_that_is_killed_while_it_writes_leaves_a_tail_that_is_set_aside(
    tmp_path: Path,
) -> None:
    """Wherever in the line that happens: nothing acknowledged is lost, nothing half is read."""
    folder = tmp_path / "cup"
    JsonlStore.create(folder).append(TEN, after=0)
    new = data(NEXT[:1])
    for size in range(len(new)):
        (folder / "ledger.jsonl").write_bytes(data(TEN) + new[:size])
        (folder / "head").write_bytes(head(TEN).to_bytes())
        store = JsonlStore(folder)
        store.append(NEXT, after=10)
        assert store.lines() == [*TEN, *NEXT]
        assert len(store.notices) == (1 if size else 0)
    for path in (folder / "quarantine").iterdir():
        assert new.startswith(path.read_bytes())


# --- lines of a program that was killed before it waited for the disk -----------------------------


@pytest.fixture
def left(folder: Path) -> Path:
    """A tournament whose last line was written, and perhaps never reached the disk."""
    (folder / "ledger.jsonl").write_bytes(data([*TEN, *NEXT[:1]]))
    return folder


@pytest.fixture
def effects(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note when the program writes, and when it waits for the disk."""
    noted: list[str] = []
    for name in ("write", "fdatasync"):
        real = getattr(os, name)

        def noting(*said: object, name: str = name, real: Callable[..., object] = real) -> object:
            noted.append(name)
            return real(*said)

        monkeypatch.setattr(os, name, noting)
    return noted


@pytest.mark.rule("LED-6")
def test_what_somebody_left_is_on_the_disk_before_the_next_line_is_written(
    left: Path, effects: list[str]
) -> None:
    """Otherwise a power cut could leave the next line with a hole in front of it."""
    JsonlStore(left).append(NEXT[1:2], after=11)
    assert effects == ["fdatasync", "write", "fdatasync", "write"]
    effects.clear()
    JsonlStore(left).append(NEXT[2:], after=12)
    assert effects == ["write", "fdatasync", "write"]


@pytest.mark.rule("LED-6")
def test_who_answers_with_what_somebody_left_waits_for_the_disk(
    left: Path, effects: list[str]
) -> None:
    store = JsonlStore(left)
    assert store.lines() == [*TEN, *NEXT[:1]]
    store.confirm(after=11)
    assert effects == ["fdatasync"]
    store.append(NEXT[1:], after=11)
    effects.clear()
    store.confirm(after=13)
    assert effects == []


@pytest.mark.rule("LED-6")
@pytest.mark.parametrize("what", ["append", "confirm"])
def test_what_somebody_left_and_the_disk_does_not_keep_is_built_on_by_nobody(
    left: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    before = files(left)
    store = JsonlStore(left)
    store.lines()
    monkeypatch.setattr(os, "fdatasync", fails(errno.EIO))
    act = partial(store.append, NEXT[1:2]) if what == "append" else store.confirm
    for why in (r"Input/output error\.$", r"it is unclear how much of it reached the disk\.$"):
        with pytest.raises(Unreadable, match=why):
            act(after=11)
    assert files(left) == before


@pytest.mark.rule("LED-6")
def test_a_line_that_was_taken_back_meanwhile_is_confirmed_to_nobody(left: Path) -> None:
    store = JsonlStore(left)
    assert len(store.lines()) == 11
    (left / "ledger.jsonl").write_bytes(data(TEN))
    with pytest.raises(Behind):
        store.confirm(after=11)
    (left / "ledger.jsonl").write_bytes(data([*TEN, *lines(1, start=mark(TEN), cmd="other")]))
    with pytest.raises(Behind):
        store.confirm(after=11)


# --- several at once ------------------------------------------------------------------------------


@pytest.mark.rule("LED-5")
def test_eight_programs_that_write_at_once_lose_and_double_nothing(tmp_path: Path) -> None:
    JsonlStore.create(tmp_path / "cup")
    each = 25
    runs = [
        program(
            f"""
print("ready", flush=True)
sys.stdin.readline()
name, seq, leaf = sys.argv[2], 0, mark([]).leaf
for number in range({each}):
    while True:
        for line in store.lines(after=seq):
            seq, leaf = seq + 1, leaf_hash(line)
        try:
            store.append(lines(1, start=Mark(seq, leaf, 0), cmd=f"{{name}}.{{number}}."), after=seq)
        except Behind:
            continue
        break
print(*store.notices, sep=";")
""",
            tmp_path / "cup",
            f"w{n}",
        )
        for n in range(8)
    ]
    for run in runs:
        assert run.stdout
        assert run.stdout.readline() == "ready\n"
    for run in runs:
        assert run.stdin
        run.stdin.write("go\n")
        run.stdin.flush()
    for run in runs:
        said, errors = run.communicate()
        assert (run.returncode, said, errors) == (0, "\n", "")
    store = JsonlStore(tmp_path / "cup")
    found = store.survey()
    assert (found.clean, found.torn) == (True, b"")
    assert (tmp_path / "cup" / "head").read_bytes() == head(found.lines).to_bytes()
    written = [msgspec.json.decode(line)["cmd"].rsplit(".", 1)[0] for line in store.lines()]
    assert Counter(written) == Counter(f"w{n}.{number}" for n in range(8) for number in range(each))
    for n in range(8):
        mine = [cmd for cmd in written if cmd.startswith(f"w{n}.")]
        assert mine == [f"w{n}.{number}" for number in range(each)]


def test_a_file_that_is_there_but_not_confirmed_is_said_to_be_what_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An archive that stands whole on the disk was said not to be written."""

    def failing(_: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(disk, "make_names_durable", failing)
    with pytest.raises(disk.Unconfirmed) as caught:
        disk.put(tmp_path / "cup.zip", b"all of it")
    assert [*tmp_path.iterdir()] == [tmp_path / "cup.zip"]
    assert (tmp_path / "cup.zip").read_bytes() == b"all of it"
    said = disk.unwritten(caught.value, tmp_path / "cup.zip").message
    assert "cup.zip was written in full, but the disk did not confirm that it is stored" in said
