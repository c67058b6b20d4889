"""How long the results of a tournament are kept (TOP §4)."""

from datetime import date

from ledger.events.retention import keep_until as keep_until  # noqa: PLC0414 - the date is ours too.
from ledger.state.tournament import Tournament


def kept_until(t: Tournament) -> date | None:
    """Return the last day on which the results have to be kept.

    None while the tournament has not been closed: its three months have not begun.
    """
    return keep_until(t.ended) if t.closed and t.ended else None


def in_words(until: date | None, today: date) -> str:
    """Return how long that still is, as a part of a sentence."""
    if until is None:
        return "not closed, so that the three months have not begun"
    left = (until - today).days
    if left < 0:
        return f"the results had to be kept until {until}: names may be erased now"
    more = "today is the last day" if left == 0 else f"{left} day{'' if left == 1 else 's'} left"
    return f"the results are kept until {until}, {more} (TOP §4)"
