"""Names in order, and found by a few letters, whatever marks stand on them."""

import re
import unicodedata
from gettext import NullTranslations

from ledger.terms import Division
from ledger.text import folded, spellings
from projections.reports.sight import Sight

OPEN, CLOSE = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
"""What keeps the direction of a name from that of the sentence around it."""


def bare(text: str) -> str:
    """Return a text without the isolates around its names."""
    return text.replace(OPEN, "").replace(CLOSE, "")


# Where a name stands in a list on a wall: last name first, whatever marks its letters carry.

NUMBER = re.compile(r"p?([1-9][0-9]{0,5})", re.ASCII)
_AS_NUMBER = re.compile(r"p([1-9][0-9]*)(?: \(id |\Z)", re.ASCII)
_BEHIND = re.compile(r" \(p[1-9][0-9]*\)\Z", re.ASCII)


def is_number(name: str) -> bool:
    """Tell whether somebody is listed by number, and not as a name."""
    return _AS_NUMBER.match(name) is not None


def last_first(name: str) -> str:
    """Return a name with the last word first: `Lopez, Ana`, with a number `Lopez, Ana (p4)`.

    What is so already stays, a number too, a team, a name that ends in one (`Player 7`), and a name
    in signs that put the family first.
    """
    behind = _BEHIND.search(name)
    number = behind[0] if behind else ""
    whole = name.removesuffix(number)
    if whole != bare(whole):
        return f"{OPEN}{last_first(bare(whole))}{CLOSE}{number}"
    first, _, last = whole.rpartition(" ")
    stays = (
        last.isdigit() or is_number(name) or set(whole) & set(",()") or any(map(_is_wide, whole))
    )
    return f"{last}, {first}{number}" if first and not stays else name


def _is_wide(c: str) -> bool:
    return unicodedata.east_asian_width(c) == "W"


def by_last_name(name: str) -> tuple[int, str, str]:
    """Return what orders names in a list: as they stand there, by letters; numbers come last."""
    number = _AS_NUMBER.match(name)
    listed = bare(last_first(name))
    return int(number[1]) if number else 0, folded(listed), listed


def letter(name: str) -> str:
    """Return the letter that a name stands under."""
    return folded(bare(name))[:1].upper()


def ordered(sight: Sight) -> list[tuple[str, str]]:
    """Return every player's number and name, by last name."""
    named = [(player, sight.name(player)) for player in sight.t.players]
    return sorted(named, key=lambda one: by_last_name(one[1]))


def found(sight: Sight, letters: str) -> list[str]:
    """Return who is meant by a few letters: a beginning of any word of a name, or the number."""
    sought = [spellings(word) for word in letters.split()]
    number = NUMBER.fullmatch(letters.strip().lower())
    return [
        player
        for player, name in sight.once(ordered)
        if (number and player == f"p{number[1]}")
        or (sought and player != name and _means(name, sought))
    ]


def _means(name: str, sought: list[tuple[str, ...]]) -> bool:
    """Tell whether each of the words sought is in a name, in one of their spellings."""
    written = spellings(bare(name))
    return all(any(each in one for each in word for one in written) for word in sought)


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
