"""A deck list as it was handed in: how many of which card, in the words of its lines."""

import unicodedata
from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

MAX_TITLE = 100
"""The longest title, set or remark in a line, in characters."""

Words = Annotated[str, Meta(max_length=MAX_TITLE)]

_DASHES = str.maketrans(
    dict.fromkeys("-:\N{NON-BREAKING HYPHEN}\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}", " ")
)
_QUOTES = str.maketrans(
    dict.fromkeys("`\N{RIGHT SINGLE QUOTATION MARK}\N{LEFT SINGLE QUOTATION MARK}", "'")
)


class Section(StrEnum):
    """The three parts of a list, as everybody writes them."""

    POKEMON = "pokemon"
    TRAINER = "trainer"
    ENERGY = "energy"


class Line(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """So many copies of one card.

    `title` is the English name, which is what a card is known by (TRF §1.1); `set` a code or a
    name, `number` the collector number without the size of the set, `language` two letters where
    the line names one, `note` what else stood in brackets. `unused` cards were handed out in
    Limited and are not in the deck. `line` is where it stands in the file, 0 once it is kept.
    """

    count: Annotated[int, Meta(ge=1, le=999)]
    title: Annotated[str, Meta(min_length=1, max_length=MAX_TITLE)]
    set: Words = ""
    number: Annotated[str, Meta(max_length=20)] = ""
    language: Annotated[str, Meta(pattern=r"^([a-z]{2})?\Z")] = ""
    note: Words = ""
    section: Section | None = None
    unused: bool = False
    line: Annotated[int, Meta(ge=0)] = 0

    @property
    def key(self) -> str:
        """The title as it is counted."""
        return title_key(self.title)


class DeckList(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Everything that a list names, in its order; `total` is the sum that it says it has."""

    lines: tuple[Line, ...]
    total: int | None = None

    @property
    def deck(self) -> tuple[Line, ...]:
        """The lines of the deck itself, without what is not used."""
        return tuple(line for line in self.lines if not line.unused)

    @property
    def unused(self) -> tuple[Line, ...]:
        """The lines of what was handed out and is not in the deck (TRF §4)."""
        return tuple(line for line in self.lines if line.unused)

    @property
    def cards(self) -> int:
        """How many cards the deck has."""
        return sum(line.count for line in self.deck)


def canonical(deck: DeckList) -> DeckList:
    """Return a list as it is kept: the same card once, in order, and no line numbers."""
    counts: dict[Line, int] = {}
    for line in deck.lines:
        card = replace(line, count=1, line=0)
        counts[card] = counts.get(card, 0) + line.count
    return DeckList(lines=tuple(_repeated(counts)))


def _repeated(counts: dict[Line, int]) -> Iterator[Line]:
    """Yield each card with its count, in lines that a list can hold."""
    for card, count in counts.items():
        whole, rest = divmod(count, 999)
        yield from (replace(card, count=999) for _ in range(whole))
        if rest:
            yield replace(card, count=rest)


def title_key(title: str) -> str:
    """Return a title as it is counted: without case, accents, and what stands in brackets behind.

    `Boss's Orders (Ghetsis)` is Boss's Orders: a card is defined by its name (TRF §1.1), and the
    bracket tells the picture.
    """
    key = plain(title)
    while key.endswith((")", "]")):
        before = key.rpartition("(" if key.endswith(")") else "[")[0].strip()
        if not before:
            break
        key = before
    return key


def set_key(name: str) -> str:
    """Return the code or the name of a set as it is compared: dashes are spaces."""
    return " ".join(plain(name).translate(_DASHES).split())


def number_key(number: str) -> str:
    """Return a collector number as it is compared: `072/99` is 72, `xy05` is XY5."""
    short = number.strip().lstrip("#").partition("/")[0].upper()
    letters = short.rstrip("0123456789")
    digits = short[len(letters) :]
    return f"{letters}{digits.lstrip('0') or '0'}" if digits else letters


def plain(text: str) -> str:
    """Return a text as it is compared: without case, accents, and spaces to spare."""
    apart = unicodedata.normalize("NFKD", text.translate(_QUOTES).casefold())
    return " ".join("".join(c for c in apart if not unicodedata.combining(c)).split())
