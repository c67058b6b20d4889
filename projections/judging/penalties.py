"""The penalties given at an event, in the order in which they were given."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from roundbook.ledger.events.catalogue import PenaltyIssued, PenaltyWithdrawn, PlayerDisqualified
from roundbook.ledger.events.judging import Penalty
from roundbook.ledger.phrases import Phrase, phrase
from roundbook.ledger.record.entry import Entry, each_event
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Actor, MatchFormat, MatchId, PlayerId, Result, Verdict

DISQUALIFICATION = "disqualification"
LOSSES = frozenset({Penalty.GAME_LOSS, Penalty.MATCH_LOSS})
"""The penalties that have to be counted in the result of a match."""
COUNTED = (
    "A penalty does not change a result: count a lost game or match in the result that is reported."
)


class GivenPenalty(Struct, frozen=True, kw_only=True):
    """A penalty: its entry, when, by which staff member, to which player, for what.

    `withdrawn` is the reason why it was withdrawn, if it was.
    """

    seq: int
    at: datetime
    hand: Actor
    player: PlayerId
    penalty: str
    infraction: str
    match: MatchId | None = None
    withdrawn: str | None = None

    @property
    def called(self) -> str:
        """The penalty as judges call it."""
        return penalty_called(self.penalty)


TO_PLAYERS: Mapping[str, Phrase] = {
    Penalty.CAUTION: phrase("Caution"),
    Penalty.WARNING: phrase("Warning"),
    Penalty.PRIZE: phrase("Prize penalty"),
    Penalty.DOUBLE_PRIZE: phrase("Double Prize penalty"),
    Penalty.QUADRUPLE_PRIZE: phrase("Quadruple Prize penalty"),
    Penalty.GAME_LOSS: phrase("Game loss"),
    Penalty.MATCH_LOSS: phrase("Match loss"),
}
"""The penalties as the player who has one reads them.

A disqualification has a sentence of its own on the player's page.
"""


def penalty_called(penalty: str) -> str:
    """Return a penalty as judges call it; a Prize penalty would sound like a reward without it."""
    return penalty.replace("-", " ").replace("prize", "Prize penalty")


def penalties(entries: Iterable[Entry], player: PlayerId | None = None) -> list[GivenPenalty]:
    """Return every penalty in the order given, or those of one player, withdrawn ones included.

    Disqualifications are included, also those of players who were reinstated.
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
    """Tell whether `event` withdraws a penalty; a disqualification is reinstated instead."""
    of_it = (one.seq, one.player) == (event.entry, event.player)
    return of_it and one.penalty != DISQUALIFICATION


def uncounted(t: Tournament, match: MatchId, result: Result) -> list[str]:
    """Return a sentence for each game loss or match loss in a match that a result does not count.

    No rule forbids such a result, since a game loss may have been served in another match. Without
    games, a best of three does not show whether a game was lost.
    """
    is_one = t.opened is not None and t.opened.match_format is MatchFormat.BEST_OF_ONE
    found = []
    for one in t.penalties.values():
        if one.match != match or one.penalty not in LOSSES or match not in t.matches:
            continue
        on_left = t.entrant(one.player) == t.matches[match].first
        seen = result if on_left else result.turned()
        if seen.verdict not in {Verdict.FIRST, Verdict.TIE}:
            continue
        has = f"{one.player} has a {penalty_called(one.penalty)} in this match"
        if is_one or one.penalty is Penalty.MATCH_LOSS:
            found.append(f"{has}, but the result is not a loss.")
        elif seen.games and not seen.games.second:
            found.append(f"{has}, but the result gives the opponent no game.")
    return found
