"""Tables as CSV, HTML, JSON and workbooks: nothing lost, nothing a formula, all remarks there."""

import csv
import io
import json
import zipfile
from fractions import Fraction
from html.parser import HTMLParser

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook

from roundbook.cli.session.errors import hint_of
from roundbook.ledger.errors import Refused
from roundbook.ledger.people.book import Book, BookEntry, Person
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets import released
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, PlayerId
from roundbook.projections.reports import workbook
from roundbook.projections.reports.api import resources as answers
from roundbook.projections.reports.cells import Row, csv_bytes, html_bytes
from roundbook.projections.reports.export_tables import matches, pairings, places, players
from roundbook.projections.reports.public_view import Sight
from roundbook.projections.reports.remarks import remarks
from roundbook.projections.standings.standings import standings
from tests.strategies import tournaments

RULES = released.load("play-2017")
BEGINNINGS = "=+-@\t\r\n\0\uff1d\uff0b\uff0d\uff20"
HOSTILE = st.one_of(
    st.sampled_from(
        ["=1+1", "+49", "-2", "@SUM(A1)", "\t=1", "\r=1", "\uff1d1", "<b>&amp;", '"', "a\nb",
         "1-2-3", "'=1", "', =1", "Ünïcødé 漢字",
         "x" * 100]
    ),
    st.text(st.characters(codec="utf-8"), max_size=20),
)  # fmt: skip
rows_of_text = st.lists(st.fixed_dictionaries({"name": HOSTILE, "note": HOSTILE}), min_size=1)


def read_csv(data: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))


@given(rows_of_text, st.lists(HOSTILE, max_size=3))
def test_no_cell_of_a_csv_begins_like_a_formula_and_none_is_shortened(
    rows: list[Row], said: list[str]
) -> None:
    data = csv_bytes(rows, said, marked=True)
    grid = read_csv(data)
    cells = [cell for row in grid for cell in row]
    assert not [cell for cell in cells if cell[:1] in set(BEGINNINGS)]
    for shown, row in zip(grid[1 : len(rows) + 1], rows, strict=True):
        for title, cell in zip(grid[0], shown, strict=True):
            assert cell in {row[title], f"'{row[title]}"}
    assert len(grid) == len(rows) + 1 + (len(said) + 1 if said else 0)


