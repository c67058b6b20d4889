"""What the desk has told the hall and still stands, for everybody, a division or a table."""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from ledger.record.entry import Entry
from ledger.state.tournament import Tournament
from ledger.terms import Division, MatchId, PlayerId


class Message(Struct, frozen=True, kw_only=True):
    """A message of the desk: in which entry, when, the text with players by number, for whom."""

    seq: int
    at: datetime
    text: str
    division: Division | None = None
    match: MatchId | None = None


def messages(t: Tournament, entries: Sequence[Entry]) -> list[Message]:
    """Return the messages that stand, the newest first."""
    return [
        Message(
            seq=seq,
            at=entries[seq - 1].at,
            text=event.text,
            division=event.division,
            match=event.match,
        )
        for seq, event in reversed(t.messages.items())
    ]


def is_for(one: Message, t: Tournament, player: PlayerId) -> bool:
    """Tell whether a message is for a player: of the division, and at the table, that it names."""
    known = t.players.get(player)
    division = one.division is None or (known is not None and known.division is one.division)
    return division and (one.match is None or player in t.matches.get(one.match, ()))
