"""The imported files, kept byte for byte next to the ledger, and the entries made from them."""

from collections.abc import Sequence
from hashlib import sha256

from roundbook.cli.places.layout import SOURCES
from roundbook.cli.places.members import Anywhere, at
from roundbook.ledger.events.catalogue import TournamentOpened
from roundbook.ledger.record.entry import Entry

PUBLISHED = ("json", "csv", "xlsx")
"""The extensions of published events that were imported."""


def told(entries: Sequence[Entry]) -> dict[str, list[Entry]]:
    """Return the entries that were imported from files, by the digest of the file."""
    found: dict[str, list[Entry]] = {}
    for entry in entries:
        if entry.events and (said := entry.events[0].told):
            found.setdefault(said.sha256, []).append(entry)
    return found


def began_with_save(folder: Anywhere, opened: TournamentOpened | None) -> bool:
    """Tell whether a tournament began as an imported TOM save, so that later saves can be added."""
    if opened is None or opened.told is None:
        return False
    return extension(folder, opened.told.sha256) == "tdf"


def extension(folder: Anywhere, digest: str) -> str:
    """Return the extension of the file with this digest: that of a published event, or `tdf`."""
    published = (kind for kind in PUBLISHED if at(folder).has(f"{SOURCES}/{digest}.{kind}"))
    return next(published, "tdf")


def minutes_of_match(folder: Anywhere, entries: Sequence[Entry]) -> int | None:
    """Return the minutes of a round in the latest save; None without valid ones, or if not kept."""
    digest = next(reversed(told(entries)), None)
    if digest is None or not is_kept(folder, digest) or extension(folder, digest) != "tdf":
        return None
    from roundbook.ledger.importers.tdf.reader import read as read_save  # Only for imported events.

    minutes = read_save(read(folder, digest)).data.roundtime
    return minutes if 1 <= minutes <= 999 else None


def where(folder: Anywhere, digest: str) -> str:
    """Return the path of a kept save or published file."""
    return at(folder).where(_name(folder, digest))


def lies_there(folder: Anywhere, digest: str) -> bool:
    """Tell whether a file exists under this digest, even if it was changed."""
    return at(folder).has(_name(folder, digest))


def is_kept(folder: Anywhere, digest: str) -> bool:
    """Tell whether a file is kept, byte for byte."""
    return lies_there(folder, digest) and sha256(read(folder, digest)).hexdigest() == digest


def read(folder: Anywhere, digest: str) -> bytes:
    """Return the bytes of a kept file. Raises OSError."""
    return at(folder).read(_name(folder, digest))


def keep(folder: Anywhere, digest: str, kind: str, data: bytes) -> None:
    """Save the bytes of a file, as a whole, readable only by its owner. Raises Unreadable."""
    # Even if it is there: a program that was killed may not have waited for the disk.
    at(folder).write(f"{SOURCES}/{digest}.{kind}", data, private=True)


def _name(folder: Anywhere, digest: str) -> str:
    return f"{SOURCES}/{digest}.{extension(folder, digest)}"
