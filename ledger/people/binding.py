"""Whether the names file fits the record: who is whom, who wrote what, who is missing.

The record holds a commitment to each player, to each hand in its first entry, and to each member of
staff. A name that the record is not bound to proves nothing, so it is shown to nobody.
"""

from collections.abc import Iterable, Iterator
from itertools import chain

from ledger.events.catalogue import HandRenamed, StaffNamed
from ledger.people.book import Book
from ledger.record.entry import Entry
from ledger.state.tournament import Tournament
from ledger.terms import HandId, PlayerId


def strangers(t: Tournament, book: Book, *, settled: bool) -> Iterator[PlayerId]:
    """Yield the players whose name in the book is not the one that the record is bound to.

    An amendment that broke off is none of them, unless all is `settled`: closed, or sealed. A name
    that is missing was erased, or is said by `missing`.
    """
    meant = book if settled else book.as_bound(t.players)
    for player in t.players.values():
        known = meant.players.get(player.id)
        if known and known.bound != player.commitment:
            yield player.id


def unfinished(t: Tournament, book: Book) -> Iterator[str]:
    """Yield the players who are amended in the book, which is written first, and not yet here."""
    meant = book.as_bound(t.players)
    for player, known in book.players.items():
        if meant.players[player] != known:
            yield f"a change to {player} was begun but not recorded: repeat the command."


def hands_bound(entries: Iterable[Entry]) -> dict[HandId, str]:
    """Return what the record holds of each hand: the latest commitment."""
    found: dict[HandId, str] = {}
    for entry in entries:
        if entry.hand.commitment:
            found[entry.hand.id] = entry.hand.commitment
        for event in entry.events:
            if isinstance(event, StaffNamed | HandRenamed):
                found[HandId(event.hand)] = event.commitment
    return found


def hands_unbound(entries: Iterable[Entry]) -> list[HandId]:
    """Return the hands that wrote entries and that the record was never bound to."""
    entries = list(entries)
    bound = hands_bound(entries)
    return [one for one in dict.fromkeys(entry.hand.id for entry in entries) if one not in bound]


def hand_strangers(entries: Iterable[Entry], book: Book) -> Iterator[HandId]:
    """Yield the hands whose name in the book is not the one that the record is bound to.

    A hand that was erased has its number in place of the name.
    """
    for hand, commits in hands_bound(entries).items():
        known, name = book.staff.get(hand), book.hands.get(hand)
        if name is None or (name == hand and known is None):
            continue
        if known is None or known.bound != commits or known.person.name != name:
            yield hand


def unknown_hands(entries: Iterable[Entry], book: Book) -> Iterator[str]:
    """Yield anyone who wrote an entry or joined the staff, and is not in the names file."""
    seen: set[str] = set()
    for entry in entries:
        named = (event.hand for event in entry.events if isinstance(event, StaffNamed))
        for hand in chain((entry.hand.id,), named):
            if hand not in seen and hand not in book.hands:
                where = f"appears in entry {entry.seq}"
                yield f"{hand}, who {where}, is not in people.json: the name is unknown."
            seen.add(hand)


def missing(t: Tournament, book: Book) -> Iterator[str]:
    """Yield who has no name though nobody erased it, and who has one and was never registered."""
    for player in sorted(t.players.keys() - book.players.keys() - t.erased.keys(), key=_number):
        yield f"{player} has no name in people.json, but no entry says that it was erased."
    for player in sorted(book.players.keys() - t.players.keys(), key=_number):
        yield f"{player} has a name in people.json, but no entry registers this player."


def _number(player: PlayerId) -> tuple[int, str]:
    return len(player), player
