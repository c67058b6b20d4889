"""Where a name stands in a list on a wall: by its letters, whatever marks they carry."""

import unicodedata

from projections.reports.paper.bidi import bare

_PLAIN = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe"})
"""Letters that are another letter with a stroke, and do not come apart into two."""


def plain(name: str) -> str:
    """Return a name without its marks, in small letters: `Çelik` stands with `celik`."""
    apart = unicodedata.normalize("NFKD", bare(name).casefold())
    return "".join(each for each in apart if not unicodedata.combining(each)).translate(_PLAIN)


def letter(name: str) -> str:
    """Return the letter that a name stands under."""
    return plain(name)[:1].upper()
