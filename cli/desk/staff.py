"""Who is on the staff: a number for whoever acts, settled while nobody else writes the book."""

from msgspec.structs import replace

from cli.desk.venue import Operator, Venue
from cli.folder.people import book_lock, keep_book, read_book


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
