"""Parses pairings by hand, blocked tables and fixed tables."""

import re
from typing import Any

import click

from cli.args.types import quoted
from ledger.terms import Pairing, PlayerId
from projections.pairing.table_numbers import TablePlan

# Pairings by hand, such as `p1-p2 p3-p4 bye:p5`.

_PAIR = re.compile(r"(p[1-9][0-9]{0,5})-(p[1-9][0-9]{0,5})\Z", re.ASCII)
_BYE = re.compile(r"bye:(p[1-9][0-9]{0,5})\Z", re.ASCII)


class ByHandType(click.ParamType[tuple[tuple[Pairing, ...], tuple[PlayerId, ...]]]):
    """The pairings in table order, and the byes."""

    name = "pairings"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[tuple[Pairing, ...], tuple[PlayerId, ...]]:
        """Return the pairings and the byes. A usage error gives the format."""
        if isinstance(value, tuple):
            return value
        pairings, byes = list[Pairing](), list[PlayerId]()
        for word in value.lower().replace(",", " ").split():
            pair, bye = _PAIR.match(word), _BYE.match(word)
            if pair:
                pairings.append(Pairing(PlayerId(pair[1]), PlayerId(pair[2])))
            elif bye:
                byes.append(PlayerId(bye[1]))
            else:
                msg = f"{quoted(word)} is not a pairing; use p1-p2 or bye:p5."
                raise click.BadParameter(msg, ctx, param, param_hint="--by-hand")
        if not pairings and not byes:
            raise click.BadParameter(
                "no pairing was given; use p1-p2 or bye:p5.", ctx, param, param_hint="--by-hand"
            )
        return tuple(pairings), tuple(byes)


_RUN = re.compile(r"([1-9][0-9]{0,5})(?:-([1-9][0-9]{0,5}))?\Z", re.ASCII)
_SEAT = re.compile(r"(p[1-9][0-9]{0,5})=([1-9][0-9]{0,5})\Z", re.ASCII)


class TablesType(click.ParamType[frozenset[int]]):
    """Tables by number: `5-8,12`."""

    name = "tables"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> frozenset[int]:
        """Return the tables. A usage error gives the format."""
        if isinstance(value, frozenset):
            return value
        found: set[int] = set()
        for word in value.split(","):
            run = _RUN.match(word.strip())
            first, last = (int(run[1]), int(run[2] or run[1])) if run else (1, 0)
            if last < first:
                self.fail(
                    f"{quoted(word)} is not a table; use 12, or 5-8 for four tables.", param, ctx
                )
            found.update(range(first, last + 1))
        return frozenset(found)


class FixedType(click.ParamType[tuple[PlayerId, int]]):
    """A player and a table: `p7=3`."""

    name = "player=table"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[PlayerId, int]:
        """Return the player and the table. A usage error gives the format."""
        if isinstance(value, tuple):
            return value
        seat = _SEAT.match(value.strip().lower())
        if not seat:
            self.fail(f"{quoted(value)} is not a fixed table; use the form p7=3.", param, ctx)
        return PlayerId(seat[1]), int(seat[2])


def hall_of(
    start: int | None, blocked: frozenset[int] | None, fixed: tuple[tuple[PlayerId, int], ...]
) -> TablePlan:
    """Return the plan of tables. Raises a usage error if a player has two tables."""
    seats = dict(fixed)
    for player, table in fixed:
        if seats[player] != table:
            msg = f"{player} has two fixed tables, {table} and {seats[player]}; give only one."
            raise click.BadParameter(msg, param_hint="--fixed")
    return TablePlan(start=start, blocked=blocked or frozenset(), fixed=seats)


BY_HAND = ByHandType()
TABLES = TablesType()
FIXED = FixedType()
