"""An event in a few lines: what was announced, and how far every part of it has come."""

from datetime import date

from msgspec import Struct

from ledger.field import planned_rounds
from ledger.terms import Pool
from projections.reports.sight import Sight
from projections.rounds import PostedRound, posted_round


class Part(Struct, frozen=True, kw_only=True):
    """A pool or a bracket, with its latest round; `of` is how many Swiss rounds were announced."""

    pool: Pool
    round: PostedRound
    of: int | None


class About(Struct, frozen=True, kw_only=True):
    """What the page of an event tells: when it is, who is there, what was said, what is played."""

    start: date | None
    players: int
    still_in: int
    rounds: int | None
    text: str
    parts: tuple[Part, ...]
    is_over: bool


def about(sight: Sight) -> About:
    """Return what the page of an event tells."""
    t = sight.t
    return About(
        start=t.opened.start if t.opened else None,
        players=len(t.players),
        still_in=sum(not player.out for player in t.players.values()),
        rounds=t.planned.get(None),
        text=t.announcement.text if t.announcement else "",
        parts=tuple(_parts(sight)),
        is_over=t.closed is not None,
    )


def _parts(sight: Sight) -> list[Part]:
    """Return every pool that has been paired, with its latest round."""
    t = sight.t
    found = []
    for pool, latest in t.latest.items():
        posted = posted_round(t, sight.rules, pool, latest)
        if posted:
            of = None if pool in t.cuts else planned_rounds(t, pool)
            found.append(Part(pool=pool, round=posted, of=of))
    return found
