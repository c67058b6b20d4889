"""Times as they are shown: 24 hours, as the clock at the venue said."""

from datetime import date, datetime


def clock_time(at: datetime) -> str:
    """Return the time of day, with the venue's own offset: `14:05`."""
    return f"{at:%H:%M}"


def day(on: date) -> str:
    """Return a day so that everybody reads the same one: `2026-03-07`."""
    return f"{on:%Y-%m-%d}"


def milliseconds(at: datetime) -> int:
    """Return a moment as scripts count it: milliseconds since 1970, wherever one is."""
    return round(at.timestamp() * 1000)
