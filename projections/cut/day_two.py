"""The second day of Swiss: its players, and its number of rounds (TOP §3.3.5, A-19, A-71)."""

from collections.abc import Collection
from typing import NamedTuple

from roundbook.ledger.errors import Do, do
from roundbook.ledger.phrases import have
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.pools import members, pool_of
from roundbook.ledger.state.rounds import day_two_started, latest_round
from roundbook.ledger.state.subjects import day_two_thing, match_thing, player_thing
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, PlayerId, Pool, Style
from roundbook.projections.cut.qualifiers import Contender, still_in, swiss_order
from roundbook.projections.rounds_by_attendance import DivisionCut, division_cut
from roundbook.projections.standings.records import records
from roundbook.projections.standings.standings import first_day

HIGHEST = 32
"""At least this many players advance, if so many are still in."""
LOSSES = 2
"""A player with at most this many losses, who won all other rounds, advances: X-2-0."""


def enough(t: Tournament, rules: Ruleset, division: Division, rounds: int) -> int:
    """Return the match points with which players advance: as their row says, or X-2-0.

    X-2-0 after R rounds is 3(R−2) (A-19).
    """
    row = row_of(t, rules, division)
    if row and row.day_two_points is not None:
        return row.day_two_points
    return rules.win_points * max(rounds - LOSSES, 0)


def least_to_advance(t: Tournament, rules: Ruleset, division: Division) -> int:
    """Return how many players advance even below these match points: 32, or 0 if points decide.

    The 32 are of the age division, so each flight has an equal part: with 16 flights, two each, as
    the fewest of a cut (TOP §3.3.3.2).
    """
    row = row_of(t, rules, division)
    each = HIGHEST // max(len(t.flights.get(division, ())), 1)
    return 0 if row and row.day_two_points is not None else each


def first_day_order(
    t: Tournament, rules: Ruleset, division: Division, pool: Pool
) -> list[Contender]:
    """Return the active players of a division of a pool, in the order of the first day."""
    before = first_day(t) if pool in t.day_two else t  # One made again separates nobody.
    return still_in(before, swiss_order(before, rules, division, pool))


def qualified(
    t: Tournament, rules: Ruleset, division: Division, pool: Pool, rounds: int
) -> list[Contender]:
    """Return the players of a division of a pool who advance after that many rounds (A-19).

    They are all players with X-2-0 or better, or the 32 ranked highest, whichever are more; of each
    flight its part of the 32. A player who has dropped makes room for the next. If the row gives
    match points, they are all players who have as many. Since the order begins with match points,
    both groups come first in it.
    """
    table = records(t, rules, through=rounds)
    order = first_day_order(t, rules, division, pool)
    points = enough(t, rules, division, rounds)
    better = sum(table[one.player].match_points >= points for one in order)
    return order[: max(better, least_to_advance(t, rules, division))]


class Amiss(NamedTuple):
    """The players who should play a second day and do not, and those who should not and do."""

    missing: list[PlayerId]
    extra: list[PlayerId]

    def __bool__(self) -> bool:
        return bool(self.missing or self.extra)


def amiss(
    t: Tournament, rules: Ruleset, pool: Pool, players: Collection[PlayerId], after: int
) -> Amiss:
    """Return how these players differ from those who advance after that many rounds (A-19).

    Each division that has a second day is compared separately, or every one if it was made although
    none has. Of players who share the last place, any may play, as many as there is room for.
    """
    found = Amiss([], [])
    on = divisions_on(t, rules, pool) or t.pods.get(pool, ())
    for division in sorted({*on, *divisions_in(t, pool, players)}):
        taken = [p for p in players if p in t.players and t.players[p].division == division]
        expected = qualified(t, rules, division, pool, after)
        last = expected[-1].place if expected else 0
        order = first_day_order(t, rules, division, pool)
        level = [one.player for one in order if one.place == last]
        sure = [one.player for one in order if one.place < last]
        room = len(expected) - len(sure)
        found.missing.extend(player for player in sure if player not in taken)
        found.extra.extend(p for p in taken if p not in sure and p not in level)
        found.missing.extend(
            [p for p in level if p not in taken][: max(room - len({*level} & {*taken}), 0)]
        )
        found.extra.extend([p for p in level if p in taken][room:])
    return found


