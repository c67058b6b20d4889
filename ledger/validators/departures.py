"""Players leave, come back, and are granted byes in advance."""

from collections.abc import Iterator

from ledger import events as ev
from ledger.entries import Entry
from ledger.errors import Violation
from ledger.events import AnyEvent
from ledger.field import latest_started, pool_of
from ledger.rulesets.ruleset import Ruleset
from ledger.terms import MatchId, PlayerId, Verdict
from ledger.tournament import Tournament


def already_out(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """Only somebody who is in can drop or be disqualified (TOP §3.1)."""
    if not isinstance(event, ev.PlayerDropped | ev.PlayerDisqualified):
        return
    player = t.players.get(event.player)
    if player is None or not player.out:
        return
    how = "was disqualified" if player.disqualified else "has dropped"
    yield Violation(
        rule="already-out",
        seq=entry.seq,
        message=f"{player.id} {how} already, after round {player.after}.",
        cites="TOP §3.1",
        hint="Reinstate the player first if something else has to be recorded.",
    )


def not_out(t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset) -> Iterator[Violation]:
    """Only somebody who has left can come back (TOP §3.1)."""
    if not isinstance(event, ev.PlayerReinstated):
        return
    player = t.players.get(event.player)
    if player is None or player.out:
        return
    yield Violation(
        rule="not-out",
        seq=entry.seq,
        message=f"{player.id} has not left.",
        cites="TOP §3.1",
        hint="Check the number of the player.",
    )


def drop_round(t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset) -> Iterator[Violation]:
    """The last round that counts for who leaves is the latest one started (TOP §3.1.4.1; A-7).

    A file says itself which round is the last; but whose result it has told cannot have vanished.
    """
    if not isinstance(event, ev.PlayerDropped | ev.PlayerDisqualified):
        return
    player = t.players.get(event.player)
    if player is None or player.out:
        return
    if event.told:
        played = _first_result(t, player.id) if event.after == 0 else None
        if played:
            yield Violation(
                rule="drop-round",
                seq=entry.seq,
                message=f"{player.id} has a result in {played}, and is said never to have played.",
                cites="TOP §3.1.4.1, A-7",
                hint="Compare the two saves: whoever leaves drops, and is not deleted.",
            )
        return
    latest = latest_started(t, player.id)
    if event.after == latest:
        return
    yield Violation(
        rule="drop-round",
        seq=entry.seq,
        message=f"{player.id} leaves after round {latest}, the latest started, "
        f"not after round {event.after}.",
        cites="TOP §3.1.4.1, A-7",
        hint="A round that has started counts; one that has not does not.",
    )


def _first_result(t: Tournament, player: PlayerId) -> MatchId | None:
    """Return the first match of a player that was played, if there is one."""
    own = (match for match, pair in t.matches.items() if player in pair)
    played = (m for m in own if m in t.results and t.results[m].verdict is not Verdict.UNPLAYED)
    return min(played, key=lambda match: (match.round, match.pool, match.table), default=None)


def bye_award_too_late(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """A bye is awarded in advance: for a round that is not yet paired (TOP §3.1)."""
    if not isinstance(event, ev.ByeAwarded):
        return
    player = t.players.get(event.player)
    pool = pool_of(t, player) if player else None
    if pool is None or t.latest.get(pool, 0) < event.round:
        return
    yield Violation(
        rule="bye-award-too-late",
        seq=entry.seq,
        message=f"round {event.round} of {pool} is paired: {event.player} cannot be "
        "awarded a bye in it.",
        cites="TOP §3.1",
        hint="Award it for a later round, or withdraw the round if it has not started.",
    )


def bye_awarded_twice(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """A player has one bye in a round (TOP §3.1)."""
    if not isinstance(event, ev.ByeAwarded):
        return
    if event.round not in t.awarded.get(event.player, ()):
        return
    yield Violation(
        rule="bye-awarded-twice",
        seq=entry.seq,
        message=f"{event.player} already has an awarded bye in round {event.round}.",
        cites="TOP §3.1",
        hint="Check the number of the round.",
    )
