"""Up to which line a closed tournament was archived: an archive may lie anywhere by now."""

from collections.abc import Sequence
from contextlib import suppress

import msgspec
from msgspec import Struct

from cli.folder.layout import SEALED
from cli.folder.members import Anywhere, at
from ledger.errors import UNDECODABLE, Unreadable
from ledger.events.retention import PeopleErased, RequestAnswered, RequestRecorded
from ledger.record.entry import Entry
from ledger.state.tournament import Tournament

_ABOUT_KEEPING = (RequestRecorded, RequestAnswered, PeopleErased)


class LatestArchive(Struct, frozen=True, kw_only=True):
    """How many lines of the ledger are in the latest archive that has all names."""

    lines: int


def keep(folder: Anywhere, lines: int) -> None:
    """Keep how many lines were archived; a folder that cannot be written has its archive too."""
    with suppress(Unreadable):
        at(folder).write(SEALED, msgspec.json.encode(LatestArchive(lines=lines)) + b"\n")


def is_archived(folder: Anywhere, t: Tournament, entries: Sequence[Entry]) -> bool:
    """Tell whether a tournament was archived since its close; a damaged note says no.

    What is recorded after a close, such as a request for the results, asks for no new archive.
    """
    if t.closed is None:
        return False
    last = next(one.seq for one in reversed(entries) if t.closed in one.events)
    return last <= _archived_lines(folder)


def not_in_archive(folder: Anywhere, entries: Sequence[Entry]) -> int:
    """Return how many entries that say something of the event are newer than its archive.

    Requests for the results and erasures are about what is kept: they ask for no new archive.
    """
    archived = _archived_lines(folder)
    fresh = entries[archived:] if archived else []
    return sum(not all(isinstance(event, _ABOUT_KEEPING) for event in one.events) for one in fresh)


def _archived_lines(folder: Anywhere) -> int:
    """Return how many lines were archived; none where no note says so, or a damaged one."""
    with suppress(OSError, Unreadable, *UNDECODABLE):
        return msgspec.json.decode(at(folder).read(SEALED), type=LatestArchive).lines
    return 0
