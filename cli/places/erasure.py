"""Erases people from a tournament's folder: the other files first, the names file last.

The ledger already records the erasure. It is complete only when the names file no longer contains
these people. Until then every command says so, so an interrupted erasure is noticed and can be
repeated.
"""

import glob
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from roundbook.cli.places import known_people, refused, shelf_databases
from roundbook.cli.places.appearance import look_of
from roundbook.cli.places.deck_lists import lists_of
from roundbook.cli.places.layout import (
    ATTEMPTS,
    DECKS,
    ERASED,
    LEDGER,
    LOGO,
    LOOK,
    PEOPLE,
    QUARANTINE,
    SIGN_UPS,
    SOURCES,
    put_aside,
)
from roundbook.cli.places.members import Anywhere, at
from roundbook.cli.places.people import called, keep_book
from roundbook.ledger.errors import UNDECODABLE, Unreadable
from roundbook.ledger.people.book import Book
from roundbook.ledger.people.privacy import (
    ErasedTerms,
    betrays,
    erased_terms,
    namesakes,
    persons,
    still_in,
    without,
)
from roundbook.ledger.storage.disk import read_whole

MOST = 1 << 25
"""The most bytes of a file not made by roundbook that are searched for a name."""

_DRAFT = f"{PEOPLE}.new"
_OURS = {PEOPLE, ATTEMPTS, ERASED, LOOK, LOGO, SIGN_UPS, _DRAFT}
_ARCHIVES = {".zip", ".tar", ".gz", ".tgz", ".7z", ".roundbook"}


