"""A round as posted: seats, records, missing results, and what is locked."""

from collections.abc import Collection, Iterable
from enum import StrEnum

from msgspec import Struct

from roundbook.ledger.events.catalogue import (
    ResultCorrected,
    ResultReported,
    ResultWithdrawn,
    RoundPaired,
    SeedsDrawn,
)
from roundbook.ledger.phrases import Phrase, phrase
from roundbook.ledger.record.entry import Entry, each_event
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.lock import final, locking_round
from roundbook.ledger.state.pools import brackets_of, brackets_seeded, swiss_pools_of
from roundbook.ledger.state.round_names import called, first_round, match_round
from roundbook.ledger.state.rounds import (
    beaten,
    decision,
    open_matches,
    planned_rounds,
    rounds_started,
    verdict_of,
)
from roundbook.ledger.state.tournament import Round, Tournament
from roundbook.ledger.terms import (
    ByeKind,
    Division,
    MatchId,
    PlayerId,
    Pool,
    Result,
    Style,
    Verdict,
)
from roundbook.projections.cut.day_two import awaits_day_two
from roundbook.projections.standings.records import Record, records

# The state of a round, and the players at its tables.


class State(StrEnum):
    """The state of a round (TOP §4)."""

    PAIRED = "paired"
    POSTED = "posted"
    STARTED = "started"
    COMPLETED = "completed"


class Seat(Struct, frozen=True, kw_only=True):
    """A player, with the record before the round (TOP §4).

    In single elimination, where every remaining player is undefeated, `seed` says more.
    """

    player: PlayerId
    record: str
    match_points: int
    seed: int | None = None


class TableLine(Struct, frozen=True, kw_only=True):
    """One match of a posted round; `first` is on the left of the slip.

    `by_leaving` is how a bracket match counts if a player dropped, whatever the result was (TOP
    §3.2); `disqualified` tells whether that player was disqualified. `fixed` is whether the table
    was kept for one of the two.
    """

    match: MatchId
    first: Seat
    second: Seat
    result: Result | None
    locked: bool
    playoff: bool = False
    by_leaving: Verdict | None = None
    disqualified: bool = False
    fixed: bool = False

    @property
    def table(self) -> int:
        """The table number."""
        return self.match.table


class ByeLine(Struct, frozen=True, kw_only=True):
    """A player without an opponent in a posted round."""

    seat: Seat
    kind: ByeKind


class PostedRound(Struct, frozen=True, kw_only=True):
    """A round as it is posted, or would be. `open` are the matches without a result.

    The `absent` lose it without an opponent, as a file says.

    `called` is the name of the round, such as `round 3` or `final`. `locked` is whether no match
    record of the round can be altered any more (TOP §4); `until` is when that begins. `settled` is
    whether a bracket already depends on every result.
    """

    pool: Pool
    number: int
    state: State
    tables: tuple[TableLine, ...]
    byes: tuple[ByeLine, ...]
    absent: tuple[Seat, ...]
    open: tuple[MatchId, ...]
    locked: bool
    settled: bool
    called: Phrase
    until: Phrase

    @property
    def reminder(self) -> Phrase:
        """The reminder to check the record as long as this round can be corrected (TOP §4)."""
        return phrase(
            "Check your record and report mistakes: this round can be corrected until %(then)s "
            "(TOP §4).",
            then=self.until,
        )


def posted_round(t: Tournament, rules: Ruleset, pool: Pool, number: int) -> PostedRound | None:
    """Return a round as posted; None if it has not been paired, or was withdrawn.

    The records are those before the round, so that players can check what the pairing is based on.
    In a bracket they are those of Swiss, as matches of the cut do not count.
    """
    paired = t.rounds.get((pool, number))
    if paired is None:
        return None
    before = records(t, rules, through=None if pool in t.cuts else number - 1)
    seeds = _seeds(t, pool)
    tables = [
        _table_line(t, rules, match, *(_seat(before, seeds, player) for player in pair))
        for match, pair in paired.matches()
    ]
    playoff = t.playoffs.get(pool)
    if playoff and playoff.round == number:
        pair = t.matches[playoff]
        sides = (_seat(before, seeds, player) for player in pair)
        tables.append(_table_line(t, rules, playoff, *sides))
    out = tuple(one.match for one in tables if one.result is None and one.by_leaving is None)
    return PostedRound(
        pool=pool,
        number=number,
        state=state_of(paired, is_open=bool(out)),
        tables=tuple(tables),
        byes=tuple(ByeLine(seat=_seat(before, seeds, b.player), kind=b.kind) for b in paired.byes),
        absent=tuple(_seat(before, seeds, player) for player in paired.absent),
        open=out,
        locked=all(line.locked for line in tables),
        settled=bool(tables) and all(is_settled(t, line.match) for line in tables),
        called=called(t, pool, number),
        until=until_when(t, rules, pool, number),
    )


def third_alone(t: Tournament, rules: Ruleset, pool: Pool) -> PostedRound | None:
    """Return the 3rd-place match as a round of its own, until the final is there to contain it.

    It is played as soon as it is paired: it needs no posting and no start.
    """
    match = t.playoffs.get(pool)
    if match is None or (pool, match.round) in t.rounds:
        return None
    before, seeds = records(t, rules), _seeds(t, pool)
    sides = (_seat(before, seeds, player) for player in t.matches[match])
    line = _table_line(t, rules, match, *sides)
    is_open = line.result is None and line.by_leaving is None
    return PostedRound(
        pool=pool,
        number=match.round,
        state=State.STARTED if is_open else State.COMPLETED,
        tables=(line,),
        byes=(),
        absent=(),
        open=(match,) if is_open else (),
        locked=line.locked,
        settled=is_settled(t, match),
        called=match_round(t, match),
        until=until_when(t, rules, pool, match.round),
    )


