"""A print in the fonts that are here: whose name they cannot show stands there as a number."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from cli.counting import counted
from cli.fonts import Fonts, fonts_for, searched
from cli.reading import Reading
from ledger.people.book import Book
from ledger.terms import PlayerId
from projections.reports.paper.bidi import is_turned, isolated
from projections.reports.paper.typefaces import simple

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
    book = _isolated(_numbered(reading.book, unset))
    if book is not reading.book:
        made = draft(replace(reading, book=book))
    there = {word for text in made.texts for word in _NUMBERS.findall(text)}
    numbers = tuple(p for p in unset if p in there)
    return Done(data=made.press(chosen), fonts=chosen.used(made.texts), numbers=numbers)


def is_number(name: str) -> bool:
    """Tell whether somebody stands on a print as a number, and not as a name."""
    return re.match(r"p[1-9][0-9]*(?: \(id |\Z)", name) is not None


def _numbered(book: Book, players: Collection[PlayerId]) -> Book:
    """Return the book with numbers as the names of some: what they know of it is their own id."""
    names = {}
    for player in players:
        own = book.id(player)
        names[player] = f"{player} (id …{own[-4:]})" if own else player
    return _renamed(book, names)


def _isolated(book: Book) -> Book:
    """Return the book with every name that is read from right to left turning nothing beside it."""
    found = {player: known.person.name for player, known in book.players.items()}
    return _renamed(
        book, {player: isolated(name) for player, name in found.items() if is_turned(name)}
    )


def _renamed(book: Book, names: Mapping[PlayerId, str]) -> Book:
    known = {
        player: replace(
            book.players[player], person=replace(book.players[player].person, name=name)
        )
        for player, name in names.items()
    }
    return replace(book, players={**book.players, **known}) if known else book


def as_numbers(done: Done, book: Book) -> list[str]:
    """Return who stands on a print as a number, why, and what to do about it."""
    shaped = [p for p in done.numbers if not all(map(simple, book.name(p)))]
    others = [p for p in done.numbers if p not in shaped]
    lines = []
    for players, one, many in (
        (others, *_NO_FONT),
        (shaped, *_NO_SHAPE),
    ):
        who = ", ".join(f"{player} ({book.name(player)})" for player in players)
        if players:
            said = one if len(players) == 1 else many
            lines.append(f"{counted(len(players), 'player')}: {said}: {who}")
    if others:
        lines.append(f"  hint: Name a font with --font FILE; looked in {', '.join(searched())}.")
    if done.numbers:
        lines.append("  hint: A page that a browser prints shows every name.")
    return lines


_NO_FONT = (
    "the name needs a font that is not here, and stands as a number",
    "the names need fonts that are not here, and stand as numbers",
)
_NO_SHAPE = (
    "the name is in a script that a PDF of ours cannot form, and stands as a number",
    "the names are in scripts that a PDF of ours cannot form, and stand as numbers",
)
