"""Finds players and staff by number, Player ID or name, and recognises the same person again."""

import re
from collections.abc import Mapping
from typing import TypeVar

from roundbook.cli.args.types import quoted
from roundbook.ledger.errors import Hint, Refused, advice, do
from roundbook.ledger.people.book import Book, Person
from roundbook.ledger.phrases import counted
from roundbook.ledger.state.rounds import never_came
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Hand, PlayerId
from roundbook.ledger.text import plain, spellings

_NUMBER = re.compile(r"p[1-9][0-9]{0,5}\Z", re.ASCII)
MOST = 5
"""The most candidates that a message lists."""

NEAR = 0.7
"""The minimum similarity, out of 1, for a name to count as a misspelling of another."""

Key = tuple[str, str, int | None]
"""What identifies a person: equal keys mean the same person."""


def find_player(text: str, t: Tournament, book: Book, *, in_full: bool = False) -> PlayerId:
    """Return the player meant by `p17`, a Player ID, or part of a name.

    Case and accents do not matter. An exact name takes precedence over a part, and is required with
    `in_full`. Raises Refused, with up to five candidates, unless exactly one player is meant.
    """
    wanted = text.strip()
    if is_number(wanted):
        return _of_number(PlayerId(wanted.lower()), t)
    of_id = _meant_by([player for player in t.players if book.id(player) == wanted], t)
    if len(of_id) == 1:
        return of_id[0]
    whole, part = _called(wanted, t, book)
    found = whole or part
    if len(found) == 1 and (whole or not in_full):
        return found[0]
    if not found:
        msg = f"no player matches {quoted(wanted)}."
        raise Refused(msg, hint=_meant(wanted, t, book))
    msg = f"{counted(len(found), 'player')} match {quoted(wanted)}."
    if in_full and not whole:
        msg = (
            f"{quoted(wanted)} is only part of a name: give the number, the Player ID or the "
            "full name."
        )
    some = ", ".join(map(book.named, found[:MOST]))
    more = f" and {len(found) - MOST} more" if len(found) > MOST else ""
    raise Refused(msg, hint=f"Give the number of the player you mean: {some}{more}.")


def players_called(text: str, t: Tournament, book: Book) -> list[PlayerId]:
    """Return the players whom a name, or a part of one, may mean; nobody for a number."""
    whole, part = ([], []) if is_number(text.strip()) else _called(text.strip(), t, book)
    return whole or part


def _called(wanted: str, t: Tournament, book: Book) -> tuple[list[PlayerId], list[PlayerId]]:
    """Return the players of exactly this name, and those in whose name it occurs."""
    words = [*filter(None, (" ".join(one.split()) for one in spellings(wanted)))]
    names = {player: spellings(book.name(player)) for player in t.players if player in book.players}
    whole = [player for player, name in names.items() if set(words) & set(name)]
    part = [player for player, name in names.items() if any(w in n for w in words for n in name)]
    return _meant_by(whole, t), _meant_by(part, t)


def _meant_by(found: list[PlayerId], t: Tournament) -> list[PlayerId]:
    """Leave out players who never came, if others are found (A-99)."""
    return [player for player in found if not never_came(t, player)] or found


def is_player(text: str, t: Tournament, book: Book) -> bool:
    """Tell whether a text is a number, a Player ID, or the name of a player, even misspelt."""
    wanted = text.strip()
    if is_number(wanted) or any(book.id(player) == wanted for player in t.players):
        return True
    return bool(players_called(wanted, t, book) or _near(wanted, t, book))


def _near(wanted: str, t: Tournament, book: Book) -> list[PlayerId]:
    names = {player: book.name(player) for player in t.players if player in book.players}
    return similar_names(wanted, names)


def _meant(wanted: str, t: Tournament, book: Book) -> Hint:
    """Return a hint for a player who was not found, with similar names."""
    near = " or ".join(map(book.named, _near(wanted, t, book)[:MOST]))
    if near:
        return advice("Did you mean {}? {} lists the names and numbers.", near, do("players"))
    if wanted.lower() in {"bye", "byes"}:  # Somebody asks for a rule.
        return advice("For the rules on byes, use {}.", do("rules", "bye"))
    return advice("Give a number, a Player ID or part of a name, as {} shows them.", do("players"))


