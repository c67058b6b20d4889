"""A tournament in one line, for the list of those that are served."""

from datetime import date

from msgspec import Struct

from projections.reports.sight import Sight


class Listed(Struct, frozen=True, kw_only=True):
    """A tournament in a list; without a day it cannot be read now."""

    slug: str
    name: str
    start: date | None = None
    players: int = 0
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
