"""Copies a tournament to another place, byte for byte: from a folder to a database, or back.

A hall without a network works on its folder, and hands the tournament over later; who leaves a
server takes it home in a folder. The lines, their hashes, and all that lies beside them stay.
"""

from contextlib import ExitStack
from typing import NamedTuple

from cli.folder import layout
from cli.folder.layout import HEAD, LEDGER, LOCK, MEMBERS, PEOPLE_LOCK, SERVING, names_people
from cli.folder.members import Anywhere, Place, at
from ledger.errors import Unreadable
from ledger.storage.disk import unread

_OF_THE_PLACE = {LEDGER, HEAD, LOCK, PEOPLE_LOCK, SERVING}
"""What each place makes for itself."""


class Copied(NamedTuple):
    """How many lines were copied, and the names of the members beside them."""

    lines: int
    members: tuple[str, ...]


def copy(source: Anywhere, target: Anywhere) -> Copied:
    """Make the tournament at `source` once more at `target`, or nothing. Raises Unreadable.

    Nobody writes names meanwhile. The lines come last: as long as there is none, whatever breaks
    off leaves nothing behind.
    """
    with layout.founding(target, at(target).make) as record:
        there = at(target)
        with ExitStack() as alone:
            try:
                for lock in (PEOPLE_LOCK, LOCK):
                    alone.enter_context(at(source).held(lock))
                beside = {name: at(source).read(name) for name in _beside(at(source))}
                lines = layout.lines(source)
            except OSError as error:
                raise unread(error, layout.path_of(source)) from error
        for name, data in beside.items():
            there.write(name, data, private=names_people(name))
        if odd := next((name for name, data in beside.items() if there.read(name) != data), None):
            msg = f"{there.where(odd)} does not match what was written there."
            raise Unreadable(msg, where=there.where(odd), hint="Repeat the command.")
        record.append(lines, after=0)
    return Copied(len(lines), tuple(beside))


def _beside(place: Place) -> list[str]:
    """Return the members of a place, but those that each place makes for itself."""
    found: list[str] = []
    for member in MEMBERS:
        if member.shelf:
            found += place.names(member.name)
        elif member.name not in _OF_THE_PLACE and place.has(member.name):
            found.append(member.name)
    return found
