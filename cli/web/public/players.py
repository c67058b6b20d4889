"""What everybody may see: the tournaments, an event, its rounds, its standings and its players."""

import io
import re
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import groupby
from typing import NamedTuple
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from cli.desk.venue import now
from cli.web.server.page_cache import answer, finished
from cli.web.server.page_routes import (
    LeadOnError,
    NotHereError,
    PageRequest,
    language_of,
    page,
    with_language,
)
from cli.web.server.tournaments import ServedTournament, tournaments_of
from ledger.errors import Trouble
from ledger.terms import PlayerId
from projections.explain.bracket import course
from projections.explain.place import explain_place
from projections.reports.bracket_picture import drawings
from projections.reports.clocks import decks_built, dials
from projections.reports.event import ListedTournament, about, in_order, listed, listed_by
from projections.reports.lists import asked_for
from projections.reports.names import found, last_first, ordered
from projections.reports.person import person
from projections.reports.places import by_name, places
from projections.reports.rendering import frame, render
from projections.reports.seating import now as sits_now
from projections.reports.sight import Sight

# A link as a picture that the camera of a phone reads.


def as_picture(link: str) -> str:
    """Return a link as a QR code, to be shown as an image."""
    import segno

    return segno.make(link, error="m").svg_data_uri(scale=5, border=3, dark="#000", light="#fff")


def in_terminal(link: str) -> str:
    """Return a link as a QR code made of letters."""
    import segno

    out = io.StringIO()
    segno.make(link, error="m").terminal(out, border=2, compact=True)
    return out.getvalue()


MOST_FOUND = 60
"""So many players are listed who begin with the letters that somebody typed."""

A_PAGE, PAGE = 50, re.compile("[1-9][0-9]{0,5}", re.ASCII)
"""So many tournaments stand on a page of the list, and how the number of a page is written."""

MANY = 300
"""From so many players on, the standings of one division are a page of their own."""


