"""`roundbook file import`: an organiser's file becomes a ledger, whole or not at all."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from roundbook.cli.places.last_seen import UNNOTED
from roundbook.cli.session.venue import new_venue
from roundbook.ledger.desk import Desk
from roundbook.ledger.importers.tdf.xml import MAX_BYTES
from tests.cli.typed import GOLDEN, IMPORTS, files, roundbook, transcript

SAMPLES = sorted(IMPORTS.glob("*.tdf"))
CUP = IMPORTS / "01_cup_two_pods_cut_final.tdf"
CHALLENGE = IMPORTS / "08_challenge_awarded_bye_drop_final.tdf"


@pytest.fixture
def here(here: Path) -> Path:
    (here / "cup.tdf").write_bytes(CUP.read_bytes())
    return here


def ledger(folder: Path) -> list[Any]:
    return [json.loads(line) for line in (folder / "ledger.jsonl").read_bytes().splitlines()]


def test_an_import_says_what_it_made(here: Path, golden: Callable[[str, str], None]) -> None:
    golden(
        f"{GOLDEN}/import.txt",
        transcript(
            ("file import", "cup.tdf", "cup", "--dry-run"), ("file import", "cup.tdf", "cup")
        ),
    )


@pytest.mark.parametrize("file", SAMPLES, ids=lambda file: file.name)
def test_the_bytes_are_kept_and_every_event_names_them(here: Path, file: Path) -> None:
    assert roundbook("file import", file, "made").code == 0
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    assert (here / "made" / "sources" / f"{digest}.tdf").read_bytes() == file.read_bytes()
    events = [event for entry in ledger(here / "made") for event in entry["events"]]
    assert {event["told"]["sha256"] for event in events} == {digest}


@pytest.mark.rule("LED-9")
def test_no_name_and_no_birth_year_enters_the_record(here: Path) -> None:
    assert roundbook("file import", "cup.tdf", "cup").code == 0
    text = (here / "cup" / "ledger.jsonl").read_text(encoding="utf-8")
    people = json.loads((here / "cup" / "people.json").read_bytes())["players"]
    assert len(people) == 35
    for known in people.values():
        assert known["person"]["name"] not in text
        assert known["person"]["id"] not in text


def test_two_imports_bind_the_same_people_differently(here: Path) -> None:
    assert roundbook("file import", "cup.tdf", "one").code == 0
    assert roundbook("file import", "cup.tdf", "two").code == 0
    one, two = ({entry["prev"] for entry in ledger(here / name)} for name in ("one", "two"))
    assert len(one & two) == 1  # What stands before the first line.


def test_a_file_may_come_through_a_pipe(here: Path) -> None:
    assert roundbook("file import", "-", "piped", stdin=CUP.read_bytes()).code == 0
    assert roundbook("verify", "piped").code == 0


def test_a_rehearsal_writes_nothing(here: Path) -> None:
    before = files(here)
    said = roundbook("file import", "cup.tdf", "cup", "--dry-run", "--json")
    assert said.data["dry_run"]
    assert said.data["entries"] == 144
    assert files(here) == before
    assert not (here / "cup").exists()


def test_a_folder_that_is_a_tournament_stays_as_it_is(here: Path) -> None:
    assert roundbook("file import", "cup.tdf", "cup").code == 0
    before = files(here)
    for file in ("cup.tdf", CHALLENGE):
        said = roundbook("file import", file, "cup", code=3)
        assert said.err.startswith("refused: cup is already a tournament.\n  hint: ")
        assert files(here) == before


@pytest.mark.rule("LED-5")
def test_the_same_command_again_answers_the_first_entries(here: Path) -> None:
    first = roundbook("file import", "cup.tdf", "cup", "--cmd", "monday", "--json")
    before = files(here)
    again = roundbook("file import", "cup.tdf", "cup", "--cmd", "monday", "--json")
    assert (again.code, again.data) == (0, first.data)
    assert files(here) == before
    assert [entry["cmd"] for entry in ledger(here / "cup")[:3]] == [
        "monday",
        "monday/2",
        "monday/3",
    ]


def test_the_same_id_for_another_file_is_refused(here: Path) -> None:
    assert roundbook("file import", "cup.tdf", "cup", "--cmd", "monday").code == 0
    kept = (here / "cup" / "ledger.jsonl").read_bytes()
    book = (here / "cup" / "people.json").read_bytes()
    said = roundbook("file import", CHALLENGE, "cup", "--cmd", "monday", code=3)
    assert "command id monday was already used by entry 1, with different content" in said.err
    assert (here / "cup" / "ledger.jsonl").read_bytes() == kept
    assert (here / "cup" / "people.json").read_bytes() == book


@pytest.mark.rule("LED-6")
@pytest.mark.parametrize("lines", [0, 1, 40, 143])
@pytest.mark.parametrize("asked", [(), ("--cmd", "monday")])
def test_an_import_that_broke_off_is_finished_by_the_same_command(
    here: Path, lines: int, asked: tuple[str, ...]
) -> None:
    """A crash in the middle of the write: some lines are there, the head is not."""
    assert roundbook("file import", "cup.tdf", "cup", *asked).code == 0
    whole = files(here / "cup")
    kept = whole["ledger.jsonl"].splitlines(keepends=True)[:lines]
    (here / "cup" / "ledger.jsonl").write_bytes(b"".join(kept))
    (here / "cup" / "head").unlink()
    roundbook("file import", "cup.tdf", "cup", *asked, code=0)
    after = ledger(here / "cup")
    assert len(after) == 144
    assert (here / "cup" / "ledger.jsonl").read_bytes().startswith(b"".join(kept))
    assert files(here / "cup")["people.json"] == whole["people.json"]
    assert roundbook("verify", "cup").code == 0


def test_nothing_is_left_behind_by_an_import_that_fails(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device", "ledger.jsonl")

    monkeypatch.setattr(Desk, "record", full)
    before = files(here)
    said = roundbook("file import", "cup.tdf", "cup")
    assert (said.code, said.err.splitlines()[0]) == (
        5,
        "cannot read: ledger.jsonl: no space left on device.",
    )
    assert files(here) == before
    assert not (here / "cup").exists()
    (here / "mine").mkdir()
    (here / "mine" / "notes.txt").write_bytes(b"mine")
    assert roundbook("file import", "cup.tdf", "mine").code == 5
    assert files(here / "mine") == {"notes.txt": b"mine"}


def test_folders_that_were_made_on_the_way_go_too(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise OSError(5, "Input/output error", "ledger.jsonl")

    monkeypatch.setattr(Desk, "record", broken)
    assert roundbook("file import", "cup.tdf", "a/b/c").code == 5
    assert not (here / "a").exists()


def test_who_comes_second_leaves_the_first_import_alone(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody else makes the same folder between our look at it and our writing."""
    make = new_venue
    found: list[dict[str, bytes]] = []

    def late(*given: Any) -> Any:
        monkeypatch.setattr("roundbook.cli.session.venue.new_venue", make)
        assert roundbook("file import", CHALLENGE, "cup").code == 0
        found.append(files(here / "cup"))
        return make(*given)

    monkeypatch.setattr("roundbook.cli.session.venue.new_venue", late)
    said = roundbook("file import", "cup.tdf", "cup", code=3)
    assert said.err.startswith("refused: cup is already a tournament.")
    assert files(here / "cup") == found[0]


