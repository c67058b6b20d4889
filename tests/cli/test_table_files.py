"""Tables and the schedule as files, the feed, and deck lists, as somebody types for them."""

import csv
import io
import json
import re
import subprocess
from pathlib import Path

import pytest
from openpyxl import load_workbook

from roundbook.ledger.importers.lists import pasted_decks as decks
from tests.cli.line import Line


def begin(line: Line) -> None:
    line.start()
    line("register", "=Ana Lopez", "--birth-year", 1987, "--id", 471100)
    line("register", "Ben van Ode", "--birth-year", 1979, "--display", "initial", "--id", 471101)
    line("announce")
    by_hand = ("--by-hand", "p1-p2", "--reason", "the printer ate the list")
    line.pair(*by_hand)


def export(line: Line, path: Path, *words: object) -> bytes:
    line.run("file export", "-C", line.folder, path, *words, code=0)
    return path.read_bytes()


def rows(data: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))


@pytest.mark.rule("A-49")
def test_a_round_by_hand_is_remarked_in_every_form_of_every_table(
    line: Line, tmp_path: Path
) -> None:
    begin(line)
    remark = "round 1 of masters was paired by hand: the printer ate the list"
    for table in ("standings", "pairings", "rounds"):
        assert remark in rows(export(line, tmp_path / f"{table}.csv"))[-1][1]
        assert remark in export(line, tmp_path / f"{table}.html").decode()
        assert remark in json.loads(export(line, tmp_path / f"{table}.json"))["remarks"][0]
        book = load_workbook(io.BytesIO(export(line, tmp_path / f"{table}.xlsx")))
        assert book.sheetnames == [table, "remarks"]
        assert any(remark in str(row[0].value) for row in book["remarks"].iter_rows())


@pytest.mark.rule("LED-9")
def test_public_tables_have_names_as_people_chose_and_no_ids_or_years(
    line: Line, tmp_path: Path
) -> None:
    begin(line)
    for ending in ("csv", "html", "json"):
        private = export(line, tmp_path / f"players.{ending}", "--private").decode("utf-8-sig")
        assert "Ben van Ode" in private
        assert "471101" in private
        assert "1979" in private
        plain = export(line, tmp_path / f"players2.{ending}").decode("utf-8-sig")
        assert "1979" not in plain
        public = export(line, tmp_path / f"players3.{ending}", "--public").decode("utf-8-sig")
        assert "Ben O." in public
        for hidden in ("van Ode", "471101", "1979"):
            assert hidden not in public
    said = line.run("file export", "-C", line.folder, tmp_path / "x.csv", "--public", "--private")
    assert "cannot be used together" in said.err


def test_a_name_that_begins_like_a_formula_is_none(line: Line, tmp_path: Path) -> None:
    begin(line)
    assert rows(export(line, tmp_path / "players.csv"))[1][1] == "'=Ana Lopez"
    book = load_workbook(io.BytesIO(export(line, tmp_path / "players.xlsx")))
    assert (book["players"]["B2"].value, book["players"]["B2"].data_type) == ("=Ana Lopez", "s")


HOSTILE = ("=SUM(A1)", "+49 Ana", "@Cho", "\uff1d1+1", '<b>B</b> & "q"', "Dee, Fox; Jr", "محمد علي")
HEADS = {
    "standings": "division,place,player,name,match points,wins,losses,ties,op win percent,"
    "op op win percent,decided by,seed,late,dropped,disqualified",
    "pairings": "pool,round,table,first,first name,first record,first points,second,second name,"
    "second record,second points,kind",
    "rounds": "pool,round,table,first,first name,second,second name,result,games,kind",
    "players": "player,name,id,division,flight,late,losses at start,left after,disqualified",
}


