"""Paper from the desk: what is posted and recorded by its digest, and lists for the printer."""

from collections.abc import Collection, Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cli.desk.invoke import CommandAnswer
from cli.desk.venue import Venue
from cli.web.access.guard import seated
from cli.web.access.permissions import SEES_ALL, who_may
from cli.web.acts import looking, sent
from cli.web.desk.acting import sorry_of
from cli.web.desk.files import fetch, written
from cli.web.desk.frames import DeskFrame, desk_frame, shown
from cli.web.server.page_routes import house_of, missing, within
from cli.web.server.problems import TurnedAwayError
from ledger.events.posting import Paper
from ledger.state.queries import latest_round
from projections.reports.messages import LANGUAGES

POSTED = {"post": "Pairings by name, for the walls", "slips": "Match slips, with their backs"}
"""What is recorded by its digest when it is printed: who printed it, when, and what it said."""

LISTS = {
    "pairings": "Pairings by table, for the staff",
    "standings": "Standings",
    "bracket": "Bracket",
    "announcement": "Announcement",
    "deckcheck form": "Deck check form",
    "podsheet": "Pod sheet",
}
"""What can be printed at any time, and is not recorded."""

PRINTERS = who_may("post")
SEATS = PRINTERS | SEES_ALL


async def prints(request: Request) -> Response:
    """Show what can be printed."""
    seated(request, SEATS)
    return await _page(request, None, {})


async def posted(request: Request) -> Response:
    """Print the pairings or the slips, and record what was printed."""
    seated(request, PRINTERS)
    fields = await sent(request)
    verb = fields.get("verb", "")
    if verb not in POSTED:
        raise TurnedAwayError("There is no such print.", status=404)
    options = {name: fields.get(name, "") for name in ("paper", "round", "lang")}
    if verb == "post":
        options["boards"] = fields.get("boards", "")
    words = [pool] if (pool := fields.get("pool", "").strip()) else []
    wanted = {name: value.strip() for name, value in options.items() if value.strip()}
    said, data = await fetch(request, verb, words, wanted, fields=fields, option="pdf")
    return await _printed(request, verb, words, said, data, fields)


async def listed(request: Request) -> Response:
    """Print a list."""
    session = seated(request, SEATS)
    verb = str(request.path_params["verb"]).replace("/", " ")
    if verb not in LISTS:
        raise TurnedAwayError("There is no such print.", status=404)
    query = request.query_params
    asked = query.get("about", "").strip()[:80]
    known: dict[str, Collection[str]] = {"paper": set(Paper), "lang": LANGUAGES}
    options = {name: query[name] for name, values in known.items() if query.get(name) in values}
    words, manner = [asked] if asked else [], looking(session)
    house = house_of(request)
    if house is None:
        return missing(request)

    def printing(here: Venue) -> tuple[CommandAnswer, bytes]:
        return written(here, manner, verb, words, options, option="pdf")

    said, data = await within(house, printing)
    return await _printed(request, verb, words, said, data, {})


async def _printed(
    request: Request,
    verb: str,
    words: Sequence[str],
    said: CommandAnswer,
    data: bytes,
    fields: dict[str, str],
) -> Response:
    """Return a PDF as the verb made it, or the page with why there is none."""
    if not data:
        return await _page(request, said, fields)
    slug = request.path_params["slug"]
    name = f"{slug}-{verb.replace(' ', '-')}{'-' if words else ''}{''.join(words)[:40]}.pdf"
    safe = "".join(letter for letter in name if " " < letter <= "~" and letter not in '"\\/')
    headers = {
        "Content-Disposition": f'inline; filename="{safe}"',
        "Cache-Control": "no-store",
    }
    return Response(data, media_type="application/pdf", headers=headers)


async def _page(request: Request, said: CommandAnswer | None, filled: dict[str, str]) -> Response:
    session = seated(request, SEATS)
    house = house_of(request)
    if house is None:
        return missing(request)

    def looked(here: Venue) -> tuple[DeskFrame, list[str], list[tuple[int, str]]]:
        t = here.desk.tournament
        rounds = [paired for pool in t.latest if (paired := latest_round(t, pool))]
        pods = [(one.number, f"{one.pool}, round {one.number}") for one in rounds]
        return desk_frame(request, session, here), [str(one.pool) for one in rounds], pods

    frame, pools, rounds = await within(house, looked)
    return await shown(
        request,
        "prints.html",
        status=200 if said is None else 422,
        frame=frame,
        pools=pools,
        rounds=rounds,
        posted=POSTED if session.seat in PRINTERS else {},
        lists=LISTS,
        papers=[paper.value for paper in Paper],
        languages=LANGUAGES,
        filled={**dict(request.query_params), **filled},
        sorry=sorry_of(said) or (["nothing was printed."] if said else []),
    )


ROUTES = (
    Route("/t/{slug}/desk/print", prints, methods=["GET"]),
    Route("/t/{slug}/desk/print", posted, methods=["POST"]),
    Route("/t/{slug}/desk/print/{verb:path}", listed, methods=["GET"]),
)
