"""Show what happened, when, by whom and why."""

from functools import partial

import click

from roundbook.cli.args.players import find_player
from roundbook.cli.args.table_numbers import AT_TABLE, place_meant
from roundbook.cli.args.types import MATCH_OR_ROUND, RoundId
from roundbook.cli.session.read import ReadContext, at_ledger, say_answer
from roundbook.cli.terminal.tables import show_parts
from roundbook.ledger.terms import MatchId
from roundbook.projections.history.history import history_asked
from roundbook.projections.reports.api.staff import history_of
from roundbook.projections.reports.text.history import history_text
from roundbook.projections.reports.text.tables import who_wrote


@click.command("history")
@at_ledger("[MATCH|ROUND|PLAYER]", staff=True)
@click.option(
    "--player", help="The player to show: a number such as p17, a Player ID, or part of a name."
)
@click.option("--match", type=AT_TABLE, help="The match to show.")
@click.option(
    "--round",
    "round_of",
    type=MATCH_OR_ROUND,
    metavar="ROUND",
    help="The round to show, such as masters-2.",
)
def command(
    ctx: ReadContext,
    word: str | None,
    player: str | None,
    match: MatchId | None,
    round_of: RoundId | MatchId | None,
) -> None:
    r"""Show what happened, when, by whom and why: every entry, with nothing left out.

    A corrected result is shown with the earlier result and the reason.

    \b
    Examples:
      roundbook history -C cup
      roundbook history 14
      roundbook history 1-14
      roundbook history -C cup --player p17 --as-of "before round 4"
    """
    if word:
        match place_meant(word, ctx.t, ctx.book):
            case MatchId() as meant:
                match = match or meant
            case RoundId() as meant:
                round_of = round_of or meant
            case None:
                player = player or word
    if isinstance(round_of, MatchId):
        msg = f"{round_of} is a match; give a round such as {round_of.pool}-{round_of.round}."
        raise click.UsageError(msg)
    found = history_asked(
        ctx.entries,
        player=find_player(player, ctx.t, ctx.book) if player else None,
        match=match,
        round_of=round_of,
        tie=ctx.rules.tie_word,
    )
    if ctx.as_json:
        say_answer(history_of(ctx.sight(), found, partial(who_wrote, ctx)))
        return
    show_parts(history_text(found, ctx), plain=ctx.plain)
