"""Record what the players were told before round 1."""

import re
from collections import Counter

import click

from cli.flighting import rows_in_words, table_of, uneven_cuts
from cli.params import CUT, POOL
from cli.turn import Turn, at_desk
from cli.words import WordsType, quoted
from ledger.errors import Refused
from ledger.events import AnnouncementMade, AnyEvent, RoundsSet
from ledger.field import largest_flight
from ledger.limits import Limit, least
from ledger.rulesets.divisions import pods_for, pool_name
from ledger.rulesets.ruleset import Ruleset
from ledger.terms import Division, Pool, Style
from ledger.tournament import Tournament
from projections.schedule import Schedule, swiss_rounds


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
@click.option(
    "--time",
    "minutes",
    type=click.IntRange(1, 999),
    help="Minutes of a match.  [default: the least of the edition]",
)
@click.option(
    "--turns",
    type=click.IntRange(0, 99),
    help="Turns after time.  [default: those of the edition]",
)
@click.option(
    "--basic-energy/--no-basic-energy", default=None, help="Limited: it is given out, or is not."
)
@click.option(
    "--energy-told-ahead", is_flag=True, help="That was announced before the date as well."
)
@click.option("--redraft", is_flag=True, help="Solomon: there is a re-draft in a later round.")
@click.option("--cooperative-draft", is_flag=True, help="Solomon: players may draft together.")
@click.option("--flights", type=CUT, multiple=True, help="Flights of a division: masters=2.")
@at_desk
def command(  # noqa: PLR0913, PLR0917 - one argument per fact.
    turn: Turn,
    said: tuple[str, ...],
    cut: tuple[tuple[Division, int], ...],
    prizes: int,
    third_place: bool,  # noqa: FBT001 - a flag.
    text: str | None,
    minutes: int | None,
    turns: int | None,
    basic_energy: bool | None,  # noqa: FBT001 - a flag.
    energy_told_ahead: bool,  # noqa: FBT001 - a flag.
    redraft: bool,  # noqa: FBT001 - a flag.
    cooperative_draft: bool,  # noqa: FBT001 - a flag.
    flights: tuple[tuple[Division, int], ...],
) -> None:
    r"""Record what the players were told before round 1 (TOP §2).

    Without --rounds the number comes from the rounds table of the edition, without --time the time
    of a match is the least that the edition allows (TRF §7.3). A Limited event says whether basic
    Energy is given out, before the date and again at the event (TRF §11.2).

    \b
    Examples:
      roundbook announce --prizes 8
      roundbook announce --rounds 5 --rounds junior=3 --cut masters=8 --third-place
      roundbook announce --time 60 --basic-energy --energy-told-ahead
    """
    rounds = _rounds(said)
    cuts = dict(cut)

    def act(t: Tournament) -> list[AnyEvent]:
        planned, tabled, _ = _planned(t, turn.rules, rounds)
        shortest = least(t.opened, turn.rules) if t.opened else None
        told = AnnouncementMade(
            rounds=planned.pop(None),
            cut=cuts or tabled,
            prizes=prizes,
            third_place_playoff=third_place,
            text=text or "",
            minutes=minutes or (shortest.minutes if shortest else None),
            extra_turns=shortest.turns if turns is None and shortest else turns,
            basic_energy=basic_energy,
            energy_told_ahead=energy_told_ahead,
            redraft=redraft,
            cooperative_draft=cooperative_draft,
            flights=dict(flights) or {age: len(pools) for age, pools in t.flights.items()},
        )
        return [told, *(RoundsSet(pool=p, rounds=n) for p, n in planned.items() if p)]

    entry = turn.take(act)[0]
    told = next(event for event in entry.events if isinstance(event, AnnouncementMade))
    apart = [event for event in entry.events if isinstance(event, RoundsSet)]
    _, _, rows = _planned(turn.tournament, turn.rules, rounds)
    lines = [f"announced: {told.rounds} Swiss rounds"]
    lines += [f"  {Limit(told.minutes, told.extra_turns or 0)} a match"] if told.minutes else []
    lines += [f"  {event.pool}: {event.rounds} rounds" for event in apart]
    lines += [f"  {row}" for row in rows]
    lines += [f"  {division}: a cut of {size}" for division, size in told.cut.items() if size]
    lines += _too_large(turn, told)
    lines += uneven_cuts(turn.tournament, told.cut)
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
        apart = {pool: rounds[None] for pool in t.planned if pool in t.pods}
        return apart | rounds, {}, []
    schedules = _schedules(t, rules)
    found = {pool: rounds.get(pool, each.rounds) for pool, each in schedules.items()} | rounds
    most = max(found.values())
    # What was set before for one pool alone is said anew, so that it does not stay.
    planned: dict[Pool | None, int] = {
        pool: n for pool, n in found.items() if n != most or pool in t.planned
    }
    cuts: dict[Division, int] = {}
    if t.opened and t.opened.style is Style.SWISS_PLUS_CUT:
        for each in schedules.values():
            cuts.update({division: size for division, size in each.cuts.items() if size})
    return {None: most, **planned}, cuts, rows_in_words(t, rules, schedules)


def _schedules(t: Tournament, rules: Ruleset) -> dict[Pool, Schedule]:
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
            {each: counts[each] for each in pod}, table, rules, flight=largest_flight(t, pool)
        )
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
