"""The hall on a player's phone: messages, calling a judge, and the code for check-in."""

from datetime import datetime
from functools import partial

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from roundbook.cli.acts.judging import call_judge, end_call
from roundbook.cli.places import sign_ups
from roundbook.cli.session.venue import PHONES, CommandOptions, Venue
from roundbook.cli.session.write import outcome
from roundbook.cli.web.access.guard import form_of, seated, to_own_page
from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.public.players import as_picture
from roundbook.cli.web.server.page_routes import served_of, within
from roundbook.cli.web.server.problems import TurnedAwayError
from roundbook.ledger.events.catalogue import JudgeCalled
from roundbook.ledger.people.book import without_teams
from roundbook.ledger.phrases import phrase
from roundbook.ledger.state.rounds import (
    calls_judge,
    latest_matches,
    latest_rounds,
    matches_in_play,
    under_way,
)
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import MatchId, PlayerId
from roundbook.ledger.text import with_names
from roundbook.projections.judging.calls_and_messages import is_for, messages
from roundbook.projections.reports.event_page import SaidMessage

SEATS = frozenset({AccessRole.PLAYER})


class Hall(Struct, frozen=True, kw_only=True):
    """The desk's messages for a player, and the table to which the player can call a judge.

    `called_at` is the time of an open call there; `taken` tells whether a judge is on the way, and
    `own_call` whether this player called, and can still withdraw the call. `door` is a picture of
    the code that staff scan to check the player in, until round 1 starts; `here` tells whether
    they have, and `noted` whether the player has told the desk where they signed up.
    """

    said: tuple[SaidMessage, ...]
    table: MatchId | None
    called_at: datetime | None
    taken: bool
    own_call: bool
    here: bool
    door: str
    noted: bool = False


def hall_of(request: Request, here: Venue, player: PlayerId) -> Hall:
    """Return the messages, call and check-in code of a player."""
    t, entries = here.desk.tournament, here.desk.entries
    book, table = served_of(request).public_names(here.book, t), table_of(t, player)
    own = without_teams(book, t).shown
    seq = t.calls[table] if table and calls_judge(t, table) else None
    came, begun = player in t.checked_in, under_way(t) or t.closed is not None
    return Hall(
        said=tuple(
            SaidMessage(at=one.at, text=with_names(one.text, own), division=one.division)
            for one in messages(t, entries)
            if is_for(one, t, player)
        ),
        table=table,
        called_at=entries[seq - 1].at if seq else None,
        taken=table in t.taken,
        own_call=bool(table and _has_called(here, table, player)),
        here=came and not begun,
        door="" if came or begun else as_picture(_door(request, player)),
        noted=not came and not begun and sign_ups.says_here(here.folder, t, player),
    )


def _has_called(here: Venue, table: MatchId, player: PlayerId) -> bool:
    """Tell whether this player has called a judge to the table, and none is on the way yet."""
    t, entries = here.desk.tournament, here.desk.entries
    if not calls_judge(t, table) or table in t.taken:
        return False
    events = entries[t.calls[table] - 1].events
    return any(isinstance(one, JudgeCalled) and one.player == player for one in events)


def _door(request: Request, player: PlayerId) -> str:
    """Return the address at which staff check a player in, as a phone can reach it."""
    addresses: tuple[str, ...] = request.app.state.options.addresses
    root = addresses[0] if addresses else str(request.base_url)
    return f"{root}t/{served_of(request).slug}/desk/check-in?find={player}"


def table_of(t: Tournament, player: PlayerId) -> MatchId | None:
    """Return a player's match in a latest round that is posted or in play; None without one."""
    entrant = t.entrant(player)
    rounds = latest_rounds(t)
    put_up = {
        match
        for one in rounds
        for match in (latest_matches if one.posted else matches_in_play)(t, one.pool)
    }
    own = (match for match in put_up if entrant in t.matches[match])
    last = max(own, key=lambda match: (match.pool in t.cuts, match.round), default=None)
    return None if t.closed else last


async def called(request: Request) -> Response:
    """Call a judge to a player's table, in the name of the phones; a second call adds nothing.

    The player who called may withdraw the call until a judge is on the way.
    """
    session = seated(request, SEATS)
    fields = await form_of(request, session)
    served, player = served_of(request), PlayerId(session.player or "")

    def call(here: Venue) -> None:
        t = here.desk.tournament
        table = table_of(t, player)
        if table is None or str(table) != fields.get("match"):
            msg = phrase("You are no longer at this table. Open the page again.")
            raise TurnedAwayError(msg, status=409)
        if "ends" in fields:
            wanted = partial(end_call, match=table) if _has_called(here, table, player) else None
        else:
            wanted = partial(call_judge, match=table, player=player)
            wanted = None if calls_judge(t, table) else wanted
        said = outcome(here, CommandOptions(operator=PHONES), wanted) if wanted else None
        if said and said.trouble:
            raise said.trouble

    await within(served, call)
    return to_own_page(request, session, part="#now")


ROUTES = (Route("/t/{slug}/mine/call", called, methods=["POST"]),)
