"""The real server as a process of its own."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from tests.cli.line import PROGRAM, SOURCE

PATIENCE = 60
"""So many seconds are more than any machine needs for anything that a test waits for."""


@contextmanager
def reserved_port() -> Iterator[int]:
    """Give a port to a server that cannot choose one itself.

    It stays bound, so that the system gives it to nobody else before the server listens at it.
    """
    with socket.socket() as held:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.bind(("127.0.0.1", 0))
        yield held.getsockname()[1]


class Served:
    """A server that runs: where it is, and what it said so far."""

    def __init__(
        self, folder: Path, home: Path, *words: object, port: int = 0, first: str = ""
    ) -> None:
        self.folder, self.home = folder, home
        self._words = ("serve", folder, "--port", port, *words)
        program = [sys.executable, "-c", f"{first}\n{PROGRAM}", *map(str, self._words)]
        env = {**os.environ, "PYTHONPATH": str(SOURCE), "ROUNDBOOK_HOME": str(home)}
        self.process = subprocess.Popen(
            program,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.said = ""

    def __enter__(self) -> Self:
        """Wait until it says that it listens."""
        assert self.process.stdout is not None
        while "for other people." not in self.said:
            line = self.process.stdout.readline()
            assert line, f"the server has gone: {self.said} {self.process.communicate()}"
            self.said += line
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()

    @property
    def addresses(self) -> list[str]:
        """The addresses that it named."""
        lines = (line.strip() for line in self.said.splitlines())
        return [line.rstrip("/") for line in lines if line.startswith("http")]

    @property
    def address(self) -> str:
        """The address on this machine."""
        return self.addresses[-1]

    @property
    def code(self) -> str:
        """The code by which the organiser comes in, once."""
        return self.said.partition("/join/")[2].split()[0]

    @property
    def port(self) -> int:
        """The port at which it listens."""
        return int(self.address.rpartition(":")[2])
