"""The Python door: docs/library.md is run, and each source is read alike."""

import re
from datetime import date
from itertools import pairwise
from pathlib import Path
from shutil import copytree

import pytest

import roundbook
from roundbook.ledger.record.entry import leaf_hash, to_line
from tests.cli.line import Line
from tests.cli.typed import IMPORTS, files, rewrite
from tests.foreign import reader
from tests.postgres import Server

ROOT = Path(__file__).resolve().parents[2]
SAVE = IMPORTS / "01_cup_two_pods_cut_final.tdf"
RUNNING = IMPORTS / "05_challenge_round1_in_progress_two_pods.tdf"


@pytest.mark.usefixtures("line")
def test_the_page_of_the_python_door_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "fixtures").mkdir()
    copytree(IMPORTS, tmp_path / "fixtures" / "imports")
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    blocks = re.findall(r"(?<!`overlay.py`:\n\n)```python\n(.*?)```", page, re.DOTALL)
    assert len(blocks) == page.count("```python\n") - 1  # Which test_api_page runs.
    exec("\n".join(blocks), {})  # noqa: S102 - it is what a reader would do.


def test_a_folder_an_archive_and_a_file_tell_the_same_tournament(
    line: Line, tmp_path: Path
) -> None:
    archive = tmp_path / "cup.zip"
    assert line.run("file import", SAVE, line.folder).code == 0
    assert line.run("archive", line.folder, "--out", archive).code == 0
    before = files(line.folder)
    read = [roundbook.open(source) for source in (SAVE, line.folder, str(archive))]
    assert read[0].standings() == read[1].standings() == read[2].standings()
    assert read[0].rounds() == read[1].rounds() == read[2].rounds()
    assert read[1].history() == read[2].history()
    assert [one.what for one in read[0].history()] == [one.what for one in read[1].history()]
    assert len({one.name("p1") for one in read}) == 1
    assert roundbook.verify(line.folder).entries == len(read[1].entries)
    assert not roundbook.verify(archive).damaged
    assert files(line.folder) == before


def test_the_file_for_tom_is_that_of_the_command(line: Line, tmp_path: Path) -> None:
    archive = tmp_path / "cup.zip"
    assert line.run("file import", RUNNING, line.folder).code == 0
    assert roundbook.open(line.folder).tdf() == RUNNING.read_bytes()
    before_it = len(roundbook.open(line.folder).entries)
    line("people amend", "p1", "--name", "Ana Lopez", "--reason", "misspelt")
    line.run("archive", line.folder, "--out", archive, "--unfinished", "a test", code=0)
    before = files(line.folder)
    for source in (line.folder, archive):
        told = roundbook.open(source)
        for words, found in (
            ((), told.tdf()),
            (("--set", "city=Bonn"), told.tdf(header={"city": "Bonn"})),
            (("--as-of", before_it), told.as_of(before_it).tdf()),
        ):
            out = tmp_path / "out.tdf"
            line.run("file export", "-C", source, out, "--force", *words, code=0)
            assert found == out.read_bytes(), words
    assert files(line.folder) == before
    with pytest.raises(roundbook.Misuse, match='"town" is not one of sanction, city, '):
        roundbook.open(archive).tdf(header={"town": "Bonn"})
    with pytest.raises(roundbook.Refused, match=f"{SAVE.name} is the file of another program"):
        roundbook.open(SAVE).tdf()


