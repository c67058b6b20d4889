"""Close the tournament."""

from collections.abc import Sequence
from datetime import date

import click

from roundbook.cli.acts import closing, results
from roundbook.cli.args.types import DATE
from roundbook.cli.desk.ask import confirm
from roundbook.cli.desk.command import at_desk, leading_on, say_done
from roundbook.cli.desk.errors import command as as_typed
from roundbook.cli.desk.errors import typed
from roundbook.cli.desk.output import as_typed as quoted
from roundbook.cli.desk.write import WriteContext
from roundbook.cli.folder.layout import is_here
from roundbook.cli.terminal.results import crowned
from roundbook.ledger.errors import do
from roundbook.projections.bracket.bracket import brackets
from roundbook.projections.rounds.cut_short import cut_short, short_in_words
from roundbook.projections.tdf.gaps import Gap, lacking, lacking_advice, missing, unfit


@click.command("close")
@click.option("--end", type=DATE, help="The last day of the event, if it is not today.")
@at_desk
def command(ctx: WriteContext, end: date | None) -> None:
    r"""Close the tournament: lock its last results, and make the places final.

    An event cannot be closed while anything is missing: an announced round, cut or 3rd-place match,
    a winner or a result. Anything still missing is listed, and an official may override the
    rule that asks for it.
    Before the close, players who are tied on everything are put in random order; the draw is
    recorded.
    At a terminal, you are asked to confirm if some players lack details for a .tdf file.

    \b
    Example:
      roundbook close
      roundbook close --override rounds-unplayed --because "power failure"
    """
    gaps = lacking(ctx.tournament, ctx.book, ctx.venue.desk.entries)
    lacks = [typed(one) for one in lacking_advice(gaps, ctx.book)]
    only = ["After the close, these details can only be added by reopening."] if gaps else []
    found = closing.close(
        ctx, end=end, agree=lambda: confirm(ctx, [*lacks, *only], "Close without them?")
    )
    opened = ctx.tournament.opened
    what = opened.name if opened else "the tournament"
    if ctx.dry_run:
        players = [ctx.named(player) for _, tied in found.lots for player in tied]
        lots_for = f", after a random draw between {', '.join(players)}" if players else ""
        would = f"{what} would be closed{lots_for}"
        notes = [f"  note: {one}" for one in lacks]
        say_done(ctx, [], would, *_overridden(ctx), *notes, keep_until=found.until)
        return
    lines = [f"{what} is closed", *_overridden(ctx)]
    t = ctx.tournament
    lines += [f"  {short_in_words(one)}" for one in cut_short(t, ctx.rules)]
    lines += crowned(ctx, results.winners(t, [one.pool for one in brackets(t)]))
    for division, order in found.lots:
        lines.append(f"  ordered at random, {division}: {', '.join(map(ctx.named, order))}")
    lines += [
        f"keep the results until {found.until}, three months after {found.last} (TOP §4)",
        f"  {found.days_left} days from today; `roundbook tournaments` shows the days left"
        if found.days_left > 0
        else "  that date has passed",
        "  after that, names may be erased; nothing is ever erased automatically",
        _for_tom(ctx, gaps),
        *leading_on(ctx, found.entries),
    ]
    say_done(ctx, found.entries, *lines, keep_until=found.until, days_left=found.days_left)


def _for_tom(ctx: WriteContext, gaps: Sequence[Gap]) -> str:
    """Return how to write a file for TOM, or what it lacks."""
    if gaps:
        add = as_typed(do("reopen", "--reason", "…"))
        return f"a file for TOM needs {' and '.join(missing(gaps))}; to add that: {add}"
    if why := unfit(ctx.tournament):
        return f"there is no file for TOM: {why}"
    if not any(one.person.id for one in ctx.book.players.values()):
        return "a file for TOM needs Player IDs, and nobody here has one"
    folder = ctx.venue.folder
    there = [] if is_here(folder) else [quoted(folder)]
    return f"a file for TOM: {as_typed(do('export', *there, 'FILE.tdf'))}"


def _overridden(ctx: WriteContext) -> list[str]:
    """Return what was missing, and why an official closed the event anyway."""
    override = ctx.manner.override
    if override is None:
        return []
    return [f'  the {override.official} overrides {", ".join(override.rules)}: "{override.reason}"']
