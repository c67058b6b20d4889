"""The page of printouts: pairings and slips, recorded by their digests, and lists to print."""

import re
from collections.abc import Sequence

import click
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from roundbook.cli.forms.form import Filled
from roundbook.cli.printing import posting
from roundbook.cli.printing.lists import ListPrinted, print_list
from roundbook.cli.printing.paper import PAPER
from roundbook.cli.printing.posting import SheetAgain, SheetPosted, sheet_again
from roundbook.cli.session.venue import Venue
from roundbook.cli.session.write import Outcome, WriteContext, at_open_venue, outcome
from roundbook.cli.web.access.guard import seated
from roundbook.cli.web.access.permissions import SEES_ALL, who_may
from roundbook.cli.web.access.sessions import Session
from roundbook.cli.web.permitted import looking, perform, sent
from roundbook.cli.web.server.page_routes import served_of, within
from roundbook.cli.web.server.problems import TurnedAwayError
from roundbook.cli.web.server.responses import YEAR, keep_cookie, read_cookie
from roundbook.cli.web.staff.page_frame import desk_page, known
from roundbook.ledger.errors import Trouble
from roundbook.ledger.events.catalogue import RoundPosted
from roundbook.ledger.events.posting import Paper, PostedSheet
from roundbook.ledger.state.pools import by_sheet
from roundbook.ledger.state.rounds import latest_rounds
from roundbook.ledger.state.tournament import Round
from roundbook.projections.reports.languages import LANGUAGES, SOURCE

POSTED = {"post": "Pairings by name, to post", "slips": "Match slips, front and back"}
"""The printouts that are recorded by their digests, with the time and the staff member."""

LISTS = {
    "pairings": "Pairings by table, for the staff",
    "standings": "Standings",
    "bracket": "Bracket",
    "announcement": "Announcement",
    "deckcheck form": "Deck check form",
    "podsheet": "Pod sheet",
    "draft seats": "Draft seats",
}
"""The lists that can be printed at any time and are not recorded."""

NOT_KEPT = {"Cache-Control": "no-store"}
"""A printout has names, so no cache may keep it."""

ENTRY = re.compile(r"again ([0-9]{1,9})", re.ASCII)

LANGUAGE = click.Choice(list(LANGUAGES))

PRINTERS = who_may("post")
SEATS = PRINTERS | SEES_ALL


CHOSEN = "print"
"""The cookie with the paper and the language that were chosen for printouts."""


def chosen_for_print(request: Request) -> dict[str, str]:
    """Return the paper and the language of printouts: chosen now, or before in this browser."""
    before = (read_cookie(request, CHOSEN) or "").partition(".")
    now = request.query_params
    paper = next((one for one in (now.get("paper"), before[0]) if one in set(Paper)), Paper.A4)
    language = next((one for one in (now.get("lang"), before[2]) if one in LANGUAGES), SOURCE)
    return {"paper": str(paper), "lang": language}


async def prints(request: Request) -> Response:
    """Show the list of printouts, and remember the paper and the language that are chosen here."""
    seated(request, SEATS)
    response = await _page(request, None, {})
    if request.query_params.keys() & {"paper", "lang"}:
        keep_cookie(
            request, response, CHOSEN, ".".join(chosen_for_print(request).values()), seconds=YEAR
        )
    return response


async def posted(request: Request) -> Response:
    """Print the pairings or the slips, and record the printout."""
    seated(request, PRINTERS)
    fields = {**chosen_for_print(request), **await sent(request)}
    verb = fields.get("verb", "")
    if verb not in POSTED:
        raise TurnedAwayError("There is no such printout.", status=404)
    said = await perform(request, verb, lambda ctx: _post(ctx, verb, fields), fields=fields)
    data = said.facts.data if isinstance(said.facts, SheetPosted) else b""
    pool = fields.get("pool", "").strip()
    return await _printed(request, verb, [pool] if pool else [], said, data, fields)


def _post(ctx: WriteContext, verb: str, fields: dict[str, str]) -> SheetPosted:
    """Post the pairings or the slips as a PDF."""
    filled = Filled(ctx, fields)
    return posting.post(
        ctx,
        posting.ToPost(
            sheet=PostedSheet.SLIPS if verb == "slips" else PostedSheet.PAIRINGS,
            pool=filled.pool("pool"),
            number=filled.read("round", click.IntRange(1, 999)),
            paper=filled.read("paper", PAPER) or Paper.A4,
            boards=filled.read("boards", click.IntRange(1, 26)) or 1,
            language=filled.read("lang", LANGUAGE) or SOURCE,
            public=filled.has("public"),
        ),
    )


