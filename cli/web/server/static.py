"""Our own files: the style, the scripts, the sign. A list: no address leads to another file."""

from importlib.resources import files

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cli.web.server.page_cache import Page, answer, finished
from cli.web.server.page_routes import missing

KINDS = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}


def _all() -> dict[str, Page]:
    """Return every file in the folder, ready to go out."""
    return {
        place.name: finished(place.read_bytes(), kind=KINDS[place.name.rpartition(".")[2]])
        for place in files("cli.web").joinpath("static").iterdir()
        if place.name.rpartition(".")[2] in KINDS
    }


FILES = _all()


async def show(request: Request) -> Response:
    """Hand out one of our files."""
    page = FILES.get(request.path_params["name"])
    return answer(request, page) if page else missing(request)


async def icon(request: Request) -> Response:
    """Hand out the sign, which browsers ask for by themselves."""
    return answer(request, FILES["roundbook.svg"], cache="max-age=86400")


ROUTES = (Route("/static/{name}", show), Route("/favicon.ico", icon))
