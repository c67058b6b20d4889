"""The public pages: tournaments, event, players, pairings, standings, bracket and clock."""

import io
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from roundbook.cli.acts.sign_ups import SignUpState, state_of
from roundbook.cli.places import sign_ups
from roundbook.cli.places.layout import SOURCES
from roundbook.cli.places.members import at
from roundbook.cli.places.phone_claims import PlayerReports, lists_shown
from roundbook.cli.places.sign_ups import SignUp
from roundbook.cli.session.venue import Venue
from roundbook.cli.web.access.guard import access_of
from roundbook.cli.web.server.listing import A_PAGE, Listing, ListPage, listing_of
from roundbook.cli.web.server.page_cache import Page, answer, finished
from roundbook.cli.web.server.page_routes import (
    LeadOnError,
    NotHereError,
    PageRequest,
    asked,
    elsewhere,
    kept_on,
    page,
    within,
)
from roundbook.cli.web.server.tournaments import ServedTournament, tournaments_of
from roundbook.ledger.errors import Unreadable
from roundbook.ledger.state.round_names import called
from roundbook.ledger.state.rounds import under_way
from roundbook.ledger.terms import Division, PlayerId
from roundbook.ledger.text import folded
from roundbook.projections.history.requests import kept_until
from roundbook.projections.reports.bracket_picture import drawings
from roundbook.projections.reports.charts import moves, path, race
from roundbook.projections.reports.clocks import decks_built, dials
from roundbook.projections.reports.event_page import (
    about,
    champions,
    has_played_all,
    said_by_desk,
    whole,
)
from roundbook.projections.reports.languages import translations
from roundbook.projections.reports.lists import asked_for, in_hall
from roundbook.projections.reports.names import (
    found,
    hides_surnames,
    listed_person,
    near,
    ordered,
    shortened_like,
)
from roundbook.projections.reports.place_page import place_reasons
from roundbook.projections.reports.player_page import person
from roundbook.projections.reports.public_view import Sight
from roundbook.projections.reports.rendering import frame, render
from roundbook.projections.reports.seating import now as sits_now
from roundbook.projections.reports.standings_page import by_name, places
from roundbook.projections.reports.text.announcement import announced
from roundbook.projections.standings.shown import COUNTED_WHEN_COMPLETE

if TYPE_CHECKING:
    from roundbook.ledger.people.book import BookEntry, Person

# Links as QR codes, for the camera of a phone.


def as_picture(link: str) -> str:
    """Return a link as a QR code, as an image."""
    import segno

    return segno.make(link, error="m").svg_data_uri(scale=5, border=3, dark="#000", light="#fff")


def in_terminal(link: str) -> str:
    """Return a link as a QR code made of characters."""
    import segno

    out = io.StringIO()
    segno.make(link, error="m").terminal(out, border=2, compact=True)
    return out.getvalue()


MOST_FOUND, MOST_NEAR = 60, 20
"""The maximum number of players listed by a search, and of those with a similar name."""

PAGE = re.compile("[1-9][0-9]{0,5}", re.ASCII)
"""The form of a page number."""

MANY = 300
"""With this number of players or more, each division has a standings page of its own."""


async def tournaments(request: Request) -> Response:
    """List the tournaments, today's first, or search them; redirect if there is only one.

    A page of the list is made once for everybody, until one of its lines changes.
    """
    every = tournaments_of(request)
    if every.only:
        return RedirectResponse(f"/t/{every.only}", 307)
    listing = await listing_of(request).now()
    wanted = asked(request, ("find", "page"))
    number = wanted.word("page")
    shown = listing.page(int(number) if PAGE.fullmatch(number) else 1, wanted.word("find"))
    make_it = partial(elsewhere, every, _list, listing, shown, wanted)
    if wanted.word("find"):
        found = await make_it()
    else:
        found = await listing.pages.get((wanted.language, str(shown.number)), make_it)
    return answer(request, found)


def _list(listing: Listing, shown: ListPage, wanted: PageRequest) -> Page:
    """Return a page of the list."""
    find = wanted.word("find")
    shelves = groupby(shown.lines, lambda one: one.when(listing.day))
    text = render(
        "tournaments.html",
        wanted.language,
        shelves=[(when, list(some)) for when, some in shelves],
        version=listing.version,
        names=listing.names,
        page=shown.number,
        pages=shown.of,
        count=shown.found,
        find=find,
        more=f"&{urlencode({'find': find})}" if find else "",
        is_long=len(listing.lines) > A_PAGE,
    )
    return finished(text)


