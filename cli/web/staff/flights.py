"""The page that splits divisions into flights: the meaning of each number, and the draw."""

from collections.abc import Callable, Mapping

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from roundbook.cli.acts.flights import FlightsDone, Splits, assign_flights, possible_splits
from roundbook.cli.args.choices import FLIGHTS
from roundbook.cli.forms.form import Filled
from roundbook.cli.session.venue import Venue
from roundbook.cli.session.write import Outcome, WriteContext
from roundbook.cli.web.access.guard import seated
from roundbook.cli.web.access.permissions import who_may
from roundbook.cli.web.permitted import perform, sent
from roundbook.cli.web.staff.hints import in_the_hall
from roundbook.cli.web.staff.page_frame import desk_page, lead_on, told

SEATS = who_may("flights")


class Choice(Struct, frozen=True, kw_only=True):
    """A number of flights: their sizes and rounds, or why it is not possible."""

    number: int
    sizes: tuple[int, ...]
    rounds: int | None
    why_not: str | None
    now: bool


class Divided(Struct, frozen=True, kw_only=True):
    """A division, with the numbers of flights to choose from."""

    division: str
    players: int
    flights: int
    choices: tuple[Choice, ...]


async def flights(request: Request) -> Response:
    """Show the meaning of each number of flights."""
    session = seated(request, SEATS)
    return await _page(request, told(request, session, Outcome))


async def split(request: Request) -> Response:
    """Draw the flights of a division, or remove them."""
    session = seated(request, SEATS)
    fields = await sent(request)
    said = await perform(request, "flights", lambda ctx: _assign(ctx, fields), fields=fields)
    if said.done:
        return lead_on(request, session, fields.get("cmd", ""), said)
    return await _page(request, said)


def _assign(ctx: WriteContext, fields: Mapping[str, str]) -> FlightsDone:
    """Draw the flights of one division, or remove them."""
    filled = Filled(ctx, {**fields, "wanted": f"{fields.get('division')}={fields.get('number')}"})
    wanted = dict(filled.each("wanted", FLIGHTS))
    return assign_flights(ctx, wanted, reason=filled.words("reason"))


async def _page(request: Request, said: Outcome | None) -> Response:
    def looked(here: Venue) -> dict[str, object]:
        hall = in_the_hall(here.desk.tournament)
        return {"divisions": [_divided(one, hall) for one in possible_splits(here)]}

    return await desk_page(request, seated(request, SEATS), "flights.html", looked, said=said)


def _divided(one: Splits, hall: Callable[[str], str]) -> Divided:
    """Return a division with the meaning of each number of flights, in the words of the hall."""
    return Divided(
        division=str(one.division),
        players=sum(one.now.sizes),
        flights=one.now.flights,
        choices=tuple(
            Choice(
                number=each.flights,
                sizes=each.sizes,
                rounds=each.rounds,
                why_not=why_not and hall(why_not),
                now=each.flights == one.now.flights,
            )
            for each, why_not in one.options
        ),
    )


ROUTES = (
    Route("/t/{slug}/desk/flights", flights, methods=["GET"]),
    Route("/t/{slug}/desk/flights", split, methods=["POST"]),
)
