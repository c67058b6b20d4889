"""How many of a division play on, and how many rounds it plays, as people type them."""

import re
from typing import Any

import click

from cli.params import DIVISION
from cli.words import quoted
from ledger.terms import Division


class CutType(click.ParamType[tuple[Division, int]]):
    """How many of a division play on, written `masters=8`."""

    name = "division=number"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[Division, int]:
        """Return the division and the number; a usage error says how to write them."""
        if isinstance(value, tuple):
            return value
        name, _, size = value.partition("=")
        division = DIVISION.convert(name, param, ctx)
        if not re.fullmatch(r"[0-9]{1,4}", size) or int(size).bit_count() > 1 or int(size) == 1:
            msg = f"{quoted(value)} is no cut; write masters=8: 2, 4, 8, 16 …, or 0 for none."
            self.fail(msg, param, ctx)
        return division, int(size)


class RoundsOfType(click.ParamType[tuple[Division, int]]):
    """How many rounds a division plays, written `masters=5`."""

    name = "division=number"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[Division, int]:
        """Return the division and the number; a usage error says how to write them."""
        if isinstance(value, tuple):
            return value
        name, _, number = value.partition("=")
        division = DIVISION.convert(name, param, ctx)
        if not re.fullmatch(r"[0-9]{1,2}", number, re.ASCII):
            self.fail(f"{quoted(value)} are no rounds; write masters=5, or 0.", param, ctx)
        return division, int(number)


CUT = CutType()
ROUNDS_OF = RoundsOfType()
