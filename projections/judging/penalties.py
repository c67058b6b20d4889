"""The penalties of an event, with what a judge wants to know before giving the next one."""

from collections.abc import Iterable
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from ledger.events.catalogue import PenaltyIssued, PenaltyWithdrawn, PlayerDisqualified
from ledger.record.entry import Entry, each_event
from ledger.terms import Actor, MatchId, PlayerId

DISQUALIFICATION = "disqualification"


class GivenPenalty(Struct, frozen=True, kw_only=True):
    """A penalty that was given: in which entry, when, by whom, to whom, for what.

    `withdrawn` is why it was taken back, where it was.
    """

    seq: int
    at: datetime
    hand: Actor
    player: PlayerId
    penalty: str
    infraction: str
    match: MatchId | None = None
    withdrawn: str | None = None


def penalties(entries: Iterable[Entry], player: PlayerId | None = None) -> list[GivenPenalty]:
    """Return every penalty in the order it was given, or those of one player; none left out.

    A disqualification is one of them; that of somebody who was reinstated stays in the list.
    """
    found: list[GivenPenalty] = []
    penalty: str
    for entry, event in each_event(entries):
        match event:
            case PenaltyIssued():
                penalty, infraction, match = event.penalty, event.infraction, event.match
            case PlayerDisqualified():
                penalty, infraction, match = DISQUALIFICATION, event.reason or "", None
            case PenaltyWithdrawn():
                found = [
                    replace(one, withdrawn=event.reason) if _is_meant(one, event) else one
                    for one in found
                ]
                continue
            case _:
                continue
        found.append(
            GivenPenalty(
                seq=entry.seq,
                at=entry.at,
                hand=entry.hand,
                player=event.player,
                penalty=penalty,
                infraction=infraction,
                match=match,
            )
        )
    return [one for one in found if player in {None, one.player}]


def _is_meant(one: GivenPenalty, event: PenaltyWithdrawn) -> bool:
    """Tell whether a penalty is the one that is withdrawn; a disqualification is reinstated."""
    of_it = (one.seq, one.player) == (event.entry, event.player)
    return of_it and one.penalty != DISQUALIFICATION
