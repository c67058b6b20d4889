"""The clocks of the rounds that are being played, as they are read out (TRF §7)."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from projections.rounds.clock import RoundClock


def clocks_text(running: Sequence[RoundClock], at: datetime) -> Iterator[str]:
    """Yield how every clock stands, or that none runs."""
    if not running:
        yield "no round is being played."
    for one in running:
        yield from clock_lines(one, at)


def clock_lines(one: RoundClock, at: datetime) -> Iterator[str]:
    """Yield how a clock stands, and which matches have more time."""
    out = f"{len(one.open)} out"
    yield f"{one.pool}, round {one.round}: {_said(one, at)} ({out})"
    for match, minutes in sorted(one.extensions.items()):
        left = one.left(at, match)
        now_left = f": {_spoken(left)}" if left is not None else ""
        yield f"  table {match.table} ({match}): {minutes} more minutes{now_left}"


def _said(one: RoundClock, at: datetime) -> str:
    """Return how the clock stands, in words."""
    if one.limit is None:
        return f"no time was announced; started at {one.started_at:%H:%M}"
    end = one.ends_at()
    if at < one.clock_at:
        return f"the clock starts in {_minutes(one.clock_at - at)}, for {one.limit}"
    left = one.left(at)
    assert left is not None
    assert end is not None
    until = f", until {end:%H:%M:%S}" if left > timedelta(0) else f", then {one.limit.turns} turns"
    return f"{_spoken(left)}{until}"


def _spoken(left: timedelta) -> str:
    if left > timedelta(0):
        return f"{_minutes(left)} left"
    return "time" if not left else f"time was called {_minutes(-left)} ago"


def _minutes(span: timedelta) -> str:
    """Return `31:05`: minutes and seconds, a started second not counted."""
    minutes, seconds = divmod(span // timedelta(seconds=1), 60)
    return f"{minutes}:{seconds:02}"