def test_a_disk_that_cannot_be_written_is_said(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def read_only(path: Path, *_: object, **__: object) -> None:
        raise OSError(30, "Read-only file system", str(path))

    monkeypatch.setattr(Path, "mkdir", read_only)
    said = roundbook("file import", "cup.tdf", "cup", code=5)
    assert "read-only" in said.err.lower()
    assert not (here / "cup").exists()


@pytest.mark.rule("LED-6")
def test_who_imports_hears_that_an_older_copy_would_not_be_noticed(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = here / "a-home-that-is-a-file"
    home.write_bytes(b"")
    monkeypatch.setenv("ROUNDBOOK_HOME", str(home))
    said = roundbook("file import", "cup.tdf", "cup", code=0)
    assert said.err.startswith("warning: a note of the last entry cannot be saved in ")
    assert said.err.rstrip().endswith(UNNOTED)


def test_a_file_in_the_way_is_said(here: Path) -> None:
    (here / "taken").write_bytes(b"a file")
    said = roundbook("file import", "cup.tdf", "taken", code=5)
    assert said.err.startswith("cannot read: taken is a file, not a folder.")


def altered(old: str, new: str) -> bytes:
    text = CHALLENGE.read_text(encoding="utf-8")
    assert old in text
    return text.replace(old, new, 1).encode()


TEXT = CHALLENGE.read_text(encoding="utf-8")
BOMB = b"""<?xml version="1.0"?>
<!DOCTYPE tournament [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
<tournament>&b;</tournament>"""
BAD = {
    "empty": (b"", "is empty."),
    "no XML": (b"name,id\nAna,1\n", "this is not XML"),
    "another XML": (b"<html></html>", "this is not a tournament file"),
    "cut off": (CHALLENGE.read_bytes()[:5000], "breaks off"),
    "entity bomb": (BOMB, "entit"),
    "zeros": (bytes(2000), "line 1"),
    "unknown outcome": (altered('outcome="1"', 'outcome="7"'), "outcome"),
    "unknown player": (altered('<player1 userid="', '<player1 userid="77'), "player"),
    "player twice": (
        TEXT.replace('<player userid="9000002" >', '<player userid="9000001" >', 1)
        .replace('<player userid="9000002">', '<player userid="9000001">', 1)
        .encode(),
        "9000001",
    ),
    "table twice": (
        TEXT.replace("<tablenumber>2</tablenumber>", "<tablenumber>1</tablenumber>", 1).encode(),
        "table 1",
    ),
    "direction mark": (altered("Player</firstname>", "Pla\u202eyer</firstname>"), "direction"),
    "long name": (altered("Player</firstname>", f"{'x' * 100_000}</firstname>"), "100,000"),
}


@pytest.mark.parametrize("verb", ["file import", "file check", "file replay"])
@pytest.mark.parametrize("kind", BAD)
def test_a_bad_file_gets_one_sentence_and_nothing_is_written(
    here: Path, verb: str, kind: str
) -> None:
    data, part = BAD[kind]
    assert data != CHALLENGE.read_bytes()
    (here / "bad.tdf").write_bytes(data)
    before = files(here)
    said = roundbook(verb, "bad.tdf", *(["cup"] if verb == "file import" else []), code=5)
    first, *rest = said.err.strip().splitlines()
    assert first.startswith("cannot read: bad.tdf")
    assert part in first
    assert len(first) < 400
    assert all(line.startswith("  hint: ") for line in rest)
    assert files(here) == before
    assert not (here / "cup").exists()


@pytest.mark.parametrize("verb", ["file import", "file check", "file replay"])
@pytest.mark.parametrize("file", ["missing.tdf", "folder"])
def test_a_file_that_is_not_there_gets_one_sentence(here: Path, verb: str, file: str) -> None:
    (here / "folder").mkdir()
    said = roundbook(verb, file, *(["cup"] if verb == "file import" else []), code=5)
    assert said.err.startswith(f"cannot read: {file}")
    assert len(said.err.splitlines()) == 2
    assert not (here / "cup").exists()


def test_a_file_of_a_thousand_gigabytes_is_not_read_to_its_end(here: Path) -> None:
    with (here / "huge.tdf").open("wb") as file:
        file.write(b"<?xml version='1.0'?>\n<tournament>")
        file.truncate(10**12)
    said = roundbook("file check", "huge.tdf", code=5)
    assert f"at most {MAX_BYTES:,}." in said.err.splitlines()[0]


@pytest.mark.parametrize("edition", ["play-2017", "dci-mtr"])
def test_another_edition_may_judge_it(here: Path, edition: str) -> None:
    assert roundbook("file import", CHALLENGE, "cup", "--edition", edition).code == 0
    assert ledger(here / "cup")[0]["events"][0]["edition"] == edition
    assert roundbook("verify", "cup").code in {0, 1}


def test_an_edition_that_nobody_knows_is_misuse(here: Path) -> None:
    roundbook("file import", "cup.tdf", "cup", "--edition", "house-rules", code=2)
    assert not (here / "cup").exists()


def test_a_file_that_breaks_a_rule_is_told_and_the_breach_reported(here: Path) -> None:
    """Two players of a later round meet again: it happened, so it is told; and it is a breach."""
    text = TEXT
    rounds = text.split("<round ")
    pair = [part[: part.index('"')] for part in rounds[1].split('userid="')[1:]]
    assert len(pair) == 9
    other = rounds[2]
    seats = [part[: part.index('"')] for part in other.split('userid="')[1:]]
    swaps = dict(zip(seats, pair, strict=True))
    again = 'userid="'.join(
        [other.split('userid="')[0]]
        + [
            swaps[part[: part.index('"')]] + part[part.index('"') :]
            for part in other.split('userid="')[1:]
        ]
    )
    broken = "<round ".join([rounds[0], rounds[1], again, *rounds[3:]])
    (here / "broken.tdf").write_bytes(broken.encode())
    said = roundbook("file import", "broken.tdf", "cup", code=0)
    assert "the file breaks rules: " in said.out
    verified = roundbook("verify", "cup", code=1)
    assert "rule: rematch" in verified.out
    assert "from the save " in verified.out


def test_an_import_that_is_stopped_while_the_folder_is_made_leaves_nothing(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[object] = []

    def stopped(folder: Path, *others: Any) -> Any:
        made.append(new_venue(folder, *others).folder)
        raise KeyboardInterrupt

    monkeypatch.setattr("roundbook.cli.session.venue.new_venue", stopped)
    said = roundbook("file import", "cup.tdf", "cup")
    assert (said.code, made) == (2, [Path("cup")])
    assert not (here / "cup").exists()
    monkeypatch.undo()
    monkeypatch.chdir(here)
    assert roundbook("file import", "cup.tdf", "cup").code == 0


def test_whoever_is_stopped_takes_nothing_from_somebody_who_was_quicker(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(folder: Path, *others: Any) -> Any:
        folder.mkdir()
        (folder / "ledger.jsonl").write_bytes(b"theirs")
        raise KeyboardInterrupt

    monkeypatch.setattr("roundbook.cli.session.venue.new_venue", stopped)
    assert roundbook("file import", "cup.tdf", "cup").code == 2
    assert files(here / "cup") == {"ledger.jsonl": b"theirs"}


def test_a_repeated_import_keeps_the_names_that_came_after_it(here: Path) -> None:
    file = IMPORTS / "06_challenge_registered_only.tdf"
    words = ("file import", file, "late", "--cmd", "i1")
    assert roundbook(*words).code == 0
    at = ("-C", "late")
    assert roundbook("register", "Kim Sun", "--birth-year", 1990, "--id", 77, *at).code == 0
    roundbook("people amend", "p1", "--name", "Eve Ray", "--reason", "misspelt", *at, code=0)
    before = (here / "late" / "people.json").read_bytes()
    roundbook(*words, code=0)
    assert (here / "late" / "people.json").read_bytes() == before
