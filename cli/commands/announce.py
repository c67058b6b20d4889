"""Record what the players were told before round 1."""

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple, cast

import click

from cli.params import CUT, POOL, ROUNDS_OF
from cli.turn import Turn, at_desk
from cli.words import WordsType, quoted
from ledger.errors import Refused
from ledger.events import AnnouncementMade, AnyEvent, RoundsSet
from ledger.rulesets.divisions import pods_for, pool_name
from ledger.rulesets.ruleset import Ruleset
from ledger.terms import Division, Pool, Style
from ledger.tournament import Tournament
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
@click.option("--day-two", type=ROUNDS_OF, multiple=True, help="Rounds of day two: masters=5.")
@click.option("--one-less", is_flag=True, help="One Swiss round less than the table has.")
@click.option("--prizes", type=click.IntRange(0, 999_999), default=0, help="How many get prizes.")
@click.option("--third-place", is_flag=True, help="The third place is played for.")
@click.option("--text", type=WordsType(4000), help="Whatever else was said.")
@at_desk
def command(  # noqa: PLR0913 - one argument per fact.
    turn: Turn,
    said: tuple[str, ...],
    cut: tuple[tuple[Division, int], ...],
    day_two: tuple[tuple[Division, int], ...],
    prizes: int,
    text: str | None,
    *,
    third_place: bool,
    one_less: bool,
) -> None:
    r"""Record what the players were told before round 1 (TOP §2).

    Without --rounds the number comes from the rounds table of the edition; the organiser may play
    one round less (TOP §3.3.5). Where there is a second day, --rounds are those of the first one.

    \b
    Examples:
      roundbook announce --prizes 8
      roundbook announce --rounds 5 --rounds junior=3 --cut masters=8 --third-place
      roundbook announce --rounds 9 --day-two masters=5 --cut masters=8
    """
    rounds = _rounds(said)
    cuts, second = dict(cut), dict(day_two)
    if one_less and None in rounds:
        raise click.UsageError("--one-less is one less than the table has: leave --rounds out.")

    def act(t: Tournament) -> list[AnyEvent]:
        planned, tabled, _ = _planned(t, turn.rules, rounds, one_less=one_less)
        told = AnnouncementMade(
            rounds=planned.pop(None),
            cut=cuts or tabled.cuts,
            day_two=second or tabled.day_two,
            prizes=prizes,
            third_place_playoff=third_place,
            text=text or "",
        )
        return [told, *(RoundsSet(pool=p, rounds=n) for p, n in planned.items() if p)]

    entry = turn.take(act)[0]
    told = next(event for event in entry.events if isinstance(event, AnnouncementMade))
    apart = [event for event in entry.events if isinstance(event, RoundsSet)]
    _, _, rows = _planned(turn.tournament, turn.rules, rounds, one_less=one_less)
    lines = [f"announced: {told.rounds} Swiss rounds"]
    lines += [f"  {event.pool}: {event.rounds} rounds" for event in apart]
    lines += [f"  {row}" for row in rows]
    lines += [
        f"  {division}: {number} rounds on the second day, for X-2-0 or better or the best 32"
        for division, number in told.day_two.items()
        if number
    ]
    lines += [f"  {division}: a cut of {size}" for division, size in told.cut.items() if size]
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


class Tabled(NamedTuple):
    """What the rounds table says of who plays on: the cuts, and the rounds of a second day."""

    cuts: dict[Division, int]
    day_two: dict[Division, int]


def _planned(
    t: Tournament, rules: Ruleset, rounds: dict[Pool | None, int], *, one_less: bool
) -> tuple[dict[Pool | None, int], Tabled, list[str]]:
    """Return the rounds of all and of single pools, what the table says, and its rows in words.

    `None` stands for every pool that is not named.
    """
    if None in rounds:
        return dict(rounds), Tabled({}, {}), []
    schedules = _schedules(t, rules, one_less=one_less)
    found = {pool: rounds.get(pool, each.rounds) for pool, each in schedules.items()} | rounds
    most = max(found.values())
    planned: dict[Pool | None, int] = {pool: n for pool, n in found.items() if n != most}
    tabled = Tabled({}, {})
    if t.opened and t.opened.style is Style.SWISS_PLUS_CUT:
        for each in schedules.values():
            tabled.cuts.update({division: size for division, size in each.cuts.items() if size})
            tabled.day_two.update(each.day_two)
    rows = [f"{pool}: {s.rounds} rounds ({s.cites})" for pool, s in schedules.items()]
    return {None: most, **planned}, tabled, rows


def _schedules(t: Tournament, rules: Ruleset, *, one_less: bool = False) -> dict[Pool, Schedule]:
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
        pool: swiss_rounds({d: counts[d] for d in pod}, table, rules, one_less=one_less)
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
