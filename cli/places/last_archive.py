"""How many lines of a closed tournament were archived, since the archive itself may be anywhere."""

from collections.abc import Sequence
from contextlib import suppress

import msgspec
from msgspec import Struct

from roundbook.cli.places.layout import SEALED
from roundbook.cli.places.members import Anywhere, at
from roundbook.ledger.errors import UNDECODABLE, Unreadable
from roundbook.ledger.events.retention import PeopleErased, RequestAnswered, RequestRecorded
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.state.tournament import Tournament

_ABOUT_KEEPING = (RequestRecorded, RequestAnswered, PeopleErased)


class LatestArchive(Struct, frozen=True, kw_only=True):
    """How many lines of the ledger are in the latest archive with all names."""

    lines: int


def keep(folder: Anywhere, lines: int) -> None:
    """Note how many lines were archived; if the folder cannot be written, the note is left out."""
    with suppress(Unreadable):
        at(folder).write(SEALED, msgspec.json.encode(LatestArchive(lines=lines)) + b"\n")


def is_archived(folder: Anywhere, t: Tournament, entries: Sequence[Entry]) -> bool:
    """Tell whether a tournament has been archived since its close; false if the note is damaged.

    Entries after the close, such as a request for the results, do not need a new archive.
    """
    if t.closed is None:
        return False
    last = next(one.seq for one in reversed(entries) if t.closed in one.events)
    return last <= _archived_lines(folder)


def not_in_archive(folder: Anywhere, entries: Sequence[Entry]) -> int:
    """Return how many entries about the event are newer than its archive; 0 without an archive.

    Requests for results and erasures are not counted: they do not need a new archive.
    """
    archived = _archived_lines(folder)
    fresh = entries[archived:] if archived else []
    return sum(not all(isinstance(event, _ABOUT_KEEPING) for event in one.events) for one in fresh)


def _archived_lines(folder: Anywhere) -> int:
    """Return how many lines were archived; 0 without a readable note."""
    with suppress(OSError, Unreadable, *UNDECODABLE):
        return msgspec.json.decode(at(folder).read(SEALED), type=LatestArchive).lines
    return 0
