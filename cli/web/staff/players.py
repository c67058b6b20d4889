"""The desk's page of players: the list with the acts for each, and the form to register one."""

from collections.abc import Callable, Container, Mapping, Sequence
from functools import partial
from urllib.parse import urlencode

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from roundbook.cli.session.errors import stopped
from roundbook.cli.session.venue import Venue
from roundbook.cli.session.write import Outcome
from roundbook.cli.verbs import VERBS
from roundbook.cli.web.access.guard import seated
from roundbook.cli.web.access.permissions import AccessRole, may, who_may
from roundbook.cli.web.permitted import perform, sent
from roundbook.cli.web.server.problems import TurnedAwayError
from roundbook.cli.web.staff.every_form import FORMS
from roundbook.cli.web.staff.hints import refusal
from roundbook.cli.web.staff.page_frame import allowed_to, desk_page, lead_on, told
from roundbook.ledger.state.pools import pool_of
from roundbook.ledger.state.rounds import rounds_started, under_way
from roundbook.ledger.state.tournament import Player
from roundbook.ledger.terms import PlayerId
from roundbook.ledger.text import spellings
from roundbook.projections.offers import about_players, is_offered, refusal_of
from roundbook.projections.proposals import PROPOSE
from roundbook.projections.reports.names import by_last_name
from roundbook.projections.standings.records import records

SEATS = who_may("register", "late", "drop")

ABOUT = (
    "amend",
    "drop",
    "reinstate",
    "late-tag",
    "award-bye",
    "penalty",
    "deckcheck record",
    "disqualify",
)
"""The acts about a player that the list offers."""

OF_ACTIVE = frozenset({"award-bye", "deckcheck record"})
"""Those of them that no rule keeps from players who have left, but that are of no use to them."""


class RosterLine(Struct, frozen=True, kw_only=True):
    """A player in the list: full name, team, pool, record, and whether active.

    In a team, pool, record and state are the team's. `about` are the commands that can be used now;
    `listed` is whether there is a deck list, `here` whether the player has checked in.
    """

    player: PlayerId
    name: str
    team: str
    own_id: str
    division: str
    pool: str
    record: str
    state: str
    about: tuple[str, ...] = ()
    listed: bool = False
    here: bool = False
    out: bool = False
    late: bool = False
    points: int = 0


async def players(request: Request) -> Response:
    """Show all players, or those found by a search."""
    session = seated(request, SEATS)
    return await _page(request, {}, told(request, session, Outcome))


async def joined(request: Request) -> Response:
    """Add a player: with `register`, or with `late` once a round has started."""
    seated(request, SEATS)
    fields = await sent(request)
    verb = fields.get("verb", "")
    if verb not in {"register", "late"}:
        raise TurnedAwayError("There is no such form here.", status=404)
    form = FORMS[verb]
    said = await perform(request, verb, lambda ctx: form.give(ctx, fields), fields=fields)
    if said.done and not fields.get("dry-run"):
        session = seated(request, SEATS)
        return lead_on(request, session, fields.get("cmd", ""), said, next="yes")
    return await _page(request, fields, said)


async def _page(request: Request, filled: dict[str, str], said: Outcome | None) -> Response:
    session = seated(request, SEATS)
    seat = session.seat
    asked = request.query_params
    wanted = " ".join(asked.get("find", "")[:80].split())
    chosen = {name: asked[name] for name in FILTERS if asked.get(name)}
    sort = asked.get("sort", "")
    kept = {**chosen, **({"find": wanted} if wanted else {})}

    def looked(here: Venue) -> dict[str, object]:
        t, rules, to_tell = here.desk.tournament, here.desk.rules, losses(here)
        verb = "register" if to_tell is None else "late"
        joins = next(PROPOSE[verb](t, rules))
        why = refusal_of(t, rules, joins, seat) if may(seat, verb) else None
        root = f"/t/{request.path_params['slug']}"
        every = lines(here, wanted, seat)
        filters = _filters(here)
        several = ("check-in",) if verb == "register" and t.players else ()
        return {
            "lines": arranged(every, filters, chosen, sort),
            "filters": filters,
            "several": [one for one in (*several, "drop") if is_offered(t, rules, one, seat)],
            "has_lists": "list" in filters,
            "checks_in": "here" in filters,
            "form": FORMS[verb] if may(seat, verb) and why is None else None,
            "losses": to_tell or {},
            "ranks_late": here.desk.rules.ranks_late,
            "lists": may(seat, "register") and to_tell is None and why is None,
            "why": []
            if t.closed
            else refusal(stopped(why, None, on_page=True), root, allowed_to(seat)),
        }

    return await desk_page(
        request,
        session,
        "players.html",
        looked,
        said=said,
        wanted=wanted,
        chosen=chosen,
        labels=FILTERS,
        sort=sort,
        sorting=partial(_sorting, kept, sort),
        asks_next=bool(filled) or "next" in asked,
        names={verb: _short(verb) for verb in ABOUT},
        filled=filled,
    )


FILTERS = {
    "division": "Division",
    "state": "State",
    "list": "Deck list",
    "here": "Check-in",
}
"""The filters of the list, by the names of their fields, and their labels."""

STATES: Mapping[str, tuple[str, Callable[[RosterLine], bool]]] = {
    "in": ("Playing", lambda line: not line.out),
    "out": ("Dropped or disqualified", lambda line: line.out),
    "late": ("Late tag", lambda line: line.late),
}
"""What a player's state can be, with its title."""

