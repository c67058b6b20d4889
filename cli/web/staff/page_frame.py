"""The frame of the desk's pages: the visitor's name, the menu, and the steps of the event."""

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import TypeVar
from urllib.parse import urlencode

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from roundbook.cli.acts.rounds import building_until
from roundbook.cli.forms.field import FormField
from roundbook.cli.forms.form import Form
from roundbook.cli.places import sign_ups
from roundbook.cli.places.last_archive import is_archived
from roundbook.cli.places.phone_claims import Claims, PlayerReports, leaving, lists_to_check
from roundbook.cli.session.errors import stopped
from roundbook.cli.session.venue import Venue, new_id
from roundbook.cli.session.write import Outcome
from roundbook.cli.web.access.guard import access_of, is_at, seated, session_of
from roundbook.cli.web.access.kept_answers import kept_of
from roundbook.cli.web.access.permissions import (
    AT_DESK,
    MAY,
    ROLES,
    SEES_ALL,
    AccessRole,
    invites,
    may,
)
from roundbook.cli.web.access.sessions import Session
from roundbook.cli.web.public.match_claims import DAMAGED, contests, differing
from roundbook.cli.web.server.page_routes import private, served_of, served_or_none, within
from roundbook.cli.web.server.problems import TurnedAwayError
from roundbook.cli.web.staff.hints import (
    PAGES,
    Allowed,
    anything,
    in_the_hall,
    in_three_kinds,
    on_page,
    refusal,
    titled,
)
from roundbook.cli.web.staff.steps import RailStep, gone_on, rail, undo
from roundbook.ledger.errors import Trouble, Unreadable
from roundbook.ledger.phrases import counted
from roundbook.ledger.state.rounds import calls_judge, latest_matches, under_way
from roundbook.ledger.state.staff import REOPENING
from roundbook.ledger.state.staff import may as decides
from roundbook.ledger.terms import Actor
from roundbook.ledger.text import with_names
from roundbook.projections.progress import progress

Ways = tuple[tuple[str, str, str], ...]
"""Pages in a menu: for each its address, its title and its icon."""


BELONGS: Mapping[str, str] = {
    "desk/lists/players": "desk/players",
    "desk/lists/teams": "desk/players",
    "desk/lists/results": "desk",
    "desk/teams": "desk/players",
    "desk/codes": "desk/claims",
    "desk/flights": "desk/rounds",
    "desk/saves": "desk/rounds",
}
"""Pages with an address of their own, by the page of the menu from which they are reached."""


class DeskFrame(Struct, frozen=True, kw_only=True):
    """The frame of a page of the desk.

    `seq` is the entry up to which the page shows the tournament; `cmd` makes a form that is sent
    twice one act; `key` proves that the form is ours. `waits` names what players sent by phone
    that waits for the desk, as of the event `claimed`; `unread` says so if the file of claims
    cannot be read. `calls` is the number of tables that need a judge: they have called one, or
    their players' reports differ. `signing` is how many people wait on the list of those who
    signed up. `closed` tells whether the tournament is closed, so that no page offers what then is
    refused.
    `reopens` is whether the visitor may reopen it: the rules ask the staff list too.
    `rail` returns the steps of the event, for staff who may take them.
    """

    event: str
    slug: str
    root: str
    here: str
    seq: int
    session: Session
    cmd: str
    waits: tuple[str, ...]
    claimed: int
    groups: Mapping[str, Ways]
    unread: str = ""
    closed: bool = False
    reopens: bool = False
    calls: int = 0
    signing: int = 0
    rail: Callable[[], tuple[RailStep, ...]] = tuple

    def is_part_of(self, way: str, at: str) -> bool:
        """Tell whether the page `at` is below a page of the menu, or is reached from it."""
        below = way != "desk" and at.startswith(f"{way}/")
        return below or BELONGS.get(at) == way

    @property
    def ways(self) -> Ways:
        """All pages in the menu."""
        return tuple(chain.from_iterable(self.groups.values()))

    @property
    def is_organiser(self) -> bool:
        """Whether the visitor came in as one who reopens tournaments, listed or not."""
        return may(self.session.seat, "reopen")

    @property
    def key(self) -> str:
        """The key in every form of this session."""
        return self.session.form_key


