"""Texts that are said back: short, and nothing in them that looks like something it is not."""

import re

UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
"""One control or direction character.

None may stand in the record, in a name, or go to a terminal as it is.
"""

SHORT, LONG = 40, 160
"""So many characters of a word, and of what a library says, are said back."""


def short(text: str, most: int = SHORT) -> str:
    """Return a text of somebody else as it can be said back: its beginning, nothing hidden."""
    kept = text if len(text) <= most else f"{text[:most]}…"
    return UNSAFE.sub("?", kept.encode(errors="replace").decode())


def reason(error: Exception) -> str:
    """Return what a library says of a text, as a part of a sentence.

    It may quote the text, and a hostile one is endless: what is wrong is cut, and so is the place.
    """
    what, at, place = str(error).rpartition(" - at ")
    whole = (what, place) if at else (place,)
    return at.join(short(part.rstrip("."), LONG) for part in whole)
