"""The note that only one undefeated player is left, where rounds are still to be played (A-1)."""

from collections.abc import Callable

from cli.tables import WIDTH, wrapped
from ledger.terms import PlayerId
from projections.undefeated import Alone


def undefeated_lines(alone: Alone, named: Callable[[PlayerId], str]) -> list[str]:
    """Return the note: who it is, and that the announced number of rounds counts."""
    said = (
        f"note: only {named(alone.player)} is undefeated in {alone.pool} after round "
        f"{alone.after}; {alone.announced} rounds were announced, and that counts (TOP §3.1, A-1)"
    )
    return wrapped(said, WIDTH - 2)
