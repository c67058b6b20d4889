"""Brings a name as somebody typed it into one form, or refuses it with a sentence."""

import re
import unicodedata

MAX_NAME = 100
_SPACES = re.compile("[ \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{IDEOGRAPHIC SPACE}]")
_JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"


def tidy_name(text: str) -> str:
    """Return a name in one form (NFC, single spaces); raise ValueError with a sentence."""
    if len(text) > 10 * MAX_NAME:
        msg = f"the name has {len(text):,} characters; at most {MAX_NAME} can be kept."
        raise ValueError(msg)
    whole = unicodedata.normalize("NFC", text.strip())
    name = " ".join(part for part in _SPACES.split(whole) if part)
    if not name:
        msg = "a name must not be empty."
        raise ValueError(msg)
    if has_hidden(name):
        msg = (
            f"the name {name[:40]!a} contains control or text-direction characters; leave them out."
        )
        raise ValueError(msg)
    if len(name) > MAX_NAME:
        msg = (
            f'the name "{name[:20]}…" has {len(name):,} characters; at most {MAX_NAME} can be kept.'
        )
        raise ValueError(msg)
    return name


def has_hidden(text: str) -> bool:
    """Return whether a text has invisible characters: control, direction, half characters.

    The two joiners are allowed: some scripts cannot be written without them.
    """
    return any(
        unicodedata.category(c) in {"Cc", "Cf", "Cs", "Zl", "Zp"} and c not in _JOINERS
        for c in text
    )
