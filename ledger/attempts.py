"""Commands that were refused: intent that came to nothing, kept beside the ledger."""

from datetime import datetime

from msgspec import Struct

from ledger.events import AnyEvent
from ledger.terms import Hand


class Attempt(Struct, frozen=True, omit_defaults=True):
    """A command that was refused: kept beside the ledger, not in it (LED-2)."""

    at: datetime
    hand: Hand
    cmd: str
    after: int
    rule: str
    message: str
    events: tuple[AnyEvent, ...] = ()
