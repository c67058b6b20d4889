"""Show the key that signs the heads of a ledger, renew it, or adopt the ledger."""

from contextlib import suppress
from pathlib import Path

import click

from roundbook.cli.args.types import WORDS
from roundbook.cli.places import signing
from roundbook.cli.places.layout import own_home
from roundbook.cli.session.command import at_desk, say_done
from roundbook.cli.session.venue import random_bytes
from roundbook.cli.session.write import WriteContext
from roundbook.ledger.errors import Conflict, Refused, advice, do
from roundbook.ledger.events.catalogue import KeyRotated
from roundbook.ledger.proofs.notes import Vkey, vkey_of


@click.command("key")
@click.option("--renew", is_flag=True, help="Sign with a new key from now on; needs --reason.")
@click.option("--adopt", is_flag=True, help="Sign with this machine's key; needs --reason.")
@click.option("--reason", type=WORDS, help="The reason, kept in the ledger for good.")
@at_desk
def command(ctx: WriteContext, *, renew: bool, adopt: bool, reason: str | None) -> None:
    r"""Show the key that signs the heads of this ledger, so that others can check them.

    When you first use `roundbook open` on a machine, it creates the key in your user folder.
    --renew replaces it; --adopt signs a ledger that was opened elsewhere, or imported, with this
    machine's key. --renew and --adopt need a reason, and both are recorded in the ledger.

    \b
    Examples:
      roundbook proof key
      roundbook proof key --renew --reason "the old laptop was stolen"
      roundbook proof key --adopt --reason "the event continues elsewhere"
    """
    if (renew or adopt) != (reason is not None) or (renew and adopt):
        raise click.UsageError(
            "--renew and --adopt need --reason REASON, and --reason needs one of them."
        )
    opened = ctx.tournament.opened
    assert opened is not None
    home, name = own_home(), signing.origin(opened)
    if reason is None:
        _show(ctx, home, name)
        return
    fresh = random_bytes(32)
    seed = fresh if renew else signing.used(home) or fresh
    again = ctx.written(KeyRotated)
    public = again[0].public_key if again else str(vkey_of(name, seed))

    def keep() -> None:
        """Save the key before the entry that names it, and only once nothing refuses the entry."""
        kept = (signing.replaced if renew else signing.current)(home, seed)
        if kept != seed:
            msg = "another command has just made a key on this machine, so nothing was written."
            raise Conflict(msg, hint="Repeat the command: it will then use that key.")

    [entry] = ctx.take(
        lambda _: [KeyRotated(public_key=public, reason=reason)],
        before=lambda: None if again else keep(),
    )
    say_done(
        ctx,
        entry,
        f"from now on, the ledger is signed with {public}",
        f"the secret of this key is in {signing.where(home)}: keep a copy",
        public_key=public,
    )


def _show(ctx: WriteContext, home: Path, name: str) -> None:
    key = ctx.tournament.key
    if key is None:
        msg = "this ledger does not name a key, so its heads are not signed."
        raise Refused(msg, hint=advice("Give it a key: {}.", do("key", "--adopt", "--reason", "…")))
    here = signing.seed_of(home, name, key) is not None
    where = f"on this machine, in {signing.where(home)}" if here else "not on this machine"
    code = None
    with suppress(ValueError):  # A ledger from elsewhere can name anything.
        code = Vkey.parse(key).code
    say_done(
        ctx,
        [],
        f"log {key}",
        *([f"its code, to print or to read aloud: {code}"] if code else ()),
        f"its secret is {where}",
        "To trust this key, save the first line in a file, then use `roundbook verify --trust "
        "FILE`.",
        public_key=key,
        code=code,
        here=here,
    )