def event(sight: Sight, asked: PageRequest) -> str:
    """Return the page of an event: its state, and a search for one's own page."""
    first, here = sight.once(champions), sight.once(about)
    words = translations(asked.language)
    lines = [*announced(here.said, sight.t, sight.rules, words)] if here.said else []
    opened = asked.word("open")
    return _framed(
        "event.html", sight, asked, about=here, announced=lines, champions=first, open=opened
    )


class Hit(NamedTuple):
    """A player found by a search, and the address of the player's page."""

    player: PlayerId
    name: str
    division: Division
    goes: str


class Search(NamedTuple):
    """The players found by a search.

    `near` are players whose name is spelt similarly, if nobody was found. `alike` are players whose
    surname is not shown, and begins with a letter that was typed. `may_miss` tells whether the text
    may be the surname of a player who is listed without it.
    """

    hits: list[Hit]
    near: list[Hit]
    alike: list[Hit]
    may_miss: bool


def _search(sight: Sight, letters: str, goes: Callable[[PlayerId], str]) -> Search:
    """Return the players found by the text that was typed; redirect if there is only one.

    If the text may also be a surname that is not shown, a single hit is listed instead: a child's
    surname must not open the page of a stranger with the same surname.
    """
    who = found(sight, letters) if letters else []
    alike = shortened_like(sight, letters, who) if letters else []
    if len(who) == 1 and not alike:
        raise LeadOnError(goes(PlayerId(who[0])))

    def hit(player: PlayerId) -> Hit:
        name, division = listed_person(sight, player), sight.t.players[player].division
        return Hit(player, name, division, goes(player))

    may_miss = bool(alike) or (bool(letters) and not who and hides_surnames(sight))
    similar = near(sight, letters)[:MOST_NEAR] if letters and not who else []
    groups = (who, similar, [one for one in alike if one not in similar][:MOST_FOUND])
    hits, close, others = ([hit(PlayerId(one)) for one in some] for some in groups)
    return Search(hits, close, others, may_miss)


def players(sight: Sight, asked: PageRequest) -> str:
    """Return the list of players by name, or those found by a search.

    If the search finds one player, redirect to the player's own page.
    """
    letters = asked.word("find")
    search = _search(sight, letters, partial(_own_page, sight))
    every = [PlayerId(player) for player, _ in sight.once(ordered)]
    who = [hit.player for hit in search.hits] if letters else every
    shown = who[:MOST_FOUND] if letters else who
    lines = []
    for player in shown:
        sat = sits_now(sight, sight.t.entrant(player))
        opponent = sight.name(sat.opponent) if sat and sat.opponent else None
        age = sight.t.players[player].division
        lines.append((player, listed_person(sight, player), age, sat, opponent))
    values = {"find": letters, "shown": lines, "count": len(who), "search": search}
    return _framed("players.html", sight, asked, keep=asked.word("keep"), **values)


def player(sight: Sight, asked: PageRequest) -> str:
    """Return a player's own page."""
    who = _known(sight, asked)
    said, way = said_by_desk(sight, who), path(sight, who)
    values = {"who": person(sight, who), "said": said, "path": way, "kept": asked.word("kept")}
    return _framed("player.html", sight, asked, mine=None, **values)


async def kept_beside(
    request: Request, served: ServedTournament, sight: Sight
) -> Mapping[str, str]:
    """Return the word `kept` if the phone keeps the player in the address; else nothing."""
    del served
    is_kept = request.path_params["player"] in kept_on(request, sight)
    return {"kept": "yes"} if is_kept else {}


def pairings(sight: Sight, asked: PageRequest) -> str:
    """Return the pairings of the latest rounds, by name or by table, or of one round."""
    number, pool = asked.word("round"), asked.word("pool")
    if number and not (number.isascii() and number.isdigit() and len(number) < 4):
        raise NotHereError("")
    boards = asked_for(sight, pool, int(number) if number else None)
    boards = boards if number else in_hall(boards)
    if not boards and (pool or number):
        raise NotHereError("")
    by = "table" if asked.word("by") == "table" else "name"
    words = [(name, value) for name, value in (("pool", pool.lower()), ("round", number)) if value]
    here = {one.player for board in boards for one in board.names}
    shown = {(board.round.pool, board.round.number) for board in boards}

    def goes(player: PlayerId) -> str:
        kept = urlencode([("by", by), *words])
        entrant = sight.t.entrant(player)
        listed = f"{sight.root}/pairings?{kept}#{entrant}"
        return listed if entrant in here else _own_page(sight, player)

    return _framed(
        "pairings.html",
        sight,
        asked,
        boards=boards,
        by=by,
        dials=sight.once(dials),
        earlier=[
            (*one, called(sight.t, *one)) for one in sorted(sight.t.rounds) if one not in shown
        ],
        kept=[("by", by), *words],
        more="".join(f"&{name}={value}" for name, value in words),
        find=asked.word("find"),
        search=_search(sight, asked.word("find"), goes),
        family=[
            (sight.t.entrant(player), sight.person(player), goes(player))
            for player in map(PlayerId, asked.word("family").split())
        ],
    )


