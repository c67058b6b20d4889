"""What came of an act, kept for a moment: the answer to a form leads on to a page that shows it.

So a page that is loaded again sends nothing twice, with a script and without.
"""

from typing import TypeVar
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from cli.web.access.sessions import Session

MOST = 500
"""So many answers are kept; the oldest go first. One that is gone is in the history."""

Answer = TypeVar("Answer")


class FlashStore:
    """The latest answers, by the session that they are for and the form that they answer."""

    def __init__(self) -> None:
        """Begin with none."""
        self._kept: dict[tuple[int, str], object] = {}

    def keep(self, session: Session, cmd: str, answer: object) -> None:
        """Keep an answer for the page that comes next."""
        self._kept[session.number, cmd] = answer
        while len(self._kept) > MOST:
            del self._kept[next(iter(self._kept))]

    def find(self, session: Session, cmd: str) -> object | None:
        """Return an answer to this session's own form; None for one that is not known."""
        return self._kept.get((session.number, cmd))


def lead_on(request: Request, session: Session, cmd: str, answer: object, **words: str) -> Response:
    """Keep what came of a form, and lead to the page that shows it."""
    kept_of(request).keep(session, cmd, answer)
    return RedirectResponse(f"{request.url.path}?{urlencode({**words, 'told': cmd})}", 303)


def told(request: Request, session: Session, kind: type[Answer]) -> Answer | None:
    """Return what came of the form that led here; None where nothing did."""
    found = kept_of(request).find(session, request.query_params.get("told", ""))
    return found if isinstance(found, kind) else None


def kept_of(request: Request) -> FlashStore:
    """Return the answers that the server keeps."""
    kept = request.app.state.kept
    assert isinstance(kept, FlashStore)
    return kept
