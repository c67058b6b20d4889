"""Call a judge to a table, take the call, or mark it as done."""

import click

from roundbook.cli.acts import judging
from roundbook.cli.args.players import find_player
from roundbook.cli.args.table_numbers import AT_TABLE
from roundbook.cli.args.types import WORDS
from roundbook.cli.desk.command import at_desk, say_done
from roundbook.cli.desk.write import WriteContext
from roundbook.ledger.phrases import counted
from roundbook.ledger.terms import MatchId


@click.command("call")
@click.argument("match", type=AT_TABLE)
@click.option("--player", "who", metavar="PLAYER", help="The player who called, if that matters.")
@click.option("--for", "reason", type=WORDS, help="The reason for the call, without names.")
@click.option(
    "--take", is_flag=True, help="Take the call: you are the judge who goes to the table."
)
@click.option("--done", is_flag=True, help="Mark the call as done: the judge has left the table.")
@at_desk
def command(
    ctx: WriteContext,
    match: MatchId,
    who: str | None,
    reason: str | None,
    *,
    take: bool,
    done: bool,
) -> None:
    r"""Call a judge to the table of MATCH; players can also call a judge from their phones.

    The judge who goes to the table takes the call, and marks it as done afterwards. Record the
    ruling separately, with `roundbook note --ruling`, `roundbook penalty` or `roundbook extend`.
    `roundbook calls` lists open calls.

    \b
    Examples:
      roundbook call 14
      roundbook call masters-2-14 --take --as "Jo Park" --role judge
      roundbook call masters-2-14 --done --as "Jo Park" --role judge
    """
    if take + done + bool(who or reason) > 1:
        raise click.UsageError("use --take or --done alone, without --player and --for.")
    if take:
        found, said = judging.take_call(ctx, match), f"a judge is on the way to match {match}"
    elif done:
        found, said = (
            judging.end_call(ctx, match),
            (f"the call from match {match} was marked as done"),
        )
    else:
        player = find_player(who, ctx.tournament, ctx.book) if who else None
        found = judging.call_judge(ctx, match, player=player, reason=reason)
        said = f"a judge was called to match {match}"
    wait = f"waiting: {found.waiting[0]}" if found.waiting else "no table is waiting for a judge"
    more = f", and {counted(len(found.waiting) - 1, 'more table')}" if found.waiting[1:] else ""
    say_done(ctx, found.entries, said, f"{wait}{more}", waiting=[*map(str, found.waiting)])
