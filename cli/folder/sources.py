"""Which entries files have told, and where the bytes of those files are kept."""

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from ledger.record.entry import Entry


def told(entries: Sequence[Entry]) -> dict[str, list[Entry]]:
    """Return the entries that files have told, by the digest of the file."""
    found: dict[str, list[Entry]] = {}
    for entry in entries:
        if entry.events and (said := entry.events[0].told):
            found.setdefault(said.sha256, []).append(entry)
    return found


def path_of(folder: Path, digest: str) -> Path:
    """Return where a save, or a published file, is kept."""
    published = folder / SOURCES / f"{digest}.json"
    return published if published.is_file() else folder / SOURCES / f"{digest}.tdf"


def is_kept(folder: Path, digest: str) -> bool:
    """Tell whether a save is kept, byte for byte."""
    path = path_of(folder, digest)
    return path.is_file() and sha256(path.read_bytes()).hexdigest() == digest


SOURCES = "sources"
