"""The rounds of a `.tdf` file as events: pairings, byes and results."""

from collections.abc import Iterator
from itertools import count

from msgspec import Struct

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.importers.tdf.players import Cast
from roundbook.ledger.importers.tdf.shapes import ELIMINATION, MatchRow, Outcome, PodRow, RoundRow
from roundbook.ledger.importers.tdf.xml import refused
from roundbook.ledger.terms import Bye, ByeKind, MatchId, Pairing, PlayerId, Pool, Result, Verdict

_VERDICTS = {
    Outcome.FIRST: Verdict.FIRST,
    Outcome.SECOND: Verdict.SECOND,
    Outcome.TIE: Verdict.TIE,
    Outcome.DOUBLE_LOSS: Verdict.DOUBLE_LOSS,
    Outcome.DOUBLE_LOSS_TOO: Verdict.DOUBLE_LOSS,
}
_BYES = {Outcome.BYE: ByeKind.RANDOM, Outcome.AWARDED_BYE: ByeKind.AWARDED}


class PoolRound(Struct, frozen=True, kw_only=True):
    """One pool's part of a round: its matches in table order, its byes and losses.

    The `absent` lost it without an opponent after they had played before: earlier losses of late
    players are recorded with their admission. `playoff` is the 3rd-place match; `over` says that a
    later round of the pool has been paired, or the tournament finalised, so an open match was never
    played.
    """

    pool: Pool
    played: RoundRow
    matches: tuple[MatchRow, ...]
    byes: tuple[MatchRow, ...]
    absent: tuple[PlayerId, ...] = ()
    playoff: MatchRow | None = None
    over: bool = False


def sheets(cast: Cast, pod: PodRow) -> Iterator[PoolRound]:
    """Yield the rounds of a pod in order: one sheet per Swiss round, one per division in the cut.

    Raises Unreadable if two players of different divisions meet in the cut.
    """
    beaten: dict[Pool, set[str]] = {}
    for played in pod.rounds:
        later = pod.rounds[played.number :]
        rows = list(_at_tables(played))
        if played.type != ELIMINATION:
            over = cast.file.finalised or bool(later)
            yield _sheet(cast, cast.pool_of(pod), played, rows, over=over)
            continue
        seated = {seat.userid for row in later for match in row.matches for seat in match.players}
        going_on = {cast.bracket(userid) for userid in seated}
        for pool, own in _by_bracket(cast, rows).items():
            over = cast.file.finalised or pool in going_on
            lost = beaten.get(pool, set())
            playoff = next((m for m in own if {s.userid for s in m.players} <= lost), None)
            rest = [match for match in own if match is not playoff]
            yield _sheet(cast, pool, played, rest, over=over, playoff=playoff)
            beaten[pool] = {userid for match in rest for userid in _losers(match)}


def paired(cast: Cast, sheet: PoolRound) -> Iterator[ev.AnyEvent]:
    """Yield the pairing of a round, and the 3rd-place match next to a final."""
    told = cast.told(sheet.played.pairtime)
    number = sheet.played.number
    if sheet.matches or sheet.byes or not sheet.playoff:
        yield ev.RoundPaired(
            told=told,
            pool=sheet.pool,
            round=number,
            pairings=tuple(_pairing(cast, match) for match in sheet.matches),
            tables=tuple(match.tablenumber for match in sheet.matches),
            byes=tuple(
                Bye(cast.numbers[match.players[0].userid], _BYES[match.outcome])
                for match in sheet.byes
            ),
            absent=sheet.absent,
        )
    if sheet.playoff:
        yield ev.ThirdPlacePlayoffPaired(
            told=told,
            pool=sheet.pool,
            round=number,
            pairing=_pairing(cast, sheet.playoff),
            table=sheet.playoff.tablenumber,
        )


def results(cast: Cast, sheet: PoolRound) -> Iterator[ev.AnyEvent]:
    """Yield the results of a round in table order; a match that can still be played has none.

    A match that stayed open although the next round was paired was never played.
    """
    both = (*sheet.matches, sheet.playoff) if sheet.playoff else sheet.matches
    for match in sorted(both, key=lambda match: match.tablenumber):
        verdict = _VERDICTS.get(match.outcome, Verdict.UNPLAYED)
        if verdict == Verdict.UNPLAYED and not sheet.over:
            continue
        yield ev.ResultReported(
            told=cast.told(None if verdict == Verdict.UNPLAYED else match.timestamp),
            match=MatchId(sheet.pool, sheet.played.number, match.tablenumber),
            result=Result(verdict=verdict),
        )


def _sheet(
    cast: Cast,
    pool: Pool,
    played: RoundRow,
    rows: list[MatchRow],
    *,
    over: bool,
    playoff: MatchRow | None = None,
) -> PoolRound:
    two = [match for match in rows if len(match.players) == 2]
    return PoolRound(
        pool=pool,
        played=played,
        matches=tuple(sorted(two, key=lambda match: match.tablenumber)),
        byes=tuple(match for match in rows if match.outcome in _BYES),
        absent=tuple(
            cast.numbers[match.players[0].userid]
            for match in rows
            if match.outcome == Outcome.FORCED_LOSS
            and played.number > cast.losses[match.players[0].userid]
        ),
        playoff=playoff,
        over=over,
    )


def _at_tables(played: RoundRow) -> Iterator[MatchRow]:
    """Yield the matches that were not deleted; ones at table 0 get the next free table number."""
    free = count(1 + max((match.tablenumber for match in played.matches), default=0))
    for match in played.matches:
        if len(match.players) == 2 and not match.tablenumber:
            yield match.model_copy(update={"tablenumber": next(free)})
        elif match.outcome != Outcome.DELETED:
            yield match


def _by_bracket(cast: Cast, rows: list[MatchRow]) -> dict[Pool, list[MatchRow]]:
    brackets: dict[Pool, list[MatchRow]] = {}
    for match in rows:
        ages = [cast.divisions[seat.userid] for seat in match.players]
        pools = [cast.bracket(seat.userid) for seat in match.players]
        if len(set(pools)) > 1:
            names = " and ".join(
                f"{seat.userid} ({age})" for seat, age in zip(match.players, ages, strict=True)
            )
            what = (
                f"{names} meet in the cut, but belong to different divisions (by the standings, "
                "the pods or the years of birth)"
            )
            raise refused(match, what, "Correct the divisions in TOM, and import the new save.")
        brackets.setdefault(pools[0], []).append(match)
    return brackets


def _losers(match: MatchRow) -> list[str]:
    if len(match.players) < 2:
        return []
    first, second = (seat.userid for seat in match.players)
    lost = {Verdict.FIRST: [second], Verdict.SECOND: [first], Verdict.DOUBLE_LOSS: [first, second]}
    return lost.get(_VERDICTS.get(match.outcome, Verdict.UNPLAYED), [])


def _pairing(cast: Cast, match: MatchRow) -> Pairing:
    first, second = (cast.numbers[seat.userid] for seat in match.players)
    return Pairing(first, second)
