"""The history page: every entry, with its time, the staff member, the event and the reason."""

import re

import click
from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from roundbook.cli.args.players import find_player
from roundbook.cli.args.table_numbers import in_short, match_at, table_named
from roundbook.cli.keying.one_line import is_phones
from roundbook.cli.session.venue import Venue
from roundbook.cli.session.write import Outcome
from roundbook.cli.web.access.guard import seated
from roundbook.cli.web.access.permissions import SEES_ALL, may
from roundbook.cli.web.server.page_routes import served_of, within
from roundbook.cli.web.staff.hints import capital, in_the_hall, with_days
from roundbook.cli.web.staff.page_frame import desk_page
from roundbook.ledger.errors import Refused
from roundbook.ledger.state.lock import final
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import MatchId
from roundbook.ledger.text import with_hands, with_names, with_players
from roundbook.projections.history.history import Happening, history
from roundbook.projections.reports.text.posted import postings

MOST = 100
"""The maximum number of events on a page, which a judge scrolls on a phone."""


class PastEvent(Struct, frozen=True, kw_only=True):
    """One event of the history: its time, the staff member, the event with names, and the reason.

    `table` is its match, if it is paired. `correct` is the same if this is the latest event about
    it and the result can be corrected. `sha256` is the digest of what it printed.
    """

    seq: int
    at: str
    who: str
    said: str
    why: str
    allowed: str
    table: MatchId | None = None
    correct: MatchId | None = None
    sha256: str = ""


async def happened(request: Request) -> Response:
    """Show the latest events first, or those about a player or a match."""
    session = seated(request, SEES_ALL)
    about = request.query_params.get("about", "").strip()[:80]
    asked = request.query_params.get("before", "")
    before = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 10 else None

    try:
        found, said = await within(served_of(request), lambda here: told(here, about)), None
    except Refused as refused:
        found, said = [], Outcome(trouble=refused)
    found = [one for one in found if before is None or one.seq < before]
    # An entry of several events is not divided between two pages.
    last = found[MOST - 1].seq if len(found) > MOST else 0
    page = [one for one in found if one.seq >= last]
    return await desk_page(
        request,
        session,
        "history.html",
        told=page,
        more=len(found) - len(page),
        latest=before is None,
        about=about,
        said=said,
        can_correct=may(session.seat, "correct"),
        can_look=may(session.seat, "extend"),
    )


def told(here: Venue, about: str) -> list[PastEvent]:
    """Return the events, latest first. Raise Refused if `about` names no match, round or player."""
    t, tie = here.desk.tournament, here.desk.rules.tie_word
    match, player = match_at_table(about, t), None
    whole = in_round(about, t)
    if about and match is None and not whole:
        player = find_player(about, t, here.book)
    found = history(here.desk.entries, player=player, match=match, tie=tie)
    prints = {entry.seq: event.sha256 for entry, event in postings(here.desk.entries)}
    told, rules, offered = list[PastEvent](), here.desk.rules, set[MatchId]()
    for one in reversed(list(found)):
        if whole and one.match not in whole:
            continue
        open_result = one.match in t.results and not final(t, one.match, rules)
        correct = one.match if open_result and one.match not in offered else None
        offered |= {correct} if correct else set()
        digest = prints.get(one.seq, "")
        table = one.match if one.match in t.matches else None
        told.append(replace(_told(here, one), table=table, correct=correct, sha256=digest))
    return told


def match_at_table(about: str, t: Tournament) -> MatchId | None:
    """Return the match meant by its name or by its round and table; None for any other text."""
    about = in_short(about)
    table = table_named(about)
    try:
        return match_at(table, t) if table and table.round else match_named(about)
    except click.UsageError as wrong:
        raise Refused(wrong.message) from None


def in_round(about: str, t: Tournament) -> list[MatchId]:
    """Return the matches of a round named `round 1`, in all pools; none for any other text."""
    found = re.fullmatch(r"round (\d{1,3})", about.strip().lower())
    return [match for match in t.matches if found and match.round == int(found[1])]


def match_named(about: str) -> MatchId | None:
    """Return the match of this name; None for any other text."""
    try:
        return MatchId.parse(about.lower())
    except ValueError:
        return None


def _told(here: Venue, one: Happening) -> PastEvent:
    hand = here.book.hand(one.hand.id)
    t, entrants = here.desk.tournament, here.entrants.name
    # A sentence about one person of a team names that person, and not the team.
    what = with_names(one.what, here.book.name) if one.of_people else one.what
    what = with_names(with_players(what, one.match, t.matches), entrants)
    role, station = one.hand.role.value, one.hand.station
    staff = f"{hand}, {role}" + (f" at {station}" if station != role else "")
    return PastEvent(
        seq=one.seq,
        at=with_days(one.at.isoformat(sep=" ", timespec="seconds")[:19]),
        who="players' phones" if is_phones(one.hand, here.book) else staff,
        said=capital(with_hands(in_the_hall(t)(what), here.book.hands)),
        why=one.why or "",
        allowed=one.allowed or "",
    )


ROUTES = (Route("/t/{slug}/desk/history", happened, methods=["GET"]),)
