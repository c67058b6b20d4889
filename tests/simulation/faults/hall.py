"""A hall while everything goes wrong: desks, prompts, pages and phones over one disk of ours.

All of it is the program's own code, in this process: the prompt's session answers lines, the
server's application answers requests. What is ours is the disk, the clock, the chance and the order
in which things happen, so a seed plays the same event again, to the last byte.
"""

import errno
import os
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from unittest import mock

import click

from roundbook.cli.main import roundbook as program
from roundbook.cli.prompt.loop import Reply, Session, answer, news, verbs_of
from roundbook.cli.session import clock
from roundbook.cli.session.venue import CommandOptions, Operator, now, random_bytes, venue
from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.access.sessions import AccessStore
from roundbook.cli.web.app import app
from roundbook.cli.web.server import listing
from roundbook.cli.web.server import tournaments as serving
from roundbook.cli.web.server.tournaments import Lane, TournamentFolder
from roundbook.ledger.errors import NotKnown, Trouble
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.terms import Role
from tests.chance import alike
from tests.simulation.faults.disk import (
    Data,
    Disk,
    Ended,
    Name,
    NameSync,
    Op,
    Sync,
    after_power_cut,
    lines_in,
)
from tests.web.visitor import Visitor

LEDGER = "events/cup/ledger.jsonl"
BEGINS = datetime(2026, 3, 7, 9, 0, tzinfo=UTC)


class Fault(NamedTuple):
    """What goes wrong at an effect of a command: at the `at`-th one, counted from 0.

    `kill` ends the program, `power` all of them; `torn` ends the program in the middle of a write.
    `full`, `failing` and `read-only` are what the disk says from then on until the command ends.
    """

    what: str
    at: int


FAULTS = ("kill", "power", "torn", "full", "failing", "read-only")
_SAYS = {"full": errno.ENOSPC, "failing": errno.EIO, "read-only": errno.EROFS}


class Heard(NamedTuple):
    """What somebody was told: the entries that were acknowledged, and whether it was refused.

    A program that ended in between told nobody anything. `unsure` says that it is not known.
    """

    entries: tuple[Entry, ...] = ()
    refused: bool = False
    unsure: bool = False
    said: str = ""


class Program:
    """One running program: it is asked before each of its effects, and may be at its end."""

    def __init__(self, hall: "Hall", name: str, faults: Sequence[Fault] = ()) -> None:
        self.hall, self.name = hall, name
        self.faults = list(faults)
        self.effects = 0
        self.ended = False
        self.says: int | None = None
        self.torn = False
        self.met: list[str] = []

    def after_part(self) -> None:
        """End in the middle of a write."""
        if self.torn:
            self.ended = True
            raise Ended

    def before(self, op: Op) -> int | None:
        """Let the effect happen, or not: return of how many bytes the disk takes, if not all."""
        self.hall.turn(self)
        if self.ended or self.hall.dark:
            self.ended = True
            raise Ended
        here, self.effects = self.effects, self.effects + 1
        for fault in [one for one in self.faults if one.at == here]:
            self.met.append(fault.what)
            if most := self._struck(fault, op):
                return most
        if self.says and _is_struck(self.says, op):
            raise OSError(self.says, os.strerror(self.says))
        return None

    def _struck(self, fault: Fault, op: Op) -> int | None:
        in_parts = isinstance(op, Data) and op.data is not None and len(op.data) > 1
        match fault.what:
            case "torn" if in_parts:
                self.torn = True
            case "full" if in_parts:
                self.says = errno.ENOSPC
            case "kill" | "torn" | "power":
                self.hall.dark |= fault.what == "power"
                self.ended = True
                raise Ended
            case _:
                self.says = _SAYS[fault.what]
                return None
        assert isinstance(op, Data)
        assert op.data
        return 1 + self.hall.dice.randrange(len(op.data) - 1)


def _is_struck(says: int, op: Op) -> bool:
    """Tell whether such a disk refuses this effect: a full one still takes off, and waits."""
    match op:
        case Sync() | NameSync():
            return says == errno.EIO
        case Data(data=None) | Name(kind="remove" | "move"):
            return says == errno.EROFS
        case _:
            return says in {errno.ENOSPC, errno.EROFS}


class AtOnce:
    """Does work as soon as it is given, where the server would use threads."""

    def submit(self, work: Callable[..., Any], /, *words: Any, **named: Any) -> Future[Any]:
        """Do the work, and return what became of it."""
        done = Future[Any]()
        try:
            done.set_result(work(*words, **named))
        except BaseException as error:  # noqa: BLE001 - whoever waits gets it.
            done.set_exception(error)
        return done

    def shutdown(self, *_: object, **__: object) -> None:
        """Nothing runs on."""


