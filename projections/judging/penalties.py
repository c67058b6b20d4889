"""The penalties given at an event, in the order in which they were given."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from roundbook.ledger.errors import Hint, do, warning
from roundbook.ledger.events.catalogue import PenaltyIssued, PenaltyWithdrawn, PlayerDisqualified
from roundbook.ledger.events.judging import Penalty
from roundbook.ledger.phrases import Phrase, phrase
from roundbook.ledger.record.entry import Entry, each_event
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.lock import chose_day_two, final, seeded_by
from roundbook.ledger.state.rounds import rounds_started
from roundbook.ledger.state.subjects import match_thing
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Actor, MatchFormat, MatchId, PlayerId, Result, Verdict
from roundbook.ledger.text import with_names

DISQUALIFICATION = "disqualification"
LOSSES = frozenset({Penalty.GAME_LOSS, Penalty.MATCH_LOSS})
"""The penalties that have to be counted in the result of a match."""
COUNTED = (
    "A penalty does not change the result by itself. Include the lost game or match in the result "
    "that you report."
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
    """Return a penalty as judges call it: `Prize penalty`, as `prize` would sound like a reward."""
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

    No rule forbids such a result, since a game loss may have been served in another match.
    """
    found = (_uncounted(t, one, match, result, "in this match") for one in t.penalties.values())
    return [said for said in found if said]


def forgotten(
    t: Tournament,
    rules: Ruleset,
    named: Callable[[PlayerId], str] = str,
    only: MatchId | None = None,
) -> list[Hint]:
    """Return the game losses and match losses that a recorded result leaves out, or `only` one's.

    A later note on the match and the player settles it: the result is intended.
    """
    found = list[Hint]()
    for (seq, player), one in t.penalties.items():
        match = one.match
        if t.closed or match is None or match not in t.results or only not in {None, match}:
            continue
        if t.noted.get((match, player), 0) > max(seq, t.changed[match_thing(match)]):
            continue
        if said := _uncounted(t, one, match, t.results[match], f"in match {match}"):
            acts = [do("note", "TEXT", "--match", str(match), "--player", player)]
            how = "It can no longer be corrected, so say in a note why it stands: {}."
            if not _settled(t, match, rules):
                acts.insert(0, do("correct", str(match), "RESULT", "--reason", "…"))
                how = "Correct the result, or say in a note why it is right: {} or {}."
            found.append(warning(f"{{}} {how}", with_names(said, named), *acts))
    return found


def _settled(t: Tournament, match: MatchId, rules: Ruleset) -> bool:
    """Tell whether a result is locked, or has decided who advances."""
    advanced = match.pool in t.cuts and rounds_started(t, match.pool) > match.round
    seeded = bool(seeded_by(t, match)) or chose_day_two(t, match)
    return advanced or seeded or final(t, match, rules)


def _uncounted(
    t: Tournament, one: PenaltyIssued, match: MatchId, result: Result, where: str
) -> str | None:
    """Return how a result leaves out a penalty in this match; None if it counts it.

    Without games, a best of three does not show whether a game was lost.
    """
    if one.match != match or one.penalty not in LOSSES or match not in t.matches:
        return None
    on_left = t.entrant(one.player) == t.matches[match].first
    seen = result if on_left else result.turned()
    if seen.verdict not in {Verdict.FIRST, Verdict.TIE}:
        return None
    is_one = t.opened is not None and t.opened.match_format is MatchFormat.BEST_OF_ONE
    has = f"{one.player} has a {penalty_called(one.penalty)} {where}"
    if is_one or one.penalty is Penalty.MATCH_LOSS:
        return f"{has}, but the result is not a loss for that player."
    if seen.games and not seen.games.second:
        return f"{has}, but the result does not include a game won by the opponent."
    return None
