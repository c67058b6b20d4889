"""Reopen a closed tournament."""

import click

from roundbook.cli.acts import closing
from roundbook.cli.args.types import WORDS
from roundbook.cli.desk.command import at_desk, say_done
from roundbook.cli.desk.write import WriteContext


@click.command("reopen")
@click.option("--reason", required=True, type=WORDS, help="The reason; exported tables show it.")
@at_desk
def command(ctx: WriteContext, reason: str) -> None:
    r"""Reopen a closed tournament; only the organiser may do this.

    \b
    Example:
      roundbook reopen --reason "closed before the 3rd-place match"
    """
    done = closing.reopen(ctx, reason=reason)
    say_done(ctx, done.entries, "the tournament is open again; locked results stay locked")
