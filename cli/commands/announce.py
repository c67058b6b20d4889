"""Record what the players were told before round 1."""

import re
from collections import Counter
from typing import TYPE_CHECKING, cast

import click

from cli.counting import counted
from cli.params import CUT, POOL
from cli.turn import Turn, at_desk
from cli.words import WordsType, quoted
from ledger.errors import Refused
from ledger.events import AnnouncementMade, AnyEvent, RoundsSet
from ledger.rulesets.divisions import pods_for, pool_name
from ledger.rulesets.ruleset import Ruleset
from ledger.terms import Division, Pool, Style
from ledger.tournament import Tournament
from ledger.validators.styles import eliminates
from projections.schedule import Schedule, swiss_rounds

if TYPE_CHECKING:
    from ledger.rulesets.tables import RoundsTable


@click.command("announce")
@click.option(
    "--rounds",
    "said",
    multiple=True,
    metavar="[POOL=]N",
    help="Swiss rounds, of every pool or of one.  [default: by the rounds table]",
)
@click.option("--cut", type=CUT, multiple=True, help="Who plays on, such as masters=8.")
@click.option("--prizes", type=click.IntRange(0, 999_999), default=0, help="How many get prizes.")
@click.option("--third-place", is_flag=True, help="The third place is played for.")
@click.option("--text", type=WordsType(4000), help="Whatever else was said.")
@at_desk
def command(
    turn: Turn,
    said: tuple[str, ...],
    cut: tuple[tuple[Division, int], ...],
    prizes: int,
    third_place: bool,  # noqa: FBT001 - a flag.
    text: str | None,
) -> None:
    r"""Record what the players were told before round 1 (TOP §2).

    Without --rounds the number comes from the rounds table of the edition, and in a single
    elimination from how many are in. Whether the third place is played for is told now, or never.

    \b
    Examples:
      roundbook announce --prizes 8
      roundbook announce --rounds 5 --rounds junior=3 --cut masters=8 --third-place
    """
    rounds = _rounds(said)
    cuts = dict(cut)

    def act(t: Tournament) -> list[AnyEvent]:
        planned, tabled, _ = _planned(t, turn.rules, rounds)
        told = AnnouncementMade(
            rounds=planned.pop(None),
            cut=cuts or tabled,
            prizes=prizes,
            third_place_playoff=third_place,
            text=text or "",
        )
        return [told, *(RoundsSet(pool=p, rounds=n) for p, n in planned.items() if p)]

    entry = turn.take(act)[0]
    told = next(event for event in entry.events if isinstance(event, AnnouncementMade))
    apart = [event for event in entry.events if isinstance(event, RoundsSet)]
    _, _, rows = _planned(turn.tournament, turn.rules, rounds)
    kind = "elimination" if eliminates(turn.tournament) else "Swiss"
    lines = [f"announced: {told.rounds} {kind} rounds"]
    lines += [f"  {event.pool}: {event.rounds} rounds" for event in apart]
    lines += [f"  {row}" for row in rows]
    lines += [f"  {division}: a cut of {size}" for division, size in told.cut.items() if size]
    lines += ["  the third place is played for"] if told.third_place_playoff else []
    lines += _too_large(turn, told)
    turn.say(entry, *lines, rows=rows)


def _rounds(said: tuple[str, ...]) -> dict[Pool | None, int]:
    """Return the numbers that were named, by pool; raises a usage error."""
    rounds: dict[Pool | None, int] = {}
    for text in said:
        name, _, number = text.rpartition("=")
        if not re.fullmatch(r"[1-9][0-9]?", number, re.ASCII):
            msg = f"{quoted(text)} is no number of rounds; write 5, or junior=3."
            raise click.UsageError(msg)
        rounds[POOL.convert(name, None, None) if name else None] = int(number)
    return rounds


def _planned(
    t: Tournament, rules: Ruleset, rounds: dict[Pool | None, int]
) -> tuple[dict[Pool | None, int], dict[Division, int], list[str]]:
    """Return the rounds of all and of single pools, the cuts of the table, and its rows in words.

    `None` stands for every pool that is not named.
    """
    if None in rounds:
        return dict(rounds), {}, []
    if eliminates(t):
        return _eliminated(t)
    schedules = _schedules(t, rules)
    found = {pool: rounds.get(pool, each.rounds) for pool, each in schedules.items()} | rounds
    most = max(found.values())
    planned: dict[Pool | None, int] = {pool: n for pool, n in found.items() if n != most}
    cuts: dict[Division, int] = {}
    if t.opened and t.opened.style is Style.SWISS_PLUS_CUT:
        for each in schedules.values():
            cuts.update({division: size for division, size in each.cuts.items() if size})
    rows = [f"{pool}: {s.rounds} rounds ({s.cites})" for pool, s in schedules.items()]
    return {None: most, **planned}, cuts, rows


def _eliminated(
    t: Tournament,
) -> tuple[dict[Pool | None, int], dict[Division, int], list[str]]:
    """Return the rounds of a bracket of everybody who is in, which no table has to say."""
    players = sum(not player.out for player in t.players.values())
    rounds = (max(players, 2) - 1).bit_length()
    row = f"{counted(players, 'player')}: {counted(rounds, 'round')} (TOP §3.2)"
    return {None: rounds}, {}, [row]


def _schedules(t: Tournament, rules: Ruleset) -> dict[Pool, Schedule]:
    """Return what the rounds table says for each pod, by those who are in."""
    counts = Counter(player.division for player in t.players.values() if not player.out)
    if not counts:
        raise Refused(
            "nobody is registered, so no table can say how many rounds there are.",
            hint="Register the players first, or name the rounds (--rounds).",
        )
    if t.opened is None or t.opened.rounds_table is None:
        raise Refused(
            "this tournament has no rounds table.", hint="Name the rounds yourself (--rounds)."
        )
    table = cast("RoundsTable", t.opened.rounds_table)
    pods = t.pods or {pool_name(pod): pod for pod in pods_for(counts, rules)}
    return {
        pool: swiss_rounds({each: counts[each] for each in pod}, table, rules)
        for pool, pod in pods.items()
    }


def _too_large(turn: Turn, told: AnnouncementMade) -> list[str]:
    """Return a warning where a premier event has a larger cut than the table (TOP-3.3.5c)."""
    opened = turn.tournament.opened
    if opened is None or not opened.premier or opened.rounds_table is None:
        return []
    most: dict[Division, int] = {}
    for each in _schedules(turn.tournament, turn.rules).values():
        most.update(each.cuts)
    return [
        f"warning: at a premier event the {division} cut is at most {most[division]} (TOP §3.3.5)"
        for division, size in told.cut.items()
        if division in most and size > most[division]
    ]
