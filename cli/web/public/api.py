"""The public JSON API for other programs. `RESOURCES` lists its resources."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import cache, partial
from time import thread_time

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from roundbook.cli.web.server.listing import Listing, listing_of
from roundbook.cli.web.server.page_cache import HTML, Page, finished
from roundbook.cli.web.server.page_routes import elsewhere, served_or_none, shown_now
from roundbook.cli.web.server.problems import asked_first, opened, problem
from roundbook.cli.web.server.tournaments import ServedTournament, tournaments_of
from roundbook.ledger.text import UNSAFE
from roundbook.projections.reports.api.event import Tournaments, listed
from roundbook.projections.reports.api.openapi import JSON, description, paper
from roundbook.projections.reports.api.resources import (
    FIND,
    LIST_WORDS,
    PAGE,
    PLAYER,
    RESOURCES,
    ROOT,
    Resource,
    Word,
)
from roundbook.projections.reports.public_view import Sight

METHODS = ["GET", "OPTIONS"]

_encoder = msgspec.json.Encoder(enc_hook=str)


class AskedWronglyError(Exception):
    """A query parameter has a value that is not allowed; the sentence says which are."""


def said(request: Request, words: Iterable[Word]) -> dict[str, str]:
    """Return the query parameters. Raise AskedWronglyError for a value that is not allowed.

    Unknown parameters are ignored, because programs of a later version may send them.
    """
    found = {}
    for word in words:
        values = request.query_params.getlist(word.name)
        if not values:
            continue
        if len(values) > 1 or not word.allows(values[0]):
            msg = f"`{word.name}` must be {word.must_be}, given once."
            raise AskedWronglyError(msg)
        found[word.name] = values[0]
    return found


def json_of(value: object) -> bytes:
    """Return JSON in which no name can reverse or hide a line."""
    text = _encoder.encode(value).decode()
    return UNSAFE.sub(lambda odd: f"\\u{ord(odd[0]):04x}", text).encode()


def route(path: str, show: Callable[[Request], Awaitable[Response]]) -> Route:
    """Return a route that other sites' pages may use too, with or without a preflight request."""

    async def answered(request: Request) -> Response:
        return asked_first() if request.method == "OPTIONS" else await show(request)

    return Route(path, answered, methods=METHODS)


def resource(one: Resource) -> Route:
    """Return the route of a resource, made once for each version and set of parameters."""

    async def show(request: Request) -> Response:
        served = served_or_none(request)
        if served is None:
            tournaments_of(request).refuse_missing()
            return problem(404, "There is no tournament with this name here.")
        try:
            words = {**request.path_params, **said(request, one.words)}
        except AskedWronglyError as wrong:
            return problem(400, str(wrong))
        if not PLAYER.allows(words.get(PLAYER.name, "p1")):
            return problem(404, one.missing)
        key = ("api", one.name, *(f"{name}={word}" for name, word in sorted(words.items())))
        sight, pages = await shown_now(served)
        work = partial(elsewhere, tournaments_of(request), _made, one, served, sight, words)
        page = await pages.get(key, work)
        return opened(request, page) if page.status == 200 else problem(404, one.missing)

    return route(f"{ROOT}/{{slug}}{one.path}", show)


def _made(one: Resource, served: ServedTournament, sight: Sight, words: Mapping[str, str]) -> Page:
    """Return the answer as a page; with status 404 if there is no such thing."""
    began = thread_time()
    try:
        found = one.make(sight, words)
        return finished(json_of(found), kind=JSON, status=404 if found is None else 200)
    finally:
        served.spent += thread_time() - began


async def tournaments(request: Request) -> Response:
    """List the served tournaments: all of them, search results, or one page."""
    try:
        words = said(request, LIST_WORDS)
    except AskedWronglyError as wrong:
        return problem(400, str(wrong))
    listing = await listing_of(request).now()
    make_it = partial(elsewhere, tournaments_of(request), _list, listing, words)
    if FIND.name in words:
        return opened(request, await make_it())
    number = words.get(PAGE.name)
    key = ("api", str(listing.page(int(number)).number) if number else "")
    return opened(request, await listing.pages.get(key, make_it))


def _list(listing: Listing, words: Mapping[str, str]) -> Page:
    """Return the tournaments in order of their addresses; one page in the order of the list."""
    found, number = words.get(FIND.name, ""), words.get(PAGE.name)
    if number:
        page = listing.page(int(number), found)
        answer = Tournaments(tournaments=tuple(map(listed, page.lines)), pages=page.of)
    else:
        lines = sorted(listing.found(found), key=lambda one: one.slug)
        answer = Tournaments(tournaments=tuple(map(listed, lines)))
    return finished(json_of(answer), kind=JSON)


async def described(request: Request) -> Response:
    """Show the description of the API for programs."""
    return opened(request, _description())


async def read(request: Request) -> Response:
    """Show the description of the API for people."""
    return opened(request, _paper())


@cache
def _description() -> Page:
    return finished(json_of(description()), kind=JSON)


@cache
def _paper() -> Page:
    return finished(paper(), kind=HTML)


ROUTES = (
    route("/api", read),
    route("/api/openapi.json", described),
    route(ROOT, tournaments),
    *map(resource, RESOURCES),
)
