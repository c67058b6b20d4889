"""What stands around every page of the desk: who sits there, and the ways they may go."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypeVar
from urllib.parse import urlencode

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from cli.acts.act import Outcome
from cli.desk.errors import stopped
from cli.desk.venue import Venue, new_id
from cli.folder.claims import Claims, PlayerReports, leaving, lists_to_check
from cli.folder.sealed import is_archived
from cli.web.access.guard import access_of, is_at, seated, session_of
from cli.web.access.permissions import AT_DESK, MAY, SEES_ALL, AccessRole, invites, may
from cli.web.access.sessions import Session
from cli.web.desk.forms.field import FormField
from cli.web.desk.forms.form import Form
from cli.web.desk.hints import PAGES, Allowed, anything, on_page, refusal, titled
from cli.web.desk.steps import RailStep, rail, undo
from cli.web.public.claims import DAMAGED, contests, differing
from cli.web.server.page_routes import private, served_of, served_or_none, within
from cli.web.server.problems import TurnedAwayError
from ledger.errors import Trouble, Unreadable
from ledger.state.queries import calls_judge, latest_round, under_way
from ledger.state.tournament import Tournament
from projections.progress import progress


class DeskFrame(Struct, frozen=True, kw_only=True):
    """The frame of a page of the desk.

    `seq` is the entry up to which the page shows the tournament; `cmd` makes a form that is sent
    twice one act; `key` says that the form is ours. `claims` are the matches that wait for the desk
    since what players reported by phone is no result, as of the hint `claimed`; `unread` says that
    these reports cannot be read. `calls` are tables that need a judge: they call one, or the
    reports of their players do not match. `rail` are the steps of the event, for those who may take
    them.
    """

    event: str
    slug: str
    root: str
    here: str
    seq: int
    session: Session
    cmd: str
    claims: int
    claimed: int
    ways: tuple[tuple[str, str, str], ...]
    unread: str = ""
    calls: int = 0
    rail: tuple[RailStep, ...] = ()

    @property
    def key(self) -> str:
        """The key that every form of this session carries."""
        return self.session.form_key


def desk_frame(request: Request, session: Session, here: Venue) -> DeskFrame:
    """Return the frame of the page that is asked for, at an open tournament."""
    slug = str(request.path_params["slug"])
    t = here.desk.tournament
    root, served = f"/t/{slug}", served_of(request)
    claimed = served.claimed  # Read first: what is said meanwhile is news.
    claims = _claims(request, session, here)
    reported = claims or Claims()
    return DeskFrame(
        event=_name(t),
        slug=slug,
        root=root,
        here=request.url.path.removeprefix(f"{root}/").rstrip("/"),
        seq=t.seq,
        session=session,
        cmd=new_id(),
        claimed=claimed,
        claims=_waiting(session, t, reported),
        unread=DAMAGED if claims is None else "",
        calls=len(
            {match for match in t.calls if calls_judge(t, match)} | {*differing(t, reported)}
        ),
        ways=tuple(_ways(session.seat, has_bracket=bool(t.cuts), started=under_way(t))),
        rail=() if is_part(request) else _rail(session, here),
    )


def _rail(session: Session, here: Venue) -> tuple[RailStep, ...]:
    """Return the steps of an event that was opened, to whoever pairs its rounds."""
    t = here.desk.tournament
    if t.opened is None or "pair" not in MAY[session.seat]:
        return ()
    archived = is_archived(here.folder, t, here.desk.entries)
    found = progress(t, here.desk.rules, archived=archived)
    return rail(t, found, partial(may, session.seat))


def _claims(request: Request, session: Session, here: Venue) -> Claims | None:
    """Return what players have reported by phone, to whoever decides on it or goes to a table.

    None where the file of claims is damaged: it blocks nobody, but is no empty one.
    """
    if not (may(session.seat, "report") or may(session.seat, "extend")):
        return Claims()
    try:
        return PlayerReports(access_of(request).home, here.folder).read(here.desk.tournament)
    except Unreadable:
        return None


def _waiting(session: Session, t: Tournament, claims: Claims) -> int:
    """Return how much from phones waits for whoever looks, if they decide on it."""
    if not may(session.seat, "report"):
        return 0
    lists = len(lists_to_check(t, claims)) if may(session.seat, "deck") else 0
    return len(contests(t, claims)) + len(leaving(t, claims)) + lists


async def desk_page(
    request: Request,
    session: Session,
    template: str,
    look: Callable[[Venue], Mapping[str, object]] = lambda _: {},
    *,
    said: Outcome | None = None,
    status: int = 0,
    **values: object,
) -> Response:
    """Return a page of the desk about the tournament that is asked for, as it stands.

    `look` finds at the open venue what the page shows; `said` is what came of the act before it.
    """

    def looked(here: Venue) -> dict[str, object]:
        t = here.desk.tournament
        back = undo(said.entries, t, here.book.shown) if said else ()
        return {"frame": desk_frame(request, session, here), "undo": tuple(back), **look(here)}

    found = await within(served_of(request), looked)
    status = status or (200 if said is None or said.done else 422)
    return await shown(request, template, status=status, said=said, **{**values, **found})


async def shown(
    request: Request, template: str, *, status: int = 200, **values: object
) -> Response:
    """Return a page of the desk."""
    plain = {**values, **_for_a_page(values)}
    return await private(request, f"desk/{template}", status=status, **plain)


def _for_a_page(values: Mapping[str, object]) -> dict[str, object]:
    """Return what was said and why something was refused, as a page says it: with its buttons."""
    frame, found = values.get("frame"), dict[str, object]()
    root = frame.root if isinstance(frame, DeskFrame) else ""
    if isinstance(said := values.get("said"), Outcome):
        allowed = allowed_to(frame.session.seat) if isinstance(frame, DeskFrame) else anything
        form = _carried(values, frame) if isinstance(frame, DeskFrame) else {}
        told = [on_page(one, root, allowed, form) for one in said.lines]
        undoing = values.get("undo")
        for title, back in undoing if isinstance(undoing, tuple) else ():
            told += filter(None, [titled(back, title, root, allowed)])
        found["said"] = {"lines": told, "notes": said.notes}
        wrong = stopped(said.trouble, said.misuse, on_page=True)
        found["sorry"] = refusal(wrong, root, allowed, form)
    else:
        found["sorry"] = values.get("sorry", [])
    return found


def _carried(values: Mapping[str, object], frame: DeskFrame) -> dict[str, str]:
    """Return what a form of this page carries, with what was filled in and its verb."""
    filled, form = values.get("filled"), values.get("form")
    verb = {"verb": form.verb} if isinstance(form, Form) else {}
    kept = filled if isinstance(filled, Mapping) else {}
    ours = {"key": frame.key, "cmd": frame.cmd, "seen": str(frame.seq), "dry-run": ""}
    return {**kept, **verb, **ours}


def allowed_to(seat: AccessRole) -> Allowed:
    """Return what tells whether a seat may give a verb, or see the page that does the same."""
    every, ways = (
        {way for way, *_ in _ways(one, has_bracket=True, started=False)}
        for one in (AccessRole.ORGANISER, seat)
    )

    def allowed(verb: str) -> bool:
        page, _ = PAGES.get(verb, ("", ""))
        return page in ways if page in every else may(seat, verb)

    return allowed


def is_part(request: Request) -> bool:
    """Tell whether our script asks, which needs only the part of a page that changes."""
    return request.headers.get("x-part") == "yes"


RESULTS = ("2-0", "2-1", "1-0", "1-1", "0-1", "1-2", "0-2", "1", "2", "tie", "double-loss")
"""Results as they are typed, the frequent ones; others are typed all the same."""


class FieldChoices(Struct, frozen=True, kw_only=True):
    """What can be chosen in fields: players with their names, pools, matches of their rounds.

    `own` are the choices of single fields, by the fields' names.
    """

    players: list[tuple[str, str]]
    pools: list[str]
    matches: list[tuple[str, str]]
    results: tuple[str, ...] = RESULTS
    own: dict[str, list[tuple[str, str]]] = {}


def known(here: Venue, fields: Sequence[FormField] = ()) -> FieldChoices:
    """Return what can be chosen at a tournament as it stands, in these fields or any."""
    t, name = here.desk.tournament, here.book.shown
    rounds = [paired for pool in t.latest if (paired := latest_round(t, pool))]
    return FieldChoices(
        players=[(player, name(player)) for player in t.players],
        pools=[str(pool) for pool in dict.fromkeys((*t.pods, *t.latest, *t.cuts))],
        matches=[
            (str(match), f"{name(first)} – {name(second)}")
            for paired in rounds
            for match, (first, second) in paired.matches()
        ],
        own={one.name: [*one.options(here)] for one in fields if one.options},
    )


def _ways(seat: AccessRole, *, has_bracket: bool, started: bool) -> list[tuple[str, str, str]]:
    """Return where somebody in a seat can go: the end of the address, its name, its sign."""
    verbs, sees_all = MAY[seat], seat in SEES_ALL
    every = (
        ("desk", "Entry", "check-check", "report" in verbs),
        ("desk/rounds", "Rounds", "swords", "pair" in verbs),
        ("desk/players", "Players", "users", "late" in verbs or "register" in verbs),
        ("desk/check-in", "Check in", "check", "check-in" in verbs and not started),
        ("desk/tables", "Tables", "gavel", "extend" in verbs),
        ("desk/messages", "Messages", "megaphone", "message" in verbs),
        ("desk/claims", "Phones", "smartphone", "report" in verbs),
        ("desk/standings", "Standings", "list-ordered", sees_all),
        ("desk/bracket", "Bracket", "network", sees_all and has_bracket),
        ("desk/history", "History", "history", sees_all),
        ("desk/ask", "Questions", "circle-help", sees_all),
        ("desk/print", "Print", "printer", sees_all),
        ("desk/archive", "Archive", "archive", "archive" in verbs),
        ("desk/look", "Look", "palette", seat is AccessRole.ORGANISER),
        ("desk/acts", "All forms", "ellipsis", bool(verbs)),
        ("/doors", "People", "user", bool(invites(seat))),
    )
    return [(way, name, sign) for way, name, sign, may_go in every if may_go]


def _name(t: Tournament) -> str:
    return t.opened.name if t.opened else ""


# A page of the desk that is not there, or not for this seat: said within the frame of the desk.

SEATS = AT_DESK | {AccessRole.AUDITOR}


async def nothing(request: Request) -> Response:
    """Say that there is no such page."""
    seated(request, SEATS)
    raise TurnedAwayError("There is no such page at the desk.", status=404)


async def in_frame(request: Request, status: int, sentence: str) -> Response | None:
    """Return the sentence within the frame of the desk; None for whoever does not sit there."""
    session = session_of(request)
    served = served_or_none(request)
    if served is None or session is None or session.seat not in SEATS:
        return None
    try:
        if not is_at(request, session, served.slug):
            return None
        title = "Cannot be read right now" if status == 503 else "Not here"
        return await desk_page(
            request, session, "sorry.html", status=status, title=title, sentence=sentence
        )
    except Trouble:
        return None


ROUTES = (Route("/t/{slug}/desk/{rest:path}", nothing, methods=["GET", "POST"]),)


# What came of an act, kept for a moment: the answer to a form leads on to a page that shows it.
# So a page that is loaded again sends nothing twice, with a script and without.

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


def lead_on(
    request: Request, session: Session, cmd: str, answer: object, to: str = "", **words: str
) -> Response:
    """Keep what came of a form, and lead to the page that shows it: this one, or another."""
    kept_of(request).keep(session, cmd, answer)
    path = f"/t/{request.path_params['slug']}/{to}" if to else request.url.path
    return RedirectResponse(f"{path}?{urlencode({**words, 'told': cmd})}", 303)


def told(request: Request, session: Session, kind: type[Answer]) -> Answer | None:
    """Return what came of the form that led here; None where nothing did."""
    found = kept_of(request).find(session, request.query_params.get("told", ""))
    return found if isinstance(found, kind) else None


def kept_of(request: Request) -> FlashStore:
    """Return the answers that the server keeps."""
    kept = request.app.state.kept
    assert isinstance(kept, FlashStore)
    return kept
