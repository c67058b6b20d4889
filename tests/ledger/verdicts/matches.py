"""Every match that can be played, as the facts that a judge could write down on the way.

A match is walked through as it is played at the table: flip the coin, play, win, have time called,
count the prizes. What the walk reaches is possible; nothing else is.
"""

from collections.abc import Iterator
from functools import cache
from itertools import product

from msgspec.structs import replace

from roundbook.ledger.events.match_end import (
    Away,
    Facts,
    GameEnd,
    Prizes,
    Side,
    Stage,
    TimeCalled,
    UnderWay,
)
from roundbook.ledger.terms import MatchFormat

IN_A_GAME = (TimeCalled.IN_TURN, TimeCalled.BETWEEN_TURNS)
ABSENCES = (
    (Away.NOBODY, False),
    *((away, told) for away in (Away.FIRST, Away.SECOND, Away.BOTH) for told in (False, True)),
)


def steps(f: Facts) -> Iterator[Facts]:
    """Yield what can be seen next at a table."""
    nothing = f.under_way is UnderWay.NOTHING
    called = f.time is not TimeCalled.NOT_YET
    if f.decider:
        return
    if nothing:
        if not called:
            yield replace(f, time=TimeCalled.BETWEEN_GAMES)
        yield from _starts(f, called=called)
        return
    # A game or a Sudden Death is under way.
    if not called:
        yield from (replace(f, time=time) for time in IN_A_GAME)
    playing = f.under_way is UnderWay.GAME
    if playing and f.prizes is None:  # A judge may look at the prizes at any time.
        pairs = product(range(1, f.initial + 1), repeat=2)
        yield from (replace(f, prizes=Prizes(*pair)) for pair in pairs)
    prizes_are_needed = playing and f.part is Stage.ELIMINATION
    if f.time in IN_A_GAME and (f.prizes or not prizes_are_needed):
        yield replace(f, last_turn_ended=True)
    yield from _ends(f)


def _starts(f: Facts, *, called: bool) -> Iterator[Facts]:
    """The next game, or Sudden Death."""
    if _won(f):
        return
    both = f.games[-1:] == (GameEnd.BOTH,)
    level = _wins(f).count("first") == _wins(f).count("second")
    if both:
        if not called or f.part is Stage.ELIMINATION:
            yield replace(f, under_way=UnderWay.SUDDEN_DEATH)
    elif not called:
        yield replace(f, under_way=UnderWay.GAME)
    elif f.part is Stage.ELIMINATION and level:
        yield replace(f, under_way=UnderWay.SUDDEN_DEATH)


def _ends(f: Facts) -> Iterator[Facts]:
    """Somebody wins what is under way, or both do, or a judge says that it does not count."""
    done = replace(f, under_way=UnderWay.NOTHING, prizes=None)
    if f.under_way is UnderWay.GAME:
        won = (GameEnd.FIRST, GameEnd.SECOND, GameEnd.BOTH)
        yield from (replace(done, games=(*f.games, end)) for end in won)
        if GameEnd.UNCOUNTED not in f.games:  # Once is enough here; a law speaks of more.
            yield replace(done, games=(*f.games, GameEnd.UNCOUNTED))
    elif f.games[-1:] == (GameEnd.BOTH,):
        yield done  # Both won that, too.
        ends = (GameEnd.FIRST_BY_SUDDEN_DEATH, GameEnd.SECOND_BY_SUDDEN_DEATH)
        yield from (replace(done, games=(*f.games[:-1], end)) for end in ends)
    else:
        yield done
        yield from (replace(done, decider=side) for side in Side)


def _wins(f: Facts) -> list[str]:
    return [str(end).partition("-")[0] for end in f.games]


def _won(f: Facts) -> bool:
    enough = 2 if f.match_format is MatchFormat.BEST_OF_THREE else 1
    return max(_wins(f).count("first"), _wins(f).count("second")) >= enough


@cache
def possible(initial: int) -> frozenset[Facts]:
    """Return everything that can be seen at a table, whoever was on time."""
    begun = [
        Facts(part=part, match_format=kind, initial=initial)
        for part, kind in product(Stage, MatchFormat)
    ]
    seen, waiting = set(begun), list(begun)
    while waiting:
        fresh = set(steps(waiting.pop())) - seen
        seen |= fresh
        waiting += fresh
    return frozenset(seen)


def with_absences(facts: Facts) -> Iterator[Facts]:
    """Yield the facts with everybody who can have been late or away."""
    for away, told in ABSENCES:
        yield replace(facts, away=away, judge_told=told)


def imaginable(initial: int) -> Iterator[Facts]:
    """Yield all facts that can be typed: most of them are nonsense."""
    lists = [
        games
        for length in range(4)
        for games in product(GameEnd, repeat=length)
        if games.count(GameEnd.UNCOUNTED) <= 1
    ]
    pairs = [None, *(Prizes(*pair) for pair in product(range(initial + 2), repeat=2))]
    for part, kind, games, on in product(Stage, MatchFormat, lists, UnderWay):
        counted = pairs if on is UnderWay.GAME and len(games) < 3 else pairs[:2]
        for time, last, prizes in product(TimeCalled, (False, True), counted):
            for decider in (None, *Side):
                if decider and prizes:
                    continue
                yield Facts(
                    part=part,
                    match_format=kind,
                    games=games,
                    under_way=on,
                    time=time,
                    last_turn_ended=last,
                    initial=initial,
                    prizes=prizes,
                    decider=decider,
                )
