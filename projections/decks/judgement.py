"""What is asked of a deck list, and what is answered: breaches with their line, and remarks."""

from datetime import date

from msgspec import Struct

from ledger.decks.formats import Category, Construction, DeckFormat
from ledger.decks.lists import DeckList, Line
from ledger.decks.pools import CardPool


class Breach(Struct, frozen=True, kw_only=True):
    """What is wrong with a list: in which line (0: in the whole), by which section of the rules."""

    rule: str
    message: str
    cites: str
    line: int = 0
    hint: str = ""


class Judgement(Struct, frozen=True, kw_only=True):
    """Everything that was found: breaches in order of their lines, and remarks, which are none."""

    cards: int
    breaches: tuple[Breach, ...]
    remarks: tuple[str, ...]


class Question(Struct, frozen=True, kw_only=True):
    """By what a list is judged.

    `pool` holds the sets of a Constructed format, none where every card may be played; `on` is the
    day of the event. `local` are the languages of the venue (None: not known), which count at a
    `premier` event. In Limited `handed_out` is what the player was given, if that is known, and
    `energy_provided` says whether the organiser gives basic Energy; `draft` is the kind of Limited.
    """

    format: DeckFormat
    rules: Construction
    on: date
    pool: CardPool | None = None
    local: tuple[str, ...] | None = None
    premier: bool = False
    handed_out: DeckList | None = None
    energy_provided: bool = False
    draft: str | None = None

    @property
    def limited(self) -> bool:
        """Whether players are given their cards."""
        return self.format.category is Category.LIMITED


def print_of(line: Line) -> str:
    """Return a line's card as people say it: `Shiftry (NXD 72)`."""
    where = " ".join(part for part in (line.set, line.number) if part)
    return f"{line.title} ({where})" if where else line.title
