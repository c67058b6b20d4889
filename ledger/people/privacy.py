"""Names stay out of the record: what is written for good must not hold what can be erased."""

import html
import re
import unicodedata
from collections.abc import Container, Iterable, Iterator
from typing import NamedTuple

from msgspec.structs import asdict, replace

from ledger.events.catalogue import AnyEvent, DeckChecked, TeamFormed
from ledger.people.book import Book, BookEntry, Person
from ledger.state.tournament import Tournament
from ledger.terms import Role
from ledger.validators.checks import Breach, Check, Found


def names_stay_out(book: Book) -> Check:
    """Return the check that no reason, note or team holds a full name or an id of the book.

    The record is for ever, a name is not: a family may ask to have it erased. Where a player is
    meant, their number says so. Only those count who were registered by then, or by this event, and
    under the names that they were known by then: a text that was lawful stays so when somebody of
    that name comes. Anyone who was not admitted is named in no text either.
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
    """Yield what a person wrote in an event, in their own words."""
    for field in ("reason", "text", "source", "infraction", "card", "outcome", "reference"):
        text = getattr(event, field, None)
        if text:
            yield text
    if isinstance(event, TeamFormed):
        yield event.name
    if isinstance(event, DeckChecked):
        yield from event.problems.values()
    if event.override:
        yield event.override.reason


# How somebody is taken out of what stands beside the record, and where they still are in it.

_HANDS = "hands"
_ESCAPES = re.compile(r'(?:\\u[0-9a-fA-F]{4})+|\\["\\/]')
_BETWEEN = re.compile(r"[\W_]+")
_UNSPACED = "\N{THAI CHARACTER KO KAI}"
_SHORT = 2
"""How long a name may be and still be part of many words: one as short as that counts as a word of
its own only.
"""


class Needles(NamedTuple):
    """What betrays the people who are to go: names as they are written, and as plain words."""

    written: frozenset[str]
    words: frozenset[str]


def without(book: Book, gone: Container[str]) -> Book:
    """Return a book of names without these players, staff, and people who were not admitted.

    Whatever the book keeps by a player's number goes. A hand leaves the number in place of the
    name: nobody else may be given it.
    """
    kept: dict[str, dict[str, object]] = {}
    for field, shelf in _shelves(book):
        if field == _HANDS:
            kept[field] = {who: who if who in gone else known for who, known in shelf.items()}
        else:
            kept[field] = {who: known for who, known in shelf.items() if who not in gone}
    return replace(book, **kept)


def still_in(book: Book, erased: Iterable[str]) -> list[str]:
    """Return those of the erased whom the book still knows: after a crash, or from an old copy."""
    shelves = [shelf for _, shelf in _shelves(book)]
    return [who for who in erased if any(shelf.get(who, who) != who for shelf in shelves)]


def everybody_in(book: Book) -> tuple[list[str], list[str], list[str]]:
    """Return the players, the staff by name, and those not admitted, whom the book knows.

    A hand that is called by its role, such as `organiser`, names nobody.
    """
    staff = [hand for hand, name in book.hands.items() if name != hand and name not in set(Role)]
    return list(book.players), [*staff], [*book.refused]


def persons(book: Book, gone: Iterable[str]) -> list[Person]:
    """Return as whom the book knows these people, or ever knew them."""
    shelves = [shelf for _, shelf in _shelves(book)]
    return [one for who in gone for shelf in shelves for one in _known_as(who, shelf.get(who))]


def namesakes(book: Book, gone: Container[str], people: Iterable[Person]) -> list[str]:
    """Return who stays in the book under the name of one of these people: perhaps the same one."""
    called = {_plain(person.name) for person in people}
    return [
        who
        for _, shelf in _shelves(without(book, gone))
        for who, known in shelf.items()
        if any(_plain(one.name) in called for one in _known_as(who, known))
    ]


def needles(people: Iterable[Person]) -> Needles:
    """Return by what the presence of any of these people is noticed."""
    written, words = set[str](), set[str]()
    for person in people:
        name = person.name.casefold()
        if len(name) > _SHORT or _unspaced(name):
            written.add(name)
        parts = _plain(person.name).split()
        if parts:
            words |= {" ".join(parts), " ".join((parts[-1], *parts[:-1]))}
        own = _plain(person.id)
        if len(own) > _SHORT:
            words.add(own)
    return Needles(frozenset(written), frozenset(words))


def betrays(data: bytes, wanted: Needles, *, as_words: bool = False) -> bool:
    """Tell whether bytes hold a name or an id, as text or escaped as JSON or HTML escape it.

    Case and accents hide nothing, nor does the last name written first; a name inside of a longer
    word counts too, unless `as_words`.
    """
    for text in _readings(data):
        if not wanted.words.isdisjoint(_runs(_plain(text).split(), wanted.words)):
            return True
        folded = text.casefold()
        if any(each in folded for each in wanted.written if not as_words or _unspaced(each)):
            return True
    return False


def _runs(words: list[str], like: Iterable[str]) -> Iterator[str]:
    """Yield all runs of words that have as many words as one of those that are looked for."""
    for length in {each.count(" ") + 1 for each in like}:
        yield from map(" ".join, zip(*(words[at:] for at in range(length)), strict=False))


def _shelves(book: Book) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield everything that the book keeps by somebody's number or commitment."""
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
    """Yield bytes as the texts that they can be read as."""
    text = data.decode("utf-8", "replace")
    yield text
    if "\\" in text:
        yield _ESCAPES.sub(lambda found: _unescaped(found[0]), text)
    if "&" in text:
        yield html.unescape(text)


def _unspaced(name: str) -> bool:
    """Tell whether a name is of a script that writes words without a space between them."""
    return max(name, default="") >= _UNSPACED


def _unescaped(escape: str) -> str:
    if escape[1] != "u":
        return escape[1]
    return bytes.fromhex(escape.replace("\\u", "")).decode("utf-16-be", "replace")


def _plain(text: str) -> str:
    """Return the words of a text, without case, accents and punctuation, one space apart."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    if not apart.isascii():
        apart = "".join(c for c in apart if not unicodedata.combining(c))
    return _BETWEEN.sub(" ", apart).strip()
