"""Tournaments with a posted round that waits to be started, and that something has made wrong."""

from random import Random

from msgspec.structs import replace

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, PlayerId, Result, Verdict
from roundbook.projections.standings.records import records
from tests.projections.pairing.events import (
    MASTERS,
    POOL,
    RULES,
    drawn,
    masters,
    opened,
    pair_by_hand,
    pid,
    play_by_dice,
    posted,
)
from tests.scripts import commitment

VERDICTS = (Verdict.FIRST, Verdict.SECOND, Verdict.TIE)


def small(dice: Random) -> Tournament:
    """At most nine players, paired by hand, well or badly; in a third of cases a mixed field."""
    ages = [Division.JUNIOR, Division.SENIOR, MASTERS]
    mixed = dice.random() < 0.3
    t = opened([dice.choice(ages) if mixed else MASTERS for _ in range(dice.randint(2, 8))])
    last = dice.randint(1, 4)
    if dice.random() < 0.4:
        t.apply(ev.AnnouncementMade(rounds=dice.randint(1, 8)), 1)
    for number in range(1, last + 1):
        players = [int(p.id[1:]) for p in t.players.values()]
        dice.shuffle(players)
        if dice.random() < 0.5:
            table = records(t, RULES)
            players.sort(key=lambda p: -table[pid(p)].match_points)
        bye = players.pop() if len(players) % 2 else None
        pair_by_hand(t, list(zip(players[::2], players[1::2], strict=True)), bye)
        if number < last:
            for match, _ in t.rounds[POOL, number].matches():
                result = Result(verdict=dice.choice(VERDICTS))
                t.apply(ev.ResultReported(match=match, result=result), 1)
    t.rounds[POOL, last] = replace(t.rounds[POOL, last], started=False)
    for _ in range(dice.randint(1, 3)):
        make_wrong(t, dice, last, most=9)
    return t


def large(dice: Random, count: int) -> Tournament:
    """About so many players, some rounds drawn and played, one posted, then one to four acts."""
    t = masters(dice.randint(count - 4, count + 4))
    last = dice.randint(1, 9)
    for number in range(1, last + 1):
        t.apply(posted(t, drawn(t)), 1)
        if number < last:
            play_by_dice(t, dice, drops=0.02)
    for _ in range(dice.choice((1, 1, 2, 4))):
        make_wrong(t, dice, last, most=count + 9)
    return t


def make_wrong(t: Tournament, dice: Random, number: int, *, most: int) -> None:
    """Let somebody leave, come, or have another result, while round `number` waits."""
    roll = dice.random()
    if roll < 1 / 3:
        player = dice.choice([p.id for p in t.players.values() if not p.out] or [pid(1)])
        t.apply(ev.PlayerDropped(player=player, after=number - 1), 1)
    elif roll < 2 / 3 and len(t.players) < most:
        join(t, pid(len(t.players) + 1), dice.choice(list(t.players.values())).division, number)
    elif t.results:
        match = dice.choice([match for match in t.results if match.round >= number - 2])
        result = Result(verdict=dice.choice(VERDICTS))
        t.apply(ev.ResultCorrected(match=match, result=result, reason="misread"), 1)


def join(t: Tournament, player: PlayerId, division: Division, number: int) -> None:
    """Admit somebody while round `number` waits: late, but before round 1."""
    if number == 1:
        event = ev.PlayerRegistered(player=player, division=division, commitment=commitment(player))
        t.apply(event, 1)
        return
    t.apply(
        ev.LatePlayerAdmitted(
            player=player, division=division, commitment=commitment(player), losses=number - 1
        ),
        1,
    )
