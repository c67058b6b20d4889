"""Which tables are not used, and which belong to a player, as people type it."""

import re
from typing import Any

import click
from msgspec.structs import replace

from cli.args.words import quoted
from ledger.errors import Refused
from ledger.events.catalogue import RoundPaired
from ledger.state.tournament import Tournament
from ledger.terms import Bye, ByeKind, Pairing, PlayerId, Pool
from projections.pairing.tables import TablePlan, tables, tables_in

# A round that a person pairs by hand, typed as `p1-p2 p3-p4 bye:p5`.

_PAIR = re.compile(r"(p[1-9][0-9]{0,5})-(p[1-9][0-9]{0,5})\Z", re.ASCII)
_BYE = re.compile(r"bye:(p[1-9][0-9]{0,5})\Z", re.ASCII)


def seats_by_hand(
    t: Tournament, pool: Pool, number: int, seats: str, reason: str, first_table: int | None
) -> RoundPaired:
    """Return a round of a pool as somebody has paired it; raises a usage error.

    A bye that was awarded for this round is one; any other stands for the random one.
    """
    pairings: list[Pairing] = []
    byes: list[Bye] = []
    for word in seats.lower().replace(",", " ").split():
        pair, bye = _PAIR.match(word), _BYE.match(word)
        if pair:
            pairings.append(Pairing(PlayerId(pair[1]), PlayerId(pair[2])))
        elif bye:
            player = PlayerId(bye[1])
            awarded = number in t.awarded.get(player, ())
            byes.append(Bye(player, ByeKind.AWARDED if awarded else ByeKind.RANDOM))
        else:
            msg = f"{quoted(word)} is no pairing; write p1-p2, or bye:p5."
            raise click.BadParameter(msg, param_hint="--by-hand")
    if not pairings and not byes:
        raise click.BadParameter("it names nobody.", param_hint="--by-hand")
    return RoundPaired(
        pool=pool,
        round=number,
        pairings=tuple(pairings),
        tables=tables(t, pool, len(pairings), first_table),
        byes=tuple(byes),
        reason=reason,
    )


_RUN = re.compile(r"([1-9][0-9]{0,5})(?:-([1-9][0-9]{0,5}))?\Z", re.ASCII)
_SEAT = re.compile(r"(p[1-9][0-9]{0,5})=([1-9][0-9]{0,5})\Z", re.ASCII)


class TablesType(click.ParamType[frozenset[int]]):
    """Tables by number: `5-8,12`."""

    name = "tables"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> frozenset[int]:
        """Return the tables; a usage error says how to write them."""
        if isinstance(value, frozenset):
            return value
        found: set[int] = set()
        for word in value.split(","):
            run = _RUN.match(word.strip())
            first, last = (int(run[1]), int(run[2] or run[1])) if run else (1, 0)
            if last < first:
                self.fail(f"{quoted(word)} is no table; write 12, or 5-8 for four.", param, ctx)
            found.update(range(first, last + 1))
        return frozenset(found)


class FixedType(click.ParamType[tuple[PlayerId, int]]):
    """A player and a table: `p7=3`."""

    name = "player=table"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[PlayerId, int]:
        """Return who sits where; a usage error says how to write it."""
        if isinstance(value, tuple):
            return value
        seat = _SEAT.match(value.strip().lower())
        if not seat:
            self.fail(f"{quoted(value)} fixes no table; write p7=3.", param, ctx)
        return PlayerId(seat[1]), int(seat[2])


def hall_of(
    start: int | None, blocked: frozenset[int] | None, fixed: tuple[tuple[PlayerId, int], ...]
) -> TablePlan:
    """Return what is said of the tables; a usage error if a player has two."""
    seats = dict(fixed)
    for player, table in fixed:
        if seats[player] != table:
            msg = f"{player} is given table {table} and table {seats[player]}; name one."
            raise click.BadParameter(msg, param_hint="--fixed")
    return TablePlan(start=start, blocked=blocked or frozenset(), fixed=seats)


def in_hall(t: Tournament, event: RoundPaired, hall: TablePlan) -> RoundPaired:
    """Return a round at the tables that are free, and in their order; raises Refused."""
    unknown = [player for player in hall.fixed if player not in t.players]
    if unknown:
        raise Refused(
            f"a table is fixed for {unknown[0]}, and there is no such player.",
            hint="Look up the number: `roundbook pairings --by-name`.",
        )
    seats = zip(tables_in(t, event.pool, event.pairings, hall), event.pairings, strict=True)
    placed = sorted(seats)
    return replace(
        event,
        tables=tuple(table for table, _ in placed),
        pairings=tuple(pair for _, pair in placed),
    )


TABLES = TablesType()
FIXED = FixedType()
