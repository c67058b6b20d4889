"""The page of phone reports: results, drops and deck lists to decide on; and players' codes."""

import asyncio
from datetime import timedelta
from functools import partial
from itertools import chain

from msgspec import Struct
from msgspec.structs import asdict, replace
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from roundbook.cli.acts import decks, drops, phone_reports, results
from roundbook.cli.answers.event import notes_on
from roundbook.cli.args.players import find_player
from roundbook.cli.args.slips import Slip
from roundbook.cli.args.types import result_named
from roundbook.cli.forms.form import Filled
from roundbook.cli.keying.one_line import between
from roundbook.cli.keying.open_matters import by_phone, left_open, two_results
from roundbook.cli.places.appearance import look_of
from roundbook.cli.places.phone_claims import (
    Claims,
    HandedList,
    PlayerReports,
    event_of,
    leaving,
    lists_to_check,
)
from roundbook.cli.session.venue import Venue
from roundbook.cli.session.write import Done, Facts, Outcome, WriteContext
from roundbook.cli.verbs import TYPED
from roundbook.cli.web.access.guard import access_of, form_of, seated
from roundbook.cli.web.access.permissions import MAY, AccessRole, invites, may, who_may
from roundbook.cli.web.access.sessions import Session
from roundbook.cli.web.permitted import looking, perform, sent
from roundbook.cli.web.public.match_claims import DAMAGED, Contest, settle, ways
from roundbook.cli.web.public.phones import reports_of
from roundbook.cli.web.public.players import as_picture
from roundbook.cli.web.server.page_routes import is_this_machine, served_of, tell_why, within
from roundbook.cli.web.server.problems import TurnedAwayError
from roundbook.cli.web.server.tournaments import tournaments_of
from roundbook.cli.web.staff.act_pages import rule_of
from roundbook.cli.web.staff.hints import in_the_hall, refusal
from roundbook.cli.web.staff.invitations import address_of
from roundbook.cli.web.staff.page_frame import allowed_to, desk_page, known
from roundbook.ledger.errors import Misuse, Refused, Trouble, Unreadable
from roundbook.ledger.terms import PlayerId
from roundbook.ledger.text import with_names
from roundbook.projections.judging.penalties import uncounted
from roundbook.projections.reports.names import by_last_name

SEATS = who_may("report")
SWITCHES = frozenset({AccessRole.ORGANISER})
HANDS_OUT = frozenset(seat for seat in AccessRole if AccessRole.PLAYER in invites(seat))
LASTING = timedelta(hours=72)
"""How long a printed code can be used."""


class Card(Struct, frozen=True, kw_only=True):
    """A card to hand out: the player's name, the code, its link, and the link as a QR code."""

    player: PlayerId
    name: str
    code: str
    link: str
    picture: str


async def claims(request: Request) -> Response:
    """Show the players' reports that are not results yet."""
    seated(request, SEATS)
    return await _page(request, None)


async def decided(request: Request) -> Response:
    """Enter the result that the desk has chosen."""
    seated(request, SEATS)
    fields = await sent(request)

    if who := fields.get("drop"):
        drop = partial(drops.drop, players=[PlayerId(who)])
        return await _page(request, await perform(request, "drop", drop, fields=fields))
    if who := fields.get("list"):
        return await _checked(request, PlayerId(who), fields)

    def report(ctx: WriteContext) -> Facts:
        slip = Filled(ctx, fields)
        match, result = slip.match("match"), slip.result("result")
        if match and fields.get("keep"):
            return phone_reports.keep_report(ctx, match, PlayerId(fields["keep"]))
        if match is None or result is None:
            raise Misuse("choose a match and its result.")
        return results.report(ctx, Slip(match=match, result=result))

    return await _page(request, await perform(request, "report", report, fields=fields))


async def switched(request: Request) -> Response:
    """Switch reports by phone on or off, which also removes the reports already made.

    The same form switches drops without the desk, deck lists by phone, which discards those that
    wait, and whether lists are shown.
    """
    session = seated(request, SWITCHES)
    fields = await form_of(request, session)
    served = served_of(request)
    reports, allowed = reports_of(request, served), bool(fields.get("allowed"))

    def switched_to(kept: Claims) -> Claims:
        if "drops" in fields:
            return replace(kept, drops=fields["drops"] == "yes")
        if "shown" in fields:
            return replace(kept, shown=fields["shown"] == "yes")
        if "decks" in fields:
            return replace(kept.discarding(kept.lists), decks=fields["decks"] == "yes")
        return replace(kept, allowed=allowed, claims=())

    def switch(here: Venue) -> None:
        t = here.desk.tournament
        reports.change(lambda kept: replace(switched_to(kept), event=event_of(t)), t)

    await within(served, switch)
    served.claim()
    return RedirectResponse(f"/t/{served.slug}/desk/claims", 303)


