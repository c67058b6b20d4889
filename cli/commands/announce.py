"""Record what the players were told before round 1."""

import re

import click

from cli.acts.cut import planned_rounds, schedules_of
from cli.acts.flights import uneven_cuts
from cli.args.choices import CUT, ROUNDS_OF
from cli.args.types import POOL
from cli.args.words import WordsType, quoted
from cli.desk.command import at_desk, say_done
from cli.desk.write import WriteContext
from ledger.events.catalogue import AnnouncementMade, AnyEvent, RoundsSet
from ledger.state.queries import Limit, least
from ledger.state.tournament import Tournament
from ledger.terms import Division, Pool
from ledger.validators.opening import eliminates


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
    ctx: WriteContext,
    said: tuple[str, ...],
    cut: tuple[tuple[Division, int], ...],
    day_two: tuple[tuple[Division, int], ...],
    prizes: int,
    text: str | None,
    minutes: int | None,
    turns: int | None,
    basic_energy: bool | None,  # noqa: FBT001 - a flag.
    flights: tuple[tuple[Division, int], ...],
    *,
    third_place: bool,
    one_less: bool,
    energy_told_ahead: bool,
    redraft: bool,
    cooperative_draft: bool,
) -> None:
    r"""Record what the players were told before round 1 (TOP §2).

    Without --rounds the number comes from the rounds table of the edition, in a single elimination
    from how many are in; the organiser may play one round less (TOP §3.3.5). Where there is a
    second day, --rounds are those of the first one. Without --time the time of a match is the least
    that the edition allows (TRF §7.3). A Limited event says whether basic Energy is given out,
    before the date and at the event (TRF §11.2). Whether the third place is played for is told now.

    \b
    Examples:
      roundbook announce --prizes 8
      roundbook announce --rounds 5 --rounds junior=3 --cut masters=8 --third-place
      roundbook announce --time 60 --basic-energy --energy-told-ahead
      roundbook announce --rounds 9 --day-two masters=5 --cut masters=8
    """
    rounds = _rounds(said)
    cuts, second = dict(cut), dict(day_two)
    if one_less and None in rounds:
        raise click.UsageError("--one-less is one less than the table has: leave --rounds out.")

    def act(t: Tournament) -> list[AnyEvent]:
        planned, tabled, _ = planned_rounds(t, ctx.rules, rounds, one_less=one_less)
        shortest = least(t.opened, ctx.rules) if t.opened else None
        told = AnnouncementMade(
            rounds=planned.pop(None),
            cut=cuts or tabled.cuts,
            day_two=second or tabled.day_two,
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

    entry = ctx.take(act)[0]
    told = next(event for event in entry.events if isinstance(event, AnnouncementMade))
    apart = [event for event in entry.events if isinstance(event, RoundsSet)]
    _, _, rows = planned_rounds(ctx.tournament, ctx.rules, rounds, one_less=one_less)
    kind = "elimination" if eliminates(ctx.tournament) else "Swiss"
    lines = [f"announced: {told.rounds} {kind} rounds"]
    lines += [f"  {Limit(told.minutes, told.extra_turns or 0)} a match"] if told.minutes else []
    lines += [f"  {event.pool}: {event.rounds} rounds" for event in apart]
    lines += [f"  {row}" for row in rows]
    lines += [
        f"  {division}: {number} rounds on the second day, for X-2-0 or better or the best 32"
        for division, number in told.day_two.items()
        if number
    ]
    lines += [f"  {division}: a cut of {size}" for division, size in told.cut.items() if size]
    lines += ["  the third place is played for"] if told.third_place_playoff else []
    lines += _too_large(ctx, told)
    lines += uneven_cuts(ctx.tournament, told.cut)
    say_done(ctx, entry, *lines, rows=rows)


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


def _too_large(ctx: WriteContext, told: AnnouncementMade) -> list[str]:
    """Return a warning where a premier event has a larger cut than the table (TOP-3.3.5c)."""
    opened = ctx.tournament.opened
    if opened is None or not opened.premier or opened.rounds_table is None:
        return []
    most: dict[Division, int] = {}
    for each in schedules_of(ctx.tournament, ctx.rules).values():
        most.update(each.cuts)
    return [
        f"warning: at a premier event the {division} cut is at most {most[division]} (TOP §3.3.5)"
        for division, size in told.cut.items()
        if division in most and size > most[division]
    ]
