"""The pages of the shelf: the same answers as at the terminal, for the organiser only."""

import csv
import io
import re
import threading
from hashlib import sha256
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from roundbook.cli.places.shelf import INDEX
from roundbook.cli.shelf.index import bring_up_to_date
from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.access.sessions import AccessStore
from roundbook.cli.web.staff import shelf as pages
from tests.cli.line import Line
from tests.cli.seasons import RULE, Season, invent
from tests.cli.typed import roundbook
from tests.web.visitor import Visitor


@pytest.fixture
def season(line: Line, visitor: Visitor) -> Season:
    """Three events, one of them a ledger, a rule and a later one, and the organiser."""
    shelf = line.folder.parent
    found = invent(shelf, 3, ledgers=1)
    (shelf / "league.toml").write_text(RULE, encoding="utf-8")
    later = RULE.replace("points = 25", "points = 5")
    (shelf / "later.toml").write_text(later, encoding="utf-8")
    visitor.come_in(AccessRole.ORGANISER)
    return found


def text_of(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


@pytest.mark.parametrize(
    ("path", "words", "shows"),
    [
        ("", (), "cup-0001"),
        ("/player?who={who}", ("player", "{who}"), "cup-0001"),
        ("/points?rule=league.toml", ("points", "{shelf}/league.toml"), "1"),
        ("/find?text=player", ("find", "player"), "Player 001"),
    ],
)
def test_a_page_answers_as_the_command_does(
    visitor: Visitor, line: Line, season: Season, path: str, words: tuple[str, ...], shows: str
) -> None:
    shelf = line.folder.parent
    filled = {"who": next(iter(season.places["cup-0001"])), "shelf": f"{shelf}"}
    address = f"/desk/shelf{path.format(**filled)}"
    typed = ("shelf", *(word.format(**filled) for word in words), "-C", shelf)
    mark = "&" if "?" in path else "?"
    shown = visitor.get(address)
    assert shown.status_code == 200
    said = roundbook(*typed, "--json", code=0).data
    told = visitor.get(f"{address}{mark}as=json").json()
    assert {**told, "read": 0} == {**said, "read": 0}
    table = visitor.get(f"{address}{mark}as=csv").content.decode("utf-8-sig")
    assert table.replace("\r\n", "\n") == roundbook(*typed, "--csv", code=0).out.replace(
        "\r\n", "\n"
    )
    [_, *rows] = csv.reader(io.StringIO(table))
    assert rows
    assert shows in rows[0]
    assert shows in text_of(shown.text)


def test_the_page_of_points_explains_a_total_and_why_a_place_has_moved(
    visitor: Visitor, season: Season
) -> None:
    winner = next(who for who, place in season.places["open-0003.json"].items() if place == 1)
    points = "/desk/shelf/points?rule=later.toml"
    said = text_of(visitor.get(f"{points}&explain={winner}").text)
    assert "Why this total" in said
    assert "place 1 of 6, 5 points (opens)" in said
    said = text_of(visitor.get(f"{points}&before=league.toml&explain={winner}").text)
    assert "Whose place has changed" in said
    assert "25 points (opens) before, 5 points (opens) now" in said
    assert "No place has changed." in visitor.get(f"{points}&before=later.toml").text
    nobody = visitor.get(f"{points}&explain=nobody").text
    assert "There is no player nobody in the table." in nobody


@pytest.mark.rule("TOP-4f")
def test_the_page_of_all_events_shows_what_is_due(
    visitor: Visitor, line: Line, season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = line.folder.parent / "cup-0001"
    roundbook("people requests", "record", "--from", "the office", "-C", folder, code=0)
    page = visitor.get("/desk/shelf").text
    shown = text_of(page)
    assert "the office asked for the results of cup-0001" in shown
    answer = re.search(r'href="([^"]*)">Answer it</a>', page)
    erase = re.search(r'href="([^"]*cup-0001[^"]*)">Erase a person[^<]*</a>', page)
    assert answer
    assert erase, "it ended in February 2026"
    assert 'value="1"' in visitor.get(answer[1]).text
    assert re.search(r'name="everybody"[^>]* checked', visitor.get(erase[1]).text)
    # Every name is that of the event's own public page.
    assert "All events" in visitor.get("/desk").text


def test_players_and_events_are_found_from_the_page_of_all_events(
    visitor: Visitor, line: Line, season: Season
) -> None:
    page = visitor.get("/desk/shelf").text
    ways = page[page.index('aria-label="The shelf"') : page.index("</nav>")]
    assert "/desk/shelf/find" not in ways, "no page of a single field"
    assert 'action="/desk/shelf/find" role="search"' in page
    found = visitor.get("/desk/shelf/find?text=player").text
    assert '<a href="/desk/shelf" aria-current="true">' in found
    assert 'name="text" value="player"' in found


def test_a_question_that_has_no_answer_is_told_on_its_page(
    visitor: Visitor, line: Line, season: Season
) -> None:
    for path, said in (
        ("player?who=nobody", "there is no player nobody on this shelf"),
        ("player?who=player", "players are called player"),
        (
            "points?rule=../league.toml",
            "there is no season-points rule ../league.toml in the events folder",
        ),
        ("find?text=nowhere", "Nothing was found."),
    ):
        assert said in visitor.get(f"/desk/shelf/{path}").text
    (line.folder.parent / "broken.toml").write_text("rule =", encoding="utf-8")
    broken = visitor.get("/desk/shelf/points?rule=broken.toml")
    assert (broken.status_code, "broken.toml is not TOML" in broken.text) == (422, True)
    assert "<option selected>broken.toml</option>" in broken.text
    for path in ("player", "points", "find"):
        assert visitor.get(f"/desk/shelf/{path}").status_code == 200


def test_a_page_does_not_wait_for_the_index_and_says_how_far_it_is(
    visitor: Visitor, line: Line, season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits, go_on = {"for": 0.0}, threading.Event()
    whole = pages.ShelfReader.renewed

    def when_told(*given: Any, **more: Any) -> None:
        go_on.wait()
        bring_up_to_date(*given, **more)

    monkeypatch.setattr(pages, "bring_up_to_date", when_told)
    monkeypatch.setattr(pages.ShelfReader, "renewed", lambda self: whole(self, waits["for"]))
    first = visitor.get("/desk/shelf").text
    assert "This page shows those that are ready." in first
    waits["for"] = 60.0
    go_on.set()
    assert "that are ready" not in visitor.get("/desk/shelf").text
    assert len(visitor.get("/desk/shelf?as=json").json()["events"]) == 3
    assert (line.folder.parent / INDEX).exists()


def test_a_long_table_has_pages(
    visitor: Visitor, season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "A_PAGE", 2)
    first, second = (visitor.get(f"/desk/shelf?page={number}").text for number in (1, 2))
    assert "3 events, page 1 of 2" in text_of(first)
    assert (first.count("<tr>"), second.count("<tr>")) == (3, 2)


@pytest.mark.parametrize("seat", [AccessRole.HEAD_JUDGE, AccessRole.SCOREKEEPER, AccessRole.PLAYER])
def test_only_the_organiser_of_all_sees_the_shelf(
    visitor: Visitor, line: Line, tmp_path: Path, seat: AccessRole
) -> None:
    line.begin("Ana", "Ben")
    more = {"tournament": "cup", "player": "p1"} if seat is AccessRole.PLAYER else {}
    visitor.come_in(seat, **more)
    assert visitor.get("/desk/shelf").status_code == 403
    assert not (line.folder.parent / INDEX).exists()


@pytest.mark.rule("A-43")
def test_the_young_are_shown_as_their_event_shows_them(visitor: Visitor, line: Line) -> None:
    """By initial, since nobody chose otherwise for them; the Player ID is for the organiser."""
    line.start()
    for number, name in enumerate(("Mia Young", "Tom Small", "Eva Short", "Jon Little")):
        line("register", name, "--birth-year", 2017, "--id", f"8100{number}")
    line.first_round()
    for match in ("junior-1-1", "junior-1-2"):
        line("report", match, "1")
    line.close("--end", "2026-03-07")
    public = visitor.get("/t/cup/standings").text
    assert ("Mia Y." in public, "Mia Young" in public) == (True, False)
    visitor.come_in(AccessRole.ORGANISER)
    for path in ("/player?who=81000", "/player?who=81001", "/find?text=mia"):
        for form in ("", "&as=json", "&as=csv"):
            said = visitor.get(f"/desk/shelf{path}{form}").text
            assert "Young" not in said
    shown = visitor.get("/desk/shelf/player?who=81000").text
    assert ("Mia Y." in shown, "/t/cup" in shown) == (True, True)


@pytest.mark.rule("A-43")
def test_the_book_of_people_is_made_corrected_and_deleted_on_its_page(
    visitor: Visitor, line: Line, season: Season, access: AccessStore
) -> None:
    shelf, page = line.folder.parent, "/desk/shelf/people"
    bare = visitor.get(page).text
    assert 'id="until-hint">The book is used until that day; then delete it.' in bare
    assert "The same as" not in bare, "there is no book yet"
    key = access.doors.sessions[-1].form_key
    assert "Without a book of people, names stay with their events" in visitor.get(page).text
    who = next(iter(season.places["cup-0001"]))
    assert who in text_of(visitor.post(page, data={"key": key, "until": "2037-12-31"}).text)
    told = visitor.get(f"{page}?as=json").json()
    assert told == roundbook("shelf", "people", "-C", shelf, "--json", code=0).data
    assert told["until"] == "2037-12-31"
    assert {one["id"] for one in told["people"]} == {*season.places["cup-0001"]}
    assert who not in text_of(visitor.post(page, data={"key": key, "forget": who}).text)
    for data, said in (
        ({"until": "2001-01-01"}, "2001-01-01 has passed"),
        ({"until": "soon"}, "is not a date"),
        ({"forget": "123"}, "there is no Player ID 123"),
    ):
        shown = visitor.post(page, data={"key": key, **data})
        assert (shown.status_code, said in text_of(shown.text)) == (422, True), shown.text
    assert len(visitor.get(f"{page}?as=json").json()["people"]) == len(told["people"]) - 1
    assert "Without a book of people" in visitor.post(page, data={"key": key, "end": "yes"}).text
    assert roundbook("shelf", "people", "-C", shelf, "--json", code=0).data["until"] is None


@pytest.mark.rule("TOP-4f")
def test_events_are_handed_over_on_a_page_with_a_receipt_in_each(
    visitor: Visitor, line: Line, season: Season, access: AccessStore
) -> None:
    shelf, page = line.folder.parent, "/desk/shelf/hand-over"
    key = access.doors.sessions[-1].form_key
    assert "cup-0001" in text_of(visitor.get(page).text)
    asks = {"key": key, "source": "the office", "reference": "2026-117", "name": "season"}
    wrongs: tuple[tuple[dict[str, str], str], ...] = (
        ({}, "no event was chosen"),
        ({"give 1": "nowhere"}, "nowhere is not a ledger on this shelf"),
        ({"give 1": "cup-0001", "name": "../season"}, "cannot be the name of the file"),
    )
    for data, said in wrongs:
        shown = visitor.post(page, data={**asks, **data})
        assert (shown.status_code, said in text_of(shown.text)) == (422, True), shown.text
    before = (shelf / "cup-0001" / "ledger.jsonl").read_bytes()
    assert not (shelf / "season.zip").exists()
    done = visitor.post(page, data={**asks, "give 1": "cup-0001"})
    assert "request 1 answered in entry" in text_of(done.text)
    parcel = visitor.get(f"{page}?file=season.zip").content
    assert parcel == (shelf / "season.zip").read_bytes()
    assert sha256(parcel).hexdigest() in done.text
    assert (shelf / "cup-0001" / "ledger.jsonl").read_bytes().startswith(before)
    receipt = roundbook("people requests", "receipt", "1", "-C", shelf / "cup-0001", code=0).out
    assert ("the office" in receipt, sha256(parcel).hexdigest() in receipt) == (True, True)
    again = visitor.post(page, data={**asks, "give 1": "cup-0001"})
    assert "already a file season.zip" in again.text
    for name in ("league.toml", "../season.zip", "other.zip"):
        assert visitor.get(f"{page}?file={name}").status_code == 404


def test_a_page_of_the_shelf_that_is_empty_says_what_to_do(visitor: Visitor, line: Line) -> None:
    line.start()
    visitor.come_in(AccessRole.ORGANISER)
    page = visitor.get("/desk/shelf/points").text
    assert "There is no rule for season points yet." in text_of(page)
    [shown] = re.findall(r'aria-label="A small rule">(.*?)</pre>', page, re.DOTALL)
    (line.folder.parent / "league.toml").write_text(unescape(shown), encoding="utf-8")
    ruled = visitor.get("/desk/shelf/points?rule=league.toml")
    assert ruled.status_code == 200
    assert "No closed event counts under this rule yet." in text_of(ruled.text), (
        "it is a whole rule"
    )
    assert "the record against each opponent" in visitor.get("/desk/shelf/player").text
