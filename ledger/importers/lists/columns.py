"""What the columns of a list are called, in the languages in which people keep one."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from ledger.errors import Hint, Unreadable

# Where a list comes from: what is wrong in it is said by its line, and all of it at once.

MAX_BYTES = 5_000_000
"""The longest list, in bytes."""

MOST_SAID = 20
"""How many wrong lines are named at once; the rest is counted."""

Mistake = tuple[int, str]
"""The number of a line, and what is wrong with it."""


Who = Mapping[int, str]
"""The name of the player on a line, where it could be read."""


def at(line: int, who: Who) -> str:
    """Return a line as people look for it: by its number, and by the player on it."""
    return f"line {line}, {who[line]}" if line in who else f"line {line}"


class Source(NamedTuple):
    """Where a list comes from, what it is a list of, and what to do where it is wrong.

    `names_encoding` is whether the person who hands it in can say in which encoding it was saved.
    """

    where: str
    what: str
    hint: str | Hint
    names_encoding: bool = False

    def wrong(self, line: int, said: str) -> Unreadable:
        """Return that a line is wrong, and how."""
        return self.all_wrong([(line, said)])

    def all_wrong(self, mistakes: Sequence[Mistake], who: Who = MappingProxyType({})) -> Unreadable:
        """Return that lines are wrong, each with how; there is one at least."""
        (line, said), *others = sorted(mistakes, key=lambda mistake: mistake[0])
        told = [f"{at(number, who)}: {what}." for number, what in others[: MOST_SAID - 1]]
        if len(others) >= MOST_SAID:
            more = len(others) - MOST_SAID + 1
            told.append(f"{more:,} more {'mistake follows' if more == 1 else 'mistakes follow'}.")
        first = f"{self.where}, {at(line, who)}: {said}."
        return Unreadable(first, where=f"line {line}", hint=self.hint, others=told)

    def empty(self, said: str) -> Unreadable:
        """Return that the whole list is of no use, and why."""
        return Unreadable(f"{self.where} {said}", where=self.where, hint=self.hint)


Titles = Mapping[str, frozenset[str]]
"""What a column holds, by every title that says so, each as `folded` returns it."""


class Columns(NamedTuple):
    """Where each thing stands in a row, the titles of all columns, and those that say the same."""

    places: dict[str, int]
    titles: tuple[str, ...]
    twice: str | None

    @property
    def unread(self) -> list[str]:
        """The titles of the columns that nothing is taken from."""
        taken = set(self.places.values())
        return [title for place, title in enumerate(self.titles) if title and place not in taken]


def folded(title: str) -> str:
    """Return a title as it is compared: small letters without accents, single spaces."""
    apart = unicodedata.normalize("NFKD", title[:80].casefold())
    plain = "".join(c for c in apart if not unicodedata.combining(c))
    return re.sub(r"[\W_]+", " ", plain).strip()


def known_as(**titles: str) -> Titles:
    """Return titles by what their columns hold, from lines of words."""
    return {
        name: frozenset(folded(title) for line in lines.splitlines() for title in line.split(","))
        - {""}
        for name, lines in titles.items()
    }


def columns(header: Sequence[str], titles: Titles) -> Columns:
    """Return where each thing stands, by what its column may be called."""
    places: dict[str, int] = {}
    twice = None
    for place, title in enumerate(header):
        words = folded(title)
        for name, known in titles.items():
            if words in known:
                if name in places:
                    twice = twice or words
                places.setdefault(name, place)
    return Columns(places, tuple(header), twice)


def enough(found: Columns, needs: Iterable[frozenset[str]]) -> bool:
    """Tell whether all columns are there that one of the needs names."""
    return any(need <= found.places.keys() for need in needs)
