"""Parses pairings by hand, blocked tables and fixed tables."""

import re

import click

from roundbook.cli.args.types import ReadType, quoted, refuse
from roundbook.ledger.terms import Pairing, PlayerId
from roundbook.projections.pairing.table_numbers import TablePlan

# Pairings by hand, such as `p1-p2 p3-p4 bye:p5`.

_PAIR = re.compile(r"(p[1-9][0-9]{0,5})-(p[1-9][0-9]{0,5})\Z", re.ASCII)
_BYE = re.compile(r"bye:(p[1-9][0-9]{0,5})\Z", re.ASCII)


def _by_hand(text: str) -> tuple[tuple[Pairing, ...], tuple[PlayerId, ...]]:
    """Return the pairings in table order, and the byes."""
    pairings, byes = list[Pairing](), list[PlayerId]()
    for word in text.lower().replace(",", " ").split():
        pair, bye = _PAIR.match(word), _BYE.match(word)
        if pair:
            pairings.append(Pairing(PlayerId(pair[1]), PlayerId(pair[2])))
        elif bye:
            byes.append(PlayerId(bye[1]))
        else:
            msg = f"{quoted(word)} is not a pairing; use p1-p2 or bye:p5."
            raise click.BadParameter(msg, param_hint="--by-hand")
    if not pairings and not byes:
        msg = "no pairing was given; use p1-p2 or bye:p5."
        raise click.BadParameter(msg, param_hint="--by-hand")
    return tuple(pairings), tuple(byes)


_RUN = re.compile(r"([1-9][0-9]{0,5})(?:-([1-9][0-9]{0,5}))?\Z", re.ASCII)
_SEAT = re.compile(r"(p[1-9][0-9]{0,5})=(?:([1-9][0-9]{0,5})|none)\Z", re.ASCII)


def _tables(text: str) -> frozenset[int]:
    found: set[int] = set()
    for word in text.split(","):
        run = _RUN.match(word.strip())
        first, last = (int(run[1]), int(run[2] or run[1])) if run else (1, 0)
        if last < first:
            refuse(f"{quoted(word)} is not a table; use 12, or 5-8 for four tables.")
        found.update(range(first, last + 1))
    return frozenset(found)


def _fixed(text: str) -> tuple[PlayerId, int | None]:
    if seat := _SEAT.match(text.strip().lower()):
        return PlayerId(seat[1]), int(seat[2]) if seat[2] else None
    return refuse(f"{quoted(text)} is not a fixed table; use p7=3, or p7=none to end it.")


def hall_of(
    start: int | None,
    blocked: frozenset[int] | None,
    fixed: tuple[tuple[PlayerId, int | None], ...],
) -> TablePlan:
    """Return the plan of tables. Raises a usage error if a player has two tables."""
    seats = dict(fixed)
    for player, table in fixed:
        if seats[player] != table:
            two = f"{table or 'none'} and {seats[player] or 'none'}"
            msg = f"{player} has two fixed tables, {two}; give only one."
            raise click.BadParameter(msg, param_hint="--fixed")
    return TablePlan(start=start, blocked=blocked or frozenset(), fixed=seats)


BY_HAND = ReadType("pairings", _by_hand)
TABLES = ReadType("tables", _tables)
"""Tables by number: `5-8,12`."""
FIXED = ReadType("player=table", _fixed)
"""A player and a table, or none: `p7=3`."""
