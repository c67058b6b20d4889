"""First and last names: as they were given, or as a rule splits a name given in one piece."""

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple


class NameParts(NamedTuple):
    """The two parts of a name; one of them may be empty, as with people who have only one name."""

    first: str
    last: str

    def joined(self, *, family_first: bool = False) -> str:
        """Return the whole name, in the order in which it is spoken.

        In scripts of East Asia the family name comes first.
        """
        first, last = self
        turned, family_first = f"{last} {first}", family_first or _is_wide(first + last)
        # A name such as `A B A` would be read as `A B` and `A`, so it is written in that order.
        if family_first and first and last and not turned.endswith(f" {last}"):
            return turned
        return f"{first} {last}".strip()


_BEFORE = """af al ap av bin binti da das de degli dei del della delle den der des di do dos du el
    ibn la las le les lo los san santa st. te ten ter van vom von zu zum zur 't d'"""
_BOTH = "al bin el la le lo san te ten ter van"
_AFTER = "jr sr jnr snr ii iii iv"

_PARTICLES = frozenset(_BEFORE.split())
_ALSO_NAMES = frozenset(_BOTH.split())
"""Particles that are also names: with a capital, they count only next to another particle."""

_LINKS = frozenset({"e", "i", "y"})
"""The words that join two surnames, as in `Ortega y Gasset`."""

_SUFFIXES = frozenset(_AFTER.split())


def parts_of(name: str, last: str | None = None) -> NameParts:
    """Return the parts of a name; `last` is the last name, if somebody said which one it is.

    It is the end of the name, or the beginning where the family name comes first.
    """
    if last is None:
        return split(name)
    if last in {"", name}:
        return NameParts("", name) if last else NameParts(name, "")
    if name.endswith(f" {last}"):
        return NameParts(name.removesuffix(f" {last}"), last)
    if name.startswith(f"{last} "):
        return NameParts(name.removeprefix(f"{last} "), last)
    return split(name)


def split(name: str, *, surnames: int = 1) -> NameParts:
    """Split a name given in one piece: the last name is the last word, with its particles.

    So `Ludwig van Beethoven` is listed as `van Beethoven, Ludwig`. A suffix stays with the last
    name. In scripts whose names begin with the family name, that is the last name. With two
    `surnames`, as in Spanish, a name of three words or more has two.
    """
    words = name.split(" ")
    if len(words) > 1 and _is_wide(name):
        return NameParts(" ".join(words[1:]), words[0])
    end = len(words) - 1
    while end > 1 and is_suffix(words[end]):
        end -= 1
    begins = _beginning(words, end)
    for _ in range(surnames - 1):
        begins = _beginning(words, begins - 1) if begins > 1 else begins
    return NameParts(" ".join(words[:begins]), " ".join(words[begins:]))


def turned(name: str, *, surnames: int = 1) -> NameParts:
    """Split a name whose last name comes first: `De Luca Marco`, `García Márquez Ana`.

    Two `surnames` are expected only in a name of three words or more.
    """
    words = name.split(" ")
    ends = _end(words, 0)
    for _ in range(surnames - 1):
        ends = _end(words, ends) if len(words) - ends > 1 else ends
    return NameParts(" ".join(words[ends:]), " ".join(words[:ends]))


def with_comma(name: str) -> NameParts | None:
    """Return the parts of `Last, First`; None if the name has no comma, or more than one.

    A suffix after the comma belongs to the last name: `Sam Hill, Jr.`.
    """
    last, comma, first = (part.strip() for part in name.partition(","))
    if is_suffix(first):
        parts = split(last)
        return NameParts(parts.first, f"{parts.last} {first}")
    return NameParts(first, last) if comma and first and last and "," not in first else None


def initial(last: str) -> str:
    """Return the initial of a last name, without its particles: O for `van Ode`."""
    words = last.split()
    plain = (word for at, word in enumerate(words[:-1]) if not _is_particle(words, at))
    return next(plain, words[-1])[0]


def is_suffix(word: str) -> bool:
    """Tell whether a word is a suffix such as `Jr.` or `III`."""
    return word.rstrip(".").casefold() in _SUFFIXES


def is_clear(name: str) -> bool:
    """Tell whether nobody needs to look how a name in one piece is split."""
    first, _ = split(_ORNAMENTS.sub(" ", name).strip())
    return " " not in first


_ORNAMENTS = re.compile(
    r"""\s*("[^"]*"|“[^”]*”|\([^)]*\))\s*|^((dr|mr|mrs|ms|prof|herr|frau|sr|sra|ing|mag)\.?\s+)+""",
    re.IGNORECASE,
)
"""Nicknames in quotes or brackets and titles, which do not make the last name less clear."""


def _is_wide(name: str) -> bool:
    """Tell whether a name is in a script of East Asia."""
    return any(unicodedata.east_asian_width(c) == "W" for c in name)


def _beginning(words: Sequence[str], at: int) -> int:
    """Return where the surname that ends at a position begins; a word stays for the first name."""
    while at > 1 and _is_particle(words, at - 1):
        at -= 1
    if at > 2 and words[at - 1] in _LINKS:
        return _beginning(words, at - 2)
    return at


def _end(words: Sequence[str], at: int) -> int:
    """Return where a surname ends that begins at a place; a first name is left."""
    last = len(words) - 1
    while at < last - 1 and _is_particle(words, at):
        at += 1
    return min(at + 1, max(last, 1))


def _is_particle(words: Sequence[str], at: int) -> bool:
    """Tell whether a word belongs to the surname that follows it."""
    word = words[at].casefold()
    if word not in _PARTICLES or words[at].isupper():
        return False
    near = (words[at - 1] if at else "", *words[at + 1 : at + 2])
    known = any(one.casefold() in _PARTICLES for one in near)
    return words[at].islower() or word not in _ALSO_NAMES or known