def standings(sight: Sight, asked: PageRequest) -> str:
    """Return the standings: of everybody, or of one division if there are many players."""
    every = sight.once(places)
    wanted = asked.word("division").lower()
    shown = [one for one in every.blocks if not wanted or str(one.division).lower() == wanted]
    if wanted and not shown:
        raise NotHereError("")
    if not wanted and len(sight.t.players) > MANY:
        shown = [max(shown, key=lambda block: len(block.lines))]
    sort = "name" if asked.word("sort") == "name" else "place"

    return _framed(
        "standings.html",
        sight,
        asked,
        places=every,
        rules=sight.rules,
        shown=[by_name(one) for one in shown] if sort == "name" else shown,
        prizes=every.prizes,
        later=COUNTED_WHEN_COMPLETE,
        whole=sight.once(whole),
        played=all(has_played_all(sight, one.division) for one in shown),
        races=[race(sight, one) for one in shown],
        moves=[moves(sight, one) for one in shown],
        one_alone=wanted,
        sort=sort,
        kept=[("division", wanted)] * bool(wanted) + [("sort", sort)],
        find=asked.word("find"),
        search=_search(sight, asked.word("find"), partial(place_of, sight, sort=sort)),
        family=[
            (sight.person(player), place_of(sight, player))
            for player in map(PlayerId, asked.word("family").split())
        ],
    )


async def family_beside(
    request: Request, served: ServedTournament, sight: Sight
) -> Mapping[str, str]:
    """Return the players that a phone keeps, if they are several, so that each can be named."""
    del served
    kept = in_order(sight, kept_on(request, sight))
    return {"family": " ".join(kept)} if len(kept) > 1 else {}


def in_order(sight: Sight, kept: Iterable[PlayerId]) -> list[PlayerId]:
    """Return the players that a phone keeps by name, whichever of them it shows."""
    return sorted(kept, key=lambda one: (folded(sight.person(one)), one))


def seat_of(sight: Sight, player: PlayerId) -> str:
    """Return the address of a player's line in the latest pairings; else that of their own page."""
    entrant = sight.t.entrant(player)
    listed = {one.player for board in in_hall(asked_for(sight, "", None)) for one in board.names}
    line = f"{sight.root}/pairings?by=name#{entrant}"
    return line if entrant in listed else _own_page(sight, player)


def place_of(sight: Sight, player: PlayerId, *, sort: str = "place") -> str:
    """Return the address of a player's line in the standings."""
    player, whole = sight.t.entrant(player), sight.once(places).blocks[0].division is None
    kept = {} if whole else {"division": str(sight.t.players[player].division)}
    return f"{sight.root}/standings?{urlencode(kept | {'sort': sort})}#{player}"


def why(sight: Sight, asked: PageRequest) -> str:
    """Return the explanation of a player's place: every fraction, every neighbour."""
    return _framed("why.html", sight, asked, why=place_reasons(sight, _known(sight, asked)))


async def open_beside(
    request: Request, served: ServedTournament, sight: Sight
) -> Mapping[str, str]:
    """Return which pages are open besides those of the ledger: sign-up, or the deck lists.

    If sign-up is not open, `sign-up` says why.

    Sign-up ends before the first round, and lists are public after the close. So while rounds are
    played, when most people look, no file is read.
    """
    t = sight.t
    if under_way(t) and t.closed is None:
        return {}
    home = access_of(request).home

    def opened(here: Venue) -> Mapping[str, str]:
        with suppress(Unreadable):
            if t.closed is None:
                state = state_of(t, sign_ups.read(here.folder, t))
                is_open = state is SignUpState.OPEN
                return {"open": "sign-up"} if is_open else {"sign-up": state.value}
            shown = lists_shown(t, PlayerReports(home, here.folder).read(t), None)
            return {"open": "decks"} if shown else {}
        return {}

    return await within(served, opened)


def bracket(sight: Sight, asked: PageRequest) -> str:
    """Return every bracket as a picture and as text."""
    return _framed(
        "bracket.html",
        sight,
        asked,
        drawings=sight.once(drawings),
        eliminates=sight.t.is_elimination,
        closed=sight.t.closed is not None,
    )


def words(sight: Sight, asked: PageRequest) -> str:
    """Return what the words of a tournament mean, for people who are new to one."""
    return _framed("glossary.html", sight, asked, rules=sight.rules)


