"""The wall: every name is on one page of one screen, in order, and no page is too full."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundbook.ledger.people.book import Book
from roundbook.projections.reports.event_page import about, faces
from roundbook.projections.reports.lists import latest
from roundbook.projections.reports.public_view import Sight
from roundbook.projections.reports.screen import (
    A_PAGE,
    ROWS,
    Part,
    evenly,
    of_part,
    pages,
    part,
    shape,
)
from tests.scripts import happened


@given(size=st.integers(0, 300), of=st.integers(1, 9))
def test_every_item_is_on_one_screen_in_order_and_shares_are_even(size: int, of: int) -> None:
    shares = [of_part(range(size), Part(number, of)) for number in range(1, of + 1)]
    assert [one for share in shares for one in share] == [*range(size)]
    assert all(abs(len(share) - Fraction(size, of)) < 1 for share in shares)


@given(size=st.integers(0, 1200))
def test_a_page_is_never_too_full_and_there_are_no_more_than_needed(size: int) -> None:
    cut = evenly(range(size))
    assert [one for page in cut for one in page] == [*range(size)]
    assert all(0 < len(page) <= A_PAGE for page in cut)
    assert len(cut) - 1 < Fraction(size, A_PAGE) <= len(cut) or not cut


@given(size=st.integers(1, A_PAGE))
def test_the_columns_of_a_page_are_about_equally_full(size: int) -> None:
    columns, _, rows = shape(size).removeprefix("c").partition(" r")
    if not rows:
        assert (columns, size <= ROWS) == ("1", True)
        return
    last = size - int(rows) * (int(columns) - 1)
    assert 7 <= int(rows) <= ROWS, "the style sheet has no other rows"
    assert 0 <= int(rows) - last < int(columns)


@pytest.mark.parametrize(("players", "screens"), [(200, 1), (1000, 3)])
def test_a_hall_is_shown_within_half_a_minute(players: int, screens: int) -> None:
    """A page needs four seconds at least (screen.js)."""
    for number in range(1, screens + 1):
        assert 4 * len(evenly(of_part(range(players), Part(number, screens)))) <= 30


@pytest.mark.parametrize("text", ["", "2", "0/3", "4/3", "1/0", "a/b", "-1/3", "1/²", "1/3/3"])
def test_what_is_no_part_is_none(text: str) -> None:
    assert part(text) is None


def test_a_part_is_read() -> None:
    assert part("2/3") == Part(2, 3)


def sight_of(script: str) -> Sight:
    """What everybody may see who knows nobody's name."""
    desk = happened(script)
    return Sight(
        slug="cup",
        version="1",
        t=desk.tournament,
        rules=desk.rules,
        entries=desk.entries,
        book=Book(),
    )


def test_every_name_of_a_round_is_on_one_page_with_its_letter() -> None:
    pairs = " ".join(f"{n}-{n + 1}" for n in range(1, 60, 2))
    sight = sight_of(f"crowd 60; round 1 {pairs}")
    found = pages(sight.once(latest))
    lines = [line for page in found for line in page.lines]
    assert [len(page.lines) for page in found] == [30, 30]
    assert len({line.one.player for line in lines}) == 60
    assert [line.one.name for line in lines][:3] == ["p1", "p2", "p3"]
    for page in found:
        marked = [at for at, line in enumerate(page.lines) if line.letter]
        assert marked == [0, 10, 20], "each of the three columns begins with its letter"
        assert page.letters == "P"
    assert {line.division for line in lines} == {None}


def test_what_runs_alike_is_one_clock() -> None:
    """Of three divisions in the same round, one that is complete is told apart."""
    script = """
        register 1 2; senior 3 4; junior 5 6
        round 1 1-2; senior: round 1 3-4; junior: round 1 5-6
    """
    [alike] = faces(sight_of(script).once(about).parts)
    assert alike.is_alike
    assert len(alike.parts) == alike.tables == alike.out == 3
    apart = faces(sight_of(f"{script}; report 1-1 2-0").once(about).parts)
    assert sorted((len(one.parts), one.out) for one in apart) == [(1, 0), (2, 2)]


def test_a_line_shows_the_division_of_the_opponent_where_several_play() -> None:
    """It stands after the opponent's name, not under the player's own; a bye has none."""
    sight = sight_of("register 1 2 5; junior 3 4; junior-masters: round 1 1-3 4-2 5")
    t = sight.t
    boards = sight.once(latest)
    lines = {line.one.player: line for page in pages(boards) for line in page.lines}
    for first, second in t.matches.values():
        assert lines[first].division == t.players[second].division
        assert lines[second].division == t.players[first].division
    [alone] = lines.keys() - {player for pair in t.matches.values() for player in pair}
    assert lines[alone].division is None
