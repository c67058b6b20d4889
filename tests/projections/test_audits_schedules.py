"""The announced rounds beside the table, as the audit sees them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundbook.ledger.errors import Refused
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.event import ImportedFrom, Override
from roundbook.ledger.people.book import Book
from roundbook.ledger.terms import Division, PlayerId, Pool
from roundbook.projections.audits import AUDITS
from roundbook.projections.rules_in_force import rules_in_force
from tests.scripts import commitment, new_desk, opening, tell

# TOP §3.3.5, the single-day table of the card game: the largest field of each row, and its rounds.
ROWS = ((8, 3), (12, 4), (20, 5), (32, 5), (64, 6), (128, 7))


def rounds_of(players: int) -> int | None:
    """The rounds by the table; none for a field that it does not list."""
    return None if players < 8 else next(rounds for most, rounds in ROWS if players <= most)


@pytest.mark.rule("TOP-3.3.5d")
@given(players=st.integers(0, 40), rounds=st.integers(1, 9), overridden=st.booleans())
def test_the_table_or_one_less_is_lawful_and_anything_else_needs_a_reason(
    players: int, rounds: int, overridden: bool
) -> None:
    desk = new_desk(checks=rules_in_force(Book()))
    desk.post(opening(rounds_table="tcg-single-day"))
    for number in range(1, players + 1):
        player = PlayerId(f"p{number}")
        desk.post(
            ev.PlayerRegistered(
                player=player, division=Division.MASTERS, commitment=commitment(player)
            )
        )
    because = Override(rule="rounds-differ", reason="The hall closes.", official="organiser")
    event = ev.AnnouncementMade(rounds=rounds, minutes=45, override=because if overridden else None)
    table = rounds_of(players)
    if overridden or table is None or rounds in {table, table - 1}:
        desk.post(event)
        return
    with pytest.raises(Refused) as caught:
        desk.post(event)
    assert caught.value.violations[0].rule == "rounds-differ"


@pytest.mark.rule("TOP-3.3.5d")
def test_what_is_set_for_one_pool_is_compared_too_and_what_a_file_tells_is_not() -> None:
    desk = new_desk(checks=rules_in_force(Book()))
    desk.post(opening(rounds_table="tcg-single-day"))
    for number in range(1, 10):
        player = PlayerId(f"p{number}")
        desk.post(
            ev.PlayerRegistered(
                player=player, division=Division.MASTERS, commitment=commitment(player)
            )
        )
    masters = Pool("masters")
    desk.post(ev.PodsFormed(pods={masters: (Division.MASTERS,)}))
    with pytest.raises(Refused):
        desk.post(ev.RoundsSet(pool=masters, rounds=7))
    desk.post(ev.RoundsSet(pool=masters, rounds=3))
    tell(desk, ev.RoundsSet(pool=masters, rounds=7, told=ImportedFrom(sha256="f" * 64)))
    assert [*desk.checks.review(desk.entries, desk.rules)] == []


@pytest.mark.rule("A-16")
def test_the_rounds_of_flights_go_by_the_largest_of_them() -> None:
    desk = new_desk(checks=AUDITS)
    desk.post(opening(rounds_table="tcg-single-day"))
    players = [PlayerId(f"p{number}") for number in range(1, 65)]
    for player in players:
        desk.post(
            ev.PlayerRegistered(
                player=player, division=Division.MASTERS, commitment=commitment(player)
            )
        )
    desk.post(ev.PodsFormed(pods={Pool("masters"): (Division.MASTERS,)}))
    halves = {Pool("masters-a"): tuple(players[:32]), Pool("masters-b"): tuple(players[32:])}
    reason = "The hall has two rooms."
    desk.post(ev.FlightsAssigned(division=Division.MASTERS, flights=halves, reason=reason))
    with pytest.raises(Refused, match="has 5 rounds, or one fewer, not 6"):
        desk.post(ev.AnnouncementMade(rounds=6))
    desk.post(ev.AnnouncementMade(rounds=5))
