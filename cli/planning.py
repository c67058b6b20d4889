"""How many rounds are announced: as they were named, or as the rounds table says."""

from collections import Counter
from typing import NamedTuple

from cli.counting import counted
from cli.flighting import rows_in_words, table_of
from ledger.errors import Refused
from ledger.rulesets.divisions import pods_for, pool_name
from ledger.rulesets.ruleset import Ruleset
from ledger.state.queries import largest_flight
from ledger.state.tournament import Tournament
from ledger.terms import Division, Pool, Style
from ledger.validators.opening import eliminates
from projections.schedule import Schedule, swiss_rounds


class Tabled(NamedTuple):
    """What the rounds table says of who plays on: the cuts, and the rounds of a second day."""

    cuts: dict[Division, int]
    day_two: dict[Division, int]


def planned_rounds(
    t: Tournament, rules: Ruleset, rounds: dict[Pool | None, int], *, one_less: bool
) -> tuple[dict[Pool | None, int], Tabled, list[str]]:
    """Return the rounds of all and of single pools, what the table says, and its rows in words.

    `None` stands for every pool that is not named.
    """
    if None in rounds:
        apart = {pool: rounds[None] for pool in t.planned if pool in t.pods}
        return apart | rounds, Tabled({}, {}), []
    if eliminates(t):
        return _eliminated(t)
    schedules = schedules_of(t, rules, one_less=one_less)
    found = {pool: rounds.get(pool, each.rounds) for pool, each in schedules.items()} | rounds
    most = max(found.values())
    # What was set before for one pool alone is said anew, so that it does not stay.
    planned: dict[Pool | None, int] = {
        pool: n for pool, n in found.items() if n != most or pool in t.planned
    }
    tabled = Tabled({}, {})
    if t.opened and t.opened.style is Style.SWISS_PLUS_CUT:
        for each in schedules.values():
            tabled.cuts.update({division: size for division, size in each.cuts.items() if size})
            tabled.day_two.update(each.day_two)
    return {None: most, **planned}, tabled, rows_in_words(t, rules, schedules)


def _eliminated(t: Tournament) -> tuple[dict[Pool | None, int], Tabled, list[str]]:
    """Return the rounds of a bracket of everybody who is in, which no table has to say."""
    players = sum(not player.out for player in t.players.values())
    rounds = (max(players, 2) - 1).bit_length()
    row = f"{counted(players, 'player')}: {counted(rounds, 'round')} (TOP §3.2)"
    return {None: rounds}, Tabled({}, {}), [row]


def schedules_of(t: Tournament, rules: Ruleset, *, one_less: bool = False) -> dict[Pool, Schedule]:
    """Return what the rounds table says for each pod, by those who are in."""
    counts = Counter(player.division for player in t.players.values() if not player.out)
    if not counts:
        raise Refused(
            "nobody is registered, so no table can say how many rounds there are.",
            hint="Register the players first, or name the rounds (--rounds).",
        )
    table = table_of(t)
    if table is None:
        raise Refused(
            "this tournament has no rounds table.", hint="Name the rounds yourself (--rounds)."
        )
    pods = t.pods or {pool_name(pod): pod for pod in pods_for(counts, rules)}
    return {
        pool: swiss_rounds(
            {each: counts[each] for each in pod},
            table,
            rules,
            one_less=one_less,
            flight=largest_flight(t, pool),
        )
        for pool, pod in pods.items()
    }
