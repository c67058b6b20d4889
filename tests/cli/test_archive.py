"""Sealing a tournament into one file, and unpacking it again."""

import csv
import gzip
import io
import json
import re
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from roundbook.cli.archive.contents import SCRIPTS, Recorded, page
from roundbook.cli.archive.contents import sealed as sealed_members
from roundbook.cli.commands.archive import command
from roundbook.ledger import archive_file as names
from roundbook.ledger.archive_file import unpacked
from roundbook.ledger.people.book import Book, BookEntry, Person
from roundbook.ledger.record.entry import to_line
from roundbook.ledger.rulesets import released
from roundbook.ledger.terms import PlayerId
from tests.cli.line import Line
from tests.cli.typed import IMPORTS, files, lay, roundbook
from tests.scripts import happened

PEOPLE = ("Ana Lopez", "=Ben Ode", "Cho <Min>", "Dee Fox")
SVG = "http://www.w3.org/2000/svg"
"""The name of a kind of picture; nothing is fetched from there."""


def sealed(line: Line, file: Path, *more: object) -> dict[str, bytes]:
    """Seal the tournament, verify the file, and return its members."""
    line.run("archive", line.folder, "--out", file, *more, code=0)
    assert line.run("verify", file).code == 0
    return unpacked(file.read_bytes())


def finished(line: Line, result: str = "1", announced: Sequence[str] = ()) -> None:
    if announced:
        line.enrol(*PEOPLE)
        line.announce(*announced)
        line.pair()
    else:
        line.begin(*PEOPLE)
    line.play(1, result)
    line.close()


@pytest.mark.rule("LED-7")
def test_a_closed_tournament_is_sealed_and_opened_again(line: Line, tmp_path: Path) -> None:
    finished(line)
    members = sealed(line, tmp_path / "cup.zip")
    again = tmp_path / "again"
    said = line.run("file unpack", tmp_path / "cup.zip", again, code=0)
    assert f"next: roundbook verify {again}" in said.out
    assert {name: data for name, data in files(again).items() if "lock" not in name} == members
    assert line.run("verify", again).code == 0
    for verb in ("standings", "pairings", "history"):
        assert line.run(verb, "-C", again).out == line.run(verb, "-C", line.folder).out
    kept = {path.name for path in line.folder.iterdir() if path.is_file()}
    assert kept - {*members} <= {".lock", ".people.lock", "attempts.jsonl", "sealed.json"}


def test_the_same_ledger_gives_the_same_bytes(line: Line, tmp_path: Path) -> None:
    finished(line)
    sealed(line, tmp_path / "one.zip")
    copy = tmp_path / "elsewhere" / "copy"
    shutil.copytree(line.folder, copy)
    said = line.run("archive", copy, "--out", tmp_path / "two.zip", "--json", code=0)
    assert said.data["bytes"] == len((tmp_path / "one.zip").read_bytes())
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    assert line.run("archive", copy, "--out", tmp_path / "two.zip").code == 0, "it is there already"


