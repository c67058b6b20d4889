"""Questions about the state of a tournament: who plays where, is due, advances; what is locked."""

from collections.abc import Collection
from typing import NamedTuple

from ledger.events.catalogue import SeedsDrawn, TournamentOpened
from ledger.events.drafts import PairedBy
from ledger.events.match_end import Stage
from ledger.record import draws
from ledger.rulesets.ruleset import Ruleset
from ledger.state.subjects import ANNOUNCEMENT, match_thing
from ledger.state.tournament import Player, Round, Tournament
from ledger.terms import Division, MatchFormat, MatchId, PlayerId, Pool, Style, Verdict


def pool_of(t: Tournament, player: Player) -> Pool | None:
    """Return the pool in which a player plays Swiss; None before the pods are formed."""
    if player.pool or player.division in t.flights:
        return player.pool
    for pool, divisions in t.pods.items():
        if player.division in divisions:
            return pool
    return None


def by_sheet(t: Tournament) -> bool:
    """Return whether the rounds of this tournament follow the sheet of a pod."""
    return t.opened is not None and t.opened.pairing is PairedBy.POD_SHEET


def draft_pods(t: Tournament) -> tuple[Pool, ...]:
    """Return the pods that the tables of a draft play as; empty if there are none (A-66)."""
    return tuple(pool for pool in t.pods if any(pool in one.pools for one in t.drafts))


def members(t: Tournament, pool: Pool) -> list[PlayerId]:
    """Return every player who has ever belonged to a Swiss pool, in order of registration."""
    return [player.id for player in t.players.values() if pool_of(t, player) == pool]


def size_at_start(t: Tournament, pool: Pool) -> int:
    """Return how many players a flight had when its first round started (TOP §3.3.3.2).

    Players who came later, or dropped before any round, do not count. Before the first round has
    started it is the current number of players.
    """
    there = (player for player in t.players.values() if player.pool == pool)
    return sum(player.losses == 0 and player.after != 0 for player in there)


def smallest_flights(t: Tournament, division: Division) -> list[Pool]:
    """Return the flights of a division that were smallest at the start, by name; empty if none."""
    sizes = {pool: size_at_start(t, pool) for pool in sorted(t.flights.get(division, ()))}
    return [pool for pool, size in sizes.items() if size == min(sizes.values())]


def largest_flight(t: Tournament, pool: Pool) -> int | None:
    """Return the size of the largest flight in a flight's division; None for any other pool.

    Its row of the rounds table decides the rounds of all of them (A-16).
    """
    flights = next((pools for pools in t.flights.values() if pool in pools), ())
    return max((size_at_start(t, each) for each in flights), default=None)


def flights_by_player(t: Tournament) -> dict[PlayerId, Pool]:
    """Return the flight of every player who plays in one."""
    flights = {pool for pools in t.flights.values() for pool in pools}
    return {p.id: p.pool for p in t.players.values() if p.pool and p.pool in flights}


def formed_pods(t: Tournament) -> dict[Pool, tuple[Division, ...]]:
    """Return the pods as they were formed: a division in flights is one pod."""
    whole = {pool: Pool(age.lower()) for age, pools in t.flights.items() for pool in pools}
    return {whole.get(pool, pool): ages for pool, ages in t.pods.items()}


def flights_named(t: Tournament, pool: Pool | None) -> tuple[Pool, ...]:
    """Return the flights of a division if `pool` is the division's name; empty for other names."""
    return next((pools for age, pools in t.flights.items() if pool == age.lower()), ())


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


def open_matches(t: Tournament, paired: Round) -> list[MatchId]:
    """Return the undecided matches of a round, in table order."""
    if paired.pool not in t.cuts:  # Here a report decides, and large rounds are asked often.
        return [match for match, _ in paired.matches() if match not in t.results]
    return [match for match, _ in paired.matches() if decision(t, match) is None]


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
    found = [match for match, _ in paired.matches()] if paired else []
    return [*found, third] if third and third.round == number else found


def latest_round(t: Tournament, pool: Pool) -> Round | None:
    """Return the latest paired round of a pool, or None."""
    return t.rounds.get((pool, t.latest.get(pool, 0)))


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


def planned_rounds(t: Tournament, pool: Pool) -> int | None:
    """Return the number of Swiss rounds of a pool: as set for it, or as announced (TOP §2)."""
    return t.planned.get(pool, t.planned.get(None))


def told_with_everybody(t: Tournament, divisions: Collection[Division]) -> bool:
    """Return whether the announcement came after all players of these divisions had registered."""
    told = t.changed.get(ANNOUNCEMENT, 0)
    return all(one.seq < told for one in t.players.values() if one.division in divisions)


def rounds_started(t: Tournament, pool: Pool) -> int:
    """Return the number of the latest round of a pool that has started; 0 before the first."""
    return max((r.number for r in t.rounds.values() if r.pool == pool and r.started), default=0)


