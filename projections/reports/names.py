"""Names in order, and found by a few letters, whatever marks stand on them."""

import re
import unicodedata
from gettext import NullTranslations

from markupsafe import Markup

from ledger.terms import Division
from projections.reports.sight import Sight

OPEN, CLOSE = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
"""What keeps the direction of a name from that of the sentence around it."""


def bare(text: str) -> str:
    """Return a text without the isolates around its names."""
    return text.replace(OPEN, "").replace(CLOSE, "")


# Where a name stands in a list on a wall: by its letters, whatever marks they carry.

_PLAIN = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe"})
"""Letters that are another letter with a stroke, and do not come apart into two."""


def plain(name: str) -> str:
    """Return a name without its marks, in small letters: `Çelik` stands with `celik`."""
    apart = unicodedata.normalize("NFKD", bare(name).casefold())
    return "".join(each for each in apart if not unicodedata.combining(each)).translate(_PLAIN)


def letter(name: str) -> str:
    """Return the letter that a name stands under."""
    return plain(name)[:1].upper()


_BEGIN, _END = Markup("<bdi>"), Markup("</bdi>")
NUMBER = re.compile(r"p?([1-9][0-9]{0,5})", re.ASCII)


def by_last_name(name: str) -> tuple[str, str]:
    """Return what orders names in a list: the last word first, then the whole."""
    whole = plain(name)
    return whole.rpartition(" ")[2], whole


def isolated(name: str) -> Markup:
    """Return a name that stands by itself in a page, whichever way its letters run."""
    return _BEGIN + name + _END  # What is added to markup is escaped.


def ordered(sight: Sight) -> list[tuple[str, str]]:
    """Return every player's number and name, in order of the last word; numbers come last."""
    named = [(player, sight.name(player)) for player in sight.t.players]
    return sorted(named, key=lambda one: (one[0] == one[1], *by_last_name(one[1]), int(one[0][1:])))


def found(sight: Sight, letters: str) -> list[str]:
    """Return who is meant by a few letters: a beginning of any word of a name, or the number."""
    sought = plain(letters).split()
    number = NUMBER.fullmatch(letters.strip().lower())
    return [
        player
        for player, name in sight.once(ordered)
        if (number and player == f"p{number[1]}")
        or (sought and player != name and _begins(plain(name), sought))
    ]


def _begins(name: str, sought: list[str]) -> bool:
    """Tell whether each of the words sought begins a word of a name, or stands within the whole."""
    words = re.split(r"[\W_]+", name)
    return all(any(word.startswith(each) for word in words) or each in name for each in sought)


# What a pool is called: `masters-cut` is a word of the ledger, and nobody's name for it.

_AGES = {division.lower() for division in Division}
_ENGLISH = NullTranslations()


def pool_title(pool: str, words: NullTranslations = _ENGLISH) -> str:
    """Return a pool as a title: `Masters cut`, `Masters A`; of two ages `Senior & Masters`."""
    parts = pool.split("-")
    if _AGES.issuperset(parts):
        return " & ".join(division_title(part.capitalize(), words) for part in parts)
    if pool == "all":
        return words.gettext("All divisions")
    if pool == "bracket":
        return words.gettext("Bracket")
    first, *others = parts
    title = division_title(first.capitalize(), words) if first in _AGES else first.capitalize()
    if others == ["cut"]:
        return words.gettext("%(division)s cut") % {"division": title}
    return " ".join((title, *(part.upper() if len(part) == 1 else part for part in others)))


def division_title(division: str, words: NullTranslations = _ENGLISH) -> str:
    """Return what a division is called."""
    match division:
        case "Junior":
            return words.gettext("Junior")
        case "Senior":
            return words.gettext("Senior")
        case "Masters":
            return words.gettext("Masters")
        case "Open":
            return words.pgettext("division", "Open")
        case _:
            return division
