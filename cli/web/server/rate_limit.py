"""How often somebody may do something in a minute: one of them, and all together."""

from collections import Counter, deque
from collections.abc import Callable, Hashable

from cli.web.server.problems import TurnedAwayError

MINUTE = 60.0
EACH, ALL = 20, 300
"""So many codes that open nothing may be typed in a minute: at one address, and in all.

A venue is often one address, behind which two thousand phones come in within minutes: a code that
opens something always does and is not counted, or one phone that guesses would keep everybody out.
The length of a code is what keeps it: whoever tries a thousand a second for a whole day meets one
of a thousand codes with a chance of one in ten million.
"""

FORMS, CLAIMS = 600, 30
"""So many forms may be sent in a minute by one session: of the staff, and of a player."""


class RateLimit:
    """What was done in the last minute, by whom. Asked in the event loop only."""

    def __init__(
        self, clock: Callable[[], float], *, each: int = EACH, most: int | None = ALL
    ) -> None:
        """Begin with nothing done; `most` may be done by all together."""
        self._clock, self._each, self._most = clock, each, most
        self._done: deque[tuple[float, Hashable]] = deque()
        self._by: Counter[Hashable] = Counter()

    def are_spent(self, who: Hashable) -> bool:
        """Tell whether somebody has done it as often as they may, or all together have."""
        before = self._clock() - MINUTE
        while self._done and self._done[0][0] <= before:
            _, one = self._done.popleft()
            self._by[one] -= 1
            if not self._by[one]:
                del self._by[one]
        too_many = self._most is not None and len(self._done) >= self._most
        return too_many or self._by[who] >= self._each

    def count(self, who: Hashable, sorry: str) -> None:
        """Count one more. Raises TurnedAwayError with a sentence where there were too many."""
        if self.are_spent(who):
            raise TurnedAwayError(sorry, status=429)
        self._done.append((self._clock(), who))
        self._by[who] += 1
