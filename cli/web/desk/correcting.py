"""Correcting a result: what stands, until when it can change, what a change would move; then it."""

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cli.desk.invoke import CommandAnswer
from cli.desk.invoke import act as given
from cli.desk.venue import Venue
from cli.web.access.guard import seated
from cli.web.access.permissions import who_may
from cli.web.acts import act, manner_of, sent
from cli.web.desk.acting import sorry_of
from cli.web.desk.flash import lead_on, told
from cli.web.desk.frames import RESULTS, DeskFrame, desk_frame, shown
from cli.web.server.page_routes import house_of, missing, within
from cli.web.server.problems import TurnedAwayError
from ledger.state.lock import final
from ledger.terms import MatchId

SEATS = who_may("correct")


class Standing(Struct, frozen=True, kw_only=True):
    """A match as it stands: who sits there, its result in words, whether it is locked."""

    match: MatchId
    first: str
    second: str
    result: str
    is_locked: bool


async def form(request: Request) -> Response:
    """Show what stands, and ask for what should."""
    session = seated(request, SEATS)
    return await _page(request, {}, told(request, session, CommandAnswer))


async def corrected(request: Request) -> Response:
    """Show what a correction would change, or make it."""
    session = seated(request, SEATS)
    fields = await sent(request)
    match, house = str(_match(request)), house_of(request)
    if house is None:
        return missing(request)
    result, reason = fields.get("result", "").strip(), fields.get("reason", "").strip()
    if fields.get("preview"):
        manner = manner_of(session, {})

        def asking(here: Venue) -> CommandAnswer:
            return given(here, manner, "what-if", [], {"result": f"{match}={result}"})

        return await _page(request, fields, await within(house, asking), preview=True)
    said = await act(request, "correct", [match, result], {"reason": reason}, fields=fields)
    if said.done:
        return lead_on(request, session, fields.get("cmd", ""), said)
    return await _page(request, fields, said)


async def _page(
    request: Request, filled: dict[str, str], said: CommandAnswer | None, *, preview: bool = False
) -> Response:
    """Return the page, with what came of it so far."""
    session = seated(request, SEATS)
    house, match = house_of(request), _match(request)
    if house is None:
        return missing(request)

    def looked(here: Venue) -> tuple[DeskFrame, Standing | None, list[str]]:
        frame = desk_frame(request, session, here)
        why = given(here, manner_of(session, {}), "explain", ["lock", str(match)])
        return frame, _standing(here, match), list(why.lines)

    frame, stands, why = await within(house, looked)
    if stands is None:
        raise TurnedAwayError(f"There is no match {match} that was played.", status=404)
    return await shown(
        request,
        "correct.html",
        status=200 if said is None or said.done else 422,
        frame=frame,
        stands=stands,
        why=why,
        filled=filled,
        results=RESULTS,
        said=said,
        preview=preview,
        sorry=sorry_of(said),
    )


def _match(request: Request) -> MatchId:
    """Return the match that the address names."""
    try:
        return MatchId.parse(str(request.path_params["match"])[:60])
    except ValueError:
        raise TurnedAwayError("There is no such match.", status=404) from None


def _standing(here: Venue, match: MatchId) -> Standing | None:
    """Return a match as it stands; None for one that was never paired."""
    t, rules = here.desk.tournament, here.desk.rules
    if match not in t.matches:
        return None
    first, second = t.matches[match]
    result = t.results.get(match)
    return Standing(
        match=match,
        first=here.book.name(first),
        second=here.book.name(second),
        result=result.in_words(rules.tie_word) if result else "no result yet",
        is_locked=final(t, match, rules),
    )


ROUTES = (
    Route("/t/{slug}/desk/correct/{match}", form, methods=["GET"]),
    Route("/t/{slug}/desk/correct/{match}", corrected, methods=["POST"]),
)