def why_choose_again(t: Tournament, rules: Ruleset, pool: Pool) -> str | None:
    """Return why the players of a second day must be chosen again before it starts (A-71).

    None if they are those whom the standings give, once its first round has started, and for those
    of a file. Players with whom the day was made, or its round was paired, are right until the
    standings change again.
    """
    made = t.day_two.get(pool)
    if made is None or made.told or t.closed or day_two_started(t, pool):
        return None
    waits = latest_round(t, pool)
    if not _changed_since(t, pool, max(t.changed[day_two_thing(pool)], waits.seq if waits else 0)):
        return None
    still = [player for player in made.players if player in t.players and not t.players[player].out]
    wrong = amiss(t, rules, pool, still, made.after)
    if not wrong:
        return None
    if wrong.missing:
        return f"{have(wrong.missing, one='plays', many='play')} day two now"
    return f"{have(wrong.extra, one='does', many='do')} not play day two now"


def choose_again(t: Tournament, rules: Ruleset, pool: Pool) -> Do | None:
    """Return how to choose the players of a second day again, if that has to be done."""
    return do("day-two", pool, "--again") if why_choose_again(t, rules, pool) else None


def _changed_since(t: Tournament, pool: Pool, seq: int) -> bool:
    """Tell whether a result or a player of a pool has changed since an entry."""
    things = [match_thing(match) for match in t.matches if match.pool == pool]
    things += [player_thing(player) for player in members(t, pool)]
    return any(t.changed.get(thing, 0) > seq for thing in things)


def kept_from_the_start(t: Tournament, rules: Ruleset, pool: Pool) -> bool:
    """Tell whether a correction since its start would give a second day other players.

    After the start nobody moves: its players are those whom the standings gave then (A-71).
    """
    made = t.day_two.get(pool)
    first = t.rounds.get((pool, made.after + 1)) if made else None
    if made is None or made.told or first is None or not first.started:
        return False
    # Without a later correction the players may differ as well: an official let the day be made
    # with them, and that is no change.
    chose = (match for match in t.results if match.pool == pool and match.round <= made.after)
    if not any(t.changed.get(match_thing(match), 0) > first.seq for match in chose):
        return False
    before = first_day(t)
    still = [p for p in made.players if p in before.players and not before.players[p].out]
    return bool(amiss(before, rules, pool, still, made.after))


def attendance(t: Tournament, rules: Ruleset, division: Division) -> int:
    """Return the size of a division, without players who dropped before any round.

    These are the players whom the rounds, the cut and their rules count (TOP §3.3, §3.3.5); those
    who joined after round 1 was paired are among them if the edition says so.
    """
    return sum(
        player.division == division
        and player.after != 0
        and (rules.late_players_count or not player.losses)
        for player in t.players.values()
    )


def row_of(t: Tournament, rules: Ruleset, division: Division) -> DivisionCut | None:
    """Return the row of the rounds table for a division; None without a table."""
    table = t.opened.rounds_table if t.opened else None
    return division_cut(division, attendance(t, rules, division), table, rules) if table else None


def rounds_of_day_two(t: Tournament, rules: Ruleset, division: Division) -> int:
    """Return the rounds of a division's second day, as announced or by the table; 0 for none."""
    if t.announcement and t.announcement.day_two:
        return t.announcement.day_two.get(division, 0)
    row = row_of(t, rules, division)
    return row.day_two_rounds if row else 0


def divisions_on(t: Tournament, rules: Ruleset, pool: Pool) -> list[Division]:
    """Return the divisions of a pool that have a second day."""
    return [each for each in t.pods.get(pool, ()) if rounds_of_day_two(t, rules, each)]


def has_two_days(t: Tournament) -> bool:
    """Tell whether an event with a cut was opened for two days: by its table, or its last day."""
    opened = t.opened
    if opened is None or opened.style is not Style.SWISS_PLUS_CUT:
        return False
    later = opened.end is not None and opened.end > opened.start
    return later or (opened.rounds_table or "").endswith("two-day")


def awaits_day_two(t: Tournament, rules: Ruleset, pool: Pool) -> bool:
    """Tell whether a pool has a second day that has not been made yet."""
    return pool not in t.day_two and bool(divisions_on(t, rules, pool))


def divisions_in(t: Tournament, pool: Pool, players: Collection[PlayerId]) -> list[Division]:
    """Return the divisions of a pool that some of these players belong to."""
    there = {
        t.players[player].division
        for player in players
        if player in t.players and pool_of(t, t.players[player]) == pool
    }
    return [division for division in Division if division in there]
