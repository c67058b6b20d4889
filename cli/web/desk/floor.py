"""The judges' tables: every table that is being played, what it was given, what can be done."""

from datetime import datetime

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cli.acts.act import Outcome
from cli.desk.venue import Venue
from cli.verbs import VERBS
from cli.web.access.guard import seated
from cli.web.access.permissions import may, who_may
from cli.web.desk.frames import desk_page, told
from ledger.state.queries import latest_round, open_matches
from ledger.terms import MatchId, PlayerId
from projections.rounds.clock import clocks

SEATS = who_may("extend")
SHORT = {verb.name: verb.short for verb in VERBS.values() if verb.short}
SHORT |= {"deckcheck record": "Deck check"}
"""What an act is called where there is little room."""

SHOWN = ("out", "extended", "all")


class Tabled(Struct, frozen=True, kw_only=True):
    """A table of a round that is being played; `more` are the minutes it was given."""

    match: MatchId
    first: str
    second: str
    players: tuple[PlayerId, PlayerId]
    is_in: bool
    more: int
    ends: datetime | None


async def tables(request: Request) -> Response:
    """Show the tables: those that are out, those with more time, or all."""
    session = seated(request, SEATS)
    only = request.query_params.get("only", "out")
    only = only if only in SHOWN else "out"
    seat = session.seat

    def looked(here: Venue) -> dict[str, object]:
        every = tabled(here)
        wanted = {
            "out": [one for one in every if not one.is_in],
            "extended": [one for one in every if one.more],
            "all": every,
        }
        counts = {kind: len(found) for kind, found in wanted.items()}
        return {"tables": wanted[only], "counts": counts}

    return await desk_page(
        request,
        session,
        "floor.html",
        looked,
        said=told(request, session, Outcome),
        only=only,
        names=SHORT,
        of_match=[verb for verb in ("extend", "time-called", "verdict", "note") if may(seat, verb)],
        of_player=[verb for verb in ("penalty", "deckcheck record", "proxy") if may(seat, verb)],
    )


def tabled(here: Venue) -> list[Tabled]:
    """Return every table of the rounds that are being played, pool by pool, in table order."""
    t, book = here.desk.tournament, here.book
    running = {(one.pool, one.round): one for one in clocks(here.desk.entries, here.desk.rules)}
    found = []
    for pool in t.latest:
        paired = latest_round(t, pool)
        if paired is None or not paired.started:
            continue
        out, clock = set(open_matches(t, paired)), running.get((pool, paired.number))
        found += [
            Tabled(
                match=match,
                first=book.shown(pair[0]),
                second=book.shown(pair[1]),
                players=pair,
                is_in=match not in out,
                more=clock.extensions.get(match, 0) if clock else 0,
                ends=clock.ends_at(match) if clock else None,
            )
            for match, pair in paired.matches()
        ]
    return found


ROUTES = (Route("/t/{slug}/desk/tables", tables, methods=["GET"]),)
