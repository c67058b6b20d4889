"""The page of teams: who plays with whom, who has no partner, and the seats at each table."""

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from roundbook.cli.acts.teams import without_partner
from roundbook.cli.session.venue import Venue
from roundbook.cli.session.write import Outcome
from roundbook.cli.web.access.guard import seated
from roundbook.cli.web.access.permissions import who_may
from roundbook.cli.web.staff.page_frame import desk_page, told
from roundbook.ledger.state.rounds import under_way
from roundbook.ledger.terms import MatchId, PlayerId
from roundbook.projections.judging.team_table import team_tables

SEATS = who_may("team form")


class TeamLine(Struct, frozen=True, kw_only=True):
    """A team: its name, whether it has dropped, and its players, with who has no deck list."""

    first: PlayerId
    name: str
    left: bool
    players: tuple[tuple[PlayerId, str, bool], ...]


async def teams(request: Request) -> Response:
    """Show the teams, the players without a partner, and where they sit in the latest round."""
    session = seated(request, SEATS)
    said = told(request, session, Outcome)
    return await desk_page(request, session, "teams.html", _looked, said=said)


def _looked(here: Venue) -> dict[str, object]:
    t, name = here.desk.tournament, here.book.shown
    return {
        "teams": [
            TeamLine(
                first=first,
                name=team.name,
                left=t.is_out(first),
                players=tuple((one, name(one), one in t.decks) for one in team.players),
            )
            for first, team in t.teams.items()
        ],
        "alone": [(one, name(one)) for one in without_partner(t)],
        "lists": bool(t.decks),
        "settled": bool(t.rounds),
        "waiting": "-".join(map(str, min(t.rounds))) if t.rounds and not under_way(t) else "",
        "seats": _seats(here),
    }


def _seats(here: Venue) -> list[tuple[MatchId, tuple[str, ...]]]:
    """Return the names at each table of the latest rounds, clockwise, in the order of turns."""
    name = here.book.shown
    return [
        (one.match, tuple(map(name, one.turns(one.first))))
        for one in team_tables(here.desk.tournament)
    ]


ROUTES = (Route("/t/{slug}/desk/teams", teams, methods=["GET"]),)
