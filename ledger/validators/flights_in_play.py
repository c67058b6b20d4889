"""Flights in play: whoever comes later joins the smallest, and everybody hears of them before."""

from collections.abc import Iterator

from ledger import events as ev
from ledger.entries import Entry
from ledger.errors import Violation
from ledger.events import AnyEvent
from ledger.field import smallest_flights
from ledger.rulesets.ruleset import Ruleset
from ledger.things import ANNOUNCEMENT, flights_thing
from ledger.tournament import Tournament
from ledger.validators.wording import several, waiver


def flight_missing(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """Whoever joins a division in flights plays in one of them (TOP §3.3.3)."""
    if not isinstance(event, ev.PlayerRegistered | ev.LatePlayerAdmitted):
        return
    there = t.flights.get(event.division, ())
    if not there or event.pool in there:
        return
    yield Violation(
        rule="flight-missing",
        seq=entry.seq,
        message=f"{event.player} joins {event.division} in no flight; they are {several(there)}.",
        cites="TOP §3.3.3",
        hint="Name the flight that was smallest at the start.",
    )


def late_flight(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """Who comes later should join the flight that was smallest at the start (TOP §3.3.3.2).

    Where several were equally small a lot decides between them.
    """
    if not isinstance(event, ev.PlayerRegistered | ev.LatePlayerAdmitted) or event.told:
        return
    if event.pool not in t.flights.get(event.division, ()):
        return  # No flight at all is `flight-missing`, which comes first.
    smallest = smallest_flights(t, event.division)
    if event.pool not in smallest:
        was = "was" if len(smallest) == 1 else "were"
        what = f"{event.player} joins {event.pool}, and {several(smallest)} {was} smaller"
    elif len(smallest) > 1 and event.drawn is None:
        what = f"{several(smallest)} were equally small, and no lot put {event.player} in one"
    else:
        return
    yield Violation(
        rule="late-flight",
        seq=entry.seq,
        message=f"{what}.",
        cites="TOP §3.3.3.2",
        hint=f"Name no pool, and the flight is found. {waiver('late-flight')}",
    )


def flights_unannounced(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """Before round 1 the players are told of the flights, and how many rounds they have (TOP §2).

    An announcement that came before the flights speaks of other rounds.
    """
    if not isinstance(event, ev.RoundStarted) or event.told or event.round > 1:
        return
    division = next((age for age, pools in t.flights.items() if event.pool in pools), None)
    if division is None or t.announcement is None:
        return
    if t.changed[ANNOUNCEMENT] >= t.changed[flights_thing(division)]:
        return
    yield Violation(
        rule="flights-unannounced",
        seq=entry.seq,
        message=f"the flights of {division} were assigned after the announcement.",
        cites="TOP §2",
        hint=f"Announce again: `roundbook announce`. {waiver('flights-unannounced')}",
    )
