"""The public interface for Python: read a tournament, ask for its places, rounds and history.

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
    from roundbook.cli.library import Ledger, read, verify
    from roundbook.cli.verify.inspect import Report
    from roundbook.ledger.errors import Trouble, Unreadable, Violation
    from roundbook.ledger.record.chain import Damage
    from roundbook.ledger.record.entry import Entry
    from roundbook.ledger.rulesets.ruleset import Ruleset
    from roundbook.ledger.state.tournament import Round, Tournament
    from roundbook.projections.history.history import Happening
    from roundbook.projections.standings.standings import Standing

__all__ = [
    "Damage",
    "Entry",
    "Happening",
    "Ledger",
    "Report",
    "Round",
    "Ruleset",
    "Standing",
    "Tournament",
    "Trouble",
    "Unreadable",
    "Violation",
    "read",
    "verify",
]

# A module with a path is a package to `import`, so the checkout needs no folder of this name.
__path__ = [str(Path(__file__).parent)]

_WHERE = {
    "roundbook.cli.library": ("Ledger", "read", "verify"),
    "roundbook.cli.verify.inspect": ("Report",),
    "roundbook.ledger.errors": ("Trouble", "Unreadable", "Violation"),
    "roundbook.ledger.record.chain": ("Damage",),
    "roundbook.ledger.record.entry": ("Entry",),
    "roundbook.ledger.rulesets.ruleset": ("Ruleset",),
    "roundbook.ledger.state.tournament": ("Round", "Tournament"),
    "roundbook.projections.history.history": ("Happening",),
    "roundbook.projections.standings.standings": ("Standing",),
}

if not TYPE_CHECKING:  # A type checker knows the names above, and no others.

    def __getattr__(name: str) -> Any:
        """Return a public name, loading its module only now, since commands need less.

        Raises AttributeError for any other name.
        """
        for module, names in _WHERE.items():
            if name in names:
                return getattr(import_module(module), name)
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
