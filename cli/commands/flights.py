"""Split a large division into flights, or show how many it could have."""

import click
from msgspec.structs import asdict

from roundbook.cli.acts.flights import assign_flights, possible_splits
from roundbook.cli.answers.spoken import say
from roundbook.cli.args.choices import FLIGHTS
from roundbook.cli.args.types import WORDS
from roundbook.cli.session.command import at_desk, say_done
from roundbook.cli.session.write import WriteContext
from roundbook.ledger.phrases import counted
from roundbook.ledger.terms import Division
from roundbook.projections.reports.text.cut import (
    apart_in_words,
    cut_in_words,
    in_words,
    rounds_in_words,
    sizes_in_words,
)
from roundbook.projections.reports.text.tables import Column
from roundbook.projections.reports.text.tables import lines as table_lines
from roundbook.projections.rounds.flights import Option

COLUMNS = (
    Column("Flights", right=True),
    Column("Players"),
    Column("Rounds", right=True),
    Column("Cut"),
    Column("Why not", wraps=True),
)


@click.command("flights")
@click.argument("wanted", type=FLIGHTS, nargs=-1, metavar="[DIVISION=NUMBER]...")
@click.option("--reason", type=WORDS, help="The reason; needed to assign flights again.")
@click.option(
    "--at-most",
    type=click.IntRange(1, 99),
    help="The maximum number of rounds; shows the fewest flights that allow it.",
)
@at_desk
def command(
    ctx: WriteContext,
    wanted: tuple[tuple[Division, int], ...],
    reason: str | None,
    at_most: int | None,
) -> None:
    r"""Split a DIVISION at random into 2, 4, 8 or 16 flights; 1 removes the flights.

    Each flight plays its own, shorter Swiss; the cut brings the flights back together. Use flights
    only as a last resort, and as few as the time allows (TOP §3.3.3). Without a DIVISION, show what
    each number of flights would mean, and why some are not possible. First announce the number of
    flights, together with the rounds; then draw the flights, before round 1 is paired. A dry run
    does not reveal the draw.

    \b
    Examples:
      roundbook round flights
      roundbook round flights --at-most 6
      roundbook round flights masters=4 senior=2
      roundbook round flights masters=1 --reason "a second hall is free"
    """
    if not wanted:
        _show(ctx, at_most)
        return
    numbers = dict(wanted)
    if at_most or len(numbers) < len(wanted):
        raise click.UsageError(
            "give each division only once, and do not use --at-most with a division."
        )
    say(ctx, assign_flights(ctx, numbers, reason=reason))


def _show(ctx: WriteContext, at_most: int | None) -> None:
    """Show what each number of flights would mean for each division, and which are impossible."""
    lines, data = list[str](), list[object]()
    for each in possible_splits(ctx.venue):
        now, possible = each.now, each.possible
        fewest = each.fewest(at_most or 0)
        lines += ["", f"{each.division}, {in_words(now)}" + (" now" if now.flights > 1 else "")]
        if len(possible) > 1:
            lines += table_lines(COLUMNS, [_row(one, why) for one, why in each.options])
            lines += _remarks(possible)
        else:
            lines += [rounds_in_words(now), f"no flights: {each.options[1][1]}"]
        if at_most and fewest:
            lines.append(f"the fewest flights with at most {counted(at_most, 'round')}: {fewest}")
        elif at_most:
            lines.append(
                f"every possible number of flights needs more than {counted(at_most, 'round')}"
            )
        data.append(
            {
                "division": each.division,
                "now": now,
                "options": [{**asdict(one), "why_not": why} for one, why in each.options],
                "fewest": fewest,
            }
        )
    say_done(ctx, [], *(lines[1:] or ["nobody is registered yet"]), divisions=data)


def _row(one: Option, why_not: str | None) -> list[str]:
    """Return the table row of a number of flights; the effects are empty if it is impossible."""
    means = ("", "") if why_not else (f"{one.rounds or ''}", cut_in_words(one))
    return [str(one.flights), sizes_in_words(one), *means, why_not or ""]


def _remarks(possible: list[Option]) -> list[str]:
    """Return where the two readings of the rounds saved differ (A-16), and sizes by two (A-82)."""
    rounds = [
        f"{one.flights} flights: {rounds_in_words(one)}"
        for one in possible
        if one.flights > 1 and one.by_doubling != one.rounds
    ]
    apart = [f"{one.flights} flights: {why}" for one in possible if (why := apart_in_words(one))]
    return [*rounds, *apart]
