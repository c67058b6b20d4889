"""The possible cuts of a division: share, rounds and hours of each size (TOP §3.3)."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from roundbook.ledger.events.catalogue import AnnouncementMade
from roundbook.ledger.events.drafts import Draft
from roundbook.ledger.rulesets.divisions import pods_for, pool_name, why_together
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.rulesets.tables import RoundsTable
from roundbook.ledger.state.pools import (
    LEAST_PER_FLIGHT,
    active_by_division,
    by_sheet,
    largest_flight,
)
from roundbook.ledger.state.rounds import planned_rounds
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, Pool, Style
from roundbook.ledger.validators.decks import table_sizes
from roundbook.projections.bracket.bracket import bracket_of
from roundbook.projections.cut.day_two import attendance, row_of
from roundbook.projections.rounds_by_attendance import (
    DivisionCut,
    Schedule,
    elimination_rounds,
    swiss_rounds,
)

LARGEST_SHARE = Fraction(1, 2)
"""A larger share of a division needs a reason to advance (A-61, A-81)."""


def largest_cut(players: int) -> int:
    """Return the largest cut that is at most half of a division; 0 for no cut."""
    half = int(players * LARGEST_SHARE)
    return 1 << (half.bit_length() - 1) if half >= 2 else 0


def is_too_large(size: int, players: int) -> bool:
    """Tell whether so large a share of a division needs an official's override (A-61)."""
    return size > players * LARGEST_SHARE


class PlannedCut(NamedTuple):
    """A cut of a division that can be announced; a size of 0 means no cut.

    `rounds` are all rounds of the winner: Swiss, its second day, and the bracket. `minutes` are
    those of their matches, without turns and breaks; None if no time was announced. `listed` is
    whether the rounds table has this size.
    """

    division: Division
    size: int
    players: int
    rounds: int
    minutes: int | None
    announced: bool
    listed: bool

    @property
    def too_large(self) -> bool:
        """Whether so large a share of the division needs an official's override (A-61)."""
        return is_too_large(self.size, self.players)


def planned_cuts(
    t: Tournament,
    rules: Ruleset,
    told: AnnouncementMade,
    *,
    swiss: Mapping[Division, int],
    larger: bool = False,
) -> list[PlannedCut]:
    """Return every cut that each division may have, the smallest first (TOP §3.3; A-61).

    `swiss` are the Swiss rounds of each division, on the first day if there are two. A cut is a
    power of two and at most half of the division, at a premier event at most what the table has
    (TOP §3.3.5), and the same number from each flight, two or more (TOP §3.3.3). The announced cut
    is listed in any case, and with `larger` each that needs an official's override, unless nobody
    would be left out.
    """
    assert t.opened is not None, "nothing is announced before the tournament is opened"
    if t.opened.style is not Style.SWISS_PLUS_CUT:
        return []
    found = []
    for division, rounds in swiss.items():
        players, row = attendance(t, rules, division), row_of(t, rules, division)
        most = players * LARGEST_SHARE
        if row and t.opened.premier:
            most = min(most, Fraction(row.cut))
        flights = len(t.flights.get(division, ())) or 1
        # There are 2, 4, 8 or 16 flights: twice as many players, or more, is the same number from
        # each.
        least = LEAST_PER_FLIGHT * flights if flights > 1 else 2
        powers = [2**n for n in range(players.bit_length()) if 2**n >= least]
        sizes = {0, announced := told.cut.get(division, 0), *(n for n in powers if n <= most)}
        if larger:
            sizes.update(n for n in powers if is_too_large(n, players) and n < players)
        for size in sorted(sizes):
            total = rounds + _day_two_rounds(told, division, row) + elimination_rounds(size)
            found.append(
                PlannedCut(
                    division=division,
                    size=size,
                    players=players,
                    rounds=total,
                    minutes=told.minutes and told.minutes * total,
                    announced=size == announced,
                    listed=row is not None and row.listed and size == row.cut,
                )
            )
    return found


