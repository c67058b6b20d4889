"""The box for slips: a line for each, as at the prompt; both results where two desks disagree."""

from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cli.keying.entering import Answer, enter
from cli.web.acts import manner_of, sent
from cli.web.desk.frames import DeskFrame, desk_frame, is_part, shown
from cli.web.desk.slips import AtOdds, Lately, Running, at_odds, lately, named, running
from cli.web.desk.told import lead_on, told
from cli.web.doors import Session
from cli.web.guard import seated
from cli.web.permits import may, who_may
from cli.web.showing import house_of, missing, within
from cli.wiring import Venue

SEATS = who_may("report")
LONGEST = 2_000

KEYS = ("1", "2", "t", "20", "21", "02", "12", "x", "n1", "n2")
"""Results that are buttons too, for whoever has no keys; what they mean stands beside the box."""


class Looked(Struct, frozen=True, kw_only=True):
    """What the page shows of the tournament, at one entry."""

    frame: DeskFrame
    rounds: list[Running]
    lately: list[Lately]
    odds: list[AtOdds]
    wrong: tuple[str, ...]
    lines: tuple[str, ...]


async def box(request: Request) -> Response:
    """Show the box; a table that was chosen stands in it, and what came of the last line."""
    session = seated(request, SEATS)
    answer = told(request, session, Answer) or Answer()
    return await _page(request, session, answer, line=request.query_params.get("line", ""))


async def entered(request: Request) -> Response:
    """Enter a line; one that is wrong stays in its place."""
    session = seated(request, SEATS)
    fields = await sent(request)
    house = house_of(request)
    if house is None:
        return missing(request)
    line, keeping = _line(fields), fields.get("keeping") or None
    own = None if fields.get("because") or fields.get("result", "=") not in {"", "="} else keeping

    def entering(here: Venue) -> Answer:
        manner = manner_of(session, fields)
        allowed = lambda verb: may(session.seat, verb)  # noqa: E731 - one question.
        answer = enter(here, manner, line, own, allowed=allowed)
        return answer if own == keeping else replace(answer, keeping=keeping)

    answer = await within(house, entering)
    wrong = bool(answer.wrong or answer.other)
    left = line if wrong else f"{line} " if answer.shows and not line.endswith("?") else ""
    if wrong or is_part(request):
        return await _page(request, session, answer, line=left)
    return lead_on(
        request, session, fields.get("cmd", ""), answer, **({"line": left} if left else {})
    )


def _line(fields: dict[str, str]) -> str:
    """Return the line that was keyed in: with a result that is a button, and with the reason."""
    line = " ".join((fields.get("line", "").strip(), fields.get("result", ""))).strip()
    because = " ".join(fields.get("because", "").split())
    return f"{line} because {because}"[:LONGEST] if because else line[:LONGEST]


async def _page(request: Request, session: Session, answer: Answer, *, line: str) -> Response:
    """Return the page after a line."""
    house = house_of(request)
    if house is None:
        return missing(request)
    wrong = answer.wrong
    if answer.other:
        said = f"{line.strip()[:60]} is no slip: write the table, then the result."
        wrong = (said if line.strip() else "write a table and its result.",)

    def looked(here: Venue) -> Looked:
        return Looked(
            frame=desk_frame(request, session, here),
            rounds=running(here),
            lately=lately(here),
            odds=at_odds(here, answer),
            wrong=tuple(named(here, one) for one in wrong),
            lines=tuple(named(here, one) for one in answer.lines),
        )

    found = await within(house, looked)
    return await shown(
        request,
        "slips.html" if is_part(request) else "entry.html",
        status=422 if wrong else 200,
        frame=found.frame,
        found=found,
        keys=KEYS,
        line=line[:LONGEST],
        keeping=answer.keeping or "",
        can_correct=may(session.seat, "correct"),
    )


ROUTES = (
    Route("/t/{slug}/desk", box, methods=["GET"]),
    Route("/t/{slug}/desk", entered, methods=["POST"]),
)
