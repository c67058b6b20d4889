"""Keeping names out of the ledger, and erasing them from what is kept next to it."""

import re
import unicodedata
from collections.abc import Container, Iterable, Iterator
from typing import NamedTuple

from msgspec.structs import asdict, replace

from roundbook.ledger.events.catalogue import (
    AnnouncementMade,
    AnyEvent,
    DeckChecked,
    FactAdded,
    TeamFormed,
)
from roundbook.ledger.people.book import Book, BookEntry, Person
from roundbook.ledger.record.entry import Entry, each_event
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Role
from roundbook.ledger.validators.checks import Breach, Check, Found


def names_stay_out(book: Book) -> Check:
    """Return the check that no reason, note or team has a full name or an id from the names file.

    The ledger is permanent, but a family may ask to have a name erased. A text gives a player's
    number instead. Only people registered by then, or by this event, count, and only under the
    names they had by then: a lawful text stays lawful if a person of that name comes later. People
    who were not admitted may not be named either.
    """

    def name_in_text(t: Tournament, event: AnyEvent) -> Found:
        """A reason or note must not name anybody; the ledger contains only numbers (LED-9)."""
        said = list(texts(event))
        if not said:
            return
        own, binds = getattr(event, "player", None), getattr(event, "commitment", None)
        known = {*t.players, own} if own else t.players
        bound = {*t.bound, binds} if binds else t.bound
        for text in said:
            player = book.named_in(text, known, bound)
            if player:
                message = f"the text names {player}, but names are kept out of the ledger."
                hint = f'Write "{player}" instead of the name.'
            elif book.names_refused(text, bound):
                message = (
                    "the text names the person who was not admitted, but names are "
                    "kept out of the ledger."
                )
                hint = "Leave the name out."
            else:
                continue
            yield Breach(message=message, cites="the ledger", hint=hint)
            return

    return Check(name_in_text)


def texts(event: AnyEvent) -> Iterator[str]:
    """Yield the texts of an event that a person wrote."""
    for field in (
        "reason",
        "text",
        "breaks",
        "format",
        "staff",
        "source",
        "infraction",
        "card",
        "outcome",
        "reference",
    ):
        text = getattr(event, field, None)
        if text:
            yield text
    if isinstance(event, AnnouncementMade):
        yield from event.prizes_by_place.values()
    if isinstance(event, TeamFormed):
        yield event.name
    if isinstance(event, FactAdded):
        yield from (event.id, event.spec)
    if isinstance(event, DeckChecked):
        yield from event.problems.values()
    if event.override:
        yield event.override.reason


# Erasing people from what is kept next to the ledger, and finding where they remain.

_HANDS = "hands"
_ESCAPES = re.compile(r'(?:\\u[0-9a-fA-F]{4})+|\\["\\/]')
_BETWEEN = re.compile(r"[\W_]+")
_UNSPACED = "\N{THAI CHARACTER KO KAI}"
_SHORT = 2
"""The longest name that counts only as a word of its own, not as part of longer words."""


class ErasedTerms(NamedTuple):
    """What gives away the people to be erased: names as they are written, and as plain words."""

    written: frozenset[str]
    words: frozenset[str]


def without(book: Book, gone: Container[str]) -> Book:
    """Return a names file without these players, staff, and people who were not admitted.

    Everything under a player's number is removed. A staff member's name is replaced by the number,
    so the number is not given to anybody else.
    """
    kept: dict[str, dict[str, object]] = {}
    for field, shelf in _shelves(book):
        if field == _HANDS:
            kept[field] = {who: who if who in gone else known for who, known in shelf.items()}
        else:
            kept[field] = {who: known for who, known in shelf.items() if who not in gone}
    return replace(book, **kept)


def still_in(book: Book, erased: Iterable[str]) -> list[str]:
    """Return the erased people who are still there, after a crash or from an old copy."""
    shelves = [shelf for _, shelf in _shelves(book)]
    return [who for who in erased if any(shelf.get(who, who) != who for shelf in shelves)]


def everybody_in(book: Book) -> tuple[list[str], list[str], list[str]]:
    """Return the numbers of the players, the staff with names, and the people not admitted.

    A staff member who is called by their role, such as `organiser`, is not a name.
    """
    staff = [hand for hand, name in book.hands.items() if name != hand and name not in set(Role)]
    return list(book.players), [*staff], [*book.refused]