def printed(here: Venue, paired: Round) -> dict[PostedSheet, int]:
    """Return the sheets printed for a round with its current pairings, with their entries."""
    found = dict[PostedSheet, int]()
    for entry in reversed(here.desk.entries):
        if entry.seq < paired.seq:
            break
        for event in entry.events:
            if isinstance(event, RoundPosted) and event.pool == paired.pool:
                found.setdefault(event.sheet, entry.seq)
    return found


async def _again(request: Request, session: Session, seq: int) -> Response:
    """Show the printout of an entry again, from the ledger at that entry; record nothing."""

    def made(here: Venue) -> SheetAgain:
        return sheet_again(posting.as_read(at_open_venue(here, looking(session)), SOURCE), seq)

    try:
        found = await within(served_of(request), made)
    except Trouble as trouble:
        return await _page(request, Outcome(trouble=trouble), {})
    if not found.same:
        wrong = (
            "A name has changed since this was printed, or this version prints it differently. "
            "Print it again."
        )
        return await _page(request, Outcome(misuse=wrong), {})
    if found.text is not None:
        return Response(found.data, media_type="text/plain", headers=NOT_KEPT)
    return _as_pdf(request, f"{found.event.sheet}-{seq}", found.data)


async def listed(request: Request) -> Response:
    """Print a list, or for `again/12` the printout of entry 12."""
    session = seated(request, SEATS)
    verb = str(request.path_params["verb"]).replace("/", " ")
    if entry := ENTRY.fullmatch(verb):
        return await _again(request, session, int(entry[1]))
    if verb not in LISTS:
        raise TurnedAwayError("There is no such printout.", status=404)
    about = request.query_params.get("about", "").strip()[:80]
    chosen = chosen_for_print(request)
    paper, language = Paper(chosen["paper"]), chosen["lang"]

    def printing(ctx: WriteContext) -> ListPrinted:
        return print_list(ctx, verb, about, paper=paper, language=language)

    said = await within(served_of(request), lambda here: outcome(here, looking(session), printing))
    data = said.facts.data if isinstance(said.facts, ListPrinted) else b""
    return await _printed(request, verb, [about] if about else [], said, data, {})


async def _printed(
    request: Request,
    verb: str,
    words: Sequence[str],
    said: Outcome,
    data: bytes,
    fields: dict[str, str],
) -> Response:
    """Return the PDF, or the page with the reason why there is none."""
    if not data:
        found = Outcome(misuse="Nothing was printed.") if said.done else said
        return await _page(request, found, fields)
    about = f"{verb.replace(' ', '-')}{'-' if words else ''}{''.join(words)[:40]}"
    return _as_pdf(request, about, data)


def _as_pdf(request: Request, about: str, data: bytes) -> Response:
    """Return a PDF with a file name."""
    name = f"{request.path_params['slug']}-{about}.pdf"
    safe = "".join(letter for letter in name if " " < letter <= "~" and letter not in '"\\/')
    headers = {**NOT_KEPT, "Content-Disposition": f'inline; filename="{safe}"'}
    return Response(data, media_type="application/pdf", headers=headers)


async def _page(request: Request, said: Outcome | None, filled: dict[str, str]) -> Response:
    session = seated(request, SEATS)

    def looked(here: Venue) -> dict[str, object]:
        t = here.desk.tournament
        rounds = latest_rounds(t)
        done = dict[tuple[str, int], list[str]]()  # A print of several pools is one file.
        for paired in rounds:
            for sheet, entry in printed(here, paired).items():
                verb = "slips" if sheet is PostedSheet.SLIPS else "post"
                done.setdefault((verb, entry), []).append(str(paired.pool))
        pools = [str(one.pool) for one in rounds]
        absent = {"bracket": not t.cuts, "podsheet": not by_sheet(t), "draft seats": not t.drafts}
        lists = {verb: title for verb, title in LISTS.items() if not absent.get(verb)}
        of_pool = {"pairings": known(here).pools, "bracket": [*map(str, t.cuts)]}
        found = {"pools": pools, "lists": lists, "of_pool": of_pool}
        # Once the tournament is closed, nothing can be posted: what was can be opened again.
        prints = session.seat in PRINTERS and t.closed is None
        posts = {"posted": POSTED if prints else {}}
        return {**found, **posts, "done": done, "known": known(here)}

    return await desk_page(
        request,
        session,
        "prints.html",
        looked,
        said=said,
        titles=POSTED,
        papers=[paper.value for paper in Paper],
        chosen=chosen_for_print(request),
        languages=LANGUAGES,
        filled={**dict(request.query_params), **filled},
    )


ROUTES = (
    Route("/t/{slug}/desk/print", prints, methods=["GET"]),
    Route("/t/{slug}/desk/print", posted, methods=["POST"]),
    Route("/t/{slug}/desk/print/{verb:path}", listed, methods=["GET"]),
)
