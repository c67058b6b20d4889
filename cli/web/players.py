"""What everybody may see: the tournaments, an event, its rounds, its standings and its players."""

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from cli.web.house import House
from cli.web.pages import answer, finished
from cli.web.showing import hall_of, page, with_language
from cli.web.visits import Asked, language_of
from ledger.errors import Trouble
from projections.reports.event import about
from projections.reports.framing import frame
from projections.reports.listing import Listed, listed
from projections.reports.rendering import render
from projections.reports.sight import Sight


async def tournaments(request: Request) -> Response:
    """List the tournaments, or lead to the only one."""
    hall = hall_of(request)
    if hall.only:
        return RedirectResponse(f"/t/{hall.only.slug}", 307)
    hall.look()
    found = [await run_in_threadpool(_listed, house) for house in hall.houses.values()]
    text = render("tournaments.html", language_of(request), tournaments=found)
    return with_language(request, answer(request, finished(text)))


def _listed(house: House) -> Listed:
    """Return what a list says of a tournament; one that cannot be read does not stop the others."""
    try:
        with house.sight() as sight:
            return sight.once(listed)
    except Trouble:
        return Listed(slug=house.slug, name=house.slug)


def event(sight: Sight, asked: Asked) -> str:
    """Return the page of an event: where it stands, and the way to oneself."""
    return render(
        "event.html", asked.language, frame=frame(sight, asked.path), about=sight.once(about)
    )


ROUTES = (
    Route("/", tournaments),
    page("", event),
)
