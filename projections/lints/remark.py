"""What an auditor wants to see though it breaks no rule, and what it is looked for in."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from msgspec import Struct

from ledger.events.catalogue import AnyEvent
from ledger.record.entry import Attempt, Entry
from ledger.rulesets.ruleset import Ruleset
from ledger.state.tournament import Tournament


class Remark(Struct, frozen=True, kw_only=True):
    """Something to look at: by which lint, at which entry, in one sentence.

    Of a refused command, which has no entry, `seq` is the last entry before it.
    """

    lint: str
    seq: int
    message: str


class Case(Struct, frozen=True, kw_only=True):
    """A ledger to be looked through: its entries, what they tell, the rules, what was refused."""

    entries: tuple[Entry, ...]
    t: Tournament
    rules: Ruleset
    attempts: tuple[Attempt, ...] = ()

    def acts(self) -> Iterator[tuple[Entry, AnyEvent]]:
        """Yield every event that was done here, with its entry; what a file tells has no clock."""
        for entry in self.entries:
            for event in entry.events:
                if event.told is None:
                    yield entry, event


Look = Callable[[Case], Iterable[Remark]]


class Lint(NamedTuple):
    """One thing that is looked for. The function is its name, its docstring the reason."""

    look: Look

    @property
    def name(self) -> str:
        """The name for people: `written-at-night`."""
        name: str = getattr(self.look, "__name__", "")
        return name.replace("_", "-")

    @property
    def reason(self) -> str:
        """Why somebody should look: the first sentence of the docstring."""
        return (self.look.__doc__ or "").strip().partition("\n")[0]
