"""The screen: the page for a projector, which shows pairings, clock and standings in turn."""

from roundbook.cli.acts.sign_ups import NOBODY_CAN, SignUpState, state_of
from roundbook.cli.places.sign_ups import SignUps
from roundbook.cli.web.public.players import as_picture, open_beside
from roundbook.cli.web.server.page_routes import NotHereError, PageRequest, is_this_machine, page
from roundbook.ledger.phrases import Phrase
from roundbook.projections.reports.bracket_picture import drawings
from roundbook.projections.reports.charts import moves
from roundbook.projections.reports.event_page import about, champions, faces
from roundbook.projections.reports.lists import in_hall, latest
from roundbook.projections.reports.public_view import Sight
from roundbook.projections.reports.rendering import frame, render
from roundbook.projections.reports.screen import WHOLE, evenly, of_part, pages, part, shape
from roundbook.projections.reports.standings_page import last_in_cut, places
from roundbook.projections.rounds.rounds import State

SHOWS = ("", "pairings", "standings", "bracket", "clock", "sign-up")

DRAWN = 8
"""The maximum number of matches in a round of a bracket that can still be read from a seat."""
LOOKS = ("", "light", "dark")


def screen(sight: Sight, asked: PageRequest) -> str:
    """Return the pairings by name, the clock, the bracket, the standings and the announcements.

    The standings are shown between rounds and at the end, after the champions, because during a
    round everybody looks for their table. `?show=pairings`, `standings`, `bracket`, `clock` or
    `sign-up` shows only one of them; `?part=2/3` the second third of the names; `?look=dark` white
    on black, whatever the browser prefers. The address for phones is left out if no phone can open
    it.
    """
    show, look, which = asked.word("show"), asked.word("look"), WHOLE
    if asked.word("part"):
        found = part(asked.word("part"))
        if found is None:
            raise NotHereError("")
        which = found
    if show not in SHOWS or look not in LOOKS:
        raise NotHereError("")
    here = sight.once(about)
    boards = sight.once(latest)
    waits = [one for one in boards if not (here.is_over or one.round.state is State.COMPLETED)]
    played = any(one.round.state is State.COMPLETED for one in boards) or bool(sight.t.results)
    with_standings = show == "standings" or (not show and played and not waits)
    with_boards = show == "pairings" or (not show and bool(waits))
    from_phones = asked.address and not is_this_machine(asked.address)
    address = f"{asked.address}{sight.root}" if from_phones else ""
    signs_up = asked.word("open") == "sign-up"
    if show == "sign-up":
        address = f"{address}/sign-up" if address and signs_up else ""
    return render(
        "screen.html",
        asked.language,
        frame=frame(sight, asked.path),
        about=here,
        show=show,
        look=look,
        faces=faces(here.parts),
        champions=sight.once(champions) if not show and not waits else (),
        pages=pages(waits or in_hall(boards), which) if with_boards and not here.is_over else [],
        drawings=[
            one
            for one in (sight.once(drawings) if show in {"", "bracket"} else ())
            if show or len(one.boxes[0]) <= DRAWN
        ],
        blocks=[
            (block, page, moves(sight, block))
            for block in (sight.once(places).blocks if with_standings else ())
            for page in evenly(of_part(block.lines, which))
        ],
        shape=shape,
        last_in=sight.once(last_in_cut),
        address=address.partition("://")[2],
        code=as_picture(address) if address else "",
        closed=None if signs_up else _why_closed(sight, asked.word("sign-up")),
    )


def _why_closed(sight: Sight, state: str) -> Phrase:
    """Return why nobody can sign up: as it is known, or from the ledger alone."""
    return NOBODY_CAN[SignUpState(state) if state else state_of(sight.t, SignUps())]


ROUTES = (page("/screen", screen, query=("show", "part", "look"), beside=open_beside),)
