"""Who is on the staff: a number for whoever acts, settled while nobody else writes the book."""

from contextlib import AbstractContextManager
from pathlib import Path

from msgspec.structs import replace

from cli.desk.venue import Operator, Venue, keep_book, read_book
from ledger.storage.locks import writing

BOOK_LOCK = ".people.lock"


def book_lock(folder: Path) -> AbstractContextManager[None]:
    """Hold the book of names: whoever writes it reads, writes it and posts before letting go."""
    return writing(folder / BOOK_LOCK)


def seat(here: Venue, operator: Operator) -> None:
    """Give whoever acts a number among the staff, and keep it, before anything is written.

    Two new people at two desks get two numbers, since the book is held meanwhile.
    """
    book = read_book(here.folder)
    kept, hand = book.with_hand(operator.name)
    if kept is not book:
        with book_lock(here.folder):
            kept, hand = read_book(here.folder).with_hand(operator.name)
            keep_book(here.folder, kept)
    here.desk.hand = replace(here.desk.hand, id=hand)
