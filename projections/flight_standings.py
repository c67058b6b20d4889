"""The standings of one flight: its players in the order of their division, counted apart."""

from itertools import pairwise

from msgspec.structs import replace

from ledger.rulesets.ruleset import Ruleset
from ledger.terms import Pool
from ledger.tournament import Tournament
from projections.standings import Standing, standings
from projections.tiebreaks import BEFORE, chain


def flight_standings(
    t: Tournament, rules: Ruleset, pool: Pool, *, swiss_only: bool = False
) -> list[Standing]:
    """Return the lines of the players of a flight, the first place first.

    Ties are broken inside the division (A-21), so that a flight never says otherwise than the list
    of all flights, from which the cut is seeded (TOP §3.3.3.2). `place` counts within the flight,
    and `decided_by` is what parted a player from the one above in it.
    """
    whole = standings(t, rules, swiss_only=swiss_only)
    at = [n for n, one in enumerate(whole) if t.players[one.player].pool == pool]
    found: list[Standing] = []
    for number, here in enumerate(at):
        one = whole[here]
        above = whole[at[number - 1]] if number else None
        if above is None or one.place is None:
            found.append(replace(one, place=one.place and 1))
        elif (above.division, above.place) == (one.division, one.place):
            found.append(replace(one, place=found[-1].place, decided_by=found[-1].decided_by))
        else:
            between = whole[at[number - 1] + 1 : here + 1]
            parted = _parted_by(between, rules)
            found.append(replace(one, place=number + 1, decided_by=parted))
    below = next((b.decided_by for a, b in pairwise(found) if a.place != b.place), None)
    return [replace(one, decided_by=below) if one.place == 1 else one for one in found]


def _parted_by(below: list[Standing], rules: Ruleset) -> str | None:
    """Return the clause that parts the first of several players from the last: the earliest one.

    A clause that stands twice in the chain counts where it stands last: where it stood first it
    parted two alone, and an earlier clause parts them from everybody else.
    """
    clauses = (*BEFORE, *chain(rules.tiebreaks, {}, {}, ()))
    depth = {clause.name: number for number, clause in enumerate(clauses)}
    named = [one.decided_by for one in below if one.decided_by in depth]
    return min(named, key=lambda name: depth[name or ""], default=None)