def latest_started(t: Tournament, player: PlayerId) -> int:
    """Return the latest round started in the pool or the bracket that a player plays in.

    It is the last round that counts for a player who drops now (TOP §3.1.4.1, A-7); 0 for none.
    """
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


def part_of(t: Tournament, pool: Pool) -> Stage:
    """Return the stage of a pool, whose tables apply: Swiss or elimination (TRF §8, §9)."""
    eliminates = t.opened is not None and t.opened.style is Style.SINGLE_ELIMINATION
    return Stage.ELIMINATION if eliminates or pool in t.cuts else Stage.SWISS


def absent(t: Tournament) -> list[PlayerId]:
    """Return the on-time players who have not dropped and are not checked in, by number."""
    return [
        player.id
        for player in t.players.values()
        if not (player.late or (player.out and player.id not in t.in_team))
        if player.id not in t.checked_in
    ]


def under_way(t: Tournament) -> bool:
    """Return whether any round has started."""
    return any(paired.started for paired in t.rounds.values())


def brackets_of(t: Tournament, division: Division) -> list[Pool]:
    """Return the brackets of a division's players."""
    return [pool for pool, cut in t.cuts.items() if cut.division == division]


def brackets_seeded(t: Tournament, match: MatchId) -> list[Pool]:
    """Return the brackets that a Swiss match has seeded; none for a match of a bracket (A-40)."""
    if match.pool in t.cuts:
        return []
    ages = {t.players[p].division for p in t.matches.get(match, ()) if p in t.players}
    return sorted({pool for age in ages for pool in brackets_of(t, age)})


def entropy_for(t: Tournament, pool: str) -> bytes:
    """Return the public chance that goes into the next draw of a pool, as its key needs it.

    It consists of every text added so far for all pools or for this one, in order of entries, each
    preceded by its length; it is empty if there is none.
    """
    return draws.joined(one.text for one in t.entropy if one.pool in {None, pool})


# The time of a match: the least that the edition allows (TRF §7.3; A-34).


class Limit(NamedTuple):
    """The minutes of a match, and the turns that follow when time is called."""

    minutes: int
    turns: int

    def __str__(self) -> str:
        """Return `45 minutes and 3 turns`."""
        minutes = f"{self.minutes} minute{'' if self.minutes == 1 else 's'}"
        return f"{minutes} and {self.turns} turn{'' if self.turns == 1 else 's'}"


def least(opened: TournamentOpened, rules: Ruleset) -> Limit | None:
    """Return the least time of a match, by its number of games and its format.

    A single game may be shorter in Limited; if the format is not known, the shorter time counts.
    None if the edition has no minimum, and for a video game, which TRF does not cover.
    """
    times = rules.times
    if opened.rounds_table == "vg":
        return None
    if opened.match_format is MatchFormat.BEST_OF_THREE:
        return Limit(times.best_of_three, times.extra_turns)
    of_limited = opened.format is None or opened.format.limited
    minutes = times.single_limited if of_limited else times.single_constructed
    return Limit(minutes, times.extra_turns) if minutes else None


# Who advances in a bracket: how a match counts, whatever was reported for a player who dropped.


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


# When a result can no longer be changed; all code asks here.


def locking_round(number: int, rules: Ruleset) -> int:
    """Return the number of the round whose pairing locks the results of round `number` (TOP §4)."""
    return number + rules.rounds_until_lock


def round_locked_by(number: int, rules: Ruleset) -> int | None:
    """Return the round that pairing round `number` locks; None if it locks none (TOP §4)."""
    return max(number - rules.rounds_until_lock, 0) or None


def latest_paired_after(t: Tournament, match: MatchId) -> int:
    """Return the highest round ever paired that a match record affects (A-40, A-48).

    That is in its own pool, and in the brackets of its two players' divisions, which continue the
    count of the Swiss rounds. A withdrawn round counts: it was paired.
    """
    return max(t.ever_paired.get(pool, 0) for pool in (match.pool, *brackets_seeded(t, match)))


def newly_locked(t: Tournament, rules: Ruleset, pool: Pool, number: int) -> list[MatchId]:
    """Return the match records that pairing a round locks, but no earlier pairing did (TOP §4)."""
    return [
        match
        for match in t.matches
        if number >= locking_round(match.round, rules)
        if pool in {match.pool, *brackets_seeded(t, match)}
        if not locked(t, match, rules)
    ]


def locked(t: Tournament, match: MatchId, rules: Ruleset) -> bool:
    """Return whether the round that locks a match record has ever been paired (TOP §4)."""
    return latest_paired_after(t, match) >= locking_round(match.round, rules)


def final(t: Tournament, match: MatchId, rules: Ruleset) -> bool:
    """Return whether a match record is locked, even if only by the close (A-49)."""
    return t.closed is not None or locked(t, match, rules)
