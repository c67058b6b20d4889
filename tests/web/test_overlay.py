"""The pages for a stream, the bracket on phones and screens, and what the list of events says."""

import re
from datetime import date, timedelta

import pytest
from msgspec.structs import replace

import roundbook
from roundbook.cli.session.venue import now
from roundbook.ledger.phrases import phrase
from roundbook.projections.reports.event_page import ListedTournament, RoundNow
from roundbook.projections.reports.icalendar import bytes_of
from roundbook.projections.rounds.rounds import State
from tests.cli.line import Line
from tests.cli.swiss import finish, play
from tests.transcripts import Clock
from tests.web.by_pages import plain
from tests.web.visitor import Visitor


@pytest.fixture
def cup(line: Line) -> Line:
    """Return a cup whose final and 3rd-place match are being played."""
    line.start("--style", "single-elimination", Masters=4)
    line("announce", "--third-place", "--time", 50)
    line("round seed")
    play(line)
    finish(line)
    line("round third-place")
    line.pair()
    return line


def text(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_a_stream_has_a_page_for_a_table_the_clock_the_standings_and_the_bracket(
    visitor: Visitor, cup: Line
) -> None:
    overlay = "/t/cup/overlay"
    shows = re.findall(r'href="/t/cup/overlay\?show=([a-z]+)', visitor.get(overlay).text)
    assert shows == ["table", "table", "standings", "clock", "bracket"]
    for show in shows[1:]:
        page = visitor.get(f"{overlay}?show={show}").text
        assert 'class="tv overlay"' in page
        assert 'data-live="/t/cup/live"' in page, "it renews itself"
        assert "<header" not in page
        assert "<footer" not in page
    [final, third] = [
        plain(visitor.get(f"{overlay}?show=table&table={table}").text) for table in (1, 2)
    ]
    assert "third place" in third
    assert "final" in final
    assert "Time is called at" in final
    cup("report", "1", "2-1")
    assert "2–1" in plain(visitor.get(f"{overlay}?show=table&table=1").text)
    assert "third place" in plain(visitor.get(f"{overlay}?show=table").text), "what is still played"
    nothing = plain(visitor.get(f"{overlay}?show=table&table=99").text)
    assert nothing == "Cup", "a table that is not there leaves the picture free"
    for wrong in ("show=names", "show=table&table=x", "show=clock&look=red"):
        assert visitor.get(f"{overlay}?{wrong}").status_code == 404


def test_an_overlay_shows_no_round_before_it_is_posted(visitor: Visitor, line: Line) -> None:
    line.start(Masters=4)
    line.announce("--rounds", 2)
    line("pair")
    assert "Masters 1" not in visitor.get("/t/cup/overlay?show=table").text


def test_the_tree_has_the_third_place_match_and_a_phone_the_bracket_at_the_thumb(
    visitor: Visitor, cup: Line
) -> None:
    page = visitor.get("/t/cup/bracket").text
    picture = page[page.index("<svg role") : page.index("</svg>", page.index("<svg role"))]
    assert "Third place" in picture
    assert picture.count("<rect") == 4
    height = int(re.findall(r'viewBox="-1 0 \d+ (\d+)"', picture)[0])
    boxes = {(int(x), int(y)) for x, y in re.findall(r'<rect x="(\d+)" y="(\d+)"', picture)}
    assert len(boxes) == 4
    assert max(y for _, y in boxes) + 52 <= height
    thumb = page[page.index('class="thumb"') : page.index("</nav>", page.index('class="thumb"'))]
    shown = re.findall(r'<li><a href="/t/cup(/?[a-z]*)"', thumb)
    assert shown == ["", "/pairings", "/standings", "/bracket"]
    assert re.search(r'href="/t/cup/bracket" aria-current="page"', thumb)


def test_the_last_screen_shows_who_won_and_the_last_four(visitor: Visitor, cup: Line) -> None:
    cup("report", "1", "2-1")
    page = visitor.get("/t/cup/screen").text
    assert "Masters champion" not in page, "the 3rd-place match is still being played"
    cup("report", "2", "2-0")
    slide = visitor.get("/t/cup/screen").text
    slide = slide[slide.index('class="slide winners"') :]
    places = re.findall(r'<li value="(\d)">', slide[: slide.index("</ol>")])
    assert places == ["2", "3", "4"]
    said = text(slide)
    assert "hampion" in said
    assert re.search(r"[Ww]on the final against Masters \d\.? 2–1", said)


def test_what_is_played_today_stands_on_the_list_with_its_clock(
    visitor: Visitor, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("roundbook.cli.session.clock.datetime", Clock(now()))
    other = Line(line.home, line.folder.parent / "other")
    for one, days in ((line, 0), (other, 1)):
        day = now().date() - timedelta(days)
        one.run("open", one.folder, "--name", f"Cup {days}", "--start", day, code=0)
        one.crowd(Masters=4)
        one.announce("--rounds", 2, "--time", 50)
        one.pair()
    page = visitor.get("/").text
    today = text(page[: page.index("Earlier")] if "Earlier" in page else page)
    assert "Cup 0" in today
    assert "Cup 1" in today, "yesterday's is not over yet"
    assert today.count("Round 1 of 2") == 2
    assert page.count("data-clock") == 2
    other.close()
    page = visitor.get("/").text
    assert "Cup 1" in page[page.index("Earlier") :]
    assert page.count("data-clock") == 1


def test_only_an_unfinished_event_of_yesterday_is_still_todays() -> None:
    today = date(2026, 3, 7)
    round_now = RoundNow(pools=(), number=1, of=3, called=phrase("round 1"), state=State.STARTED)
    known = ListedTournament(slug="cup", name="Cup", start=today - timedelta(1), now=(round_now,))
    assert known.when(today) == "today"
    assert replace(known, is_over=True).when(today) == "over"
    assert replace(known, now=()).when(today) == "over", "it never began"
    assert replace(known, start=today - timedelta(2)).when(today) == "over"
    assert replace(known, start=today + timedelta(1)).when(today) == "today", "it has begun early"
    assert replace(known, start=today + timedelta(1), now=()).when(today) == "coming"
    assert [known.is_near(today + timedelta(n)) for n in (-2, -1, 0, 1)] == [
        *(False, True, True, False),
    ]


def calendar(line: Line) -> str:
    """Return the schedule of the event, with its folded lines in one piece."""
    told = roundbook.open(line.folder)
    return bytes_of(told.entries, told.rules).decode().replace("\r\n ", "")


@pytest.mark.rule("TOP-2b")
def test_a_prize_is_named_by_place_and_everybody_reads_it(visitor: Visitor, line: Line) -> None:
    line.start(Masters=4)
    line("announce", "--prizes", 4, "--prize", "1=36 packs", "--prize", "2 - 4=12 packs")
    assert "Prize for places 2–4: 12 packs." in line("announce").out
    assert "Prize for place 1: 36 packs." in text(visitor.get("/t/cup").text)
    assert "Preis für Platz 1: 36 packs." in text(visitor.get("/t/cup?lang=de").text)
    assert "prize for places 2-4: 12 packs" in calendar(line)
    before = line.ledger()
    for wrong, why in (("36 packs", "not a prize for a place"), ("3-2=x", "not a prize")):
        said = line.at("announce", "--prize", wrong)
        assert said.code != 0
        assert why in said.err
    twice = line.at("announce", "--prize", "1-2=x", "--prize", "2=y")
    assert "place 2 has two prizes" in twice.err
    assert line.ledger() == before
    line("announce", "--breaks", "lunch after round 2")
    assert "breaks: lunch after round 2" in calendar(line)
    line("announce", "--prize", "none")
    assert "Prize for place" not in line("announce").out
