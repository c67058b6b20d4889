"""Flights that were drawn are the ones that their secret gives, and so is a late player's."""

from collections.abc import Iterator

from ledger.errors import Refused, Violation
from ledger.events.catalogue import AnyEvent, FlightsAssigned, LatePlayerAdmitted, PlayerRegistered
from ledger.events.flights import NUMBERS
from ledger.record.entry import Entry
from ledger.rulesets.ruleset import Ruleset
from ledger.state.queries import smallest_flights
from ledger.state.tournament import Tournament
from ledger.terms import PlayerId, Pool
from ledger.validators.phrasing import have, several
from projections import flights


def flights_differ(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """Flights that were drawn hold exactly the players that their secret gives (FL-4, LED-3).

    Other procedures than the one this program knows are not judged by it; a hand has a reason.
    """
    if not isinstance(event, FlightsAssigned) or event.drawn is None:
        return
    if event.drawn.draw != flights.ASSIGN or t.opened is None:
        return
    number, division = len(event.flights), event.division
    here = _flight_of(event)
    if number not in NUMBERS or sorted(here) != sorted(flights.players_of(t, division)):
        return  # Whether there can be such flights at all is said by rules that come first.
    try:
        drawn = flights.assign(t, division=division, number=number, secret=event.drawn.secret)
    except Refused:
        return  # What is no secret at all is `secret-wrong`, which comes first.
    there = _flight_of(drawn)
    wrong = [player for player in there if here[player] != there[player]]
    if not wrong:
        return
    yield Violation(
        rule="flights-differ",
        seq=entry.seq,
        message=f"the flights of {division} are not what their secret draws: "
        f"{have(wrong, one='plays', many='play')} elsewhere.",
        cites="TOP §3.3.3.2, LED-3",
        hint=f"Let them be drawn: `roundbook flights {division.lower()}={number}`.",
    )


def _flight_of(event: FlightsAssigned) -> dict[PlayerId, Pool]:
    """Return who plays in which flight."""
    return {player: pool for pool, players in event.flights.items() for player in players}


def late_flight_differs(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """A lot between equally small flights is the one that its secret gives (FL-6, LED-3).

    Where one flight alone was smallest there is nothing to draw.
    """
    if not isinstance(event, PlayerRegistered | LatePlayerAdmitted) or event.drawn is None:
        return
    if event.drawn.draw != flights.ADMIT or t.opened is None:
        return
    player, division = event.player, event.division
    smallest = smallest_flights(t, division)
    if len(smallest) < 2:
        wrong = "one flight alone was smallest, and there is nothing to draw"
    else:
        try:
            pool, _ = flights.admit(t, player=player, division=division, secret=event.drawn.secret)
        except Refused:
            return  # What is no secret at all is `secret-wrong`, which comes first.
        if event.pool not in smallest or event.pool == pool:
            return  # A flight that was larger at the start is `late-flight`, which comes first.
        wrong = f"of {several(smallest)} its secret draws {pool}"
    yield Violation(
        rule="late-flight-differs",
        seq=entry.seq,
        message=f"{player} joins {event.pool}: {wrong}.",
        cites="TOP §3.3.3.2, LED-3",
        hint="Name no pool, and the flight is drawn where it has to be.",
    )
