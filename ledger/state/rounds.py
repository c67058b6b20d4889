"""Rounds: who is due in one, which are paired or started, and how a match counts in it."""

from collections.abc import Collection, Iterable
from itertools import filterfalse

from roundbook.ledger.events.catalogue import CutMade, SeedsDrawn
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.pools import (
    each_sends,
    flights_of,
    members,
    pool_of,
    swiss_pools_of,
)
from roundbook.ledger.state.subjects import ANNOUNCEMENT, match_thing, player_thing
from roundbook.ledger.state.tournament import Round, Tournament
from roundbook.ledger.terms import Division, MatchId, PlayerId, Pool, Verdict


def due(t: Tournament, pool: Pool, number: int) -> list[PlayerId]:
    """Return the players who must be seated or have a bye in round `number` of a pool.

    Every active player plays every round (TOP §3.1). A late player is due after the rounds that
    were lost; after the first day only players of the second day are due; in a bracket those who
    have not been beaten; in a single elimination that has not started, every active player (TOP
    §3.2.2).
    """
    if isinstance(t.cuts.get(pool), SeedsDrawn) and not rounds_started(t, pool):
        return [player.id for player in t.players.values() if not player.out]
    if pool in t.cuts:
        return [p for p in survivors(t, pool) if p in t.players and not t.players[p].out]
    taken = t.day_two.get(pool)
    return [
        player
        for player in members(t, pool)
        if not t.players[player].out
        and t.players[player].losses < number
        and (taken is None or number <= taken.after or player in taken.players)
    ]


def survivors(t: Tournament, pool: Pool) -> list[PlayerId]:
    """Return the players who have not been beaten in a bracket, in order of seed (TOP §3.2).

    Only the latest round that has started decides: its players have come that far, and a correction
    of an earlier round no longer moves the bracket (A-50).
    """
    started = [paired for paired in rounds_of(t, pool) if paired.started]
    if not started:
        return list(t.cuts[pool].seeds)
    out = {player for match, _ in started[-1].matches() for player in beaten(t, match)}
    still = set(started[-1].players()) - out
    return [player for player in t.cuts[pool].seeds if player in still]


def all_lost(t: Tournament, pool: Pool) -> tuple[PlayerId, ...]:
    """Return the players of the last round of a bracket, if they all lost in it (A-89).

    Nobody is left to advance without a match, so the bracket has no winner.
    """
    started = [paired for paired in rounds_of(t, pool) if paired.started]
    return tuple(started[-1].players()) if started and not survivors(t, pool) else ()


def open_matches(t: Tournament, paired: Round) -> list[MatchId]:
    """Return the undecided matches of a round, in table order."""
    return undecided(t, paired.pool, paired.numbers)


def undecided(t: Tournament, pool: Pool, matches: Iterable[MatchId]) -> list[MatchId]:
    """Return those of these matches of a pool that are undecided, in the same order."""
    if pool not in t.cuts:  # Here a report decides, and every slip asks for thousands of matches.
        return [*filterfalse(t.results.__contains__, matches)]
    return [match for match in matches if decision(t, match) is None]


def missing_before(t: Tournament, pool: Pool, number: int) -> list[MatchId]:
    """Return the matches without a result before a round of a pool; for a bracket, in Swiss too."""
    cut = t.cuts.get(pool)
    return [
        match
        for each in (pool, *(swiss_pools_of(t, cut.division) if cut else ()))
        for paired in rounds_of(t, each)
        if each != pool or paired.number < number
        for match in open_matches(t, paired)
    ]


def calls_judge(t: Tournament, match: MatchId) -> bool:
    """Return whether a table still waits for a judge, or a judge is on the way to it.

    A result that came in after the call ends it, since nothing waits for a ruling any more. A call
    made after the result, for instance because it is wrong, waits like any other.
    """
    called = t.calls.get(match)
    if called is None:
        return False
    return match not in t.results or t.changed.get(match_thing(match), 0) <= called


def matches_of(t: Tournament, pool: Pool, number: int) -> list[MatchId]:
    """Return the matches of a paired round, with the 3rd-place match that is played in it."""
    paired, third = t.rounds.get((pool, number)), t.playoffs.get(pool)
    found = [*paired.numbers] if paired else []
    return [*found, third] if third and third.round == number else found


def latest_round(t: Tournament, pool: Pool) -> Round | None:
    """Return the latest paired round of a pool, or None."""
    return t.rounds.get((pool, t.latest.get(pool, 0)))


def latest_rounds(t: Tournament) -> list[Round]:
    """Return the latest paired round of each pool that has one."""
    return [one for pool in t.latest if (one := latest_round(t, pool))]