@pytest.mark.browser
def test_every_reader_finds_the_same_table_with_its_titles_in_english(
    line: Line, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A spreadsheet, a browser and a reader of CSV, whatever the language of the machine."""
    for name in ("LANG", "LC_ALL", "LANGUAGE"):
        monkeypatch.setenv(name, "de_DE.UTF-8")
    line.begin(*HOSTILE)
    line.play(1, "2-1")
    book = load_workbook(io.BytesIO(export(line, tmp_path / "all.xlsx")))
    from tests.web.chromium import chromium

    with chromium() as browser:
        page = browser.new_page()
        for table, heads in HEADS.items():
            found = rows(export(line, tmp_path / f"{table}.csv"))
            assert found[0] == heads.split(",")
            assert not any(cell[:1] in "=+@\uff1d" for row in found for cell in row if cell)
            plain = [[cell.removeprefix("'") for cell in row] for row in found]
            sheet = [
                ["" if cell.value is None else str(cell.value) for cell in row]
                for row in book[table].iter_rows(max_col=len(found[0]))
            ]
            assert [_alike(row) for row in sheet] == [_alike(row) for row in plain]
            assert all(cell.data_type != "f" for row in book[table].iter_rows() for cell in row)
            export(line, tmp_path / f"{table}.html")
            page.goto((tmp_path / f"{table}.html").as_uri())
            shown = page.locator("tr").evaluate_all(
                "rows => rows.map(row => [...row.cells].map(cell => cell.textContent))"
            )
            assert shown == plain
            assert page.evaluate("document.compatMode") == "CSS1Compat"
            assert page.locator("b, script, img, a").count() == 0


def _alike(row: list[str]) -> list[str]:
    """Cells as text, with figures as whatever reads them writes them: 25.00 and 25.0."""
    return [str(float(cell)) if re.fullmatch(r"\d+(\.\d+)?", cell) else cell for cell in row]


def test_what_was_exported_can_be_registered_again(line: Line, tmp_path: Path) -> None:
    line.start()
    line("register", "Ana Lopez", "--birth-year", 1987, "--id", 471100)
    line("register", "Ben Ode", "--birth-year", 2014)
    export(line, tmp_path / "players.csv", "--private")
    export(line, tmp_path / "players.xlsx", "--private")
    for form in ("csv", "xlsx"):
        said = line("register", tmp_path / f"players.{form}", "--skip-known").out
        assert said.startswith("Nobody was registered.\n2 players are registered now.\n")
        assert "Ana Lopez (p1) is already registered.\n" in said
        assert "Ben Ode (p2) is already registered.\n" in said


def test_a_file_of_somebody_else_is_not_written_over(line: Line, tmp_path: Path) -> None:
    begin(line)
    path = tmp_path / "standings.csv"
    path.write_text("mine")
    said = line.run("file export", "-C", line.folder, path)
    assert (said.code, path.read_text()) == (3, "mine")
    assert "--force" in said.err
    assert export(line, path, "--force") == export(line, path)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("cup.doc",), "give --format"),
        (("all.csv", "--table", "rounds", "--table", "players"), "choose it with --table"),
        (("-", "--format", "csv", "--json"), "give a file"),
    ],
)
def test_what_cannot_be_written_is_said(line: Line, words: tuple[str, ...], said: str) -> None:
    line.start()
    answer = line.run("file export", "-C", line.folder, *words, code=2)
    assert said in answer.err


def test_a_calendar_begins_when_it_is_said_and_at_the_time_of_the_venue(
    line: Line, tmp_path: Path
) -> None:
    line.enrol("Ana", "Ben", "Cho", "Dee")
    line("announce")
    without = export(line, tmp_path / "cup.ics")
    assert without.count(b"BEGIN:VEVENT") == 1
    data = export(line, tmp_path / "cup.ics", "--begins", "10:00", "--force")
    assert data.count(b"STATUS:TENTATIVE") == data.count(b"BEGIN:VEVENT") - 1 > 0
    assert b"DTSTART;VALUE=DATE:20260307" in data


def test_the_feed_goes_on_while_others_write(line: Line) -> None:
    begin(line)
    process = line.process("lab feed", "-C", line.folder, "--follow", "--from", 3)
    assert process.stdout
    try:
        first = json.loads(process.stdout.readline())
        assert (first["entry"], first["name"]) == (3, "Ben O.")
        while json.loads(process.stdout.readline())["event"] != "round-started":
            pass
        line("report", "masters-1-1", "2-1")
        result = json.loads(process.stdout.readline())
        assert (result["event"], result["result"]) == ("result-reported", "first")
    finally:
        process.terminate()
        process.communicate()
    once = line.process("lab feed", "-C", line.folder)
    out, err = once.communicate()
    assert (once.returncode, err) == (0, b"")
    assert len(out.splitlines()) > 5
    assert subprocess.PIPE


def test_a_deck_list_comes_out_in_the_forms_that_programs_read(line: Line, tmp_path: Path) -> None:
    line.start("--format", "unlimited")
    line("register", "Ana", "--birth-year", 1990)
    text = "Pokémon: 4\n4 Pikachu SVI 25\nTrainer: 1\n1 Nest Ball PR-SV 84\nEnergy: 55\n"
    path = tmp_path / "ana.txt"
    path.write_text(f"{text}55 Fire Energy SVE 2\n")
    line("deck", "register", "p1", path, "--format", "unlimited")
    whole = decks.read(path.read_bytes(), "ana.txt")
    for form in ("live", "online", "csv"):
        said = line.run("deck", "show", "-C", line.folder, "p1", "--form", form, code=0)
        again = decks.read(said.out.encode(), "again.txt")
        assert [
            (one.count, one.title, one.set, one.number, one.section) for one in again.lines
        ] == [(one.count, one.title, one.set, one.number, one.section) for one in whole.lines]
