"""A file in another version of its format is refused in one sentence, and never looks damaged."""

import gzip
import io
import json
import shutil
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
import pytest

from roundbook.cli.places.opened_archive import doubt_about
from roundbook.ledger.archive_file import FORM, README, packed
from roundbook.ledger.errors import BEFORE, OtherVersion
from roundbook.ledger.record.entry import VERSION, entries_of, from_line, leaf_hash
from roundbook.ledger.state.tournament import Tournament
from tests.cli.typed import roundbook
from tests.conftest import ROOT

OLD = ROOT / "fixtures/before_1_0"
"""The ledger, archive and backup of one event, as they were before version 1.0; never remade."""

VERBS: tuple[Sequence[str], ...] = (
    ["standings", "-C", "."],
    ["pairings", "-C", "."],
    ["history", "-C", "."],
    ["verify", "."],
    ["file check", "."],
    ["proof lint", "-C", "."],
    ["note", "seen", "-C", "."],
    ["archive", "."],
)
"""Commands of every kind that reads a ledger."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, on a machine of its own."""
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def unchanged(folder: Path) -> dict[Path, bytes]:
    return {
        path.relative_to(folder): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not path.name.endswith(".lock")
    }


def members() -> dict[str, bytes]:
    """Return the members of the archive of before, which no reader of ours would give."""
    with zipfile.ZipFile(OLD / "cup.zip") as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def another_zip(members: Mapping[str, bytes]) -> bytes:
    """Return a zip as no archive of ours is one; only its letter says what it is."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in members.items():
            archive.writestr(f"{name}.again" if name == "head" else name, content)
    return data.getvalue()


def cannot_read(*words: object, sentence: str) -> None:
    """Type a command that cannot read a file, though nothing in it is damaged."""
    said = roundbook(*words)
    text = " ".join(f"{said.out} {said.err}".split())
    assert said.code == 5, text
    assert sentence in text
    for word in ("damaged", "altered", "contradicts", "Wrong", "not an archive", "not a backup"):
        assert word not in text


# --- what was written before version 1.0 ---------------------------------------------------------


@pytest.mark.rule("A-67")
@pytest.mark.parametrize("words", VERBS, ids=lambda words: words[0])
def test_every_command_refuses_a_ledger_of_before(folder: Path, words: Sequence[str]) -> None:
    shutil.copytree(OLD / "cup", folder / "cup")
    before = unchanged(folder / "cup")
    cannot_read(*words[:-1], folder / "cup", sentence=f"line 1 {BEFORE}.")
    assert unchanged(folder / "cup") == before


@pytest.mark.rule("A-67")
@pytest.mark.parametrize("verb", ["verify", "standings", "file unpack", "file check", "history"])
@pytest.mark.parametrize("is_packed", [False, True])
def test_every_command_refuses_an_archive_of_before(
    folder: Path, verb: str, is_packed: bool
) -> None:
    file = Path(shutil.copy(OLD / "cup.zip", folder))
    if is_packed:
        file.with_name("cup.zip.gz").write_bytes(gzip.compress(file.read_bytes()))
        file = file.with_name("cup.zip.gz")
    to = [folder / "again"] if verb == "file unpack" else []
    named = (file,) if to else ("-C", file)
    cannot_read(verb, *named, *to, sentence=f"{file.name} {BEFORE}.")
    assert not (folder / "again").exists()


@pytest.mark.rule("A-67")
def test_an_archive_of_before_need_not_be_a_zip_as_we_write_it(folder: Path) -> None:
    (folder / "cup.zip").write_bytes(another_zip(members()))
    cannot_read("verify", folder / "cup.zip", sentence=f"cup.zip {BEFORE}.")


@pytest.mark.rule("A-67")
def test_what_was_unpacked_before_is_refused_by_its_ledger(folder: Path) -> None:
    for name, data in members().items():
        (folder / "cup" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "cup" / name).write_bytes(data)
    cannot_read("verify", folder / "cup", sentence=f"line 1 {BEFORE}.")


@pytest.mark.rule("A-67")
def test_an_archive_of_before_is_called_nothing_else_when_it_is_handed_over() -> None:
    data = (OLD / "cup.zip").read_bytes()
    assert doubt_about("cup.zip", lambda: data, Tournament()) == f"cup.zip {BEFORE}."


@pytest.mark.rule("A-67")
def test_a_backup_of_before_is_refused(folder: Path) -> None:
    file = shutil.copy(OLD / "cup.roundbook-backup", folder)
    cannot_read("file restore", file, folder / "again", sentence=f"cup.roundbook-backup {BEFORE}.")
    assert not (folder / "again").exists()


# --- what a newer roundbook wrote ----------------------------------------------------------------


@pytest.fixture(params=["event", "version"])
def newer(folder: Path, request: pytest.FixtureRequest) -> tuple[Path, str]:
    """A tournament whose last line nobody here can read, and the words that say why."""
    assert roundbook("open", "cup", "--name", "Cup", "--start", "2026-03-07").code == 0
    ledger = folder / "cup" / "ledger.jsonl"
    line = ledger.read_bytes().splitlines()[-1]
    plain = json.loads(line) | {"seq": 2, "cmd": "c2", "prev": leaf_hash(line)}
    if request.param == "event":
        plain["events"] = [{"event": "player-cloned", "player": "p1"}]
    else:
        plain |= {"v": VERSION + 1, "zone": "Europe/Berlin"}
    last = msgspec.json.encode(plain, order="sorted")
    ledger.write_bytes(line + b"\n" + last + b"\n")
    for read in (lambda: from_line(last, 2), lambda: [*entries_of([line, last])]):
        with pytest.raises(OtherVersion):
            read()
    what = "event player-cloned" if request.param == "event" else f"version {VERSION + 1}"
    return folder / "cup", f"line 2 was written by a newer roundbook ({what})"


@pytest.mark.parametrize("words", VERBS, ids=lambda words: words[0])
def test_every_command_says_that_a_newer_roundbook_wrote_it(
    newer: tuple[Path, str], words: Sequence[str]
) -> None:
    cup, sentence = newer
    before = unchanged(cup)
    cannot_read(*words[:-1], cup, sentence=sentence)
    assert unchanged(cup) == before


def test_an_archive_of_a_newer_form_is_not_damaged_either(folder: Path) -> None:
    letter = members()[README]
    form = f"roundbook archive {FORM + 1}\n".encode()
    newer = members() | {README: letter.replace(b"roundbook archive 2\n", form)}
    (folder / "cup.zip").write_bytes(packed(newer))
    newer_form = f"cup.zip was written by a newer roundbook (version {FORM + 1})"
    cannot_read("verify", folder / "cup.zip", sentence=newer_form)
    (folder / "cup.zip").write_bytes(another_zip(newer))
    cannot_read("verify", folder / "cup.zip", sentence=newer_form)


def test_a_backup_of_a_newer_format_is_not_damaged_either(folder: Path) -> None:
    old = (OLD / "cup.roundbook-backup").read_bytes()
    file = folder / "cup.roundbook-backup"
    for rest in (b"\n", b" scrypt argon2\n"):
        file.write_bytes(old.replace(b"/1\n", b"/99" + rest, 1))
        newer_format = "cup.roundbook-backup was written by a newer roundbook (version 99)"
        cannot_read("file restore", file, folder / "again", sentence=newer_format)
