"""A list of players on its way in: who is new, who is known already, and what people are shown."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from cli.arrivals import Arrival, arrival
from cli.counting import counted
from cli.lists import bytes_of, called
from cli.turn import Turn
from cli.who import index_of, key_of
from ledger.errors import Refused
from ledger.terms import Division, PlayerId

if TYPE_CHECKING:
    from ledger.importers.lists.roster import Roster

MOST_SAID = 20
"""So many odd lines, or known players, are named; the rest is counted."""


class Known(Struct, frozen=True, kw_only=True):
    """Somebody in a list who is registered already."""

    line: int
    player: PlayerId


class Coming(Struct, frozen=True, kw_only=True):
    """Everybody in a list: who is to be registered, who is known, and what is said of the list."""

    arrivals: tuple[Arrival, ...]
    known: tuple[Known, ...]
    guessed: bool
    lines: tuple[str, ...]
    answer: dict[str, object]


def coming(turn: Turn, word: str, *, skip_known: bool) -> Coming:
    """Return everybody in a list. Raises Unreadable, or Refused if somebody is known already."""
    from ledger.importers.lists import roster as roster_csv  # It reads workbooks too, if need be.
    from ledger.importers.lists.columns import MAX_BYTES

    where = called(word)
    data = bytes_of(word, MAX_BYTES)
    roster = roster_csv.read(data, where, lambda *who: arrival(turn, *who))
    new: list[Arrival] = []
    known: list[Known] = []
    index = index_of(turn.book)
    for row in roster.rows:
        same = _registered(turn, index.get(key_of(row.person), []))
        if same is None:
            new.append(arrival(turn, row.person, row.division))
        else:
            known.append(Known(line=row.line, player=same))
    if known and not skip_known:
        raise _refused(where, known)
    return Coming(
        arrivals=tuple(new),
        known=tuple(known),
        guessed=roster.taken.guessed,
        lines=tuple(_preview(where, roster, new)),
        answer=_answer(roster, new, known),
    )


def passed_over(turn: Turn, known: Sequence[Known]) -> list[str]:
    """Return who is registered already, and so is passed over."""
    told = [
        f"line {one.line}: {turn.named(one.player)} is registered already"
        for one in known[:MOST_SAID]
    ]
    return told + _more(len(known))


def _registered(turn: Turn, same: Sequence[PlayerId]) -> PlayerId | None:
    """Return who of these is registered, but for those whom this very command has registered."""
    t, cmd = turn.tournament, turn.manner.cmd
    for player in same:
        if player in t.players:
            by = turn.venue.desk.entries[t.players[player].seq - 1].cmd if cmd else ""
            if not cmd or (by != cmd and not by.startswith(f"{cmd}/")):
                return player
    return None


def _refused(where: str, known: Sequence[Known]) -> Refused:
    """Return that some are registered already: all of them are named."""
    first, *others = (f"line {one.line}: this person is registered already, as {one.player}."
                      for one in known)  # fmt: skip
    return Refused(
        f"{where}, {first}",
        hint="Register the others with --skip-known; if it is somebody else, give an id.",
        others=[*others[: MOST_SAID - 1], *_more(len(known))],
    )


def _more(number: int) -> list[str]:
    more = number - MOST_SAID
    return [f"{counted(more, 'more', 'more')} of them."] if more > 0 else []


def _preview(where: str, roster: "Roster", new: Sequence[Arrival]) -> list[str]:
    """Return how a list was read: its form, its columns, its players per division, its oddities."""
    columns = roster.taken.columns
    taken = [f"{columns.titles[at]} = {_HOLDS[name]}" for name, at in columns.places.items()]
    lines = [f"{where} was read as {roster.taken.in_words}", f"  columns: {', '.join(taken)}"]
    if columns.unread:
        lines.append(f"  not read: {', '.join(columns.unread)}")
    sizes = [f"{number} {division}" for division, number in _sizes(new).items()]
    lines.append(f"  {counted(len(new), 'new player')}{': ' if sizes else ''}{', '.join(sizes)}")
    odd = [f"  look at {said}" for said in roster.doubts]
    more = len(odd) - MOST_SAID
    return [*lines, *odd[:MOST_SAID], *([f"  and at {more} more lines"] if more > 0 else [])]


_HOLDS = {
    "name": "name",
    "somebody": "name",
    "first": "first name",
    "last": "last name",
    "id": "id",
    "year": "year of birth",
    "day": "year of birth (of the date)",
    "division": "division",
}


def _sizes(new: Sequence[Arrival]) -> dict[Division, int]:
    counts = Counter(one.division for one in new)
    return {division: counts[division] for division in Division if counts[division]}


def _answer(roster: "Roster", new: Sequence[Arrival], known: Sequence[Known]) -> dict[str, object]:
    """Return what a program is told of a list."""
    columns = roster.taken.columns
    return {
        "form": roster.taken.form,
        "columns": {name: columns.titles[at] for name, at in columns.places.items()},
        "not_read": columns.unread,
        "divisions": _sizes(new),
        "known": known,
        "doubts": roster.doubts,
    }
