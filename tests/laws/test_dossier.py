"""What a dossier says of then is what the ledger said then; of now, what it says now."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.phrases import counted
from roundbook.ledger.rulesets import released
from roundbook.ledger.state.tournament import Tournament
from roundbook.projections.explain.dossier import Dossier, dossier_of_match, dossier_of_player
from roundbook.projections.standings.standings import standings
from tests.strategies import dice, simulate

RULES = released.load("play-2017")


def points(t: Tournament, player: str) -> str:
    line = next(one for one in standings(t, RULES) if one.player == player)
    return f"{line.record}, {counted(line.match_points, 'point')}"


@settings(max_examples=settings().max_examples // 2)
@given(dice(), st.data())
def test_what_was_said_is_what_the_standings_said_before_the_round_was_paired(
    chance: Random, data: st.DataObject
) -> None:
    event = simulate(chance)
    entries = event.desk.entries
    player = data.draw(st.sampled_from(list(event.t.players)))
    found = dossier_of_player(entries, RULES, player)
    for one in found.then:
        before = Tournament.replay(entries[: one.seq - 1])
        repaired = any(isinstance(each, ev.RoundRepaired) for each in entries[one.seq - 1].events)
        if (one.pool, one.round) in before.rounds or repaired or one.pool in event.t.cuts:
            continue  # A round that is paired anew has withdrawn the first pairing by then.
        assert one.said == points(before, player)
        assert one.differs == (one.said != one.known)


@settings(max_examples=settings().max_examples // 2)
@given(dice(), st.data())
def test_nothing_that_happened_to_a_match_is_left_out(chance: Random, data: st.DataObject) -> None:
    event = simulate(chance)
    if not event.t.matches:
        return
    match = data.draw(st.sampled_from(list(event.t.matches)))
    found: Dossier = dossier_of_match(event.desk.entries, RULES, match)
    about = {
        entry.seq
        for entry in event.desk.entries
        for one in entry.events
        if getattr(one, "match", None) == match
    }
    assert about <= set(found.entries)
    assert all(one.match in {None, match} for one in found.happenings)
    assert found.players == tuple(event.t.matches[match])
