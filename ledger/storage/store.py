"""What every store of a ledger's lines promises, and a store in memory."""

from collections.abc import Sequence
from typing import Protocol

from roundbook.ledger.errors import Conflict
from roundbook.ledger.record.chain import BEGINNING, Survey, follow


class Behind(Exception):  # noqa: N818 - losing a race is not an error: read again and repeat.
    """Another desk wrote first: the store has `held` lines, not `after`.

    People need not notice: the desk reads `lines(after)`, checks the command again and repeats it.
    """

    def __init__(self, *, after: int, held: int) -> None:
        """Store both numbers."""
        super().__init__(f"the store has {held} lines, not {after}")
        self.after = after
        self.held = held


class Store(Protocol):
    """Lines of bytes in order, numbered from 1; a store knows nothing about tournaments.

    Its promises, all tested in `tests/stores`:

    1. Lines that were appended are read back byte for byte and in the same order, also by a store
       that is opened later.
    2. An append that returns is durable: the lines are there, whatever happens to the program or
       to the power.
    3. An append writes all its lines or none. If it raises, `lines` still returns the same, unless
       it raises `NotKnown`; after a failure of the disk, this holds as far as the disk allows.
    4. An append succeeds only if there are exactly `after` lines at that moment; if not, it raises
       `Behind`. If several writers saw the same lines, exactly one of them succeeds.
    5. A line that does not follow the last line (by its `prev` and `seq`) is never written:
       `Conflict`. This happens to a desk that has read lines that were never acknowledged.
    6. Lines are never changed, moved or removed.
    7. A store that cannot be trusted raises `Unreadable` and names the place; it never repairs
       itself by dropping lines.
    8. A line that somebody else wrote may be one that its program, killed in between, never waited
       for. So `append` and `confirm` wait for every line before theirs as well.

    `notices` are sentences for people about what was found and done; the code that shows them
    clears them. `stuck` tells whether an append failed in such a way that nobody knows what reached
    the disk: the store then writes nothing more, and must be kept while the program writes there.
    """

    notices: list[str]
    stuck: bool

    def lines(self, after: int = 0) -> list[bytes]:
        """Return the lines after the `after`-th, without their LF; none if there are no more."""
        ...

    def ready(self) -> None:
        """Raise Unreadable if an append would do so before it checks its lines.

        So data that is saved before the lines, such as names, is not saved for nothing.
        """
        ...

    def append(self, lines: Sequence[bytes], *, after: int) -> None:
        """Write one or more lines after line `after`, in one step.

        A line is what `entries.to_line` gives: canonical, without LF, at most 65,535 bytes.
        Raises Behind, Conflict, Unreadable or NotKnown.
        """
        ...

    def confirm(self, *, after: int) -> None:
        """Wait until the first `after` lines are on the disk, for an answer that writes nothing.

        Raises Behind if there are more or fewer, and Unreadable or NotKnown.
        """
        ...


class LastingStore(Store, Protocol):
    """A store that outlives the program, so somebody may find it damaged, or an older copy."""

    def survey(self) -> Survey:
        """Survey the whole ledger again, even if damaged. Raises Unreadable if there is none."""
        ...

    def accept_shorter(self, reason: str) -> None:
        """Let the next append continue after the last line, although later lines were written."""
        ...


# A ledger that exists only while the program runs, for rehearsals and tests.


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

    def confirm(self, *, after: int) -> None:
        """Raise Behind if there are not `after` lines."""
        if after != self._end.seq:
            raise Behind(after=after, held=self._end.seq)
