"""The file of the shelf's index, which stands in the folder that holds the events."""

from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from roundbook.cli.folder.members import Anywhere

if TYPE_CHECKING:
    import sqlite3

INDEX = ".roundbook-shelf.sqlite"
"""The name of the index; it is for its owner only, because it contains names."""

DEEPEST = 3
"""The number of levels of subfolders that belong to a shelf."""

TABLES = ("placings", "matches", "events")
"""The tables with lines of an event, whose `event` is its path below the shelf."""


def path_of(shelf: Path, event: str) -> str:
    """Return the path of an event, given below its shelf, as it can be typed."""
    return str(shelf / event)


def take_out(index: "sqlite3.Connection", event: str) -> None:
    """Take the lines of an event out of an index."""
    for table in TABLES:
        # The names of the tables are ours.
        index.execute(f"DELETE FROM {table} WHERE event = ?", (event,))  # noqa: S608


def forget(folder: Anywhere) -> None:
    """Take an event out of the index of every shelf that holds it, so that it is read again.

    Whoever was erased from the event is then in no index either.
    """
    if not isinstance(folder, Path):
        return
    here = folder.resolve()
    for shelf in [*here.parents][: DEEPEST + 1]:
        if not (shelf / INDEX).is_file():
            continue
        import sqlite3  # Hardly any folder is on a shelf.

        event = here.relative_to(shelf).as_posix()
        with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(shelf / INDEX)) as index:
            index.execute("PRAGMA secure_delete = ON")
            take_out(index, event)
            index.commit()