def persons(book: Book, gone: Iterable[str]) -> list[Person]:
    """Return these people under every name that they have or had in the names file."""
    shelves = [shelf for _, shelf in _shelves(book)]
    return [one for who in gone for shelf in shelves for one in _known_as(who, shelf.get(who))]


def namesakes(book: Book, gone: Container[str], people: Iterable[Person]) -> list[str]:
    """Return those who stay in the names file under one of these names: perhaps the same person."""
    called = {_plain(person.name) for person in people}
    return [
        who
        for _, shelf in _shelves(without(book, gone))
        for who, known in shelf.items()
        if any(_plain(one.name) in called for one in _known_as(who, known))
    ]


def erased_terms(people: Iterable[Person]) -> ErasedTerms:
    """Return what gives away any of these people in a text."""
    written, words = set[str](), set[str]()
    for person in people:
        name = person.name.casefold()
        # A short name is part of too many words, except in a script without spaces, where words
        # cannot be told apart.
        if len(name) > _SHORT or _unspaced(name):
            written.add(name)
        parts = _plain(person.name).split()
        # Nobody can tell where first and last name meet, so the name is turned round at every word.
        words |= {" ".join((*parts[at:], *parts[:at])) for at in range(len(parts))}
        own = _plain(person.id)
        if len(own) > _SHORT:
            words.add(own)
    return ErasedTerms(frozenset(written), frozenset(words))


def betrays(data: bytes, wanted: ErasedTerms, *, as_words: bool = False) -> bool:
    """Return whether bytes contain a name or an id, as text or escaped for JSON or HTML.

    Case, accents, and the last name written first hide nothing; a name inside a longer word counts
    too, unless `as_words`.
    """
    for text in _readings(data):
        if not wanted.words.isdisjoint(_runs(_plain(text).split(), wanted.words)):
            return True
        folded = text.casefold()
        if any(each in folded for each in wanted.written if not as_words or _unspaced(each)):
            return True
    return False


def parts_in(entries: Iterable[Entry], people: Iterable[Person]) -> Iterator[tuple[int, str]]:
    """Yield the entries whose texts have a part of these names, such as a surname, and the part.

    Only full names are refused, since a part is often a common word. An initial names nobody.
    """
    parts = {part for one in people for part in _plain(one.name).split() if len(part) > _SHORT}
    for entry, event in each_event(entries):
        for text in texts(event):
            yield from ((entry.seq, part) for part in sorted(parts & {*_plain(text).split()}))


def _runs(words: list[str], like: Iterable[str]) -> Iterator[str]:
    """Yield all runs of words that have as many words as one of those looked for."""
    for length in {each.count(" ") + 1 for each in like}:
        yield from map(" ".join, zip(*(words[at:] for at in range(length)), strict=False))


def _shelves(book: Book) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield everything that the names file has under a number or a commitment."""
    yield from ((field, kept) for field, kept in asdict(book).items() if isinstance(kept, dict))


def _known_as(who: str, known: object) -> Iterator[Person]:
    match known:
        case BookEntry() if known.person.id or known.person.name not in set(Role):
            yield known.person
        case str() if known != who and known not in set(Role):
            yield Person(name=known)
        case tuple():
            yield from (one for each in known for one in _known_as(who, each))
        case _:
            return


def _readings(data: bytes) -> Iterator[str]:
    """Yield the texts that bytes can be read as."""
    text = data.decode("utf-8", "replace")
    yield text
    if "\\" in text:
        yield _ESCAPES.sub(lambda found: _unescaped(found[0]), text)
    if "&" in text:
        # Seldom needed, and it brings a table of all names of characters.
        from html import unescape

        yield unescape(text)


def _unspaced(name: str) -> bool:
    """Return whether a name is in a script that writes words without spaces between them."""
    return max(name, default="") >= _UNSPACED


def _unescaped(escape: str) -> str:
    if escape[1] != "u":
        return escape[1]
    # Several escapes together, since a character outside the first 65,536 takes two of them.
    return bytes.fromhex(escape.replace("\\u", "")).decode("utf-16-be", "replace")


def _plain(text: str) -> str:
    """Return the words of a text, without case, accents and punctuation, one space apart."""
    # Taking characters apart can bring capitals back, so case is removed once more.
    apart = unicodedata.normalize("NFKD", text.casefold()).casefold()
    if not apart.isascii():
        apart = "".join(c for c in apart if not unicodedata.combining(c))
    return _BETWEEN.sub(" ", apart).strip()