def test_a_packed_archive_is_the_same_one_with_a_gzip_around_it(
    line: Line, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    finished(line)
    sealed(line, tmp_path / "cup.zip")
    monkeypatch.chdir(tmp_path)
    said = line.run("archive", line.folder, "--packed")
    whole, packed = (Path(name).read_bytes() for name in ("cup.zip", "cup.zip.gz"))
    assert gzip.decompress(packed) == whole
    assert len(packed) < len(whole) / 3
    assert f", {len(packed):,} bytes, {len(whole):,} unpacked\n" in said.out
    check = "check it with `roundbook verify cup.zip.gz` or with a copy of verify.html\n"
    assert check in said.out
    names = "it contains personal details"
    assert names in said.out
    without = line.run("archive", line.folder, "--anonymous", "--out", "nameless.zip", code=0)
    assert names not in without.out
    told = line.run("archive", line.folder, "--packed", "--json").data
    assert (told["file"], told["bytes"]) == ("cup.zip.gz", len(packed))
    assert told["unpacked"] == len(whole)
    assert line.run("verify", "cup.zip.gz").out == line.run("verify", "cup.zip").out
    assert line.run("file unpack", "cup.zip.gz", "again").code == 0
    assert files(tmp_path / "again") == unpacked(whole)


def test_an_open_tournament_is_sealed_only_for_a_reason(line: Line, tmp_path: Path) -> None:
    line.begin(*PEOPLE)
    file = tmp_path / "cup.zip"
    said = line.run("archive", line.folder, "--out", file, code=3)
    assert "the tournament is not closed, so its places are not final." in said.err
    assert not file.exists()
    said = line.run("archive", line.folder, "--out", file, "--unfinished", "ana lopez asked")
    assert (said.code, "the reason contains the name of p1" in said.err) == (3, True)
    members = sealed(line, file, "--unfinished", "the office asked on Saturday")
    assert members[names.UNFINISHED] == b"the office asked on Saturday\n"
    assert (
        "was not closed when this archive was made: the office asked on Saturday"
        in members[names.README].decode()
    )
    said = line.run("verify", file)
    assert (
        "note: the archive was sealed before the tournament was closed: the office asked"
        in said.out
    )
    line.play(1)
    line.close()
    said = line.run("archive", line.folder, "--out", tmp_path / "b.zip", "--unfinished", "x")
    assert (said.code, "no reason is needed" in said.err) == (3, True)


@pytest.mark.rule("LED-9")
def test_an_anonymous_archive_holds_no_name_and_no_birth_year(line: Line, tmp_path: Path) -> None:
    finished(line)
    named = sealed(line, tmp_path / "named.zip")
    nobody = sealed(line, tmp_path / "nobody.zip", "--anonymous")
    salts = [known["salt"] for known in json.loads(named[names.PEOPLE])["players"].values()]
    words = ["Ana Lopez", "Ben Ode", "Cho <", "Cho &lt;", "Min>", "Dee Fox", "organiser\n", *salts]
    for name, data in nobody.items():
        assert not [word for word in words if word.encode() in data], name
    assert b"Ana Lopez" in named[names.PEOPLE]
    assert b"Ana Lopez" in named["tables/standings.csv"]
    assert not [name for name in names.TABLES if b"1990" in named[name]]


def test_attempts_sources_and_secrets_stay_out(line: Line, tmp_path: Path) -> None:
    line.begin(*PEOPLE)
    line.refused("report", "masters-9-9", "1")
    line.play(1)
    line.close()
    members = sealed(line, tmp_path / "cup.zip")
    assert line.attempts()
    assert {name for name in members if not name.startswith("tile/")} == {
        *names.ALWAYS,
        names.CHECKPOINT,
        names.KEYS,
        names.PEOPLE,
    }
    secret = json.loads((line.home / "signing-keys.json").read_text())["seeds"][0]
    assert all(secret.encode() not in data for data in members.values())


def test_no_cell_of_a_table_is_a_formula_a_date_or_markup(line: Line, tmp_path: Path) -> None:
    finished(line, "2-1")
    members = sealed(line, tmp_path / "cup.zip")
    for name in ("tables/standings.csv", "tables/rounds.csv"):
        rows = list(csv.reader(io.StringIO(members[name].decode(), newline="")))
        assert len({len(row) for row in rows}) == 1
        cells = [cell for row in rows[1:] for cell in row]
        assert not [cell for cell in cells if cell.startswith(tuple("=+-@\t\r"))]
        assert not [cell for cell in cells if cell[:1].isdigit() and ("/" in cell or "-" in cell)]
        assert "'=Ben Ode" in cells
    html = members["tables/standings.html"].decode()
    assert "Cho &lt;Min&gt;" in html
    assert "<script" not in html
    rows = json.loads(members["tables/rounds.json"])
    assert rows[0]["games"] == [2, 1, 0]


def test_the_head_is_signed_before_it_is_sealed_if_the_key_is_here(
    line: Line, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    finished(line)
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "elsewhere"))
    line("note", "written where the key is not")
    count = len(line.ledger())
    file = tmp_path / "one.zip"
    said = line.run("archive", line.folder, "--out", file)
    covers = f"the signed head covers only {count - 1} of {count} lines"
    assert f"note: {covers}: this machine does not have the key that signs this ledger." in said.err
    said = line.run("verify", file, code=1)
    assert f"closed, but only the first {count - 1} of {count} lines are" in said.out
    monkeypatch.setenv("ROUNDBOOK_HOME", str(line.home))
    said = line.run("archive", line.folder, "--out", tmp_path / "two.zip")
    assert f"signed through line {count}" in said.out
    (line.folder / "checkpoint").unlink()
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "elsewhere"))
    said = line.run("archive", line.folder, "--out", tmp_path / "three.zip")
    assert (said.code, "this machine does not have the key" in said.err) == (3, True)


