"""Tournaments in a PostgreSQL database: `postgresql://USER@HOST/DATABASE/NAME`.

Members that may name people are in a schema of their own, `roundbook_names`: users who may read
only the ledger see which members exist there, but not what they contain.
"""

import errno
import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Event, Thread
from typing import Any, LiteralString, NamedTuple

import click
from psycopg.conninfo import conninfo_to_dict
from psycopg.sql import SQL, Composed, Identifier

from roundbook.cli.places.hosted import Stamps
from roundbook.cli.places.layout import (
    CHECKPOINT,
    EDITION,
    HEAD,
    LEDGER,
    LOOK,
    PEOPLE,
    names_people,
)
from roundbook.cli.places.members import NO_FILE, Anywhere, Made, Version, free
from roundbook.ledger.errors import Refused, Unreadable
from roundbook.ledger.storage.database import Database, Lost, Say, silent, without_password
from roundbook.ledger.storage.postgres import PostgresStore

_ADDRESS = re.compile(r"(postgres(?:ql)?://[^/?]*/[^/?]+)/([^/?]+)(\?.*)?")


def named(address: str, say: Say = silent) -> "DatabasePlace":
    """Return the place with this address. Raises a usage error if it does not name a tournament."""
    found = _ADDRESS.fullmatch(address)
    if found is None:
        msg = (
            f"{without_password(address)} does not name a tournament; add its name after the "
            "database: postgresql://USER@HOST/DATABASE/NAME."
        )
        raise click.UsageError(msg)
    base, name, more = found[1], found[2], found[3] or ""
    context = click.get_current_context(silent=True)
    patience = (0.0,) if context and context.resilient_parsing else None  # A Tab waits for nobody.
    database = Database(base + more, patience=patience, say=say)
    return DatabasePlace(database, name, without_password(f"{base}/{name}{more}"))


def served(address: str, say: Say = silent) -> "ServedDatabase":
    """Return the tournaments to serve under an address: one, or all in a database."""
    return ServedDatabase(hall(address, say))


def hall(address: str, say: Say = silent) -> "Hall":
    """Return the tournaments that an address names: one, or all in a database."""
    found = _ADDRESS.fullmatch(address)
    base, only = (found[1] + (found[3] or ""), found[2]) if found else (address, None)
    return Hall(base, only, say)


_LOOKS: LiteralString = """
SELECT t.name, t.id, t.size, m.size, m.revision,
  (SELECT string_agg(o.name || ' ' || o.size || ' ' || o.revision, ' ' ORDER BY o.name)
    FROM roundbook.member o WHERE o.tournament = t.id AND o.name = ANY(%s))
FROM roundbook.tournament t
LEFT JOIN roundbook_names.member m ON m.tournament = t.id AND m.name = %s
WHERE t.size > 0 ORDER BY t.name COLLATE "C"
"""


class Hall(NamedTuple):
    """The tournaments in a database, or only the one that was named."""

    address: str
    only: str | None
    say: Say

    def __str__(self) -> str:
        return without_password(self.address)

    @property
    def whole(self) -> str:
        """The key of the database, the same for every user and spelling of the address."""
        return Database(self.address).key

    @property
    def user(self) -> str:
        """The user of the database, who may be one that does not see names."""
        return f"{conninfo_to_dict(self.address).get('user') or ''}"

    def looks(self) -> dict[str, str]:
        """Return what each tournament looks like: sizes and revisions, which any change alters."""
        beside = [CHECKPOINT, EDITION]
        rows = Database(self.address, say=self.say).read(_LOOKS, beside, PEOPLE)
        return {name: " ".join(map(str, more)) for name, *more in rows}

    def place(self, name: str, database: Database) -> "DatabasePlace":
        """Return the place of one of its tournaments."""
        return DatabasePlace(database, name, self.address_of(name))

    @contextmanager
    def opened(self, name: str) -> Iterator["DatabasePlace"]:
        """Open the place of one of its tournaments with a connection of its own."""
        database = Database(self.address, say=self.say)
        try:
            yield self.place(name, database)
        finally:
            database.close()

    def address_of(self, name: str) -> str:
        """Return the address of a tournament as people write it, with the database's settings."""
        base, mark, more = without_password(self.address).partition("?")
        return f"{base.rstrip('/')}/{name}{mark}{more}"

    def tournaments(self) -> list["DatabasePlace"]:
        """Return the tournaments that have entries, by name. Raises Unreadable."""
        database = Database(self.address, say=self.say)
        ask = """
            SELECT name FROM roundbook.tournament
            WHERE size > 0 AND name = coalesce(%s, name) ORDER BY name COLLATE "C"
        """
        return [self.place(name, database) for (name,) in database.read(ask, self.only)]


def prepared(address: str, say: Say) -> tuple[str, bool]:
    """Prepare a database; return its name, and whether it had not been prepared before."""
    database = Database(address, say=say)
    return database.where, database.prepare()


