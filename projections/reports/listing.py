"""A tournament in one line, for the list of those that are served."""

from datetime import date

from msgspec import Struct

from ledger.events.catalogue import TournamentOpened
from ledger.record.entry import Entry
from projections.reports.sight import Sight


class Listed(Struct, frozen=True, kw_only=True):
    """A tournament in a list; without a day it cannot be read now.

    How many players it has, and whether it is over, is known of those that were read.
    """

    slug: str
    name: str
    start: date | None = None
    players: int | None = None
    is_over: bool = False


def listed(sight: Sight) -> Listed:
    """Return what a list says of a tournament."""
    t = sight.t
    return Listed(
        slug=sight.slug,
        name=sight.event,
        start=t.opened.start if t.opened else None,
        players=len(t.players),
        is_over=t.closed is not None,
    )


def listed_by(slug: str, first: Entry) -> Listed:
    """Return what a list says of a tournament of which only the first entry was read."""
    opened = next((one for one in first.events if isinstance(one, TournamentOpened)), None)
    if opened is None:
        return Listed(slug=slug, name=slug)
    return Listed(slug=slug, name=opened.name, start=opened.start)
