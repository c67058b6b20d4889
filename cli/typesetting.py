"""A print in the fonts that are here: whose name they cannot show stands there as a number."""

import re
from collections.abc import Callable, Collection, Sequence
from hashlib import sha256
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from cli.counting import counted
from cli.fonts import Fonts, fonts_for
from cli.reading import Reading
from ledger.people import Book
from ledger.terms import PlayerId

_NUMBERS = re.compile(r"\bp[1-9][0-9]*\b")


class Draft(Struct, frozen=True, kw_only=True):
    """A print before it is set: every text on it, and how it becomes a file with its fonts."""

    texts: Sequence[str]
    press: Callable[[Fonts], bytes]


class Done(Struct, frozen=True, kw_only=True):
    """A print that is set: its bytes, the fonts beside ours, and who stands there as a number."""

    data: bytes
    fonts: tuple[str, ...]
    numbers: tuple[PlayerId, ...]

    @property
    def sha256(self) -> str:
        """The digest of exactly what is printed."""
        return sha256(self.data).hexdigest()


def set_with(
    reading: Reading, draft: Callable[[Reading], Draft], fonts: Fonts | Sequence[Path]
) -> Done:
    """Return a print; whose name cannot be set stands there as a number, never as other signs.

    `fonts` are the very fonts, or files that may be used beside ours and those of the machine.
    """
    made = draft(reading)
    chosen = fonts if isinstance(fonts, Fonts) else fonts_for(made.texts, fonts)
    unset = tuple(p for p in reading.book.players if not chosen.type.sets(reading.name(p)))
    if unset:
        made = draft(replace(reading, book=_numbered(reading.book, unset)))
    there = {word for text in made.texts for word in _NUMBERS.findall(text)}
    numbers = tuple(p for p in unset if p in there)
    return Done(data=made.press(chosen), fonts=chosen.used(made.texts), numbers=numbers)


def is_number(name: str) -> bool:
    """Tell whether somebody stands on a print as a number, and not as a name."""
    return re.match(r"p[1-9][0-9]*(?: \(id |\Z)", name) is not None


def _numbered(book: Book, players: Collection[PlayerId]) -> Book:
    """Return the book with numbers as the names of some: what they know of it is their own id."""
    known = dict(book.players)
    for player in players:
        own = book.id(player)
        name = f"{player} (id …{own[-4:]})" if own else player
        person = replace(known[player].person, name=name)
        known[player] = replace(known[player], person=person)
    return replace(book, players=known)


def as_numbers(done: Done, book: Book) -> list[str]:
    """Return who stands on a print as a number, and what to do about it."""
    if not done.numbers:
        return []
    who = ", ".join(f"{player} ({book.name(player)})" for player in done.numbers)
    one = len(done.numbers) == 1
    said = "name needs a font that is not here, and stands" if one else "names need fonts that"
    more = "as a number" if one else "are not here, and stand as numbers"
    return [
        f"{counted(len(done.numbers), 'player')}: the {said} {more}: {who}",
        "  hint: Name a font with --font FILE, or print the page from a browser.",
    ]
