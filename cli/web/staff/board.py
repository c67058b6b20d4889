"""The live board on the page of rounds: the clock, results in, and the tables to look at."""

from collections.abc import Mapping

from msgspec import Struct

from roundbook.cli.session.venue import Venue
from roundbook.cli.web.public.match_claims import Contest
from roundbook.cli.web.staff.judges import Tabled, tabled
from roundbook.cli.web.staff.slips import Running, running
from roundbook.ledger.terms import MatchId, Pool

MOST_SHOWN = 24
"""The maximum number of tables listed for a round: those to look at come first."""


class Board(Struct, frozen=True, kw_only=True):
    """A round in progress, with the tables still out; `more` counts those that are not listed.

    Tables where something is wrong or different come first: reports that differ, a call, extra
    time.
    """

    round: Running
    out: tuple[Tabled, ...]
    more: int


def boards(here: Venue, odds: Mapping[MatchId, Contest]) -> dict[Pool, Board]:
    """Return the rounds in progress, by pool. `odds` are the matches with different reports."""
    out = dict[Pool, list[Tabled]]()
    for one in tabled(here, odds):
        if one.playing and not one.is_in:
            out.setdefault(one.match.pool, []).append(one)
    found = dict[Pool, Board]()
    for playing in running(here):
        tables = sorted(
            out.get(playing.pool, ()),
            key=lambda one: (not one.at_odds, not one.calls, not one.more, one.match.table),
        )
        shown = tuple(tables[:MOST_SHOWN])
        found[playing.pool] = Board(round=playing, out=shown, more=len(tables) - len(shown))
    return found
