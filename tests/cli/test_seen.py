"""Genuine, older, rolled back, another branch: what was written here is known by its folder."""

import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundbook.cli.places import heads, last_seen
from roundbook.cli.places.last_seen import Lines
from roundbook.cli.session.venue import reloaded, venue
from roundbook.ledger.errors import Replaced
from roundbook.ledger.record.entry import leaf_hash
from tests.cli.line import Line

FOUR = ("Ana", "Ben", "Cho", "Dee")


def put_back(line: Line, copy: Path) -> None:
    """Put a copy of the folder in its place, as somebody does who restores a backup."""
    shutil.rmtree(line.folder)
    shutil.copytree(copy, line.folder)


@pytest.fixture
def copy(line: Line, tmp_path: Path) -> Path:
    """Return a copy of a tournament that has gone on since."""
    line.begin(*FOUR)
    shutil.copytree(line.folder, tmp_path / "copy")
    line("note", "the hall is cold")
    return tmp_path / "copy"


def elsewhere(line: Line, *words: object) -> None:
    """Write in a copy of the folder on another machine, which has the same keys."""
    other = line.home.with_name("other-home")
    shutil.copytree(line.home, other, dirs_exist_ok=True)
    shutil.rmtree(other / "seen")
    with pytest.MonkeyPatch.context() as there:
        there.setenv("ROUNDBOOK_HOME", str(other))
        line.run(*words, code=0)


@pytest.mark.rule("LED-6")
def test_a_folder_with_fewer_lines_than_were_written_there_was_rolled_back(
    line: Line, copy: Path
) -> None:
    count = len(line.ledger())
    put_back(line, copy)
    why = f"{line.folder} ends with line {count - 1}, but line {count} was written here on 20"
    said = line.refused("note", "the hall is warm", code=5)
    assert f"cannot read: {why}" in said
    assert "this ledger was rolled back, or restored from an older backup." in said
    assert "--accept-shorter REASON" in said
    read = line.run("standings", "-C", line.folder)
    assert (read.code, why in read.err) == (0, True)
    checked = line.run("verify", line.folder, code=5)
    assert f"rolled back, or restored from an older backup: {why}" in checked.out
    assert "damaged" not in checked.out
    assert "Wrong: the ledger contradicts what is known about it." in checked.out
    sealed = line.run("archive", line.folder, "--unfinished", "the power failed")
    assert (sealed.code, f"this ledger cannot be archived: {why}" in sealed.err) == (5, True)


@pytest.mark.rule("LED-6")
def test_a_signature_does_not_hide_that_a_folder_was_rolled_back(line: Line, copy: Path) -> None:
    put_back(line, copy)
    said = line.refused("proof head", "--sign", code=5)
    assert "this ledger was rolled back, or restored from an older backup." in said
    assert "`roundbook note TEXT --accept-shorter REASON`" in said
    assert "--accept-shorter" in line.refused("note", "the hall is warm", code=5)
    line("note", "the hall is warm", "--accept-shorter", "the stick was lost")
    line("proof head", "--sign")
    assert "the stick was lost" in line.run("history", "-C", line.folder).out


@pytest.mark.rule("LED-6")
def test_another_branch_in_its_place_is_refused(line: Line, copy: Path) -> None:
    elsewhere(line, "note", "the hall is warm", "-C", copy)
    put_back(line, copy)
    said = line.refused("note", "so it is", code=5)
    assert "is not the line 9 that was written here on 20" in said
    assert "this ledger is another branch." in said
    checked = line.run("verify", line.folder)
    assert (checked.code, "another branch: line 9 in " in checked.out) == (5, True)


def test_whoever_restores_a_copy_says_why_and_goes_on(line: Line, copy: Path) -> None:
    put_back(line, copy)
    said = line("note", "the hall is warm", "--accept-shorter", "the stick was lost")
    assert "this ledger was rolled back" in said.err
    assert line("note", "it goes on").err == ""
    assert line.run("verify", line.folder).code == 0


