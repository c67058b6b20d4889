"""Names in order, and found by a few letters, whatever marks stand on them."""

import re

from markupsafe import Markup

from projections.reports.paper.letters import plain
from projections.reports.sight import Sight

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
