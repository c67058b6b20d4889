"""The clocks for pages: rounds in progress, and time for building decks."""

from datetime import datetime

from msgspec import Struct

from roundbook.ledger.phrases import Phrase
from roundbook.ledger.state.round_names import called
from roundbook.ledger.terms import MatchId, Pool
from roundbook.projections.reports.public_view import Sight
from roundbook.projections.rounds.clock import BuildingClock, RoundClock, building, clocks


class Longer(Struct, frozen=True, kw_only=True):
    """A match that was given extra time, and when time is called for it."""

    match: MatchId
    minutes: int
    ends_at: datetime | None


class Dial(Struct, frozen=True, kw_only=True):
    """A round's clock: when it begins and ends; without an end, no time was announced.

    `called` is the name of the round. `turns` are played after time is called, until `turns_end_at`
    at the latest; `out` is how many matches are still being played.
    """

    pool: Pool
    round: int
    begins_at: datetime
    ends_at: datetime | None
    called: Phrase
    turns: int
    turns_end_at: datetime | None
    out: int
    longer: tuple[Longer, ...]

    def of_match(self, match: MatchId | None) -> datetime | None:
        """Return when time is called for a match."""
        for one in self.longer:
            if one.match == match:
                return one.ends_at
        return self.ends_at

    def turns_end_of(self, match: MatchId | None) -> datetime | None:
        """Return when the turns of a match are over at the latest, if that was announced."""
        end = self.of_match(match)
        if end is None or self.ends_at is None or self.turns_end_at is None:
            return None
        return end + (self.turns_end_at - self.ends_at)


def dials(sight: Sight) -> list[Dial]:
    """Return the clock of every round in progress."""
    return [_dial(sight, one) for one in clocks(sight.entries, sight.rules, sight.t)]


def decks_built(sight: Sight) -> BuildingClock | None:
    """Return the clock for building decks, if players are building them."""
    return building(sight.entries, sight.t)


def dial_of(sight: Sight, pool: Pool, number: int) -> Dial | None:
    """Return the clock of a round; None if it is not in progress."""
    return next((d for d in sight.once(dials) if (d.pool, d.round) == (pool, number)), None)


def _dial(sight: Sight, one: RoundClock) -> Dial:
    """Return a clock as it is shown."""
    return Dial(
        pool=one.pool,
        round=one.round,
        called=called(sight.t, one.pool, one.round),
        begins_at=one.clock_at,
        ends_at=one.ends_at(),
        turns=one.limit.turns if one.limit else 0,
        turns_end_at=one.turns_end_at(),
        out=len(one.open),
        longer=tuple(
            Longer(match=match, minutes=minutes, ends_at=one.ends_at(match))
            for match, minutes in sorted(one.extensions.items())
        ),
    )


# Times as they are shown: 24 hours, by the clock of the venue.


def clock_time(at: datetime) -> str:
    """Return the time of day, with the venue's own offset: `14:05`."""
    return f"{at:%H:%M}"


def milliseconds(at: datetime) -> int:
    """Return a moment as scripts count it: milliseconds since 1970."""
    return round(at.timestamp() * 1000)
