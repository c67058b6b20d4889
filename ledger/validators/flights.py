"""Rules for flights: when a division may be split, into how many, and with which players."""

from collections import Counter

from roundbook.ledger.errors import advice, do
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.flights import LEAST_DIVISION, LEAST_FLIGHT, NUMBERS, names, sizes
from roundbook.ledger.phrases import counted, have, several
from roundbook.ledger.state.pools import flights_to_draw, smallest_flights, split_since
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, Style
from roundbook.ledger.validators.checks import Breach, Found

CITES = "TOP §3.3.3.1"


def flights_without_cut(t: Tournament, event: ev.FlightsAssigned) -> Found:
    """Flights need Swiss plus single elimination, since the cut reunites them (TOP §3.3.3.1)."""
    if not event.flights:
        return
    if t.opened is None or t.opened.style is Style.SWISS_PLUS_CUT:
        return
    yield Breach(
        message=(
            "this tournament has no Swiss rounds with a cut after them, so it cannot use flights."
        ),
        cites=CITES,
        hint=advice(
            "Play without flights, or announce a cut: {}.",
            do("announce", "--cut", f"{event.division.lower()}=N"),
        )
        if t.opened.style is Style.SWISS
        else "Play without flights.",
    )


def flights_mixed(t: Tournament, event: ev.FlightsAssigned) -> Found:
    """Flights need an age-separated event: every division plays separately (TOP §3.3.3.1)."""
    mixed = sorted(pool for pool, ages in t.pods.items() if len(ages) > 1)
    if mixed:
        why = f"{have(mixed, one='contains', many='contain')} more than one division"
    elif not any(event.division in ages for ages in t.pods.values()):
        why = f"{event.division} has no pod of its own"
    elif event.division is Division.OPEN:
        why = "this edition has no age divisions"
    else:
        return
    yield Breach(
        message=f"flights need divisions that play separately: {why}.",
        cites=CITES,
        hint="Play without flights.",
    )


def flights_frozen(t: Tournament, event: ev.FlightsAssigned) -> Found:
    """Flights are assigned before round 1 is paired, and never rebalanced (TOP §3.3.3.2)."""
    paired = sorted(p for p, ages in t.pods.items() if event.division in ages and t.latest.get(p))
    if not paired:
        return
    yield Breach(
        message=f"the flights of the {event.division} division can no longer change: "
        f"{have(paired, one='has', many='have')} been paired.",
        cites="TOP §3.3.3.2",
        hint="Flights stay unchanged when players drop. "
        "To change them, withdraw round 1 first; that works only if it has not started.",
    )


def flights_number(t: Tournament, event: ev.FlightsAssigned) -> Found:
    """A division plays in 2, 4, 8 or 16 flights (TOP §3.3.3.2)."""
    number = len(event.flights)
    if number in NUMBERS or (number == 0 and event.division in t.flights):
        return
    yield Breach(
        message=f"{event.division} cannot play in {counted(number, 'flight')}; use 2, 4, 8 or 16.",
        cites="TOP §3.3.3.2",
        hint=advice("{} shows which numbers are possible.", do("flights")),
    )


_FIRST = (flights_without_cut, flights_mixed, flights_frozen, flights_number)


def flights_too_small(t: Tournament, event: ev.FlightsAssigned) -> Found:
    """A division in flights has at least 64 players, and a flight at least 32 (TOP §3.3.3.1)."""
    if not event.flights:
        return
    if any(breach for look in _FIRST for breach in look(t, event)):
        return  # If there can be no flights at all, their size does not matter.
    total = sum(map(len, event.flights.values()))
    pool, smallest = min(event.flights.items(), key=lambda flight: len(flight[1]))
    if total < LEAST_DIVISION:
        there = counted(total, "player")
        what = f"{event.division} has {there}, but flights need at least {LEAST_DIVISION}"
    elif len(smallest) < LEAST_FLIGHT:
        there = counted(len(smallest), "player")
        what = f"{pool} would have {there}, but needs at least {LEAST_FLIGHT}"
    else:
        return
    yield Breach(
        message=f"{what}.",
        cites=CITES,
        hint="Play without flights."
        if total < LEAST_DIVISION
        else advice("Use fewer flights, or none: {} shows what is possible.", do("flights")),
    )


def flights_named(t: Tournament, event: ev.FlightsAssigned) -> Found:
    """A flight is named after its division, plus a letter, so no other pool has that name."""
    wanted = names(event.division, len(event.flights))
    if set(event.flights) == set(wanted):
        return
    yield Breach(
        message=f"the flights of {event.division} must be {several(wanted)}, "
        f"not {several(sorted(event.flights))}.",
        cites="TOP §3.3.3.2",
        hint=advice("Use those names; {} uses them automatically.", do("flights")),
    )


