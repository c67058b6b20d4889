"""Two saves of an event: who came, left and is back in between, and what was taken back."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from ledger import events as ev
from ledger.event import Told
from ledger.seats import Player
from ledger.terms import PlayerId
from ledger.things import match_thing, player_thing
from ledger.tournament import Tournament

_SHOWN = 16
"""How many characters of a digest tell one save from another."""


class Between(Struct, frozen=True, kw_only=True):
    """Two states of an event: `t` as told up to now, which goes on, and `goal`, the save alone.

    `saves` are the digests of the saves that told the entries so far.
    """

    t: Tournament
    goal: Tournament
    told: Told
    saves: dict[int, str]

    def otherwise(self, seq: int | None) -> str:
        """Return the reason of a change: which save says so, and which said otherwise."""
        before = self.saves.get(seq or 0)
        than = f"save {before[:_SHOWN]}" if before else "the ledger"
        return f"Save {self.told.sha256[:_SHOWN]} says otherwise than {than}."


def gone(both: Between, numbers: Mapping[str, PlayerId]) -> Iterator[ev.AnyEvent]:
    """Yield that a player has left whom the save does not list any more, in no round either."""
    for player in numbers.values():
        known = both.t.players.get(player)
        if known is None or player in both.goal.players or known.after == 0:
            continue
        if known.out:
            yield ev.PlayerReinstated(
                told=both.told,
                player=player,
                reason=both.otherwise(both.t.changed.get(player_thing(known.id))),
            )
        yield ev.PlayerDropped(told=both.told, player=player, after=0)


def taken_back(both: Between) -> Iterator[ev.AnyEvent]:
    """Yield the rounds and results that saves have told before, and this one does not know."""
    rounds = [one for key, one in both.t.rounds.items() if one.told and key not in both.goal.rounds]
    for paired in sorted(rounds, key=lambda one: (-one.number, one.pool)):
        reason = both.otherwise(paired.seq)
        yield ev.RoundWithdrawn(
            told=both.told, pool=paired.pool, round=paired.number, reason=reason
        )
    for pool, cut in list(both.t.cuts.items()):
        if cut.told and cut.seeds and cut.division and pool not in both.goal.cuts:
            seq = both.t.changed.get(("cut", cut.division))
            reason = both.otherwise(seq)
            yield ev.CutMade(
                told=both.told, division=cut.division, pool=pool, seeds=(), reason=reason
            )
    for match in sorted(both.t.results):
        seq = both.t.changed.get(match_thing(match))
        missing = match in both.goal.matches and match not in both.goal.results
        same = both.t.matches.get(match) == both.goal.matches.get(match)
        if missing and same and seq in both.saves:
            yield ev.ResultWithdrawn(told=both.told, match=match, reason=both.otherwise(seq))


def joined(
    both: Between, event: ev.PlayerRegistered | ev.LatePlayerAdmitted
) -> Iterator[ev.AnyEvent]:
    """Yield that somebody is new, came late after all, is called otherwise, or is back."""
    known = both.t.players.get(event.player)
    if known is None:
        yield event
        return
    reason = both.otherwise(both.t.changed.get(player_thing(known.id)))
    if known.losses != event.losses:
        yield event  # Who never came, and comes late; or with other losses than were told.
        return
    moved = None if known.division == event.division else event.division
    if known.commitment != event.commitment or moved:
        yield ev.PlayerAmended(
            told=both.told,
            player=event.player,
            commitment=event.commitment,
            division=moved,
            reason=reason,
        )
    late = isinstance(event, ev.LatePlayerAdmitted)
    if late != known.late:
        tag = ev.LateTagSet if late else ev.LateTagCleared
        yield tag(told=both.told, player=event.player, reason=reason)
    if known.told_out and known.out and not both.goal.players[event.player].out:
        yield ev.PlayerReinstated(told=both.told, player=event.player, reason=reason)


def left(both: Between, event: ev.PlayerDropped | ev.PlayerDisqualified) -> Iterator[ev.AnyEvent]:
    """Yield that somebody has left; who had left otherwise comes back for it."""
    known = both.t.players[event.player]
    if _leaving(known) == (event.after, isinstance(event, ev.PlayerDisqualified)):
        return
    if known.out:
        yield ev.PlayerReinstated(
            told=both.told,
            player=event.player,
            reason=both.otherwise(both.t.changed.get(player_thing(known.id))),
        )
    yield event


def _leaving(player: Player) -> tuple[int | None, bool]:
    return player.after, player.disqualified
