"""Mistakes in the program that the simulator has to find: two or more in each room it plays in.

Each is a change to the program's own code, made while an event is played. A simulator that does not
find them proves nothing by finding nothing.
"""

import os
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

from msgspec.structs import replace

from roundbook.cli.places import layout, people
from roundbook.cli.places.members import Folder
from roundbook.cli.session.write import WriteContext
from roundbook.cli.web import permitted
from roundbook.cli.web.server import tournaments as serving
from roundbook.cli.web.server.tournaments import ServedTournament
from roundbook.cli.web.staff import steps
from roundbook.ledger.desk import Desk
from roundbook.ledger.errors import Do, Refused, Unreadable
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.people.book import Book
from roundbook.ledger.record.chain import Head
from roundbook.ledger.record.entry import Entry, leaf_hash
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.storage import disk, jsonl
from roundbook.ledger.storage.jsonl import JsonlStore
from roundbook.ledger.validators import lock
from roundbook.projections import offers

Made = AbstractContextManager[Any]


class Defect(NamedTuple):
    """A mistake: the room it is in, and how to make it."""

    room: str
    make: Callable[[], Made]


def nothing(*_: object, **__: object) -> None:
    """Do nothing."""


def _whatever_was_taken(fd: int, data: bytes) -> None:
    os.write(fd, data)


def _never(*_: object, **__: object) -> bool:
    return False


def _set(owner: object, name: str, value: object) -> Callable[[], Made]:
    return lambda: mock.patch.object(owner, name, value)


def _not_done(_: Desk, acts: Sequence[Any], __: Sequence[str]) -> list[None]:
    return [None] * len(acts)


_follow = Desk._follow


def _follow_no_drop(self: Desk, entry: Entry, line: bytes) -> None:
    """Follow an entry, but overlook that somebody has dropped."""
    happened = self.tournament.apply_entry

    def overlooking(one: Entry) -> None:
        kept = tuple(each for each in one.events if not isinstance(each, ev.PlayerDropped))
        happened(replace(one, events=kept))

    with mock.patch.object(self.tournament, "apply_entry", overlooking):
        _follow(self, entry, line)


def _put_in_place(path: Path, data: bytes, *, private: bool = False, wait: bool = True) -> None:
    """Write a file over the old one."""
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600 if private else 0o666)
    try:
        disk._write_once(fd, data)
        if wait:
            disk.make_durable(fd)
    finally:
        os.close(fd)
    disk.make_names_durable(path.parent)


_put = disk.put


def _put_at_once(path: Path, data: bytes, *, private: bool = False, wait: bool = True) -> None:
    del wait
    _put(path, data, private=private, wait=False)


@contextmanager
def _unlocked(_: object) -> Any:
    yield


_take = WriteContext.take


def _take_names_last(self: WriteContext, *taken: Any, before: Any = nothing) -> list[Entry]:
    done = _take(self, *taken)
    before()
    return done


def _take_and_refuse(self: WriteContext, *taken: Any, before: Any = nothing) -> list[Entry]:
    done = _take(self, *taken, before=before)
    if not self.dry_run and any(isinstance(e, ev.NoteMade) for one in done for e in one.events):
        raise Refused("no notes are made here.")
    return done


def _take_as_dry(self: WriteContext, *taken: Any, before: Any = nothing) -> list[Entry]:
    found = _take(replace(self, manner=replace(self.manner, dry_run=True)), *taken, before=before)
    if any(isinstance(e, ev.ResultReported) for one in found for e in one.events):
        return found
    return _take(self, *taken, before=before)


def _whole_names(book: Book, _: Tournament) -> Book:
    return book


_look = ServedTournament.look


def _look_once(self: ServedTournament, at: float = 0.0) -> Any:
    return self.shown or _look(self, at)


_manner = permitted.manner_of


def _manner_anew(*words: Any, **named: Any) -> Any:
    """Return the options of an act, but for what tells a repeated form from a new one."""
    manner = _manner(*words, **named)
    count[0] += 1
    return replace(manner, cmd=manner.cmd and f"{manner.cmd}/again{count[0]}")


count = [0]


def _any_start(t: Tournament, rules: Any, verb: str, pool: Any) -> Any:
    found = _of_pool(t, rules, verb, pool)
    return Do("start", (str(pool),)) if verb == "start" else found


def _seated(_: Tournament) -> tuple[()]:
    return ()


@contextmanager
def _starting_any() -> Any:
    """Offer the start of every paired round, whether it still matches the players or not."""
    with _set(steps, "unseated", _seated)(), _set(steps, "of_pool", _any_start)():
        yield


def _any_pair(t: Tournament, rules: Any, verb: str, pool: Any) -> Any:
    found = _of_pool(t, rules, verb, pool)
    return Do("pair", (str(pool),)) if verb == "pair" else found


