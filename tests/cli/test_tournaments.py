"""`roundbook shelf tournaments`: each with its state, its last day, and what is open."""

import gzip
import shutil
from datetime import UTC, datetime
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.cli.line import Line
from tests.cli.typed import IMPORTS, lay, roundbook

CUP = IMPORTS / "01_cup_two_pods_cut_final.tdf"
FOUR = ("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox")


@pytest.mark.rule("TOP-4f", "A-43")
def test_every_tournament_below_a_folder_shows_until_when_it_is_kept(
    line: Line, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "roundbook.cli.session.clock.now", lambda: datetime(2026, 3, 7, 12, tzinfo=UTC)
    )
    line.begin(*FOUR, played=1)
    told = lay(CUP, tmp_path / "season" / "told")
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "ledger.jsonl").write_bytes(b"nonsense\n\n")
    listed = roundbook("shelf tournaments", tmp_path, "--json").data["tournaments"]
    assert [one["folder"] for one in listed] == ["broken", "cup", "season/told"]
    broken, cup, old = listed
    assert broken["trouble"]
    assert broken["overview"] is None
    assert (cup["overview"]["state"], cup["overview"]["keep_until"]) == ("round 1 played", None)
    assert old["overview"]["state"] == "closed"
    assert old["overview"]["keep_until"] > old["overview"]["end"]
    line.close()
    line("people requests", "record", "--from", "the sanctioning body")
    line("people erase", "p1", "--reason", "they asked", "--yes")
    said = roundbook("shelf tournaments", tmp_path, code=0)
    [row] = [row for row in said.out.splitlines() if row.startswith("cup: ")]
    assert " ".join(row.split()).startswith("cup: Cup 2026-03-07 closed, 1")
    assert " ".join(row.split()).endswith("2026-06-07 92 13 of 13")
    assert "request" in said.out
    assert "\nbroken:" in said.out
    one = roundbook("shelf tournaments", line.folder, "--json").data["tournaments"][0]
    assert (one["folder"], one["overview"]["requests_open"]) == (".", 1)
    assert one["overview"]["erased"] == 1
    monkeypatch.setattr(
        "roundbook.cli.session.clock.now", lambda: datetime(2026, 6, 8, 12, tzinfo=UTC)
    )
    assert "2026-06-07 over" in " ".join(roundbook("shelf tournaments", line.folder).out.split())
    assert told.is_dir()


def test_archives_are_listed_packed_or_not_and_files_of_others_are_not(
    line: Line, tmp_path: Path
) -> None:
    lay(CUP, line.folder)
    (tmp_path / "kept").mkdir()
    for words in ((), ("--packed",)):
        file = tmp_path / "kept" / f"cup.zip{'.gz' if words else ''}"
        assert line.run("archive", line.folder, "--out", file, *words).code == 0
    with ZipFile(tmp_path / "kept" / "photos.zip", "w") as other:
        other.writestr("one.jpg", b"x")
    (tmp_path / "kept" / "letters.txt.gz").write_bytes(gzip.compress(b"letters"))
    (tmp_path / "kept" / "TORN.ZIP.GZ").write_bytes(gzip.compress(b"PK")[:-3])
    shutil.copyfile(tmp_path / "kept" / "cup.zip.gz", tmp_path / "kept" / "RENAMED.ZIP")
    listed = roundbook("shelf tournaments", tmp_path / "kept", "--json").data["tournaments"]
    assert [one["folder"] for one in listed] == [
        "RENAMED.ZIP",
        "TORN.ZIP.GZ",
        "cup.zip",
        "cup.zip.gz",
    ]
    renamed, torn, *kept = listed
    assert renamed["overview"] == kept[0]["overview"] == kept[1]["overview"] is not None
    assert torn["trouble"].endswith("its gzip wrapper is cut short.")


def test_an_archive_with_fewer_entries_than_a_later_one_is_not_the_latest(
    line: Line, tmp_path: Path
) -> None:
    line.begin("Ana", "Ben", played=1)
    for name in ("first.zip", "second.zip"):
        assert (
            line.run("archive", line.folder, "--out", tmp_path / name, "--unfinished", "x").code
            == 0
        )
        line("note", "something was added")
    listed = roundbook("shelf tournaments", tmp_path).out.splitlines()
    older = [row.split()[0] for row in listed if "not the" in row]
    assert older == ["first.zip:", "second.zip:"], "the folder has one note more"


@pytest.mark.parametrize(
    ("verbs", "state"),
    [
        (("announce",), "registration"),
        (("announce", "pair"), "round 1 paired"),
        (("announce", "pair", "post"), "round 1 posted"),
        (("announce", "pair", "start"), "round 1 running"),
    ],
)
def test_the_state_is_that_of_the_furthest_round(
    line: Line, verbs: tuple[str, ...], state: str
) -> None:
    line.enrol(*FOUR)
    for verb in verbs:
        line(verb)
    [one] = roundbook("shelf tournaments", line.folder, "--json").data["tournaments"]
    assert one["overview"]["state"] == state


def test_where_there_is_none_that_is_said(tmp_path: Path) -> None:
    assert roundbook("shelf tournaments", tmp_path).out == "there is no tournament here.\n"


def test_a_long_name_is_shown_whole_and_a_file_name_in_one_piece(line: Line) -> None:
    long = "Regional Championships of the Collectors of the Northern Provinces 2026"
    folder = line.folder.parent / "championships-2026-northern"
    line.run("open", folder, "--name", long, "--start", "2026-03-07")
    said = line.run("shelf tournaments", line.folder.parent).out.splitlines()
    assert said[1].startswith(f"{folder.name}: ")
    assert " ".join(" ".join(each[:33] for each in said[1:]).split()) == f"{folder.name}: {long}"
    assert max(map(len, said)) <= 80


def test_a_folder_that_is_not_there_has_no_tournaments_to_list(here: Path) -> None:
    said = roundbook("shelf tournaments", "nowhere", "--json")
    assert (said.code, [*said.data]) == (5, ["cannot_read"])
