"""Where chance comes from: what everybody saw goes into every later draw; new chains of secrets."""

from msgspec import Struct

from cli.acts.act import Done
from cli.desk.venue import random_bytes
from cli.desk.write import WriteContext
from cli.folder import secrets
from cli.folder.home import settings
from ledger.events.catalogue import EntropyAdded, SecretCommitted
from ledger.people.book import SALT_BYTES
from ledger.record.entry import Entry
from ledger.terms import Pool


def add_entropy(ctx: WriteContext, text: str, *, source: str, pool: Pool | None) -> Done:
    """Let a text that chance gave before everybody's eyes decide with in every later draw."""
    return Done(entries=(ctx.post(EntropyAdded(text=text, source=source, pool=pool)),))


class ChainBegun(Struct, frozen=True, kw_only=True):
    """A new chain of secrets, and the file that holds the first of them on this machine."""

    entries: tuple[Entry, ...]
    kept_in: str


def begin_chain(ctx: WriteContext, *, reason: str) -> ChainBegun:
    """Begin a new chain of secrets on this machine; everybody may know why."""
    first, home = ctx.first(), settings()
    had = first.events[0] if first else None
    if isinstance(had, SecretCommitted):
        published, made = had.commitment, False
    else:
        published, made = secrets.begin(home, random_bytes(SALT_BYTES)), True
    try:
        entry = ctx.post(SecretCommitted(commitment=published, reason=reason))
    except BaseException:
        # Nobody will ever draw by a secret to which the ledger does not refer.
        if made:
            secrets.forget(home, published)
        raise
    if ctx.dry_run and made:
        secrets.forget(home, published)
    return ChainBegun(entries=(entry,), kept_in=secrets.where(home, published))
