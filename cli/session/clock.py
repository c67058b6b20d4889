"""The time at the venue: the one place where a clock is read."""

from datetime import date, datetime


def now() -> datetime:
    """Return the time at the venue with its offset, to the second."""
    return datetime.now().astimezone().replace(microsecond=0)


def today() -> date:
    """Return the date at the venue."""
    return now().date()
