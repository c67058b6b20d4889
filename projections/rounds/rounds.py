"""A round as posted: who sits where with which record, what is still open, and what is locked."""

from collections.abc import Iterable
from enum import StrEnum

from msgspec import Struct

from ledger.events.catalogue import (
    ResultCorrected,
    ResultReported,
    ResultWithdrawn,
    RoundPaired,
    RoundWithdrawn,
    SeedsDrawn,
)
from ledger.phrases import Phrase, phrase
from ledger.record.entry import Entry, each_event
from ledger.rulesets.ruleset import Ruleset
from ledger.state.queries import (
    brackets_of,
    decision,
    final,
    locking_round,
    open_matches,
    planned_rounds,
)
from ledger.state.round_names import called, first_round
from ledger.state.tournament import Round, Tournament
from ledger.terms import ByeKind, MatchId, PlayerId, Pool, Result, Style, Verdict
from ledger.validators.rounds import swiss_pools
from projections.standings.records import Record, records

# Which pairings everybody may see: those that the desk has put up (TOP §4).


def is_put_up(t: Tournament, paired: Round) -> bool:
    """Tell whether the tables of a round are for everybody: it was posted, or has started.

    "The Organizer should pair the next round and post the pairings" (TOP §4): what is paired and
    not posted may be looked at, repaired or drawn again first, and is the desk's. A round that was
    repaired is to be posted again. One that starts unposted was put up by other means, as is one of
    which a result is known, and all that a file tells.
    """
    if paired.posted or paired.started:
        return True
    return any(match in t.results for match, _ in paired.matches())


def held_back(t: Tournament) -> list[Round]:
    """Return the rounds that are paired and not put up, in the order of their pairing."""
    return sorted(
        (paired for paired in t.rounds.values() if not is_put_up(t, paired)),
        key=lambda paired: paired.seq,
    )


def as_put_up(t: Tournament) -> Tournament:
    """Return a tournament as everybody may see it: as if nothing but what is put up was paired.

    Only who sits where is held back. That a round was paired is nobody's secret, since it locks
    match records (TOP §4): they are as locked as in the tournament itself. A match for the third
    place may be played as soon as it is paired, and stays.
    """
    hidden = held_back(t)
    if not hidden:
        return t
    # Withdrawn rather than deleted: so what follows from a round, and no longer from one that is
    # withdrawn, is the same here as anywhere.
    seen = t.copy()
    for paired in hidden:
        taken = RoundWithdrawn(pool=paired.pool, round=paired.number, reason="not put up yet")
        seen.apply(taken, t.seq)
    return seen


# How far a round has come, and who sits at its tables.


class State(StrEnum):
    """How far a round has come (TOP §4)."""

    PAIRED = "paired"
    POSTED = "posted"
    STARTED = "started"
    COMPLETED = "completed"


class Seat(Struct, frozen=True, kw_only=True):
    """A player with the record with which they come to the table (TOP §4).

    In a single elimination, where nobody who is in has lost, it is the `seed` that tells more.
    """

    player: PlayerId
    record: str
    match_points: int
    seed: int | None = None


class TableLine(Struct, frozen=True, kw_only=True):
    """One match of a posted round; `first` sits on the left of the slip.

    `by_leaving` is how a match of a bracket counts where somebody left, whatever the result was
    (TOP §3.2).
    """

    match: MatchId
    first: Seat
    second: Seat
    result: Result | None
    locked: bool
    playoff: bool = False
    by_leaving: Verdict | None = None

    @property
    def table(self) -> int:
        """The number on the table."""
        return self.match.table


class ByeLine(Struct, frozen=True, kw_only=True):
    """A player without an opponent in a posted round."""

    seat: Seat
    kind: ByeKind


class PostedRound(Struct, frozen=True, kw_only=True):
    """A round as it is posted. `open` are the matches whose slips are still out.

    `called` is what people call it, such as `round 3` or `final`. `locked` tells whether every
    match record of the round can no longer be altered (TOP §4); `until` when they may be.
    """

    pool: Pool
    number: int
    state: State
    tables: tuple[TableLine, ...]
    byes: tuple[ByeLine, ...]
    open: tuple[MatchId, ...]
    locked: bool
    called: Phrase
    until: Phrase


