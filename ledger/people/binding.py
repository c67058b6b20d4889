"""Whether the names file matches the ledger: wrong, missing and unknown names.

The ledger holds a commitment to each player, to each writer in their first entry, and to each staff
member. A name that does not match its commitment proves nothing, so it is not shown.
"""

from collections.abc import Iterable, Iterator
from itertools import chain

from roundbook.ledger.events.catalogue import HandRenamed, StaffNamed
from roundbook.ledger.people.book import Book
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import HandId, PlayerId


def strangers(t: Tournament, book: Book, *, settled: bool) -> Iterator[PlayerId]:
    """Yield the players whose name in the names file does not match the commitment in the ledger.

    An interrupted amendment does not count, unless all is `settled`: closed, or sealed. A missing
    name was erased, or is reported by `missing`.
    """
    meant = book if settled else book.as_bound(t.players)
    for player in t.players.values():
        known = meant.players.get(player.id)
        if known and known.bound != player.commitment:
            yield player.id


def unfinished(t: Tournament, book: Book) -> Iterator[str]:
    """Yield a sentence for each player amended in the names file, but not in the ledger yet."""
    meant = book.as_bound(t.players)
    for player, known in book.players.items():
        if meant.players[player] != known:
            yield f"a change to {player} was begun but not recorded: repeat the command."


def invented(t: Tournament, book: Book, *, settled: bool) -> Iterator[str]:
    """Yield a sentence for each former or refused name that no entry ever bound.

    A person not admitted is in the names file first, so it counts once all is `settled`.
    """
    for player, past in book.former.items():
        if any(one.bound not in t.bound for one in past):
            yield f"{player}: a former name in people.json matches no commitment in the ledger."
    for commits, one in book.refused.items():
        if one.bound != commits or (settled and commits not in t.bound):
            yield "people.json contains a refused name that no entry records."


def hands_bound(entries: Iterable[Entry]) -> dict[HandId, str]:
    """Return the latest commitment of each staff member in the ledger."""
    found: dict[HandId, str] = {}
    for entry in entries:
        if entry.hand.commitment:
            found[entry.hand.id] = entry.hand.commitment
        for event in entry.events:
            if isinstance(event, StaffNamed | HandRenamed):
                found[HandId(event.hand)] = event.commitment
    return found


def hands_unbound(entries: Iterable[Entry]) -> list[HandId]:
    """Return the staff members who wrote entries but have no commitment in the ledger."""
    entries = list(entries)
    bound = hands_bound(entries)
    return [one for one in dict.fromkeys(entry.hand.id for entry in entries) if one not in bound]


def hand_strangers(entries: Iterable[Entry], book: Book) -> Iterator[HandId]:
    """Yield the staff members whose name in the names file does not match their commitment.

    An erased staff member has their number in place of the name.
    """
    for hand, commits in hands_bound(entries).items():
        known, name = book.staff.get(hand), book.hands.get(hand)
        if name is None or (name == hand and known is None):
            continue
        if known is None or known.bound != commits or known.person.name != name:
            yield hand


def unknown_hands(entries: Iterable[Entry], book: Book) -> Iterator[str]:
    """Yield a sentence for each writer or staff member who is not in the names file."""
    seen: set[str] = set()
    for entry in entries:
        named = (event.hand for event in entry.events if isinstance(event, StaffNamed))
        for hand in chain((entry.hand.id,), named):
            if hand not in seen and hand not in book.hands:
                where = f"appears in entry {entry.seq}"
                yield f"{hand}, who {where}, is not in people.json: the name is unknown."
            seen.add(hand)


def missing(t: Tournament, book: Book) -> Iterator[str]:
    """Yield a sentence for each name that is missing, and for each that belongs to no player."""
    for player in sorted(t.players.keys() - book.players.keys() - t.erased.keys(), key=_number):
        yield f"{player} has no name in people.json, but no entry says that it was erased."
    for player in sorted(
        book.players.keys() - t.players.keys() - t.unregistered.keys(), key=_number
    ):
        yield f"{player} has a name in people.json, but no entry registers this player."


def _number(player: PlayerId) -> tuple[int, str]:
    return len(player), player
