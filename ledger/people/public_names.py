"""Names in public: as the player chose, or the parents of a child (LED-9); teams by name."""

from collections.abc import Callable

from msgspec.structs import replace

from ledger.events.catalogue import TeamFormed
from ledger.people.book import Book, BookEntry, Display, Person
from ledger.state.tournament import Tournament
from ledger.terms import Division, PlayerId
from ledger.text import UNSPACED

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


def without_teams(book: Book, t: Tournament) -> Book:
    """Undo `with_teams`: return the names file without team names."""
    players, former = dict(book.players), dict(book.former)
    for first, team in t.teams.items():
        if first in players and players[first].person.name.startswith(f"{team.name} ("):
            every = former.pop(first, ())
            del players[first]
            if every:
                players[first] = every[-1]
            if every[:-1]:
                former[first] = every[:-1]
    return replace(book, players=players, former=former)


def with_teams(book: Book, t: Tournament) -> Book:
    """Return a names file in which the player who stands for a team has its name (A-65).

    The names of both players follow in brackets. It is only for display: a commitment to a person
    cannot be checked against it.
    """
    if not t.teams:
        return book
    named: dict[PlayerId, BookEntry] = {}
    for first, team in t.teams.items():
        known = book.players.get(first)
        person = known.person if known else Person(name=first)
        if person.name.startswith(f"{team.name} ("):
            continue  # It is such a book already.
        named[first] = BookEntry(
            person=replace(person, name=team_name(team, book.name)),
            salt=known.salt if known else t.players[first].commitment,
            display=Display.FULL,
        )
    own = {
        first: (*book.former.get(first, ()), book.players[first])
        for first in named
        if first in book.players
    }
    return replace(book, players={**book.players, **named}, former={**book.former, **own})


def team_name(team: TeamFormed, name: Callable[[PlayerId], str]) -> str:
    """Return the name of a team, with both its players."""
    return f"{team.name} ({' & '.join(map(name, team.players))})"


def own_name(book: Book, t: Tournament, player: PlayerId) -> str:
    """Return a player's own name from a names file `with_teams`, also if a team has the entry."""
    former = book.former.get(player, ()) if player in t.teams else ()
    return former[-1].person.name if former else book.name(player)


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
