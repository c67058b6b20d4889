"""A ledger that exists only while the program runs, for rehearsals and tests."""

from collections.abc import Sequence

from ledger.errors import Conflict
from ledger.record.chain import BEGINNING, follow
from ledger.storage.store import Behind


class MemoryStore:
    """Keeps all promises of `Store` except durability: nothing outlives the program."""

    def __init__(self) -> None:
        """Begin with no lines."""
        self.notices: list[str] = []
        self.stuck = False
        self._lines: list[bytes] = []
        self._end = BEGINNING

    def lines(self, after: int = 0) -> list[bytes]:
        """Return the lines after the `after`-th."""
        return self._lines[after:]

    def ready(self) -> None:
        """Memory can always be written."""

    def append(self, lines: Sequence[bytes], *, after: int) -> None:
        """Add lines after line `after`; raises Behind or Conflict."""
        assert lines, "An append needs at least one line."
        assert not any(b"\n" in line for line in lines), "A line must not contain a line feed."
        if after != self._end.seq:
            raise Behind(after=after, held=self._end.seq)
        end = follow(lines, self._end).after
        if end.seq != after + len(lines):
            msg = f"the new line {end.seq + 1} does not follow line {end.seq}."
            raise Conflict(msg, hint="Repeat the command: it will read the ledger again.")
        self._lines.extend(lines)
        self._end = end
