"""A folder of tournaments, the real command line to run them, and a visitor at the server."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.desk.venue import now, random_bytes
from cli.web.access.sessions import AccessStore
from cli.web.app import app
from cli.web.server.tournament_folder import TournamentFolder
from tests.cli.line import Line
from tests.web.visitor import Visitor


@pytest.fixture
def line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Line:
    """Return the command line at a tournament that is not open yet, in the folder `events`."""
    home = tmp_path / "home"
    monkeypatch.setenv("ROUNDBOOK_HOME", str(home))
    monkeypatch.delenv("ROUNDBOOK_HAND", raising=False)
    monkeypatch.delenv("ROUNDBOOK_STATION", raising=False)
    (tmp_path / "events").mkdir()
    return Line(home, tmp_path / "events" / "cup")


@pytest.fixture
def hall(line: Line) -> TournamentFolder:
    """Return the hall of that folder."""
    return TournamentFolder(line.folder.parent)


@pytest.fixture
def porch(line: Line, hall: TournamentFolder) -> AccessStore:
    """Return the doors of that folder."""
    return AccessStore(line.home, hall.folder, clock=now, random_bytes=random_bytes)


@pytest.fixture
def visitor(hall: TournamentFolder, porch: AccessStore) -> Iterator[Visitor]:
    """Return somebody who looks at the hall with a browser, more or less."""
    with Visitor(app(hall, porch)) as client:
        yield client
