"""A tournament's folder and a home, both empty, for the real command line."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.chance import alike
from tests.cli.begun import Begun
from tests.cli.line import Line


@pytest.fixture
def line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[Line]:
    """Return the command line at a tournament that is not open yet."""
    home = tmp_path / "home"
    monkeypatch.setenv("ROUNDBOOK_HOME", str(home))
    monkeypatch.delenv("ROUNDBOOK_HAND", raising=False)
    monkeypatch.delenv("ROUNDBOOK_STATION", raising=False)
    with alike(request.node.nodeid):
        yield Line(home, tmp_path / "cup", Begun(tmp_path, monkeypatch))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder, where one is, with a home of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "home"))
    return tmp_path
