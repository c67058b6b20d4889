"""How long an event still takes, from the clock of the latest round, where that is known."""

import re

import pytest

from roundbook.cli.web.public.players import event, player
from roundbook.cli.web.server.page_routes import PageRequest
from roundbook.ledger.people.book import Book
from roundbook.ledger.terms import Division
from roundbook.projections.reports.public_view import Sight
from roundbook.projections.reports.remaining_rounds import by_division, still_to_play
from roundbook.projections.rounds.published import as_put_up
from tests.scripts import play

FOUR = 'event {"event": "rounds-set", "rounds": 3}; register ana ben cho dee'


def sight_of(script: str) -> Sight:
    desk = play(script)
    return Sight(
        slug="cup",
        version="1",
        t=as_put_up(desk.tournament),
        rules=desk.rules,
        entries=desk.entries,
        book=Book(),
    )


def told(script: str) -> tuple[int, str]:
    """Return how many rounds are left, and the time of day when the last one may be over."""
    [(divisions, found)] = still_to_play(sight_of(script))
    assert divisions == ()
    assert (found.minutes, found.each) == (45, 60)
    return found.rounds, f"{found.over_at:%H:%M}" if found.over_at else ""


@pytest.mark.parametrize(
    ("then", "left"),
    [
        ("", (3, "")),
        ("pair 1 ana-ben cho-dee; post 1", (3, "")),
        ("pair 1 ana-ben cho-dee; at 10:33; start 1", (3, "13:35")),
        ("pair 1 ana-ben cho-dee; at 10:58; start 1", (3, "14:00")),
        ("at 10:30; round 1 ana>ben:2-0 cho>dee:2-0", (2, "13:35")),
        ("at 10:30; round 1 ana>ben:2-0 cho-dee; at 12:04; report 1-2 2-0", (2, "14:05")),
        (
            "at 10:30; round 1 ana>ben:2-0 cho>dee:2-0; at 12:01; pair 2 ana-cho ben-dee; post 2",
            (2, "14:05"),
        ),
    ],
)
def test_each_round_takes_the_match_time_and_what_is_between_rounds(
    then: str, left: tuple[int, str]
) -> None:
    """From the clock of the latest round, or from the latest entry if the round took longer."""
    assert told(f"{FOUR}; {then}") == left


def test_the_cut_that_was_announced_counts_and_nothing_ends_on_another_day() -> None:
    said = '"rounds": 3, "cut": {"Masters": 4}, "minutes": 45, "prizes": 0'
    begun = f'open; event {{"event": "announcement-made", {said}}}; register ana ben cho dee eve'
    started = "pair 1 ana-ben cho-dee eve; at {}; start 1"
    for at, over in (("10:33", "15:35"), ("18:50", "23:55"), ("18:59", "")):
        assert told(f"{begun}; {started.format(at)}") == (5, over)


def test_announced_breaks_that_are_still_to_come_are_counted() -> None:
    """A break is over once the round after it has started."""
    breaks = '"cut": {"Masters": 0}, "prizes": 0, "minutes": 45, "breaks_after": {"1": 40, "2": 10}'
    said = f'open; event {{"event": "announcement-made", "rounds": 3, {breaks}}}'
    four = f"{said}; register ana ben cho dee; at 10:30"
    first = f"{four}; round 1 ana>ben:2-0 cho>dee:2-0"
    assert told(f"{four}; round 1 ana-ben cho-dee") == (3, "14:25")
    assert told(first) == (2, "14:25")
    assert told(f"{first}; at 12:10; round 2 ana-cho ben-dee") == (2, "14:25")
    [(_, left)] = still_to_play(sight_of(f"{first}; at 12:10; round 2 ana-cho ben-dee"))
    assert left.breaks == 10, "none after the last round"
    page = event(sight_of(first), PageRequest(path="/t/cup", language="en", words={}))
    assert "with breaks of 50 minutes in all" in page
    assert "Break after round 1: 40 minutes." in page


def test_rounds_that_only_players_who_advance_play_are_told_apart() -> None:
    """Of three Swiss rounds and a top 4, a player who does not advance has three to play."""
    said = '"rounds": 3, "cut": {"Masters": 4}, "minutes": 45, "prizes": 0'
    begun = f'open; event {{"event": "announcement-made", {said}}}; register ana ben cho dee eve'
    [left] = by_division(sight_of(begun)).values()
    assert (left.rounds, left.ahead) == (5, 2)
    two = f'{{"event": "announcement-made", {said}, "day_two": {{"Masters": 3}}}}'
    days = f"open; event {two}; register ana ben cho dee"
    [left] = by_division(sight_of(days)).values()
    assert (left.rounds, left.ahead) == (8, 5)
    [left] = by_division(sight_of(FOUR)).values()
    assert (left.rounds, left.ahead) == (3, 0), "no cut was announced"


def test_nothing_is_said_where_the_plan_is_unknown_or_nothing_is_left() -> None:
    played = "at 10:30; round 1 ana>ben:2-0 cho>dee:2-0"
    assert still_to_play(sight_of("open; register ana ben cho dee")) == ()
    one = 'event {"event": "rounds-set", "rounds": 1}; register ana ben cho dee'
    assert still_to_play(sight_of(f"{one}; {played}")) == ()
    assert by_division(sight_of(f"{FOUR}; {played}"))[Division.MASTERS].rounds == 2
    said = '"rounds": 1, "cut": {"Masters": 0}, "minutes": 45, "prizes": 0'
    two = f'{{"event": "announcement-made", {said}, "day_two": {{"Masters": 3}}}}'
    days = f"open; event {two}; register ana ben cho dee"
    assert told(f"{days}; {played}") == (3, ""), "the rest is played on another day"


@pytest.mark.parametrize("page", ["event", "player"])
def test_the_page_of_the_event_and_that_of_a_player_say_when_it_may_be_over(page: str) -> None:
    sight = sight_of(f"{FOUR}; pair 1 ana-ben cho-dee; at 10:33; start 1")

    def read(language: str) -> str:
        asked = PageRequest(path="/t/cup", language=language, words={"player": "p1"})
        text = {"event": event, "player": player}[page](sight, asked)
        return " ".join(re.sub(r"<[^>]+>", "", text).split())

    assert "About 3 rounds of 45 minutes are left. The last one may be over at about 13:35, if" in (
        read("en")
    )
    assert "if each round takes 60 minutes from start to start." in read("en")
    assert "gegen 13:35" in read("de")
    over = sight_of(f"{FOUR}; at 10:30; round 1 ana>ben:2-0 cho>dee:2-0; drop ana")
    asked = PageRequest(path="/t/cup/players/p1", language="en", words={"player": "p1"})
    assert "rounds of 45 minutes" not in player(over, asked), "who has dropped goes home"