def test_a_damaged_ledger_is_not_sealed(line: Line, tmp_path: Path) -> None:
    finished(line)
    path = line.folder / "ledger.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"first"', b'"tie"', 1))
    said = line.run("archive", line.folder, "--out", tmp_path / "cup.zip")
    assert (said.code, "this ledger cannot be archived: line " in said.err) == (5, True)
    assert not (tmp_path / "cup.zip").exists()


def test_what_is_there_already_is_not_written_over(line: Line, tmp_path: Path) -> None:
    finished(line)
    file = tmp_path / "cup.zip"
    file.write_text("mine")
    said = line.run("archive", line.folder, "--out", file)
    assert (said.code, "already exists, and is different" in said.err) == (3, True)
    assert file.read_text() == "mine"
    file.unlink()
    sealed(line, file)
    full = tmp_path / "full"
    full.mkdir()
    (full / "x").write_text("mine")
    said = line.run("file unpack", file, full)
    assert (said.code, "is not empty" in said.err) == (3, True)


def test_an_archive_without_a_name_is_written_beside_an_older_one(
    line: Line, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    finished(line)
    name = line.folder.name
    first, second = (tmp_path / f"{name}{ending}" for ending in (".zip", "-2.zip"))
    assert line.run("archive", line.folder).code == 0
    older = first.read_bytes()
    line("shelf reopen", "--reason", "a name was spelt wrongly")
    line("people amend", "p1", "--name", "Anna", "--reason", "her passport")
    line.close()
    said = line.run("archive", line.folder)
    assert (said.code, said.out.startswith(f"{name}-2.zip: ")) == (0, True)
    assert f"note: {name}.zip already exists, and is different; it was not changed." in said.err
    assert first.read_bytes() == older
    assert line.run("archive", line.folder, "--json").data["file"] == f"{name}-2.zip"
    assert sorted(tmp_path.glob("*.zip*")) == [second, first], "the same archive is not kept twice"
    line.run("archive", line.folder, "--packed")
    said = line.run("archive", line.folder, "--packed", "--anonymous")
    assert said.out.startswith(f"{name}-2.zip.gz: ")


def test_a_file_that_is_no_archive_is_named_in_one_sentence(line: Line, tmp_path: Path) -> None:
    file = tmp_path / "cup.zip"
    file.write_bytes(b"PK\5\6" + bytes(18))
    for words in (("verify", file), ("file unpack", file, tmp_path / "x")):
        said = line.run(*words, code=5)
        assert said.err.startswith(f"cannot read: {file} is not an archive from roundbook: ")
        assert not (tmp_path / "x").exists()
    finished(line)
    sealed(line, tmp_path / "good.zip")
    good = (tmp_path / "good.zip").read_bytes()
    file.write_bytes(good[:-1])
    cut = line.run("verify", file)
    assert cut.err.startswith(f"damaged: {file}: its end is missing")
    at = good.index(b"ledger.jsonl{") + 99
    file.write_bytes(good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :])
    said = line.run("verify", file)
    assert (said.code, said.err.partition("\n")[0]) == (
        5,
        f"damaged: {file}: ledger.jsonl is damaged: its checksum does not match.",
    )


