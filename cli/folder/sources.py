"""Which entries files have told, and the bytes of those files, kept beside the ledger."""

from collections.abc import Sequence
from hashlib import sha256

from cli.folder.layout import SOURCES
from cli.folder.members import Anywhere, at
from ledger.events.catalogue import TournamentOpened
from ledger.record.entry import Entry

PUBLISHED = ("json", "csv", "xlsx")
"""The endings under which published events are kept."""


def told(entries: Sequence[Entry]) -> dict[str, list[Entry]]:
    """Return the entries that files have told, by the digest of the file."""
    found: dict[str, list[Entry]] = {}
    for entry in entries:
        if entry.events and (said := entry.events[0].told):
            found.setdefault(said.sha256, []).append(entry)
    return found


def began_with_save(folder: Anywhere, opened: TournamentOpened | None) -> bool:
    """Tell whether a tournament began with a save of TOM, so that later ones can be added."""
    if opened is None or opened.told is None:
        return False
    return ending(folder, opened.told.sha256) == "tdf"


def ending(folder: Anywhere, digest: str) -> str:
    """Return what kind of file has this digest: a published one has its own, others are `tdf`."""
    published = (kind for kind in PUBLISHED if at(folder).has(f"{SOURCES}/{digest}.{kind}"))
    return next(published, "tdf")


def where(folder: Anywhere, digest: str) -> str:
    """Return where a save, or a published file, is kept."""
    return at(folder).where(_name(folder, digest))


def lies_there(folder: Anywhere, digest: str) -> bool:
    """Tell whether there is a file in the place of one, be it what was told or not."""
    return at(folder).has(_name(folder, digest))


def is_kept(folder: Anywhere, digest: str) -> bool:
    """Tell whether a save is kept, byte for byte."""
    return lies_there(folder, digest) and sha256(read(folder, digest)).hexdigest() == digest


def read(folder: Anywhere, digest: str) -> bytes:
    """Return the bytes that lie in the place of a file. Raises OSError."""
    return at(folder).read(_name(folder, digest))


def keep(folder: Anywhere, digest: str, kind: str, data: bytes) -> None:
    """Keep the bytes of a file, whole or not at all, for its owner's eyes alone.

    Raises Unreadable.
    """
    name = f"{SOURCES}/{digest}.{kind}"
    if not (at(folder).has(name) and at(folder).read(name) == data):
        at(folder).write(name, data, private=True)


def _name(folder: Anywhere, digest: str) -> str:
    return f"{SOURCES}/{digest}.{ending(folder, digest)}"
