"""How a cut is made: its size, the lots it needs, the bracket it replaces, the seeds."""

from collections import Counter
from typing import NamedTuple

from cli.acts.flights import rows_in_words, table_of
from cli.folder import secrets
from cli.folder.home import settings
from ledger.errors import Refused
from ledger.events.catalogue import AnyEvent, CutMade, RoundWithdrawn
from ledger.rulesets.divisions import pods_for, pool_name
from ledger.rulesets.ruleset import Ruleset
from ledger.state.queries import largest_flight, latest_round
from ledger.state.tournament import Tournament
from ledger.terms import Division, PlayerId, Pool, Style
from ledger.validators.opening import eliminates
from projections.bracket.bracket import bracket_of
from projections.cut.day_two import row_of
from projections.cut.qualifiers import best, bracket_name, unplayed
from projections.schedule import Schedule, swiss_rounds
from projections.standings import lots
from projections.text import counted


def size_for(t: Tournament, rules: Ruleset, division: Division) -> int:
    """Return how many of a division play on: as announced, or by the division's own row (A-15)."""
    if t.announcement and t.announcement.cut:
        return t.announcement.cut.get(division, 0)
    if t.opened is None or t.opened.style is not Style.SWISS_PLUS_CUT:
        return 0
    row = row_of(t, rules, division)
    return row.cut if row else 0


def no_cut(t: Tournament, rules: Ruleset, division: Division) -> Refused:
    """Return that a division has no cut, and why."""
    row = row_of(t, rules, division)
    if t.announcement and t.announcement.cut:
        why = "none was announced"
    elif t.opened and t.opened.style is not Style.SWISS_PLUS_CUT:
        why = f"the tournament is {t.opened.style}"
    elif row:
        why = f"{row.players} players, {row.cites}"
    else:
        why = "there is no rounds table"
    return Refused(
        f"{division} has no cut: {why}.",
        hint="If there is one all the same: `roundbook cut DIVISION --size N --reason …`.",
    )


def divisions_due(t: Tournament, rules: Ruleset, *, again: bool) -> list[Division]:
    """Return the divisions whose cut can be made, or made again; raises Refused for none."""
    present = [d for d in Division if any(p.division == d for p in t.players.values())]
    made = {division: bracket_of(t, division) for division in present}
    if again:
        found = [d for d in present if made[d] and unplayed(t, d) and outdated(t, rules, d)]
        if not found:
            raise Refused(
                "no cut has to be made again.",
                hint="Before its first round starts a cut follows those who leave (A-44).",
            )
        return found
    found = [d for d in present if made[d] is None and size_for(t, rules, d)]
    if not found and any(made.values()):
        pools = ", ".join(cut.pool for cut in made.values() if cut)
        raise Refused(f"every cut has been made: {pools}.", hint="Pair it: `roundbook pair`.")
    if not found:
        raise no_cut(t, rules, present[-1]) if present else Refused("nobody is registered.")
    return found


def outdated(t: Tournament, rules: Ruleset, division: Division) -> bool:
    """Tell whether the seeds of a division would be others now."""
    cut = bracket_of(t, division)
    assert cut is not None
    if any(t.players[seed].out for seed in cut.seeds if seed in t.players):
        return True
    seeds = [one.player for one in best(t, rules, division, len(cut.seeds))]
    return seeds != [*cut.seeds]


def cut_events(
    t: Tournament,
    rules: Ruleset,
    division: Division,
    *,
    size: int | None,
    again: bool,
    reason: str | None,
) -> list[AnyEvent]:
    """Return what makes the cut of a division: lots where seeds would be level, and the cut.

    Made again, it takes back the first round, if that was paired and has not started.
    """
    if t.opened and t.opened.style is Style.SINGLE_ELIMINATION:
        raise Refused(
            "a pure single elimination has no Swiss part that a cut could be made of.",
            hint="Everybody plays in the bracket (TOP §3.2).",
        )
    stands = bracket_of(t, division)
    if again and stands is None:
        raise Refused(f"the {division} cut has not been made.", hint="Make it: `roundbook cut`.")
    number = size or (len(stands.seeds) if stands and again else size_for(t, rules, division))
    if not number:
        raise no_cut(t, rules, division)
    then, done = t.copy(), list[AnyEvent]()
    if stands and again:
        reason = reason or stands.reason
        paired = latest_round(t, stands.pool)
        if paired and not paired.started:
            why = f"The {division} cut is made again."
            done.append(RoundWithdrawn(pool=stands.pool, round=paired.number, reason=why))
            then.apply(done[-1], t.seq)
    chosen = {one.player for one in best(then, rules, division, number)}
    if level_in(then, rules, division, chosen):
        groups = lots.level(then, rules)[division]
        secret = secrets.next_secret(settings(), then)
        done.append(lots.draw(then, division=division, groups=groups, secret=secret))
        then.apply(done[-1], t.seq)
    done.append(
        CutMade(
            division=division,
            pool=stands.pool if stands else bracket_name(division),
            seeds=tuple(one.player for one in best(then, rules, division, number)),
            reason=reason,
        )
    )
    return done


def level_in(
    t: Tournament, rules: Ruleset, division: Division, chosen: set[PlayerId]
) -> list[PlayerId]:
    """Return who is level in everything with somebody who would play on, if both are still in."""
    return [
        player
        for group in lots.level(t, rules).get(division, [])
        if chosen.intersection(group)
        if sum(not t.players[one].out for one in group) > 1
        for player in group
    ]


# How many rounds are announced: as they were named, or as the rounds table says.


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
