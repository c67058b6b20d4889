"""The staff: who is named to which role, and who has written how much."""

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from cli.acts.people import fresh_salt, holding_the_book
from cli.desk.write import WriteContext
from cli.folder.people import keep_book, read_book
from ledger.events.catalogue import StaffNamed
from ledger.people.book import BookEntry, Person, commitment
from ledger.record.entry import Entry
from ledger.terms import HandId


class Named(Struct, frozen=True, kw_only=True):
    """Somebody on the staff, whose name the book holds: their number, and their roles if new."""

    entries: tuple[Entry, ...]
    hand: HandId
    name: str
    roles: tuple[str, ...] = ()


class StaffMember(Struct, frozen=True, kw_only=True):
    """Somebody who was named or has written entries; the name is None where the book has none."""

    hand: str
    name: str | None
    roles: tuple[str, ...]
    entries: int


class StaffList(Struct, frozen=True, kw_only=True):
    """The staff, by number."""

    staff: tuple[StaffMember, ...]
    entries: tuple[Entry, ...] = ()


def name_staff(ctx: WriteContext, name: str, roles: Sequence[str]) -> Named:
    """Name somebody to the staff; the record holds a number and a commitment."""
    folder, wanted = ctx.venue.folder, tuple(dict.fromkeys(roles))
    with holding_the_book(ctx):
        book, hand = read_book(folder).with_hand(name)
        known = book.staff.get(hand) or BookEntry(person=Person(name=name), salt=fresh_salt())
        book = replace(book, staff={**book.staff, hand: known})
        bound = commitment(known.person, known.salt)
        entries = ctx.take(
            lambda _: [StaffNamed(hand=hand, role=role, commitment=bound) for role in wanted],
            before=lambda: keep_book(folder, book),
        )
    return Named(entries=tuple(entries), hand=hand, name=name, roles=wanted)


def list_staff(ctx: WriteContext) -> StaffList:
    """Return everybody who was named or has written an entry."""
    t, book = ctx.tournament, read_book(ctx.venue.folder)
    wrote = Counter(entry.hand.id for entry in ctx.venue.desk.entries)
    return StaffList(
        staff=tuple(
            StaffMember(
                hand=hand,
                name=book.hands.get(HandId(hand)),
                roles=tuple(t.staff.get(hand, ())),
                entries=wrote[HandId(hand)],
            )
            for hand in sorted({*t.staff, *wrote}, key=lambda hand: int(hand[1:]))
        )
    )
