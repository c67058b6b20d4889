"""The screen: what a projector shows to the whole hall, by itself."""

from cli.web.server.page_routes import PageRequest, page
from projections.reports.event import about
from projections.reports.lists import latest
from projections.reports.places import places
from projections.reports.rendering import frame, render
from projections.reports.sight import Sight
from projections.rounds.rounds import State


def screen(sight: Sight, asked: PageRequest) -> str:
    """Return the pairings by name, the clock, the standings and what was announced.

    The standings are shown between the rounds and at the end: during a round everybody looks for
    their table. `?show=pairings` or `?show=standings` shows one of them only.
    """
    boards = sight.once(latest)
    wanted = asked.word("show")
    waits = [one for one in boards if one.round.state is not State.COMPLETED]
    played = any(one.round.state is State.COMPLETED for one in boards) or bool(sight.t.results)
    with_standings = wanted == "standings" or (wanted != "pairings" and played and not waits)
    with_boards = wanted == "pairings" or (wanted != "standings" and bool(waits))
    return render(
        "screen.html",
        asked.language,
        frame=frame(sight, asked.path),
        about=sight.once(about),
        boards=boards if with_boards else [],
        blocks=sight.once(places).blocks if with_standings else (),
    )


ROUTES = (page("/screen", screen, query=("show",)),)