def desk_frame(request: Request, session: Session, here: Venue) -> DeskFrame:
    """Return the frame of the requested page, at an open tournament."""
    slug = str(request.path_params["slug"])
    t = here.desk.tournament
    root, served = f"/t/{slug}", served_of(request)
    claimed = served.claimed  # Read first, so that later reports count as news.
    claims = _claims(request, session, here)
    reported = claims or Claims()
    return DeskFrame(
        event=t.opened.name if t.opened else "",
        slug=slug,
        root=root,
        here=request.url.path.removeprefix(f"{root}/").rstrip("/"),
        seq=t.seq,
        session=session,
        cmd=new_id(),
        claimed=claimed,
        waits=tuple(_waiting(session, here, reported)),
        unread=DAMAGED if claims is None else "",
        closed=t.closed is not None,
        reopens=t.closed is not None and reopens(session, here),
        calls=len(
            {match for match in t.calls if calls_judge(t, match) and match not in t.taken}
            | {*differing(t, reported)}
        ),
        signing=_signing(session, here),
        groups=_groups(session.seat, has_bracket=bool(t.cuts), started=under_way(t)),
        rail=partial(_rail, session, here),
    )


def _rail(session: Session, here: Venue) -> tuple[RailStep, ...]:
    """Return the steps of an event for staff who may pair; empty before it is opened."""
    t = here.desk.tournament
    if t.opened is None or "pair" not in MAY[session.seat]:
        return ()
    archived = is_archived(here.folder, t, here.desk.entries)
    found = progress(t, here.desk.rules, archived=archived)
    allowed, until = partial(may, session.seat), building_until(here)
    return rail(t, here.desk.rules, found, allowed, building=until)


def reopens(session: Session, here: Venue) -> bool:
    """Tell whether the visitor may reopen the tournament, by access role and by the staff list."""
    hand = here.book.with_hand(session.name)[1]
    return may(session.seat, "reopen") and decides(
        here.desk.tournament, Actor(id=hand, role=ROLES[session.seat]), REOPENING
    )


def _claims(request: Request, session: Session, here: Venue) -> Claims | None:
    """Return the claims, for staff who decide on them or go to tables.

    None if the file of claims is damaged; the page is shown all the same.
    """
    if not (may(session.seat, "report") or may(session.seat, "extend")):
        return Claims()
    try:
        return PlayerReports(access_of(request).home, here.folder).read(here.desk.tournament)
    except Unreadable:
        return None


def _waiting(session: Session, here: Venue, claims: Claims) -> Iterator[str]:
    """Yield what from the phones waits for the visitor's decision: no single report of a match."""
    if not may(session.seat, "report"):
        return
    t = here.desk.tournament
    for one in contests(t, claims):
        if one.left and one.right:
            why = (
                "the players' reports differ"
                if one.agreed is None
                else "their result cannot be entered"
            )
            doubts = " ".join(with_names(said, here.entrants.shown) for said in one.doubts)
            yield f"table {one.match.table} ({doubts.removesuffix('.') or why})"
    if not claims.drops:
        yield from (f"{here.entrants.shown(one)} wants to drop" for one in leaving(t, claims))
    if may(session.seat, "deck") and (lists := lists_to_check(t, claims)):
        yield f"{counted(len(lists), 'deck list')} to check"


def _signing(session: Session, here: Venue) -> int:
    """Return how many people who signed up wait for the visitor's decision; 0 for other staff.

    The page of the list says so if its file is damaged.
    """
    t = here.desk.tournament
    if under_way(t) or not may(session.seat, "sign-ups"):
        return 0
    try:
        return len(sign_ups.read(here.folder, t).waiting)
    except Unreadable:
        return 0


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
    """Return a page of the desk about the requested tournament.

    `look` returns the values for the page at the open venue; `said` is the outcome of an act.
    """
    show = partial(
        _desk_page,
        session=session,
        template=template,
        look=look,
        said=said,
        status=status,
        values=values,
    )
    # The script of the desk asks for a part of the page, which no browser goes back to.
    return await (show(request) if is_part(request) else answering(request, session, show))


async def _desk_page(
    request: Request,
    *,
    session: Session,
    template: str,
    look: Callable[[Venue], Mapping[str, object]],
    said: Outcome | None,
    status: int,
    values: Mapping[str, object],
) -> Response:
    def looked(here: Venue) -> dict[str, object]:
        t, kept = here.desk.tournament, here.desk.entries
        done = said.entries if said else ()
        # What was only checked is not in the ledger, so there is nothing to undo.
        written = [one for one in done if kept[one.seq - 1 : one.seq] == [one]]
        frame = desk_frame(request, session, here)
        back = undo(written, t, here.book.shown, here.book.with_hand(session.name)[1])
        possible = tuple(one for one in back if one[1].verb != "reopen" or frame.reopens)
        is_over = gone_on(written, kept)
        plain = {"frame": frame, "undo": () if is_over else possible, "is_over": is_over}
        if said:
            plain |= {"recorded": bool(written), "spoken": in_the_hall(t)}
        return {**plain, **look(here)}

    soon = request.method == "POST" or "told" in request.query_params
    found = await within(served_of(request), looked, soon=soon)
    status = status or (200 if said is None or said.done else 422)
    plain = {**values, **found, "said": said}
    plain |= _for_a_page(plain)
    return await private(request, f"desk/{template}", status=status, **plain)