async def codes(request: Request) -> Response:
    """Show the form to make codes."""
    seated(request, HANDS_OUT)
    return await _codes(request, [])


async def handed_out(request: Request) -> Response:
    """Make codes for the phones of all active players, or of one, and show them once."""
    session = seated(request, HANDS_OUT)
    fields = await form_of(request, session)
    served = served_of(request)
    only = fields.get("player", "").strip()

    def named(here: Venue) -> dict[str, str]:
        t, book = here.desk.tournament, here.book
        every = (player for player in t.players if not t.is_out(player))
        who = [find_player(only, t, book)] if only else [*every]
        who.sort(key=lambda one: (by_last_name(book.shown(one), book.last(one)), one))
        return {player: book.shown(player) for player in who}

    try:
        names = await within(served, named)
    except Refused as refused:
        return await _codes(request, [], only, Outcome(trouble=refused))
    return await _codes(request, await asyncio.to_thread(_cards, request, served.slug, names))


def _cards(request: Request, slug: str, names: dict[str, str]) -> list[Card]:
    """Return the cards of these players, in the same order."""
    event = tournaments_of(request).at(slug).event()
    made = access_of(request).invite_players(slug, names, lasting=LASTING, event=event)
    cards = []
    for player, code in made.items():
        link = f"{address_of(request)}join/{code}"
        cards.append(
            Card(
                player=PlayerId(player),
                name=names[player],
                code=code,
                link=link,
                picture=as_picture(link),
            )
        )
    return cards


async def _codes(
    request: Request, cards: list[Card], only: str = "", said: Outcome | None = None
) -> Response:
    """Return the page of the codes, or why there are none for whom somebody named."""
    address = address_of(request)
    return await desk_page(
        request,
        seated(request, HANDS_OUT),
        "codes.html",
        lambda here: {"known": known(here), "over": here.desk.tournament.closed is not None},
        said=said,
        cards=cards,
        only=only,
        typed_at=f"{address}sign-in",
        unreachable=is_this_machine(address),
        fingerprint=request.app.state.options.fingerprint,
    )


async def _checked(request: Request, player: PlayerId, fields: dict[str, str]) -> Response:
    """Register a deck list that a player handed in, or send it back to the player."""
    seated(request, who_may("deck register"))
    served = served_of(request)
    reports = reports_of(request, served)

    def waiting(here: Venue) -> HandedList:
        for each in lists_to_check(here.desk.tournament, reports.read(here.desk.tournament)):
            if each.player == player and each.digest == fields.get("digest"):
                return each
        raise Misuse(
            "this deck list is no longer waiting for a decision, or another was sent. "
            "Refresh the page."
        )

    def register(ctx: WriteContext) -> Facts:
        if first := ctx.first():  # The form was sent twice.
            return Done(entries=(first,))
        judged = _judged(ctx, waiting(ctx.venue), fields.get("format_name"))
        done = decks.register_deck(ctx, judged)
        reports.change(lambda kept: kept.handing(player, None))
        return done

    def send_back(here: Venue) -> Outcome:
        try:
            why = fields.get("why", "").strip()[:MOST_WHY]
            back = replace(waiting(here), returned=True, why=why)
        except Misuse as wrong:
            raise TurnedAwayError(wrong.message, status=409) from None
        reports.change(lambda kept: kept.handing(player, back))
        return Outcome(lines=(f"The list of {here.book.shown(player)} was sent back.",))

    if fields.get("back"):
        said = await within(served, send_back)
    else:
        said = await perform(request, "deck register", register, fields=fields)
    served.claim((player,))
    return await _page(request, said, tried=player, in_format=fields.get("format_name"))


def _judged(ctx: WriteContext, handed: HandedList, format_name: str | None) -> decks.DeckJudged:
    """Check a deck list by the tournament's format. Raise Misuse if no format is known."""
    from roundbook.ledger.importers.lists.pasted_decks import read

    named, _ = decks.format_of(ctx, format_name or None)
    player, deck = PlayerId(handed.player), read(handed.text.encode(), "the list")
    return decks.judge_deck(ctx, player, deck, decks.JudgedBy(), format_name=named)


