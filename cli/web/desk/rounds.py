"""The rounds from pairing to the last slip: how each stands, what comes next, what to set right."""

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cli.acting import Said
from cli.mending import to_mend
from cli.ready import ready
from cli.web.acts import act, sent
from cli.web.desk.acting import sorry_of
from cli.web.desk.checking import findings
from cli.web.desk.forms import form_of, words_of
from cli.web.desk.frames import DeskFrame, desk_frame, shown
from cli.web.desk.steps import Step, first_steps, steps_of
from cli.web.desk.told import lead_on, told
from cli.web.guard import TurnedAwayError, seated
from cli.web.permits import who_may
from cli.web.showing import house_of, missing, within
from cli.wiring import Venue
from ledger.errors import Refused
from ledger.state.queries import latest_round
from ledger.terms import PlayerId, Pool
from ledger.validators.opening import eliminates
from projections.rounds.rounds import PostedRound, State, posted_round

SEATS = who_may("pair")
HERE = (
    *("pair", "repair", "post", "slips", "start"),
    *("seed", "day-two", "third-place", "draft seats"),
)
"""What the buttons of this page do."""


class Pooled(Struct, frozen=True, kw_only=True):
    """A pool, its latest round, what comes next, and what to look at before it does."""

    pool: Pool
    round: PostedRound | None
    steps: tuple[Step, ...]
    findings: tuple[str, ...] = ()


class Rounds(Struct, frozen=True, kw_only=True):
    """All pools; what waits, what has to be set right; what comes before there are any.

    `seats` are the tables of a draft that was seated, each from seat 1.
    """

    first: tuple[Step, ...]
    seats: tuple[tuple[PlayerId, ...], ...]
    pools: tuple[Pooled, ...]
    waits: str
    mend: tuple[str, ...]
    players: int
    is_over: bool


async def rounds(request: Request) -> Response:
    """Show how the rounds stand."""
    session = seated(request, SEATS)
    return await _page(request, told(request, session, Said))


async def moved(request: Request) -> Response:
    """Do one of the steps, and show how the rounds stand after it."""
    seated(request, SEATS)
    fields = await sent(request)
    verb = fields.get("verb", "")
    form = form_of(verb) if verb in HERE else None
    if form is None:
        raise TurnedAwayError("There is no such step.", status=404)
    words, options = words_of(form, fields)
    said = await act(request, verb, words, options, fields=fields)
    if said.done and not fields.get("dry-run"):
        return lead_on(request, seated(request, SEATS), fields.get("cmd", ""), said)
    return await _page(request, said, judged=bool(fields.get("dry-run")))


async def _page(request: Request, said: Said | None, *, judged: bool = False) -> Response:
    """Return the page, with what came of the last step."""
    session = seated(request, SEATS)
    house = house_of(request)
    if house is None:
        return missing(request)

    def looked(here: Venue) -> tuple[DeskFrame, Rounds, dict[PlayerId, str]]:
        t = here.desk.tournament
        names = {player: here.book.name(player) for player in t.players}
        return desk_frame(request, session, here), standing(here), names

    frame, found, names = await within(house, looked)
    return await shown(
        request,
        "rounds.html",
        status=200 if said is None or said.done else 422,
        frame=frame,
        found=found,
        names=names,
        said=said,
        judged=judged,
        sorry=sorry_of(said),
    )


def standing(here: Venue) -> Rounds:
    """Return how the rounds of every pool stand."""
    t, rules = here.desk.tournament, here.desk.rules
    waits = ""
    try:
        due = ready(t)
    except Refused as refused:
        # Before round 1 nothing waits: the pods are formed by the first pairing.
        first = not t.pods and not t.cuts and not eliminates(t)
        due, waits = [], "" if first else refused.message
    pools = []
    for pool in dict.fromkeys((*t.cuts, *t.pods)):
        paired = latest_round(t, pool)
        one = posted_round(t, rules, pool, paired.number) if paired else None
        steps = steps_of(here, pool, one, due=pool in due)
        waiting = one is not None and one.state in {State.PAIRED, State.POSTED}
        found = findings(here, one) if one is not None and waiting else []
        pools.append(Pooled(pool=pool, round=one, steps=steps, findings=tuple(found)))
    return Rounds(
        first=tuple(first_steps(t)),
        seats=t.drafts[-1].tables if t.drafts and not t.latest else (),
        pools=tuple(pools),
        waits=waits,
        mend=tuple(to_mend(t)),
        players=sum(not player.out for player in t.players.values()),
        is_over=t.closed is not None,
    )


ROUTES = (
    Route("/t/{slug}/desk/rounds", rounds, methods=["GET"]),
    Route("/t/{slug}/desk/rounds", moved, methods=["POST"]),
)
