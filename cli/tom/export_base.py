"""The file that an export goes on from: what was imported, or the latest save that was followed."""

from cli.desk.read import Reading
from cli.folder.sources import is_kept, path_of, told
from cli.tom.follow import before
from ledger.errors import Unreadable
from ledger.events.catalogue import PeopleErased
from ledger.importers.tdf.events import people
from ledger.importers.tdf.players import listed_by
from ledger.importers.tdf.reader import read
from ledger.record.entry import Entry
from projections.tdf.export import Source

_ENDED = "the byte-exact export has ended."


def beginning(reading: Reading, entries: list[Entry]) -> tuple[Source | None, str | None]:
    """Return the file that was imported, or the latest save that was followed, or why it cannot be.

    Which is the latest, the entries that are read say: they may go up to an earlier moment.
    """
    opening = entries[0].events[0].told if entries else None
    if opening is None:
        return None, None
    if any(isinstance(event, PeopleErased) for entry in entries for event in entry.events):
        # Whatever lies there still: it names people who are erased.
        return None, "the imported file was deleted when somebody was erased: " + _ENDED
    digest = [opening.sha256, *told(reading.entries)][-1]
    path = path_of(reading.folder, digest)
    if not path.is_file():
        return None, "the imported file does not lie in sources/: " + _ENDED
    if not is_kept(reading.folder, digest):
        return None, "the imported file in sources/ was changed since and is not used: " + _ENDED
    if path.suffix != ".tdf":
        return None, None
    data = path.read_bytes()
    try:
        stood = before(reading.folder, entries, digest)
    except Unreadable as trouble:
        return None, f"{trouble.message.rstrip('.')}: {_ENDED}"
    listed = listed_by(people(read(data)), stood.listed, len(stood.t.players))
    return Source(data, entries, {userid: one.player for userid, one in listed.items()}), None
