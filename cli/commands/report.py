"""Report the result of a match, or all results in a list."""

from functools import partial

import click
from msgspec.structs import replace

from cli.acts import results
from cli.args.players import find_player
from cli.args.slips import Slip, read_slips
from cli.args.types import IN_ENCODING, RESULT, as_typed, called, is_list, match_or_round, quoted
from cli.desk.command import at_desk, say_done
from cli.desk.named_files import bytes_of
from cli.desk.write import WriteContext
from cli.terminal.results import reported, reported_list
from ledger.importers.lists.columns import MAX_BYTES
from ledger.terms import MatchId


@click.command("report")
@click.argument("words", metavar="MATCH RESULT|FILE.csv", nargs=-1, required=True)
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
    r"""Report the RESULT of a match, left player first, or all results in FILE.csv.

    Enter MATCH in full, such as masters-1-14, or its table number in the current round, with the
    pool first if two pools use that table. RESULT is the game score (2-1, 2:1, 21, 1-1-1), 1 or 2
    for the winner, t (a tie), id (an intentional draw), x (a double loss), n1, n2 or nb for a
    no-show, or unplayed. Add d1 or d2 to drop the left or right player.

    A list (CSV or .xlsx; `-` for stdin) needs a `match` and a `result` column; a `drop` column is
    optional. The whole list is checked before anything is written; --dry-run shows how it was read.

    \b
    Examples:
      roundbook report masters-1-14 2-1
      roundbook report 15 2 --drop "Ana Lopez"
      roundbook report round-1.csv --cmd round-1
    """
    if is_list(words[0]):
        if words[1:] or leaving:
            raise click.UsageError(
                "the list already contains the results and the drops, so give nothing else."
            )
        data, where = bytes_of(words[0], MAX_BYTES), called(words[0])
        listed = read_slips(data, where, ctx.tournament, ctx.book, encoding=encoding)
        found = results.report_all(ctx, listed)
        say_done(ctx, found.entries, *reported_list(ctx, found, listed))
        return
    if encoding:
        raise click.UsageError("--encoding can only be used with a list of results.")
    slip, found_by_name = slip_of(ctx, words), partial(find_player, t=ctx.tournament, book=ctx.book)
    slip = replace(slip, leaving=(*slip.leaving, *map(found_by_name, leaving)))
    found = results.report(ctx, slip)
    say_done(ctx, found.entries, *reported(ctx, found))


def slip_of(ctx: WriteContext, words: tuple[str, ...]) -> Slip:
    """Return one slip as typed, `14 20` or `masters-1-14 2-0`. Raises a usage error."""
    match = match_or_round(words[0])
    if isinstance(match, MatchId) and len(words) == 2:
        return Slip(match=match, result=RESULT.convert(words[1], None, None))
    from cli.args.table_numbers import hall_of
    from cli.keying.grammar import (
        Show,
        Slips,
        Wrong,
        parse,  # Only to look up a table.
    )

    match parse(" ".join(words), hall_of(ctx.tournament)):
        case Slips(slips=(slip,)) if slip.reason is None:
            return Slip(match=slip.match, result=slip.result, leaving=slip.leaving)
        case Slips(slips=(slip,)):
            fix = f"roundbook correct {slip.match} {as_typed(slip.result)} --reason REASON"
            raise click.UsageError(f"to correct a reported result, use `{fix}`.")
        case Show(match=named):
            raise click.UsageError(f"give the result of match {named}, such as 2-0.")
        case Wrong(sentence=wrong):
            raise click.UsageError(wrong)
        case _:
            msg = (
                f"{quoted(words[0])} is not a match; give the table number, or the full name, "
                "such as masters-1-14."
            )
            raise click.UsageError(msg)
