"""Which tables call a judge, in the order in which they have waited, and who is on the way."""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from ledger.events.catalogue import JudgeCalled
from ledger.record.entry import Entry
from ledger.state.queries import calls_judge
from ledger.state.tournament import Tournament
from ledger.terms import Actor, Division, MatchId, PlayerId

# What the desk has told the hall and still stands, for everybody, a division or a table.


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


class OpenCall(Struct, frozen=True, kw_only=True):
    """A table that calls a judge: since when, who raised a hand and why, where that was said.

    `by` is the hand that wrote the call. `taken_by` is the judge who is on the way, and `taken_at`
    since when.
    """

    match: MatchId
    seq: int
    at: datetime
    by: Actor
    player: PlayerId | None = None
    reason: str | None = None
    taken_by: Actor | None = None
    taken_at: datetime | None = None


def open_calls(t: Tournament, entries: Sequence[Entry]) -> list[OpenCall]:
    """Return the calls that wait, the longest first; after them those that a judge has taken.

    A call whose match has got its result since is none of them. `entries` are those that tell the
    tournament, from the first.
    """
    calls = t.calls.items()
    found = [_call(t, entries, match, seq) for match, seq in calls if calls_judge(t, match)]
    return sorted(found, key=lambda one: (one.taken_by is not None, one.seq))


def _call(t: Tournament, entries: Sequence[Entry], match: MatchId, seq: int) -> OpenCall:
    called = entries[seq - 1]
    event = next(e for e in called.events if isinstance(e, JudgeCalled) and e.match == match)
    taken = entries[t.taken[match] - 1] if match in t.taken else None
    return OpenCall(
        match=match,
        seq=seq,
        at=called.at,
        by=called.hand,
        player=event.player,
        reason=event.reason,
        taken_by=taken.hand if taken else None,
        taken_at=taken.at if taken else None,
    )
