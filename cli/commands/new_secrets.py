"""Begin a new chain of secrets, when the old one is lost."""

import click

from cli.args.words import WORDS
from cli.desk.command import at_desk, say_done
from cli.desk.venue import random_bytes
from cli.desk.write import WriteContext
from cli.folder import secrets
from cli.folder.home import settings
from ledger.events.catalogue import SecretCommitted
from ledger.people.book import SALT_BYTES


@click.command("new-secrets")
@click.option("--reason", required=True, type=WORDS, help="Why. Kept in the ledger for good.")
@at_desk
def command(ctx: WriteContext, reason: str) -> None:
    r"""Begin a new chain of secrets on this machine; everybody may know why.

    \b
    Example:
      roundbook new-secrets --reason "the laptop with the first chain is lost"
    """
    first = ctx.first()
    had = first.events[0] if first else None
    if isinstance(had, SecretCommitted):
        published, made = had.commitment, False
    else:
        published, made = secrets.begin(settings(), random_bytes(SALT_BYTES)), True
    try:
        entry = ctx.post(SecretCommitted(commitment=published, reason=reason))
    except BaseException:
        if made:
            secrets.forget(settings(), published)
        raise
    if ctx.dry_run and made:
        secrets.forget(settings(), published)
    say_done(
        ctx,
        entry,
        "a new chain of secrets has begun",
        f"its secret is in {secrets.where(settings(), published)}: keep a copy",
    )