def privacy(sight: Sight, asked: PageRequest) -> str:
    """Return what happens with the players' details, for parents."""
    kinds, waiting = asked.word("kinds").split(), bool(asked.word("waiting"))
    return _framed("privacy.html", sight, asked, waiting=waiting, **details_kept(sight, kinds))


async def details_beside(
    request: Request, served: ServedTournament, sight: Sight
) -> Mapping[str, str]:
    """Return which details are kept that the ledger does not have, and whether sign-ups wait."""
    home = access_of(request).home

    def looked(here: Venue) -> Mapping[str, str]:
        kinds, waiting = kinds_kept(here, home), ""
        with suppress(Unreadable):
            kept = sign_ups.read(here.folder, sight.t)
            waiting = "yes" if kept.open or kept.waiting or kept.refused else ""
        return {"kinds": " ".join(sorted(kinds)), "waiting": waiting}

    return await within(served, looked)


def kinds_kept(here: Venue, home: Path) -> set[str]:
    """Return which kinds of details are kept of anybody: by name, on the list, and as files.

    What cannot be read is left out: the desk and the terminal say so.
    """
    t, book = here.desk.tournament, here.book
    former = [one for several in book.former.values() for one in several]
    known = [*book.players.values(), *former]
    listed, sources, handed = tuple[SignUp, ...](), list[str](), False
    with suppress(Unreadable):
        kept = sign_ups.read(here.folder, t)
        listed = (*kept.waiting, *kept.refused)
    with suppress(Unreadable, OSError):
        sources = at(here.folder).names(SOURCES)
    with suppress(Unreadable):
        handed = bool(PlayerReports(home, here.folder).read(t).lists)
    people: list[Person | SignUp] = [*(one.person for one in known), *listed]
    shown: list[BookEntry | SignUp] = [*known, *listed]
    found: dict[str, object] = {
        "name": shown,
        "id": any(one.id for one in people),
        "year": any(one.birth_year for one in people),
        "day": any(one.birth_date for one in people),
        "display": any(one.display for one in shown),
        "adult": any(one.adult for one in listed),
        "former": former,
        "source": sources,
        "deck": handed or t.decks.keys() - t.erased.keys(),
    }
    return {kind for kind, is_there in found.items() if is_there}


def details_kept(sight: Sight, kinds: Collection[str]) -> dict[str, object]:
    """Return what the text about the players' details depends on; `kinds` are those kept."""
    t = sight.t
    return {
        "kinds": kinds,
        "official": bool(t.opened and t.opened.sanction),
        "months": sight.rules.retention_months,
        "until": kept_until(t, sight.rules),
        "erased": bool(t.players) and t.players.keys() <= t.erased.keys(),
        "divisions": sight.rules.divisions is not None,
        "staff": ((t.announcement and t.announcement.staff) or "").rstrip("."),
    }


def clock(sight: Sight, asked: PageRequest) -> str:
    """Return the clock of every round that is being played, and of deck building."""
    built, running = sight.once(decks_built), sight.once(dials)
    parts = () if sight.t.closed else sight.once(about).parts
    idle = [part for part in parts if part.dial is None]
    return _framed("clock.html", sight, asked, dials=running, building=built, idle=idle)


def logo(sight: Sight, asked: PageRequest) -> bytes:
    """Return the organiser's logo, as the PNG that roundbook made of it."""
    del asked
    if not sight.look.logo:
        raise NotHereError("")
    return sight.look.logo


def _own_page(sight: Sight, player: PlayerId) -> str:
    return f"{sight.root}/players/{player}"


def _known(sight: Sight, asked: PageRequest) -> PlayerId:
    """Return the player in the address. Raise NotHereError if there is none."""
    who = PlayerId(asked.word("player"))
    if who not in sight.t.players:
        raise NotHereError("")
    return who


def _framed(template: str, sight: Sight, asked: PageRequest, **values: object) -> str:
    """Return a page of a tournament."""
    around = frame(sight, asked.path, mine=asked.mine, several=asked.several)
    return render(template, asked.language, frame=around, **values)


ROUTES = (
    Route("/", tournaments),
    page("", event, beside=open_beside),
    page("/players", players, passing=("find", "keep")),
    page("/players/{player}", player, beside=kept_beside),
    page(
        *("/pairings", pairings),
        query=("by", "round", "pool"),
        passing=("find",),
        beside=family_beside,
    ),
    page(
        *("/standings", standings),
        query=("division", "sort"),
        passing=("find",),
        beside=family_beside,
    ),
    page("/standings/{player}", why),
    page("/bracket", bracket),
    page("/clock", clock),
    page("/words", words),
    page("/privacy", privacy, beside=details_beside),
    page("/logo.png", logo, kind="image/png", cache="max-age=86400"),
)
