"""What was typed into a form that came too late: kept for a while, to be sent after signing in.

Only in memory, only what the form itself showed, and only for the browser that sent it, so that
nobody finds what a stranger has filled in. Nothing is kept that opens something, or that has to be
typed anew.
"""

from collections.abc import Mapping

from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cli.desk.venue import new_id
from cli.web.access.guard import honest, session_of, to_sign_in
from cli.web.server.answers import keep_cookie, read_cookie
from cli.web.server.page_cache import answer, finished
from cli.web.server.page_routes import language_of, missing
from cli.web.server.problems import TurnedAwayError
from projections.reports.rendering import render

MOST, LONGEST = 200, 20_000
"""So many forms are kept, the oldest go first; and so many characters of one, or none of it."""

LASTS = 3_600
"""So many seconds the browser knows that the form is its own."""

_NEVER = frozenset({"key", "code", "typed", "packed"})
_QUIET = frozenset({"cmd", "seen", "keeping"})


class Unsent(Struct, frozen=True, kw_only=True):
    """A form that was not taken: where it was going, what was filled in, and whether a file came.

    `quiet` are the fields that nobody fills in.
    """

    path: str
    fields: Mapping[str, str]
    quiet: Mapping[str, str]
    had_file: bool = False


class FormDrafts:
    """The forms that wait for whoever sent them to sign in."""

    def __init__(self) -> None:
        """Begin with none."""
        self._kept: dict[str, Unsent] = {}

    def keep(self, unsent: Unsent) -> str:
        """Keep a form; return the word that finds it."""
        word = new_id()
        self._kept[word] = unsent
        while len(self._kept) > MOST:
            del self._kept[next(iter(self._kept))]
        return word

    def find(self, word: str) -> Unsent | None:
        """Return a form; None for one that is not kept, or no more."""
        return self._kept.get(word)


async def signing_in(request: Request) -> Response:
    """Lead whoever is not signed in, or no longer, to where they sign in; keep what they sent."""
    unsent = await _unsent_of(request)
    if unsent is None:
        return to_sign_in(request)
    word = _shelf(request).keep(unsent)
    response = to_sign_in(request, back=f"/again/{word}")
    keep_cookie(request, response, f"again-{word}", "mine", seconds=LASTS)
    return response


async def again(request: Request) -> Response:
    """Show what was typed, to be looked over and sent."""
    session = session_of(request)
    if session is None:
        return to_sign_in(request)
    word = str(request.path_params["word"])
    unsent = _shelf(request).find(word) if read_cookie(request, f"again-{word}") else None
    if unsent is None:
        return missing(request)
    text = render("again.html", language_of(request), unsent=unsent, key=session.form_key)
    return answer(request, finished(text), cache="no-store")


async def _unsent_of(request: Request) -> Unsent | None:
    """Return what a form of ours brought; None for a foreign one, or where nothing was typed."""
    if request.method != "POST":
        return None
    try:
        honest(request)
        filled = await request.form(max_files=1, max_fields=500)
    except (TurnedAwayError, HTTPException):
        return None
    texts = {name: value for name, value in filled.items() if isinstance(value, str)}
    typed = {name: text for name, text in texts.items() if name not in _NEVER | _QUIET}
    fields = {name: text for name, text in typed.items() if text.strip()}
    had_file = len(texts) < len(filled)
    await filled.close()
    if not fields or sum(map(len, texts.values())) > LONGEST:
        return None
    quiet = {name: text for name, text in texts.items() if name in _QUIET}
    return Unsent(path=request.url.path, fields=fields, quiet=quiet, had_file=had_file)


def _shelf(request: Request) -> FormDrafts:
    shelf = request.app.state.shelf
    assert isinstance(shelf, FormDrafts)
    return shelf


ROUTES = (Route("/again/{word}", again, methods=["GET"]),)