async def tournaments(request: Request) -> Response:
    """List the tournaments, or lead to the only one."""
    every = tournaments_of(request)
    if every.only:
        return RedirectResponse(f"/t/{every.only.slug}", 307)
    every.look_again()
    known = [await served.alone(partial(_listed, served)) for served in every.by_slug.values()]
    today = now().date()
    every_one = in_order(known, today)
    number = request.query_params.get("page", "1")
    pages = max(1, -(-len(known) // A_PAGE))
    at = min(int(number), pages) if PAGE.fullmatch(number) else 1
    shown = every_one[(at - 1) * A_PAGE :][:A_PAGE]
    text = render(
        "tournaments.html",
        language_of(request),
        shelves=[(when, list(some)) for when, some in groupby(shown, lambda one: one.when(today))],
        names=Counter(one.name for one in known),
        page=at,
        pages=pages,
    )
    return with_language(request, answer(request, finished(text)))


def _listed(served: ServedTournament) -> ListedTournament:
    """Return what a list says of a tournament; one that cannot be read does not stop the others.

    Of one that nobody has looked at yet, only the first line is read.
    """
    try:
        if served.shown is None:
            return listed_by(served.slug, served.first())
        return served.look().sight.once(listed)
    except Trouble:
        return ListedTournament(slug=served.slug, name=served.slug)


def event(sight: Sight, asked: PageRequest) -> str:
    """Return the page of an event: where it stands, and the way to oneself."""
    return _framed("event.html", sight, asked, about=sight.once(about))


class Hit(NamedTuple):
    """A player whom a few letters mean, and the address that shows the player."""

    name: str
    goes: str


def _hits(sight: Sight, asked: PageRequest, goes: Callable[[PlayerId], str]) -> list[Hit]:
    """Return those whom the letters mean that were typed; if it is one, lead on to that player."""
    letters = asked.word("find")
    who = [PlayerId(player) for player in found(sight, letters)] if letters else []
    if len(who) == 1:
        raise LeadOnError(goes(who[0]))
    return [Hit(last_first(sight.name(player)), goes(player)) for player in who]


def players(sight: Sight, asked: PageRequest) -> str:
    """Return everybody in order of their names, or those whom a few letters mean.

    If they mean one player, lead on to the player's own page.
    """
    letters = asked.word("find")
    who = found(sight, letters) if letters else [player for player, _ in sight.once(ordered)]
    if letters and len(who) == 1:
        raise LeadOnError(_own_page(sight, PlayerId(who[0])))
    shown = who[:MOST_FOUND] if letters else who
    lines = []
    for player in map(PlayerId, shown):
        sat = sits_now(sight, player)
        opponent = sight.name(sat.opponent) if sat and sat.opponent else None
        lines.append((player, last_first(sight.name(player)), sat, opponent))
    return _framed("players.html", sight, asked, find=letters, shown=lines, count=len(who))


def player(sight: Sight, asked: PageRequest) -> str:
    """Return a player's own page."""
    return _framed("player.html", sight, asked, who=person(sight, _known(sight, asked)))


def pairings(sight: Sight, asked: PageRequest) -> str:
    """Return the latest rounds by name or by table, or the round that is asked for."""
    number, pool = asked.word("round"), asked.word("pool")
    if number and not (number.isascii() and number.isdigit() and len(number) < 4):
        raise NotHereError("")
    boards = asked_for(sight, pool, int(number) if number else None)
    if not boards and (pool or number):
        raise NotHereError("")
    by = "table" if asked.word("by") == "table" else "name"
    words = [(name, value) for name, value in (("pool", pool.lower()), ("round", number)) if value]
    here = {one.player for board in boards for one in board.names}

    def goes(player: PlayerId) -> str:
        kept = urlencode([("by", by), *words])
        listed = f"{sight.root}/pairings?{kept}#{player}"
        return listed if player in here else _own_page(sight, player)

    return _framed(
        "pairings.html",
        sight,
        asked,
        boards=boards,
        by=by,
        dials=sight.once(dials),
        earlier=sorted(sight.t.rounds),
        kept=[("by", by), *words],
        more="".join(f"&{name}={value}" for name, value in words),
        find=asked.word("find"),
        hits=_hits(sight, asked, goes),
    )


def standings(sight: Sight, asked: PageRequest) -> str:
    """Return who stands where: everybody, or one division where there are many."""
    every = sight.once(places)
    wanted = asked.word("division").lower()
    shown = [one for one in every.blocks if not wanted or str(one.division).lower() == wanted]
    if wanted and not shown:
        raise NotHereError("")
    if not wanted and len(sight.t.players) > MANY:
        shown = shown[:1]
    sort = "name" if asked.word("sort") == "name" else "place"

    def goes(player: PlayerId) -> str:
        whole = every.blocks[0].division is None
        kept = {} if whole else {"division": str(sight.t.players[player].division)}
        return f"{sight.root}/standings?{urlencode(kept | {'sort': sort})}#{player}"

    return _framed(
        "standings.html",
        sight,
        asked,
        places=every,
        shown=[by_name(one) for one in shown] if sort == "name" else shown,
        one_alone=wanted,
        sort=sort,
        kept=[("division", wanted)] * bool(wanted) + [("sort", sort)],
        find=asked.word("find"),
        hits=_hits(sight, asked, goes),
    )


def why(sight: Sight, asked: PageRequest) -> str:
    """Return why a player stands where they stand: every fraction, every neighbour."""
    who = _known(sight, asked)
    return _framed(
        "why.html",
        sight,
        asked,
        found=explain_place(sight.t, sight.rules, who),
        way=course(sight.t, sight.rules, who),
        name=sight.name,
    )


def bracket(sight: Sight, asked: PageRequest) -> str:
    """Return every bracket as a picture, and in words."""
    return _framed("bracket.html", sight, asked, drawings=sight.once(drawings))


def clock(sight: Sight, asked: PageRequest) -> str:
    """Return the clock of every round that is being played, and of players who build decks."""
    built = sight.once(decks_built)
    return _framed("clock.html", sight, asked, dials=sight.once(dials), building=built)


def _own_page(sight: Sight, player: PlayerId) -> str:
    return f"{sight.root}/players/{player}"


def _known(sight: Sight, asked: PageRequest) -> PlayerId:
    """Return the player whom an address names; NotHereError where there is none."""
    who = PlayerId(asked.word("player"))
    if who not in sight.t.players:
        raise NotHereError("")
    return who


def _framed(template: str, sight: Sight, asked: PageRequest, **values: object) -> str:
    """Return a page of a tournament."""
    return render(template, asked.language, frame=frame(sight, asked.path), **values)


ROUTES = (
    Route("/", tournaments),
    page("", event),
    page("/players", players, passing=("find",)),
    page("/players/{player}", player),
    page("/pairings", pairings, query=("by", "round", "pool"), passing=("find",)),
    page("/standings", standings, query=("division", "sort"), passing=("find",)),
    page("/standings/{player}", why),
    page("/bracket", bracket),
    page("/clock", clock),
)