FULL = ("2-1", "1-2", "0-2", "2-0")
"""The results of a whole match, offered where both reports leave out a penalty."""

MOST_WHY = 200
"""The maximum length of the reason for sending a deck list back, in characters."""

AT_ONCE = 20
"""The maximum number of deck lists on the page, because each is checked at every visit."""


def _lists(
    here: Venue,
    session: Session,
    reports: PlayerReports,
    tried: PlayerId | None,
    in_format: str | None,
) -> dict[str, object]:
    """Return the waiting deck lists, each with its problems; none for other access roles.

    The list that was `tried` is checked in the format chosen for it, so that a refusal has reasons.
    """
    if not may(session.seat, "deck register"):
        return {"lists": (), "more_lists": 0}
    ctx = WriteContext(venue=here, manner=looking(session))
    waiting = lists_to_check(here.desk.tournament, reports.read(here.desk.tournament))
    found = []
    for handed in waiting[:AT_ONCE]:
        try:
            judged = _judged(ctx, handed, in_format if handed.player == tried else None)
        except (Misuse, Trouble):  # No format is known yet, so the form asks for it.
            judged = None
        found.append((handed, here.book.shown(PlayerId(handed.player)), judged))
    left = len(waiting) - len(found)
    return {
        "lists": found,
        "more_lists": left,
        "formats": decks.FORMATS,
        "in_format": in_format,
        "notes": notes_on,
    }


def fitting(here: Venue, contest: Contest) -> list[tuple[str, str]]:
    """Return the results that count the penalties which both reports leave out, in words."""
    if not contest.doubts:
        return []
    t, match, tie = here.desk.tournament, contest.match, here.desk.rules.tie_word
    first, second = map(here.entrants.shown, contest.players)
    every = chain.from_iterable(ways(t, match).values())
    results = {one: said for one in every if (said := result_named(one)) and said.games}
    return [
        (one, between(first, second, said, tie))
        for one, said in results.items()
        if one in FULL and not uncounted(t, match, said)
    ]


async def _page(
    request: Request,
    said: Outcome | None,
    tried: PlayerId | None = None,
    in_format: str | None = None,
) -> Response:
    """Return the page of the claims, with the outcome of a decision."""
    session, served = seated(request, SEATS), served_of(request)
    reports, allowed = reports_of(request, served), allowed_to(session.seat)

    def looked(here: Venue) -> dict[str, object]:
        t = here.desk.tournament
        try:
            reports.read(t)
        except Unreadable as trouble:  # The ledger of the tournament can still be read.
            tell_why(request, trouble)
            raise TurnedAwayError(DAMAGED, status=503) from trouble
        left = settle(here, reports)
        claims = reports.read(t)
        leave = leaving(t, claims)
        unheard = {match: one for match, one in left_open(here).items() if by_phone(one)}
        twice = refusal(two_results(here, unheard), f"/t/{served.slug}", allowed)
        return {
            "contests": [
                {
                    **asdict(each),
                    "refused": refusal(each.refused, f"/t/{served.slug}", allowed),
                    "doubts": [with_names(said, here.book.shown) for said in each.doubts],
                    "fitting": fitting(here, each),
                }
                for each in left
            ],
            "names": {
                player: here.entrants.shown(player)
                for player in (*chain.from_iterable(each.players for each in left), *leave)
            },
            "twice": [one.told(in_the_hall(t)) for one in twice],
            "leave": leave,
            "at_stake": {one: match for one in leave if (match := drops.at_stake(t, one))},
            "over": t.closed is not None,
            "allowed": claims.allowed,
            "drops": claims.drops,
            "decks": claims.decks,
            "shown": claims.shown,
            "contact": look_of(here.folder).contact,
            **_lists(here, session, reports, tried, in_format),
            "premier": bool(t.opened and t.opened.premier),
        }

    return await desk_page(
        request,
        session,
        "claims.html",
        looked,
        said=said,
        tried=tried,
        rule=rule_of(said),
        typed=TYPED,
        switches=session.seat in SWITCHES,
        may_drop="drop" in MAY[session.seat],
        hands_out=session.seat in HANDS_OUT,
    )


ROUTES = (
    Route("/t/{slug}/desk/claims", claims, methods=["GET"]),
    Route("/t/{slug}/desk/claims", decided, methods=["POST"]),
    Route("/t/{slug}/desk/claims/switch", switched, methods=["POST"]),
    Route("/t/{slug}/desk/codes", codes, methods=["GET"]),
    Route("/t/{slug}/desk/codes", handed_out, methods=["POST"]),
)
