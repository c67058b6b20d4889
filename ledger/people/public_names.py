"""Names in public: as the player chose, or the parents of a child (LED-9)."""

from msgspec.structs import replace

from roundbook.ledger.people.book import Book, BookEntry, Display, Person, with_teams
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, PlayerId
from roundbook.ledger.text import UNSPACED

GROWN = 13
"""From this age on, players choose for themselves; for younger players, their parents choose."""


OF_AGE = 18
"""Until this age, Seniors who have not chosen are shown as the organiser decides."""


def in_public(book: Book, t: Tournament) -> Book:
    """Return the names file as everybody may see it: shown names, no ids, years or staff.

    Anonymous players are left out, so they are shown as numbers. Names in the result are shown in
    full, so applying this twice changes nothing.
    """
    players: dict[PlayerId, BookEntry] = {}
    for number, known in book.players.items():
        name = shown_name(known, _division(t, number), t, book.seniors or Display.INITIAL)
        if name is not None:
            shown = Person(name=name)
            players[number] = BookEntry(person=shown, salt=known.salt, display=Display.FULL)
    return with_teams(Book(players=players), t)


def as_asked(book: Book, t: Tournament) -> Book:
    """Return a names file with the display that players asked for; all others are in full.

    It is for sheets on a wall in the hall: players who asked for another display are not in full.
    """
    players: dict[PlayerId, BookEntry] = {}
    for number, known in book.players.items():
        name = known.person.name
        if known.display:
            name = shown_name(known, _division(t, number), t) or ""
        if name:
            person = replace(known.person, name=name)
            players[number] = replace(known, person=person, display=Display.FULL)
    return replace(book, players=players)


def _division(t: Tournament, player: PlayerId) -> Division | None:
    known = t.players.get(player)
    return known.division if known else None


def shown_name(
    known: BookEntry, division: Division | None, t: Tournament, seniors: Display = Display.INITIAL
) -> str | None:
    """Return the name that everybody may see; None if the player is to be anonymous.

    If nobody has chosen, it is the full name; for a player who may be under 13, the first name and
    an initial; for a Senior who may be under 18, as `seniors` says.
    """
    person = known.person
    match known.display or _by_default(person, division, t, seniors):
        case Display.FULL:
            return person.name
        case Display.INITIAL:
            first, *others = person.name.split()
            if others:
                return f"{first} {others[-1][0]}."
            return f"{first[0]}." if max(first) >= UNSPACED else first
        case Display.ID:
            return person.id or None
        case Display.ANONYMOUS:
            return None


def _by_default(
    person: Person, division: Division | None, t: Tournament, seniors: Display
) -> Display:
    """Return how a name is shown if nobody has chosen."""
    if may_be_child(person.birth_year, division, t):
        return Display.INITIAL
    year = person.birth_year if t.opened else None
    grown = year is not None and t.opened is not None and t.opened.start.year - year > OF_AGE
    return seniors if division is Division.SENIOR and not grown else Display.FULL


def may_be_child(birth_year: int | None, division: Division | None, t: Tournament) -> bool:
    """Tell whether a player may be under 13 at the start, judging by the year of birth.

    If the year is unknown, a Junior may be.
    """
    if birth_year is None or t.opened is None:
        return division is Division.JUNIOR
    return t.opened.start.year - birth_year <= GROWN