def _for_a_page(values: Mapping[str, object]) -> dict[str, object]:
    """Return the values with outcomes and refusals as page hints, which have buttons."""
    frame, found = values.get("frame"), dict[str, object]()
    root = frame.root if isinstance(frame, DeskFrame) else ""
    if isinstance(said := values.get("said"), Outcome):
        allowed = allowed_to(frame.session.seat) if isinstance(frame, DeskFrame) else anything
        form = _carried(values, frame) if isinstance(frame, DeskFrame) else {}
        spoken = values.get("spoken")
        hall = spoken if callable(spoken) else str
        undoing = values.get("undo")
        undo = undoing if isinstance(undoing, tuple) else ()
        found["said"] = in_three_kinds(
            [on_page(one, root, allowed, form) for one in said.lines],
            hall=hall,
            recorded=bool(values.get("recorded")) or said.facts is None,
            undo=filter(None, (titled(back, title, root, allowed, form) for title, back in undo)),
            notes=said.notes,
            is_over=bool(values.get("is_over")),
        )
        wrong = stopped(said.trouble, said.misuse, on_page=True)
        shown = values.get("form")
        page = shown.verb if isinstance(shown, Form) else ""
        sorry = refusal(wrong, root, allowed, form, page)
        found["sorry"] = [one.told(hall) for one in sorry]
    else:
        found["sorry"] = values.get("sorry", [])
    return found


def _carried(values: Mapping[str, object], frame: DeskFrame) -> dict[str, str]:
    """Return the fields that a form of this page carries, with its command and its values."""
    filled, form = values.get("filled"), values.get("form")
    verb = {"verb": form.verb} if isinstance(form, Form) else {}
    kept = filled if isinstance(filled, Mapping) else {}
    ours = {"key": frame.key, "cmd": frame.cmd, "seen": str(frame.seq), "dry-run": ""}
    return {**kept, **verb, **ours}


def allowed_to(seat: AccessRole) -> Allowed:
    """Return a function that tells whether this access role may use a command, or its page."""
    # At one time or another: the menu shows some pages only before the start, or only after it.
    every, ways = (
        {way for on in (True, False) for way, *_ in _ways(one, has_bracket=True, started=on)}
        for one in (AccessRole.ORGANISER, seat)
    )

    def allowed(verb: str) -> bool:
        page, _ = PAGES.get(verb, ("", ""))
        return page in ways if page in every else may(seat, verb)

    return allowed


def is_part(request: Request) -> bool:
    """Tell whether our script made the request, and needs only the changing part of the page."""
    return request.headers.get("x-part") == "yes"


RESULTS = ("2-0", "2-1", "1-0", "1-1", "0-1", "1-2", "0-2", "1", "2", "tie", "double-loss")
"""Frequent results to choose from; any other result can be typed."""


class FieldChoices(Struct, frozen=True, kw_only=True):
    """The choices in the fields of a page: players with their names, pools and matches.

    `own` are the choices of single fields, by name.
    """

    players: list[tuple[str, str]]
    pools: list[str]
    matches: list[tuple[str, str]]
    results: tuple[str, ...] = RESULTS
    own: dict[str, list[tuple[str, str]]] = {}


def known(here: Venue, fields: Sequence[FormField] = ()) -> FieldChoices:
    """Return the current choices at a tournament, in these fields or any."""
    t, name, entrant = here.desk.tournament, here.book.shown, here.entrants.shown
    matches = [match for pool in t.latest for match in latest_matches(t, pool)]
    return FieldChoices(
        players=[(player, name(player)) for player in t.players],
        pools=[str(pool) for pool in dict.fromkeys((*t.pods, *t.latest, *t.cuts))],
        matches=[(str(match), " – ".join(map(entrant, t.matches[match]))) for match in matches],
        own={one.name: [*one.options(here)] for one in fields if one.options},
    )


