"""The desk's page of people who signed up: whom to accept, and the flyer with the code."""

from contextlib import suppress

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from roundbook.cli.acts.sign_ups import SignUpState, doubts, said_here, state_of
from roundbook.cli.forms.sign_ups import FORMS
from roundbook.cli.places import sign_ups
from roundbook.cli.places.appearance import look_of
from roundbook.cli.places.sign_ups import SignUp
from roundbook.cli.session.venue import Venue
from roundbook.cli.session.write import Outcome, WriteContext
from roundbook.cli.web.access.guard import seated
from roundbook.cli.web.access.permissions import who_may
from roundbook.cli.web.access.sessions import Session
from roundbook.cli.web.permitted import looking, perform, sent
from roundbook.cli.web.public.live import SIGNED_UP
from roundbook.cli.web.public.players import as_picture
from roundbook.cli.web.server.page_routes import is_this_machine, served_of, tell_why
from roundbook.cli.web.server.problems import TurnedAwayError
from roundbook.cli.web.staff.invitations import address_of
from roundbook.cli.web.staff.page_frame import desk_page, lead_on, told
from roundbook.ledger.errors import Unreadable
from roundbook.ledger.people.public_names import may_be_child
from roundbook.ledger.rulesets.divisions import division_of
from roundbook.ledger.state.rounds import under_way

SEATS = who_may("sign-ups")

ACTS = {form.verb.partition(" ")[2]: form for form in FORMS}

AT_ONCE = 100
"""The most people who are listed, the oldest first: each is checked as if it were accepted now."""


class Signed(Struct, frozen=True, kw_only=True):
    """A person on the waiting list as the desk sees them.

    `doubt` is why they cannot be registered as they are.
    """

    number: int
    name: str
    own_id: str
    born: str
    division: str
    shown: str
    child: bool
    adult: bool
    here: bool
    doubt: str = ""


async def signed(request: Request) -> Response:
    """Show who has signed up and waits for the desk."""
    session = seated(request, SEATS)
    return await _page(request, session, told(request, session, Outcome))


async def decided(request: Request) -> Response:
    """Open or close sign-up, accept or refuse people, or check in those who are here."""
    session = seated(request, SEATS)
    fields = await sent(request)
    form = ACTS.get(fields.get("act", ""))
    if form is None:
        raise TurnedAwayError("There is no such form here.", status=404)
    said = await perform(request, form.verb, lambda ctx: form.give(ctx, fields), fields=fields)
    served_of(request).claim((SIGNED_UP,))
    if said.done:
        return lead_on(request, session, fields.get("cmd", ""), said)
    return await _page(request, session, said)


async def flyer(request: Request) -> Response:
    """Show the sheet to print: the code, and what to do, in all languages."""
    session = seated(request, SEATS)
    code = _code(request)

    def looked(here: Venue) -> dict[str, object]:
        t, state = here.desk.tournament, SignUpState.NOT_OPEN
        with suppress(Unreadable):  # The page of the sign-ups says so.
            state = state_of(t, sign_ups.read(here.folder, t))
        return {"state": state, **code}

    return await desk_page(request, session, "flyer.html", looked)


def _code(request: Request) -> dict[str, object]:
    """Return the address at which people sign up, its picture, and if no phone can reach it."""
    root = address_of(request)
    address = f"{root}t/{served_of(request).slug}/sign-up"
    return {
        "address": address,
        "unreachable": is_this_machine(root),
        "code": as_picture(address),
    }


async def _page(request: Request, session: Session, said: Outcome | None) -> Response:
    code = _code(request)

    def looked(here: Venue) -> dict[str, object]:
        t = here.desk.tournament
        try:
            kept = sign_ups.read(here.folder, t)
        except Unreadable as trouble:
            tell_why(request, trouble)
            raise TurnedAwayError(
                "The waiting list cannot be read; the organiser's terminal shows the reason.",
                status=503,
            ) from trouble
        shown = kept.waiting[:AT_ONCE]
        ctx = WriteContext(venue=here, manner=looking(session))
        why = doubts(ctx, shown) if shown else {}
        return {
            "state": state_of(t, kept),
            "over": under_way(t),
            "waiting": [_signed(here, one, why.get(one.number, "")) for one in shown],
            "more": len(kept.waiting) - len(shown),
            "count": len(kept.waiting),
            "ready": len(kept.waiting) > len(why),
            "refused": [_signed(here, one) for one in kept.refused],
            "accepted": len(kept.accepted),
            "here": said_here(t, kept),
            "contact": look_of(here.folder).contact,
            **code,
        }

    return await desk_page(request, session, "sign-ups.html", looked, said=said)


def _signed(here: Venue, one: SignUp, doubt: str = "") -> Signed:
    t, rules = here.desk.tournament, here.desk.rules
    division = None
    if t.opened and one.year and rules.divisions is not None:
        division = division_of(one.year, t.opened.start, rules)
    return Signed(
        number=one.number,
        name=one.whole_name,
        own_id=one.id,
        born=str(one.birth_date or one.birth_year or ""),
        division=str(division or ""),
        shown=str(one.display or ""),
        child=may_be_child(one.year, None, t),
        adult=one.adult,
        here=one.here,
        doubt=doubt,
    )


ROUTES = (
    Route("/t/{slug}/desk/sign-ups", signed, methods=["GET"]),
    Route("/t/{slug}/desk/sign-ups", decided, methods=["POST"]),
    Route("/t/{slug}/desk/sign-ups/flyer", flyer, methods=["GET"]),
)
