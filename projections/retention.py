"""How long the results of a tournament are kept (TOP §4)."""

from calendar import monthrange
from datetime import date

MONTHS = 3
"""So long results are kept, and handed to the sanctioning body when it asks (TOP-4f)."""


def keep_until(end: date) -> date:
    """Return the day on which three months have passed since the end of a tournament.

    Where that month is too short, its last day.
    """
    year, month = divmod(end.year * 12 + end.month - 1 + MONTHS, 12)
    return date(year, month + 1, min(end.day, monthrange(year, month + 1)[1]))
