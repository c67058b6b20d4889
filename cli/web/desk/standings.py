"""The desk's pages of standings and brackets: like the public ones, but with full names."""

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cli.desk.venue import Venue
from cli.web.access.guard import seated
from cli.web.access.permissions import SEES_ALL, may
from cli.web.desk.page_frame import desk_page
from ledger.state.rounds import planned_rounds, still_out
from projections.reports.bracket_picture import drawings
from projections.reports.public_view import Sight
from projections.reports.standings_page import Places, places


async def standings(request: Request) -> Response:
    """Show the standings, with the line of the cut."""
    return await _page(request, "standings.html", places)


async def bracket(request: Request) -> Response:
    """Show every bracket."""
    return await _page(request, "bracket.html", drawings)


async def _page(request: Request, template: str, looked: Callable[[Sight], object]) -> Response:
    session = seated(request, SEES_ALL)

    def looking(here: Venue) -> dict[str, object]:
        sight = _in_full(str(request.path_params["slug"]), here)
        t = here.desk.tournament
        said = t.announcement
        cut = {} if said is None else {str(age): size for age, size in said.cut.items()}
        planned = any(planned_rounds(t, pool) for pool in t.pods)
        values = looked(sight)
        return {
            "cut": cut if planned and not t.cuts else {},
            "still_out": sum(len(still_out(t, pool)) for pool in t.latest),
            "places": values if isinstance(values, Places) else None,
            "eliminates": t.is_elimination,
            "drawings": values if isinstance(values, list) else [],
        }

    may_cut = may(session.seat, "cut")
    return await desk_page(request, session, template, looking, may_cut=may_cut)


def _in_full(slug: str, here: Venue) -> Sight:
    """Return the data of the pages, with full names."""
    t = here.desk.tournament
    return Sight(
        slug=slug,
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
