"""Rules of deck building: sizes, copies, Prize cards and languages of every format, as data."""

from datetime import date
from enum import StrEnum
from functools import lru_cache
from typing import Annotated

from msgspec import Meta, Struct

from roundbook.ledger.decks.deck_list import CardLine, Section, plain, title_key
from roundbook.ledger.decks.released import decoded, load

CURRENT = "trf-2016"
"""The deck rules without an edition or a card pool that names others."""

RELEASED = ("trf-2016", "tcg-2026-notes")
"""The released rules of deck building; every other released file is a card pool."""

Slug = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,59}\Z")]
Name = Annotated[str, Meta(min_length=1, max_length=100)]

_SYMBOLS = {
    "{g}": "Grass",
    "{r}": "Fire",
    "{w}": "Water",
    "{l}": "Lightning",
    "{p}": "Psychic",
    "{f}": "Fighting",
    "{d}": "Darkness",
    "{m}": "Metal",
    "{y}": "Fairy",
}
"""How programs write the Energy types if they have no symbols."""


class Category(StrEnum):
    """Whether players bring their cards or are given them (TRF §11)."""

    CONSTRUCTED = "constructed"
    LIMITED = "limited"


class Limit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A text on cards that limits how many of them a deck may have (TRF §11.1).

    `most` copies of each title, or of all of them `together`; without `most`, any number. The cards
    are those with these `titles`, titles with these `beginnings` or `endings`, or lines with one of
    these `marks` in brackets. It applies `since` a day, or always.
    """

    name: Name
    most: Annotated[int, Meta(ge=1, le=999)] | None = None
    together: bool = False
    titles: tuple[Name, ...] = ()
    beginnings: tuple[Name, ...] = ()
    endings: tuple[Name, ...] = ()
    marks: tuple[Name, ...] = ()
    since: date | None = None

    def covers(self, line: CardLine) -> bool:
        """Return whether the limit applies to the card of a line."""
        key, said = line.key, plain(f"{line.title} {line.note}")
        return (
            key in map(title_key, self.titles)
            or any(key.startswith(title_key(text)) for text in self.beginnings)
            or any(key.endswith(title_key(text)) for text in self.endings)
            or any(plain(text) in said for text in self.marks)
        )


class DeckFormat(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The deck rules of a format (TRF §11, §14).

    `cards` is the exact number, `copies` the most of one title (None: any number), `prizes` the
    Prize cards per player. `pool` names the kind of card pool that applies, `drafts` the kinds of
    Limited that the rules name for it, if they do not name all.
    """

    name: Slug
    category: Category
    cards: Annotated[int, Meta(ge=1, le=999)]
    prizes: Annotated[int, Meta(ge=1, le=99)]
    cites: Name
    copies: Annotated[int, Meta(ge=1, le=999)] | None = None
    sanctioned: bool = True
    pool: Slug | None = None
    drafts: tuple[Slug, ...] = ()


class Construction(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One released text of the rules of deck building.

    `unchecked` says why its values are not certain. `basic_needed` is whether the text asks for a
    Basic Pokémon. `citations` are the sections of its documents, as in an edition.
    """

    name: Slug
    unchecked: str = ""
    basic_needed: bool = False
    citations: dict[str, str] = {}
    basic_energy: tuple[Name, ...]
    refused: tuple[Name, ...]
    limits: tuple[Limit, ...]
    formats: tuple[DeckFormat, ...]
    languages: dict[str, tuple[str, ...]]

    def format(self, name: str) -> DeckFormat | None:
        """Return a format by its name; None if there is no such format."""
        return next((one for one in self.formats if one.name == name), None)

    def basic_kind(self, line: CardLine) -> str | None:
        """Return the type of basic Energy that a line names; None if it names another card.

        `Fire Energy`, `Basic Fire Energy`, `Basic {R} Energy`, and `Fire` among the Energy.
        """
        words = line.key.split()
        if "special" in plain(f"{line.title} {line.note}"):
            return None
        if "energy" not in words and line.section is not Section.ENERGY:
            return None
        match [word for word in words if word not in {"basic", "energy"}]:
            case [word]:
                kinds = {kind.casefold(): kind for kind in self.basic_energy}
                return _SYMBOLS.get(word) if word in _SYMBOLS else kinds.get(word)
            case _:
                return None

    def counted(self, line: CardLine) -> str:
        """Return the title under which a line is counted."""
        kind = self.basic_kind(line)
        return f"{kind} Energy".casefold() if kind else line.key


@lru_cache
def rules(name: str = CURRENT) -> Construction:
    """Return released rules of deck building; raise Unreadable if the file has been changed."""
    return decoded(load(name), Construction)


def regions() -> list[str]:
    """Return every region whose languages any of the released rules give."""
    return [*dict.fromkeys(one for name in RELEASED for one in rules(name).languages)]
