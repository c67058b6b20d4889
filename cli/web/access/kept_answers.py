"""Answers that are kept for a moment, so reloading or going back does not send a form again."""

from starlette.requests import Request

from roundbook.cli.web.access.sessions import Session

MOST, EACH = 500, 40
"""The maximum number of answers kept, and of one session, of which the oldest go first."""


class FlashStore:
    """The latest answers, by session and by the form that they answer."""

    def __init__(self) -> None:
        """Begin without answers."""
        self._kept: dict[tuple[int, str], object] = {}

    def keep(self, session: Session, cmd: str, answer: object) -> None:
        """Keep an answer for the next page; one that is kept again is the newest."""
        self._kept.pop((session.number, cmd), None)
        self._kept[session.number, cmd] = answer
        own = [one for one in self._kept if one[0] == session.number]
        for old in (*own[:-EACH], *[*self._kept][:-MOST]):
            self._kept.pop(old, None)

    def find(self, session: Session, cmd: str) -> object | None:
        """Return the answer to one of this session's forms; None if it is not kept."""
        return self._kept.get((session.number, cmd))


def kept_of(request: Request) -> FlashStore:
    """Return the server's store of answers."""
    kept = request.app.state.kept
    assert isinstance(kept, FlashStore)
    return kept