def test_a_folder_that_grew_on_another_machine_is_no_contradiction(line: Line, copy: Path) -> None:
    put_back(line, copy)
    line.forget()
    line("note", "the hall is cold")
    elsewhere(line, "note", "so it is", "-C", line.folder)
    assert line("note", "and it stays so").err == ""
    assert line.run("verify", line.folder).code == 0


@pytest.mark.rule("LED-6")
def test_a_rehearsal_in_a_copy_is_told_of_and_stops_nobody(line: Line, tmp_path: Path) -> None:
    """`cp -r cup rehearsal; roundbook start -C rehearsal`; then in the real one the same."""
    line.enrol(*FOUR)
    line("announce")
    line("pair")
    rehearsal = Line(line.home, tmp_path / "rehearsal")
    shutil.copytree(line.folder, rehearsal.folder)
    rehearsal("start")
    rehearsal("report", "masters-1-1", "2-0")
    told = f"2 entries were added later in {rehearsal.folder} on 20"
    assert told in line.run("standings", "-C", line.folder).err
    said = line("start")
    assert told in said.err
    assert f" and are not in {line.folder}: entry 8 (round 1 of masters was started" in said.err
    assert "), entry 9 (match masters-1-1 was reported: " in said.err
    assert "). Work in only one of the two; " in said.err
    assert said.err.startswith("warning: ")
    assert "`roundbook file diff`" in said.err
    assert "`roundbook file merge`" in said.err
    assert line("report", "masters-1-1", "2-0").err == "", "whoever writes here was told"
    checked = line.run("verify", line.folder, code=0)
    assert (
        f"note: the copy in {rehearsal.folder} differs after line 7: it has 2 entries of "
        in checked.out
    )
    assert "; this one has 2 others." in checked.out
    said = rehearsal("report", "masters-1-2", "2-0")
    assert (
        f"the copy in {line.folder} differs after line 7: it has 2 entries of its own, " in said.err
    )
    assert f"; {rehearsal.folder} has " in said.err, "which folder is `here` is not clear in a diff"
    assert rehearsal.run("verify", rehearsal.folder).code == 0


@pytest.mark.rule("LED-9")
def test_one_erased_person_is_not_told_as_the_number_of_the_entry(
    line: Line, tmp_path: Path
) -> None:
    line.begin(*FOUR)
    file = tmp_path / "cup.zip"
    assert line.run("archive", line.folder, "--unfinished", "x", "--out", file).code == 0
    line("people erase", "p1", "--reason", "the parents asked", "--yes")
    erased = len(line.ledger())
    told = f": entry {erased} (p1 was erased from the names file)."
    assert told in line.run("verify", file).out


@pytest.mark.rule("LED-6")
def test_an_archive_is_genuine_after_its_request_was_answered(line: Line, tmp_path: Path) -> None:
    """The way of docs/archive.md: sealed, asked for, answered with what was sealed."""
    line.begin(*FOUR, played=1)
    line("close", "--override", "rounds-unplayed", "--because", "a fire alarm")
    sealed, file = len(line.ledger()), tmp_path / "cup.zip"
    assert line.run("archive", line.folder, "--out", file).code == 0
    line("people requests", "record", "--from", "the office")
    line("people requests", "answer", "1", "--with", file)
    checked = line.run("verify", file, code=0)
    assert (
        f"note: genuine, sealed at line {sealed}; 2 entries were added later in {line.folder}"
        in (checked.out)
    )
    told = f": entry {sealed + 1} (request 1 came from the office), entry {sealed + 2} (request 1 "
    assert told in checked.out
    assert "damaged" not in checked.out
    again = tmp_path / "again"
    assert line.run("file unpack", file, again).code == 0
    opened = line.run("verify", again)
    assert (opened.code, f"note: genuine, up to its end at line {sealed};" in opened.out) == (
        0,
        True,
    )
    shutil.rmtree(line.folder)
    alone = line.run("verify", file)
    assert (alone.code, "note: genuine, sealed at line" in alone.out) == (0, True), "it was signed"


