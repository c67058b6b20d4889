"""What stands around every page of a tournament: its name, the ways to its other pages."""

from datetime import datetime

from msgspec import Struct

from projections.reports.sight import Sight


class Frame(Struct, frozen=True, kw_only=True):
    """The frame of a page: which tournament, as of which entry, written when, and where we are.

    `path` is the page's own address, `root` where the tournament's begin. `sanctioned` is false for
    what was invented or is unsanctioned, which every page says.
    """

    event: str
    root: str
    path: str
    version: str
    seq: int
    at: datetime | None
    has_bracket: bool
    is_over: bool

    @property
    def here(self) -> str:
        """The part of the address that names the page, for the way that is marked as taken."""
        return self.path.removeprefix(self.root).strip("/").partition("/")[0]


def frame(sight: Sight, path: str) -> Frame:
    """Return the frame of a page."""
    t = sight.t
    return Frame(
        event=sight.event,
        root=sight.root,
        path=path,
        version=sight.version,
        seq=t.seq,
        at=sight.entries[-1].at if sight.entries else None,
        has_bracket=bool(t.cuts),
        is_over=t.closed is not None,
    )