def latest_matches(t: Tournament, pool: Pool) -> list[MatchId]:
    """Return the matches of the latest round of a pool, with the 3rd-place match once paired.

    The 3rd-place match counts in the round of the final, and may be paired before it.
    """
    paired, third = latest_round(t, pool), t.playoffs.get(pool)
    found = [*paired.numbers] if paired else []
    return [*found, third] if paired and third and third.round >= paired.number else found


def matches_in_play(t: Tournament, pool: Pool) -> list[MatchId]:
    """Return the matches of the round in progress, with and without a result.

    The 3rd-place match is played as soon as it is paired, whether or not the final has started.
    """
    paired, third = latest_round(t, pool), t.playoffs.get(pool)
    every = latest_matches(t, pool)
    if paired is None or paired.started:
        return every
    return [match for match in every if match == third]


def still_out(t: Tournament, pool: Pool) -> list[MatchId]:
    """Return the matches of the round in progress without a result."""
    return undecided(t, pool, matches_in_play(t, pool))


def unseated(t: Tournament) -> list[Round]:
    """Return the rounds that have not started and no longer seat exactly the players due."""
    waiting = [latest_round(t, pool) for pool in t.latest]
    return [
        paired
        for paired in waiting
        if paired and not paired.started
        if set(paired.players()) != set(due(t, paired.pool, paired.number))
    ]


def rounds_of(t: Tournament, pool: Pool) -> list[Round]:
    """Return the paired rounds of a pool, in order."""
    return sorted((r for r in t.rounds.values() if r.pool == pool), key=lambda r: r.number)


def lost_alone(t: Tournament, paired: Round) -> tuple[PlayerId, ...]:
    """Return the players who lose a round without an opponent (TOP §3.1.3)."""
    there = set(paired.players())
    away = (
        player.id
        for player in t.players.values()
        if player.lost_alone(paired.number) and player.id not in there
        if pool_of(t, player) == paired.pool
    )
    return (*away, *paired.absent)


def planned_rounds(t: Tournament, pool: Pool) -> int | None:
    """Return the number of Swiss rounds of a pool: as set for it, or as announced (TOP §2)."""
    return t.planned.get(pool, t.planned.get(None))


def announced_to_everybody(t: Tournament, divisions: Collection[Division]) -> bool:
    """Return whether the announcement came after all players of these divisions had registered."""
    announced = t.changed.get(ANNOUNCEMENT, 0)
    return all(one.seq < announced for one in t.players.values() if one.division in divisions)


def rounds_started(t: Tournament, pool: Pool) -> int:
    """Return the number of the latest round of a pool that has started; 0 before the first."""
    return max((r.number for r in t.rounds.values() if r.pool == pool and r.started), default=0)


def day_two_started(t: Tournament, pool: Pool) -> bool:
    """Return whether the first round of a pool's second day has started (A-71)."""
    made = t.day_two.get(pool)
    return made is not None and rounds_started(t, pool) > made.after


def names_are_seen(t: Tournament) -> bool:
    """Tell whether a round has been posted or has started, so that people have seen the names."""
    return any(one.posted or one.started for one in t.rounds.values())


def never_came(t: Tournament, player: PlayerId) -> bool:
    """Tell whether a player dropped before the start, and had neither a match, a bye nor a loss.

    Such a player is in no exported file, has no lot, and no name that could be confused (A-99).
    """
    one = t.players[player]
    if one.after != 0 or one.disqualified or one.losses or one.missed or player in t.in_team:
        return False
    return not any(player in paired.players() for paired in t.rounds.values())


def latest_started(t: Tournament, player: PlayerId) -> int:
    """Return the latest round started in the pool or the bracket that a player plays in.

    It is the last round that counts for a player who drops now (TOP §3.1.4.1, A-7); 0 for none.
    """
    player = t.entrant(player)
    known = t.players.get(player)
    swiss = pool_of(t, known) if known else None
    pools = [pool for pool, cut in t.cuts.items() if player in cut.seeds]
    return max((rounds_started(t, pool) for pool in (*pools, swiss) if pool), default=0)


def rounds_missed(t: Tournament, rules: Ruleset, player: PlayerId) -> tuple[int, ...]:
    """Return the Swiss rounds that have started without a player since they dropped (A-60).

    Each is a loss once the player is back. Players who are not in the second day miss none of it.
    """
    known = t.players.get(player)
    pool = pool_of(t, known) if known else None
    if rules.missed_rounds == "none" or known is None or known.after is None or pool is None:
        return ()
    taken = t.day_two.get(pool)
    return tuple(
        paired.number
        for paired in rounds_of(t, pool)
        if paired.started and paired.number > known.after and player not in paired.players()
        if taken is None or paired.number <= taken.after or player in taken.players
    )


