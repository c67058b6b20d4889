"""The names file of a tournament (`people.json`), and what is left after an interrupted erasure."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from weakref import WeakValueDictionary

from roundbook.cli.places.layout import PEOPLE, PEOPLE_LOCK, SOURCES
from roundbook.cli.places.members import Anywhere, at, set_aside
from roundbook.ledger.errors import Unreadable
from roundbook.ledger.people.book import Book, from_bytes, to_bytes
from roundbook.ledger.people.privacy import still_in
from roundbook.ledger.phrases import have
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.storage.disk import unwritten

_LONGEST = 8
"""The most characters of a player's or staff member's number; a commitment is longer."""


_HELD = WeakValueDictionary[str, Book]()
"""The book last read from each place, while an open tournament still uses it."""


@contextmanager
def book_lock(folder: Anywhere) -> Iterator[None]:
    """Lock the names file: writers read it, write it, and post their entry before releasing it.

    Raises Unwritable if nobody can write here.
    """
    with ExitStack() as alone:
        try:
            alone.enter_context(at(folder).held(PEOPLE_LOCK))
        except OSError as error:
            raise unwritten(error, Path(str(folder))) from error
        yield


def read_book(folder: Anywhere) -> Book:
    """Return the names file of a tournament; empty if it was erased. Raises Unreadable.

    If the file is unchanged and its book is still in use, it is not decoded again.
    """
    where = at(folder).where(PEOPLE)
    try:
        data = at(folder).read(PEOPLE)
    except FileNotFoundError:
        return Book()
    known = _HELD.get(where)
    if known is None or to_bytes(known) != data:
        known = _HELD[where] = from_bytes(data, where)
    return known


def book_or_none(folder: Anywhere, notices: list[str]) -> Book:
    """Return the names file; if it is damaged, return an empty one and add a notice."""
    try:
        return read_book(folder)
    except Unreadable as trouble:
        why = trouble.message
    except OSError as error:
        why = unread(folder, error)
    notices.append(f"{why} Players are shown by number.")
    return Book()


def unread(folder: Anywhere, error: OSError) -> str:
    """Return a sentence saying that the names file cannot be read from the disk."""
    reason = (error.strerror or str(error)).lower()
    return f"the names file {at(folder).where(PEOPLE)} cannot be read: {reason}."


def is_kept(folder: Anywhere, book: Book) -> bool:
    """Tell whether the names file is in the folder, byte for byte."""
    try:
        return at(folder).read(PEOPLE) == to_bytes(book)
    except OSError:
        return False


def keep_book(folder: Anywhere, book: Book) -> None:
    """Replace the names file as a whole, readable only by its owner. Raises Unreadable."""
    at(folder).write(PEOPLE, to_bytes(book), private=True)


def text_of(folder: Anywhere) -> bytes | None:
    """Return the bytes of the names file; None if it was erased. Raises OSError."""
    return at(folder).read(PEOPLE) if at(folder).has(PEOPLE) else None


def put_aside(folder: Anywhere) -> None:
    """Copy the names file to the quarantine. Raises OSError."""
    data = text_of(folder)
    if data is not None:
        set_aside(folder, PEOPLE, data)


# Traces of people whom the ledger records as erased.


def of_erased(t: Tournament, book: Book, folder: Anywhere) -> Iterator[str]:
    """Yield a sentence for each trace that an interrupted erasure left or an old copy brought back.

    After an erasure, imported files are a trace too.
    """
    if not t.erased:
        return
    back = still_in(book, t.erased)
    if back:
        whom = have(map(called, back), one="is", many="are")
        yield (
            f"{whom} in {PEOPLE}, but entry {t.erased[back[0]]} records that these people "
            "were erased: an old copy of the file "
            "was put there, or the erasure was interrupted. Remove them: "
            f"`roundbook people erase {_typed(back, t)}`."
        )
    if at(folder).names(SOURCES):
        yield (
            f"{SOURCES} contains files with names again, but entry {min(t.erased.values())} "
            "records that the names were erased. Remove them: `roundbook people erase "
            f"{_typed([*t.erased], t)}`."
        )


def called(who: str) -> str:
    """Return a number as it is, or words for a commitment, which would tell the reader nothing."""
    return who if len(who) <= _LONGEST else "somebody who was not admitted"


def _typed(erased: Sequence[str], t: Tournament) -> str:
    """Return the arguments that erase the traces of these people.

    `--all` if one entry erased several people, which is possible once results need not be kept.
    """
    if t.players.keys() <= set(erased) and len(set(t.erased.values())) < len(t.erased):
        return "--all"
    numbers = [who for who in erased if len(who) <= _LONGEST]
    return " ".join(numbers[:9]) or "--not-admitted ENTRY"
