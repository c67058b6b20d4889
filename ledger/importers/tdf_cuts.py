"""The cut of a `.tdf` file: before which round it was made, and who plays on from which seed."""

from collections.abc import Iterator

from ledger import events as ev
from ledger.importers.tdf_cast import BRACKET, Cast, bracket_of
from ledger.importers.tdf_codes import ELIMINATION
from ledger.importers.tdf_rounds import Sheet
from ledger.importers.tdf_shapes import PlayerRow, PodRow
from ledger.importers.tree import refused


def cuts(cast: Cast, pod: PodRow) -> Iterator[ev.Bracket]:
    """Yield who plays on in single elimination, division by division, in order of seed.

    Where all is elimination, it is one bracket of all ages. Raises Unreadable if a seed is given
    twice in one bracket.
    """
    if cast.file.type == ELIMINATION:
        seeded = _seeded([row for row in cast.file.players if row.seed is not None], "the bracket")
        seeds = tuple(cast.numbers[row.userid] for row in seeded)
        if seeds:
            yield ev.SeedsDrawn(told=cast.told(), pool=BRACKET, seeds=seeds)
        return
    for division in cast.divisions_of(pod):
        seeded = _seeded(
            [
                row
                for row in cast.file.players
                if row.seed is not None and cast.divisions[row.userid] == division
            ],
            division,
        )
        if seeded:
            yield ev.CutMade(
                told=cast.told(),
                division=division,
                pool=bracket_of(division),
                seeds=tuple(cast.numbers[row.userid] for row in seeded),
            )


def _seeded(rows: list[PlayerRow], of: str) -> list[PlayerRow]:
    """Return players in order of seed. Raises Unreadable if a seed is given twice."""
    by_seed = {row.seed: row for row in reversed(rows)}
    for row in rows:
        first = by_seed[row.seed]
        if first is not row:
            what = f"seed {row.seed} of {of} is given to {first.userid} and {row.userid}"
            raise refused(row, what)
    return sorted(rows, key=lambda row: row.seed or 0)


def refuse_unseeded(cast: Cast, sheet: Sheet) -> None:
    """Refuse a player of the cut who was not seeded."""
    if sheet.played.type != ELIMINATION:
        return
    seeds = {row.userid: row.seed for row in cast.file.players}
    for match in (*sheet.matches, *sheet.byes):
        for seat in match.players:
            if seeds[seat.userid] is None:
                raise refused(seat, f"player {seat.userid} plays in the cut, but carries no seed")


def cut_before(pod: PodRow) -> int:
    """Return the round before which a pod's cut was made: the first elimination round."""
    elimination = (played.number for played in pod.rounds if played.type == ELIMINATION)
    return next(elimination, len(pod.rounds) + 1)
