"""A connection to a PostgreSQL database of tournaments, and the messages if it fails.

If a server is restarted, or its standby takes over, we wait and repeat queries that only read.
Before repeating a write, the caller has to check whether it was done.
"""

import os
import re
import socket
import weakref
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import resources
from threading import RLock
from time import monotonic, sleep  # noqa: TID251 - a server that comes back does not say when.
from typing import Any, LiteralString, TypeVar

import psycopg
from psycopg import Connection, errors
from psycopg.conninfo import conninfo_to_dict
from psycopg.sql import Composed

from roundbook.ledger.errors import Hint, NotKnown, Unreadable, advice, do

VERSION = 1
"""The version of the tables in `postgres.sql`, and the only one that this program uses."""

_TABLES = "postgres.sql"

SECONDS = 10
"""How long a server may take to answer a connection, unless its address sets a time."""

ANSWER = 60.0
"""How many seconds a server may take for an answer; a standby takes over sooner."""

TURN = 30
"""How many seconds to wait for others who are writing to the same tournament."""

_ASKED = {
    "connect_timeout": SECONDS,
    "application_name": "roundbook",
    # A server that disappears is noticed after ten seconds instead of two hours.
    "keepalives_idle": 4,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}

PATIENCE = (0.0, 0.1, 0.4, 1.0, 2.0, 4.0, 8.0, 16.0)
"""Seconds before each attempt to reach a server; together longer than a standby takes."""

LONG = 2.0
"""A wait of so many seconds is announced to the person who is waiting."""

_PASSING = re.compile(
    "Is the server running|starting up|shutting down|accepting connections|in recovery"
    "|session is read-only|server is in hot standby"
)
"""The words of libpq and the server while a server starts, stops, or hands over to a standby."""

_ANSWERED = re.compile(r"\bFATAL:")
"""What libpq quotes of a server that answered, and did not let us in."""

# A server that ends idle transactions would end our locks (`holding`). A stricter wait for a
# standby is kept, and a weaker one is not accepted; that a wait was ended comes as a warning only.
# Without table scans: a new database has few statistics, and would read every line.
_ON_CONNECTING: LiteralString = """
SELECT (SELECT max(number) FROM roundbook.version),
  set_config('enable_seqscan', 'off', false),
  set_config('lock_timeout', %s, false),
  set_config('client_min_messages', 'warning', false),
  set_config('idle_in_transaction_session_timeout', '0', false),
  set_config('synchronous_commit',
    CASE WHEN current_setting('synchronous_commit') = 'remote_apply' THEN 'remote_apply'
      ELSE 'on' END,
    false)
"""
_TAKEN = (errors.UniqueViolation, errors.DuplicateObject, errors.DuplicateSchema)
_UNPREPARED = (errors.UndefinedTable, errors.InvalidSchemaName, errors.UndefinedFunction)
_PASSWORD = re.compile(r"(?<=//)([^/@:]*):\S*(?=@)|((?:^|[?&\s])(?:ssl)?password=)[^&\s]*")


Say = Callable[[str], None]
"""What announces a long wait to the person who is waiting."""


def silent(_: str) -> None:
    """Announce nothing."""


class Lost(Exception):  # noqa: N818 - the server may be back already: connect, and look.
    """The connection broke during a query, so it is unknown whether the query was carried out."""


class Silent(Unreadable):
    """The server does not answer, as when it waits for a standby; the outcome is unknown."""


class _SaidNothingError(errors.OperationalError):
    """A server did not answer within the time limit."""


Value = TypeVar("Value")


class _Asking(Connection[tuple[Any, ...]]):
    """A connection that does not wait for ever.

    It never cancels a query: a server that waits for its standby would then report success.
    """

    def wait(
        self, gen: Generator[Any, Any, Value], *args: float | None, **more: float | None
    ) -> Value:
        """Wait for an answer as long as the server sends anything."""
        return super().wait(_watched(gen), *args, **more)  # type: ignore[arg-type]


def _watched(asked: Generator[Any, Any, Value]) -> Generator[Any, Any, Value]:
    """Pass on what the socket is ready for; sometimes the driver reports that it is not ready."""
    heard = monotonic()
    try:
        wanted = next(asked)
        while True:
            ready = yield wanted
            if ready:
                heard = monotonic()
            elif monotonic() - heard > ANSWER:
                raise _SaidNothingError
            wanted = asked.send(ready)
    except StopIteration as answer:
        return answer.value  # type: ignore[no-any-return]


