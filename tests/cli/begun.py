"""Tournaments that have begun: played once a minute in each process, and copied for the others.

Half of the tests of the command line begin the same few tournaments, which used to take a fifth of
their time. A copy is byte for byte what the commands write, and chance falls by the names alone, so
no test can tell which it got. It is never older than a minute: a clock that runs must not run out.
"""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import NamedTuple

import pytest

from roundbook.cli.places.layout import SEEN, of_folder

LASTS = 60.0
"""Seconds for which a tournament may be copied."""

Key = tuple[tuple[str, ...], int, str]
"""The names, how many rounds were played, and in which folder."""


class Kept(NamedTuple):
    """Every file and folder below a path, with its mode and bytes; and since when."""

    root: Path
    found: list[tuple[str, int, bytes | None]]
    since: float


_KEPT: dict[Key, Kept] = {}


class Begun:
    """What one test may take over, once, and only while it has patched nothing of its own."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Take over below `root`, which has to be empty."""
        self.root = root
        self._monkeypatch = monkeypatch
        self._accepted = self._patched()

    @contextmanager
    def accepting(self) -> Iterator[None]:
        """Accept what is patched meanwhile, since it is the same in every test."""
        before = self._patched()
        yield
        self._accepted += self._patched() - before

    def _patched(self) -> int:
        return len(self._monkeypatch._setattr) + len(self._monkeypatch._setitem)

    @property
    def may_be_copied(self) -> bool:
        """Whether nothing distinguishes this test from others so far."""
        own = {one for one in os.environ if one.startswith("ROUNDBOOK_")} - {"ROUNDBOOK_HOME"}
        files = (path for path in self.root.rglob("*") if not path.is_dir())
        return self._patched() == self._accepted and not own and not any(files)

    def copied(self, key: Key) -> bool:
        """Lay out the tournament if there is one that is new enough; return whether there was."""
        kept = _KEPT.get(key)
        if kept is None or monotonic() - kept.since > LASTS:
            return False
        for name, mode, data in kept.found:
            path = self.root / name
            if data is None:
                path.mkdir(exist_ok=True)
            else:
                path.write_bytes(data)
            path.chmod(mode)
        for note in self.root.glob(f"home/{SEEN}/*/*"):  # It has the path of the folder.
            told = note.read_text("utf-8").replace(str(kept.root), str(self.root))
            note.unlink()
            name = of_folder(note.parent.name, json.loads(told)["folder"])
            (note.parent.parent / name).write_text(told, "utf-8")
        return True

    def keep(self, key: Key) -> None:
        """Keep the tournament for the tests that come."""
        found = [
            (
                path.relative_to(self.root).as_posix(),
                path.stat().st_mode & 0o7777,
                None if path.is_dir() else path.read_bytes(),
            )
            for path in sorted(self.root.rglob("*"))
        ]
        _KEPT[key] = Kept(self.root, found, monotonic())