def test_an_imported_tournament_is_sealed_though_nobody_signed_it(
    line: Line, tmp_path: Path
) -> None:
    assert not line.home.exists()
    folder = lay(IMPORTS / "01_cup_two_pods_cut_final.tdf", tmp_path / "cup")
    file = tmp_path / "cup.zip"
    closed = ["--unfinished", "a file"] if b"tournament-closed" not in ledger(folder) else []
    said = roundbook("archive", folder, "--out", file, *closed, code=0)
    assert "note: this ledger is not signed: it does not name a key." in said.err
    said = roundbook("verify", file, code=0)
    entries = ledger(folder).count(b"\n")
    assert f"Not signed, and not checked here: {entries} imported entries. The" in said.out
    assert not [name for name in unpacked(file.read_bytes()) if name.startswith("sources")]


def ledger(folder: Path) -> bytes:
    return (folder / "ledger.jsonl").read_bytes()


def test_the_rules_that_an_organiser_brought_travel_with_it(line: Line, tmp_path: Path) -> None:
    text = released.text("play-2017").replace(b'edition = "play-2017"', b'edition = "ours"', 1)
    (tmp_path / "ours.toml").write_bytes(text)
    line.start("--edition-file", tmp_path / "ours.toml")
    line.register(*PEOPLE)
    for verb in ("announce", "pair", "start"):
        line(verb)
    line.play(1)
    line.close()
    members = sealed(line, tmp_path / "cup.zip")
    assert members[names.EDITION] == text


@pytest.mark.rule("LED-9")
def test_the_letter_says_whose_names_the_archive_contains(line: Line, tmp_path: Path) -> None:
    def told(file: str, *words: str) -> str:
        letter = sealed(line, tmp_path / file, *words)[names.README].decode()
        return " ".join(letter.split()).partition("SHA-256 of every file ")[2]

    finished(line)
    assert told("b.zip").startswith(
        "people.json contains names of players and staff, what was recorded of players' birth dates"
    )
    for player in ("p1", "p2", "p3", "p4"):
        line("people erase", player, "--reason", "they asked", "--yes")
    assert told("c.zip").startswith("people.json contains only names of staff, and the data")
    nobody = told("d.zip", "--anonymous")
    assert nobody.startswith("people.json is left out or empty: players and staff appear by")
    assert "announcements, reasons, notes, and the names of teams and desks." in nobody


@pytest.mark.rule("LED-9")
def test_an_anonymous_archive_says_what_staff_wrote_and_where(line: Line, tmp_path: Path) -> None:
    finished(
        line,
        announced=("--staff", "Judge Jane Doe", "--prizes", "1", "--prize", "1=cup of the Millers"),
    )
    file = tmp_path / "nobody.zip"
    said = line.run("archive", line.folder, "--anonymous", "--out", file, code=0)
    assert unpacked(file.read_bytes())[names.LEDGER].count(b"Jane Doe") == 1
    # Closing so early took an override, whose reason is a text too.
    at = [one["seq"] for one in line.ledger() if re.search('"(staff|reason)"', json.dumps(one))]
    note = f"Texts that staff wrote stay unchanged, in entries {at[0]} and {at[1]}: check them for "
    assert f"note: {note}names with `roundbook history`." in said.err
    told = line.run("archive", line.folder, "--anonymous", "--json", "--out", file, code=0)
    assert [note in one for one in told.data["remarks"]] == [True]
    named = line.run("archive", line.folder, "--out", tmp_path / "named.zip", code=0)
    assert "stay unchanged" not in named.err


def test_the_letter_names_what_can_be_compared(line: Line, tmp_path: Path) -> None:
    finished(line)
    letter = sealed(line, tmp_path / "cup.zip")[names.README].decode()
    key = line("proof key").out.splitlines()[0].removeprefix("log ")
    root = line.run("proof head", "-C", line.folder, "--json").data["root"]
    for word in (
        key,
        root,
        "roundbook archive 3",
        "play-2017",
        "The tournament is closed; its places",
    ):
        assert word in letter
    assert max(map(len, letter.splitlines())) <= 200