@pytest.mark.rule("LED-6")
def test_an_archive_of_other_lines_than_were_signed_here_is_another_branch(
    line: Line, copy: Path, tmp_path: Path
) -> None:
    file = tmp_path / "cup.zip"
    elsewhere(line, "note", "the hall is warm", "-C", copy)
    elsewhere(line, "archive", copy, "--unfinished", "a copy", "--out", file)
    unsigned = line.run("verify", file)
    assert (unsigned.code, "differs after line 8: it has 1 entry of its own" in unsigned.out) == (
        0,
        True,
    )
    assert line.run("proof head", "-C", line.folder, "--sign").code == 0
    for source in (file, copy):
        signed = line.run("verify", source)
        assert (signed.code, "another branch: " in signed.out) == (5, True), signed.out
    shutil.rmtree(line.folder)
    gone = line.run("verify", file)
    assert (gone.code, "another branch: line 9 was written in " in gone.out) == (5, True)


def test_a_folder_that_was_moved_is_the_same_folder(line: Line, copy: Path, tmp_path: Path) -> None:
    moved = Line(line.home, tmp_path / "moved")
    shutil.move(line.folder, moved.folder)
    assert moved.run("verify", moved.folder).code == 0
    shutil.rmtree(moved.folder)
    shutil.copytree(copy, moved.folder)
    said = moved.refused("note", "the hall is warm", code=5)
    assert f"line 9 was written when it was in {line.folder}, on 20" in said
    moved("note", "the hall is warm", "--accept-shorter", "the stick was lost")
    shutil.move(moved.folder, line.folder)
    assert line("note", "it is back in its place").err == ""


@pytest.mark.rule("LED-6")
def test_a_trial_in_a_copy_that_was_deleted_is_settled_once_and_for_all(
    line: Line, tmp_path: Path
) -> None:
    line.begin(*FOUR)
    trial = Line(line.home, tmp_path / "a trial")
    shutil.copytree(line.folder, trial.folder)
    trial("note", "what would happen")
    still = line.refused("file merge", trial.folder, "--gone", "a trial")
    assert f"{trial.folder} still has its entries, so they are not gone." in still
    shutil.rmtree(trial.folder)
    settle = f"`roundbook file merge '{trial.folder}' --gone REASON"
    for told in (line.run("standings", "-C", line.folder).err, line("note", "a", "--dry-run").err):
        assert "was written in" in told
        assert f"If that folder is gone for good, go on without it: {settle}" in told
        assert "Work in only one of the two" not in told, "there is nothing to compare"
    assert settle in line.run("verify", line.folder, code=0).out
    line.refused("file merge", tmp_path / "nowhere", "--gone", "a trial")
    line.refused("file merge", trial.folder, "--gone", "Ana Lima and Ana", rule="name-in-text")
    count = len(line.ledger())
    line("file merge", trial.folder, "--gone", "a trial", "--dry-run")
    assert settle in line.run("verify", line.folder, code=0).out
    line("file merge", trial.folder, "--gone", "a trial")
    line("file merge", trial.folder, "--gone", "a trial, I said")
    assert len(line.ledger()) == count + 1, "it is recorded once"
    note = f"note: a copy of this ledger that ended with line {count + 1} is gone: a trial"
    assert note in " ".join(line.run("history", "-C", line.folder).out.split())
    checked = line.run("verify", line.folder, code=0)
    assert "was written in" not in checked.out + checked.err
    assert line("note", "it goes on").err == ""


def deleted_trial(line: Line, copy: Path, tmp_path: Path, *notes: str) -> Line:
    """Write notes in a copy of the tournament, and delete the copy."""
    trial = Line(line.home, tmp_path / "trial")
    shutil.copytree(copy, trial.folder)
    for text in notes:
        trial("note", text)
    shutil.rmtree(trial.folder)
    return trial


@pytest.mark.rule("LED-6")
def test_what_was_settled_still_knows_an_older_copy_in_its_place(
    line: Line, copy: Path, tmp_path: Path
) -> None:
    """A folder may be called gone, and then be put back as it was before, or under a new name."""
    trial = deleted_trial(line, copy, tmp_path, "a first try", "a second try")
    line("file merge", trial.folder, "--gone", "a trial")
    shutil.copytree(copy, trial.folder)
    said = trial.refused("note", "so it is", code=5)
    assert "this ledger was rolled back, or restored from an older backup." in said
    trial("note", "so it is", "--accept-shorter", "it was put back")
    assert f"in {trial.folder} differs after line " in line.run("verify", line.folder).out


