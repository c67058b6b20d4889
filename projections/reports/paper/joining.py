"""Arabic letters in the forms that they have beside one another, each form a character of its own.

The forms are those of Unicode's "presentation forms", which say themselves of which letter they are
what: so nothing has to be known here, and a font needs no tables to be set right. Letters without
such forms, and marks over letters, are left to programs that shape.
"""

import unicodedata
from functools import cache
from typing import NamedTuple

TATWEEL = "\N{ARABIC TATWEEL}"
"""A stroke that lengthens a word: it joins on both sides, and has one form."""
LAM = "\N{ARABIC LETTER LAM}"
HALF_KNOWN = {"\N{ARABIC LETTER NOON GHUNNA}", "\N{ARABIC LETTER U WITH HAMZA ABOVE}"}
"""Letters of which not every form is a character of its own."""


class Forms(NamedTuple):
    """The forms of a letter; one that joins to the right only has no `initial` and no `medial`."""

    isolated: str
    final: str = ""
    initial: str = ""
    medial: str = ""


@cache
def forms() -> dict[str, Forms]:
    """Return the forms of each letter, and of lam with each alef, which stand as one sign."""
    found: dict[str, dict[str, str]] = {}
    for code in (*range(0xFB50, 0xFE00), *range(0xFE70, 0xFEFD)):
        tag, *parts = unicodedata.decomposition(chr(code)).split()[:3] or [""]
        letters = "".join(chr(int(part, 16)) for part in parts)
        is_lam_alef = letters[:1] == LAM and code >= 0xFEF5
        if tag and (len(letters) == 1 or is_lam_alef):
            found.setdefault(letters, {})[tag.strip("<>")] = chr(code)
    return {
        letters: Forms(**each)
        for letters, each in found.items()
        if "isolated" in each and letters not in HALF_KNOWN
    }


def has_forms(letter: str) -> bool:
    """Tell whether it is known how an Arabic letter stands beside others."""
    return letter == TATWEEL or letter in forms()


def joined(text: str) -> str:
    """Return a text, in the order in which it is read, with its Arabic letters in their forms."""
    known = forms()
    signs: list[str] = []
    for each in text:
        if signs and signs[-1] == LAM and signs[-1] + each in known:
            signs[-1] += each
        else:
            signs.append(each)
    return "".join(
        _form(before, each, after)
        for before, each, after in zip(["", *signs[:-1]], signs, [*signs[1:], ""], strict=True)
    )


def _form(before: str, sign: str, after: str) -> str:
    """Return a sign as it stands between two others."""
    own = forms().get(sign)
    if own is None:
        return sign
    from_before = bool(own.final) and _joins_on(before)
    to_after = bool(own.initial) and _is_joined(after)
    if from_before and to_after:
        return own.medial
    return own.final if from_before else own.initial if to_after else own.isolated


def _joins_on(sign: str) -> bool:
    """Tell whether a sign joins to the one that is read after it."""
    known = forms().get(sign)
    return sign == TATWEEL or (known is not None and bool(known.initial))


def _is_joined(sign: str) -> bool:
    """Tell whether a sign joins to the one that is read before it."""
    known = forms().get(sign)
    return sign == TATWEEL or (known is not None and bool(known.final))
