"""What each number of flights would mean: how large they are, how many rounds, how many go on."""

from msgspec import Struct

from ledger.events.flights import NUMBERS, sizes
from ledger.rulesets.ruleset import Ruleset
from ledger.rulesets.tables import RoundsTable
from ledger.state.queries import size_at_start
from ledger.state.tournament import Tournament
from ledger.terms import Division
from projections.flights import players_of
from projections.schedule import Schedule, swiss_rounds


class Option(Struct, frozen=True, kw_only=True):
    """A division in so many flights; 1 is without any.

    `rounds` are those of the largest flight by its row (A-16), `by_doubling` those of the whole
    division less one for each doubling (TOP §3.3.3.2); None where there is no rounds table. `cut`
    is how many of the division play on, as announced or by the table, and `of_each` how many of
    each flight: None where these are not the same number of each, and two or more (FL-7).
    """

    division: Division
    flights: int
    sizes: tuple[int, ...]
    rounds: int | None
    by_doubling: int | None
    cites: str
    cut: int
    of_each: int | None


def options(
    t: Tournament, rules: Ruleset, division: Division, table: RoundsTable | None
) -> list[Option]:
    """Return what no flights, 2, 4, 8 and 16 of them would mean for a division, lawful or not."""
    players = len(players_of(t, division))
    return [option(t, rules, division, table, sizes(players, number)) for number in (1, *NUMBERS)]


def assigned(
    t: Tournament, rules: Ruleset, division: Division, table: RoundsTable | None
) -> Option:
    """Return what the flights mean that a division has been assigned to, or its being whole."""
    flights = t.flights.get(division, ())
    found = [size_at_start(t, pool) for pool in flights] or [len(players_of(t, division))]
    return option(t, rules, division, table, tuple(found))


def option(
    t: Tournament,
    rules: Ruleset,
    division: Division,
    table: RoundsTable | None,
    parts: tuple[int, ...],
) -> Option:
    """Return what flights of these sizes mean."""
    number = len(parts)
    schedule = flown(division, parts, table, rules) if table else None
    whole = swiss_rounds({division: sum(parts)}, table, rules) if table else None
    cut = schedule.cuts.get(division, 0) if schedule else 0
    if t.announcement and t.announcement.cut:
        cut = t.announcement.cut.get(division, 0)
    even = cut % number == 0 and cut >= 2 * number
    return Option(
        division=division,
        flights=number,
        sizes=parts,
        rounds=schedule.rounds if schedule else None,
        by_doubling=whole.rounds - (number.bit_length() - 1) if whole else None,
        cites=schedule.cites if schedule else "no rounds table",
        cut=cut,
        of_each=cut // number if even else None,
    )


def flown(
    division: Division, parts: tuple[int, ...], table: RoundsTable, rules: Ruleset
) -> Schedule:
    """Return the rounds of a division in flights of these sizes, and the cut of its own row.

    All flights play the rounds of the largest one (A-16).
    """
    return swiss_rounds({division: sum(parts)}, table, rules, flight=max(parts))
