"""Sentences that can be translated, and helpers that list and count things in a sentence."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import Self, TypeAlias

from roundbook.ledger.text import joined

Value: TypeAlias = "str | int | Phrase"


class Phrase(str):
    """An English sentence that keeps the message and the values it was made from.

    The message is the key in the catalogues of other languages. If the number `num` decides,
    `plural` is the message for the plural.
    """

    __slots__ = ("message", "num", "plural", "values")
    message: str
    values: Mapping[str, Value]
    plural: str | None
    num: int

    def __new__(
        cls, message: str, values: Mapping[str, Value], plural: str | None = None, num: int = 1
    ) -> Self:
        """Format the English sentence, and keep what it was made from."""
        made = super().__new__(cls, (plural if plural and num != 1 else message) % values)
        made.message, made.plural, made.num = message, plural, num
        made.values = MappingProxyType(dict(values))
        return made


def phrase(message: str, **values: Value) -> Phrase:
    """Return a translatable sentence: `phrase("round %(number)s", number=3)`."""
    return Phrase(message, values)


def phrase_of(message: str, plural: str, num: int, **values: Value) -> Phrase:
    """Return a sentence about a number of things, which appears in it as `%(num)s`, if at all."""
    return Phrase(message, {"num": num, **values}, plural, num)


def listed(phrases: Sequence[Phrase]) -> Phrase:
    """Return several phrases as one, with commas between them."""
    if not phrases:
        return Phrase("", {})
    first, *others = phrases
    return phrase("%(one)s, %(others)s", one=first, others=listed(others)) if others else first


def with_values(said: str, changed: Callable[[str], str]) -> str:
    """Return a phrase with its values rewritten, so that it can still be translated, or a text."""
    if not isinstance(said, Phrase):
        return changed(said)
    values = {
        name: with_values(value, changed) if isinstance(value, str) else value
        for name, value in said.values.items()
    }
    return Phrase(said.message, values, said.plural, said.num)


# How messages list several players or matches, and their number.

SHOWN = 3
"""How many things are listed; the rest are counted, so a sentence stays short."""


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


def counted(number: int, one: str, many: str | None = None) -> str:
    """Return `1 seed`, `1,200 seeds`, `2 losses`; `many` is an irregular plural."""
    many = many or (f"{one}es" if one.endswith("s") else f"{one}s")
    return f"{number:,} {one if number == 1 else many}"


def runs_of(numbers: Iterable[int]) -> str:
    """Return numbers in order, at least three in a row as one: `1, 2 and 4`, `1 to 7 and 9`."""
    rows = list[list[int]]()
    for number in sorted(numbers):
        if rows and number == rows[-1][-1] + 1:
            rows[-1].append(number)
        else:
            rows.append([number])
    words = ([f"{row[0]} to {row[-1]}"] if len(row) > 2 else map(str, row) for row in rows)
    return joined([*chain.from_iterable(words)])
