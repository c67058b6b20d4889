"""A deck list as it was handed in: how many copies of which card, in the words of its lines."""

import base64
import hashlib
import re
from collections.abc import Iterator
from enum import StrEnum
from itertools import groupby
from typing import Annotated

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from roundbook.ledger.errors import UNDECODABLE, Unreadable
from roundbook.ledger.text import reason, without_marks

MAX_TITLE = 100
"""The longest title, set or note in a line, in characters."""

Words = Annotated[str, Meta(max_length=MAX_TITLE)]

_DASHES = str.maketrans(
    dict.fromkeys("-:\N{NON-BREAKING HYPHEN}\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}", " ")
)
_MARK = re.compile(r"(?:(?:regulation )?mark )?([A-Z])", re.ASCII)
_QUOTES = str.maketrans(
    dict.fromkeys("`\N{RIGHT SINGLE QUOTATION MARK}\N{LEFT SINGLE QUOTATION MARK}", "'")
)


class Section(StrEnum):
    """The three parts of a deck list."""

    POKEMON = "pokemon"
    TRAINER = "trainer"
    ENERGY = "energy"


class CardLine(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A number of copies of one card.

    `title` is the English name, which identifies a card (TRF §1.1); `set` a code or a name,
    `number` the collector number without the size of the set, `language` two letters if the line
    names one, `note` any other text in brackets. `unused` cards were handed out in Limited and are
    not in the deck. `line` is the line in the file, 0 once the list is kept.
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
    def mark(self) -> str:
        """The regulation mark that a note gives, such as `(H)` or `(mark H)`; empty if none."""
        found = (_MARK.fullmatch(note) for note in self.note.split("; "))
        return next((one[1] for one in found if one), "")

    @property
    def key(self) -> str:
        """The title under which the card is counted."""
        return title_key(self.title)


class DeckList(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """All lines of a deck list, in order.

    `total` is the sum that the list itself states, `no_pokemon` whether its own heading says that
    it has no Pokémon.
    """

    lines: tuple[CardLine, ...]
    total: int | None = None
    no_pokemon: bool = False

    @property
    def deck(self) -> tuple[CardLine, ...]:
        """The lines of the deck itself, without unused cards."""
        return tuple(line for line in self.lines if not line.unused)

    @property
    def unused(self) -> tuple[CardLine, ...]:
        """The lines of cards that were handed out and are not in the deck (TRF §4)."""
        return tuple(line for line in self.lines if line.unused)

    @property
    def cards(self) -> int:
        """The number of cards in the deck."""
        return sum(line.count for line in self.deck)


def canonical(deck: DeckList) -> DeckList:
    """Return a list as it is kept: each card once, in order, without line numbers."""
    counts: dict[CardLine, int] = {}
    for line in deck.lines:
        card = replace(line, count=1, line=0)
        counts[card] = counts.get(card, 0) + line.count
    return DeckList(lines=tuple(_repeated(counts)))


def _repeated(counts: dict[CardLine, int]) -> Iterator[CardLine]:
    """Yield each card with its count, split into lines that a list can hold."""
    for card, count in counts.items():
        whole, rest = divmod(count, 999)
        yield from (replace(card, count=999) for _ in range(whole))
        if rest:
            yield replace(card, count=rest)


def title_key(title: str) -> str:
    """Return a title as it is counted: without case, accents, and text in brackets after it.

    `Boss's Orders (Ghetsis)` is Boss's Orders: a card is defined by its name (TRF §1.1), and the
    brackets describe the picture.
    """
    key = plain(title)
    while key.endswith((")", "]")):
        before = key.rpartition("(" if key.endswith(")") else "[")[0].strip()
        if not before:
            break
        key = before
    return key


def set_key(name: str) -> str:
    """Return the code or name of a set as it is compared: dashes are spaces."""
    return " ".join(plain(name).translate(_DASHES).split())


def number_key(number: str) -> str:
    """Return a collector number as it is compared: `072/99` is 72, `xy05` is XY5."""
    short = number.strip().lstrip("#").partition("/")[0].upper()
    letters = short.rstrip("0123456789")
    digits = short[len(letters) :]
    return f"{letters}{digits.lstrip('0') or '0'}" if digits else letters


def plain(text: str) -> str:
    """Return a text as it is compared: without case, accents and extra spaces."""
    return " ".join(without_marks(text.translate(_QUOTES).casefold()).split())


# A deck list as text for people and programs, and its commitment in the ledger.

SALT_BYTES = 32
HEADINGS = {Section.POKEMON: "Pokémon", Section.TRAINER: "Trainer", Section.ENERGY: "Energy"}

_CODE = re.compile(r"(?=[A-Z0-9-]*[A-Z])[A-Z0-9]{2,5}(?:-[A-Z0-9]{1,5}){0,2}", re.ASCII)
_encoder = msgspec.json.Encoder(order="sorted")


class KeptList(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A deck list as it is kept next to the ledger, with the salt of its commitment."""

    deck: DeckList
    salt: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{43}\Z")]

    @property
    def commitment(self) -> str:
        """What the ledger holds of the list: SHA-256(salt ‖ canonical JSON), base64url."""
        salt = base64.urlsafe_b64decode(f"{self.salt}=")
        digest = hashlib.sha256(salt + _encoder.encode(self.deck)).digest()
        return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def to_bytes(kept: KeptList) -> bytes:
    """Return a list as it is kept on disk."""
    return msgspec.json.format(_encoder.encode(kept), indent=1) + b"\n"


def from_bytes(data: bytes, where: str) -> KeptList:
    """Read a list that was kept; raise Unreadable."""
    try:
        return msgspec.json.decode(data, type=KeptList)
    except UNDECODABLE as error:
        msg = f"the deck list {where} cannot be read: {reason(error)}."
        raise Unreadable(msg, where=where, hint="Restore the deck list from a copy.") from error


def as_text(deck: DeckList, *, as_typed: bool = False) -> str:
    """Return a list as it can be handed in again: a heading for each part, one card per line.

    Every heading gives the number of cards in its part. `as_typed` leaves lines empty, so that each
    card is on the line on which it was typed, and everybody speaks of the same line.
    """
    made, heads = list[str](), list[str]()
    for text, line in _lines(deck):
        heads.append(text)
        if line is not None:
            gap = line.line - len(made) - len(heads) if as_typed else 0
            made += [*[""] * gap, *heads]
            heads = []
    return "".join(f"{line}\n" for line in made)


def _lines(deck: DeckList) -> Iterator[tuple[str, CardLine | None]]:
    """Yield the lines of a list, each with its card; a heading has none."""
    unused = False
    section: Section | None = None
    for (aside, part), run in groupby(deck.lines, lambda line: (line.unused, line.section)):
        lines = list(run)
        if aside != unused or (part is None and section is not None):
            yield "Unused" if aside else "Deck", None
        unused, section = aside, part
        if part is not None:
            yield f"{HEADINGS[part]}: {sum(line.count for line in lines)}", None
        yield from ((as_line(line), line) for line in lines)


def as_line(line: CardLine) -> str:
    """Return one line of a list, such as `4 Pikachu SVI 25 (de)`."""
    parts = [f"{line.count} {line.title}"]
    if line.set and _CODE.fullmatch(line.set) and line.number:
        parts.append(f"{line.set} {line.number}")
    elif line.set:
        parts.append(f"({line.set} {line.number})" if line.number else f"({line.set})")
    elif line.number:
        parts.append(f"#{line.number}")
    if line.language:
        parts.append(f"({line.language})")
    parts += [f"({note})" for note in line.note.split("; ") if note]
    return " ".join(parts)