class DatabasePlace:
    """A tournament in a database: each member is a row. Two threads may use it in turn."""

    def __init__(self, database: Database, name: str, address: str) -> None:
        """Name the tournament without connecting. `address` is how people write it."""
        self.name = name
        self.whole = f"{database.key}/{name}"
        self.around = database.key
        self._address = address
        self._database = database
        self._lines = self.store()

    def __str__(self) -> str:
        return self._address

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DatabasePlace) and other.whole == self.whole

    def __hash__(self) -> int:
        return hash(self.whole)

    def free_name(self) -> str:
        """Return the name of a tournament that does not exist, not even without entries."""
        return free(
            self.name, lambda one: DatabasePlace(self._database, one, self._address).has(LEDGER)
        )

    def store(self) -> PostgresStore:
        """Return the store of the ledger's lines."""
        return PostgresStore(self._database, self.name)

    def make(self) -> PostgresStore:
        """Create an empty ledger in the database."""
        return PostgresStore.create(self._database, self.name)

    @contextmanager
    def founding(self, make: Callable[[], Made]) -> Iterator[Made]:
        """Create a tournament; if it has no line at the end, it is removed with all its members."""
        made = make()  # If this raises, another desk was first: nothing is ours.
        try:
            yield made
        except BaseException:
            with suppress(Unreadable):
                self._database.read("SELECT roundbook.abandon(%s)", self.name)
            raise

    def where(self, name: str) -> str:
        """Return the address followed by the member's name."""
        return f"{self._database.where}/{self.name}/{name}"

    def has(self, name: str) -> bool:
        """Tell whether there is such a row."""
        return self.version(name) != NO_FILE

    is_taken = has

    def read(self, name: str, most: int = -1) -> bytes:
        """Return the contents of a row; the ledger and its head read as they would in a folder."""
        if name == LEDGER and most >= 0:
            data = self._lines.beginning(most)
        elif name == LEDGER:
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
        """Return the names of the rows on a shelf."""
        ask = "SELECT name FROM {} WHERE tournament = {} AND starts_with(name, %s)"
        found = {
            one for table in (CHECKPOINT, PEOPLE) for one in self._ask(ask, table, f"{shelf}/")
        }
        return sorted(name for (name,) in found)

    def version(self, name: str) -> Version:
        """Return the tournament's number, the member's size, and its last revision."""
        if name in {LEDGER, HEAD}:
            ask = "SELECT id, size FROM roundbook.tournament WHERE name = %s"
            found = self._database.read(ask, self.name)
            found = [(one, size, 0) for one, size in found if size or name == LEDGER]
        else:
            ask = "SELECT tournament, size, revision FROM {} WHERE tournament = {} AND name = %s"
            found = self._ask(ask, name, name)
        return Version(*found[0]) if found else NO_FILE

    def write(self, name: str, data: bytes, *, private: bool = False) -> None:  # noqa: ARG002
        """Write a row, replacing the old one. The name alone decides which schema it goes to."""
        ask = """
            INSERT INTO {} (tournament, name, data) VALUES ({}, %s, %s)
            ON CONFLICT (tournament, name)
            DO UPDATE SET data = excluded.data, revision = nextval('roundbook.revision')
            RETURNING pg_notify('roundbook', %s)
        """
        self._ask(ask, name, name, data, self.name)

    def append(self, name: str, line: bytes) -> None:
        """Append to a row. Not repeated after a lost answer: that could add the line twice."""
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
        ask = """
            DELETE FROM {} WHERE tournament = {} AND name = %s RETURNING pg_notify('roundbook', %s)
        """
        self._ask(ask, name, name, self.name)

    def settle(self, *shelves: str) -> None:
        """Do nothing: a deletion is durable once the database has answered."""

    @contextmanager
    def held(self, name: str) -> Iterator[None]:
        """Hold a lock: a row that is never committed, so others who write it wait.

        Unlike `pg_advisory_lock`, this lets only users who may write keep others waiting, not
        readers.
        """
        ask = """
            INSERT INTO {} (tournament, name, data) VALUES ({}, %s, '')
            ON CONFLICT (tournament, name) DO UPDATE SET data = excluded.data
        """
        with self._database.holding(self._about(ask, name), name):
            yield

    def _ask(self, ask: LiteralString, name: str, *values: object) -> list[tuple[Any, ...]]:
        """Run a query about a member, which is safe to repeat. Raises Unreadable."""
        return self._database.read(self._about(ask, name), *values)

    def _about(self, ask: LiteralString, name: str) -> Composed:
        schema = "roundbook_names" if names_people(name) else "roundbook"
        return SQL(ask).format(Identifier(schema, "member"), self._lines.number())


# Serving the tournaments of a database: changes are announced to the server (LISTEN).

QUICK = (0.0, 0.1, 0.4, 1.0, 2.0)
"""Seconds between attempts to reconnect while serving; a browser waits less long than a command."""

