"""Names in public: as the player chose, or the parents of a child (LED-9)."""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from roundbook.ledger.people.book import SHORTEST, Book, BookEntry, Display, Person, with_teams
from roundbook.ledger.people.name_parts import initial
from roundbook.ledger.rulesets.divisions import years_of
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, PlayerId
from roundbook.ledger.text import UNSPACED, in_words, spoken

GROWN = 13
"""From this age on, players choose for themselves; for younger players, their parents choose."""


OF_AGE = 18
"""Until this age, Seniors who have not chosen are shown as the organiser decides."""


def public_names(book: Book, t: Tournament) -> Book:
    """Return the names file as everybody may see it: shown names, no ids, years or staff.

    Anonymous players are left out, so they are shown as numbers. Names in the result are shown in
    full, so applying this twice changes nothing.
    """
    players: dict[PlayerId, BookEntry] = {}
    for number, known in book.players.items():
        shown = shown_person(known, _division(t, number), t, book.seniors or Display.INITIAL)
        if shown is not None:
            players[number] = BookEntry(person=shown, salt=known.salt, display=Display.FULL)
    return with_teams(Book(players=players), t)


def as_asked(book: Book, t: Tournament) -> Book:
    """Return a names file with the display that players asked for; all others are in full.

    It is for sheets on a wall in the hall: players who asked for another display are not in full.
    """
    players: dict[PlayerId, BookEntry] = {}
    for number, known in book.players.items():
        person: Person | None = known.person
        if known.display:
            shown = shown_person(known, _division(t, number), t)
            person = shown and replace(known.person, name=shown.name, last=shown.last)
        if person:
            players[number] = replace(known, person=person, display=Display.FULL)
    return replace(book, players=players)


def _division(t: Tournament, player: PlayerId) -> Division | None:
    known = t.players.get(player)
    return known.division if known else None


def shown_person(
    known: BookEntry, division: Division | None, t: Tournament, seniors: Display = Display.INITIAL
) -> Person | None:
    """Return the name that everybody may see, and nothing else; None for the number instead.

    If nobody has chosen, it is the full name; for a player who may be under 13, the first name and
    an initial; for a Senior who may be under 18, as `seniors` says. An anonymous player, and one to
    be shown by an unknown ID, has none.
    """
    person = known.person
    match known.display or _by_default(person, division, t, seniors):
        case Display.FULL:
            return Person(name=person.name, last=person.last)
        case Display.INITIAL:
            return _with_initial(person)
        case Display.ID:
            return Person(name=person.id) if person.id else None
        case Display.ANONYMOUS:
            return None


def _with_initial(person: Person) -> Person:
    """Return the first word of the first name, and the initial of the last name."""
    first, last = person.parts
    if first and last:
        return Person(name=f"{first.split()[0]} {initial(last)}.", last=f"{initial(last)}.")
    one, *others = person.name.split()  # Somebody with one name, perhaps of several words.
    if others:
        return Person(name=f"{one} {others[-1][0]}.")
    return Person(name=f"{one[0]}." if max(one) >= UNSPACED else one)


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


def initial_from(book: Book, t: Tournament, rules: Ruleset) -> int | None:
    """Return from which year of birth on players who have not chosen are shown by an initial."""
    if t.opened is None:
        return None
    start = t.opened.start
    child, years = start.year - GROWN, years_of(start, rules)
    if years is None or (book.seniors or Display.INITIAL) is not Display.INITIAL:
        return child
    return min(child, max(years.senior_from, start.year - OF_AGE))


# Last names in texts that people write: next to an initial, a last name is the whole name.


class LastName(NamedTuple):
    """A word of a text that is a player's last name, and as whom everybody may see that player.

    `plain` is whether it is written as a name is: with a capital, or in a text without capitals.
    """

    word: str
    player: PlayerId
    public: str
    hidden: bool
    plain: bool


def last_names(text: str, book: Book, t: Tournament) -> Iterator[LastName]:
    """Yield the words of a text that are last names of registered players, hidden in public or not.

    A word that is also a first name, or that the public sees as somebody else's name, does not
    count.
    """
    there = [(written, word) for written, word in spoken(text) if len(word) > SHORTEST]
    words = {word for _, word in there} | {word.removesuffix("s") for _, word in there}
    owned = book.by_last_word
    found = {word: [who for who in owned.get(word, ()) if who in t.players] for word in words}
    owners = {word: who[0] for word, who in found.items() if who}
    if not owners:
        return
    known = {who: one.person for who, one in book.players.items() if who in t.players}
    first = {word for one in known.values() for word in in_words(one.parts.first)}
    shown = public_names(Book(players=book.players, seniors=book.seniors), t)
    seen = {word for one in shown.players.values() for word in in_words(one.person.name)}
    one_case = text in {text.lower(), text.upper()}
    for written, word in there:
        bare = word if word in owners else word.removesuffix("s")
        if bare in owners and bare not in first:
            who, plain = owners[bare], one_case or written != written.lower()
            yield LastName(written, who, shown.name(who), hidden=bare not in seen, plain=plain)
