"""What keeps the lines of a ledger, and what every such store promises."""

from collections.abc import Sequence
from typing import Protocol

from ledger.record.chain import Survey


class Behind(Exception):  # noqa: N818 - losing a race is no error: look again and repeat.
    """Somebody else wrote first: the store has `held` lines, not `after`.

    People need not notice: the desk reads `lines(after)`, checks the command again and repeats it.
    """

    def __init__(self, *, after: int, held: int) -> None:
        """Keep both numbers."""
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
        """Raise Unreadable if an append would do so before it looks at its lines.

        So data that is saved before the lines, such as names, is not saved for nothing.
        """
        ...

    def append(self, lines: Sequence[bytes], *, after: int) -> None:
        """Write one or more lines after line `after`, in one step.

        A line is what `entries.to_line` gives: canonical, without LF, at most 65,535 bytes.
        Raises Behind, Conflict, Unreadable or NotKnown.
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
