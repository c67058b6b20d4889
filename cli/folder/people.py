"""The book of names as it lies in a tournament's folder, and what an erasure has left there."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from weakref import WeakValueDictionary

from cli.folder.layout import PEOPLE, PEOPLE_LOCK, SOURCES
from cli.folder.members import Anywhere, at, set_aside
from ledger.errors import Unreadable
from ledger.people.book import Book, from_bytes, to_bytes
from ledger.people.privacy import still_in
from ledger.phrases import have
from ledger.state.tournament import Tournament

OLD_DRAFT = "people.new"
"""A draft that an earlier version left where it was stopped: it may be open to others."""

_LONGEST = 8
"""No number of a player or a hand has more characters; a commitment has."""


_HELD = WeakValueDictionary[str, Book]()
"""The book that was read last at each place, for as long as an open tournament has it."""


def book_lock(folder: Anywhere) -> AbstractContextManager[None]:
    """Hold the names file: whoever writes it reads, writes it and posts before letting go."""
    return at(folder).held(PEOPLE_LOCK)


def read_book(folder: Anywhere) -> Book:
    """Return the names file of a tournament; empty where it was erased. Raises Unreadable.

    A book that somebody still holds, and that lies there byte for byte, is not decoded again.
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
    """Return the names file, or an empty one where it is damaged, which `notices` then say."""
    try:
        return read_book(folder)
    except Unreadable as trouble:
        why = trouble.message
    except OSError as error:
        why = unread(folder, error)
    notices.append(f"{why} Players are shown by number.")
    return Book()


def unread(folder: Anywhere, error: OSError) -> str:
    """Return in a sentence that the disk does not give the names file."""
    reason = (error.strerror or str(error)).lower()
    return f"the names file {at(folder).where(PEOPLE)} cannot be read: {reason}."


def is_kept(folder: Anywhere, book: Book) -> bool:
    """Tell whether the names file lies in the folder, byte for byte."""
    try:
        return at(folder).read(PEOPLE) == to_bytes(book)
    except OSError:
        return False


def keep_book(folder: Anywhere, book: Book) -> None:
    """Write the names file in one step, for its owner's eyes alone. Raises Unreadable."""
    at(folder).remove(OLD_DRAFT)
    at(folder).write(PEOPLE, to_bytes(book), private=True)


def text_of(folder: Anywhere) -> bytes | None:
    """Return the names file byte for byte; None where it was erased. Raises OSError."""
    return at(folder).read(PEOPLE) if at(folder).has(PEOPLE) else None


def put_aside(folder: Anywhere) -> None:
    """Keep the book as it is in the quarantine too. Raises OSError."""
    data = text_of(folder)
    if data is not None:
        set_aside(folder, PEOPLE, data)


# What still lies there of people whom the ledger says were erased.


def of_erased(t: Tournament, book: Book, folder: Anywhere) -> Iterator[str]:
    """Yield what an erasure that broke off has left, or an old copy has brought back.

    After an erasure there are no files that were imported.
    """
    if not t.erased:
        return
    back = still_in(book, t.erased)
    if back:
        whom = have(map(called, back), one="stands", many="stand")
        yield (
            f"{whom} in {PEOPLE}, but entry {t.erased[back[0]]} says that these people "
            "were erased: an old copy of the file "
            "was put there, or the erasure was interrupted. Remove them: "
            f"`roundbook erase {_typed(back, t)}`."
        )
    if at(folder).names(SOURCES):
        yield (
            f"{SOURCES} contains files with names again, but entry {min(t.erased.values())} "
            "says that the names were erased. Remove them: `roundbook erase "
            f"{_typed([*t.erased], t)}`."
        )


def called(who: str) -> str:
    """Return a number as it is, and words for a commitment, which says nothing."""
    return who if len(who) <= _LONGEST else "somebody who was not admitted"


def _typed(erased: Sequence[str], t: Tournament) -> str:
    """Return what to type to take away what is left of these people.

    All at once if an entry has erased several: only after the three months one can.
    """
    if t.players.keys() <= set(erased) and len(set(t.erased.values())) < len(t.erased):
        return "--all"
    numbers = [who for who in erased if len(who) <= _LONGEST]
    return " ".join(numbers[:9]) or "--not-admitted ENTRY"
