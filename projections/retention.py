"""How long the results of a tournament are kept (TOP §4)."""

from calendar import monthrange
from collections.abc import Iterable
from datetime import date

from ledger.entries import Entry
from ledger.events import TournamentClosed, TournamentOpened, TournamentReopened

MONTHS = 3
"""So long results are kept, and handed to the sanctioning body when it asks (TOP-4f)."""


def keep_until(end: date) -> date:
    """Return the day on which three months have passed since the end of a tournament.

    Where that month is too short, its last day.
    """
    year, month = divmod(end.year * 12 + end.month - 1 + MONTHS, 12)
    return date(year, month + 1, min(end.day, monthrange(year, month + 1)[1]))


def offered_from(entries: Iterable[Entry]) -> date | None:
    """Return from when on names may be erased; None while a tournament has not been closed here.

    Retention is a minimum: what is kept longer is the organiser's choice, and nothing is ever
    erased by itself (A-43). A file tells its own dates, and its publisher keeps what it is from.
    """
    end: date | None = None
    last: date | None = None
    for entry in entries:
        for event in entry.events:
            match event:
                case TournamentOpened():
                    last = event.end
                case TournamentClosed() if not event.told:
                    end = event.end or last or entry.at.date()
                case TournamentReopened():
                    end = None
                case _:
                    pass
    return keep_until(end) if end else None
