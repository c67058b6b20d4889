"""`roundbook file backup` and `restore`: a tournament that goes on after the laptop is lost."""

import errno
import io
import os
import shutil
import stat
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, NoReturn

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundbook.cli.places import backup, last_seen, layout, signing
from roundbook.cli.places.members import Anywhere, Folder
from roundbook.cli.places.serving import sole
from roundbook.ledger.errors import Trouble, Unreadable
from tests.cli.line import Line
from tests.cli.typed import files, roundbook

NAMES = ("Ana Lima", "Ben Ito", "Cho Park", "Dee Roy")
NOT_COPIED = {".lock", ".people.lock", ".serving"}


@pytest.fixture
def cup(line: Line) -> Line:
    """A tournament in its first round, with what lies beside a ledger."""
    line.enrol(*NAMES)
    line.announce("--rounds", 2)
    assert line.at("start").code, "a refused command is noted"
    line.pair()
    return line


def saved(line: Line, *words: object) -> Path:
    """Save the tournament."""
    file = line.folder.parent / "cup.roundbook-backup"
    file.unlink(missing_ok=True)
    line.at("file backup", file, *words, code=0)
    return file


def copied(folder: Path) -> dict[str, bytes]:
    """Everything in a folder that a backup keeps."""
    return {name: data for name, data in files(folder).items() if name not in NOT_COPIED}


@pytest.mark.parametrize("words", [(), ("--passphrase-file", "words.txt")])
def test_a_tournament_goes_on_on_another_machine(
    cup: Line, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("words.txt").write_text("four words are better\n")
    file = saved(cup, *words)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    before = copied(cup.folder)
    shutil.rmtree(cup.folder)
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "other-home"))

    said = roundbook("file restore", file, "again", *words, code=0)
    assert "Cup is restored in again: 8 entries" in said.out
    assert copied(Path("again")) == before
    again = Line(tmp_path / "other-home", tmp_path / "again")
    again("report", "masters-1-1", "2-0")
    again("report", "masters-1-2", "0-2")
    again("pair")
    assert "the first 10 of 11 lines" in roundbook("verify", "again").out, "the key came along"


def test_nothing_of_an_encrypted_backup_can_be_read_without_its_passphrase(
    cup: Line, tmp_path: Path
) -> None:
    words = tmp_path / "words.txt"
    words.write_text("four words are better")
    file = saved(cup, "--passphrase-file", words)
    data = file.read_bytes()
    assert not any(name.encode() in data for name in (*NAMES, "ledger", "birth"))
    words.write_text("four words are worse")
    said = roundbook("file restore", file, tmp_path / "again", "--passphrase-file", words, code=3)
    assert "the passphrase does not open this backup" in said.err
    assert not (tmp_path / "again").exists()
    assert saved(cup, "--passphrase-file", words).read_bytes() != data, "each has its own salt"


def test_a_plain_file_in_place_of_an_encrypted_one_is_not_restored(
    cup: Line, tmp_path: Path
) -> None:
    """Whoever swaps the file on a stick cannot know the passphrase."""
    words = tmp_path / "words.txt"
    words.write_text("four words are better")
    said = roundbook("file restore", saved(cup), tmp_path / "again", "--passphrase-file", words)
    assert (said.code, "is not encrypted" in said.err) == (3, True)
    assert not (tmp_path / "again").exists()


def test_a_folder_on_a_read_only_disk_is_backed_up(
    cup: Line, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def held(folder: Folder, name: str) -> NoReturn:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), folder.where(name))

    before = files(cup.folder)
    monkeypatch.setattr(Folder, "held", held)
    roundbook("file backup", tmp_path / "b.roundbook-backup", "-C", cup.folder, code=0)
    monkeypatch.undo()
    assert roundbook("file restore", tmp_path / "b.roundbook-backup", tmp_path / "again").code == 0
    assert files(cup.folder) == before


def test_a_backup_is_no_folder_and_the_hint_restores_it(cup: Line) -> None:
    file = saved(cup)
    said = roundbook("verify", file)
    assert f"`roundbook file restore {file} DIR`" in " ".join(said.err.split())


def test_of_a_folder_the_hint_names_the_backup_in_it(cup: Line) -> None:
    file = saved(cup)
    said = roundbook("file restore", file.parent, "new", code=5).err
    assert f"hint: Name the file in it, such as {file}.\n" in said
    none = roundbook("file restore", cup.folder, "new", code=5).err
    assert "hint: It has no file that ends in .roundbook-backup.\n" in none


