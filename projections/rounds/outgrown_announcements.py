"""Announcements that no longer fit the players: more rounds, or another cut, would be right."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from roundbook.ledger.errors import Do, Hint, do, warning
from roundbook.ledger.phrases import counted
from roundbook.ledger.rulesets.divisions import pods_for, why_together
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.check_in import left_out
from roundbook.ledger.state.pools import active_by_division, counted_entrants, swiss_pools_of
from roundbook.ledger.state.rounds import (
    announced_to_everybody,
    planned_rounds,
    rounds_started,
    under_way,
)
from roundbook.ledger.state.subjects import ANNOUNCEMENT, player_thing
from roundbook.ledger.state.tournament import Player, Tournament
from roundbook.ledger.terms import Division, PlayerId, Style
from roundbook.ledger.text import opened
from roundbook.projections.cut.day_two import attendance, row_of
from roundbook.projections.cut.planner import LARGEST_SHARE, largest_cut, schedules, table_of
from roundbook.projections.rounds_by_attendance import division_cut, swiss_rounds

# Players registered or dropped after the announcement, so the rounds table now gives other numbers.


class Outgrown(NamedTuple):
    """What no longer fits the players who came, and the announcement that would fit them."""

    said: str
    act: Do
    leading: str = ""

    @property
    def hint(self) -> Hint:
        """The sentence on what to do."""
        return warning(f"{opened(self.said)}{self.leading}: {{}}", self.act)


def outgrown(t: Tournament, rules: Ruleset) -> list[Hint]:
    """Return hints for announced rounds and cuts that no longer fit the players who came."""
    return [one.hint for one in _outgrown(t, rules)]


def if_left_out(t: Tournament, rules: Ruleset, players: Iterable[PlayerId]) -> list[str]:
    """Return what it would mean to drop players before round 1, in sentences.

    How many players remain, which divisions then play together, if that changes (TOP §3.1.2), and
    which announced rounds or cuts would no longer fit.
    """
    then = left_out(t, players)
    now, left = active_by_division(t), active_by_division(then)
    said = [f"{counted_entrants(t, left.total())} would remain"]
    if pods_for(now, rules) != pods_for(left, rules) and (why := why_together(left, rules)):
        said.append(why)
    said += [one.said for one in _outgrown(then, rules)]
    return [f"{opened(one)}." for one in said]


def _outgrown(t: Tournament, rules: Ruleset) -> list[Outgrown]:
    """Return what no longer fits. Rounds by the rounds table come with its cuts."""
    return _rounds_outgrown(t, rules) or _cuts_outgrown(t, rules)


def _cuts_outgrown(t: Tournament, rules: Ruleset) -> list[Outgrown]:
    """Return each announced cut that is now more than half of its division (A-61).

    There is none once the division has begun to play, nor if an official announced more than half
    of it when everybody was there: that stands.
    """
    told = t.announcement
    if told is None or told.told or t.closed:
        return []
    before, found = _then(t), list[Outgrown]()
    for division, size in told.cut.items():
        came = attendance(t, rules, division)
        begun = any(rounds_started(t, pool) for pool in swiss_pools_of(t, division))
        known = announced_to_everybody(t, {division}) and size > before[division] * LARGEST_SHARE
        if size <= came * LARGEST_SHARE or known or begun:
            continue
        smaller = largest_cut(came)
        players = counted_entrants(t, came)
        said = f"the {division} cut of {size} is more than half of the {players} who came"
        act = do("announce", "--cut", f"{division.lower()}={smaller or 'none'}", *_late(t))
        found.append(Outgrown(said, act, f"; announce {'a smaller one' if smaller else 'none'}"))
    return found


def _late(t: Tournament) -> tuple[str, ...]:
    """Return the options for an announcement that comes after play has begun."""
    return ("--override", "announcement-late", "--because", "…") if under_way(t) else ()


def _rounds_outgrown(t: Tournament, rules: Ruleset) -> list[Outgrown]:
    """Return the pools where the rounds table no longer agrees with the announcement.

    It is only a hint: the announced number stands (TOP §3.3.5). There is none for a pool that has
    started, for flights, or if an official has decided the number; nor for one round fewer, if the
    table already gave then what it gives now.
    """
    told, table = t.announcement, table_of(t)
    if told is None or told.told or table is None or t.closed or t.flights:
        return []
    before = _then(t)
    rounds_then = {
        division: swiss_rounds({each: before[each] for each in pod}, table, rules).rounds
        for pod in pods_for(before, rules)
        for division in pod
    }
    said, words = list[str](), list[str]()
    for pool, now in schedules(t, rules).items():
        planned = planned_rounds(t, pool)
        ages = [each.division for each in now.divisions]
        same = all(rounds_then.get(each) == now.rounds for each in ages)
        chosen = same and rules.one_round_fewer and planned == now.rounds - 1
        chosen = chosen or (same and in_pure_swiss(t))
        if rounds_started(t, pool) or not now.listed or chosen or planned in {None, now.rounds}:
            continue
        if planned in {t.overruled.get(pool), t.overruled.get(None)}:
            continue
        largest = max(now.divisions, key=lambda each: each.players)
        players = f"{counted(largest.players, 'player')} in {pool}"
        if len(now.divisions) > 1:  # Its row decides the rounds of all (TOP §3.3.5).
            players = f"{largest.players} {largest.division}, the largest division of {pool}"
        fewer = (
            " (one fewer is allowed)" if rules.one_round_fewer and planned == now.rounds - 1 else ""
        )
        were = "was" if planned == 1 else "were"
        said.append(
            f"{players}: the rounds table gives {now.rounds} rounds{fewer}, "
            f"but {planned} {were} announced"
        )
        words += ["--rounds", f"{pool}={now.rounds}"]
        for division, size in _cuts(t, rules, ages, before).items():
            was = told.cut.get(division, 0)
            gives = f"a {division} cut of {size}" if size else f"no {division} cut"
            said.append(
                f"it gives {gives}, but {f'a cut of {was}' if was else 'none'} was announced"
            )
            words += ["--cut", f"{division.lower()}={size or 'none'}"]
    if not said:
        return []
    return [Outgrown("; ".join(said), do("announce", *words, *_late(t)))]


def in_pure_swiss(t: Tournament) -> bool:
    """Tell whether no cut follows Swiss: then the rounds tables are only guidelines (A-80)."""
    return t.opened is not None and t.opened.style is Style.SWISS


def beside_the_table(t: Tournament, rules: Ruleset) -> list[str]:
    """Return notes on pools of a pure Swiss event with another number of rounds than the table."""
    found = schedules(t, rules).items() if in_pure_swiss(t) else ()
    return [
        f"the rounds table gives {pool} {counted(now.rounds, 'round')} ({now.cites}); "
        "in pure Swiss that is only a guideline"
        for pool, now in found
        if now.listed
        and planned_rounds(t, pool) not in {now.rounds, max(now.rounds - rules.one_round_fewer, 1)}
    ]


def _then(t: Tournament) -> Counter[Division]:
    """Return how many players of each division were active when the announcement was made."""
    made = t.changed.get(ANNOUNCEMENT, 0)

    def was_in(player: Player) -> bool:
        return player.seq < made and (
            not player.out or t.changed.get(player_thing(player.id), 0) > made
        )

    return Counter(player.division for player in t.players.values() if was_in(player))


def _cuts(
    t: Tournament, rules: Ruleset, divisions: list[Division], before: Mapping[Division, int]
) -> dict[Division, int]:
    """Return the cuts announced from the table for which the table now gives another size."""
    told, table = t.announcement, table_of(t)
    if told is None or table is None or t.opened is None:
        return {}
    if t.opened.style is not Style.SWISS_PLUS_CUT:
        return {}
    found = dict[Division, int]()
    for division in divisions:
        then = division_cut(division, before.get(division, 0), table, rules).cut
        row = row_of(t, rules, division)
        if row and told.cut.get(division, 0) == then != row.cut:
            found[division] = row.cut
    return found
