"""The public interface for Python: read a tournament, ask for its places, rounds and history.

docs/library.md shows how. Whatever is not named here is private, and may change with any version.
"""

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
