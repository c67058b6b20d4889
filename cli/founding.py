"""Makes the folder of a new tournament, or nothing at all."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from cli.absent import LEDGER
from cli.wiring import Sitting, Venue, new_venue
from ledger.errors import Unreadable
from ledger.people.book import Book


@contextmanager
def founding(folder: Path, book: Book, sitting: Sitting | None = None) -> Iterator[Venue]:
    """Make the folder of a new tournament, and leave nothing behind if it comes to nothing.

    Raises Unreadable if it is one already.
    """
    refuse_taken(folder)
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    kept = set(folder.iterdir()) if folder.is_dir() else set[Path]()
    ours = True
    try:
        try:
            here = new_venue(folder, book, sitting)
        except Unreadable:
            ours = False  # Somebody else was first, or nothing could be written.
            raise
        except BaseException:
            # We were stopped on the way: an empty ledger is ours, one with a line cannot be.
            ours = not ((folder / LEDGER).is_file() and (folder / LEDGER).stat().st_size)
            raise
        yield here
    except BaseException:
        with suppress(OSError):
            # What lies in the folder of somebody who was first is theirs.
            for made in sorted(set(folder.iterdir()) - kept) if ours else ():
                shutil.rmtree(made) if made.is_dir() else made.unlink()
            for path in missing:
                path.rmdir()
        raise


def refuse_taken(folder: Path) -> None:
    """Raise Unreadable if a folder is a tournament already, or no folder."""
    if (folder / LEDGER).exists() or (folder / "head").exists():
        msg = f"{folder} is a tournament already."
        raise Unreadable(msg, where=str(folder), hint="Name a new folder for a new tournament.")
    if folder.exists() and not folder.is_dir():
        msg = f"{folder} is a file, not a folder."
        raise Unreadable(msg, where=str(folder), hint="Name a new folder for a new tournament.")
