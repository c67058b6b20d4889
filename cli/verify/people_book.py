"""Whether the book of names fits the record: who is whom, and who wrote what."""

from collections.abc import Iterable, Iterator

from cli.desk.venue import PEOPLE
from ledger.events.catalogue import StaffNamed
from ledger.people.book import Book, Known, commitment
from ledger.record.entry import Entry
from ledger.state.tournament import Player, Tournament
from ledger.terms import HandId, PlayerId


def strangers(t: Tournament, book: Book) -> Iterator[PlayerId]:
    """Yield the players whose name in the book is not the one that the record is bound to.

    A name that is missing was erased, which is no fault.
    """
    for player in t.players.values():
        known = book.players.get(player.id)
        if known and not _is_bound(player, (known, *book.former.get(player.id, ()))):
            yield player.id


def staff_strangers(entries: Iterable[Entry], book: Book) -> Iterator[HandId]:
    """Yield those on the staff whose name in the book is not the one the record is bound to."""
    bound: dict[HandId, str] = {}
    for entry in entries:
        for event in entry.events:
            if isinstance(event, StaffNamed):
                bound[HandId(event.hand)] = event.commitment
    for hand, commits in bound.items():
        known, name = book.staff.get(hand), book.hands.get(hand)
        if known and (commitment(known.person, known.salt) != commits or known.person.name != name):
            yield hand


def unknown_hands(entries: Iterable[Entry], book: Book) -> Iterator[str]:
    """Yield whoever wrote an entry or joined the staff, and is not in the book of names."""
    seen: set[str] = set()
    for entry in entries:
        named = (event.hand for event in entry.events if isinstance(event, StaffNamed))
        for hand in (entry.hand.id, *named):
            if hand not in seen and hand not in book.hands:
                yield f"{hand}, who is in entry {entry.seq}, is not in {PEOPLE}: nobody knows who."
            seen.add(hand)


def _is_bound(player: Player, every: Iterable[Known]) -> bool:
    """Tell whether the record is bound to one of the persons that the book knows a player as."""
    return any(known.bound == player.commitment for known in every)


def unfinished(t: Tournament, book: Book) -> Iterator[str]:
    """Yield the players who are amended in the book, which is written first, and not yet here."""
    for player in book.former:
        known, stands = book.players.get(player), t.players.get(player)
        if known and stands and not _is_bound(stands, [known]):
            yield f"{player} was being amended, and it was not recorded: give the command again."