def test_the_form_of_an_archive_is_a_promise(golden: Callable[[str, str], None]) -> None:
    """What follows from a record has the same bytes in every version; see docs/format.md."""
    entries = happened("""
        open; crowd 5; round 1 1>2:2-1 3=4 bye:5; round 2 1>3 5<4 awarded:2
        drop 2; cut masters 1 4; masters-cut: round 3 1<4; close
    """).entries
    known = BookEntry(person=Person(name="@Zoë, or =1+1"), salt="A" * 43)
    book = Book(players={PlayerId("p1"): known})
    what = Recorded(lines=tuple(map(to_line, entries)), edition=released.text("play-2017"))
    made = sealed_members(what, entries, released.load("play-2017"), book)
    kept = {name: data for name, data in made.items() if name not in {names.README, names.PAGE}}
    golden("fixtures/archives/SHA256SUMS", names.sums(kept).decode())
    for name in names.TABLES:
        golden(f"fixtures/archives/{name}", made[name].decode())


def test_the_page_allows_nothing_but_its_own_script_and_style() -> None:
    text = page().decode()
    assert text.count("<script>") == text.count("</script>") == 1
    assert "default-src 'none'; script-src 'sha256-" in text
    for word in ("http:", "https:", "src=", "href=", "onclick", "onload", "eval(", "fetch(",
                 "XMLHttpRequest", "innerHTML", "import(", "localStorage"):  # fmt: skip
        assert word not in text.replace("-src=", "").replace(SVG, ""), word
    assert len(SCRIPTS) == len({*SCRIPTS})


def test_the_command_says_where_it_writes() -> None:
    assert command.help is not None
    assert "without a network" in command.help


@pytest.mark.rule("A-49", "TOP-3.3.5d")
def test_the_letter_names_what_people_decided_and_not_a_draw(line: Line, tmp_path: Path) -> None:
    line.enrol(*PEOPLE)
    line("announce", "--rounds", 2)
    for number in (1, 2):
        line.pair()
        line.play(number)
    line("close")
    assert (
        "reopenings and older copies, each with its reason:\n  nothing\n"
        in sealed(line, tmp_path / "one.zip")["README.txt"].decode()
    )
    line("shelf reopen", "--reason", "one slip was found late")
    late = ("--override", "announcement-late", "--because", "one more was wanted")
    line("announce", "--rounds", 3, *late)
    (one, two), (three, four) = line.paired(1)["pairings"]
    met = {frozenset(pair) for pair in line.paired(2)["pairings"]}
    left = f"{one}-{four} {two}-{three}" if {one, three} in met else f"{one}-{three} {two}-{four}"
    line.pair("--by-hand", left, "--reason", "the printer broke")
    line.refused("close", rule="round-unfinished")
    line.close()
    letter = sealed(line, tmp_path / "two.zip")["README.txt"].decode()
    assert ": the tournament was reopened: one slip was found late\n" in letter
    assert letter.count(": the organiser overrode round-unfinished: the hall is needed\n") == 1
    assert ": round 3 of masters was paired by hand: the printer broke\n" in letter


@pytest.mark.rule("LED-9")
def test_names_that_do_not_match_the_ledger_are_not_sealed(line: Line, tmp_path: Path) -> None:
    """An altered birth year used to go into the archive without a word."""
    finished(line)
    book = line.folder / "people.json"
    text = book.read_text("utf-8")
    book.write_text(text.replace("Ana Lopez", "Ana Lopes"), "utf-8")
    said = line.run("archive", line.folder, "--out", tmp_path / "cup.zip", code=3)
    assert "what people.json says about p1 does not match the ledger" in said.err
    assert not (tmp_path / "cup.zip").exists()
    assert sealed(line, tmp_path / "nobody.zip", "--anonymous")
    book.write_text(text, "utf-8")
    assert sealed(line, tmp_path / "cup.zip")