def test_what_tom_needs_is_refused_unless_placeholders_fill_it(line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee", played=1)
    told = roundbook.open(line.folder)
    with pytest.raises(roundbook.Refused):
        told.tdf()
    out = line.folder.parent / "out.tdf"
    line.run("file export", "-C", line.folder, out, "--placeholders", code=0)
    assert told.tdf(placeholders=True) == out.read_bytes()


def test_what_cannot_be_read_is_an_error_of_the_ledger(line: Line, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "odd.tdf").write_bytes(b"<tournament")
    for source in (tmp_path / "empty", tmp_path / "none.tdf", tmp_path / "odd.tdf"):
        for door in (roundbook.open, roundbook.verify):
            with pytest.raises(roundbook.Unreadable, match=source.name):
                door(source)
    line.begin("Ana", "Ben")
    book = line.folder / "ledger.jsonl"
    book.write_bytes(book.read_bytes().replace(b"Cup", b"Cap"))
    assert roundbook.verify(line.folder).damaged
    with pytest.raises(roundbook.Unreadable):
        roundbook.open(line.folder)


def test_a_save_is_read_as_the_entries_that_an_import_writes(line: Line) -> None:
    assert line.run("file import", SAVE, line.folder).code == 0
    told, written = (roundbook.open(source).entries for source in (SAVE, line.folder))
    for one, other in zip(told, written, strict=True):
        assert (one.seq, one.cmd, one.v) == (other.seq, other.cmd, other.v)
        assert (one.hand.id, bool(one.hand.commitment)) == (
            other.hand.id,
            bool(other.hand.commitment),
        )
        assert [type(event) for event in one.events] == [type(event) for event in other.events]
    for before, after in pairwise(told):
        assert after.prev == leaf_hash(to_line(before))


def test_a_file_of_another_program_is_not_called_signed() -> None:
    verdict = roundbook.verify(SAVE).verdict
    assert (verdict.level, verdict.unproved) == ("unsigned", ())
    assert verdict.sentence == "Not signed: the ledger was imported from a file and names no key."


def test_an_unpacked_archive_is_verified_as_on_the_command_line(line: Line, tmp_path: Path) -> None:
    line.start()
    line.run("archive", line.folder, "--unfinished", "a test", "--out", tmp_path / "cup.zip")
    line.run("file unpack", tmp_path / "cup.zip", tmp_path / "again")
    assert not roundbook.verify(tmp_path / "again").damaged
    table = tmp_path / "again" / "tables" / "standings.csv"
    table.write_bytes(table.read_bytes() + b"p9\r\n")
    assert roundbook.verify(tmp_path / "again").damaged


def test_results_without_a_date_are_read_with_the_day_that_is_given() -> None:
    file = ROOT / "fixtures" / "tournaments" / "10_eight_player_swiss3.json"
    for door in (roundbook.open, roundbook.verify):
        with pytest.raises(roundbook.Unreadable, match="does not give the date") as caught:
            door(file)
        assert caught.value.hint == "Give the first day: start=date(2026, 3, 7)."
    told = roundbook.open(file, start=date(2026, 3, 7))
    assert told.tournament.opened.start == date(2026, 3, 7)  # type: ignore[union-attr]
    assert roundbook.verify(file, start=date(2026, 3, 7)).entries == len(told.entries)


def test_hints_are_in_words_and_odd_names_are_errors_of_the_ledger(
    line: Line, tmp_path: Path
) -> None:
    line.begin("Ana", "Ben", played=1)
    rewrite(
        line.folder, lambda text: text.replace('"match":["masters",1,1]', '"match":["masters",9,1]')
    )
    (broken,) = roundbook.verify(line.folder).violations
    assert isinstance(broken.hint, str)
    (tmp_path / "torn").mkdir()
    (tmp_path / "torn" / "head").write_bytes(b"x")
    (tmp_path / "x.zip").write_bytes(b"PK")
    damaged = line.folder / "ledger.jsonl"
    damaged.write_bytes(damaged.read_bytes().replace(b"Cup", b"Cap"))
    for source in (tmp_path, tmp_path / "torn", tmp_path / "x.zip", line.folder, "a\0b"):
        with pytest.raises(roundbook.Unreadable) as caught:
            roundbook.open(source)
        assert isinstance(caught.value.hint, str | None)


def test_a_broken_names_file_does_not_stop_the_standings(line: Line) -> None:
    line.begin("Ana", "Ben")
    (line.folder / "people.json").write_bytes(b"{")
    told = roundbook.open(line.folder)
    assert {told.name(one.player) for one in told.standings()} == {"p1", "p2"}


@pytest.mark.database
def test_a_tournament_in_a_database_is_read_by_its_address(line: Line, postgres: Server) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    address = postgres.hall.replace("?", f"/{postgres.new_name()}?")
    assert line.run("file transfer", line.folder, address).code == 0
    there, here = roundbook.open(address), roundbook.open(line.folder)
    assert there.entries == here.entries
    assert (there.standings(), there.name("p1")) == (here.standings(), "Ana")
    assert roundbook.verify(address).entries == len(here.entries)
    assert not roundbook.verify(address).damaged
    nameless = address.replace("@", ":secret@")
    nameless = re.sub(r"/[^/?]+\?", "?", nameless)
    nobody = postgres.hall.replace("?", "/nobody?")
    for wrong, said in ((nameless, "does not name a tournament"), (nobody, "nobody")):
        for door in (roundbook.open, roundbook.verify):
            with pytest.raises(roundbook.Unreadable, match=said) as caught:
                door(wrong)
            assert "secret" not in str(caught.value)


def test_whatever_is_public_is_said_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    assert sorted(roundbook.__all__) == roundbook.__all__
    assert dir(roundbook) == roundbook.__all__
    assert all(getattr(roundbook, name) for name in dir(roundbook))


def test_a_ledger_is_read_as_it_was(line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee", played=2)
    now = roundbook.open(line.folder)
    before = now.as_of("before round 2")
    paired = len(before.entries) + 1
    assert [type(event).__name__ for event in now.entries[paired - 1].events] == ["RoundPaired"]
    assert now.as_of(paired - 1).entries == before.entries
    assert now.as_of(now.entries[-1].at).entries == now.entries
    assert before.standings() == now.standings(after=1)
    assert now.standings() == now.standings(after=2)
    with pytest.raises(roundbook.Refused, match="round 3 is not complete") as caught:
        now.standings(after=3)
    assert caught.value.hint == "`roundbook status` shows what is missing."
    with pytest.raises(roundbook.Refused, match="there is no entry 999"):
        now.as_of(999)
    with pytest.raises(roundbook.Misuse, match="'noon' is not a point in time"):
        now.as_of("noon")


def test_a_question_that_makes_no_sense_is_answered_with_a_sentence(line: Line) -> None:
    line.begin("Ana", "Ben", played=1)
    cup = roundbook.open(line.folder)
    for ask, kind, said in (
        (lambda: cup.explain("Zoe"), roundbook.Refused, "Zoe"),
        (lambda: cup.why("Ana"), roundbook.Misuse, "neither a match nor a round"),
        (lambda: cup.why("masters-9-9"), roundbook.Refused, "masters"),
        (cup.bracket, roundbook.Refused, "there is no bracket"),
        (lambda: cup.blame("p1", "luck"), roundbook.Misuse, '"luck" is not a possible value'),
        (cup.what_if, roundbook.Misuse, "give a result, a drop or a late tag"),
        (lambda: cup.what_if({"x": "2-0"}), roundbook.Misuse, "is not a match"),
        (lambda: cup.standings(after=1, live=True), roundbook.Misuse, "not both"),
        (lambda: cup.history("masters-9-9"), roundbook.Refused, "contains nothing about"),
    ):
        with pytest.raises(kind, match=said):
            ask()
    assert cup.explain("ana").player == "p1"
    assert [one.match for one in cup.history("masters-1-1") if one.match] != []


def test_a_ledger_that_grows_is_followed_until_its_end(line: Line) -> None:
    line.begin("Ana", "Ben")
    seen = len(roundbook.open(line.folder).entries)
    following = roundbook.open(line.folder).follow(after=seen)
    line("report", "1", "2-0")
    first = next(following)
    assert (first.seq, type(first.events[0]).__name__) == (seen + 1, "ResultReported")
    line("note", "meanwhile")
    assert next(following).seq == seen + 2
    line.close()
    assert [type(event).__name__ for one in following for event in one.events][-1] == (
        "TournamentClosed"
    )
    again = roundbook.open(line.folder).follow(after=first.seq)
    assert next(again).seq == first.seq + 1


def test_an_archive_is_followed_to_its_end(line: Line, tmp_path: Path) -> None:
    line.begin("Ana", "Ben", played=1)
    line.close()
    assert line.run("archive", line.folder, "--out", tmp_path / "cup.zip").code == 0
    sealed = roundbook.open(tmp_path / "cup.zip")
    assert [entry.seq for entry in sealed.follow()] == [*range(1, len(sealed.entries) + 1)]


def test_a_second_reader_reads_the_folder_that_python_wrote(line: Line) -> None:
    """It is written from docs/format.md alone; the head is checked too."""
    line.begin("Ana", "Ben", played=1)
    desk = roundbook.at(line.folder)
    desk.note("über alles: „so“")
    desk.fact("example.org/seats/1", "plan-2", data='{"tables": [7, 8]}')
    data, head = ((line.folder / name).read_bytes() for name in ("ledger.jsonl", "head"))
    assert len(reader.read(data, head)) == len(desk.ledger().entries)
    with pytest.raises(reader.DamagedError, match="the head names another last line"):
        reader.read(data[: data[:-1].rindex(b"\n") + 1], head)
