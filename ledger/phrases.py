"""A sentence that can be said in any language: in English it is a text like any other."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Self, TypeAlias

from ledger.text import joined

Value: TypeAlias = "str | int | Phrase"


class Phrase(str):
    """An English sentence that knows the message it was made of, and what fills its places.

    The message is what is in the catalogues of the other languages. Where the number `num` decides,
    `plural` is the message for many.
    """

    __slots__ = ("message", "num", "plural", "values")
    message: str
    values: Mapping[str, Value]
    plural: str | None
    num: int

    def __new__(
        cls, message: str, values: Mapping[str, Value], plural: str | None = None, num: int = 1
    ) -> Self:
        """Say it in English, and keep what it was made of."""
        made = super().__new__(cls, (plural if plural and num != 1 else message) % values)
        made.message, made.plural, made.num = message, plural, num
        made.values = MappingProxyType(dict(values))
        return made


def phrase(message: str, **values: Value) -> Phrase:
    """Return a sentence: `phrase("round %(number)s", number=3)`."""
    return Phrase(message, values)


def phrase_of(message: str, plural: str, num: int) -> Phrase:
    """Return a sentence about a number of things, which appears in it as `%(num)s`."""
    return Phrase(message, {"num": num}, plural, num)


def listed(phrases: Sequence[Phrase]) -> Phrase:
    """Return several as one, with commas between them."""
    if not phrases:
        return Phrase("", {})
    first, *others = phrases
    return phrase("%(one)s, %(others)s", one=first, others=listed(others)) if others else first


# How the rules name several players or matches, and their number.

SHOWN = 3
"""How many are named; the rest are counted, so a sentence stays a sentence."""


def several(things: Iterable[object]) -> str:
    """Return `p1`, `p1 and p2`, `p1, p2 and p3`, or `p1, p2, p3 and 4 more`."""
    words = [str(thing) for thing in things]
    if len(words) > SHOWN + 1:
        words = [*words[:SHOWN], f"{len(words) - SHOWN} more"]
    return joined(words)


def have(things: Iterable[object], *, one: str, many: str) -> str:
    """Return several things with the verb that fits their number: `p1 has`, `p1 and p2 have`."""
    words = [str(thing) for thing in things]
    return f"{several(words)} {one if len(words) == 1 else many}"


def count(number: int, word: str, *, many: str | None = None) -> str:
    """Return `1 round`, `2 rounds`; `many` where the plural is not made with an s."""
    return f"{number} {word if number == 1 else many or f'{word}s'}"


# Numbers of things, as people say them.


def counted(number: int, one: str, many: str | None = None) -> str:
    """Return `1 seed`, `8 seeds`, `2 matches`."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"