def _day_two_rounds(told: AnnouncementMade, division: Division, row: DivisionCut | None) -> int:
    """Return the rounds of a division's second day: as announced, or by its row; 0 for none."""
    return told.day_two.get(division, 0) if told.day_two else row.day_two_rounds if row else 0


def size_for(t: Tournament, rules: Ruleset, division: Division) -> int:
    """Return how many of a division advance: as announced, or by the division's own row (A-15)."""
    if t.announcement and t.announcement.cut:
        return t.announcement.cut.get(division, 0)
    if t.opened is None or t.opened.style is not Style.SWISS_PLUS_CUT:
        return 0
    row = row_of(t, rules, division)
    return row.cut if row else 0


def size_due(t: Tournament, rules: Ruleset, division: Division) -> int:
    """Return how many of a division advance; if its cut is made again, as many as before (A-44)."""
    stands = bracket_of(t, division)
    return len(stands.seeds) if stands else size_for(t, rules, division)


def pods_counted(t: Tournament, rules: Ruleset) -> dict[Pool, dict[Division, int]]:
    """Return the attendance of each division in each pod, or in the pods to be formed.

    It decides both the rounds and the cut, so a later drop changes neither (TOP §3.3).
    """
    counts = {each: came for each in Division if (came := attendance(t, rules, each))}
    if not counts:
        return {}
    pods = t.pods or {pool_name(pod): pod for pod in pods_for(counts, rules)}
    return {pool: {each: counts.get(each, 0) for each in pod} for pool, pod in pods.items()}


def rounds_that_differ(t: Tournament, rules: Ruleset) -> tuple[tuple[Pool, int], ...]:
    """Return the announced Swiss rounds of each pool, without those of a day two that has begun.

    Empty if they are the same for all.
    """
    planned = ((pool, rounds_of_day_one(t, pool)) for pool in pods_counted(t, rules))
    known = tuple((pool, number) for pool, number in planned if number)
    return known if len({number for _, number in known}) > 1 else ()


def rounds_of_day_one(t: Tournament, pool: Pool) -> int | None:
    """Return the Swiss rounds of a pool as announced, of the first day once the second is made."""
    made = t.day_two.get(pool)
    return made.after if made else planned_rounds(t, pool)


def why_mixed(t: Tournament, rules: Ruleset) -> str | None:
    """Return why divisions will play together, as long as nothing is paired; None if none will."""
    if t.rounds or t.cuts or t.opened is None or t.is_elimination:
        return None
    counts = active_by_division(t)
    mixed = any(len(pod) > 1 for pod in pods_for(counts, rules))
    return why_together(counts, rules) if mixed else None


def table_of(t: Tournament) -> RoundsTable | None:
    """Return the rounds table for the Swiss rounds of an event; None without one."""
    if t.opened is None or t.is_elimination:
        return None
    return t.opened.rounds_table


def largest_part(t: Tournament, pool: Pool) -> int | None:
    """Return the size that decides the rounds of a pool which is a part of its division, or None.

    It is that of the largest flight (A-16) or, with the pod sheet, of the largest draft table: each
    plays the three rounds of the sheet (POD-1, A-66). The tables may not be drawn yet.
    """
    drawn = t.drafts[-1] if t.drafts else None
    if not by_sheet(t) or (drawn and drawn.draft is Draft.SOLOMON):
        return largest_flight(t, pool)
    there = sum(player.after != 0 for player in t.players.values())
    return max(map(len, drawn.tables) if drawn else table_sizes(there, None), default=None)


def schedules(
    t: Tournament, rules: Ruleset, *, one_less: bool = False, on_day_two: bool = False
) -> dict[Pool, Schedule]:
    """Return the table's schedule for every pod by its attendance; empty without a table.

    Players on day two are included only with `on_day_two`; `one_less` takes one round off.
    The largest flight decides the rounds of all flights (A-16), the largest table those of a draft
    whose tables play by the pod sheet (POD-1).
    """
    table = table_of(t)
    if table is None:
        return {}
    return {
        pool: swiss_rounds(counts, table, rules, one_less=one_less, flight=largest_part(t, pool))
        for pool, counts in pods_counted(t, rules).items()
        if on_day_two or pool not in t.day_two
    }
