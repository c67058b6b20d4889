"""Record what the players were told before round 1."""

import click

from cli.acts.announce import Announced, Tabled, ToAnnounce, announce
from cli.args.choices import CUT, ROUNDS_OF, rounds_by_pool
from cli.args.words import WordsType
from cli.desk.command import at_desk, gathered, say_done
from cli.desk.write import WriteContext
from ledger.state.queries import Limit
from ledger.terms import Division
from projections.reports.text.cut import in_words, planned_lines, rounds_in_words
from projections.text import counted


def _by_division(
    _ctx: click.Context, _option: click.Parameter, said: tuple[tuple[Division, int], ...]
) -> dict[Division, int]:
    return dict(said)


@click.command("announce")
@click.option(
    "--rounds",
    multiple=True,
    callback=lambda _ctx, _option, said: rounds_by_pool(said),
    metavar="[POOL=]N",
    help="Swiss rounds, of every pool or of one.  [default: by the rounds table]",
)
@click.option(
    "--cut", type=CUT, multiple=True, callback=_by_division, help="Who plays on, such as masters=8."
)
@click.option(
    "--day-two",
    type=ROUNDS_OF,
    multiple=True,
    callback=_by_division,
    help="Rounds of day two: masters=5.",
)
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
@click.option(
    "--flights",
    type=CUT,
    multiple=True,
    callback=_by_division,
    help="Flights of a division: masters=2.",
)
@gathered(ToAnnounce)
@at_desk
def command(ctx: WriteContext, asked: ToAnnounce) -> None:
    r"""Record what the players were told before round 1 (TOP §2).

    Without --rounds the number comes from the rounds table of the edition, in a single elimination
    from how many are in; the organiser may play one round less (TOP §3.3.5). Where there is a
    second day, --rounds are those of the first one. Without --time the time of a match is the least
    that the edition allows (TRF §7.3). A Limited event says whether basic Energy is given out,
    before the date and at the event (TRF §11.2). Whether the third place is played for is told now.

    Where there is a cut, the answer lists every size that each division can have: its share of the
    division, and all rounds and hours of the winner (TOP §3.3). --dry-run shows that beforehand.

    \b
    Examples:
      roundbook announce --prizes 8
      roundbook announce --rounds 5 --rounds junior=3 --cut masters=8 --third-place
      roundbook announce --time 60 --basic-energy --energy-told-ahead
      roundbook announce --rounds 9 --day-two masters=5 --cut masters=8
      roundbook announce --dry-run
    """
    if asked.one_less and None in asked.rounds:
        raise click.UsageError("--one-less is one less than the table has: leave --rounds out.")
    found = announce(ctx, asked)
    rows = _rows(found.tabled)
    cuts = [{**one._asdict(), "share": f"{one.size}/{one.players}"} for one in found.cuts]
    say_done(ctx, found.entries, *_said(found, rows), rows=rows, cuts=cuts)


def _said(found: Announced, rows: list[str]) -> list[str]:
    """Return an announcement as it is read out."""
    told = found.told
    kind = "elimination" if found.eliminates else "Swiss"
    lines = [f"announced: {told.rounds} {kind} rounds"]
    lines += [f"  {Limit(told.minutes, told.extra_turns or 0)} a match"] if told.minutes else []
    lines += [f"  {event.pool}: {event.rounds} rounds" for event in found.apart]
    lines += [f"  {row}" for row in rows]
    lines += [
        f"  {division}: {number} rounds on the second day, for X-2-0 or better or the best 32"
        for division, number in told.day_two.items()
        if number
    ]
    lines += [f"  {division}: a cut of {size}" for division, size in told.cut.items() if size]
    lines += ["  the third place is played for"] if told.third_place_playoff else []
    lines += [
        f"warning: at a premier event the {division} cut is at most {most} (TOP §3.3.5)"
        for division, most in found.most.items()
    ]
    lines += [
        f"warning: {one.flights} flights of {one.division} send two or more each into the cut, the "
        f"same number of each: {2 * one.flights} at least, not {one.size} (TOP §3.3.3.2)"
        for one in found.uneven
    ]
    return lines + planned_lines(found.cuts)


def _rows(tabled: Tabled) -> list[str]:
    """Return what the rounds table says of each pod, its flights as one."""
    if tabled.in_bracket is not None:
        rounds = (max(tabled.in_bracket, 2) - 1).bit_length()
        players = counted(tabled.in_bracket, "player")
        return [f"{players}: {counted(rounds, 'round')} (TOP §3.2)"]
    rows = [f"{pool}: {one.rounds} rounds ({one.cites})" for pool, one in tabled.pods.items()]
    return rows + [
        f"{one.division.lower()}, {in_words(one)}: {rounds_in_words(one)}" for one in tabled.flown
    ]
