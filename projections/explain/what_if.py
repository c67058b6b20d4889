"""What if: places, rounds and cuts if something had been different. Nothing is recorded."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from roundbook.ledger.errors import Refused
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.catalogue import ResultReported
from roundbook.ledger.record.entry import Entry, each_event
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.lock import latest_paired_after, locked
from roundbook.ledger.state.rounds import latest_started
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, MatchId, PlayerId, Pool, Result
from roundbook.ledger.validators.results import score_impossible, tie_in_cut
from roundbook.projections.cut.qualifiers import best, still_in, swiss_order
from roundbook.projections.pairing.repair import fewest_changes
from roundbook.projections.standings.records import records
from roundbook.projections.standings.shown import counted, settled
from roundbook.projections.standings.standings import Standing, standings

# The effects of a wrong result: how long ago it was, and which players a correction affects.


class Cost(Struct, frozen=True, kw_only=True):
    """The players affected by the correction of a match.

    `entry` reported it, None if there was no report; `rounds` is how many rounds paired since
    depend on it. The records of its two `players` change, and if it is `in_swiss`, their Op Win %,
    that of their other `opponents`, and the Op Op Win % of the players `beyond`, who met these.
    """

    match: MatchId
    entry: int | None
    rounds: int
    players: tuple[PlayerId, ...]
    opponents: tuple[PlayerId, ...]
    beyond: tuple[PlayerId, ...]
    in_swiss: bool


def cost(
    entries: Sequence[Entry], t: Tournament, rules: Ruleset, match: MatchId, result: Result
) -> Cost:
    """Return which players a correction of a match to this result affects: none by other games.

    In a bracket, it affects no other figures.
    """
    table = records(t, rules)
    players = tuple(t.matches[match])
    if match in t.results and t.results[match].verdict == result.verdict:
        other = t.copy()
        other.apply(ev.ResultReported(match=match, result=result), t.seq)
        before, after = (standings(counted(one, live=True), rules) for one in (t, other))
        players = () if before == after else players
    swiss = match.pool not in t.cuts
    met = {player: set(record.opponents) for player, record in table.items()}
    opponents = _who_met(met, players) if swiss else ()
    beyond = _who_met(met, opponents)
    return Cost(
        match=match,
        entry=_reported(entries, match),
        rounds=max(latest_paired_after(t, match) - match.round, 0),
        players=players,
        opponents=tuple(player for player in opponents if player not in players),
        beyond=tuple(player for player in beyond if player not in {*players, *opponents}),
        in_swiss=swiss,
    )


def _who_met(
    met: dict[PlayerId, set[PlayerId]], players: Iterable[PlayerId]
) -> tuple[PlayerId, ...]:
    """Return the players who met one of these players, in order of registration."""
    wanted = set(players)
    return tuple(player for player, others in met.items() if others & wanted)


def _reported(entries: Sequence[Entry], match: MatchId) -> int | None:
    """Return the last entry that reported a match."""
    found = [
        entry.seq
        for entry in entries
        for event in entry.events
        if isinstance(event, ResultReported) and event.match == match
    ]
    return found[-1] if found else None


# What would be different: places, rounds and cuts.


class Moved(Struct, frozen=True, kw_only=True):
    """A player whose place or points would be different; None for no place."""

    player: PlayerId
    division: Division
    place: int | None
    would_be: int | None
    match_points: int
    would_have: int


class Unlike(Struct, frozen=True, kw_only=True):
    """A paired round that would have been paired differently, for at least `players` players.

    `players` is None if no legal round would have been possible.
    """

    pool: Pool
    round: int
    players: int | None


class Recut(Struct, frozen=True, kw_only=True):
    """A cut that would have been different: who would join, who would leave, and the new seeds."""

    division: Division
    pool: Pool
    joins: tuple[PlayerId, ...]
    leaves: tuple[PlayerId, ...]
    seeds: tuple[PlayerId, ...]


class WhatIf(Struct, frozen=True, kw_only=True):
    """What would be different. If a result is `locked`, the question is only hypothetical.

    Rule: each pairing is considered on its own; nobody knows what others would have led to.
    Units: places count within a division; matches and rounds as they were paired.
    Errors: none; a result that no match can have is refused.

    >>> cup.what_if({"masters-1-8": "0-2"}).locked
    (MatchId(pool='masters', round=1, table=8),)
    """

    places: tuple[Moved, ...]
    rounds: tuple[Unlike, ...]
    cuts: tuple[Recut, ...]
    locked: tuple[MatchId, ...]


def what_if(
    entries: Sequence[Entry],
    rules: Ruleset,
    *,
    results: Mapping[MatchId, Result],
    events: Sequence[ev.AnyEvent] = (),
) -> WhatIf:
    """Return what would be different if these matches had ended so, and `events` happened now.

    A result counts from the moment when the match was reported, so later pairings are compared with
    it. Each pairing is considered on its own, with the rounds before it as they were really played:
    nobody knows what other pairings would have led to. Raise Refused for an unknown match, or a
    result that no match can have.
    """
    real = Tournament.replay(entries)
    for match, result in results.items():
        _refuse(real, match, result)
    other = Tournament()
    rounds: dict[tuple[Pool, int], Unlike] = {}
    cuts: dict[Pool, Recut] = {}
    so_far = Tournament()
    for entry, event in each_event(entries):
        # Two tournaments in parallel, one as it was and one as it would have been: at every pairing
        # and cut, each contains what was known then.
        told = _otherwise(event, results)
        if isinstance(event, ev.CutMade):
            cuts.pop(event.pool, None)  # The cut that stands counts, as among the pairings below.
            cuts |= {one.pool: one for one in _recut(so_far, other, rules, event)}
        other.apply(told, entry.seq)
        so_far.apply(event, entry.seq)
        if isinstance(event, ev.Seating):
            # Only the pairing that stands counts, not one that was withdrawn or repaired.
            rounds.pop((event.pool, event.round), None)
            if _changed(so_far, event, results):
                found = _unlike(so_far, other, rules, event)
                rounds |= {(one.pool, one.round): one for one in found}
    for match, result in results.items():
        if match not in other.results:
            other.apply(ev.ResultReported(match=match, result=result), real.seq)
    for event in events:
        other.apply(event, real.seq)
    # Places are those that standings show, unless a match of the round being played is asked about.
    live = not results.keys() <= settled(real).matches.keys()
    before, after = (standings(counted(t, live=live), rules) for t in (real, other))
    return WhatIf(
        places=tuple(_moved(before, after)),
        rounds=tuple(one for at, one in rounds.items() if at in real.rounds),
        cuts=tuple(cuts.values()),
        locked=tuple(m for m in results if locked(real, m, rules)),
    )


def _refuse(t: Tournament, match: MatchId, result: Result) -> None:
    """Refuse a match that was not paired, and a result that could not be reported either."""
    if match not in t.matches:
        raise Refused(
            f"match {match} has not been paired.",
            hint="Give the round and the table, such as 1-14.",
        )
    said = ev.ResultReported(match=match, result=result)
    for breach in (*score_impossible(t, said), *tie_in_cut(t, said)):
        raise Refused(breach.message, hint=breach.hint)


def _otherwise(event: ev.AnyEvent, results: Mapping[MatchId, Result]) -> ev.AnyEvent:
    """Return an event as it would have been."""
    if isinstance(event, ev.ResultReported | ev.ResultCorrected) and event.match in results:
        return replace(event, result=results[event.match])
    return event


def _changed(t: Tournament, event: ev.Seating, results: Mapping[MatchId, Result]) -> bool:
    """Tell whether one of these results was known differently when a round was paired."""
    return event.pool not in t.cuts and any(
        match.pool == event.pool
        and match.round < event.round
        and t.results.get(match) not in {None, result}
        for match, result in results.items()
    )


def _unlike(
    so_far: Tournament, other: Tournament, rules: Ruleset, event: ev.Seating
) -> Iterator[Unlike]:
    """Yield a round whose pairings the other results would not have allowed."""
    try:
        least: int | None = _least(other, rules, event)
    except Refused:
        least = None
    # The round as it was played may not have been the best possible one, so the changes it needs
    # anyway are not counted against the other results.
    if least is None or least > _least(so_far, rules, event):
        yield Unlike(pool=event.pool, round=event.round, players=least)


def _least(t: Tournament, rules: Ruleset, event: ev.Seating) -> int:
    """Return how many players a repair of a round that has just been paired has to change."""
    then = t.copy()
    waiting = then.rounds[event.pool, event.round]
    # A repair is for rounds that have not started; here it only counts how far the round is from a
    # good one.
    then.rounds[event.pool, event.round] = replace(waiting, started=False)
    return fewest_changes(then, rules, pool=event.pool)


def _recut(
    so_far: Tournament, other: Tournament, rules: Ruleset, event: ev.CutMade
) -> Iterator[Recut]:
    """Yield a cut that would have been different under the other standings."""
    seeds = _seeds(other, rules, event)
    if seeds != _seeds(so_far, rules, event):
        yield Recut(
            division=event.division,
            pool=event.pool,
            joins=tuple(player for player in seeds if player not in event.seeds),
            leaves=tuple(player for player in event.seeds if player not in seeds),
            seeds=seeds,
        )


def _seeds(t: Tournament, rules: Ruleset, event: ev.CutMade) -> tuple[PlayerId, ...]:
    """Return the players whom the standings put into a cut, in order of seed.

    Each flight sends the same number (TOP §3.3.3). If an official took a number that does not
    divide, they are the first of the whole division.
    """
    size = len(event.seeds)
    try:
        chosen = best(t, rules, event.division, size)
    except Refused:
        chosen = still_in(t, swiss_order(t, rules, event.division))[:size]
    return tuple(one.player for one in chosen)


def _moved(before: Sequence[Standing], after: Sequence[Standing]) -> Iterator[Moved]:
    """Yield players whose place or points would be different, in the order of the new places."""
    was = {one.player: one for one in before}
    for now in after:
        old = was[now.player]
        if (old.place, old.match_points) != (now.place, now.match_points):
            yield Moved(
                player=now.player,
                division=now.division,
                place=old.place,
                would_be=now.place,
                match_points=old.match_points,
                would_have=now.match_points,
            )


def changes(
    t: Tournament,
    *,
    drops: Iterable[PlayerId],
    lates: Iterable[PlayerId],
    on_time: Iterable[PlayerId],
) -> list[ev.AnyEvent]:
    """Return events as if they happened now: drops, late tags, and late tags removed.

    In a team, they apply to both players (A-65).
    """
    why = "what if"
    gone, late, in_time = (map(t.entrant, players) for players in (drops, lates, on_time))
    return [
        *(ev.PlayerDropped(player=player, after=latest_started(t, player)) for player in gone),
        *(ev.LateTagSet(player=player, reason=why) for player in late),
        *(ev.LateTagCleared(player=player, reason=why) for player in in_time),
    ]
