"""A venue that stays open, brought up to what other programs have written meanwhile."""

from msgspec.structs import replace

from cli.wiring import PEOPLE, Venue, checks, read_book, venue
from ledger.people.book import to_bytes
from ledger.record.chain import Head
from ledger.storage.folder import places


def reloaded(here: Venue) -> Venue:
    """Return the venue as its folder is now. Raises Unreadable where that has been damaged.

    What was written behind the ledger is followed, and the book of names is read again. A folder
    in which another ledger lies by now, or an older copy of this one, is opened anew.
    """
    here.desk.refresh()
    if _was_replaced(here):
        return venue(here.folder)
    if _is_kept(here):
        return here
    book = read_book(here.folder)
    if book == here.book:
        return here
    here.desk.checks = checks(book)
    return replace(here, book=book)


def _is_kept(here: Venue) -> bool:
    """Tell whether the book of names lies in the folder, byte for byte."""
    try:
        return (here.folder / PEOPLE).read_bytes() == to_bytes(here.book)
    except OSError:
        return False


def _was_replaced(here: Venue) -> bool:
    """Tell whether the head in the folder is of other lines than these, or of fewer."""
    try:
        head = Head.from_bytes(places(here.folder).head.read_bytes())
    except FileNotFoundError:
        return True
    held = here.desk.tournament.seq
    if head is None or head.seq < held:
        return True
    return head.seq == held and head.leaf != here.desk.leaf(held)
