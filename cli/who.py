"""Whom somebody means: a number, an organiser's id, or a part of a name, as a player."""

import re
import unicodedata

from ledger.errors import Refused
from ledger.people import Book
from ledger.terms import PlayerId
from ledger.tournament import Tournament

_NUMBER = re.compile(r"p[1-9][0-9]{0,5}\Z", re.ASCII)
MOST = 5
"""So many are listed where several are meant."""


def find_player(text: str, t: Tournament, book: Book) -> PlayerId:
    """Return the player meant by `p17`, an organiser's id, or a part of one name.

    Case and accents do not matter; a whole name comes before a part of one. Raises Refused, with
    up to five candidates, if nobody or more than one player is meant.
    """
    wanted = text.strip()
    if _NUMBER.match(wanted.lower()):
        return _of_number(PlayerId(wanted.lower()), t)
    of_id = [player for player in t.players if book.id(player) == wanted]
    if len(of_id) == 1:
        return of_id[0]
    words = plain(wanted)
    names = {player: plain(book.name(player)) for player in t.players if player in book.players}
    whole = [player for player, name in names.items() if words and name == words]
    part = [player for player, name in names.items() if words and words in name]
    found = whole or part
    if len(found) == 1:
        return found[0]
    if not found:
        msg = "no player here is meant by that: it is no number, no id and no part of a name."
        raise Refused(msg, hint="Look at `roundbook standings` for names and numbers.")
    msg = f"{len(found)} players may be meant."
    some = ", ".join(f"{player} {book.name(player)}" for player in found[:MOST])
    more = f" and {len(found) - MOST} more" if len(found) > MOST else ""
    raise Refused(msg, hint=f"Name one by number: {some}{more}.")


def _of_number(player: PlayerId, t: Tournament) -> PlayerId:
    if player in t.players:
        return player
    there = f"the last one is p{len(t.players)}" if t.players else "nobody is registered"
    msg = f"there is no player {player} here; {there}."
    raise Refused(msg, hint="Look at `roundbook standings` for names and numbers.")


def plain(text: str) -> str:
    """Return a text as it is compared: without case, accents, and spaces to spare."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(c for c in apart if not unicodedata.combining(c)).split())
