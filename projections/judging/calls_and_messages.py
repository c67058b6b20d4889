"""The judge calls that are open, longest wait first, and messages from the desk to the hall."""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from roundbook.ledger.events.catalogue import JudgeCalled
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.state.rounds import calls_judge, decision
from roundbook.ledger.state.subjects import match_thing
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Actor, Division, MatchId, PlayerId

# Messages from the desk to the hall: for all players, a division or a table.


class Message(Struct, frozen=True, kw_only=True):
    """A message from the desk: its entry, time, text (players by number) and for whom it is."""

    seq: int
    at: datetime
    text: str
    division: Division | None = None
    match: MatchId | None = None


def messages(t: Tournament, entries: Sequence[Entry]) -> list[Message]:
    """Return the messages that have not been withdrawn, newest first; none after the close."""
    shown = {} if t.closed else t.messages
    return [
        Message(
            seq=seq,
            at=entries[seq - 1].at,
            text=event.text,
            division=event.division,
            match=event.match,
        )
        for seq, event in reversed(shown.items())
    ]


def is_for(one: Message, t: Tournament, player: PlayerId) -> bool:
    """Tell whether a message is for a player now, by the division and the table that it names.

    A player of a team gets the messages for their own division and for that of the team.
    A message to a table is no longer for its players once their match is over.
    """
    if one.match is not None:
        return player in t.at_table(one.match) and not _is_past(t, one.match, one.seq)
    own = {t.players[each].division for each in (player, t.entrant(player)) if each in t.players}
    return one.division is None or one.division in own


def _is_past(t: Tournament, match: MatchId, seq: int) -> bool:
    """Tell whether a match is over for a message in entry `seq`.

    A message that was sent after the result, for instance about it, stays until the next round is
    paired, or the tournament is closed.
    """
    if t.closed is not None or t.latest.get(match.pool, 0) > match.round:
        return True
    if decision(t, match) is None:
        return False
    return match not in t.results or t.changed.get(match_thing(match), 0) > seq


class OpenCall(Struct, frozen=True, kw_only=True):
    """A call for a judge: the table, since when, which player called and why, and its entry.

    `by` is the staff member who entered the call. `taken_by` is the judge who is on the way, and
    `taken_at` since when.
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
    """Return the waiting calls, longest wait first; after them those that a judge has taken.

    A call whose match has since got a result is left out. `entries` are all entries of the
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