async def _in_this_thread(work: Callable[..., Any], /, *words: Any, **named: Any) -> Any:
    return work(*words, **named)


class Clock:
    """Stands in for `datetime` where the program reads the clock."""

    def __init__(self) -> None:
        self.time = BEGINS

    def now(self) -> datetime:
        """Return what the clock shows."""
        return self.time


class Hall:
    """A tournament, the programs that write to it, and what was acknowledged of it.

    `acknowledged` says how many of the lines that were seen last, `held`, have to outlast
    everything: those that anybody was told of, and all before them.
    """

    def __init__(self, root: Path, seed: str) -> None:
        self.root = root.resolve()
        self.lists, drive = self.root / "lists", self.root / "drive"
        for folder in (self.lists, drive, drive / "home", drive / "events"):
            folder.mkdir()
        self.home, self.folder = drive / "home", drive / "events" / "cup"
        self.seed = seed
        self.dice = Random(seed)
        self.clock = Clock()
        self.disk = Disk(drive)
        self.disk.before, self.disk.wait = self._before, self._wait
        self.disk.after_part = self._after_part
        self.dark = False
        self._running = threading.local()
        self._turns: Turns | None = None
        self.faults: list[str] = []
        self.commands = 0

    @contextmanager
    def open(self) -> Iterator["Hall"]:
        """Let everything that the program does happen in this hall."""
        home = {"ROUNDBOOK_HOME": str(self.home)}
        with ExitStack() as stack:
            enter = stack.enter_context
            enter(mock.patch.dict(os.environ, home))
            for name in ("ROUNDBOOK_HAND", "ROUNDBOOK_STATION"):
                os.environ.pop(name, None)
            enter(alike(self.seed))
            enter(mock.patch.object(clock, "datetime", self.clock))
            enter(mock.patch.object(serving, "CHEAP", float("inf")))
            enter(mock.patch.object(serving, "REST", 0))
            enter(mock.patch.object(listing, "REST", 0))
            enter(mock.patch.object(listing, "PATIENCE", None))
            enter(mock.patch("asyncio.to_thread", _in_this_thread))
            enter(mock.patch.object(serving, "ThreadPoolExecutor", return_value=AtOnce()))
            enter(mock.patch.object(Lane, "submit", lambda _, work, **__: AtOnce().submit(work)))
            self.disk.take_in()
            enter(self.disk.in_use())
            yield self

    # --- programs --------------------------------------------------------------------------------

    def run(self, name: str, faults: Sequence[Fault], work: Callable[[], Heard]) -> Heard:
        """Let a program do something, and return what people were told."""
        running = Program(self, name, faults)
        self._running.program = running
        try:
            heard = work()
        except (Ended, BaseExceptionGroup):
            if not running.ended:
                raise
            heard = Heard(unsure=True, said="ended")
        except (OSError, Trouble) as error:  # The program would say it and stop: `errors.run`.
            heard = Heard(refused=True, unsure=True, said=str(error))
        finally:
            self._running.program = None
        self.faults += running.met
        if running.ended:
            heard = Heard(unsure=True, said="ended")
        elif running.met:
            heard = heard._replace(unsure=not heard.entries)
        return heard

    def _before(self, op: Op) -> int | None:
        running: Program | None = getattr(self._running, "program", None)
        return running.before(op) if running else None

    def _after_part(self) -> None:
        running: Program | None = getattr(self._running, "program", None)
        if running:
            running.after_part()

    def turn(self, running: Program) -> None:
        """Let others have their turn, if several programs run."""
        if self._turns:
            self._turns.pass_on(running.name)

    def _wait(self) -> None:
        if self._turns is None:
            raise OSError(errno.EDEADLK, "a lock is held by a program that does not run")
        running: Program = self._running.program
        self._turns.pass_on(running.name, waits=True)
        if self.dark:
            running.ended = True
            raise Ended

    def at_once(self, works: Mapping[str, Callable[[], Heard]]) -> dict[str, Heard]:
        """Let several programs run, each effect in a turn of its own; return what each was told."""
        self._turns = Turns(sorted(works), self.dice)
        found: dict[str, Heard] = {}
        wrong: list[BaseException] = []

        def do(name: str) -> None:
            turns = self._turns
            assert turns
            turns.begin(name)
            try:
                found[name] = works[name]()
            except BaseException as error:  # noqa: BLE001 - it is raised again below.
                wrong.append(error)
            finally:
                turns.end(name)

        threads = [threading.Thread(target=do, args=(name,)) for name in sorted(works)]
        for thread in threads:
            thread.start()
        self._turns.go()
        for thread in threads:
            thread.join()
        self._turns = None
        if wrong:
            raise wrong[0]
        return found

    # --- the disk --------------------------------------------------------------------------------

    def power_cut(self) -> None:
        """Let the disk hold what it may hold after a power cut."""
        self.disk.lay(after_power_cut(self.disk.image, self.dice.randrange))
        self.dark = False

    def lines(self) -> list[bytes]:
        """Return the lines of the ledger that end."""
        return lines_in(self.folder / "ledger.jsonl")