def flights_players(t: Tournament, event: ev.FlightsAssigned) -> Found:
    """Every active player of the division, and nobody else, plays in one flight (TOP §3.3.3)."""
    if not event.flights:
        return
    here = {p.id for p in t.players.values() if p.division == event.division and not p.out}
    times = Counter(player for players in event.flights.values() for player in players)
    twice = [player for player, n in times.items() if n > 1]
    strangers = [player for player in times if player in t.players and player not in here]
    left = [player for player in t.players if player in here and player not in times]
    if twice:
        what = have(twice, one="is in two flights", many="are in two flights")
    elif strangers:
        what = f"{several(strangers)} cannot be in a flight of {event.division}"
    elif left:
        what = have(left, one="is not in a flight", many="are not in a flight")
    else:
        return
    yield Breach(
        message=f"{what}.",
        cites="TOP §3.3.3",
        hint="Assign every player in the division who has not dropped to one flight.",
    )


def flights_uneven(t: Tournament, event: ev.FlightsAssigned) -> Found:
    """Flights should be as equal as possible; only an odd total has one odd flight (A-17)."""
    if not event.flights:
        return
    formed = sorted(map(len, event.flights.values()), reverse=True)
    wanted = sizes(sum(formed), len(formed))
    if formed == [*wanted]:
        return
    yield Breach(
        message=f"the flights of {event.division} must have {_sizes(wanted)}, "
        f"not {_sizes(formed)}.",
        cites="TOP §3.3.3.2",
    )


def _sizes(found: list[int] | tuple[int, ...]) -> str:
    """Return sizes in words: `36, 36, 36 and 34 players`, or `15 of 33 and 1 of 32 players`."""
    if len(found) > 4:
        return f"{several(f'{n} of {size}' for size, n in Counter(found).items())} players"
    return f"{several(found)} players"


# Late players in flights, and the announcement of flights.


def flight_missing(t: Tournament, event: ev.Joining) -> Found:
    """A player who joins a division in flights plays in one of them (TOP §3.3.3)."""
    there = t.flights.get(event.division, ())
    if not there or event.pool in there:
        return
    yield Breach(
        message=(
            f"{event.player} joins {event.division} without a "
            "flight; this division has the flights "
            f"{several(there)}."
        ),
        cites="TOP §3.3.3",
        hint="Assign the player to the flight that was smallest at the start.",
    )


def late_flight(t: Tournament, event: ev.Joining) -> Found:
    """A late player should join the flight that was smallest at the start (TOP §3.3.3.2).

    If several flights were equally small, a lot decides between them.
    """
    if event.told:
        return
    if event.pool not in t.flights.get(event.division, ()):
        return  # A missing flight is `flight-missing`, which comes first.
    smallest = smallest_flights(t, event.division)
    if event.pool not in smallest:
        was = "was" if len(smallest) == 1 else "were"
        what = (
            f"{event.player} joins {event.pool}, but {several(smallest)} {was} smaller at the start"
        )
    elif len(smallest) > 1 and event.drawn is None:
        what = (
            f"{several(smallest)} were equally small at the start, but none "
            f"was chosen at random for {event.player}"
        )
    else:
        return
    yield Breach(
        message=f"{what}.",
        cites="TOP §3.3.3.2",
        hint="Leave out the pool; roundbook then finds the right flight.",
    )


def flights_undrawn(t: Tournament, event: ev.RoundPaired) -> Found:
    """Announced flights are drawn before round 1 is paired: later they cannot be (TOP §3.3.3.2)."""
    if event.told or event.round > 1:
        return
    for division, number in flights_to_draw(t).items():
        if division in t.pods.get(event.pool, ()):
            named = division.lower()
            yield Breach(
                message=f"the {number} flights of {division} were announced, but not drawn.",
                cites="TOP §2, §3.3.3.2",
                hint=advice(
                    "Draw the flights ({}), or announce that there are none ({}).",
                    do("flights", f"{named}={number}"),
                    do("announce", "--flights", f"{named}=none"),
                ),
            )


def flights_unannounced(t: Tournament, event: ev.RoundStarted) -> Found:
    """Before round 1, the players are told about the flights and their rounds (TOP §2).

    An announcement made before the flights, without their number, gave different rounds.
    """
    if event.told or event.round > 1:
        return
    division = next((age for age, pools in t.flights.items() if event.pool in pools), None)
    if division is None or t.announcement is None:
        return
    if not split_since(t, division):
        return
    yield Breach(
        message=f"the flights of {division} were assigned after the announcement.",
        cites="TOP §2",
        hint=advice("Announce again: {}.", do("announce")),
    )
