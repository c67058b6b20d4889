"""The book of people over many events: who has which Player ID, kept only if asked for.

It fills in names and dates of birth where an ID is typed, until the day that was given for it.
Erasing a person from any event of the shelf takes them out.
"""

from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from datetime import date
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from roundbook.cli.places.layout import is_folder
from roundbook.cli.places.members import Anywhere
from roundbook.cli.places.shelf import DEEPEST, INDEX, Shelf, index_of, indices_at_home
from roundbook.cli.places.shelf_databases import folders_with
from roundbook.ledger.errors import UNDECODABLE, Unreadable
from roundbook.ledger.storage.disk import make_folder, put, read_whole, unread, unwritten

KNOWN = ".roundbook-people.json"
"""The name of the book, next to the index; only its owner may read it."""


class KnownPerson(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A person who played at an event: the Player ID, the name, and the date of birth if known.

    `display` is the `Display` of the name in public, if that was chosen; a question to a shelf
    loads nothing that knows an event.
    """

    id: str
    name: str
    birth_year: int | None = None
    birthday: str | None = None
    display: str | None = None


class KnownPeople(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The people who are kept over events, by Player ID, and the last day of that."""

    until: date
    people: tuple[KnownPerson, ...]


def file_of(shelf: Shelf) -> Path:
    """Return the file of a shelf's book."""
    return _beside(index_of(shelf))


def _beside(index: Path) -> Path:
    return index.with_name(KNOWN if index.name == INDEX else f"{index.stem}.people.json")


def read_known(shelf: Shelf) -> KnownPeople | None:
    """Return the book of a shelf; None if nobody asked for one. Raises Unreadable."""
    return _read(file_of(shelf))


def _read(file: Path) -> KnownPeople | None:
    try:
        return msgspec.json.decode(read_whole(file), type=KnownPeople)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise unread(error, file) from error
    except UNDECODABLE as error:
        raise Unreadable(
            f"the book of people {file} cannot be read.",
            where=str(file),
            hint="Delete it, and make it again: `roundbook shelf people --until DATE`.",
        ) from error


def keep_known(shelf: Shelf, people: Iterable[KnownPerson], until: date) -> KnownPeople:
    """Write the book of a shelf, replacing the old one. Raises Unreadable."""
    by_id = {one.id: one for one in people}
    known = KnownPeople(until=until, people=tuple(by_id[one] for one in sorted(by_id)))
    _write(file_of(shelf), known)
    return known


def _write(file: Path, known: KnownPeople) -> None:
    try:
        if not is_folder(file.parent):
            make_folder(file.parent, mode=0o700)
        put(file, msgspec.json.format(msgspec.json.encode(known), indent=1) + b"\n", private=True)
    except OSError as error:
        raise unwritten(error, file) from error


def end_known(shelf: Shelf) -> None:
    """Delete the book of a shelf. Raises Unreadable."""
    file = file_of(shelf)
    try:
        file.unlink(missing_ok=True)
    except OSError as error:
        raise unwritten(error, file) from error


def forget_in(shelf: Shelf, ids: Collection[str]) -> int:
    """Take people out of the book of a shelf; return how many were in it."""
    return _without(file_of(shelf), ids)


def forget_known(folder: Anywhere, ids: Collection[str]) -> None:
    """Take people out of every book around an event."""
    for file in _around(folder) if ids else ():
        _without(file, ids)


def _without(file: Path, ids: Collection[str]) -> int:
    known = _read(file)
    kept = tuple(one for one in known.people if one.id not in ids) if known else ()
    if known is None or len(kept) == len(known.people):
        return 0
    _write(file, replace(known, people=kept))
    return len(known.people) - len(kept)


def known_with(folder: Anywhere, own_id: str, day: date) -> KnownPerson | None:
    """Return the person with a Player ID, from the books around an event kept on that day, or None.

    A book that cannot be read is left out: it stops no registration.
    """
    for file in _around(folder):
        known = None
        with suppress(Unreadable):
            known = _read(file)
        for one in known.people if known and day <= known.until else ():
            if one.id == own_id:
                return one
    return None


def _around(folder: Anywhere) -> Iterator[Path]:
    if isinstance(folder, Path):
        for shelf in [*folder.resolve().parents][: DEEPEST + 1]:
            yield shelf / KNOWN
    else:
        yield from map(_beside, indices_at_home(folder))
        yield from (shelf / KNOWN for shelf, _ in folders_with(folder))