@pytest.mark.rule("LED-6")
def test_an_older_copy_in_place_of_the_folder_settles_nothing(
    line: Line, copy: Path, tmp_path: Path
) -> None:
    trial = deleted_trial(line, copy, tmp_path, "a first try")
    put_back(line, copy)
    for words in ((), ("--dry-run",)):
        said = line.refused("file merge", trial.folder, "--gone", "a trial", *words, code=5)
        assert "this ledger was rolled back, or restored from an older backup." in said
    own = line.refused("file merge", line.folder, "--gone", "a trial")
    assert "is this tournament's own folder" in own


def test_nobody_is_told_of_the_very_copy_that_a_command_compares(
    line: Line, tmp_path: Path
) -> None:
    line.begin(*FOUR)
    other = Line(line.home, tmp_path / "other")
    shutil.copytree(line.folder, other.folder)
    shutil.copytree(line.folder, tmp_path / "third")
    other("note", "a")
    line("note", "b")
    Line(line.home, tmp_path / "third")("note", "c")
    compared = line.run("file diff", line.folder, other.folder, code=1)
    assert f"copy in {other.folder}" not in compared.err
    assert f"copy in {line.folder}" not in compared.err
    assert f"copy in {tmp_path / 'third'} differs" in compared.err, "of a third one they are"
    merged = line("file merge", other.folder)
    assert f"copy in {other.folder}" not in merged.err
    assert f"copy in {line.folder}" not in merged.err


def test_only_writers_are_remembered(line: Line, copy: Path, tmp_path: Path) -> None:
    kept = {path: path.read_bytes() for path in line.home.rglob("*") if path.is_file()}
    for verb in ("standings", "verify", "history", "proof lint"):
        line.run(verb, copy)
        line.run(verb, "-C", line.folder)
    line.at("drop", "p9")
    line.at("note", "a trial", "--dry-run")
    shutil.copytree(copy, tmp_path / "third")
    line.run("verify", tmp_path / "third")
    assert {path: path.read_bytes() for path in line.home.rglob("*") if path.is_file()} == kept


@pytest.mark.rule("LED-6")
def test_a_home_that_cannot_be_written_stops_nobody_and_everybody_is_told(line: Line) -> None:
    """Found by the simulator, seed 100341: an older copy went unnoticed, and nobody had said so."""
    line.begin(*FOUR)
    line.forget()
    (line.home / "seen").write_text("a file in the way")
    told = "warning: a note of the last entry cannot be saved in "
    for _ in range(2):
        said = line("note", "the hall is cold")
        assert said.err.startswith(told)
        assert said.err.count(told) == 1
        assert (
            "Make that folder writable, or set ROUNDBOOK_HOME to another folder. Until then, this"
            in (said.err)
        )
        assert said.err.rstrip().endswith(last_seen.UNNOTED)
    assert line.run("standings", "-C", line.folder).code == 0
    (line.home / "seen").unlink()
    assert line("note", "the hall is warm").err == ""