class Database:
    """A database of tournaments; `address` is in libpq's form, `postgresql://HOST/DATABASE`.

    It connects at the first query; several threads may use it, one after the other.
    """

    def __init__(
        self,
        address: str,
        *,
        patience: Sequence[float] | None = None,
        say: Say = silent,
    ) -> None:
        """Store the address without connecting; `say` announces a long wait."""
        self.where = without_password(address).partition("?")[0]
        self._address = address
        self._patience = PATIENCE if patience is None else patience
        self._say = say
        self._alone = RLock()
        self._open: Connection[tuple[Any, ...]] | None = None
        self._warnings: list[str] = []
        self._locks: list[Connection[tuple[Any, ...]]] = []
        self._listens: Connection[tuple[Any, ...]] | None = None

    @property
    def key(self) -> str:
        """The database, however it was addressed: `postgresql://HOST:PORT/DATABASE`."""
        try:
            told = conninfo_to_dict(self._address)
        except psycopg.ProgrammingError:
            return self.where
        host = told.get("host") or told.get("hostaddr") or told.get("service") or ""
        return f"postgresql://{host}:{told.get('port') or ''}/{told.get('dbname') or ''}"

    def hush(self) -> None:
        """End a wait for news in another thread, by closing the connection."""
        with suppress(OSError, psycopg.Error):
            if self._open:
                # A duplicate, since leaving the block closes its descriptor, and the driver still
                # has to close its own.
                with socket.socket(fileno=os.dup(self._open.fileno())) as same:
                    same.shutdown(socket.SHUT_RDWR)

    def read(self, query: LiteralString | Composed, *values: object) -> list[tuple[Any, ...]]:
        """Run a query that changes nothing, again if the connection is lost. Raises Unreadable."""
        for _ in self.attempts():
            try:
                return self.ask(query, *values)
            except Lost:
                continue
        raise self._down("it no longer answers")

    def attempts(self) -> Iterator[int]:
        """Yield the number of each attempt, after the wait before it."""
        told = False
        for number, seconds in enumerate(self._patience):
            if seconds >= LONG and not told:
                told = True
                self._say(f"{self.where} does not answer yet; waiting for up to half a minute")
            if seconds:  # Even for no time at all, sleeping takes a tenth of a millisecond.
                sleep(seconds)
            yield number

    def ask(self, query: LiteralString | Composed, *values: object) -> list[tuple[Any, ...]]:
        """Run a query once. Raises Lost if no answer came, Silent, Unreadable, and NotKnown.

        Each statement is a separate transaction. If the server warns that the wait for a standby
        was ended, the result may not last, although the server reports success.
        """
        with self._alone:
            connection = self._reached(self._connected)
            self._refuse_unlocked()
            self._warnings.clear()
            with self._words(connection):
                answer = connection.execute(query, values, binary=True).fetchall()
            if self._warnings:
                raise not_known(f"a standby of {self.where} did not confirm what was written")
            return answer

    def heard(self, seconds: float) -> set[str]:
        """Wait for news, and return the tournaments that have some; none after so many seconds.

        A new connection returns none at once, because it missed all earlier news. A standby accepts
        no listeners, so there the time simply passes. Raises Lost, and Unreadable.
        """
        with self._alone:
            connection = self._reached(self._connected)
            with self._words(connection):
                if self._listens is not connection:
                    self._listens = connection
                    with suppress(errors.ReadOnlySqlTransaction):
                        connection.execute("LISTEN roundbook")
                    return set()
                news = connection.notifies(timeout=seconds, stop_after=1)
                return {said.payload for said in news}

    @contextmanager
    def holding(self, lock: LiteralString | Composed, *values: object) -> Iterator[None]:
        """Lock the rows that a statement selects, while other statements write and commit.

        The lock uses a separate connection, and its statement is rolled back at the end. If that
        connection is lost, no more queries run, since others may write. Raises Unreadable.
        """
        held = self._locked(lock, values)
        self._locks.append(held)
        try:
            yield
        finally:
            self._locks.remove(held)
            with suppress(errors.Error):  # Then it is already released.
                held.rollback()
            held.close()

    def _locked(
        self, lock: LiteralString | Composed, values: Sequence[object]
    ) -> Connection[tuple[Any, ...]]:
        for _ in self.attempts():
            with suppress(Lost):
                held = self._reached(self._ready)
                held.autocommit = False
                with self._words(held):
                    try:
                        held.execute(lock, values)
                    except errors.ReadOnlySqlTransaction:
                        held.rollback()  # A reader on such a server keeps nobody waiting.
                return held
        raise self._down("it no longer answers")

    def _refuse_unlocked(self) -> None:
        for held in tuple(self._locks):
            try:
                held.execute("SELECT 1")
            except errors.Error as error:
                msg = f"the connection to {self.where} was lost, and others may have written since."
                raise Unreadable(msg, where=self.where, hint="Repeat the command.") from error

    def prepare(self) -> bool:
        """Make tables, permissions and functions; return False if they are already there.

        If another user does so at the same moment, a role or a schema suddenly exists, and we check
        again. Raises Unreadable.
        """
        connection = self._reached(self._dialled)
        tables = resources.files("roundbook.ledger.storage").joinpath(_TABLES).read_bytes()
        for _ in self._patience:
            with self._words(connection), suppress(*_TAKEN), connection.transaction():
                if connection.execute("SELECT to_regnamespace('roundbook')").fetchall() == [
                    (None,)
                ]:
                    connection.execute(tables)
                    return True
                self._refuse_version(connection)
                return False
        raise Unreadable(
            f"{self.where} cannot be prepared: others are preparing it.",
            where=self.where,
            hint="Repeat the command.",
        )

    def _reached(
        self, connect: Callable[[], Connection[tuple[Any, ...]]]
    ) -> Connection[tuple[Any, ...]]:
        """Return a connection; the first one waits for a server that may soon be there.

        Raises Lost if there was one before, and Unreadable.
        """
        why = "it does not answer"
        for _ in self.attempts():
            try:
                return connect()
            except errors.OperationalError as error:
                if self._open is not None:
                    raise Lost from error
                why = _told(error)
                if not _PASSING.search(str(error)):
                    if _ANSWERED.search(str(error)):
                        raise self._turned_away(why) from error
                    break
        raise self._down(why)

    def _connected(self) -> Connection[tuple[Any, ...]]:
        if self._open is None or self._open.closed:
            self._open = self._ready()
        return self._open

    def _ready(self) -> Connection[tuple[Any, ...]]:
        """Return a new connection to tables of our version. Raises OperationalError, Unreadable."""
        made = self._dialled()
        with self._words(made):
            self._refuse_version(made)
        return made

    def _dialled(self) -> Connection[tuple[Any, ...]]:
        """Return a new connection, closed with us. Raises OperationalError, and Unreadable."""
        try:
            known: dict[str, Any] = _ASKED | conninfo_to_dict(self._address)
            made = _Asking.connect(autocommit=True, **known)
        except psycopg.ProgrammingError as error:
            msg = f"{self.where} is not a database address."
            hint = "Enter it in this form: postgresql://USER@HOST/DATABASE."
            raise Unreadable(msg, where=self.where, hint=hint) from error
        weakref.finalize(self, made.close)
        warnings = self._warnings  # Not `self`: that would keep the connection open.

        def hear(said: errors.Diagnostic) -> None:
            if said.severity_nonlocalized == "WARNING" and said.sqlstate == "01000":
                warnings.append(said.message_primary or "")

        made.add_notice_handler(hear)
        return made

    def _refuse_version(self, connection: Connection[tuple[Any, ...]]) -> None:
        [[found, *_]] = connection.execute(_ON_CONNECTING, [f"{TURN}s"]).fetchall()
        if found < VERSION:
            why, hint = "an older", "Use the version of roundbook that prepared it."
        elif found > VERSION:
            why, hint = "a newer", "Install the version of roundbook that the others here use."
        else:
            return
        connection.close()
        msg = (
            f"the tables in {self.where} belong to {why} roundbook: version {found}, not {VERSION}."
        )
        raise Unreadable(msg, where=self.where, hint=hint)

    def close(self) -> None:
        """Close the connection; the next query connects again."""
        if self._open:
            self._open.close()
            self._open = None

    @contextmanager
    def _words(self, connection: Connection[tuple[Any, ...]]) -> Iterator[None]:
        """Turn the server's errors into sentences. Raises Lost, and Unreadable."""
        try:
            yield
        except errors.DatabaseError as error:
            if isinstance(error, _SaidNothingError):
                connection.close()
                msg = f"{self.where} has not answered for {ANSWER:.0f} seconds."
                hint = (
                    "Check that the server is running, and that the standby it "
                    "waits for is running too."
                )
                raise Silent(msg, where=self.where, hint=hint) from error
            if connection.closed:
                raise Lost from error
            # A code of `postgres.sql`: the caller knows what it means, and has words for it.
            if error.sqlstate and error.sqlstate.startswith("RB"):
                raise
            raise self._refused(error) from error

    def _refused(self, error: psycopg.Error) -> Unreadable:
        """Return the message for people if the server answers with a refusal."""
        hint: str | Hint = "Ask the person who runs the database."
        match error:
            case errors.InsufficientPrivilege():
                msg = f"{self.where} does not let this user do this: {_told(error)}."
                hint = (
                    "Ask the owner of the database: GRANT roundbook_writer, or roundbook_reader, "
                    "TO that user."
                )
            case errors.ReadOnlySqlTransaction():
                msg = (
                    f"{self.where} is read-only: it follows another server, or was set to "
                    "read-only."
                )
                hint = (
                    "Use the address of the server that accepts writes, or list both servers in "
                    "the address."
                )
            case errors.LockNotAvailable():
                msg = (
                    f"other desks have been writing to {self.where} for {TURN} seconds, "
                    "so this command wrote nothing."
                )
                hint = "Wait until they have finished, then repeat the command."
            case errors.DiskFull():
                msg = f"the disk of {self.where} is full: nothing was written."
                hint = "Free some space there, then repeat the command."
            case errors.CheckViolation():
                msg = (
                    f"the name of a tournament in {self.where} must have 1 to 63 lowercase "
                    "letters, digits, dots, dashes and underscores, and begin with a letter or "
                    "digit."
                )
                hint = "Choose another name."
            case _ if isinstance(error, _UNPREPARED):
                msg, hint = f"{self.where} has not been prepared for tournaments.", _PREPARE
            case _:
                msg = f"{self.where} refused the command: {_told(error)}."
        return Unreadable(msg, where=self.where, hint=hint)

    def _turned_away(self, why: str) -> Unreadable:
        msg = f"the server of {self.where} answers, but refuses the connection: {why}."
        hint = "Check the user, the password and the database in the address, or try again later."
        return Unreadable(msg, where=self.where, hint=hint)

    def _down(self, why: str) -> Unreadable:
        msg = f"{self.where} cannot be reached: {why}."
        hint = "Check that the server is running and the address is spelled correctly."
        return Unreadable(msg, where=self.where, hint=hint)