def posted_round(t: Tournament, rules: Ruleset, pool: Pool, number: int) -> PostedRound | None:
    """Return a round as posted; None if it has not been paired, or was withdrawn.

    The records are those before the round, so that players can check what the pairing rests on. In
    a bracket they are those of Swiss, where matches of the cut do not count.
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
        open=out,
        locked=all(line.locked for line in tables),
        called=called(t, pool, number),
        until=until_when(t, rules, pool, number),
    )


def corrected_later(entries: Iterable[Entry], t: Tournament) -> dict[MatchId, Result]:
    """Return what a result was when the next round was paired, where it was corrected since.

    That round was paired by it, while the records of later rounds are by the correction. The next
    round of the last Swiss one is the first of the bracket that follows.
    """
    now: dict[MatchId, Result] = {}
    then: dict[MatchId, Result] = {}
    for _, event in each_event(entries):
        if isinstance(event, ResultReported | ResultCorrected):
            now[event.match] = event.result
        elif isinstance(event, ResultWithdrawn):
            now.pop(event.match, None)
        elif isinstance(event, RoundPaired):
            before = {event.pool, *(swiss_pools(t, event.pool) if event.pool in t.cuts else ())}
            for match, result in now.items():
                if match.pool in before and match.round < event.round:
                    then.setdefault(match, result)
    return {match: was for match, was in then.items() if now.get(match) != was}


def until_when(t: Tournament, rules: Ruleset, pool: Pool, number: int) -> Phrase:
    """Return until when a result of a round can be corrected, as a clause after "until" (TOP §4).

    Only rounds that will come are named. A bracket's results hold once its next round starts, and
    those of the last Swiss rounds once single elimination is being played (A-40, A-50); what no
    later round locks, the close does (A-49).
    """
    if pool in t.cuts:
        last = first_round(t, pool) + (len(t.cuts[pool].seeds) - 1).bit_length() - 1
        return phrase("the next round starts") if number < last else AT_CLOSE
    lock, planned = locking_round(number, rules), planned_rounds(t, pool)
    if planned is None or lock <= planned or _second_day(t, pool):
        return phrase("round %(number)s is paired", number=lock)
    if not _goes_on(t, pool):
        return AT_CLOSE
    if lock > planned + 1:
        return phrase("the single-elimination bracket starts")
    return phrase("the single-elimination bracket is paired")


AT_CLOSE = phrase("the tournament is closed")


def _second_day(t: Tournament, pool: Pool) -> bool:
    """Tell whether a second day of Swiss may still follow: its rounds count on."""
    told, opened = t.announcement, t.opened
    table = opened is not None and opened.rounds_table == "tcg-two-day"
    return pool not in t.day_two and (table or bool(told and told.day_two))


def _goes_on(t: Tournament, pool: Pool) -> bool:
    """Tell whether players of a pool go on to a bracket: it is made, announced, or of the style."""
    ages = t.pods.get(pool, ())
    if any(brackets_of(t, age) for age in ages):
        return True
    if t.announcement and t.announcement.cut:
        return any(t.announcement.cut.get(age) for age in ages)
    return t.opened is not None and t.opened.style is Style.SWISS_PLUS_CUT


def in_play(t: Tournament) -> list[Pool]:
    """Return the pools whose latest round people want to see: a bracket hides the pod before it."""
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
    """Return every match that has no result yet, pool by pool, round by round, by table."""
    found = [match for paired in t.rounds.values() for match in open_matches(t, paired)]
    found += [match for match in t.playoffs.values() if decision(t, match) is None]
    return sorted(found)


def _table_line(
    t: Tournament, rules: Ruleset, match: MatchId, first: Seat, second: Seat
) -> TableLine:
    """Return one match of a round."""
    result, counts = t.results.get(match), decision(t, match)
    return TableLine(
        match=match,
        first=first,
        second=second,
        result=result,
        locked=final(t, match, rules),
        playoff=match == t.playoffs.get(match.pool),
        by_leaving=None if counts == (result.verdict if result else None) else counts,
    )


def _seat(before: dict[PlayerId, Record], seeds: dict[PlayerId, int], player: PlayerId) -> Seat:
    """Return a player with their record, or their seed."""
    record = before.get(player, Record())
    points = record.match_points
    return Seat(player=player, record=record.score, match_points=points, seed=seeds.get(player))


def _seeds(t: Tournament, pool: Pool) -> dict[PlayerId, int]:
    """Return the seeds of a single elimination; none of anything else."""
    cut = t.cuts.get(pool)
    drawn = cut.seeds if isinstance(cut, SeedsDrawn) else ()
    return {player: number for number, player in enumerate(drawn, start=1)}


def state_of(paired: Round, *, is_open: bool) -> State:
    """Return how far a round has come; results say that it was started."""
    if not is_open and (paired.started or paired.pairings):
        return State.COMPLETED
    if paired.started:
        return State.STARTED
    return State.POSTED if paired.posted else State.PAIRED