SORTS: Mapping[str, Callable[[RosterLine], tuple[object, ...]]] = {
    "number": lambda line: (int(line.player[1:]),),
    "division": lambda line: (line.division, line.pool),
    "record": lambda line: (-line.points,),
    "state": lambda line: (not line.out, not line.late),
    "list": lambda line: (line.listed,),
    "here": lambda line: (line.here,),
}
"""The columns by which the list can be sorted; at first it is sorted by last name."""


def _filters(here: Venue) -> dict[str, list[tuple[str, str]]]:
    """Return the filters that make a difference at this tournament, each with its choices."""
    t = here.desk.tournament
    found = dict[str, list[tuple[str, str]]]()
    divisions = dict.fromkeys(sorted(str(one.division) for one in t.players.values()))
    if len(divisions) > 1:
        found["division"] = [(one, one) for one in divisions]
    late = any(one.late for one in t.players.values())
    if late or any(one.out for one in t.players.values()):
        titles = ((name, title) for name, (title, _) in STATES.items())
        found["state"] = [(name, title) for name, title in titles if late or name != "late"]
    if t.decks or (t.opened and t.opened.format):
        found["list"] = [("yes", "Handed in"), ("no", "Missing")]
    if t.checked_in and not under_way(t):
        found["here"] = [("yes", "Checked in"), ("no", "Not yet")]
    return found


def arranged(
    every: Sequence[RosterLine],
    filters: Container[str],
    chosen: Mapping[str, str],
    sort: str,
) -> list[RosterLine]:
    """Return the players that the filters leave, sorted by a column; with `-`, in reverse."""
    _, in_state = STATES.get(chosen.get("state", ""), ("", lambda _: True))
    fits: Mapping[str, Callable[[RosterLine], bool]] = {
        "division": lambda line: line.division == chosen["division"],
        "state": in_state,
        "list": lambda line: line.listed == (chosen["list"] == "yes"),
        "here": lambda line: line.here == (chosen["here"] == "yes"),
    }
    used = [fits[name] for name in chosen if name in filters]
    found = [line for line in every if all(one(line) for one in used)]
    by = SORTS.get(sort.removeprefix("-"))
    if by:
        found.sort(key=by)
    return found[::-1] if sort.startswith("-") else found


def _sorting(kept: Mapping[str, str], sort: str, column: str) -> tuple[str, str]:
    """Return the address at which the list is sorted by a column, and how it is now, for readers.

    The address for the column by which it is sorted reverses the order.
    """
    to = f"-{column}" if sort == column or (column == "name" and not sort) else column
    now = {column: "ascending", f"-{column}": "descending"}.get(sort or "name", "")
    return urlencode({**kept, "sort": to}), now


def _short(verb: str) -> str:
    """Return the short title of an act."""
    known = VERBS.get(verb.partition(" ")[0])
    return (known.short if known else "") or FORMS[verb].title


def losses(here: Venue) -> dict[str, int] | None:
    """Return the losses for a late player, by pool; None if players would not be late yet."""
    t = here.desk.tournament
    if not under_way(t):
        return None
    return {str(pool): rounds_started(t, pool) for pool in t.pods}


def lines(here: Venue, wanted: str, seat: AccessRole) -> list[RosterLine]:
    """Return the players whose name or number matches the text, by last name.

    The acts about them are those that an access role can do now.
    """
    t, book = here.desk.tournament, here.book
    table, found = records(t, here.desk.rules), list[RosterLine]()
    can = about_players(t, here.desk.rules, ABOUT, seat)
    for player in t.players.values():
        name, own_id = book.name(player.id), book.id(player.id) or ""
        entrant = t.players[t.entrant(player.id)]
        team = t.teams[entrant.id].name if entrant.id in t.teams else ""
        known = spellings(f"{name} {player.id} {own_id} {team}")
        if not any(each in one for each in spellings(wanted) for one in known):
            continue
        record = table.get(entrant.id)
        found.append(
            RosterLine(
                player=player.id,
                name=name,
                team=team,
                own_id=own_id,
                division=str(player.division),
                pool=str(pool_of(t, entrant) or "") if len(t.pods) > 1 else "",
                record=f"{record} ({record.match_points})" if record else "",
                state=_state(entrant, over=t.closed is not None),
                about=tuple(
                    verb for verb in can[player.id] if not (entrant.out and verb in OF_ACTIVE)
                ),
                listed=player.id in t.decks,
                here=player.id in t.checked_in,
                out=entrant.out,
                late=entrant.late,
                points=record.match_points if record else 0,
            )
        )
    return sorted(found, key=lambda line: by_last_name(line.name, book.last(line.player)))


def _state(player: Player, *, over: bool) -> str:
    """Return a player's state: playing, dropped or disqualified after which round; the late tag.

    Once the tournament is `over`, players who did not drop have finished.
    """
    said = "disqualified" if player.disqualified else "dropped"
    when = f"after round {player.after}" if player.after else "before round 1"
    state = f"{said} {when}" if player.out else "finished" if over else "playing"
    return f"{state}, late tag" if player.late else state


ROUTES = (
    Route("/t/{slug}/desk/players", players, methods=["GET"]),
    Route("/t/{slug}/desk/players", joined, methods=["POST"]),
)
