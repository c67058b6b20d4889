"""How often somebody may try: a few times a minute from one address, not many more in all."""

from collections import deque
from collections.abc import Callable

from cli.web.guard import TurnedAwayError
from projections.phrases import phrase

MINUTE = 60.0
EACH, ALL = 10, 60
"""So many codes may be tried in a minute: from one address, and in all.

A venue is often one address, so that the first is no smaller; ten million minutes of the second
would be needed to try one in ten thousand of the codes there are.
"""


class Tries:
    """The tries of the last minute, by address. Asked in the event loop only."""

    def __init__(self, clock: Callable[[], float], *, each: int = EACH, most: int = ALL) -> None:
        """Begin with none."""
        self._clock, self._each, self._most = clock, each, most
        self._made: deque[tuple[float, str]] = deque()

    def count(self, address: str) -> None:
        """Count a try. Raises TurnedAwayError where there were too many; it is not made then."""
        now = self._clock()
        while self._made and self._made[0][0] <= now - MINUTE:
            self._made.popleft()
        mine = sum(1 for _, each in self._made if each == address)
        if mine >= self._each or len(self._made) >= self._most:
            raise TurnedAwayError(phrase("Too many codes were tried: wait a minute."), status=429)
        self._made.append((now, address))