class Cells(HTMLParser):
    """The text of every cell and list item."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002 - the protocol.
        self.tags.append(tag)
        if tag in {"td", "li"}:
            self.found.append("")

    def handle_endtag(self, tag: str) -> None:
        if tag in {"td", "li"}:
            self.tags.append(f"/{tag}")

    def handle_data(self, data: str) -> None:
        if self.found and self.tags[-1] in {"td", "li"}:
            self.found[-1] += data


@given(
    st.lists(
        st.fixed_dictionaries({"name": st.text(st.characters(categories=("L", "N", "P", "S")))}),
        min_size=1,
    )
)
def test_a_page_shows_names_as_they_are_and_none_of_them_is_markup(rows: list[Row]) -> None:
    page = html_bytes("Cup <1>", rows, ["by <hand>"]).decode()
    seen = Cells()
    seen.feed(page)
    assert seen.found == [*(str(row["name"]) for row in rows), "by <hand>"]
    known = ["html", "meta", "meta", "title", "style", "h1", "div", "table", "thead", "tr", "th"]
    known.append("tbody")
    rest = [tag for tag in seen.tags if not tag.startswith("/")][len(known) :]
    assert seen.tags[: len(known)] == known
    assert set(rest) == {"tr", "td", "h2", "ul", "li"}


@given(rows_of_text)
def test_a_workbook_holds_text_as_text_and_never_a_formula(rows: list[Row]) -> None:
    book = load_workbook(io.BytesIO(workbook.bytes_of({"players": rows})))
    cells = [cell for line in book["players"].iter_rows(min_row=2) for cell in line]
    assert all(cell.data_type in {"s", "n"} for cell in cells)
    assert all(cell.data_type == "s" or cell.value is None for cell in cells)
    for cell in cells:
        if cell.value is not None and str(cell.value).startswith(("=", "+", "-", "@")):
            assert cell.quotePrefix


def test_a_workbook_has_exact_numbers_remarks_and_the_same_bytes_each_time() -> None:
    rows: list[Row] = [{"place": 1, "op_win": "2/3", "op_win_percent": "66.67", "late": True}]
    first = workbook.bytes_of({"standings": rows}, ["entry 3: by hand"])
    assert first == workbook.bytes_of({"standings": rows}, ["entry 3: by hand"])
    with zipfile.ZipFile(io.BytesIO(first)) as parts:
        sheet = parts.read("xl/worksheets/sheet1.xml")
        assert {part.date_time for part in parts.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    assert b"<v>66.67</v>" in sheet
    book = load_workbook(io.BytesIO(first))
    assert [[c.value for c in row] for row in book["standings"]] == [
        ["place", "op win percent", "late"],
        [1, 66.67, "yes"],
    ]
    assert [[c.value for c in row] for row in book["remarks"]] == [["remark"], ["entry 3: by hand"]]


def test_without_the_extra_a_workbook_is_refused_with_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "openpyxl", None)
    with pytest.raises(Refused, match="not installed") as refused:
        workbook.bytes_of({"players": [{"name": "Ana"}]})
    assert "roundbook[xlsx]" in (hint_of(refused.value) or "")


def book_of(t: Tournament) -> Book:
    return Book(
        players={
            player: BookEntry(
                person=Person(name=f"Ana {player}", id=f"47{player}", birth_year=1990),
                salt="A" * 43,
            )
            for player in t.players
        }
    )


@given(tournaments())
def test_tables_hold_every_player_every_match_and_every_bye_once(entries: list[Entry]) -> None:
    t = Tournament.replay(entries)
    book = book_of(t)
    placed = list(places(standings(t, RULES), book))
    assert sorted(str(row["player"]) for row in placed) == sorted(t.players)
    for row, one in zip(placed, standings(t, RULES), strict=True):
        assert Fraction(str(row["op_win"])) == one.op_win
        assert row["place"] == one.place
    played = list(matches(t, book))
    assert sum(row["second"] is not None for row in played) == len(t.matches)
    assert sum(row["second"] is None for row in played) == sum(
        len(paired.byes) for paired in t.rounds.values()
    )
    shown = list(pairings(t, RULES, book))
    assert {(row["pool"], row["round"]) for row in shown} <= {
        (pool, number) for pool, number in t.latest.items() if number
    }
    told = list(players(t, book, ids=True, years=False))
    assert [row["player"] for row in told] == list(t.players)
    assert all("birth_year" not in row for row in told)


@given(tournaments())
def test_the_same_tournament_has_the_same_json_and_it_says_of_what_it_is(
    entries: list[Entry],
) -> None:
    t = Tournament.replay(entries)

    def told() -> bytes:
        sight = Sight(
            slug="cup", version="1", t=t, rules=RULES, entries=entries, book=book_of(t), ids=True
        )
        return msgspec.json.encode(answers.tables(sight, ["standings"]))

    data = json.loads(told())
    assert told() == told()
    assert data["tournament"]["as_of"]["entry"] == entries[-1].seq
    lines = [line for block in data["standings"]["divisions"] for line in block["lines"]]
    # An archive begins with Masters, people with Juniors.
    rows = [*places(standings(t, RULES), book_of(t))]
    assert [line["player"] for line in lines] == [
        row["player"] for division in Division for row in rows if row["division"] == division
    ]
    assert data["remarks"] == list(remarks(entries))


def test_players_without_a_name_stand_there_by_number() -> None:
    t = Tournament()
    assert list(players(t, Book(), ids=True, years=True)) == []
    assert PlayerId("p1") not in Book().players