Whom = TypeVar("Whom")


def similar_names(typed: str, names: Mapping[Whom, str]) -> list[Whom]:
    """Return those whose names may be meant by a misspelt name or a part of one, nearest first.

    Names that differ only in a number, such as those of two desks, do not count as similar.
    """

    def likeness(name: str) -> float:
        return max(
            _likeness(wanted, known) for wanted in spellings(typed) for known in spellings(name)
        )

    found = {whom: likeness(name) for whom, name in names.items()}
    near = (whom for whom, like in found.items() if like >= NEAR)
    return sorted(near, key=lambda whom: -found[whom])


def _likeness(wanted: str, known: str) -> float:
    """Return the similarity of two folded names, out of 1; a single word may match any word."""
    if not wanted or _without_number(wanted) == _without_number(known):
        return float(wanted == known)
    if wanted in known or set(known.split()) <= set(wanted.split()):
        return 1
    from difflib import SequenceMatcher  # Needed only where a name was mistyped.

    parts = (known, *known.split()) if " " not in wanted else (known,)
    return max(SequenceMatcher(None, wanted, part).ratio() for part in parts)


def _without_number(name: str) -> str:
    return "".join(c for c in name if not c.isdigit())


_STAFF = re.compile(r"h[1-9][0-9]{0,5}\Z", re.ASCII)


def find_staff(text: str, book: Book) -> str:
    """Return the staff member's name meant by `h2`, a name, or words of one name; or a new name.

    Raises Refused if it is only similar to a known name: a misspelling would permanently add
    another person.
    """
    name, near = staff_meant(text, book)
    if not near:
        return name
    some = " or ".join(f"{book.hands[hand]} ({hand})" for hand in near[:MOST])
    raise Refused(
        not_on_staff(name),
        hint=advice(
            "Did you mean {}? To add a new staff member, use {}.",
            some,
            do("staff", name, "ROLE"),
        ),
    )


def not_on_staff(name: str) -> str:
    """Return the message about a name that is only similar to those of staff members."""
    return f"{quoted(name)} is not the name of a staff member."


def staff_meant(text: str, book: Book) -> tuple[str, list[Hand]]:
    """Return the name that a text means or adds, and the staff whose names it is only similar to.

    Raises Refused for a staff number that does not exist.
    """
    wanted = " ".join(text.split())
    if _STAFF.match(wanted.lower()):
        return _staff_of_number(wanted.lower(), book), []
    if book.hand_named(wanted):
        return wanted, []
    words = {frozenset(one.split()) for one in spellings(wanted)} - {frozenset()}
    found = [
        hand
        for hand, name in book.hands.items()
        if any(some <= set(one.split()) for some in words for one in spellings(name))
    ]
    if len(found) == 1:
        return book.hands[found[0]], []
    return wanted, found or similar_names(wanted, book.hands)


def _staff_of_number(number: str, book: Book) -> str:
    known = next((name for hand, name in book.hands.items() if hand == number), None)
    if known is None:
        msg = f"there is no staff member {number}."
        raise Refused(msg, hint=advice("Look at {} for names and numbers.", do("staff")))
    return known


def is_number(text: str) -> bool:
    """Tell whether a text is a player's number: `p17`."""
    return bool(_NUMBER.match(text.strip().lower()))


def _of_number(player: PlayerId, t: Tournament) -> PlayerId:
    if player in t.players:
        return player
    there = (
        f"the highest player number is p{t.last_number}" if t.players else "nobody is registered"
    )
    msg = f"there is no player {player}; {there}."
    raise Refused(msg, hint=advice("Look at {} for names and numbers.", do("players")))


def key_of(person: Person) -> Key:
    """Return a person's key: the Player ID, or the name and birth year."""
    return ("id", person.id, None) if person.id else ("name", plain(person.name), person.birth_year)


def index_of(book: Book) -> dict[Key, list[PlayerId]]:
    """Return the players of a names file by their keys."""
    found: dict[Key, list[PlayerId]] = {}
    for player, known in book.players.items():
        found.setdefault(key_of(known.person), []).append(player)
    return found
