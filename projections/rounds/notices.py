"""What is said of an event that is never sanctioned, wherever it is shown (TRF §11, §14)."""

from ledger.events.catalogue import TournamentOpened
from projections.text import phrase


def unsanctioned(opened: TournamentOpened | None) -> list[str]:
    """Return the line that says so; none where nothing speaks against a sanction."""
    if opened is None or opened.format is None or not opened.format.fun:
        return []
    return [
        phrase("not sanctioned: %(format)s is a fun format (TRF §14)", format=str(opened.format))
    ]