class Plan(Struct, frozen=True, kw_only=True):
    """What to erase from a folder, member by member, and what stays though it may contain names.

    `people` are those in the names file. `attempts` is how many refused commands name them; `kept`
    are the lines of the others. `left` are sentences, `files` the files that these are about.
    `guests` are sign-ins and invitations to the pages, `handed` deck lists from phones that wait
    for the desk, `signed` sign-ups on the waiting list. `ids` are their Player IDs, by which the
    book of people over events knows them.
    """

    folder: Anywhere
    book: Book
    people: tuple[str, ...]
    sources: tuple[str, ...]
    decks: tuple[str, ...]
    aside: tuple[str, ...]
    attempts: int
    kept: tuple[bytes, ...]
    left: tuple[str, ...]
    gone: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    guests: int = 0
    handed: int = 0
    signed: int = 0
    ids: tuple[str, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether there is nothing to erase."""
        kept = self.people or self.sources or self.decks or self.aside
        return not (kept or self.attempts or self.guests or self.handed or self.signed)


class Left(Struct, frozen=True):
    """People erased together, by number or commitment, and the files that still name them."""

    people: tuple[str, ...]
    files: tuple[str, ...]


def plan(folder: Anywhere, book: Book, gone: set[str], *, everybody: bool) -> Plan:
    """Plan the erasure of these people, by number or commitment. Raises OSError."""
    people = persons(book, gone)
    wanted, same = erased_terms(people), namesakes(book, gone, people)
    attempts = refused.lines(folder)
    kept = tuple(line for line in attempts if not betrays(line, wanted))
    left = dict(_left(folder, wanted)) | dict(_left_before(folder, gone))
    return Plan(
        folder=folder,
        book=without(book, gone),
        people=tuple(still_in(book, in_order(gone))),
        sources=tuple(at(folder).names(SOURCES)),
        decks=tuple(lists_of(folder, gone)),
        aside=tuple(_aside(folder, wanted, everybody=everybody)),
        attempts=len(attempts) - len(kept),
        kept=kept,
        left=(
            *(
                f"{called(who)} has the same name and is not erased: is this the same person?"
                for who in same
            ),
            *left.values(),
        ),
        gone=tuple(in_order(gone)),
        # These are noted in the folder, so a file whose own name gives the person away is not among
        # them.
        files=tuple(name for name in left if not betrays(name.encode(), wanted)),
        ids=tuple(sorted({one.id for one in people if one.id})),
    )


def in_order(people: Iterable[str]) -> list[str]:
    """Return numbers in order: p2 before p10."""
    return sorted(people, key=lambda who: (who[:1], len(who), who))


def carry_out(it: Plan) -> None:
    """Erase what a plan lists, the names file last. Raises Unreadable.

    Files that still contain names are noted first, since an erased name cannot be searched for. The
    caller holds the lock of the names file, and the erasure is already in the ledger.
    """
    for name in (*it.sources, *it.decks, *it.aside):
        at(it.folder).remove(name)
    # On the disk before the names file changes: a power cut must not leave an erasure that looks
    # complete.
    at(it.folder).settle(SOURCES, DECKS, QUARANTINE)
    if it.attempts:
        at(it.folder).write(ATTEMPTS, b"".join(it.kept), private=True)
    # A draft that a crash left behind has every name in it.
    at(it.folder).remove(_DRAFT)
    at(it.folder).settle()
    if it.people and it.files:
        noted = [*_noted(it.folder), Left(it.gone, it.files)]
        at(it.folder).write(ERASED, msgspec.json.encode(noted) + b"\n")
    if it.people:
        keep_book(it.folder, it.book)
    known_people.forget_known(it.folder, it.ids)
    shelf_databases.forget(it.folder)


def _aside(folder: Anywhere, wanted: ErasedTerms, *, everybody: bool) -> Iterator[str]:
    """Yield quarantined files that name these people: old names files and ends of the ledger."""
    for name in at(folder).names(QUARANTINE):
        book = name.rpartition("/")[2].startswith("people")
        if (book and everybody) or betrays(at(folder).read(name), wanted):
            yield name


def _noted(folder: Anywhere) -> list[Left]:
    """Return the files that earlier erasures left; none if the note cannot be read."""
    with suppress(*UNDECODABLE, OSError, Unreadable):
        return msgspec.json.decode(at(folder).read(ERASED), type=list[Left])
    return []


def _left_before(folder: Anywhere, gone: set[str]) -> Iterator[tuple[str, str]]:
    """Yield the files that an earlier erasure of these people left and that still exist."""
    for one in _noted(folder):
        for name in one.files if gone & {*one.people} else ():
            if at(folder).has(name) and name != LEDGER:
                yield name, f"{name} may still contain the name: delete or check it."


def _left(folder: Anywhere, wanted: ErasedTerms) -> Iterator[tuple[str, str]]:
    """Yield what stays and may contain names: the contact line, archives, the ledger, files."""
    if betrays(look_of(folder).contact.encode(), wanted, as_words=True):
        yield (
            LOOK,
            "the contact line contains the name: change it on the page “Colour, logo and contact”.",
        )
    if not isinstance(folder, Path):
        return
    for path in sorted(
        folder.resolve().parent.glob(f"{glob.escape(put_aside(folder.resolve()))}*")
    ):
        yield (
            path.name,
            (f"{path.name}, moved aside by a restore, still contains every name: delete it."),
        )
    for path in _others(folder):
        name = str(path.relative_to(folder))
        if told := _of_file(path, name, wanted):
            yield name, told


def _of_file(path: Path, name: str, wanted: ErasedTerms) -> str | None:
    """Return why a file may still contain a name; None if it cannot."""
    if path.suffix.lower() in _ARCHIVES:
        return f"{name} is not changed, so any names in it remain."
    try:
        data = read_whole(path, MOST)
    except (OSError, Unreadable):
        return f"{name} could not be searched."
    ours = path.name == LEDGER
    if betrays(data, wanted, as_words=True):
        if ours:
            return f"{name} itself contains the name, and a ledger is never changed."
        return f"{name} still contains the name: delete it if you can."
    if betrays(name.encode(), wanted, as_words=True):
        return f"the file name {name} contains the person's name: delete or rename the file."
    if not (ours or _is_text(data)):
        return f"{name} cannot be searched as text, so any names in it remain."
    return None


def _is_text(data: bytes) -> bool:
    """Tell whether bytes are UTF-8 text; spreadsheets, PDFs and other encodings are not."""
    try:
        return "\0" not in data.decode()
    except UnicodeDecodeError:
        return False


def _others(folder: Path) -> Iterator[Path]:
    """Yield the files that erasure does not handle, except those of tournaments further below."""
    for where, below, names in os.walk(folder):
        here = Path(where)
        if here != folder and LEDGER in names:
            below.clear()
            continue
        if here == folder:
            below[:] = sorted(set(below) - {SOURCES, QUARANTINE})
        yield from (here / name for name in sorted(names) if here != folder or name not in _OURS)