_of_pool = offers.of_pool
_keep_at_home = layout.keep_at_home


def _keep_or_not(*words: Any, **named: Any) -> None:
    try:
        _keep_at_home(*words, **named)
    except Unreadable:
        return


def _keep_at_once(*words: Any, **named: Any) -> None:
    _keep_at_home(*words, **{**named, "wait": False})


_read = Folder.read


def _read_but_the_last(self: Folder, name: str, most: int = -1) -> bytes:
    found = _read(self, name, most)
    return found[: found.rstrip(b"\n").rfind(b"\n") + 1] if name == layout.LEDGER else found


_append = JsonlStore._append


def _head_first(self: JsonlStore, fd: int, lines: Sequence[bytes], after: int) -> None:
    """Write the head before the lines, so that one may name a line that never came."""
    last = lines[-1]
    head = Head(leaf=leaf_hash(last), seq=after + len(lines))
    disk.overwrite(self._at.head, head.to_bytes())
    _append(self, fd, lines, after)


DEFECTS: dict[str, Defect] = {
    # The file of the ledger.
    "an entry is acknowledged before it is on the disk": Defect(
        "ledger/storage", _set(disk, "make_durable", nothing)
    ),
    "a write that the disk took in part counts as whole": Defect(
        "ledger/storage", _set(disk, "_write_once", _whatever_was_taken)
    ),
    "the lock of the ledger keeps nobody out": Defect(
        "ledger/storage", _set(disk, "_lock", nothing)
    ),
    "the head names a line before it is there": Defect(
        "ledger/storage", _set(JsonlStore, "_append", _head_first)
    ),
    "a flipped bit is not noticed": Defect("ledger/storage", _set(jsonl, "refuse_damage", nothing)),
    # The desk and the tournament.
    "a result can be changed for ever": Defect("ledger", _set(lock, "locked", _never)),
    "a command that is repeated is written again": Defect("ledger", _set(Desk, "_done", _not_done)),
    "a desk overlooks who has dropped": Defect("ledger", _set(Desk, "_follow", _follow_no_drop)),
    # The places.
    "the names file is written over the old one": Defect(
        "cli/places", _set(disk, "put", _put_in_place)
    ),
    "nobody waits until the names are on the disk": Defect(
        "cli/places", _set(disk, "put", _put_at_once)
    ),
    "two desks write the names at once": Defect("cli/places", _set(people, "book_lock", _unlocked)),
    # The session.
    "names are kept after the entry that needs them": Defect(
        "cli/session", _set(WriteContext, "take", _take_names_last)
    ),
    "a note is refused, and written": Defect(
        "cli/session", _set(WriteContext, "take", _take_and_refuse)
    ),
    "a report is acknowledged, and not written": Defect(
        "cli/session", _set(WriteContext, "take", _take_as_dry)
    ),
    # The server and its public pages.
    "a page stays as it was when others write": Defect(
        "cli/web/server", _set(ServedTournament, "look", _look_once)
    ),
    "everybody reads the whole names": Defect(
        "cli/web/server", _set(serving, "public_names", _whole_names)
    ),
    "nobody waits until a phone's report is on the disk": Defect(
        "cli/web/public", _set(layout, "keep_at_home", _keep_at_once)
    ),
    "a phone is told that a report came that was not kept": Defect(
        "cli/web/public", _set(layout, "keep_at_home", _keep_or_not)
    ),
    # The pages of the staff.
    "a form that is sent again is done again": Defect(
        "cli/web/staff", _set(permitted, "manner_of", _manner_anew)
    ),
    "the start of a round is offered that no longer fits": Defect("cli/web/staff", _starting_any),
    "a round is offered that cannot be paired": Defect(
        "cli/web/staff", _set(steps, "of_pool", _any_pair)
    ),
    # Copies.
    "a backup lacks the last line": Defect("cli/places", _set(Folder, "read", _read_but_the_last)),
}
"""The mistakes by what they do."""


@contextmanager
def made(name: str) -> Any:
    """Let the program have a mistake, everywhere where it is asked for."""
    count[0] = 0
    with ExitStack() as stack:
        stack.enter_context(DEFECTS[name].make())
        if name.startswith("two desks write"):
            from roundbook.cli.acts import amend, decks, unregister
            from roundbook.cli.acts import people as acting
            from roundbook.cli.session import write

            for room in (amend, decks, acting, unregister, write):
                if hasattr(room, "book_lock"):
                    stack.enter_context(mock.patch.object(room, "book_lock", _unlocked))
        if name.startswith("a form that is sent again"):
            from roundbook.cli.web.staff import slips

            stack.enter_context(mock.patch.object(slips, "manner_of", _manner_anew))
        yield