def test_a_passphrase_is_asked_for_and_not_shown(
    cup: Line, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def ask(prompt: str) -> str:
        asked.append(prompt)
        return "four words"

    monkeypatch.setattr("getpass.getpass", ask)
    file = tmp_path / "asked.roundbook-backup"
    assert roundbook("file backup", file, "-C", cup.folder, "--passphrase").code == 0
    assert len(asked) == 2, "typed twice, so that a slip of the finger locks nobody out"
    assert roundbook("file restore", file, tmp_path / "again").code == 0
    assert len(asked) == 3


def test_an_old_backup_beside_a_newer_folder_brings_it_the_secret_and_the_key(
    cup: Line, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = saved(cup)
    cup.play(1)
    newer = tmp_path / "newer"
    shutil.copytree(cup.folder, newer)
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "another home"))
    said = roundbook("pair", "-C", newer, code=3)
    there = "Or restore a backup from that machine here, into another folder"
    assert f"{there} (`roundbook file restore FILE DIR`)" in said.err
    assert roundbook("file restore", file, tmp_path / "spare").code == 0
    assert roundbook("pair", "-C", newer).code == 0
    assert roundbook("start", "-C", newer).code == 0
    assert roundbook("verify", newer).code == 0
    kept = (cup.folder / "ledger.jsonl").read_bytes()
    assert (newer / "ledger.jsonl").read_bytes().startswith(kept), "no newer result is lost"


