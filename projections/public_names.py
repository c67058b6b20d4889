"""Names as everybody may see them: as the player chose, or for a child the parents (LED-9)."""

from ledger.people.book import Book, Display, Known, Person
from ledger.state.tournament import Player, Tournament
from ledger.terms import Division, PlayerId
from ledger.text import UNSPACED

GROWN = 13
"""From this age on players choose for themselves; for the younger their parents do."""


def in_public(book: Book, t: Tournament) -> Book:
    """Return the book as everybody may see it: shown names only, no ids, no years, no staff.

    Whoever is anonymous is not in it, and so is shown as a number wherever names are shown. What is
    in it is shown as it is: the public book of a public book is the same.
    """
    players: dict[PlayerId, Known] = {}
    for number, known in book.players.items():
        name = shown_name(known, t.players.get(number), t)
        if name is not None:
            shown = Person(name=name)
            players[number] = Known(person=shown, salt=known.salt, display=Display.FULL)
    return Book(players=players)


def shown_name(known: Known, player: Player | None, t: Tournament) -> str | None:
    """Return the name that everybody may see; None for nobody's business.

    Where nobody has chosen it is the full name; of somebody who may be under 13, the first name and
    an initial.
    """
    person = known.person
    division = player.division if player else None
    default = Display.INITIAL if may_be_child(person.birth_year, division, t) else Display.FULL
    match known.display or default:
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


def may_be_child(birth_year: int | None, division: Division | None, t: Tournament) -> bool:
    """Tell whether somebody may be under 13 at the start, as far as the year of birth tells.

    Where the year is unknown, a Junior may be.
    """
    if birth_year is None or t.opened is None:
        return division is Division.JUNIOR
    return t.opened.start.year - birth_year <= GROWN
