"""Whether a text names a person, however the name is spelt in it."""

import unicodedata

UNSPACED = "\N{THAI CHARACTER KO KAI}"
"""From here on are the scripts that write words without a space between them."""


def names(text: str, name: str, own_id: str) -> bool:
    """Tell whether a text names a person by their full name or their organiser's id.

    Case, accents, and the last name written first do not hide a name; an id counts as a word of
    its own. An id of one or two characters is no more than a number, and names nobody.
    """
    spoken = f" {_words(text)} "
    return any(written in spoken for written in _writings(name, own_id))


def _writings(name: str, own_id: str) -> list[str]:
    """Return the ways in which a text may name a person, as they stand in `_words`."""
    found: list[str] = []
    words = _words(name).split()
    if words and max("".join(words)) >= UNSPACED:
        found.append(" ".join(words))  # It may stand in the middle of what looks like one word.
    elif words:
        found += [f" {' '.join(words)} ", f" {' '.join((words[-1], *words[:-1]))} "]
    own = _words(own_id)
    if len(own) > 2:
        found.append(f" {own} ")
    return found


def _words(text: str) -> str:
    """Return the words of a text, without case, accents and punctuation, one space apart."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    kept = (c for c in plain if not unicodedata.combining(c))
    return " ".join("".join(c if c.isalnum() else " " for c in kept).split())
