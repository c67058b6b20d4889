"""The note that only one undefeated player is left, where rounds are still to be played (A-1)."""

from collections.abc import Callable
from gettext import NullTranslations

from cli.tables import WIDTH, wrapped
from ledger.terms import PlayerId
from projections.cut.qualifiers import Alone
from projections.reports.messages import said
from projections.text import phrase


def undefeated_lines(
    alone: Alone, named: Callable[[PlayerId], str], words: NullTranslations | None = None
) -> list[str]:
    """Return the note: who it is, and that the announced number of rounds counts."""
    note = phrase(
        "note: only %(player)s is undefeated in %(pool)s after round %(after)s; %(announced)s"
        " rounds were announced, and that counts (TOP §3.1, A-1)",
        player=named(alone.player),
        pool=alone.pool,
        after=alone.after,
        announced=alone.announced,
    )
    return wrapped(said(note, words) if words else note, WIDTH - 2)
