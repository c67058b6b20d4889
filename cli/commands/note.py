"""Record a note or a ruling."""

import click

from roundbook.cli.acts import judging
from roundbook.cli.args.players import find_player
from roundbook.cli.args.table_numbers import AT_TABLE
from roundbook.cli.args.types import WORDS
from roundbook.cli.desk.command import at_desk, say_done
from roundbook.cli.desk.write import WriteContext
from roundbook.ledger.terms import MatchId


@click.command("note")
@click.argument("text", type=WORDS)
@click.option("--match", type=AT_TABLE, help="The match that the note is about.")
@click.option("--player", "who", metavar="PLAYER", help="The player whom the note is about.")
@click.option(
    "--ruling", is_flag=True, help="Mark the note as a ruling; you must be the head judge."
)
@at_desk
def command(
    ctx: WriteContext,
    text: str,
    match: MatchId | None,
    who: str | None,
    ruling: bool,  # noqa: FBT001 - a flag.
) -> None:
    r"""Record TEXT as a note; write player numbers such as p17, not names.

    The head judge makes the final decision on card interpretations and rulings (TRF §1.2).

    \b
    Examples:
      roundbook note "p17 disputes the result" --match masters-1-14
      roundbook note "the effect ends with the turn" --ruling --role head-judge
    """
    player = find_player(who, ctx.tournament, ctx.book) if who else None
    done = judging.keep_note(ctx, text, match=match, player=player, ruling=ruling)
    say_done(ctx, done.entries, "the ruling was recorded" if ruling else "noted")