@pytest.mark.rule("LED-6")
def test_whoever_has_never_written_before_is_remembered_from_the_first_entry_on(
    line: Line, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A machine that only got a copy has no key, and so no folder of its own yet."""
    monkeypatch.setenv("ROUNDBOOK_HOME", str(line.home.with_name("a-new-home")))
    line("note", "the hall is warm")
    put_back(line, copy)
    said = line.refused("note", "so it is", code=5)
    assert "this ledger was rolled back, or restored from an older backup." in said


def test_what_was_written_may_be_unreadable(line: Line) -> None:
    line.begin(*FOUR)
    for path in (line.home / "seen").rglob("*.json"):
        path.write_bytes(b"\xff\xfe not a head")
    line("note", "the hall is cold")
    assert line.run("verify", line.folder).code == 0


# Laws: folders of two branches grow in any order, each is remembered when it is written.

BEGINNING, END = 4, 9


@pytest.fixture(scope="module")
def branches(tmp_path_factory: pytest.TempPathFactory) -> list[list[bytes]]:
    """Return the lines of one beginning that went on in two ways."""
    away, found = tmp_path_factory.mktemp("branches"), []
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ROUNDBOOK_HOME", str(away / "home"))
        line = Line(away / "home", away / "cup")
        line.start()
        for number in range(BEGINNING - 1):
            line("note", f"the same {number}")
        shutil.copytree(line.folder, away / "copy")
        for one in (line, Line(line.home, away / "copy")):
            for number in range(END - BEGINNING):
                one("note", f"{one.folder.name} {number}")
            found.append((one.folder / "ledger.jsonl").read_bytes().split(b"\n")[:-1])
    return found


WRITES = st.lists(
    st.tuples(st.integers(0, 3), st.integers(1, END), st.booleans()), min_size=1, max_size=8
)


@pytest.mark.rule("LED-6")
@settings(max_examples=25)
@given(writes=WRITES)
def test_a_write_changes_nothing_elsewhere_and_a_true_beginning_is_never_wrong(
    branches: list[list[bytes]],
    tmp_path_factory: pytest.TempPathFactory,
    writes: list[tuple[int, int, bool]],
) -> None:
    away = tmp_path_factory.mktemp("law")
    home, long, opened = away / "home", dict[int, int](), None
    home.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ROUNDBOOK_HOME", str(home))
        for which, count, signs in writes:
            long[which] = max(count, long.get(which, 1))
            folder = away / str(which)
            folder.mkdir(exist_ok=True)
            lines = branches[which % 2][: long[which]]
            (folder / "ledger.jsonl").write_bytes(b"".join(line + b"\n" for line in lines))
            desk = venue(folder).desk
            signed = heads.sign_with(bytes(32), folder, desk) if signs else None
            last_seen.remember(home, folder, desk, signed)
            opened = desk.tournament.opened
            for other in long:
                assert venue(away / str(other)).strange is None
        for which, count in long.items():
            hashes = [leaf_hash(line) for line in branches[which % 2]]
            for part in range(1, count + 1):
                begun = Lines(part, lambda seq, hashes=hashes: hashes[seq - 1])  # type: ignore[misc]
                for place in (None, away / "a copy"):
                    found = last_seen.compare(home, place, opened, begun)
                    assert (found.own, found.branch) == (None, None)


def test_a_venue_that_stays_open_notices_another_ledger_in_its_folder(
    line: Line, tmp_path: Path
) -> None:
    """It has more lines than the one that was read, and lies in the very same file."""
    line.begin("Ana", "Ben")
    here = venue(line.folder)
    other = Line(line.home, tmp_path / "other")
    other.begin(*"ABCDEF")
    for name in ("ledger.jsonl", "head", "people.json"):
        (line.folder / name).write_bytes((other.folder / name).read_bytes())
    with pytest.raises(Replaced, match=r"^line \d+ of this ledger"):
        here.desk.refresh()
    again = reloaded(here)
    assert again.desk.tournament.opened == venue(other.folder).desk.tournament.opened
    assert len(again.book.players) == 6


def test_what_another_desk_wrote_since_the_lines_were_read_is_no_rollback(line: Line) -> None:
    """Of eight that registered at once one was told to restore its folder."""
    line.begin("Ana", "Ben")
    here = venue(line.folder)
    t, size = here.desk.tournament, here.desk.tournament.seq
    behind = Lines(size - 1, here.desk.leaf)  # What somebody had read a moment before.
    assert last_seen.compare(line.home, line.folder, t.opened, behind).own is None
    kept = (line.folder / "ledger.jsonl").read_bytes().splitlines(keepends=True)
    (line.folder / "ledger.jsonl").write_bytes(b"".join(kept[:-1]))
    found = last_seen.compare(line.home, line.folder, t.opened, behind).own
    assert found is not None
    assert found.kind is last_seen.Kind.ROLLED_BACK
