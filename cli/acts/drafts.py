"""The seats of a draft, drawn from recorded chance (TRF §11.2)."""

from msgspec import Struct

from cli.desk.write import WriteContext
from cli.folder import secrets
from cli.folder.home import settings
from ledger.events.catalogue import DraftSeated
from ledger.events.drafts import Draft
from ledger.record.entry import Entry
from ledger.state.tournament import Tournament
from ledger.terms import PlayerId
from projections.drafts import seats


class SeatsDrawn(Struct, frozen=True, kw_only=True):
    """How many draft tables there are, and who sits at each, seat by seat.

    A draw that is only rehearsed shows nobody: nobody may know it beforehand.
    """

    entries: tuple[Entry, ...]
    draft: Draft
    count: int
    tables: tuple[tuple[PlayerId, ...], ...] = ()


def draw_seats(ctx: WriteContext, draft: Draft, *, reason: str | None = None) -> SeatsDrawn:
    """Draw who sits where from the next secret of the chain; a reason says why again."""

    def act(t: Tournament) -> list[DraftSeated]:
        secret = secrets.next_secret(settings(), t)
        return [seats.draw(t, draft=draft, secret=secret, reason=reason)]

    entry = ctx.take(act)[0]
    drawn = next(event for event in entry.events if isinstance(event, DraftSeated))
    if ctx.dry_run:
        return SeatsDrawn(entries=(), draft=draft, count=len(drawn.tables))
    tables = tuple(map(tuple, drawn.tables))
    return SeatsDrawn(entries=(entry,), draft=draft, count=len(tables), tables=tables)
