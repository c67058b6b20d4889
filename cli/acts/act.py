"""What every act answers: the entries that it wrote, and what follows from them."""

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from ledger.record.entry import Entry


class Facts(Protocol):
    """What came of an act: the entries that were written, or would be, and what follows."""

    @property
    def entries(self) -> Sequence[Entry]:
        """Return the entries, in their order."""


class Done(Struct, frozen=True, kw_only=True):
    """Entries from which nothing follows that they do not say themselves."""

    entries: tuple[Entry, ...]
