"""A folder of tournaments, the real command line to run them, and a visitor at the server."""

import shutil
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from roundbook.cli.session.venue import now, random_bytes
from roundbook.cli.web.access.sessions import AccessStore
from roundbook.cli.web.app import app
from roundbook.cli.web.server import listing
from roundbook.cli.web.server import tournaments as server
from roundbook.cli.web.server.tournaments import TournamentFolder
from tests.chance import alike
from tests.cli.begun import Begun
from tests.cli.line import Line
from tests.web import events
from tests.web.visitor import Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture
def line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[Line]:
    """Return the command line at a tournament that is not open yet, in the folder `events`."""
    home = tmp_path / "home"
    monkeypatch.setenv("ROUNDBOOK_HOME", str(home))
    monkeypatch.delenv("ROUNDBOOK_HAND", raising=False)
    monkeypatch.delenv("ROUNDBOOK_STATION", raising=False)
    (tmp_path / "events").mkdir()
    with alike(request.node.nodeid):
        yield Line(home, tmp_path / "events" / "cup", Begun(tmp_path, monkeypatch))


@pytest.fixture
def tournaments(line: Line, monkeypatch: pytest.MonkeyPatch) -> TournamentFolder:
    """Return the tournaments there; the server rests from no work, however long it took.

    A page takes longest when its template is filled for the first time, and then another desk's
    entry would be shown a moment later: that stood or fell with the test that came first.
    """
    with line.begun_by.accepting() if line.begun_by else nullcontext():
        monkeypatch.setattr(server, "CHEAP", float("inf"))
        for module in (server, listing):
            monkeypatch.setattr(module, "REST", 0)
        monkeypatch.setattr(listing, "PATIENCE", None)
    return TournamentFolder(line.folder.parent)


@pytest.fixture
def access(line: Line, tournaments: TournamentFolder) -> AccessStore:
    """Return the doors of that folder."""
    return AccessStore(line.home, tournaments.folder, clock=now, random_bytes=random_bytes)


@pytest.fixture
def visitor(tournaments: TournamentFolder, access: AccessStore) -> Iterator[Visitor]:
    """Return somebody who looks at the hall with a browser, more or less."""
    with Visitor(app(tournaments, access), access=access) as client:
        yield client


@pytest.fixture(scope="module")
def browser() -> "Iterator[Browser]":
    """Return a real browser; while it runs, nothing else of this process may run an event loop."""
    from tests.web.chromium import chromium

    with chromium() as opened:
        yield opened


@pytest.fixture(scope="session")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a home and with a tournament at every stage: played once for all."""
    base = tmp_path_factory.mktemp("stages")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ROUNDBOOK_HOME", str(base / "home"))
        (base / "events").mkdir()
        events.stages(Line(base / "home", base / "events" / "cup"))
    return base


@pytest.fixture(scope="module")
def played(
    browser: "Browser", stage: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Line]:
    """Return the command line at a copy of these tournaments, for a browser to look at."""
    del browser  # Without one there is nothing to be played for.
    base = tmp_path_factory.mktemp("played")
    shutil.copytree(stage, base, dirs_exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ROUNDBOOK_HOME", str(base / "home"))
        yield Line(base / "home", base / "events" / "cup")
