"""Where a list comes from: what is wrong in it is said by its line, and all of it at once."""

from collections.abc import Sequence
from typing import NamedTuple

from ledger.errors import Unreadable

MAX_BYTES = 5_000_000
"""The longest list, in bytes."""

MOST_SAID = 20
"""So many wrong lines are named at once; the rest is counted."""

Mistake = tuple[int, str]
"""The number of a line, and what is wrong with it."""


class Source(NamedTuple):
    """Where a list comes from, what it is a list of, and what to do where it is wrong."""

    where: str
    what: str
    hint: str

    def wrong(self, line: int, said: str) -> Unreadable:
        """Return that a line is wrong, and how."""
        return self.all_wrong([(line, said)])

    def all_wrong(self, mistakes: Sequence[Mistake]) -> Unreadable:
        """Return that lines are wrong, each with how; there is one at least."""
        (line, said), *others = sorted(mistakes)
        told = [f"line {number}: {what}." for number, what in others[: MOST_SAID - 1]]
        if len(others) >= MOST_SAID:
            more = len(others) - MOST_SAID + 1
            told.append(f"{more:,} more {'line is' if more == 1 else 'lines are'} wrong.")
        where = f"line {line}"
        return Unreadable(
            f"{self.where}, {where}: {said}.", where=where, hint=self.hint, others=told
        )

    def empty(self, said: str) -> Unreadable:
        """Return that the whole list is of no use, and why."""
        return Unreadable(f"{self.where} {said}", where=self.where, hint=self.hint)
