"""What keeps the lines of a ledger, and what every such store promises."""

from collections.abc import Sequence
from typing import Protocol

from ledger.record.chain import Survey


class Behind(Exception):  # noqa: N818 - losing a race is no error: look again and repeat.
    """Somebody else wrote first: the store holds other than `after` lines, namely `held`.

    No trouble for people: the desk reads `lines(after)`, judges again and repeats.
    """

    def __init__(self, *, after: int, held: int) -> None:
        """Keep both numbers."""
        super().__init__(f"the store holds {held} lines, not {after}")
        self.after = after
        self.held = held


class Store(Protocol):
    """Lines of bytes in order, numbered from 1; a store knows no tournament.

    Its promises, each one held by `tests/stores`:

    1. What was appended is read back, byte for byte, in the same order, also by a store that is
       opened later.
    2. An append that returns is durable: whatever happens to the program or to the power, the
       lines are there.
    3. All lines of an append are there, or none. An append that raises has changed nothing that
       `lines` gives, unless it raises `NotKnown`; after a failure of the disk this is promised as
       far as the disk allows.
    4. An append succeeds only if exactly `after` lines are held at that moment, otherwise `Behind`
       is raised. Of several writers that saw the same lines exactly one succeeds.
    5. A line that does not follow the last one that is held (its `prev` and `seq`) is never
       written: `Conflict`. That happens to a desk that has read what was never acknowledged.
    6. Lines are never changed, moved or removed.
    7. A store that cannot be believed raises `Unreadable` and names the place; it never repairs
       by forgetting.

    `notices` are sentences for people about what was found and done; anyone who shows them clears
    them. `stuck` tells whether an append failed so that nobody knows what reached the disk: then
    this store writes no more, and has to be kept for as long as the program writes there.
    """

    notices: list[str]
    stuck: bool

    def lines(self, after: int = 0) -> list[bytes]:
        """Return the lines after the `after`-th, without their LF; none if there are no more."""
        ...

    def ready(self) -> None:
        """Raise what an append would raise before it looks at its lines, if it would: Unreadable.

        What has to be kept before the lines, such as names, is not kept for an append in vain.
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
        """Look at the whole ledger again, whatever is wrong with it. Raises Unreadable for none."""
        ...

    def accept_shorter(self, reason: str) -> None:
        """Let the next append continue after the last line, though a later one was written."""
        ...
