"""What the columns of a list are called, in the languages in which people keep one."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

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
