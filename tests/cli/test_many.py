"""Several tournaments at once: each by itself, a summary, and the worst exit code."""

import shutil
from pathlib import Path

import pytest

from roundbook.ledger import archive_file as names
from roundbook.ledger.archive_file import packed, unpacked
from tests.cli.line import Line
from tests.cli.typed import IMPORTS, lay, roundbook

CUP = IMPORTS / "01_cup_two_pods_cut_final.tdf"
FIVE = IMPORTS / "03_challenge_five_players_final.tdf"


@pytest.fixture
def shelf(here: Path) -> Path:
    """Return where two closed tournaments lie, and one that has not begun."""
    lay(CUP, here / "season" / "cup")
    lay(FIVE, here / "season" / "five")
    Line(here / "home", here / "season" / "new").start()
    return here


def test_several_are_archived_and_what_is_refused_stops_no_other(shelf: Path) -> None:
    said = roundbook("archive", "season/cup", "season/new", "season/five", code=3)
    lines = said.out.splitlines()
    assert lines[0].startswith("cup.zip: 144 lines, ")
    assert lines[1].startswith("season/new: refused: the tournament is not closed")
    assert lines[2].startswith("  hint: ")
    assert lines[3].startswith("five.zip: ")
    assert lines[-1] == "3 tournaments: 2 archived, 1 not."
    assert sorted(path.name for path in shelf.glob("*.zip")) == ["cup.zip", "five.zip"]
    again = roundbook("archive", "season/cup", "season/five", "--json", code=0)
    assert [one["archive"]["file"] for one in again.data["results"]] == ["cup.zip", "five.zip"]
    alone = roundbook("archive", "season/cup", "season/five", "--out", "x.zip")
    assert (alone.code, "--out needs exactly one tournament; 2 were given." in alone.err) == (
        2,
        True,
    )


def test_several_are_verified_and_the_exit_code_is_the_worst(shelf: Path) -> None:
    assert roundbook("archive", "season/cup").code == 0
    good = ("season/cup", "cup.zip", "season/five")
    said = roundbook("verify", *good, code=0)
    assert said.out.splitlines()[-1] == "3 tournaments: 3 intact."
    assert "\ncup.zip: 144 entries: what was compared is intact, no rules broken.\n" in said.out
    assert "\n  Not signed, and not checked here: " in said.out
    ledger = shelf / "season" / "five" / "ledger.jsonl"
    ledger.write_bytes(ledger.read_bytes().replace(b"first", b"tiers", 1))
    bad = roundbook("verify", *good, "nowhere", code=5)
    assert "season/five:\n  damaged: byte " in bad.out
    assert "nowhere: cannot read: nowhere does not contain a tournament." in bad.out
    assert bad.out.splitlines()[-1] == "4 tournaments: 2 intact, 2 not."
    data = roundbook("verify", *good, "nowhere", "--json").data["results"]
    assert [one["code"] for one in data] == [0, 0, 5, 5]
    assert [bool(one["report"]) for one in data] == [True, True, True, False]


@pytest.mark.rule("LED-6")
def test_what_is_noted_of_one_is_noted_of_each_of_several(shelf: Path) -> None:
    """A page that approves everything must not hide among other archives."""
    assert roundbook("archive", "season/cup").code == 0
    members = unpacked(Path("cup.zip").read_bytes()) | {names.PAGE: b"all is well"}
    Path("other.zip").write_bytes(packed(members | {names.SUMS: names.sums(members)}))
    said = roundbook("verify", "cup.zip", "other.zip", code=0)
    alone = roundbook("verify", "other.zip").out.splitlines()
    notes = [line for line in alone if line.startswith("note: ")]
    assert any("verify.html is not from this version" in note for note in notes)
    assert {f"  {note}" for note in notes} <= {*said.out.splitlines()}
    assert said.out.count("  Not signed, and not checked here: 144 imported entries.") == 2


def test_a_bar_is_shown_where_somebody_at_a_terminal_waits(shelf: Path) -> None:
    said = roundbook("verify", "season/cup", "season/five", at_terminal=True, code=0)
    assert "2 tournaments: 2 intact." in said.out + said.err


@pytest.mark.rule("TOP-4f")
def test_folders_and_archives_are_listed_with_until_when_each_is_kept(shelf: Path) -> None:
    assert roundbook("archive", "season/cup", "season/five").code == 0
    shutil.move("five.zip", "season/five.zip")
    Path("season/other.zip").write_bytes(b"PK nothing of ours")
    data = Path("cup.zip").read_bytes()
    Path("season/broken.zip").write_bytes(data[:-1])
    said = roundbook("shelf tournaments", ".", code=0)
    assert [line for line in said.out.splitlines() if len(line) > 80] == []
    found = roundbook("shelf tournaments", ".", "--json").data["tournaments"]
    assert [(one["folder"], one["archive"], one["trouble"] is None) for one in found] == [
        ("cup.zip", True, True),
        ("season/broken.zip", True, False),
        ("season/cup", False, True),
        ("season/five", False, True),
        ("season/five.zip", True, True),
        ("season/new", False, True),
    ]
    folder, archive = found[2], found[0]
    assert archive["overview"] == folder["overview"]
    assert (archive["entries"], archive["signed"]) == (folder["entries"], folder["signed"])
    assert archive["overview"]["keep_until"] == "2026-04-19"


@pytest.mark.parametrize("verb", ["verify", "standings", "archive"])
def test_a_file_that_is_not_there_is_not_called_a_tournament(verb: str) -> None:
    said = roundbook(verb, "-C", "cup.zip", code=5)
    assert said.err.startswith("cannot read: cup.zip: no such file or directory.")


def test_several_keep_what_their_signatures_do_not_prove(shelf: Path) -> None:
    demo = ("lab generate", "season/signed", "--players", "8", "--rounds", "3", "--seed", "caveats")
    assert roundbook(*demo).code == 0
    alone = roundbook("verify", "season/signed").out
    caveat = "Anybody can sign with a key of their own"
    assert caveat in alone
    assert caveat in roundbook("verify", "season/signed", "season/cup").out


def test_several_keep_that_the_rules_of_one_are_not_certain(shelf: Path) -> None:
    line = Line(shelf / "home", shelf / "season" / "notes")
    line.start("--edition", "play-2027-notes")
    alone = line.run("verify", line.folder)
    first, *_ = alone.out.splitlines()
    assert first.startswith("play-2027-notes: ")
    both = roundbook("verify", "season/notes", "season/five", code=0).out.splitlines()
    at = both.index(next(one for one in both if one.startswith("season/notes: ")))
    assert both[at + 1].startswith("  play-2027-notes: ")