def _groups(seat: AccessRole, *, has_bracket: bool, started: bool) -> Mapping[str, Ways]:
    """Return the menu of an access role in groups: for each page its address, title and icon."""
    verbs, sees_all = MAY[seat], seat in SEES_ALL
    every = {
        "Now": (
            ("desk", "Entry", "check-check", "report" in verbs),
            ("desk/rounds", "Rounds", "swords", "repair" in verbs),
            ("desk/tables", "Tables", "gavel", "extend" in verbs),
            ("desk/claims", "Phones", "smartphone", "report" in verbs),
            ("desk/messages", "Messages", "megaphone", "message" in verbs),
            ("desk/standings", "Standings", "list-ordered", sees_all and started),
            ("desk/bracket", "Bracket", "network", sees_all and has_bracket),
        ),
        "People": (
            ("desk/players", "Players", "users", "late" in verbs or "register" in verbs),
            ("desk/sign-ups", "Sign-ups", "user", "sign-ups" in verbs and not started),
            ("desk/check-in", "Check in", "check", "check-in" in verbs and not started),
        ),
        "Afterwards": (
            ("desk/history", "History", "history", sees_all),
            ("desk/ask", "Questions", "circle-help", sees_all),
            ("desk/print", "Print", "printer", sees_all),
            ("desk/archive", "Archive", "archive", "archive" in verbs),
            ("desk/tom-file", "File for TOM", "arrow-down", "archive" in verbs),
        ),
        "Set-up": (
            ("desk/acts", "All forms", "ellipsis", bool(verbs)),
            ("desk/look", "Look", "palette", seat is AccessRole.ORGANISER),
            ("/doors", "Who may sign in", "user", bool(invites(seat))),
        ),
    }
    found = {
        group: tuple((goes, title, sign) for goes, title, sign, may_go in ways if may_go)
        for group, ways in every.items()
    }
    return {group: ways for group, ways in found.items() if ways}


def _ways(seat: AccessRole, *, has_bracket: bool, started: bool) -> list[tuple[str, str, str]]:
    """Return all pages in the menu of an access role."""
    groups = _groups(seat, has_bracket=has_bracket, started=started)
    return [*chain.from_iterable(groups.values())]


# Errors within the frame of the desk: pages that do not exist, or not for this access role.

SEATS = AT_DESK | {AccessRole.AUDITOR}


async def nothing(request: Request) -> Response:
    """Raise TurnedAwayError: there is no such page."""
    seated(request, SEATS)
    raise TurnedAwayError("There is no such page at the desk.", status=404)


async def in_frame(request: Request, status: int, sentence: str) -> Response | None:
    """Return the sentence within the frame of the desk; None for visitors who are not staff."""
    session = session_of(request)
    served = served_or_none(request)
    if served is None or session is None or session.seat not in SEATS:
        return None
    try:
        if not is_at(request, session, served.slug):
            return None
        title = "Temporarily unavailable" if status == 503 else "Not here"
        values = {"title": title, "sentence": sentence}
        return await _desk_page(
            request,
            session=session,
            template="sorry.html",
            look=lambda _: {},
            said=None,
            status=status,
            values=values,
        )
    except Trouble:
        return None


ROUTES = (Route("/t/{slug}/desk/{rest:path}", nothing, methods=["GET", "POST"]),)


# What answers a form is kept for a moment: the form redirects to a page that shows it. So neither
# reloading that page nor going back to it sends the form again, with scripts or without.

Answer = TypeVar("Answer")

Show = Callable[[Request], Awaitable[Response]]
"""Makes a page for the request that asks for it, so that it shows the tournament as it is then."""


class KeptPage(Struct, frozen=True):
    """A page that answers a form, such as a check or a refusal, and its address."""

    path: str
    show: Show


async def answering(request: Request, session: Session, show: Show, path: str = "") -> Response:
    """Return a page; what answers a form is kept, and shown at its address, or at `path`."""
    if request.method == "POST":
        kept, path = new_id(), path or request.url.path
        kept_of(request).keep(session, kept, KeptPage(path, show))
        words = {**request.query_params, "told": kept}
        return RedirectResponse(f"{path}?{urlencode(words)}", 303)
    found = told(request, session, KeptPage)
    return await (found.show if found and found.path == request.url.path else show)(request)


def lead_on(
    request: Request, session: Session, cmd: str, answer: object, to: str = "", **words: str
) -> Response:
    """Keep the answer to a form, and redirect to the page that shows it: this one, or another."""
    path = f"/t/{request.path_params['slug']}/{to}" if to else request.url.path
    return lead_to(request, session, cmd, answer, path, **words)


def lead_to(
    request: Request, session: Session, cmd: str, answer: object, path: str, **words: str
) -> Response:
    """Keep the answer to a form, and redirect to the page at this address, which shows it."""
    kept_of(request).keep(session, cmd, answer)
    return RedirectResponse(f"{path}?{urlencode({**words, 'told': cmd})}", 303)


def told(request: Request, session: Session, kind: type[Answer]) -> Answer | None:
    """Return the answer to the form from which the visitor was redirected here; None if none."""
    found = kept_of(request).find(session, request.query_params.get("told", ""))
    return found if isinstance(found, kind) else None
