"""Names in order of last name, and the search by a few letters, with or without accents."""

import re
import unicodedata
from collections.abc import Iterator
from difflib import get_close_matches
from gettext import NullTranslations
from typing import Protocol

from roundbook.ledger.people.book import Book, own_person
from roundbook.ledger.people.name_parts import parts_of
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, PlayerId
from roundbook.ledger.text import folded, spellings
from roundbook.projections.reports.public_view import Sight

OPEN, CLOSE = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
"""The characters that isolate the direction of a name from the sentence around it."""


def bare(text: str) -> str:
    """Return a text without the isolates around its names."""
    return text.replace(OPEN, "").replace(CLOSE, "")


# The order of names in a posted list: last name first, ignoring accents.

NUMBER = re.compile(r"p?([1-9][0-9]{0,5})", re.ASCII)
_AS_NUMBER = re.compile(r"p([1-9][0-9]*)(?: \(id |\Z)", re.ASCII)
_BEHIND = re.compile(r" \(p[1-9][0-9]*\)\Z", re.ASCII)
_LETTERS = re.compile(r"[^\W\d_]{3,}")
_SHORT = re.compile(r"(\S+) (\S)\.")


def is_number(name: str) -> bool:
    """Tell whether a player is listed by number instead of by name."""
    return _AS_NUMBER.match(name) is not None


def last_first(name: str, last: str | None = None) -> str:
    """Return a name with the last name first: `Lopez, Ana`, with a number `Lopez, Ana (p4)`.

    `last` is the last name, if it is known; otherwise a rule splits the name. Names in that form
    stay as they are, and so do numbers, teams, names that end in a number (`Player 7`), names in
    scripts that put the family name first, and short ones (`Mila N.`): everything else on the
    pages has them in that form, and nobody looks for an initial.
    """
    behind = _BEHIND.search(name)
    number = behind[0] if behind else ""
    whole = name.removesuffix(number)
    if whole != bare(whole):
        return f"{OPEN}{last_first(bare(whole), last)}{CLOSE}{number}"
    stays = (
        is_number(name)
        or set(whole) & set(",()")
        or any(map(_is_wide, whole))
        or _SHORT.fullmatch(whole)
    )
    first, family = parts_of(whole, last)
    is_split = first and family and not stays and not family.isdigit()
    return f"{family}, {first}{number}" if is_split else name


def _is_wide(c: str) -> bool:
    return unicodedata.east_asian_width(c) == "W"


def by_last_name(name: str, last: str | None = None) -> tuple[int, str, str]:
    """Return the sort key of names in a list: by letters, as listed; numbers come last."""
    number = _AS_NUMBER.match(name)
    listed = bare(last_first(name, last))
    return int(number[1]) if number else 0, folded(listed), listed


def letter(name: str) -> str:
    """Return the letter under which a name is listed."""
    return folded(bare(name))[:1].upper()


def ordered(sight: Sight) -> list[tuple[str, str]]:
    """Return every player's number and name, by last name."""
    named = [(player, sight.person(player)) for player in sight.t.players]
    return sorted(named, key=lambda one: by_last_name(one[1], own_last(sight, PlayerId(one[0]))))


class Named(Protocol):
    """What knows the names of players: a public view, or a tournament that was read."""

    @property
    def book(self) -> Book:
        """The names file, as the reader may see it."""

    def name(self, player: PlayerId) -> str:
        """Return a player's name, or the number."""


def listed_as(names: Named, player: PlayerId) -> str:
    """Return a player as lists by name have them: `Lopez, Ana`."""
    return last_first(names.name(player), names.book.last(player))


def listed_person(sight: Sight, player: PlayerId) -> str:
    """Return a player's own public name, last name first; also of one who represents a team."""
    return last_first(sight.person(player), own_last(sight, player))


def own_last(sight: Sight, player: PlayerId) -> str | None:
    """Return a player's own last name, if it is known."""
    return own_person(sight.book, sight.t, player).last_name


def found(sight: Sight, letters: str) -> list[str]:
    """Return the players who match a few letters: a part of any word of a name, or the number.

    The name of a team finds both its players.
    A player shown as `Mila N.` is also found by the whole name, and with the last name first.
    """
    number = NUMBER.fullmatch(letters.strip().lower())
    return _matching(sight, _typed(letters), f"p{number[1]}" if number else "")