def is_of_a_file(t: Tournament) -> bool:
    """Return whether an event comes from a file, with all of its rounds."""
    told = t.opened is not None and t.opened.told is not None
    return told and all(paired.told for paired in t.rounds.values())


def under_way(t: Tournament) -> bool:
    """Return whether any round has started."""
    return any(paired.started for paired in t.rounds.values())


def decision(t: Tournament, match: MatchId) -> Verdict | None:
    """Return how a match counts: as it was reported; None while it is open.

    In a bracket a player who drops or is disqualified has lost the match of the latest round that
    had started, and every one after it, whatever the result was (TOP §3.2). If a file says that a
    player dropped, its result stands, since the file knew both.
    """
    result = t.results.get(match)
    reported = result.verdict if result else None
    if match.pool not in t.cuts or reported is Verdict.DOUBLE_LOSS:
        return reported
    first, second = (_left(t, match, player, reported) for player in t.matches[match])
    match first, second:
        case (True, True):
            return Verdict.DOUBLE_LOSS
        case (True, False):
            return Verdict.SECOND
        case (False, True):
            return Verdict.FIRST
        case _:
            return reported


def to_replace(t: Tournament, pool: Pool) -> list[PlayerId]:
    """Return the seeds who dropped before their bracket started, if others can move up (A-44).

    Those left out of a paired round are not returned: an official overrode the rule, or there was
    nobody to move up, and nobody has come back since.
    """
    cut, waits = t.cuts[pool], latest_round(t, pool)
    if not isinstance(cut, CutMade) or t.is_elimination or t.closed or rounds_started(t, pool):
        return []
    there = {*cut.seeds}
    if waits and not _come_back(t, cut, waits.seq):
        there = {*waits.players()}
    there &= t.players.keys()
    left = [one for one in cut.seeds if one in there and t.players[one].out]
    each = each_sends(t, cut.division, len(cut.seeds)) if left else None
    if each is None:
        return []
    for flight in flights_of(t, cut.division):
        inside = (t.players[one] for one in (members(t, flight) if flight else t.players))
        if sum(one.division == cut.division and not one.out for one in inside) < each:
            return []
    return left


def _come_back(t: Tournament, cut: CutMade, seq: int) -> bool:
    """Return whether a player who is not a seed of a cut has come back since an entry."""
    return any(
        player.division == cut.division and not player.out and player.id not in cut.seeds
        for player in t.players.values()
        if t.changed.get(player_thing(player.id), 0) > seq
    )


def verdict_of(t: Tournament, match: MatchId) -> Verdict | None:
    """Return how a match counts, as people are told.

    No drop decides it while its cut has to be made again, or while its round has not started and
    has to be repaired: the drop has then decided an earlier match, and this one is not played.
    """
    counts, result = decision(t, match), t.results.get(match)
    if match.pool not in t.cuts or counts == (result.verdict if result else None):
        return counts
    waits = to_replace(t, match.pool) or _is_to_repair(t, match.pool, match.round)
    return None if waits else counts


def _is_to_repair(t: Tournament, pool: Pool, number: int) -> bool:
    """Return whether a round that has not started seats others than are due, and can be paired."""
    paired, players = t.rounds.get((pool, number)), set(due(t, pool, number))
    waits = paired is not None and not paired.started and set(paired.players()) != players
    return waits and len(players) > 1


def beaten(t: Tournament, match: MatchId) -> tuple[PlayerId, ...]:
    """Return the players who are out after a match of a bracket; both in a double loss (A-50).

    Once the next round has started, its players have come that far: no correction and no return
    moves the bracket any more.
    """
    pair = t.matches[match]
    following = t.rounds.get((match.pool, match.round + 1))
    if following and following.started:
        seated = set(following.players())
        if not seated.isdisjoint(pair):
            return tuple(player for player in pair if player not in seated)
    match decision(t, match):
        case Verdict.FIRST:
            return (pair.second,)
        case Verdict.SECOND:
            return (pair.first,)
        case Verdict.DOUBLE_LOSS:
            return tuple(pair)
        case _:
            return ()


def _left(t: Tournament, match: MatchId, player: PlayerId, reported: Verdict | None) -> bool:
    """Return whether a player of a match dropped in its round or before, and so has lost it."""
    known = t.players.get(player)
    if known is None or known.after is None or known.after > match.round:
        return False
    return not (known.told_out and reported)
