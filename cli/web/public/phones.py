"""A player's own phone: the table now, and, where it is allowed, how the match ended."""

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from cli.desk.venue import Venue, now
from cli.web.access.guard import access_of, form_of, seated
from cli.web.access.permissions import AccessRole
from cli.web.access.sessions import Session
from cli.web.public.claims import Claim, Contest, PlayerReports, match_of, seen_from_left, settle
from cli.web.public.hall import Hall, hall_of
from cli.web.server.page_routes import private, served_of, within
from cli.web.server.problems import TurnedAwayError
from cli.web.server.tournaments import ServedTournament
from ledger.state.tournament import Tournament
from ledger.terms import MatchId, PlayerId
from projections.history.overview import in_public

SEATS = frozenset({AccessRole.PLAYER})
SAYS = ("won", "lost", "tied")


class Mine(Struct, frozen=True, kw_only=True):
    """What a player's phone shows: who they are, their match, what both sides have said of it."""

    event: str
    root: str
    player: PlayerId
    name: str
    allowed: bool
    premier: bool
    match: MatchId | None
    opponent: str
    mine: str
    theirs: bool
    refused: bool
    hall: Hall


async def mine(request: Request) -> Response:
    """Show a player their match, and ask how it ended."""
    session = seated(request, SEATS)
    served = served_of(request)
    reports = reports_of(request, served)
    shown = await within(served, lambda here: _mine(request, here, reports, session))
    return await private(request, "mine.html", shown=shown, session=session, says=SAYS)


async def said(request: Request) -> Response:
    """Take what a player says of their match; once both sides say the same, it is the result."""
    session = seated(request, SEATS)
    fields = await form_of(request, session)
    served = served_of(request)
    reports = reports_of(request, served)
    await within(served, lambda here: _say(here, reports, session, fields))
    served.claim()
    return RedirectResponse(f"/t/{served.slug}/mine", 303)


def reports_of(request: Request, served: ServedTournament) -> PlayerReports:
    """Return where the claims of a tournament are kept."""
    return PlayerReports(access_of(request).home, served.folder)


def _say(here: Venue, reports: PlayerReports, session: Session, fields: dict[str, str]) -> None:
    """Keep what a player says. Raises TurnedAwayError where they cannot say it."""
    t = here.desk.tournament
    if not reports.read(t).allowed:
        raise TurnedAwayError("Results are not reported by phone here: hand in the slip.")
    player = PlayerId(session.player or "")
    match = match_of(t, player)
    if match is None or str(match) != fields.get("match"):
        msg = "This match is not being played any more: open the page again."
        raise TurnedAwayError(msg, status=409)
    word = seen_from_left(fields.get("said", ""), is_left=t.matches[match][0] == player)
    if word is None:
        raise TurnedAwayError("Say whether you won, lost or tied.", status=422)
    claim = Claim(match=str(match), player=player, word=word, at=now())
    reports.change(lambda claims: claims.saying(claim))
    settle(here, reports)


def _mine(request: Request, here: Venue, reports: PlayerReports, session: Session) -> Mine:
    """Return what a player's phone shows."""
    left = settle(here, reports)
    t = here.desk.tournament
    player = PlayerId(session.player or "")
    if player not in t.players:
        raise TurnedAwayError("There is no such player here.", status=404)
    book = in_public(here.book, t)
    match = match_of(t, player)
    contest = next((each for each in left if each.match == match), None)
    own, other = _sides(contest, player)
    return Mine(
        event=t.opened.name if t.opened else "",
        root=f"/t/{served_of(request).slug}",
        player=player,
        name=book.shown(player),
        allowed=reports.read(t).allowed,
        premier=bool(t.opened and t.opened.premier),
        match=match,
        opponent=book.shown(_opponent(t, match, player)) if match else "",
        mine=_in_own_words(t, own) if own else "",
        theirs=other is not None,
        refused=bool(contest and contest.refused),
        hall=hall_of(request, here, player),
    )


def _opponent(t: Tournament, match: MatchId, player: PlayerId) -> PlayerId:
    """Return who sits opposite."""
    first, second = t.matches[match]
    return second if first == player else first


def _in_own_words(t: Tournament, claim: Claim) -> str:
    """Return what somebody said, as they said it: won, lost or tied."""
    is_left = t.matches[MatchId.parse(claim.match)][0] == claim.player
    return next(word for word in SAYS if seen_from_left(word, is_left=is_left) == claim.word)


def _sides(contest: Contest | None, player: PlayerId) -> tuple[Claim | None, Claim | None]:
    """Return what a player says of their match, and what their opponent says."""
    if contest is None:
        return None, None
    sides = (contest.left, contest.right)
    return sides if contest.players[0] == player else (sides[1], sides[0])


ROUTES = (
    Route("/t/{slug}/mine", mine, methods=["GET"]),
    Route("/t/{slug}/mine", said, methods=["POST"]),
)
