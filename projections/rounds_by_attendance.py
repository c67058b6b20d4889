"""Rounds and cuts by the edition's tables: how many Swiss rounds and how large a cut.

The tables give what an event of that size should have, and the largest cut allowed at a premier
event. What the organiser announced counts; it is compared with these numbers.
"""

from collections.abc import Mapping
from typing import NamedTuple

from msgspec import Struct

from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.rulesets.tables import RoundsTable, Row, title_of
from roundbook.ledger.terms import Division


class DivisionCut(NamedTuple):
    """The players of one division who advance after Swiss, by the division's own row (A-15).

    `cut` players play single elimination, none if it is 0; `asymmetrical` is as in the row. If
    there is a second day of Swiss, all players with `day_two_points` play it or, if that is None,
    those with X-2-0 or better, or the 32 ranked highest, whichever are more. `cites` is the row, or
    says that there is none; `listed` is whether there is one.
    """

    division: Division
    players: int
    cut: int
    day_two_rounds: int
    day_two_points: int | None
    asymmetrical: bool
    cites: str
    listed: bool


class Schedule(Struct, frozen=True, kw_only=True):
    """The rounds of players who are paired together, and the cut of each of their divisions.

    `rounds` are the Swiss rounds (of day one, if there are two days); `cites` is their row of the
    table, or says that there is none. `listed` is whether there is one.
    """

    rounds: int
    listed: bool
    cites: str
    divisions: tuple[DivisionCut, ...]

    @property
    def largest(self) -> DivisionCut:
        """The division whose row decides the number of rounds (TOP §3.3.5)."""
        return max(self.divisions, key=lambda each: each.players)

    @property
    def cuts(self) -> dict[Division, int]:
        """How many players of each division play single elimination, by its row of the table."""
        return {each.division: each.cut for each in self.divisions}

    @property
    def day_two(self) -> dict[Division, int]:
        """How many rounds day two has for each division; only divisions that have one."""
        return {
            each.division: each.day_two_rounds for each in self.divisions if each.day_two_rounds
        }

    def total(self, division: Division) -> int:
        """Return how many rounds the winner of a division plays; a cut of 8 adds three.

        Raise KeyError for a division without players.
        """
        own = {each.division: each for each in self.divisions}[division]
        return self.rounds + own.day_two_rounds + elimination_rounds(own.cut)


def elimination_rounds(players: int) -> int:
    """Return how many rounds a bracket has: three for 5 to 8 players, none for no players."""
    return (max(players, 1) - 1).bit_length()


def swiss_rounds(
    players_per_division: Mapping[Division, int],
    table: RoundsTable,
    rules: Ruleset,
    *,
    one_less: bool = False,
    flight: int | None = None,
) -> Schedule:
    """Return the rounds and cuts for the players of one pod (TOP §3.3.5).

    The row of the largest division decides the rounds, also if divisions are mixed (TOP-3.3.5a);
    each division's own row decides its cut. Divisions without players are left out. If a division
    is in flights, `flight` is the size of the largest flight: its row decides the rounds (A-16).
    `one_less` is the organiser's option of one Swiss round fewer (TOP-3.3.5b). A field below the
    table takes the edition's fewest rounds (A-18); a field that no row covers takes as many as
    leave one player undefeated (TOP §3.1). Both are without a cut, and `cites` says so.
    """
    largest = flight or max(players_per_division.values(), default=0)
    row = rules.row_for(table, largest)
    rounds = row.swiss if row else max(rules.fewest_rounds, (largest - 1).bit_length())
    less = one_less and rounds > 1
    cites = _cites(row, table, rules, largest)
    return Schedule(
        rounds=rounds - less,
        listed=row is not None,
        cites=f"{cites}, one round fewer" if less else cites,
        divisions=tuple(
            division_cut(division, players_per_division[division], table, rules)
            for division in Division
            if players_per_division.get(division, 0) > 0
        ),
    )


def division_cut(
    division: Division, players: int, table: RoundsTable, rules: Ruleset
) -> DivisionCut:
    """Return the cut of one division, from its own row (A-15)."""
    row = rules.row_for(table, players)
    return DivisionCut(
        division=division,
        players=players,
        cut=row.cut if row else 0,
        day_two_rounds=row.day_two_rounds if row else 0,
        day_two_points=row.day_two_points if row else None,
        asymmetrical=row is not None and row.asymmetrical,
        cites=_cites(row, table, rules, players),
        listed=row is not None,
    )


def _cites(row: Row | None, table: RoundsTable, rules: Ruleset, players: int) -> str:
    """Return the source of rounds and cut: `TOP §3.3.5, TCG single-day, 9-12 players`."""
    if row is None:
        few = players < min((each.least for each in rules.rows(table)), default=0)
        return f"{'too few for the rounds table in' if few else 'not in'} {rules.rounds_source}"
    if row.most is None:
        size = f"{row.least}+"
    else:
        size = str(row.least) if row.least == row.most else f"{row.least}-{row.most}"
    return f"{rules.rounds_source}, {title_of(table)}, {size} players"
