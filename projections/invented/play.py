"""What happens at an invented event, entry by entry, from the opening to the close."""

from collections.abc import Iterator, Sequence

from ledger.events import catalogue as ev
from ledger.events.catalogue import AnyEvent
from ledger.state.queries import latest_started, planned_rounds, pool_of
from ledger.terms import MatchId, PlayerId
from projections.invented import draws, stage
from projections.invented.slips import another_result, first_result
from projections.invented.stage import Act, Stage


def happenings(on: Stage) -> Iterator[Act]:
    """Yield what happens, one entry after the other.

    The tournament must have followed each before the next one is asked for. A pool for which no
    legal round is left ends there, as an organiser may decide (A-11).
    """
    plan = on.plan
    yield (draws.opening(on),)
    for comer in on.comers:
        if not comer.after:
            yield (stage.registered(comer),)
    time, prizes = on.rules.times.best_of_three, min(8, plan.players)
    yield (ev.AnnouncementMade(rounds=plan.rounds, prizes=prizes, minutes=time),)
    yield (stage.pods(on),)
    open_pools = list(on.t.pods)
    doubted: list[MatchId] = []
    for number in range(1, plan.rounds + 1):
        yield from _awards(on, number)
        for pool in list(open_pools):
            paired = draws.paired_by_lot(on, pool)
            if paired is None:
                open_pools.remove(pool)
            else:
                yield (paired,)
        for pool in open_pools:
            yield (ev.RoundStarted(pool=pool, round=number),)
        yield from ((_corrected(on, match),) for match in doubted)
        doubted.clear()
        yield from stage.latecomers(on, number)
        played = [match for match in on.t.matches if match.round == number]
        yield from _results(on, number, played)
        for match in plan.dice.shuffled(played, "doubted"):
            if plan.dice.hits(plan.corrections, "wrong", match):
                if plan.dice.below(2, "seen late", match) and number < plan.rounds:
                    doubted.append(match)
                else:
                    yield (_corrected(on, match),)
    yield from ((_corrected(on, match),) for match in doubted)
    yield draws.close(on)


def _awards(on: Stage, number: int) -> Iterator[Act]:
    """Yield the byes that are awarded in a round."""
    plan = on.plan
    for player in list(on.t.players.values()):
        wins = plan.dice.hits(plan.awarded, "awarded", player.id)
        when = 1 + plan.dice.below(plan.rounds, "awarded in", player.id)
        if wins and when == number and not player.out:
            yield (ev.ByeAwarded(player=player.id, round=number, reason="won it before"),)


def _results(on: Stage, number: int, played: Sequence[MatchId]) -> Iterator[Act]:
    """Yield the slips as they come in, with those who leave after their match; then the others."""
    plan, dice = on.plan, on.plan.dice
    leaving = [
        player.id
        for player in on.t.players.values()
        if not player.out and _goes_on(on, player.id, number)
        if dice.hits(plan.drops, "drop", number, player.id)
    ]
    for match in dice.shuffled(played, "slip"):
        gone = [player for player in on.t.matches[match] if player in leaving]
        result = first_result(dice, match, plan.ties)
        yield (ev.ResultReported(match=match, result=result), *(_drop(on, p) for p in gone))
    for player in leaving:
        if not on.t.players[player].out:
            yield (_drop(on, player),)


def _goes_on(on: Stage, player: PlayerId, number: int) -> bool:
    """Tell whether there is a round after this one for a player to miss."""
    pool = pool_of(on.t, on.t.players[player])
    return pool is not None and number < (planned_rounds(on.t, pool) or 0)


def _drop(on: Stage, player: PlayerId) -> AnyEvent:
    return ev.PlayerDropped(player=player, after=latest_started(on.t, player))


def _corrected(on: Stage, match: MatchId) -> AnyEvent:
    result = another_result(on.plan.dice, match, on.t.results[match], on.plan.ties)
    return ev.ResultCorrected(match=match, result=result, reason="the slip had been misread")
