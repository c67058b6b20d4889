"""Rules for a single elimination: its seeds, and players who drop or return (TOP §3.2)."""

from collections import Counter

from roundbook.ledger.errors import advice, do
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.phrases import have
from roundbook.ledger.state.round_names import named
from roundbook.ledger.state.rounds import (
    all_lost,
    beaten,
    latest_round,
    open_matches,
    rounds_started,
    survivors,
)
from roundbook.ledger.state.tournament import Player, Tournament
from roundbook.ledger.terms import MatchId, PlayerId, Pool, Verdict
from roundbook.ledger.validators.checks import Breach, Found


def seeds_settled(t: Tournament, event: ev.SeedsDrawn) -> Found:
    """Seeds are drawn once, or again if a player joins or drops before round 1 starts (TOP §3.2.2).

    All matches are then paired again. Once round 1 has started, nobody is added.
    """
    if not t.cuts:
        return
    pool = next(iter(t.cuts))
    if event.pool != pool:
        why = f"the bracket is {pool}"
    elif rounds_started(t, pool):
        why = "round 1 has started"
    elif latest_round(t, pool):
        why = "round 1 has been paired and must be withdrawn first"
    elif set(t.cuts[pool].seeds) == set(event.seeds):
        why = "no player has joined or dropped since"
    else:
        return
    yield Breach(
        message=f"the seeds cannot be drawn again: {why}.",
        cites="TOP §3.2.2",
        hint=advice(
            "{} withdraws a paired round 1 and draws the seeds again, but only after a player has "
            "joined or dropped, and before round 1 starts.",
            do("seed", "--reason", "…"),
        ),
    )


def seeds_everybody(t: Tournament, event: ev.SeedsDrawn) -> Found:
    """Every active player of any age, and nobody else, has one seed (TOP §3.2.1)."""
    present = [player.id for player in t.players.values() if not player.out]
    times = Counter(event.seeds)
    wrong = [p for p in times if p in t.players and (t.players[p].out or times[p] > 1)]
    missing = [player for player in present if player not in times]
    if wrong:
        why = have(
            wrong,
            one="is inactive, or is listed twice",
            many="are inactive, or are listed twice",
        )
    elif missing:
        why = have(missing, one="is active and has no seed", many="are active and have no seed")
    elif len(event.seeds) < 2:
        why = "a bracket needs at least two players"
    else:
        return
    yield Breach(
        message=f"these seeds are not valid: {why}.",
        cites="TOP §3.2, §3.2.1",
        hint=advice("Give each active player one seed: {} draws the seeds.", do("seed")),
    )


def bracket_over(t: Tournament, event: ev.PlayerDropped) -> Found:
    """No player drops from a bracket that has been won: no match is left to lose (TOP §3.2)."""
    if event.told:
        return
    for pool, cut in t.cuts.items():
        if event.player in cut.seeds and winner(t, pool) == event.player:
            yield Breach(
                message=f"{event.player} has won {pool}, and has no matches left to play.",
                cites="TOP §3.2",
                hint="The winner of a bracket cannot drop; the place is theirs.",
            )


def winner(t: Tournament, pool: Pool) -> PlayerId | None:
    """Return the winner of a bracket; None while it is being played, and if both finalists lost."""
    latest = latest_round(t, pool)
    if latest is None or not latest.started or open_matches(t, latest):
        return None
    still = [player for player in survivors(t, pool) if not t.players[player].out]
    return still[0] if len(still) == 1 else None


def bracket_without_winner(
    t: Tournament, event: ev.ResultReported | ev.ResultCorrected | ev.TournamentClosed
) -> Found:
    """The last match of a bracket has a winner: nobody else is left to advance (TRF §9; A-89).

    If an official lets it stand, place 1 stays empty, and both players are second.
    """
    if isinstance(event, ev.TournamentClosed):
        over = [pool for pool in t.cuts if all_lost(t, pool)]
        wrong = f"{over[0]} has no winner: everybody left in it lost" if over else ""
    else:
        is_last = event.result.verdict is Verdict.DOUBLE_LOSS and _is_last(t, event.match)
        wrong = f"{event.match.pool} would have no winner: nobody else is left" if is_last else ""
        over = []
    if wrong:
        lost = [player for pool in over[:1] for player in all_lost(t, pool)]
        # A bracket with players who were never registered is wrong, too, and may still be closed.
        gone = [player for player in lost if player in t.players and t.is_out(player)]
        yield Breach(
            message=f"{wrong}.",
            cites="TRF §9",
            hint=advice(
                "A player who is out loses, whatever the result was, so reinstate a player: {}.",
                do("reinstate", gone[0]),
            )
            if gone
            else "The head judge decides who wins the match: report or correct its result.",
        )


def _is_last(t: Tournament, match: MatchId) -> bool:
    """Return whether only the players of a match are left in its bracket."""
    paired = t.rounds.get((match.pool, match.round))
    if match.pool not in t.cuts or paired is None or t.latest.get(match.pool) != match.round:
        return False
    matches = dict(paired.matches())
    if match not in matches:
        return False  # The match for third place decides nothing else.
    out = {player for one in matches if one != match for player in beaten(t, one)}
    return set(paired.players()) - out == set(matches[match])


def bracket_moved_on(t: Tournament, event: ev.PlayerReinstated) -> Found:
    """Players who dropped from a bracket stay out once its next round starts (TOP §3.2; A-50).

    A return that an official allows is kept and shown, and does not move the bracket.
    """
    if event.told:
        return
    player = t.players.get(event.player)
    if player is None or player.after is None:
        return
    for pool in t.cuts:
        if rounds_started(t, pool) > player.after and _gave_up(t, pool, player):
            how = "was disqualified in" if player.disqualified else "dropped in"
            yield Breach(
                message=f"{player.id} {how} {named(t, pool, player.after)}, and the next round has "
                "started.",
                cites="TOP §3.2",
                hint="The bracket continues without the player.",
            )
            return


def _gave_up(t: Tournament, pool: Pool, player: Player) -> bool:
    """Return whether a player would still be in a bracket without the drop."""
    paired = t.rounds.get((pool, player.after or 0))
    if paired is None:
        return False
    for match, pair in paired.matches():
        if player.id in pair:
            loss = Verdict.SECOND if player.id == pair.first else Verdict.FIRST
            result = t.results.get(match)
            return result is None or result.verdict not in {loss, Verdict.DOUBLE_LOSS}
    return player.id in paired.players()
