"""Into how many flights a division may be split: what each number would mean, and the draw."""

import json

from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cli.desk.invoke import CommandAnswer
from cli.desk.invoke import act as given
from cli.desk.venue import Venue
from cli.web.access.guard import seated
from cli.web.access.permissions import MAY
from cli.web.acts import act, looking, sent
from cli.web.desk.acting import sorry_of
from cli.web.desk.flash import lead_on, told
from cli.web.desk.frames import DeskFrame, desk_frame, shown
from cli.web.server.page_routes import house_of, missing, within

SEATS = frozenset(seat for seat, verbs in MAY.items() if "flights" in verbs)


class Choice(Struct, frozen=True, kw_only=True):
    """A number of flights: how large they are, how many rounds each plays, why it cannot be."""

    number: int
    sizes: tuple[int, ...]
    rounds: int | None
    why_not: str | None
    now: bool


class Divided(Struct, frozen=True, kw_only=True):
    """A division, and the numbers of flights that it may have."""

    division: str
    players: int
    flights: int
    choices: tuple[Choice, ...]


async def flights(request: Request) -> Response:
    """Show what each number of flights would mean."""
    session = seated(request, SEATS)
    return await _page(request, told(request, session, CommandAnswer))


async def split(request: Request) -> Response:
    """Draw the flights of a division, or give them up."""
    session = seated(request, SEATS)
    fields = await sent(request)
    wanted = f"{fields.get('division', '')}={fields.get('number', '')}"
    reason = fields.get("reason", "").strip()
    options = {"reason": reason} if reason else {}
    said = await act(request, "flights", [wanted], options, fields=fields)
    if said.done:
        return lead_on(request, session, fields.get("cmd", ""), said)
    return await _page(request, said)


async def _page(request: Request, said: CommandAnswer | None) -> Response:
    session, house = seated(request, SEATS), house_of(request)
    if house is None:
        return missing(request)

    def looked(here: Venue) -> tuple[DeskFrame, list[Divided]]:
        asked = given(here, replace(looking(session), as_json=True), "flights")
        found = json.loads("\n".join(asked.lines))["divisions"] if asked.done else []
        return desk_frame(request, session, here), [_divided(one) for one in found]

    frame, divisions = await within(house, looked)
    return await shown(
        request,
        "flights.html",
        status=200 if said is None or said.done else 422,
        frame=frame,
        divisions=divisions,
        said=said,
        sorry=sorry_of(said),
    )


def _divided(one: dict[str, object]) -> Divided:
    """Return what `flights --json` says of a division."""
    choices, now = one["options"], one["now"]
    assert isinstance(choices, list)
    assert isinstance(now, dict)
    return Divided(
        division=str(one["division"]),
        players=sum(now["sizes"]),
        flights=now["flights"],
        choices=tuple(
            Choice(
                number=each["flights"],
                sizes=tuple(each["sizes"]),
                rounds=each["rounds"],
                why_not=each["why_not"],
                now=each["flights"] == now["flights"],
            )
            for each in choices
        ),
    )


ROUTES = (
    Route("/t/{slug}/desk/flights", flights, methods=["GET"]),
    Route("/t/{slug}/desk/flights", split, methods=["POST"]),
)
