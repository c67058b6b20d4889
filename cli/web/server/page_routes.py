"""Routes to the pages of a tournament: a page is found, rendered if it is new, and sent."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from functools import partial
from time import thread_time
from typing import TypeVar
from urllib.parse import urlencode, urlsplit

from msgspec import Struct
from msgspec.structs import replace
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from roundbook.cli.session.venue import Venue
from roundbook.cli.web.server.limits import RateLimit
from roundbook.cli.web.server.page_cache import HTML, Page, answer, finished
from roundbook.cli.web.server.responses import (
    CARD,
    MOST_ON_PHONE,
    drop_cookie,
    keep_cookie,
    read_cookie,
)
from roundbook.cli.web.server.tournaments import (
    ServedTournament,
    Shown,
    TournamentFolder,
    tournaments_of,
)
from roundbook.ledger.errors import Trouble
from roundbook.ledger.rulesets.wording import page_in
from roundbook.ledger.terms import PlayerId
from roundbook.projections.reports.languages import LANGUAGES, best
from roundbook.projections.reports.public_view import Sight
from roundbook.projections.reports.rendering import render

# A request for a page: its path, its language, and its parameters.

LONGEST = 80
"""The most characters of a parameter that are used."""


class PageRequest(Struct, frozen=True, kw_only=True):
    """A requested page: its path, the parameters in the path and the query, and the language.

    `address` is where phones reach the server, the same for all requests.

    `mine` is whether the phone has a player's own page, `several` whether it keeps several players.

    `words` contains only parameters that the page uses, so that others cannot fill the memory with
    identical pages.
    """

    path: str
    language: str
    words: Mapping[str, str]
    address: str = ""
    mine: bool = False
    several: bool = False

    @property
    def key(self) -> tuple[str, ...]:
        """The cache key: requests with the same key get the same bytes."""
        words = (f"{name}={value}" for name, value in sorted(self.words.items()))
        own = ["mine", "several"][: self.mine + self.several]
        return (self.path, self.language, *words, *own)

    def word(self, name: str) -> str:
        """Return a parameter; empty if it was not given."""
        return self.words.get(name, "")


def asked(request: Request, query: Iterable[str] = ()) -> PageRequest:
    """Return the requested page; from the query, only the parameters in `query`."""
    words = {name: str(value) for name, value in request.path_params.items()}
    for name in query:
        if found := request.query_params.get(name, "").strip()[:LONGEST]:
            words[name] = found
    address = next(iter(request.app.state.options.addresses), "").rstrip("/")
    language = language_of(request)
    return PageRequest(path=request.url.path, language=language, words=words, address=address)


THIS_MACHINE = ("127.0.0.1", "::1", "localhost")
"""Hosts that no other machine reaches."""


def is_this_machine(address: str) -> bool:
    """Tell whether only this machine reaches an address, so that no phone can open it."""
    return urlsplit(address).hostname in THIS_MACHINE


def language_of(request: Request) -> str:
    """Return the language of the answer: chosen now, chosen before, or preferred by the browser."""
    for chosen in (request.query_params.get("lang"), read_cookie(request, "lang")):
        if chosen in LANGUAGES:
            return chosen
    return best(request.headers.get("accept-language", ""))


LOG = logging.getLogger("roundbook")

Answer = TypeVar("Answer")

Make = Callable[[Sight, PageRequest], str | bytes]
"""Renders a page from public data and the request only."""


Beside = Callable[[Request, ServedTournament, Sight], Awaitable[Mapping[str, str]]]
"""Returns what a page needs to know that is not in the ledger, as words of the request."""


class NotHereError(Exception):
    """There is no such page, player or round; the sentence is shown."""


class LeadOnError(Exception):
    """A redirect to the address in the text."""


def page(
    path: str,
    make: Make,
    *,
    query: Sequence[str] = (),
    passing: Sequence[str] = (),
    kind: str = HTML,
    cache: str = "no-cache",
    beside: Beside | None = None,
) -> Route:
    """Return the route of a tournament's page, below `/t/{slug}`.

    `make` runs in a thread, once for each version, language and choice of the parameters in
    `query`. It raises NotHereError if there is no such page. With a parameter in `passing`, whose
    values are free, a page is rendered each time and not kept; `make` may then raise LeadOnError.
    `beside` returns more words that `make` needs, of what is not in the ledger.
    """

    async def show(request: Request) -> Response:
        served = served_of(request)
        wanted = asked(request, (*query, *passing))
        try:
            sight, pages = await shown_now(served)
            kept = len(kept_on(request, sight))
            wanted = replace(wanted, mine=kept > 0, several=kept > 1)
            if beside:
                more = await beside(request, served, sight)
                wanted = replace(wanted, words={**wanted.words, **more})
            make_it = partial(elsewhere, tournaments_of(request), _make, served, sight, wanted)
            if any(wanted.word(name) for name in passing):
                found = await make_it()
            else:
                found = await pages.get(wanted.key, make_it)
        except LeadOnError as lead:
            return RedirectResponse(str(lead), 303)
        return answer(request, found, cache=cache)

    def _make(served: ServedTournament, sight: Sight, wanted: PageRequest) -> Page:
        began = thread_time()
        try:
            made = make(sight, wanted)
            made = page_in(made, sight.rules) if isinstance(made, str) else made
            return finished(made, kind=kind)
        except NotHereError as error:
            return _sorry(wanted.language, 404, str(error), root=sight.root)
        finally:
            served.spent += thread_time() - began

    return Route(f"/t/{{slug}}{path}", show, methods=["GET"])


KEPT = 7 * 86_400
"""The seconds for which a phone remembers its player."""


def me_of(request: Request, sight: Sight) -> PlayerId | None:
    """Return the player whose page the phone shows; None if it has none at this tournament."""
    return next(iter(kept_on(request, sight)), None)


def kept_on(request: Request, sight: Sight) -> list[PlayerId]:
    """Return the players that a phone keeps, at this tournament; first the one that it shows."""
    kept, _, then = (read_cookie(request, f"me-{sight.slug}") or "").partition(".")
    every = map(PlayerId, kept.split("_")) if then == _event_of(sight) else ()
    known = (player for player in dict.fromkeys(every) if may_keep(sight, player))
    return [*known][:MOST_ON_PHONE]


def may_keep(sight: Sight, player: PlayerId) -> bool:
    """Tell whether a phone may keep a player: one who is registered, and was not erased."""
    return player in sight.t.players and player not in sight.t.erased


def remember(
    request: Request, response: Response, sight: Sight, players: Sequence[PlayerId]
) -> None:
    """Let a phone keep these players, at this tournament only; it shows the first."""
    name = f"me-{sight.slug}"
    if not players:
        drop_cookie(request, response, name)
        return
    kept = "_".join([*dict.fromkeys(players)][:MOST_ON_PHONE])
    keep_cookie(request, response, name, f"{kept}.{_event_of(sight)}", seconds=KEPT)


def _event_of(sight: Sight) -> str:
    return sight.t.opened.tournament if sight.t.opened else ""


async def elsewhere(
    tournaments: TournamentFolder, work: Callable[..., Answer], *words: object
) -> Answer:
    """Return the result of `work`, run in the one thread that renders pages."""
    return await asyncio.get_running_loop().run_in_executor(tournaments.maker, work, *words)


async def shown_now(served: ServedTournament) -> Shown:
    """Return the public view of a tournament and its pages, up to date. Raises Trouble.

    If many ask at once, one of them looks for all. Those that arrived during a look check once more
    whether something was written meanwhile.
    """
    for _ in range(2):
        at = asyncio.get_running_loop().time()
        if served.shown is not None and not served.is_due(at):
            break
        if served.looking is None or served.looking.done():
            served.looking = asyncio.create_task(served.alone(partial(served.look, at)))
        await asyncio.shield(served.looking)
    shown = served.shown
    return shown if shown is not None else await served.alone(served.look)


async def within(
    served: ServedTournament, work: Callable[[Venue], Answer], *, soon: bool = False
) -> Answer:
    """Return the result of `work` on an open tournament, under its lock, in a separate thread.

    It is for acts, and for pages that are private or differ between people. What shows the answer
    to an act is done `soon`: it has waited once. Raises what `work` raises, and Trouble if the
    tournament cannot be read.
    """

    def held() -> Answer:
        with served.held() as here:
            return work(here)

    return await served.alone(held, soon=soon)


async def private(
    request: Request, template: str, *, status: int = 200, **values: object
) -> Response:
    """Return a page for one person only, which is not kept.

    It is rendered in a thread: lists of a large event take a tenth of a second, and the event loop
    answers everybody else meanwhile.
    """
    served = served_or_none(request)

    def made() -> Page:
        text = render(template, language_of(request), **values)
        rules = served.rules if served else None
        return finished(page_in(text, rules) if rules else text, status=status)

    return answer(request, await asyncio.to_thread(made), cache="no-store")


def served_of(request: Request) -> ServedTournament:
    """Return the tournament of a request. Raises HTTPException if there is none.

    Raises Unreadable while none can be read.
    """
    if (served := served_or_none(request)) is None:
        tournaments_of(request).refuse_missing()
        raise HTTPException(404)
    return served


def served_or_none(request: Request) -> ServedTournament | None:
    """Return the tournament named by an address, or None."""
    slug = request.path_params.get("slug")
    return tournaments_of(request).served(slug) if slug else None


def missing(request: Request) -> Response:
    """Return the page for a wrong address."""
    return sorry(request, 404)


def sorry(request: Request, status: int, sentence: str = "") -> Response:
    """Return an error page in the visitor's language, with a link to continue."""
    served = served_or_none(request) if status < 500 else None
    root = f"/t/{served.slug}" if served else "/"
    is_own = request.url.path in {f"{root}/mine", f"{root}/mine/call"}
    whose = f"?{urlencode({CARD: me})}" if (me := request.query_params.get(CARD)) else ""
    own = f"{root}/mine{whose}" if is_own else ""
    is_sent = request.method not in {"GET", "HEAD"}
    is_over, language = served is not None and served.is_over, language_of(request)
    page = _sorry(language, status, sentence, root, own=own, is_sent=is_sent, is_over=is_over)
    return answer(request, page)


def tell_why(request: Request, trouble: Trouble) -> None:
    """Print in the organiser's terminal why something cannot be read."""
    tell(request, trouble.message)


def tell(request: Request, sentence: str) -> None:
    """Print a sentence in the organiser's terminal, at most once a minute."""
    told = request.app.state.told
    assert isinstance(told, RateLimit)
    if not told.are_spent(sentence):
        told.count(sentence, "")
        LOG.error("%s", sentence)


def _sorry(
    language: str,
    status: int,
    sentence: str,
    root: str = "/",
    *,
    own: str = "",
    is_sent: bool = False,
    is_over: bool = False,
) -> Page:
    """Return an error page with a link to continue: to the player's `own` page, if it was there.

    What was sent with a form (`is_sent`) may have been recorded before the error.
    """
    text = render(
        "sorry.html",
        language,
        status=status,
        sentence=sentence,
        root=root,
        own=own,
        is_sent=is_sent,
        over=is_over,
    )
    return finished(text, status=status)
