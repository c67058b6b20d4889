"""The script language at a desk in memory, for our own tests.

`cli/library/testing.py` describes it, and is public: there `play` returns a ledger, here the desk.
"""

from roundbook.cli.library.testing import (
    ANY_EVENT,
    BEGIN,
    DRAWS,
    MASTERS,
    SEED,
    Script,
    commitment,
    lines_of,
    new_desk,
    of_all_ages,
    opening,
    player,
    registered,
    tell,
)
from roundbook.cli.library.testing import played as play
from roundbook.cli.library.testing import told as happened

__all__ = [
    "ANY_EVENT",
    "BEGIN",
    "DRAWS",
    "MASTERS",
    "SEED",
    "Script",
    "commitment",
    "happened",
    "lines_of",
    "new_desk",
    "of_all_ages",
    "opening",
    "play",
    "player",
    "registered",
    "tell",
]
