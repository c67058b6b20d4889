"""What the lines of a deck list mean, however their sets and numbers are written (A-87)."""

import re
from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from roundbook.ledger.decks.deck_list import CardLine, DeckList, plain, set_key
from roundbook.ledger.decks.pools import CardPool, released

SEPARATORS = " -,:;\N{EN DASH}\N{EM DASH}"
"""What people write between a title, a set and a number."""

NO_CODES = {"EX", "GX", "V", "VMAX", "VSTAR", "BREAK", "GL", "FB", "LEGEND", "LV", "TAG", "SP"}
"""Capitals at the end of titles that are not the code of a set."""

_NUMBER = r"#?[A-Za-z]{0,4}[0-9]{1,4}[a-z]?(?:/[A-Za-z]{0,4}[0-9]{1,4})?"
_PRINTED = re.compile(rf"(.*?)[\s,:;\-\u2013\u2014]*({_NUMBER})", re.ASCII)
_NUMBERED = re.compile(_NUMBER, re.ASCII)
_CODE = re.compile(r"[A-Z][A-Z0-9]{1,4}", re.ASCII)
_JOINED = re.compile(r"([A-Za-z]{2,4})([0-9]{1,4}[a-z]?)", re.ASCII)
_BRACKET = re.compile(r"(\S.*?)\s*[(\[]([^()\[\]]*)[)\]]")


class Spelled(NamedTuple):
    """A list with the set and number of each line where they belong.

    `perhaps` are lines that may be the card of another title, followed by an unknown set.
    """

    deck: DeckList
    perhaps: tuple[tuple[CardLine, str], ...] = ()


def spelled(deck: DeckList, pool: CardPool | None) -> Spelled:
    """Return a list as it is meant.

    A line that begins with a banned title, or another title of the list, and goes on with a set, a
    number or both, is that card. Any other title stays as it is: `Charizard-EX`, `Pikachu Libre`.
    """
    sets = _Sets(frozenset(one for each in pool.sets for one in each.known_as()) if pool else ())
    lines = [sets.apart(line) for line in deck.lines]
    titles = {plain(ban.title) for ban in pool.banned} if pool else set[str]()
    titles |= {plain(line.title) for line in lines}
    meant = list[CardLine]()
    perhaps = list[tuple[CardLine, str]]()
    for line in lines:
        title, rest = _begun(line, titles) or ("", "")
        named, number = sets.printed(rest) if rest else ("", "")
        if not named and not number and _looks_like_a_set(rest):
            perhaps.append((line, title))
        meant.append(
            replace(line, title=title, set=named, number=line.number or number)
            if named or number
            else line
        )
    return Spelled(replace(deck, lines=tuple(meant)), tuple(perhaps))


def _begun(line: CardLine, titles: Collection[str]) -> tuple[str, str] | None:
    """Return the longest title with which a line without a set begins, and how it goes on."""
    text = "" if line.set else line.title
    ends = (at for at in range(len(text) - 1, 0, -1) if text[at] in SEPARATORS)
    at = next((at for at in ends if plain(text[:at]) in titles), None)
    return (text[:at].rstrip(SEPARATORS), text[at:].strip(SEPARATORS)) if at else None


def _looks_like_a_set(text: str) -> bool:
    return bool(_CODE.fullmatch(text)) and text not in NO_CODES


@lru_cache
def _released_sets() -> frozenset[str]:
    """Return every name and code of the sets in the pools that roundbook carries."""
    return frozenset(one for pool in released() for each in pool.sets for one in each.known_as())


class _Sets:
    """The sets by whose names lines are read: those of the pool, and of all released pools."""

    def __init__(self, own: Collection[str]) -> None:
        self._own, self._known = own, _released_sets().union(own)

    def is_set(self, name: str) -> bool:
        return set_key(name) in self._known

    def apart(self, line: CardLine) -> CardLine:
        """Return a line with the set and number that its own words give, whatever else is listed.

        A code in capitals is enough, and any name of a set of the pool if a number is given.
        """
        line = self._from_brackets(replace(line, title=line.title.rstrip(SEPARATORS) or line.title))
        # `NXD72` was read as a number, or in brackets as a set.
        joined = _JOINED.fullmatch(line.set or line.number)
        alone = not (line.set and line.number) and not self.is_set(line.set)
        if joined and alone and self.is_set(joined[1]):
            line = replace(line, set=joined[1], number=joined[2])
        words = line.title.split()
        for first in range(1, len(words)) if not line.set else ():
            named, number = self.printed(" ".join(words[first:]).strip(SEPARATORS))
            sure = line.number or number or _looks_like_a_set(named)
            if named and sure and (set_key(named) in self._own or _looks_like_a_set(named)):
                title = " ".join(words[:first]).rstrip(SEPARATORS)
                return replace(line, title=title, set=named, number=line.number or number)
        return line

    def _from_brackets(self, line: CardLine) -> CardLine:
        """Return a line with a set or a number in brackets where they belong."""
        if not line.set and (found := _BRACKET.fullmatch(line.title)) and self.is_set(found[2]):
            line = replace(line, title=found[1], set=found[2])
        notes = list[str]()
        for note in filter(None, line.note.split("; ")):
            if not line.set and self.is_set(note):
                line = replace(line, set=note)
            elif not line.number and _NUMBERED.fullmatch(note):
                line = replace(line, number=note.lstrip("#").partition("/")[0])
            else:
                notes.append(note)
        return replace(line, note="; ".join(notes))

    def printed(self, text: str) -> tuple[str, str]:
        """Return the set and number of `NXD-72`, `NXD72`, `Next Destinies 72/99`; empty if none."""
        if self.is_set(text):
            return text, ""
        if joined := _JOINED.fullmatch(text):
            return (joined[1], joined[2]) if self.is_set(joined[1]) else ("", "")
        found = _PRINTED.fullmatch(text)
        if not found or (found[1] and not self.is_set(found[1])):
            return "", ""
        return found[1], found[2].lstrip("#").partition("/")[0]