def corrected_later(entries: Iterable[Entry], t: Tournament) -> dict[MatchId, Result]:
    """Return the results corrected after the next round was paired, as they were before.

    That round was paired with the old result, while the records of later rounds use the correction.
    The next round after the last Swiss round is the first of the bracket that follows.
    """
    now: dict[MatchId, Result] = {}
    then: dict[MatchId, Result] = {}
    for _, event in each_event(entries):
        if isinstance(event, ResultReported | ResultCorrected):
            now[event.match] = event.result
        elif isinstance(event, ResultWithdrawn):
            now.pop(event.match, None)
        elif isinstance(event, RoundPaired):
            cut = t.cuts.get(event.pool)
            before = {event.pool, *(swiss_pools_of(t, cut.division) if cut else ())}
            for match, result in now.items():
                if match.pool in before and match.round < event.round:
                    then.setdefault(match, result)
    return {match: was for match, was in then.items() if now.get(match) != was}


def until_when(
    t: Tournament, rules: Ruleset, pool: Pool, number: int, match: MatchId | None = None
) -> Phrase:
    """Return until when a result of a round can be corrected, as a clause after "until" (TOP §4).

    For one `match`, only the brackets of its players' divisions count; others may continue. Only
    future rounds are named. The results of a bracket round are final once its next round starts,
    those of the last Swiss round once the bracket starts, and of the one before once it is paired
    (A-40, A-50); the close locks what no later round locks (A-49).
    """
    if pool in t.cuts:
        last = first_round(t, pool) + (len(t.cuts[pool].seeds) - 1).bit_length() - 1
        return phrase("the next round starts") if number < last else AT_CLOSE
    lock, planned = locking_round(number, rules), planned_rounds(t, pool)
    if planned is None or lock <= planned or awaits_day_two(t, rules, pool):
        return phrase("round %(number)s is paired", number=lock)
    ages = {t.players[one].division for one in t.matches[match]} if match else t.pods.get(pool, ())
    if not _goes_on(t, ages):
        return AT_CLOSE
    if lock > planned + 1:
        return phrase("the single-elimination bracket starts")
    return phrase("the single-elimination bracket is paired")


def is_settled(t: Tournament, match: MatchId) -> bool:
    """Tell whether a bracket that has started depends on a match (A-40, A-50)."""
    if match.pool in t.cuts:
        return rounds_started(t, match.pool) > match.round
    return any(rounds_started(t, pool) for pool in brackets_seeded(t, match))


AT_CLOSE = phrase("the tournament is closed")


def _goes_on(t: Tournament, ages: Collection[Division]) -> bool:
    """Tell whether players of these ages advance to a bracket: made, announced, or by the style."""
    if any(brackets_of(t, age) for age in ages):
        return True
    if t.announcement and t.announcement.cut:
        return any(t.announcement.cut.get(age) for age in ages)
    return t.opened is not None and t.opened.style is Style.SWISS_PLUS_CUT


def in_play(t: Tournament) -> list[Pool]:
    """Return the pools whose latest round is of interest: a bracket replaces the pod before it."""
    found = []
    for pool, latest in t.latest.items():
        followed = [
            bracket
            for division in t.pods.get(pool, ())
            for bracket in brackets_of(t, division)
            if t.latest.get(bracket)
        ]
        if latest and not followed:
            found.append(pool)
    return found


def open_everywhere(t: Tournament) -> list[MatchId]:
    """Return every match without a result, by pool, round and table."""
    found = [match for paired in t.rounds.values() for match in open_matches(t, paired)]
    found += [match for match in t.playoffs.values() if decision(t, match) is None]
    return sorted(found)


def _table_line(
    t: Tournament, rules: Ruleset, match: MatchId, first: Seat, second: Seat
) -> TableLine:
    """Return one match of a round."""
    result, counts = t.results.get(match), verdict_of(t, match)
    return TableLine(
        match=match,
        first=first,
        second=second,
        result=result,
        locked=final(t, match, rules),
        playoff=match == t.playoffs.get(match.pool),
        by_leaving=None if counts == (result.verdict if result else None) else counts,
        disqualified=any(t.players[one].disqualified for one in beaten(t, match)),
        fixed=keeps_a_table(t, match),
    )


def keeps_a_table(t: Tournament, match: MatchId) -> bool:
    """Tell whether the table of a match was kept for one of its players."""
    if match == t.playoffs.get(match.pool):
        return any(t.kept.get(player) == match.table for player in t.matches[match])
    paired = t.rounds.get((match.pool, match.round))
    return paired is not None and not set(paired.fixed).isdisjoint(t.matches[match])


def _seat(before: dict[PlayerId, Record], seeds: dict[PlayerId, int], player: PlayerId) -> Seat:
    """Return a player with their record, or their seed."""
    record = before.get(player, Record())
    points = record.match_points
    return Seat(player=player, record=str(record), match_points=points, seed=seeds.get(player))


def _seeds(t: Tournament, pool: Pool) -> dict[PlayerId, int]:
    """Return the seeds of a single elimination; empty for any other pool."""
    cut = t.cuts.get(pool)
    drawn = cut.seeds if isinstance(cut, SeedsDrawn) else ()
    return {player: number for number, player in enumerate(drawn, start=1)}


def state_of(paired: Round, *, is_open: bool) -> State:
    """Return the state of a round; a round with results counts as started."""
    if not is_open and (paired.started or paired.pairings):
        return State.COMPLETED
    if paired.started:
        return State.STARTED
    return State.POSTED if paired.posted else State.PAIRED
