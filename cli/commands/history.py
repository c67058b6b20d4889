"""Show what happened, when, by whom and why."""

from functools import partial

import click

from cli.args.players import find_player
from cli.args.types import MATCH, MATCH_OR_ROUND, RoundId
from cli.desk.output import echo
from cli.desk.read import ReadContext, at_ledger, say_answer
from cli.terminal.tables import show
from ledger.terms import MatchId
from projections.history.history import Happening, history, with_names
from projections.reports.api.staff import history_of
from projections.reports.text.reading import named, who_wrote
from projections.reports.text.tables import Column

COLUMNS = (
    Column("Entry", right=True),
    Column("Time"),
    Column("By", wraps=True),
    Column("What", wraps=True),
)


@click.command("history")
@at_ledger()
@click.option("--player", help="Only what is about this player: p17, an id, a part of a name.")
@click.option("--match", type=MATCH, help="Only what is about this match.")
@click.option(
    "--round", "round_of", type=MATCH_OR_ROUND, help="Only what is about this round: masters-2."
)
def command(
    ctx: ReadContext,
    player: str | None,
    match: MatchId | None,
    round_of: RoundId | MatchId | None,
) -> None:
    r"""Show what happened, when, by whom and why: every entry, and nothing left out.

    A result that was corrected stands here with what it was before, and with the reason.

    \b
    Examples:
      roundbook history cup
      roundbook history cup --match masters-1-14
      roundbook history cup --player p17 --as-of "before round 4"
    """
    if isinstance(round_of, MatchId):
        msg = f"{round_of} is a match; write a round such as {round_of.pool}-{round_of.round}."
        raise click.UsageError(msg)
    found = list(
        history(
            ctx.entries,
            player=find_player(player, ctx.t, ctx.book) if player else None,
            match=match,
            round_of=round_of,
            tie=ctx.rules.tie_word,
        )
    )
    if ctx.as_json:
        say_answer(history_of(ctx.sight(), found, partial(who_wrote, ctx)))
        return
    if not found:
        echo("nothing has happened yet." if not ctx.entries else "nothing is about that.")
        return
    show(COLUMNS, [row(one, ctx) for one in found], plain=ctx.plain)


def row(one: Happening, ctx: ReadContext) -> list[str]:
    """Return an event as a row of a table."""
    about = set(one.players)
    said = with_names(one.what, lambda who: named(ctx, who) if who in about else who)
    because = f': "{one.why}"' if one.why else ""
    told = " [told by a file]" if one.told else ""
    allowed = f" [{one.allowed}]" if one.allowed else ""
    time = one.at.isoformat(sep=" ", timespec="seconds")[:19]
    return [str(one.seq), time, who_wrote(ctx, one.hand), f"{said}{because}{allowed}{told}"]
