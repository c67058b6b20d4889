"""Begin a new chain of secrets for the draws if the old chain is lost."""

import click

from roundbook.cli.acts import closing
from roundbook.cli.args.types import WORDS
from roundbook.cli.desk.command import at_desk, say_done
from roundbook.cli.desk.write import WriteContext


@click.command("new-secrets")
@click.option(
    "--reason", required=True, type=WORDS, help="The reason, kept in the ledger for good."
)
@at_desk
def command(ctx: WriteContext, reason: str) -> None:
    r"""Begin a new chain of secrets for the draws on this machine; the reason is public.

    \b
    Example:
      roundbook new-secrets --reason "the laptop with the first chain is lost"
    """
    found = closing.begin_chain(ctx, reason=reason)
    say_done(
        ctx,
        found.entries,
        "a new chain of secrets has begun",
        f"the secret of the new chain is in {found.kept_in}: keep a copy",
        *([f"from now on, the ledger is signed with {found.key}"] if found.key else []),
    )
