"""A database as the place of a tournament: `postgresql://USER@HOST/DATABASE/NAME`.

What may name people lies in a schema of its own, `roundbook_names`: whoever may read the record
alone sees which members are there, and not what they hold.
"""

import errno
import os
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Lock
from typing import Any, LiteralString, NamedTuple

import click
from psycopg.sql import SQL, Composed, Identifier

from cli.folder.layout import CHECKPOINT, HEAD, LEDGER, PEOPLE, names_people
from cli.folder.members import NO_FILE, Made, Version
from ledger.errors import Unreadable
from ledger.storage.database import Database, Lost, without_password
from ledger.storage.postgres import PostgresStore

_ADDRESS = re.compile(r"(postgres(?:ql)?://[^/?]*/[^/?]+)/([^/?]+)(\?.*)?")


def named(address: str) -> "DatabasePlace":
    """Return the place with this address. Raises a usage error where it names no tournament."""
    found = _ADDRESS.fullmatch(address)
    if found is None:
        msg = (
            f"{without_password(address)} names no tournament; write its name behind the database: "
            "postgresql://USER@HOST/DATABASE/NAME."
        )
        raise click.UsageError(msg)
    base, name, more = found[1], found[2], found[3] or ""
    return DatabasePlace(Database(base + more), name, without_password(f"{base}/{name}{more}"))


class Hall(NamedTuple):
    """A database as the place of many tournaments."""

    address: str

    def tournaments(self) -> list["DatabasePlace"]:
        """Return those that have begun, by their names. Raises Unreadable."""
        database = Database(self.address)
        base, mark, more = without_password(self.address).partition("?")
        ask = 'SELECT name FROM roundbook.tournament WHERE size > 0 ORDER BY name COLLATE "C"'
        return [
            DatabasePlace(database, name, f"{base.rstrip('/')}/{name}{mark}{more}")
            for (name,) in database.read(ask)
        ]


def prepared(address: str) -> tuple[str, bool]:
    """Prepare a database; return what it is called, and whether it was not ready before."""
    database = Database(address)
    return database.where, database.prepare()


class DatabasePlace:
    """A tournament in a database: each member is a row. Two threads may use it in turn."""

    def __init__(self, database: Database, name: str, whole: str) -> None:
        """Name the tournament; nobody is asked yet."""
        self.name = name
        self.whole = whole
        self._database = database
        self._turns: defaultdict[str, Lock] = defaultdict(Lock)
        self._lines = self.store()

    def __str__(self) -> str:
        return self.whole

    def store(self) -> PostgresStore:
        """Return the lines in the database."""
        return PostgresStore(self._database, self.name)

    def make(self) -> PostgresStore:
        """Begin an empty record in the database."""
        return PostgresStore.create(self._database, self.name)

    @contextmanager
    def founding(self, make: Callable[[], Made]) -> Iterator[Made]:
        """Make a tournament; what has no line by the end is taken away, with all beside it."""
        made = make()  # Which may say that somebody was first: then nothing here is ours.
        try:
            yield made
        except BaseException:
            with suppress(Unreadable):
                self._database.read("SELECT roundbook.abandon(%s)", self.name)
            raise

    def where(self, name: str) -> str:
        """Return the address with the name of the member."""
        return f"{self._database.where}/{self.name}/{name}"

    def has(self, name: str) -> bool:
        """Tell whether there is such a row."""
        return self.version(name) != NO_FILE

    is_taken = has

    def read(self, name: str, most: int = -1) -> bytes:
        """Return what a row holds; the ledger and its head as they would be in a folder."""
        if name == LEDGER:
            data = b"".join(line + b"\n" for line in self._lines.lines())
        elif name == HEAD:
            head = self._lines.head()
            data = head.to_bytes() if head else self._none(name)
        else:
            found = self._ask("SELECT data FROM {} WHERE tournament = {} AND name = %s", name, name)
            data = found[0][0] if found else self._none(name)
        return data if most < 0 else data[:most]

    def _none(self, name: str) -> bytes:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), self.where(name))

    def names(self, shelf: str) -> list[str]:
        """Return the rows whose names begin so."""
        ask = "SELECT name FROM {} WHERE tournament = {} AND starts_with(name, %s)"
        found = {
            one for table in (CHECKPOINT, PEOPLE) for one in self._ask(ask, table, f"{shelf}/")
        }
        return sorted(name for (name,) in found)

    def version(self, name: str) -> Version:
        """Return which tournament it is, how long the member, and its last revision."""
        if name in {LEDGER, HEAD}:
            ask = "SELECT id, size FROM roundbook.tournament WHERE name = %s"
            found = self._database.read(ask, self.name)
            found = [(one, size, 0) for one, size in found if size or name == LEDGER]
        else:
            ask = "SELECT tournament, size, revision FROM {} WHERE tournament = {} AND name = %s"
            found = self._ask(ask, name, name)
        return Version(*found[0]) if found else NO_FILE

    def write(self, name: str, data: bytes, *, private: bool = False) -> None:  # noqa: ARG002
        """Put a row in the place of the old one; where it goes its name says, and nothing else."""
        ask = """
            INSERT INTO {} (tournament, name, data) VALUES ({}, %s, %s)
            ON CONFLICT (tournament, name)
            DO UPDATE SET data = excluded.data, revision = nextval('roundbook.revision')
            RETURNING 1
        """
        self._ask(ask, name, name, data)

    def append(self, name: str, line: bytes) -> None:
        """Write behind what a row holds, once: whether a lost answer was one is not asked."""
        ask = """
            INSERT INTO {} AS held (tournament, name, data) VALUES ({}, %s, %s)
            ON CONFLICT (tournament, name)
            DO UPDATE SET data = held.data || excluded.data,
              revision = nextval('roundbook.revision')
            RETURNING 1
        """
        try:
            self._database.ask(self._about(ask, name), name, line + b"\n")
        except (Lost, Unreadable) as error:
            raise OSError(errno.EIO, os.strerror(errno.EIO), self.where(name)) from error

    def remove(self, name: str) -> None:
        """Delete a row."""
        ask = "DELETE FROM {} WHERE tournament = {} AND name = %s RETURNING 1"
        self._ask(ask, name, name)

    def settle(self, *shelves: str) -> None:
        """What was deleted is so for good once the answer came: there is nothing to wait for."""

    @contextmanager
    def held(self, name: str) -> Iterator[None]:
        """Hold a lock of the server, which ends with the connection; no other is made meanwhile."""
        with self._turns[name]:
            self._lock("SELECT true FROM (SELECT pg_advisory_lock(hashtext({}), {}::int)) l", name)
            try:
                with self._database.pinned():
                    yield
            finally:
                with suppress(Lost, Unreadable):  # Then it is let go of already.
                    self._lock("SELECT pg_advisory_unlock(hashtext({}), {}::int)", name)

    def _lock(self, ask: LiteralString, name: str) -> None:
        self._database.read(SQL(ask).format(name, self._lines.number()))

    def _ask(self, ask: LiteralString, name: str, *values: object) -> list[tuple[Any, ...]]:
        """Ask about a member; what is asked twice is done once. Raises Unreadable."""
        return self._database.read(self._about(ask, name), *values)

    def _about(self, ask: LiteralString, name: str) -> Composed:
        schema = "roundbook_names" if names_people(name) else "roundbook"
        return SQL(ask).format(Identifier(schema, "member"), self._lines.number())
