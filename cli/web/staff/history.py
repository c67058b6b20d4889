"""The history page: every entry, with its time, the staff member, the event and the reason."""

from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from roundbook.cli.args.players import find_player
from roundbook.cli.keying.one_line import is_phones
from roundbook.cli.session.errors import hint_of
from roundbook.cli.session.venue import Venue
from roundbook.cli.web.access.guard import seated
from roundbook.cli.web.access.permissions import SEES_ALL, may
from roundbook.cli.web.server.page_routes import served_of, within
from roundbook.cli.web.staff.hints import capital, in_the_hall, with_days
from roundbook.cli.web.staff.page_frame import desk_page
from roundbook.ledger.errors import Refused
from roundbook.ledger.state.lock import final
from roundbook.ledger.terms import MatchId
from roundbook.ledger.text import with_hands, with_names, with_players
from roundbook.projections.history.history import Happening, history
from roundbook.projections.reports.text.posted import postings

MOST = 500
"""The maximum number of latest events shown; a search for a player or a match shows others."""


class PastEvent(Struct, frozen=True, kw_only=True):
    """One event of the history: its time, the staff member, the event with names, and the reason.

    `correct` is its match, if this is the latest event about it and the result can be corrected.
    `sha256` is the digest of what it printed.
    """

    seq: int
    at: str
    who: str
    said: str
    why: str
    allowed: str
    correct: MatchId | None = None
    sha256: str = ""


async def happened(request: Request) -> Response:
    """Show the latest events first, or those about a player or a match."""
    session = seated(request, SEES_ALL)
    about = request.query_params.get("about", "").strip()[:80]

    try:
        found, wrong = await within(served_of(request), lambda here: told(here, about)), ""
    except Refused as refused:
        found, wrong = [], f"{refused.message} {hint_of(refused) or ''}".strip()
    return await desk_page(
        request,
        session,
        "history.html",
        status=422 if wrong else 200,
        told=found[:MOST],
        more=max(len(found) - MOST, 0),
        about=about,
        wrong=wrong,
        can_correct=may(session.seat, "correct"),
    )


def told(here: Venue, about: str) -> list[PastEvent]:
    """Return the events, latest first. Raise Refused if `about` does not match a player."""
    t, tie = here.desk.tournament, here.desk.rules.tie_word
    match, player = match_named(about), None
    if about and match is None:
        player = find_player(about, t, here.book)
    found = history(here.desk.entries, player=player, match=match, tie=tie)
    prints = {entry.seq: event.sha256 for entry, event in postings(here.desk.entries)}
    told, rules, offered = list[PastEvent](), here.desk.rules, set[MatchId]()
    for one in reversed(list(found)):
        open_result = one.match in t.results and not final(t, one.match, rules)
        correct = one.match if open_result and one.match not in offered else None
        offered |= {correct} if correct else set()
        digest = prints.get(one.seq, "")
        told.append(replace(_told(here, one), correct=correct, sha256=digest))
    return told


def match_named(about: str) -> MatchId | None:
    """Return the match of this name; None for any other text."""
    try:
        return MatchId.parse(about.lower())
    except ValueError:
        return None


def _told(here: Venue, one: Happening) -> PastEvent:
    hand = here.book.hand(one.hand.id)
    t, entrants = here.desk.tournament, here.entrants.name
    # A sentence about one person of a team names that person, and not the team.
    what = with_names(one.what, here.book.name) if one.of_people else one.what
    what = with_names(with_players(what, one.match, t.matches), entrants)
    role, station = one.hand.role.value, one.hand.station
    staff = f"{hand}, {role}" + (f" at {station}" if station != role else "")
    return PastEvent(
        seq=one.seq,
        at=with_days(one.at.isoformat(sep=" ", timespec="seconds")[:19]),
        who="players' phones" if is_phones(one.hand, here.book) else staff,
        said=capital(with_hands(in_the_hall(t)(what), here.book.hands)),
        why=one.why or "",
        allowed=one.allowed or "",
    )


ROUTES = (Route("/t/{slug}/desk/history", happened, methods=["GET"]),)
