"""The file of a shelf's index: in the folder that holds the events, or at home for a database."""

from contextlib import AbstractContextManager
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from roundbook.cli.places.layout import digest, is_address, own_home
from roundbook.cli.places.members import Place

if TYPE_CHECKING:
    import sqlite3

INDEX = ".roundbook-shelf.sqlite"
"""The name of the index; it is for its owner only, because it contains names."""

INDICES = "shelves"
"""The folder at home with the index of each database, for each of its users."""

DEEPEST = 3
"""The number of levels of subfolders that belong to a shelf."""

TABLES = ("placings", "matches", "events")
"""The tables with lines of an event, whose `event` is its path below the shelf."""


class Elsewhere(Protocol):
    """Many events that are not in a folder: those in a database. As text, it has no password."""

    @property
    def whole(self) -> str:
        """The key of the database, the same for every user and spelling of the address."""
        ...

    @property
    def user(self) -> str:
        """The user of the database, who may be one that does not see names."""
        ...

    @property
    def only(self) -> str | None:
        """The one tournament that was named; None if all are meant."""
        ...

    def address_of(self, name: str) -> str:
        """Return the address of a tournament as people write it."""
        ...

    def looks(self) -> dict[str, str]:
        """Return what each tournament looks like, which any change alters."""
        ...

    def opened(self, name: str) -> AbstractContextManager[Place]:
        """Open the place of one of its tournaments with a connection of its own."""
        ...


Shelf = Path | Elsewhere
"""Many events together: those in a folder, or those in a database."""


def index_of(shelf: Shelf) -> Path:
    """Return the file of a shelf's index. Users of a database may see different names there."""
    if isinstance(shelf, Path):
        return shelf / INDEX
    user = sha256(shelf.user.encode(errors="surrogateescape")).hexdigest()[:8]
    return own_home() / INDICES / f"{digest(shelf.whole)}-{user}.sqlite"


def rules_beside(shelf: Shelf) -> dict[str, Path]:
    """Return the rules for season points next to a shelf's index, by the names of their files."""
    found = index_of(shelf).parent.glob("*.toml")
    return {one.name: one for one in sorted(found) if one.is_file()}


def path_of(shelf: Shelf, event: str) -> str:
    """Return where an event of a shelf is, as it can be typed."""
    if isinstance(shelf, Path):
        return event if is_address(event) else str(shelf / event)
    return shelf.address_of(event)


def take_out(index: "sqlite3.Connection", event: str) -> None:
    """Take the lines of an event out of an index."""
    for table in TABLES:
        # The names of the tables are ours.
        index.execute(f"DELETE FROM {table} WHERE event = ?", (event,))  # noqa: S608


def indices_at_home(place: Place) -> list[Path]:
    """Return the indices of the database that a tournament is in, one for each user."""
    return sorted((own_home() / INDICES).glob(f"{digest(place.around)}-*.sqlite"))
