"""The check-in page before round 1: the players still to check in, with a button for each."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from roundbook.cli.acts import drops, sign_ups
from roundbook.cli.acts.sign_ups import said_here
from roundbook.cli.forms.form import Filled
from roundbook.cli.places.sign_ups import read
from roundbook.cli.session.venue import Venue
from roundbook.cli.session.write import Facts, Outcome, WriteContext
from roundbook.cli.web.access.guard import seated
from roundbook.cli.web.access.permissions import may, who_may
from roundbook.cli.web.permitted import perform, sent
from roundbook.cli.web.staff.page_frame import desk_page, lead_on, told
from roundbook.cli.web.staff.players import lines
from roundbook.ledger.errors import Unreadable
from roundbook.ledger.state.check_in import absent
from roundbook.ledger.state.rounds import under_way
from roundbook.ledger.terms import PlayerId

SEATS = who_may("check-in")
MOST = 100
"""The maximum number of players listed without a search."""


async def door(request: Request) -> Response:
    """Show the players still to check in, or those found by letters or by a player's code."""
    session = seated(request, SEATS)
    return await _page(request, told(request, session, Outcome))


async def came(request: Request) -> Response:
    """Check in a player, or all who say that they are here, or undo it; then show the page."""
    session = seated(request, SEATS)
    fields = {"who": "", **await sent(request)}
    undo = bool(fields.get("undo"))

    def check(ctx: WriteContext) -> Facts:
        return drops.check_in(ctx, [Filled(ctx, fields).player("who")], undo=undo)

    if fields.get("said"):
        said = await perform(request, "sign-ups check-in", sign_ups.check_in, fields=fields)
    else:
        said = await perform(request, "check-in", check, fields=fields)
    if said.done:
        return lead_on(request, session, fields.get("cmd", ""), said)
    return await _page(request, said)


async def _page(request: Request, said: Outcome | None) -> Response:
    session = seated(request, SEATS)
    wanted = " ".join(request.query_params.get("find", "")[:80].split())

    def looked(here: Venue) -> dict[str, object]:
        t = here.desk.tournament
        to_come, found = set(absent(t)), lines(here, wanted, session.seat)
        exact = [one for one in found if one.player == wanted.lower()]
        shown, say = exact or found, _say_here(here)
        return {
            "to_come": sorted(
                (one for one in shown if one.player in to_come),
                key=lambda one: one.player not in say,
            ),
            "say": say,
            "all_at_once": bool(say) and may(session.seat, "sign-ups check-in"),
            "here": [one for one in shown if one.player in t.checked_in],
            "out": [one for one in shown if t.is_out(one.player)],
            "counts": (len(t.checked_in), len(t.checked_in) + len(to_come)),
            "over": under_way(t),
        }

    return await desk_page(
        request,
        session,
        "door.html",
        looked,
        said=said,
        wanted=wanted,
        most=MOST,
    )


def _say_here(here: Venue) -> list[PlayerId]:
    """Return who has tapped "I am here"; nobody if the list of sign-ups is damaged."""
    t = here.desk.tournament
    try:
        return said_here(t, read(here.folder, t))
    except Unreadable:  # The page of the sign-ups says so.
        return []


ROUTES = (
    Route("/t/{slug}/desk/check-in", door, methods=["GET"]),
    Route("/t/{slug}/desk/check-in", came, methods=["POST"]),
)
