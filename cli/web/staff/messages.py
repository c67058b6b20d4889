"""The page of messages to the players: a form to send one, and the current ones to withdraw."""

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from roundbook.cli.session.venue import Venue
from roundbook.cli.session.write import Outcome
from roundbook.cli.web.access.guard import seated
from roundbook.cli.web.access.permissions import who_may
from roundbook.cli.web.permitted import perform, sent
from roundbook.cli.web.staff.every_form import FORMS
from roundbook.cli.web.staff.page_frame import desk_page, known, lead_on, told
from roundbook.ledger.text import with_names
from roundbook.projections.judging.calls_and_messages import Message, messages

SEATS = who_may("message")
FORM = FORMS["message"]


async def standing(request: Request) -> Response:
    """Show the current messages, and the form for another."""
    session = seated(request, SEATS)
    return await _page(request, {}, told(request, session, Outcome))


async def given(request: Request) -> Response:
    """Send a message, or withdraw one."""
    session = seated(request, SEATS)
    fields = await sent(request)
    said = await perform(request, "message", lambda ctx: FORM.give(ctx, fields), fields=fields)
    if said.done and not fields.get("dry-run"):
        return lead_on(request, session, fields.get("cmd", ""), said)
    return await _page(request, fields, said)


async def _page(request: Request, filled: Mapping[str, str], said: Outcome | None) -> Response:
    def looked(here: Venue) -> dict[str, object]:
        return {"messages": current(here), "known": known(here)}

    session = seated(request, SEATS)
    return await desk_page(
        request, session, "messages.html", looked, said=said, form=FORM, filled=filled
    )


def current(here: Venue) -> list[tuple[Message, str]]:
    """Return the messages that players see now, newest first, each with names in its text."""
    stand = messages(here.desk.tournament, here.desk.entries)
    return [(one, with_names(one.text, here.book.shown)) for one in stand]


ROUTES = (
    Route("/t/{slug}/desk/messages", standing, methods=["GET"]),
    Route("/t/{slug}/desk/messages", given, methods=["POST"]),
)