_PREPARE = advice(
    "Ask the owner of the database to prepare it: {}.",
    do("prepare-database", "postgresql://HOST/DATABASE"),
)


def without_password(address: str) -> str:
    """Return an address that is safe to show; a password may contain a `/` or an `@`."""
    return _PASSWORD.sub(r"\1\2", address)


def not_known(why: str) -> NotKnown:
    """Return the message for people if it is unknown whether their entry was recorded."""
    hint = advice(
        "Check whether the entry was recorded before you repeat the command: {}.", do("history")
    )
    return NotKnown(f"{why}: the entry may or may not have been recorded.", where=why, hint=hint)


_ADVICE = ("Either provide ", "Is the server running ")


def _told(error: psycopg.Error) -> str:
    """Return the last error of the server or the connection in one line, without libpq's advice."""
    said = error.diag.message_primary or str(error).strip() or "without a message"
    plain = [line for line in said.splitlines() if not line.lstrip().startswith(_ADVICE)]
    return plain[-1].strip().removesuffix(".")


def not_created(why: str) -> NotKnown:
    """Return the message for people if it is unknown whether their tournament was created."""
    hint = advice(
        "Check with {} whether it exists and is empty, or use another name.", do("status")
    )
    message = f"{why}: the tournament may or may not have been created."
    return NotKnown(message, where=why, hint=hint)
