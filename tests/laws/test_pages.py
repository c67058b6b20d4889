"""What holds of the pages of every tournament: none breaks, nobody is missing, points add up."""

import html
import re

import pytest
from hypothesis import given, settings

from roundbook.cli.web.public import players, screen
from roundbook.cli.web.server.page_routes import PageRequest
from roundbook.ledger.people.book import Book
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets.released import load
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division
from roundbook.projections.explain import place
from roundbook.projections.explain.place import explain_place
from roundbook.projections.reports.event_page import champions
from roundbook.projections.reports.lists import asked_for, latest
from roundbook.projections.reports.place_page import place_reasons
from roundbook.projections.reports.player_page import Now, person
from roundbook.projections.reports.public_view import Sight
from roundbook.projections.reports.seating import seats, table
from roundbook.projections.reports.standings_page import places
from roundbook.projections.standings.standings import standings
from tests.scripts import happened
from tests.strategies import tournaments


def sight_of(entries: list[Entry]) -> Sight:
    """What everybody may see who knows nobody's name."""
    t = Tournament.replay(entries)
    assert t.opened is not None
    rules = load(t.opened.edition)
    return Sight(slug="cup", version="1", t=t, rules=rules, entries=entries, book=Book())


def asked(path: str, **words: str) -> PageRequest:
    return PageRequest(path=f"/t/cup{path}", language="en", words=words)


@settings(max_examples=settings().max_examples // 2)
@given(tournaments())
def test_every_page_of_every_tournament_can_be_made(entries: list[Entry]) -> None:
    """At the end, and before the last entry: a template that misses a value fails."""
    for known in (entries, entries[:-1] or entries):
        sight = sight_of(known)
        pages = [
            players.event(sight, asked("")),
            players.players(sight, asked("/players")),
            players.pairings(sight, asked("/pairings")),
            players.pairings(sight, asked("/pairings", by="table")),
            players.standings(sight, asked("/standings")),
            players.bracket(sight, asked("/bracket")),
            players.clock(sight, asked("/clock")),
            screen.screen(sight, asked("/screen")),
            screen.screen(sight, asked("/screen", show="standings")),
        ]
        everybody = [*sight.t.players]
        pages += [
            players.player(sight, asked(f"/players/{player}", player=player))
            for player in everybody
        ]
        pages += [
            players.why(sight, asked(f"/standings/{player}", player=player))
            for player in (*everybody[:1], *everybody[-1:])
        ]
        for page in pages:
            assert page.count("<main") == page.count("</main>") == 1
            assert "None" not in html.unescape(re.sub(r"<[^>]+>", " ", page))


@given(tournaments())
def test_everybody_who_is_seated_stands_once_in_the_lists(entries: list[Entry]) -> None:
    sight = sight_of(entries)
    for (pool, number), paired in sight.t.rounds.items():
        [board] = asked_for(sight, pool, number)
        assert sorted(one.player for one in board.names) == sorted(paired.players())
        tables = [one.line.match for one in board.tables if not one.line.playoff]
        assert tables == [match for match, _ in paired.matches()]
        byes = [bye.seat.player for bye, _ in board.byes]
        assert sorted(byes) == sorted(bye.player for bye in paired.byes)


@given(tournaments())
def test_the_rounds_of_a_player_add_up_to_the_match_points(entries: list[Entry]) -> None:
    """Whoever adds up their own page arrives at their place in the standings."""
    sight = sight_of(entries)
    known = sight.once(table)
    placed = {one.player: one for one in standings(sight.t, sight.rules)}
    for player, rounds in sight.once(seats).items():
        assert sum(sat.points or 0 for sat in rounds) == known[player].match_points
        assert known[player].match_points == placed[player].match_points


@given(tournaments())
def test_two_opponents_read_the_same_result_from_both_sides(entries: list[Entry]) -> None:
    sight = sight_of(entries)
    turned = {"win": "loss", "loss": "win"}
    for player, rounds in sight.once(seats).items():
        for sat in rounds:
            if sat.match and sat.opponent:
                theirs = sight.once(seats)[sat.opponent]
                [other] = [each for each in theirs if each.match == sat.match]
                assert other.opponent == player
                assert other.scored == turned.get(str(sat.scored), sat.scored)
                assert (other.won, other.lost) == (sat.lost, sat.won)
                assert other.is_first is not sat.is_first


@given(tournaments())
def test_whoever_is_in_an_open_match_is_sent_to_its_table(entries: list[Entry]) -> None:
    sight = sight_of(entries)
    waiting = {
        player: match
        for board in sight.once(latest)
        for match in board.round.open
        for player in sight.t.matches[match]
    }
    for player in sight.t.players:
        who = person(sight, player)
        if sight.t.closed is None and player in waiting:
            assert who.now is Now.SIT
            assert who.sat is not None
            assert who.sat.match == waiting[player]
        else:
            assert who.now is not Now.SIT


@pytest.mark.rule("A-44")
@pytest.mark.parametrize(
    ("before", "found"), [("", []), ("drop 2\ndrop 4", [("p1", None)])], ids=["others", "nobody"]
)
def test_a_cut_of_which_one_is_left_before_it_was_paired_has_its_champion(
    before: str, found: list[tuple[str, None]]
) -> None:
    """Unless others can move up: then the cut is made again."""
    told = happened(f"""
        crowd 4
        pods masters
        round 1 1>2 3>4
        {before}
        cut masters 1 3
        drop 3
    """)
    sight = sight_of([*told.entries])
    assert [(one.line.one.player, one.beat) for one in champions(sight)] == found
    assert players.event(sight, asked(""))


@given(tournaments())
def test_the_standings_on_the_page_are_the_standings(entries: list[Entry]) -> None:
    sight = sight_of(entries)
    shown = [line.one for block in sight.once(places).blocks for line in block.lines]
    placed = standings(sight.t, sight.rules)
    youngest_first = [one for age in Division for one in placed if one.division is age]
    assert shown == youngest_first


@given(tournaments())
def test_the_reasons_on_the_page_rest_on_the_standings_that_it_has(entries: list[Entry]) -> None:
    sight = sight_of(entries)
    sight.once(places)
    for player in [*sight.t.players][:4]:
        found = explain_place(sight.t, sight.rules, player)
        with pytest.MonkeyPatch.context() as patch:
            if not sight.t.is_elimination:
                patch.setattr(place, "shown", None)  # They are not calculated again.
            assert place_reasons(sight, player).found == found


@given(tournaments())
def test_what_a_cut_decided_is_told_with_two_values(entries: list[Entry]) -> None:
    """Also where another division plays a second day, and has a first day to go back to."""
    t = Tournament.replay(entries)
    assert t.opened is not None
    rules = load(t.opened.edition)
    for cut in t.cuts.values():
        for player in cut.seeds[-2:]:
            for step in explain_place(t, rules, player).steps:
                if step.decided_by in {"cut", "seed"}:
                    assert step.mine != step.theirs
                    assert "None" not in step.mine + step.theirs
