"""Report the result of a match, or all results in a list."""

from functools import partial

import click
from msgspec.structs import replace

from roundbook.cli.acts import results
from roundbook.cli.answers.spoken import say
from roundbook.cli.args.players import find_player
from roundbook.cli.args.slips import read_slips
from roundbook.cli.args.types import IN_ENCODING, called, is_list
from roundbook.cli.keying.shell_slips import slip_typed
from roundbook.cli.session.command import at_desk
from roundbook.cli.session.named_files import bytes_of
from roundbook.cli.session.write import WriteContext
from roundbook.ledger.importers.lists.columns import MAX_BYTES


@click.command("report")
@click.argument("words", metavar="MATCH|PLAYER RESULT|FILE.csv", nargs=-1, required=True)
@click.option(
    "--drop",
    "leaving",
    metavar="PLAYER",
    multiple=True,
    help="The player who drops after this match.",
)
@IN_ENCODING
@at_desk
def command(
    ctx: WriteContext, words: tuple[str, ...], leaving: tuple[str, ...], encoding: str | None
) -> None:
    r"""Report a match's RESULT, left player first, or all results in FILE.csv.

    MATCH is a table of the current round (14) or of another round (1-14); if two pools have that
    table, put the pool first (masters-1-14). RESULT is the game score (2-1, 2:1,
    21, 1-1-1), 1 or 2 for the winner, t (a tie), id (an intentional draw), x (both lose), n1, n2 or
    nb (no-show:1 …), or unplayed. d1 or d2 drops the left or right player. A PLAYER (a number, an
    ID or part of a name) given in place of MATCH counts as the left player.

    A list (CSV or .xlsx; `-` for stdin) needs a `match` and a `result` column; `drop` is optional.
    If a line is wrong, nothing is recorded (try --dry-run).

    \b
    Examples:
      roundbook report 14 2-1
      roundbook report 15 2 --drop "Ana Lopez"
      roundbook report "Ana Lopez" 2-0
      roundbook report round-1.csv --cmd round-1
    """
    if is_list(words[-1]) and not is_list(words[0]) and words[-1] != "-":
        words = (" ".join(words),)  # The name of a list, without quotation marks.
    if is_list(words[0]):
        if words[1:] or leaving:
            raise click.UsageError(
                "a list contains the results and the drops itself: leave RESULT and --drop out."
            )
        data, where = bytes_of(words[0], MAX_BYTES), called(words[0])
        listed = read_slips(data, where, ctx.tournament, ctx.book, encoding=encoding)
        say(ctx, results.report_all(ctx, listed))
        return
    if encoding:
        raise click.UsageError("--encoding can only be used with a list of results.")
    slip = slip_typed(words, ctx.tournament, ctx.book)
    found_by_name = partial(find_player, t=ctx.tournament, book=ctx.book)
    slip = replace(slip, leaving=(*slip.leaving, *map(found_by_name, leaving)))
    say(ctx, results.report(ctx, slip))
