"""The second day of Swiss: its players, and its number of rounds (TOP §3.3.5, A-19)."""

from typing import cast, get_args

from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.rulesets.tables import RoundsTable
from roundbook.ledger.state.pools import pool_of
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, PlayerId, Pool
from roundbook.projections.cut.qualifiers import Contender, still_in, swiss_order
from roundbook.projections.rounds_by_attendance import DivisionCut, division_cut
from roundbook.projections.standings.records import records

HIGHEST = 32
"""At least this many players advance, if so many are still in."""
LOSSES = 2
"""A player with at most this many losses, who won all other rounds, advances: X-2-0."""


def enough(rounds: int, rules: Ruleset) -> int:
    """Return the match points of X-2-0 after that many rounds: 3(R−2) (A-19)."""
    return rules.win_points * max(rounds - LOSSES, 0)


def first_day_order(
    t: Tournament, rules: Ruleset, division: Division, pool: Pool
) -> list[Contender]:
    """Return the active players of a division of a pool, in the order of the first day."""
    before = t.copy()  # A second day that is made again separates nobody.
    made = before.day_two.pop(pool, None)
    if made:
        before.planned[pool] = made.after
    return still_in(before, swiss_order(before, rules, division, pool))


def qualified(
    t: Tournament, rules: Ruleset, division: Division, pool: Pool, rounds: int
) -> list[Contender]:
    """Return the players of a division of a pool who advance after that many rounds (A-19).

    They are all players with X-2-0 or better, or the 32 ranked highest, whichever are more; a
    player who has dropped makes room for the next. Since the order begins with match points, both
    are its beginning.
    """
    table = records(t, rules, through=rounds)
    order = first_day_order(t, rules, division, pool)
    better = sum(table[one.player].match_points >= enough(rounds, rules) for one in order)
    return order[: max(better, HIGHEST)]


def attendance(t: Tournament, division: Division) -> int:
    """Return the size of a division, without players who dropped before any round.

    These are the players whom the rounds, the cut and their rules count (TOP §3.3, §3.3.5).
    """
    return sum(player.division == division and player.after != 0 for player in t.players.values())


def row_of(t: Tournament, rules: Ruleset, division: Division) -> DivisionCut | None:
    """Return the row of the rounds table for a division; None without a table."""
    table = t.opened.rounds_table if t.opened else None
    if table not in get_args(RoundsTable):
        return None
    return division_cut(division, attendance(t, division), cast("RoundsTable", table), rules)


def rounds_of_day_two(t: Tournament, rules: Ruleset, division: Division) -> int:
    """Return the rounds of a division's second day, as announced or by the table; 0 for none."""
    if t.announcement and t.announcement.day_two:
        return t.announcement.day_two.get(division, 0)
    row = row_of(t, rules, division)
    return row.day_two_rounds if row else 0


def divisions_on(t: Tournament, rules: Ruleset, pool: Pool) -> list[Division]:
    """Return the divisions of a pool that have a second day."""
    return [each for each in t.pods.get(pool, ()) if rounds_of_day_two(t, rules, each)]


def awaits_day_two(t: Tournament, rules: Ruleset, pool: Pool) -> bool:
    """Tell whether a pool has a second day that has not been made yet."""
    return pool not in t.day_two and bool(divisions_on(t, rules, pool))


def divisions_in(t: Tournament, pool: Pool, players: tuple[PlayerId, ...]) -> list[Division]:
    """Return the divisions of a pool that some of these players belong to."""
    there = {
        t.players[player].division
        for player in players
        if player in t.players and pool_of(t, t.players[player]) == pool
    }
    return [division for division in Division if division in there]
