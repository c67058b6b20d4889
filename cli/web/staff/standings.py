"""The desk's pages of standings and brackets: like the public ones, but with full names."""

from collections.abc import Iterator

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from roundbook.cli.session.venue import Venue
from roundbook.cli.web.access.guard import seated
from roundbook.cli.web.access.permissions import SEES_ALL, AccessRole, may
from roundbook.cli.web.server.page_routes import served_of, shown_now
from roundbook.cli.web.staff.page_frame import desk_page
from roundbook.cli.web.staff.slips import running
from roundbook.cli.web.staff.steps import NextAct, other_cut
from roundbook.ledger.state.lock import final
from roundbook.ledger.state.rounds import planned_rounds
from roundbook.ledger.terms import MatchId, Pool
from roundbook.projections.offers import offered
from roundbook.projections.reports.bracket_picture import drawings_with_acts
from roundbook.projections.reports.charts import moves
from roundbook.projections.reports.public_view import Sight
from roundbook.projections.reports.standings_page import places_at
from roundbook.projections.standings.shown import reached_by


async def standings(request: Request) -> Response:
    """Show the standings, with the line of the cut; `live` is the running table (A-92)."""
    session, live = seated(request, SEES_ALL), "live" in request.query_params
    seat = session.seat
    public, _ = await shown_now(served_of(request))  # It knows the places after each round already.

    def looked(here: Venue) -> dict[str, object]:
        t = here.desk.tournament
        said = t.announcement
        cut = {} if said is None else {str(age): size for age, size in said.cut.items()}
        planned = any(planned_rounds(t, pool) for pool in t.pods)
        found = places_at(_in_full(request, here), live=live)
        return {
            "cut": cut if planned and not t.cuts else {},
            "can_cut": {one.act.args[0] for one in offered(t, here.desk.rules, "cut", seat)},
            "running": any(one.running for one in reached_by(t)),
            "live": live,
            "places": found,
            "flights": {str(age): len(pools) for age, pools in t.flights.items()},
            "prizes": found.prizes,
            "moves": [{} if live else moves(public, block) for block in found.blocks],
        }

    return await desk_page(request, session, "standings.html", looked)


class BracketAct(Struct, frozen=True, kw_only=True):
    """What can be done at a match of a bracket, in words, and the address of its page."""

    title: str
    what: str
    goes: str


async def bracket(request: Request) -> Response:
    """Show every bracket, with what the visitor may do at each match."""
    session = seated(request, SEES_ALL)

    def looked(here: Venue) -> dict[str, object]:
        sight = _in_full(request, here)
        return {
            "eliminates": here.desk.tournament.is_elimination,
            "drawings": drawings_with_acts(sight),
            "changes": _changes(here, session.seat),
            "acts": dict(_acts(here, session.seat, f"{sight.root}/desk")),
        }

    return await desk_page(request, session, "bracket.html", looked)


def _changes(here: Venue, seat: AccessRole) -> dict[Pool, NextAct]:
    """Return by bracket the act that changes its cut, for staff who may do it."""
    t, rules = here.desk.tournament, here.desk.rules
    pools = t.cuts if may(seat, "cut") else ()
    return {pool: act for pool in pools for act in other_cut(t, rules, pool)}


def _acts(here: Venue, seat: AccessRole, desk: str) -> Iterator[tuple[MatchId, BracketAct]]:
    """Yield what this access role may do at the matches of the brackets, and nothing refused."""
    t, rules = here.desk.tournament, here.desk.rules
    offered = dict[MatchId, tuple[str, str]]()
    if may(seat, "correct"):
        for match in t.results:
            if match.pool in t.cuts and not final(t, match, rules):
                offered[match] = "Correct", f"/correct/{match}"
    if may(seat, "report"):
        for one in (out for part in running(here, None) for out in part.out):
            offered[one.match] = "Enter", f"?table={one.match}"
    for match, (title, page) in offered.items():
        what = f"the result of table {match.table}"
        yield match, BracketAct(title=title, what=what, goes=f"{desk}{page}")


def _in_full(request: Request, here: Venue) -> Sight:
    """Return the data of the pages, with full names."""
    t = here.desk.tournament
    return Sight(
        slug=str(request.path_params["slug"]),
        version=str(t.seq),
        t=t,
        rules=here.desk.rules,
        entries=here.desk.entries,
        book=here.entrants,
    )


ROUTES = (
    Route("/t/{slug}/desk/standings", standings, methods=["GET"]),
    Route("/t/{slug}/desk/bracket", bracket, methods=["GET"]),
)
