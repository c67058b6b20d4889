"""Whether a Swiss pool has another legal round: nobody meets again or has a second bye."""

from collections.abc import Collection, Iterable

from roundbook.ledger.state.pools import members
from roundbook.ledger.state.rounds import due, latest_round, open_matches, planned_rounds
from roundbook.ledger.state.tournament import Round, Tournament
from roundbook.ledger.terms import PlayerId, Pool
from roundbook.projections.perfect_matching import ALONE, complete


def next_number(t: Tournament, pool: Pool) -> int:
    """Return the number of the next Swiss round of a pool that starts.

    A paired round that has not started is paired again: it is the next one to be played.
    """
    latest = latest_round(t, pool)
    return 1 if latest is None else latest.number + latest.started


def rounds_before(
    t: Tournament, pool: Pool, number: int, players: Collection[PlayerId]
) -> list[Round]:
    """Return the Swiss rounds before a round of a pool in which these players have been.

    Rounds of other pools too: players who changed pools bring their opponents and byes along.
    """
    known = set(players)
    return [
        paired
        for paired in t.rounds.values()
        if paired.pool not in t.cuts
        and (paired.pool != pool or paired.number < number)
        and not known.isdisjoint(paired.players())
    ]


def opponents_in(rounds: Iterable[Round]) -> dict[PlayerId, set[PlayerId]]:
    """Return whom each player was paired with in these rounds."""
    met: dict[PlayerId, set[PlayerId]] = {}
    for paired in rounds:
        for first, second in paired.pairings:
            met.setdefault(first, set()).add(second)
            met.setdefault(second, set()).add(first)
    return met


def with_bye_in(rounds: Iterable[Round]) -> frozenset[PlayerId]:
    """Return who had a bye of either kind in these rounds."""
    return frozenset(bye.player for paired in rounds for bye in paired.byes)


def can_go_on(t: Tournament, pool: Pool) -> bool:
    """Tell whether a pool has a legal next round for at least two players (TOP §3.1)."""
    number = next_number(t, pool)
    return _is_legal(t, pool, number, due(t, pool, number))


def has_ended(t: Tournament, pool: Pool) -> bool:
    """Tell whether a pool has played its last round, as no other is announced or legal (A-78).

    Players who dropped during a round that is being played were due in it: it counts as legal
    although the standings after the round before leave it out.
    """
    paired, planned = latest_round(t, pool), planned_rounds(t, pool)
    if paired is None or not paired.started or open_matches(t, paired):
        return False
    if planned is None or paired.number >= planned:
        return True
    number = paired.number + 1
    during = [each for each in members(t, pool) if (t.players[each].after or 0) >= number]
    return not _is_legal(t, pool, number, [*due(t, pool, number), *during])


def _is_legal(t: Tournament, pool: Pool, number: int, players: Collection[PlayerId]) -> bool:
    """Tell whether these players of a pool can play a round without a rematch or a second bye."""
    # Everybody has met fewer opponents than half of a large field, so by Dirac's theorem a round
    # without a rematch is left, even after one of them gets the bye. Only small ones are searched.
    if len(players) > 2 * number + 2 or len(players) < 2:
        return len(players) > 1
    # A player with an awarded bye needs no opponent in that round.
    seated = [player for player in players if number not in t.awarded.get(player, ())]
    place = {player: at for at, player in enumerate(seated)}
    before = rounds_before(t, pool, number, seated)
    met = opponents_in(before)
    barred = [{place[one] for one in met.get(player, ()) if one in place} for player in seated]
    if len(seated) % 2:
        # The bye is one more vertex that players who have had one may not meet, so one search
        # answers both questions.
        refused = {place[player] for player in with_bye_in(before) if player in place}
        for at in refused:
            barred[at].add(len(seated))
        barred.append(refused)
    return complete(barred, [ALONE] * len(barred)) is None