class Turns:
    """Lets one of several threads run at a time; the dice say which is next."""

    def __init__(self, names: Sequence[str], dice: Random) -> None:
        self._baton = threading.Condition()
        self._left = list(names)
        self._dice = dice
        self._now = ""

    def go(self) -> None:
        """Let the first one run."""
        with self._baton:
            self._next()

    def begin(self, name: str) -> None:
        """Wait for the first turn."""
        with self._baton:
            self._baton.wait_for(lambda: self._now == name)

    def pass_on(self, name: str, *, waits: bool = False) -> None:
        """Let another one run, perhaps; it has to be another while this one waits for a lock."""
        with self._baton:
            self._next(but=name if waits and len(self._left) > 1 else "")
            self._baton.wait_for(lambda: self._now == name)

    def end(self, name: str) -> None:
        """Run no more."""
        with self._baton:
            self._left.remove(name)
            self._next()

    def _next(self, but: str = "") -> None:
        among = [name for name in self._left if name != but]
        self._now = self._dice.choice(among) if among else ""
        self._baton.notify_all()


# Who writes: desks, prompts, and people at the pages of a server.


class Prompt:
    """A desk at the prompt: its session goes on until its program ends."""

    def __init__(self, hall: Hall, name: str, *, lasting: bool) -> None:
        self.hall, self.name, self.lasting = hall, name, lasting
        self.session: Session | None = None

    def type(self, line: str) -> Heard:
        """Type a line, and return what was said."""
        try:
            if self.session is None or not self.lasting:
                self.session = self._sit_down()
            self.session, _ = news(self.session)
            self.session, reply = answer(self.session, line)
        except Trouble as trouble:
            self.session = None
            return Heard(refused=True, said=trouble.message, unsure=isinstance(trouble, NotKnown))
        return heard_at_prompt(reply)

    def _sit_down(self) -> Session:
        manner = CommandOptions(
            operator=Operator(name=self.name, role=Role.ORGANISER, station=self.name.lower())
        )
        here = venue(self.hall.folder, manner.operator)
        return Session(
            here=here,
            manner=manner,
            verbs=_VERBS,
            pages=lambda _: None,
            shown=here.desk.tournament.seq,
        )


_VERBS = verbs_of(click.Context(program))


def heard_at_prompt(reply: Reply) -> Heard:
    """Return what a person at the prompt understands of a reply."""
    said = " ".join((*(reply.wrong or reply.lines), *reply.notes))
    return Heard(tuple(reply.entries), bool(reply.wrong), said=said)


class Server:
    """A server of the folder, the people who are signed in at its pages, and its memory."""

    def __init__(self, hall: Hall, name: str) -> None:
        self.hall, self.name = hall, name
        self._cookies: dict[str, Any] = {}
        self._visitors: dict[str, Visitor] = {}
        self._started: tuple[Any, AccessStore] | None = None
        self.form: dict[str, str] = {}

    @property
    def started(self) -> tuple[Any, AccessStore]:
        """The application and its doors, started if nobody has done so yet."""
        if self._started is None:
            folder = self.hall.folder.parent
            access = AccessStore(self.hall.home, folder, clock=now, random_bytes=random_bytes)
            self._started = app(TournamentFolder(folder), access), access
        return self._started

    def stop(self) -> None:
        """End the program; browsers keep their cookies."""
        for name, visitor in self._visitors.items():
            self._cookies[name] = visitor.client.cookies
            visitor.__exit__()
        self._visitors.clear()
        self._started, self.form = None, {}

    def visitor(self, name: str) -> Visitor:
        """Return the browser of somebody."""
        if name not in self._visitors:
            made = self._visitors[name] = Visitor(self.started[0])
            if name in self._cookies:
                made.client.cookies = self._cookies[name]
        return self._visitors[name]

    def sign_in(self, name: str) -> None:
        """Let a member of staff in at the organiser's access role."""
        access = self.started[1]
        code = access.invite(
            AccessRole.ORGANISER,
            name=name,
            station=f"pages-{self.name}",
            tournament=None,
            lasting=timedelta(days=300),
        )
        self.visitor(name).post(f"/join/{code}")
