"""What every act answers, and how it says that what it was given makes no sense."""

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from ledger.errors import Trouble
from ledger.record.entry import Entry


class Facts(Protocol):
    """What came of an act: the entries that were written, or would be, and what follows."""

    @property
    def entries(self) -> Sequence[Entry]:
        """Return the entries, in their order."""


class Done(Struct, frozen=True, kw_only=True):
    """Entries from which nothing follows that they do not say themselves."""

    entries: tuple[Entry, ...]


class Misuse(Trouble):
    """An act was asked for with values that make no sense; `field` names the one that is wrong."""

    def __init__(self, message: str, *, field: str = "") -> None:
        """Keep the sentence, and which value it is about."""
        super().__init__(message)
        self.field = field
