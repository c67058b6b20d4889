"""Contradictions in the facts of a match, each as one sentence."""

from collections.abc import Iterator

from roundbook.ledger.events.match_end import Away, Facts, GameEnd, Stage, TimeCalled, UnderWay
from roundbook.ledger.terms import MatchFormat
from roundbook.ledger.verdicts.tally import decided, games_started, needed, tally, winner_of

_IN_A_GAME = (TimeCalled.IN_TURN, TimeCalled.BETWEEN_TURNS)


def contradiction(facts: Facts) -> str | None:
    """Return the first contradiction in the facts as a sentence, or None."""
    looks = (_games, _under_way, _time, _decider, _prizes, _away)
    return next((sentence for look in looks for sentence in look(facts)), None)


def has_decider(facts: Facts) -> bool:
    """Return whether Sudden Death decides the match itself, not one of its games (TRF §9.3).

    It does in elimination, if time was called, both players have won the same number of games, and
    the next game has not started.
    """
    count = tally(facts)
    return (
        facts.part is Stage.ELIMINATION
        and facts.time is not TimeCalled.NOT_YET
        and count.leader is None
        and not count.pending
        and facts.under_way is not UnderWay.GAME
    )


def _games(facts: Facts) -> Iterator[str]:
    """Yield a fault if a game follows the end of the match, or a game awaiting Sudden Death."""
    before = facts.games[:-1]
    if GameEnd.BOTH in before:
        number = before.index(GameEnd.BOTH) + 1
        yield (
            f"game {number} in the list needs Sudden Death, but another game "
            "follows it: enter who won game {number}."
        )
    wins = [winner_of(end) for end in before]
    if any(wins.count(side) >= needed(facts.match_format) for side in wins if side):
        yield (
            "the match was won before the last game listed: leave out games that were not played."
        )


def _under_way(facts: Facts) -> Iterator[str]:
    """Yield a fault if the game or the Sudden Death that is under way cannot be."""
    count = tally(facts)
    if facts.under_way is UnderWay.NOTHING:
        return
    if decided(facts):
        yield "the match has been won: no game can be under way."
    elif facts.under_way is UnderWay.GAME:
        if count.pending:
            yield (
                f"both players won game {count.game}: Sudden Death decides it before another "
                "game starts."
            )
        if facts.time is TimeCalled.BETWEEN_GAMES:
            yield "time was called between games: no game starts after that (TRF §8.1, §9.1)."
    elif not count.pending and not has_decider(facts):
        yield (
            "Sudden Death follows only a game that both won at the same time, but there is none."
            if facts.part is Stage.SWISS
            else "Sudden Death decides a game that both won at once, or equal games after time."
        )
    elif facts.part is Stage.SWISS and facts.time is TimeCalled.BETWEEN_GAMES:
        yield "in Swiss rounds, Sudden Death does not start after time is called (TRF §8.1)."


def _time(facts: Facts) -> Iterator[str]:
    """Yield a fault if time was called in a game but no game has started."""
    if facts.time in _IN_A_GAME and not facts.games:
        if facts.under_way is UnderWay.NOTHING:
            yield "time was called in a game, but no game has started."
        if facts.under_way is UnderWay.SUDDEN_DEATH:
            yield "time was called in a game, but no game was played before Sudden Death."
    if facts.last_turn_ended and facts.time not in _IN_A_GAME:
        yield ("the turns after time begin only when time is called during a game, but it was not.")


def _decider(facts: Facts) -> Iterator[str]:
    """Yield a fault if Sudden Death decided a match that was not tied after time."""
    if facts.decider is None:
        return
    if facts.under_way is not UnderWay.NOTHING:
        yield "Sudden Death has decided the match: no game can be under way."
    elif not has_decider(facts):
        yield (
            "Sudden Death decides a match only in elimination, after time, with equal numbers "
            "of games won."
        )


def _prizes(facts: Facts) -> Iterator[str]:
    """Yield a fault if Prize cards are missing, not of a game under way, or impossible."""
    playing = facts.under_way is UnderWay.GAME
    if facts.prizes is None:
        if facts.part is Stage.ELIMINATION and playing and facts.last_turn_ended:
            yield "enter how many Prize cards each player has left: they decide (TRF §9)."
        return
    if not playing:
        yield "Prize cards are counted only in a game under way, but no game is under way."
    elif 0 in facts.prizes:
        yield (
            "a player with no Prize cards left has won the game: enter that the "
            "game is over, and who won it."
        )
    elif max(facts.prizes) > facts.initial:
        yield (
            f"nobody can have more than {facts.initial} Prize cards left, the number at the start."
        )


def _away(facts: Facts) -> Iterator[str]:
    """Yield a fault if a judge was told of an absence but there was none."""
    if facts.judge_told and facts.away is Away.NOBODY:
        yield "neither player was late or away, so there was nothing to tell a judge."


def most_games(facts: Facts) -> int:
    """Return the most games that can be played: those started, and those still possible.

    After time is called no further game starts (TRF §8.1, §9.1).
    """
    if facts.time is not TimeCalled.NOT_YET:
        return games_started(facts)
    return 3 if facts.match_format is MatchFormat.BEST_OF_THREE else 1
