"""Whom somebody means, by number, id or a part of a name; and who is one and the same."""

import re

from cli.args.types import quoted
from ledger.errors import Refused, advice, do
from ledger.people.book import Book, Person
from ledger.phrases import counted
from ledger.state.tournament import Tournament
from ledger.terms import PlayerId
from ledger.text import folded, spellings

_NUMBER = re.compile(r"p[1-9][0-9]{0,5}\Z", re.ASCII)
MOST = 5
"""So many are listed where several are meant."""

Key = tuple[str, str, int | None]
"""What tells that two people are one."""


def find_player(text: str, t: Tournament, book: Book, *, in_full: bool = False) -> PlayerId:
    """Return the player meant by `p17`, an organiser's id, or a part of one name.

    Case and accents do not matter; a whole name comes before a part of one, which is not enough
    where a name has to be given `in_full`. Raises Refused, with up to five candidates, if nobody or
    more than one player is meant.
    """
    wanted = text.strip()
    if is_number(wanted):
        return _of_number(PlayerId(wanted.lower()), t)
    of_id = [player for player in t.players if book.id(player) == wanted]
    if len(of_id) == 1:
        return of_id[0]
    words = [*filter(None, (" ".join(one.split()) for one in spellings(wanted)))]
    names = {player: spellings(book.name(player)) for player in t.players if player in book.players}
    whole = [player for player, name in names.items() if set(words) & set(name)]
    part = [player for player, name in names.items() if any(w in n for w in words for n in name)]
    found = whole or part
    if len(found) == 1 and (whole or not in_full):
        return found[0]
    if not found:
        msg = f"no player matches {quoted(wanted)}."
        hint = advice(
            "Give a number, a Player ID or part of a name, as {} shows them.", do("standings")
        )
        raise Refused(msg, hint=hint)
    msg = f"{counted(len(found), 'player')} match {quoted(wanted)}."
    if in_full and not whole:
        msg = (
            f"{quoted(wanted)} is only part of a name: give the number, the Player ID or the "
            "full name."
        )
    some = ", ".join(map(book.named, found[:MOST]))
    more = f" and {len(found) - MOST} more" if len(found) > MOST else ""
    raise Refused(msg, hint=f"Give the number of the player you mean: {some}{more}.")


def is_number(text: str) -> bool:
    """Tell whether a text is written as the number of a player: `p17`."""
    return bool(_NUMBER.match(text.strip().lower()))


def _of_number(player: PlayerId, t: Tournament) -> PlayerId:
    if player in t.players:
        return player
    there = (
        f"the highest player number is p{len(t.players)}" if t.players else "nobody is registered"
    )
    msg = f"there is no player {player} here; {there}."
    raise Refused(msg, hint=advice("Look at {} for names and numbers.", do("standings")))


def plain(text: str) -> str:
    """Return a text as it is compared: without case, accents, and spaces to spare."""
    return " ".join(folded(text).split())


def key_of(person: Person) -> Key:
    """Return what tells that two people are one: the organiser's id, or name and year of birth."""
    return ("id", person.id, None) if person.id else ("name", plain(person.name), person.birth_year)


def index_of(book: Book) -> dict[Key, list[PlayerId]]:
    """Return the players of a book by what tells that two people are one."""
    found: dict[Key, list[PlayerId]] = {}
    for player, known in book.players.items():
        found.setdefault(key_of(known.person), []).append(player)
    return found
