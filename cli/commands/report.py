"""Report the result of a match, or all results of a list."""

import click

from cli.acts import results
from cli.args.players import find_player
from cli.args.slips import Slip, read_slips
from cli.args.types import MATCH, RESULT
from cli.desk.command import at_desk, say_done
from cli.desk.named_files import bytes_of, called, is_list
from cli.desk.write import WriteContext
from cli.terminal.results import reported, reported_list
from ledger.importers.lists.columns import MAX_BYTES


@click.command("report")
@click.argument("match", metavar="MATCH|FILE.csv")
@click.argument("result", required=False)
@click.option("--drop", "leaving", metavar="PLAYER", multiple=True, help="Leaves after this match.")
@at_desk
def command(ctx: WriteContext, match: str, result: str | None, leaving: tuple[str, ...]) -> None:
    r"""Report RESULT of MATCH, as seen from the left of the slip, or all results in FILE.csv.

    RESULT is games (2-1, 1-1-1), 1 or 2 for who won, tie, id (a tie on which the players agreed),
    double-loss or unplayed. Whoever does not come has lost: no-show:1, no-show:2 or no-show:both.

    A list (CSV or .xlsx; `-` reads it from stdin) has a line of titles: match, result, and drop for
    those who leave. All of it is judged before anything is written; each result is an entry of its
    own. With --dry-run it says how the list was read.

    \b
    Examples:
      roundbook report masters-1-14 2-1
      roundbook report masters-1-15 2 --drop "Ana Lopez"
      roundbook report masters-1-16 no-show:1 --drop p17
      roundbook report round-1.csv --cmd round-1
    """
    if is_list(match):
        if result or leaving:
            raise click.UsageError("the list says the results and who leaves; give it alone.")
        listed = read_slips(bytes_of(match, MAX_BYTES), called(match), ctx.tournament, ctx.book)
        found = results.report_all(ctx, listed)
        say_done(ctx, found.entries, *reported_list(ctx, found, listed))
        return
    context = click.get_current_context()
    params = {each.name: each for each in context.command.params}
    if result is None:
        raise click.MissingParameter(ctx=context, param=params["result"])
    slip = Slip(
        match=MATCH.convert(match, params["match"], context),
        result=RESULT.convert(result, params["result"], context),
        leaving=tuple(find_player(text, ctx.tournament, ctx.book) for text in leaving),
    )
    found = results.report(ctx, slip)
    say_done(ctx, found.entries, *reported(ctx, found))