def test_a_backup_into_a_folder_is_called_after_the_last_entry(cup: Line, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    for _ in range(2):
        cup.run("file backup", stick, "-C", cup.folder, code=0)
    cup("report", "masters-1-1", "2-0")
    assert cup.run("file backup", stick, "-C", cup.folder, "--json").data["lines"] == 9
    assert sorted(path.name for path in stick.iterdir()) == [
        f"{cup.folder.name}-entry-{n}.roundbook-backup" for n in (8, 9)
    ]


def test_a_folder_that_is_not_there_is_no_file_either(cup: Line, tmp_path: Path) -> None:
    """A stick that is not plugged in: the backup would lie on the laptop that may be lost."""
    stick = tmp_path / "stick"
    said = cup.refused("file backup", stick)
    assert f"there is no folder {stick} for the backup." in " ".join(said.split())
    assert "stick.roundbook-backup" in "".join(said.split())
    assert not stick.exists()


def test_two_tournaments_in_folders_of_one_name_do_not_replace_each_other(
    cup: Line, tmp_path: Path
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    cup.at("file backup", stick)
    [first] = stick.iterdir()
    data = first.read_bytes()
    first.write_bytes(data + b"another's")
    cup.at("file backup", stick)
    assert first.read_bytes() == data + b"another's"
    second = stick / first.name.replace("-entry-8", "-entry-8-2")
    assert second.read_bytes() == data


def test_a_passphrase_is_the_same_word_on_every_keyboard(cup: Line, tmp_path: Path) -> None:
    one, two = tmp_path / "one.txt", tmp_path / "two.txt"
    one.write_text("caf\u00e9 with four words", encoding="utf-8")
    two.write_text("cafe\u0301 with four words", encoding="utf-8")
    for words, others in ((one, two), (two, one)):
        file = saved(cup, "--passphrase-file", words)
        again = tmp_path / f"again-{words.stem}"
        assert roundbook("file restore", file, again, "--passphrase-file", others).code == 0


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no named pipes in folders")
def test_a_passphrase_is_not_waited_for_at_a_pipe(cup: Line, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "words")
    file = tmp_path / "b.roundbook-backup"
    said = cup.at("file backup", file, "--passphrase-file", tmp_path / "words", code=2)
    assert f"{tmp_path / 'words'} is a pipe, not a file; give a file, or - for a pipe." in said.err
    assert not file.exists()
    cup.at("file backup", file, code=0)
    assert roundbook("file restore", file, "x", "--passphrase-file", tmp_path, code=3)


def test_a_bomb_is_refused_before_it_is_unpacked() -> None:
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("tournament/people.json", bytes((1 << 26) + 1))
    with pytest.raises(Trouble, match="larger than any tournament"):
        backup.from_bytes(backup.PLAIN + sink.getvalue(), None, "it")


def test_a_backup_is_written_over_no_other_file(cup: Line, tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("mine")
    assert "already exists" in cup.refused("file backup", file)
    assert file.read_text() == "mine"


def test_a_restored_older_backup_says_once_which_folder_has_more(cup: Line, tmp_path: Path) -> None:
    file = saved(cup)
    cup("note", "the hall is cold")
    said = roundbook("file restore", file, tmp_path / "again")
    assert said.err.startswith(f"warning: 1 entry was added later in {cup.folder} on 20")
    assert f" and is not in {tmp_path / 'again'}: entry " in said.err


def test_a_backup_and_an_archive_that_are_confused_say_how_each_is_opened(
    cup: Line, tmp_path: Path
) -> None:
    file, zipped, new = saved(cup), tmp_path / "cup.zip", tmp_path / "new"
    assert cup.run("archive", cup.folder, "--out", zipped, "--unfinished", "copy").code == 0
    for words in (("file import", file, new), ("file unpack", file, new), ("file replay", file)):
        said = roundbook(*words)
        assert (said.code, " is a backup, not " in said.err) == (5, True), said.err
        assert "`roundbook file restore FILE DIR`" in said.err
    said = roundbook("file restore", zipped, new)
    assert (said.code, "cup.zip is an archive, not a backup." in said.err) == (5, True), said.err
    assert "`roundbook file unpack FILE DIR`" in said.err
    assert not new.exists()


def test_restore_says_what_it_would_replace_and_keeps_it(cup: Line) -> None:
    file = saved(cup)
    same = cup.run("file restore", file, cup.folder)
    assert (same.code, "The folder and the backup have the same entries." in same.err) == (3, True)
    cup("report", "masters-1-1", "2-0")
    before = files(cup.folder)
    said = cup.run("file restore", file, cup.folder, code=3)
    assert "The folder has 1 later entry that the backup does not have." in said.err
    assert files(cup.folder) == before

    said = cup.run("file restore", file, cup.folder, "--replace", "--json", code=0)
    assert (said.data["lines"], said.data["lost"]) == (8, 1)
    assert files(Path(said.data["replaced"])) == before
    assert "rolled back" in cup.at("note", "the hall is cold").err
    cup("note", "the hall is cold", "--accept-shorter", "the disk broke after entry 8")


@pytest.mark.rule("LED-6")
def test_a_note_that_takes_back_what_was_written_here_is_waited_for(
    cup: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a power cut, the note of before would call the folder another branch."""
    waits, kept = list[bool](), layout.keep_at_home

    def keeping(*words: Any, wait: bool = True) -> None:
        waits.append(wait)
        kept(*words, wait=wait)

    monkeypatch.setattr(last_seen, "keep_at_home", keeping)
    file = saved(cup)
    cup("note", "the hall is cold")
    assert waits == [False], "an entry that only adds waits for its line alone"
    cup.run("file restore", file, cup.folder, "--replace", code=0)
    waits.clear()
    cup("note", "the hall is warm", "--accept-shorter", "the disk broke")
    assert waits == [True, False]


def test_what_a_file_manager_leaves_is_left_out_and_the_backup_can_be_restored(
    cup: Line, tmp_path: Path
) -> None:
    (cup.folder / "sources").mkdir(exist_ok=True)
    (cup.folder / "sources" / ".DS_Store").write_bytes(b"x")
    file = tmp_path / "cup.roundbook-backup"
    said = cup.at("file backup", file)
    assert "note: sources/.DS_Store is not part of a tournament" in said.err
    assert roundbook("file restore", file, tmp_path / "again").code == 0


def test_what_was_put_aside_is_served_by_nobody_and_named_by_an_erasure(cup: Line) -> None:
    file = saved(cup)
    cup("report", "masters-1-1", "2-0")
    assert cup.run("file restore", file, cup.folder, "--replace").code == 0
    aside = cup.folder.parent / f".{cup.folder.name}.before-restore"
    assert aside.is_dir()
    listed = roundbook("shelf tournaments", cup.folder.parent, "--json").data
    assert "before-restore" not in str(listed)
    words = ("--accept-shorter", "the disk broke", "--reason", "asked", "--yes")
    erased = cup.at("people erase", "p3", *words)
    assert (
        f"{aside.name}, moved aside by a restore, still contains every name"
        in erased.out + erased.err
    )
    assert erased.code == 0, erased.err


def test_nothing_is_moved_while_it_is_served(cup: Line) -> None:
    file = saved(cup)
    cup("report", "masters-1-1", "2-0")
    before = files(cup.folder)
    with sole(cup.folder):
        said = cup.run("file restore", file, cup.folder, "--replace")
    assert (said.code, "is being served" in said.err) == (3, True), said.err
    assert {**files(cup.folder), ".serving": b""} == {**before, ".serving": b""}
    assert not [*cup.folder.parent.glob(".*restor*")]


def test_an_entry_that_was_acknowledged_is_not_lost_by_a_restore(
    cup: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody writes between the look of `restore` and its move: then nothing is moved."""
    file = saved(cup)
    compare, looks = backup.compare, list[object]()

    def wrote(folder: Anywhere, of: backup.Backup) -> backup.Relation | None:
        found = compare(folder, of)
        if not looks:
            cup("report", "masters-1-1", "2-0")
        looks.append(found)
        return found

    monkeypatch.setattr(backup, "compare", wrote)
    said = cup.run("file restore", file, cup.folder, "--replace")
    assert (said.code, "an entry was written during the restore" in said.err) == (3, True)
    assert len(cup.ledger()) == 9
    assert not [*cup.folder.parent.glob(".*restor*")]


@pytest.mark.parametrize("how", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_backup_that_is_packed_in_another_way_is_refused(sound: bytes, how: int) -> None:
    sink = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(sound[len(backup.PLAIN) :])) as there,
        zipfile.ZipFile(sink, "w", how) as packed,
    ):
        for one in there.namelist():
            packed.writestr(one, there.read(one))
    with pytest.raises(Unreadable, match="packed in a way that backups never use"):
        backup.from_bytes(backup.PLAIN + sink.getvalue(), None, "x")


def test_another_tournament_is_never_replaced(cup: Line, tmp_path: Path) -> None:
    file = saved(cup)
    other = Line(cup.home, tmp_path / "other")
    other.start()
    before = files(other.folder)
    said = cup.run("file restore", file, other.folder, "--replace", code=3)
    assert "does not contain the tournament of the backup" in said.err
    assert files(other.folder) == before


def test_keys_and_secrets_of_this_machine_stay(
    cup: Line, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = saved(cup)
    home = tmp_path / "other-home"
    monkeypatch.setenv("ROUNDBOOK_HOME", str(home))
    own = Line(home, tmp_path / "own")
    own.start()
    key, chains = own.at("proof key").out, files(home / "chains")
    assert own.run("file restore", file, tmp_path / "again").code == 0
    assert own.at("proof key").out == key
    assert files(home / "chains").items() > chains.items()
    ring = msgspec.json.decode((home / "signing-keys.json").read_bytes())
    assert len(ring["seeds"]) == 2


def repacked(file: Path, change: dict[str, bytes]) -> None:
    """Put other files into a backup, as somebody who wants to be believed would."""
    found = backup.from_bytes(file.read_bytes(), None, "it")
    inside = {**found.files, **change}
    listed = {name: sha256(data).hexdigest() for name, data in inside.items()}
    forged = backup.Backup(
        msgspec.structs.replace(found.contents, files=listed, name="Other", at=found.contents.at),
        inside,
    )
    file.write_bytes(backup.to_bytes(forged, None, bytes(64)))


def test_a_key_that_the_ledger_does_not_name_never_signs_here(
    cup: Line, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = saved(cup)
    repacked(file, {"home/signing-keys.json": signing.keyring([b"s" * 32])})
    home = tmp_path / "other-home"
    monkeypatch.setenv("ROUNDBOOK_HOME", str(home))
    said = roundbook("file restore", file, tmp_path / "again", "--json")
    assert (said.code, said.data["key"], said.data["secret"]) == (0, False, True), said.err
    assert said.data["name"] == "Cup", "the ledger says how it is called"
    assert not (home / "signing-keys.json").exists()


def test_a_key_of_a_backup_that_will_sign_new_tournaments_is_told(
    cup: Line, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = saved(cup)
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "other-home"))
    said = roundbook("file restore", file, tmp_path / "again")
    assert "this machine had no signing key" in said.out
    assert "had no signing key" not in roundbook("file restore", file, tmp_path / "twice").out


@pytest.mark.parametrize("broken", [b"", b"{}", b'{"seed":"AAAA","length":4096}'])
def test_a_secret_that_does_not_fit_is_replaced_by_the_one_that_does(
    cup: Line, tmp_path: Path, broken: bytes
) -> None:
    file = saved(cup)
    [kept] = (cup.home / "chains").glob("*.json")
    right = kept.read_bytes()
    kept.write_bytes(broken)
    said = cup.run("file restore", file, tmp_path / "again", "--json")
    assert (said.code, said.data["secret"], kept.read_bytes()) == (0, True, right), said.err
    repacked(file, {f"home/chains/{kept.name}": broken})
    kept.unlink()
    said = cup.run("file restore", file, tmp_path / "thrice", "--json")
    assert (said.code, said.data["secret"], kept.exists()) == (0, False, False), said.err


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Iterator[bytes]:
    """A backup of a small tournament."""
    with pytest.MonkeyPatch.context() as patch:
        home = tmp_path_factory.mktemp("backup")
        patch.setenv("ROUNDBOOK_HOME", str(home / "home"))
        line = Line(home / "home", home / "cup")
        line.start()
        line("register", "Ana Lima", "--birth-year", 1990)
        yield saved(line).read_bytes()


@pytest.mark.parametrize("flip", [1, 128])
def test_a_flipped_byte_is_found_or_changes_nothing(sound: bytes, flip: int) -> None:
    files = backup.from_bytes(sound, None, "it").files
    for where in range(len(sound)):
        changed = bytearray(sound)
        changed[where] ^= flip
        try:
            found = backup.from_bytes(bytes(changed), None, "it")
        except Trouble:
            continue
        assert found.files == files, where


def test_a_backup_without_its_first_bytes_is_damaged(sound: bytes) -> None:
    packed = sound[len(backup.PLAIN) :]
    for missing in range(1, len(packed)):
        with pytest.raises(Trouble) as found:
            backup.from_bytes(backup.PLAIN + packed[missing:], None, "it")
        said = "it is not a backup that can be restored: its bytes are damaged."
        assert found.value.message == said, missing


@given(length=st.integers(0, 10_000))
def test_a_backup_that_was_cut_is_refused(sound: bytes, length: int) -> None:
    with pytest.raises(Trouble):
        backup.from_bytes(sound[: length % len(sound)], None, "it")


@pytest.mark.parametrize(
    "name",
    [
        "tournament/../../.bashrc",
        "/etc/passwd",
        "home/chains/../../.bashrc",
        "home/doors/x.json",
        "tournament/decks/../../../x",
        "tournament/.lock",
        "tournament/unknown",
        "tournament/decks/",
    ],
)
def test_a_hostile_backup_writes_nowhere_else(sound: bytes, tmp_path: Path, name: str) -> None:
    contents, found, _ = backup.from_bytes(sound, None, "it")
    forged = backup.Backup(contents, {**found, name: b"x"})
    file = tmp_path / "bad"
    file.write_bytes(backup.to_bytes(forged, None, b""))
    said = roundbook("file restore", file, tmp_path / "new", code=5)
    assert "it contains files that do not belong in a backup" in said.err
    assert not (tmp_path / "new").exists()


def test_a_file_inside_a_file_is_refused(sound: bytes) -> None:
    contents, found, _ = backup.from_bytes(sound, None, "it")
    both = {"tournament/sources/x": b"x", "tournament/sources/x/y": b"y"}
    forged = backup.Backup(contents, {**found, **both})
    with pytest.raises(Trouble, match="x/y would be inside a file instead of a folder"):
        backup.from_bytes(backup.to_bytes(forged, None, b""), None, "it")


def test_a_bomb_is_refused(sound: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("roundbook.ledger.storage.disk.MAX_LEDGER", 1_000)
    monkeypatch.setattr("roundbook.ledger.storage.disk.MAX_FILE", 1_000)
    with pytest.raises(Trouble, match="larger than any tournament"):
        backup.from_bytes(sound, None, "it")


def test_what_a_backup_says_of_its_files_is_checked(sound: bytes) -> None:
    sink = io.BytesIO(sound[len(backup.PLAIN) :])
    with zipfile.ZipFile(sink) as packed:
        listed = {name: packed.read(name) for name in packed.namelist()}
    listed["tournament/people.json"] = listed["tournament/people.json"].replace(b"Lima", b"Nima")
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        for name, data in listed.items():
            packed.writestr(name, data)
    with pytest.raises(Trouble, match="differs from the one that was backed up"):
        backup.from_bytes(backup.PLAIN + out.getvalue(), None, "it")
