"""The standings of one flight: its players as a list of their own, after Swiss."""

from msgspec.structs import replace

from ledger.rulesets.ruleset import Ruleset
from ledger.state.queries import members
from ledger.state.tournament import Tournament
from ledger.terms import Pool
from projections.standings.percentages import basis
from projections.standings.standings import Standing, clauses_of, lines, standings
from projections.standings.tiebreaks import Tier, tiers


def flight_standings(t: Tournament, rules: Ruleset, pool: Pool) -> list[Standing]:
    """Return the Swiss standings of a flight, the first place first; empty if there is no such.

    The highest-ranked players of each flight play on (TOP §3.3.3.2), so that a flight has ties of
    its own: two who are level in it are parted by their match, whoever is level elsewhere. `place`
    counts within the flight; those disqualified stand last, without one.
    """
    division = next((age for age, pools in t.flights.items() if pool in pools), None)
    if division is None:
        return []
    whole = {one.player: one for one in standings(t, rules, swiss_only=True)}
    there = [player for player in members(t, pool) if t.players[player].division == division]
    b = basis(t, rules)
    everybody = lines(t, b, swiss_only=True)
    level = [everybody[player] for player in there if not t.players[player].disqualified]
    ordered = tiers(level, clauses_of(t, b, everybody, division))
    if len(ordered) > 1:
        ordered[0] = Tier(ordered[0].level, ordered[1].decided_by)
    found: list[Standing] = []
    for tier in ordered:
        place = len(found) + 1
        found += [
            replace(whole[line.player], place=place, decided_by=tier.decided_by)
            for line in tier.level
        ]
    return found + [whole[player] for player in there if t.players[player].disqualified]