EVERY, AGAIN = 2.0, 0.5
"""Seconds between looks without any news, and between attempts while the database is away."""

_STAMPS: LiteralString = """
SELECT t.name, t.id, t.size, m.tournament, m.size, m.revision, o.tournament, o.size, o.revision
FROM roundbook.tournament t
LEFT JOIN roundbook_names.member m ON m.tournament = t.id AND m.name = %s
LEFT JOIN roundbook.member o ON o.tournament = t.id AND o.name = %s
WHERE t.size > 0 AND (%s::text[] IS NULL OR t.name = ANY(%s)) ORDER BY t.name COLLATE "C"
"""


class ServedDatabase:
    """All tournaments of a database, or one of them, and the last known state of each.

    A thread with its own connection is notified of every write (LISTEN), and also checks everything
    now and then in case a notification was lost. Threads that answer requests use only what it
    knows.
    """

    def __init__(self, hall: Hall) -> None:
        """Name the database without connecting."""
        name = hall.only
        self.whole = f"{hall.whole}/{name}" if name else hall.whole
        self.is_one = name is not None
        self._hall, self._name = hall, name
        self._shared = Database(hall.address, patience=QUICK)
        self._database = Database(hall.address, patience=(0.0,))
        self._known: dict[str, Stamps] = {}
        self._trouble: Unreadable | None = None
        self._ends = Event()

    def __str__(self) -> str:
        place = self._hall.place(self._name, self._database) if self._name else None
        return str(place or without_password(self._hall.address))

    @property
    def around(self) -> "Sequence[ServedDatabase]":
        """Return the whole database, if this is one of its tournaments."""
        return (ServedDatabase(self._hall._replace(only=None)),) if self._name else ()

    @property
    def shelf(self) -> Hall:
        """Return the database."""
        return self._hall

    def tournaments(self) -> list[DatabasePlace]:
        """Return the known tournaments; they share one connection for reading."""
        return [self._hall.place(name, self._shared) for name in self._known]

    def found(self) -> list[DatabasePlace]:
        """Ask the database which tournaments exist now."""
        self._look(None, self._shared)
        return self.tournaments()

    def apart(self, one: Anywhere) -> DatabasePlace:
        """Return the place with its own connection, which is closed when the place is released."""
        return self._hall.place(one.name, Database(self._hall.address, patience=QUICK))

    def holds(self, one: Anywhere) -> bool:
        """Tell whether the tournament is known; one with a line is never deleted."""
        return one.name in self._known

    def stamps(self, one: Anywhere) -> Stamps:
        """Return the known versions of one tournament; NO_FILE if unknown, which forces a look."""
        known = None if self._trouble else self._known.get(one.name)
        return known or Stamps(NO_FILE, NO_FILE)

    def look(self, one: Anywhere) -> Stamps:
        """Ask for the versions of one tournament. Raises Unreadable, at once while none answers."""
        if self._trouble:
            raise self._trouble
        assert isinstance(one, DatabasePlace)
        self._known[one.name] = found = Stamps.of(one)
        return found

    def new(self, name: str) -> DatabasePlace:
        """Return a place with a name that is free."""
        place = self._hall.place(name, self._shared)
        return self._hall.place(place.free_name(), self._shared) if place.has(LEDGER) else place

    def missing(self) -> str:
        """Return why the database cannot be reached; empty if it can."""
        return self._trouble.message if self._trouble else ""

    @contextmanager
    def followed(self) -> Iterator[None]:
        """Follow what others write. Raises Unreadable, or Refused for an unknown tournament."""
        self._look(None, Database(self._hall.address, say=self._hall.say))
        if self._name and self._name not in self._known:
            msg = f"{self} does not contain a tournament."
            raise Refused(msg, hint="Check the spelling, or serve the whole database.")
        thread = Thread(target=self._hear, name="news", daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._ends.set()
            self._database.hush()
            thread.join(EVERY)

    def _hear(self) -> None:
        heard: set[str] = set()
        while not self._ends.is_set():
            try:
                self._look(heard, self._database)
                self._trouble = None
                heard = self._database.heard(EVERY)
            except (Lost, Unreadable) as error:
                away = f"the connection to {self._database.where} was lost."
                self._trouble = error if isinstance(error, Unreadable) else Unreadable(away)
                heard = set()
                self._ends.wait(AGAIN)

    def _look(self, names: set[str] | None, ask: Database) -> None:
        """Ask for the versions of these tournaments; of all of them if none is named."""
        only = [self._name] if self._name else [*(names or ())] or None
        rows = ask.read(_STAMPS, PEOPLE, LOOK, only, only)
        found = {
            name: Stamps(
                Version(number, size, 0),
                *(Version(*one) if one[0] else NO_FILE for one in (beside[:3], beside[3:])),
            )
            for name, number, size, *beside in rows
        }
        self._known = {**self._known, **found}
