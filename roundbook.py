"""The public interface for Python: read a tournament, ask for its places, rounds and history.

docs/library.md shows how. Names that are not listed here are private and may change with any
version.

Once installed, the packages are in a private folder next to this file instead of the top of
site-packages, because other distributions may have a `cli` too. This file puts that folder first on
the path. In a checkout the packages are next to this file.
"""

import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cli.library import Ledger, read, verify
    from cli.verify.inspect import Report
    from ledger.errors import Trouble, Unreadable, Violation
    from ledger.record.chain import Damage
    from ledger.record.entry import Entry
    from ledger.rulesets.ruleset import Ruleset
    from ledger.state.tournament import Round, Tournament
    from projections.history.history import Happening
    from projections.standings.standings import Standing

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

_ROOMS = Path(__file__).with_name("_roundbook")
_FIRST = str(_ROOMS if _ROOMS.is_dir() else _ROOMS.parent)
if sys.path[:1] != [_FIRST]:
    sys.path.insert(0, _FIRST)

_WHERE = {
    "cli.library": ("Ledger", "read", "verify"),
    "cli.verify.inspect": ("Report",),
    "ledger.errors": ("Trouble", "Unreadable", "Violation"),
    "ledger.record.chain": ("Damage",),
    "ledger.record.entry": ("Entry",),
    "ledger.rulesets.ruleset": ("Ruleset",),
    "ledger.state.tournament": ("Round", "Tournament"),
    "projections.history.history": ("Happening",),
    "projections.standings.standings": ("Standing",),
}


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
    from cli.door import main as run

    run()


if __name__ == "__main__":
    main()