def _matching(sight: Sight, sought: list[tuple[str, ...]], number: str = "") -> list[str]:
    """Return the players with this number, or whose name or team matches the words."""
    return [
        player
        for player, name in sight.once(ordered)
        if player == number
        or (sought and player != name and _means(name, sought))
        or (sought and (team := _team(sight.t, player)) and _means(team, sought))
    ]


NEAR, NEAREST, MOST_WORDS = 0.75, 3, 4
"""The least similarity of a word, out of 1, to one that is spelt differently; how many such words
count for each; and the most words for which they are sought, since that takes time."""


def near(sight: Sight, letters: str) -> list[str]:
    """Return the players who match if words may be misspelt: `Jonson` finds `Johnson`.

    As in `found`, only what everybody reads in the list is compared.
    """
    typed = _typed(letters)
    if len(typed) > MOST_WORDS:
        return []
    known = sight.once(_words)
    return _matching(sight, [(*word, *_alike(word, known)) for word in typed])


def _alike(word: tuple[str, ...], known: list[str]) -> Iterator[str]:
    for spelling in word:
        yield from get_close_matches(spelling, known, NEAREST, NEAR)


def _words(sight: Sight) -> list[str]:
    """Return the words of all names that are shown, as people type them."""
    names = [bare(name) for player, name in sight.once(ordered) if player != name]
    names += (team.name for team in sight.t.teams.values())
    words = (word for name in names for one in spellings(name) for word in _LETTERS.findall(one))
    return list(dict.fromkeys(words))


def _team(t: Tournament, player: str) -> str:
    """Return the name of a player's team; empty without one."""
    team = t.teams.get(t.entrant(PlayerId(player)))
    return team.name if team else ""


def _means(name: str, sought: list[tuple[str, ...]]) -> bool:
    """Tell whether the words are in a name, or match the whole of a shortened one."""
    if all(_is_in(word, name) for word in sought):
        return True
    if (short := _shortened(name)) is None:
        return False
    # Only the name that is shown is compared, so nobody can learn a surname by guessing.
    first, initial = short
    others = [word for word in sought if not _is_in(word, first)]
    return len(others) < len(sought) and any(_begins(word, initial) for word in others)


def shortened_like(sight: Sight, letters: str, who: list[str]) -> list[str]:
    """Return players shown by first name and initial, if a word may be their surname.

    Only what everybody reads in the list is compared, so the answer is the same whatever the
    surname is. `who` are the players who were found: a word that is the first name of one of them
    is not a surname, and several words that found somebody need no guess.
    """
    sought = _typed(letters)
    if NUMBER.fullmatch(letters.strip().lower()) or (who and len(sought) > 1):
        return []
    first = [bare(sight.name(PlayerId(one))).partition(" ")[0] for one in who]
    if any(_is_in(word, name) for word in sought for name in first):
        return []
    return [
        player
        for player, name in sight.once(ordered)
        if player not in who
        and (short := _shortened(name))
        and any(_begins(word, short[1]) for word in sought)
    ]


def hides_surnames(sight: Sight) -> bool:
    """Tell whether some players are shown without their surname, or by number."""
    return any(_shortened(name) or is_number(name) for _, name in sight.once(ordered))


def _typed(letters: str) -> list[tuple[str, ...]]:
    """Return the words that were typed, each in its spellings; a comma only separates them."""
    return [spellings(word) for word in letters.replace(",", " ").split()]


def _is_in(word: tuple[str, ...], name: str) -> bool:
    """Tell whether a word is in a name, in one of their spellings."""
    return any(each in one for each in word for one in spellings(bare(name)))


def _begins(word: tuple[str, ...], initial: str) -> bool:
    """Tell whether a word begins with a letter, in one of their spellings."""
    return any(each.startswith(one) for each in word for one in spellings(initial))


def _shortened(name: str) -> tuple[str, str] | None:
    """Return the first name and the initial of a name that is shown as `Mila N.`."""
    found = _SHORT.fullmatch(_BEHIND.sub("", bare(name)))
    return (found[1], found[2]) if found else None


# Titles of pools: `masters-cut` is a word of the ledger, not a name that people use.

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
    """Return the title of a division."""
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
