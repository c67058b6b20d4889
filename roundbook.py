"""The public interface for Python: read tournaments, write to them, follow and explain them.

docs/library.md shows how. Names that are not listed here are private and may change with any
version.

In a checkout this file is a module and the three packages are next to it; in an installation it is
`roundbook/__init__.py`, and they are in its folder. Either way they are imported as
`roundbook.ledger`, `roundbook.projections` and `roundbook.cli`, so that a program that uses
roundbook may have a `ledger` or a `cli` of its own.
"""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from roundbook.cli.library import testing
    from roundbook.cli.library.acting import Answer
    from roundbook.cli.library.desk import Desk, at, create
    from roundbook.cli.library.following import Told, follow
    from roundbook.cli.library.ledger import Fact, Ledger, verify
    from roundbook.cli.library.ledger import open_ledger as open  # noqa: A004 - its public name.
    from roundbook.cli.verify.inspect import Report
    from roundbook.ledger.errors import (
        Conflict,
        Misuse,
        Refused,
        Trouble,
        Unreadable,
        Violation,
    )
    from roundbook.ledger.events import catalogue as events
    from roundbook.ledger.record.chain import Damage
    from roundbook.ledger.record.entry import Entry
    from roundbook.ledger.rulesets.ruleset import Ruleset
    from roundbook.ledger.state.tournament import Round, Tournament
    from roundbook.ledger.terms import MatchId, Result
    from roundbook.projections.bracket.tree import Tree
    from roundbook.projections.explain.blame import Blamed
    from roundbook.projections.explain.pairing import PairingWhy
    from roundbook.projections.explain.place import Explanation
    from roundbook.projections.explain.what_if import WhatIf
    from roundbook.projections.history.history import Happening
    from roundbook.projections.standings.standings import Standing

__all__ = [
    "Answer",
    "Blamed",
    "Conflict",
    "Damage",
    "Desk",
    "Entry",
    "Explanation",
    "Fact",
    "Happening",
    "Ledger",
    "MatchId",
    "Misuse",
    "PairingWhy",
    "Refused",
    "Report",
    "Result",
    "Round",
    "Ruleset",
    "Standing",
    "Told",
    "Tournament",
    "Tree",
    "Trouble",
    "Unreadable",
    "Violation",
    "WhatIf",
    "at",
    "create",
    "events",
    "follow",
    "open",
    "testing",
    "verify",
]

# A module with a path is a package to `import`, so the checkout needs no folder of this name.
__path__ = [str(Path(__file__).parent)]

_WHERE = {
    "roundbook.cli.library.acting": ("Answer",),
    "roundbook.cli.library.desk": ("Desk", "at", "create"),
    "roundbook.cli.library.following": ("Told", "follow"),
    "roundbook.cli.library.ledger": ("Fact", "Ledger", "open", "verify"),
    "roundbook.cli.verify.inspect": ("Report",),
    "roundbook.ledger.errors": (
        *("Conflict", "Misuse", "Refused", "Trouble", "Unreadable", "Violation"),
    ),
    "roundbook.ledger.record.chain": ("Damage",),
    "roundbook.ledger.record.entry": ("Entry",),
    "roundbook.ledger.rulesets.ruleset": ("Ruleset",),
    "roundbook.ledger.state.tournament": ("Round", "Tournament"),
    "roundbook.ledger.terms": ("MatchId", "Result"),
    "roundbook.projections.bracket.tree": ("Tree",),
    "roundbook.projections.explain.blame": ("Blamed",),
    "roundbook.projections.explain.pairing": ("PairingWhy",),
    "roundbook.projections.explain.place": ("Explanation",),
    "roundbook.projections.explain.what_if": ("WhatIf",),
    "roundbook.projections.history.history": ("Happening",),
    "roundbook.projections.standings.standings": ("Standing",),
}
_MODULES = {
    "events": "roundbook.ledger.events.catalogue",
    "testing": "roundbook.cli.library.testing",
}
_CALLED_THERE = {"open": "open_ledger"}

if not TYPE_CHECKING:  # A type checker knows the names above, and no others.

    def __getattr__(name: str) -> Any:
        """Return a public name, loading its module only now, since commands need less.

        Raises AttributeError for any other name.
        """
        if name in _MODULES:
            return import_module(_MODULES[name])
        for module, names in _WHERE.items():
            if name in names:
                return getattr(import_module(module), _CALLED_THERE.get(name, name))
        msg = f"roundbook has no {name!r}; its names are {', '.join(__all__)}"
        raise AttributeError(msg)


def __dir__() -> list[str]:
    """Return the public names only."""
    return __all__


def main() -> None:
    """Run the command line."""
    from roundbook.cli.door import main as run

    run()


if __name__ == "__main__":
    main()
