"""`docs/serving.md`: every command of the page, up to the moment at which a server would listen."""

import socket
from pathlib import Path

import pytest

from roundbook.cli.web import serving
from tests.cli.typed import roundbook
from tests.transcripts import OPENING, Clock, Golden, type_page


class Listening(socket.socket):
    """A socket at a port that is free, and looks like the one that the page has."""

    def getsockname(self) -> tuple[str, int]:
        return "127.0.0.1", 8080


class Stopped:
    """A server that somebody stops at once; tests/web/test_serve.py has real ones."""

    def run(self, sockets: list[socket.socket]) -> None:
        for one in sockets:
            one.close()


def test_every_command_about_screens_and_pages_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, golden: Golden
) -> None:
    cup = tmp_path / "work" / "events" / "cup"
    cup.parent.mkdir(parents=True)
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "home-"))
    monkeypatch.setattr("roundbook.cli.session.clock.datetime", Clock(OPENING))
    roundbook("open", cup, "--name", "Autumn Cup", "--start", "2026-11-28", code=0)
    for name, told in (
        ("bound", lambda *_: Listening()),
        ("server", lambda *_: Stopped()),
        ("own_addresses", lambda: ["192.168.1.20"]),
        ("allow_many_files", lambda: None),
        ("take_turns", lambda: None),
    ):
        monkeypatch.setattr(serving, name, told)
    monkeypatch.setattr(
        "roundbook.cli.web.public.players.in_terminal", lambda where: f"(QR code of {where})"
    )
    monkeypatch.setattr("roundbook.cli.commands.serve.socket.gethostname", lambda: "desk-1")
    type_page("docs/serving.md", tmp_path, monkeypatch, golden)
