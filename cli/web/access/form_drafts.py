"""Drafts of forms that were sent after the session ended, to send again after signing in.

Drafts are kept for a while, in memory, and only for the browser that sent the form, so that nobody
sees what a stranger has filled in. Sign-in codes and confirmation words are not kept.
"""

from collections.abc import Callable, Mapping

from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from roundbook.cli.session.venue import new_id
from roundbook.cli.web.access.guard import honest, to_sign_in
from roundbook.cli.web.server.problems import TurnedAwayError
from roundbook.cli.web.server.responses import keep_cookie, read_cookie

MOST, LONGEST = 200, 20_000
"""The maximum number of drafts, of which the oldest go first, and of characters in one draft."""

LASTS = 3_600
"""How long the browser keeps the cookie that finds its draft, in seconds."""

_NEVER = frozenset({"key", "code", "typed", "packed"})
_QUIET = frozenset({"cmd", "seen", "keeping", "warned"})


class Unsent(Struct, frozen=True, kw_only=True):
    """A form that was not accepted: its address, the values, and whether a file was uploaded.

    `quiet` are the hidden fields.
    """

    path: str
    fields: Mapping[str, str]
    quiet: Mapping[str, str]
    had_file: bool = False


class FormDrafts:
    """The drafts whose senders have to sign in first."""

    def __init__(self) -> None:
        """Begin without drafts."""
        self._kept: dict[str, Unsent] = {}
        self._shown: set[str] = set()

    def save_draft(self, unsent: Unsent) -> str:
        """Keep a draft; return the word that finds it."""
        word = new_id()
        self._kept[word] = unsent
        while len(self._kept) > MOST:
            del self._kept[next(iter(self._kept))]
        self._shown &= self._kept.keys()
        return word

    def find(self, word: str) -> Unsent | None:
        """Return a draft; None if it is not, or no longer, kept."""
        return self._kept.get(word)

    def show(self, word: str) -> Unsent | None:
        """Return the same, and mark it as shown, so that `newest` no longer finds it."""
        self._shown.add(word)
        return self._kept.get(word)

    def newest(self, own: Callable[[str], bool]) -> str:
        """Return the word of the newest draft that is the visitor's own and was never shown."""
        fresh = (word for word in reversed(self._kept) if word not in self._shown and own(word))
        return next(fresh, "")


async def signing_in(request: Request) -> Response:
    """Redirect a visitor who is not, or no longer, signed in to the sign-in page; keep a draft."""
    unsent = await _unsent_of(request)
    if unsent is None:
        return to_sign_in(request)
    word = drafts_of(request).save_draft(unsent)
    response = to_sign_in(request, back=f"/again/{word}")
    keep_cookie(request, response, f"again-{word}", "mine", seconds=LASTS)
    return response


def kept_for(request: Request) -> str:
    """Return the address of a browser's newest draft that it has not seen; empty if none."""
    word = drafts_of(request).newest(lambda one: bool(read_cookie(request, f"again-{one}")))
    return f"/again/{word}" if word else ""


async def _unsent_of(request: Request) -> Unsent | None:
    """Return a draft of the form that was sent; None if it is not ours, or nothing was typed."""
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


def drafts_of(request: Request) -> FormDrafts:
    """Return the drafts that this server keeps."""
    shelf = request.app.state.shelf
    assert isinstance(shelf, FormDrafts)
    return shelf
