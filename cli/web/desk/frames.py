"""What stands around every page of the desk: who sits there, and the ways they may go."""

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from cli.web.doors import Session
from cli.web.pages import answer, finished
from cli.web.permits import MAY, SEES_ALL, Seat, invites
from cli.web.visits import language_of
from cli.wiring import Venue, new_id
from ledger.tournament import Tournament
from projections.reports.rendering import render


class DeskFrame(Struct, frozen=True, kw_only=True):
    """The frame of a page of the desk.

    `seq` is the entry up to which the page shows the tournament; `cmd` makes a form that is sent
    twice one act; `key` says that the form is ours.
    """

    event: str
    slug: str
    root: str
    here: str
    seq: int
    session: Session
    cmd: str
    ways: tuple[tuple[str, str], ...]

    @property
    def key(self) -> str:
        """The key that every form of this session carries."""
        return self.session.form_key


def desk_frame(request: Request, session: Session, here: Venue) -> DeskFrame:
    """Return the frame of the page that is asked for, at an open tournament."""
    slug = str(request.path_params["slug"])
    t = here.desk.tournament
    root = f"/t/{slug}"
    return DeskFrame(
        event=_name(t),
        slug=slug,
        root=root,
        here=request.url.path.removeprefix(f"{root}/").rstrip("/"),
        seq=t.seq,
        session=session,
        cmd=new_id(),
        ways=tuple(_ways(session.seat, has_bracket=bool(t.cuts))),
    )


def shown(request: Request, template: str, *, status: int = 200, **values: object) -> Response:
    """Return a page of the desk: for whoever asked, and kept by nobody."""
    text = render(f"desk/{template}", language_of(request), **values)
    return answer(request, finished(text, status=status), cache="no-store")


def is_part(request: Request) -> bool:
    """Tell whether our script asks, which needs only the part of a page that changes."""
    return request.headers.get("x-part") == "yes"


def known_players(here: Venue) -> list[tuple[str, str]]:
    """Return everybody who can be named in a field: the number, and the name in full."""
    return [(player, here.book.name(player)) for player in here.desk.tournament.players]


def _ways(seat: Seat, *, has_bracket: bool) -> list[tuple[str, str]]:
    """Return where somebody in a seat can go: the end of the address, and its name."""
    may = MAY[seat]
    ways = [("desk", "Entry")] if "report" in may else []
    if "pair" in may:
        ways += [("desk/rounds", "Rounds")]
    if "late" in may or "register" in may:
        ways += [("desk/players", "Players")]
    if "extend" in may:
        ways += [("desk/tables", "Tables")]
    if seat in SEES_ALL:
        ways += [("desk/standings", "Standings")]
        ways += [("desk/bracket", "Bracket")] if has_bracket else []
        ways += [("desk/history", "History"), ("desk/ask", "Questions")]
    if seat in SEES_ALL:
        ways += [("desk/print", "Print")]
    if "archive" in may:
        ways += [("desk/archive", "Archive")]
    if may:
        ways += [("desk/acts", "All acts")]
    return [*ways, ("/doors", "People")] if invites(seat) else ways


def _name(t: Tournament) -> str:
    return t.opened.name if t.opened else ""
