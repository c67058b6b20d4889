"""The rounds from pairing to the last slip: how each stands, what comes next, what to set right."""

import re

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cli.acting import Said
from cli.mending import to_mend
from cli.outcome import next_after
from cli.ready import ready
from cli.web.acts import act, sent
from cli.web.desk.acting import danger_of, sorry_of
from cli.web.desk.checking import findings
from cli.web.desk.forms import form_of, words_of
from cli.web.desk.frames import DeskFrame, desk_frame, shown
from cli.web.desk.told import lead_on, told
from cli.web.guard import TurnedAwayError, seated
from cli.web.permits import MAY
from cli.web.showing import house_of, missing, within
from cli.wiring import Venue
from ledger.errors import Refused
from ledger.field import latest_round
from ledger.terms import PlayerId, Pool
from ledger.validators.styles import eliminates
from projections.rounds import PostedRound, State, posted_round

SEATS = frozenset(seat for seat, verbs in MAY.items() if "pair" in verbs)
HERE = ("pair", "repair", "post", "slips", "start")
"""What the buttons of this page do."""

_POST = "What it said is recorded, to be proved later."
_START = "The clock starts in two minutes; whoever comes later has a loss for this round."

_NEXT = re.compile(r"`?roundbook ([a-z-]+)(?: ([a-z0-9-]+))?")


class Step(Struct, frozen=True, kw_only=True):
    """What comes next for a pool, and what follows; the verb that does it, and about what."""

    said: str
    verb: str
    about: str = ""
    then: str = ""


class Pooled(Struct, frozen=True, kw_only=True):
    """A pool, its latest round, what comes next, and what to look at before it does."""

    pool: Pool
    round: PostedRound | None
    steps: tuple[Step, ...]
    findings: tuple[str, ...] = ()


class Rounds(Struct, frozen=True, kw_only=True):
    """All pools; what waits, what has to be set right; who is in before there are any."""

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
    said = await act(request, verb, words, options, fields=fields, danger=danger_of(form, fields))
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
    return shown(
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
        steps = _steps(here, pool, one, due=pool in due)
        waiting = one is not None and one.state in {State.PAIRED, State.POSTED}
        found = findings(here, one) if one is not None and waiting else []
        pools.append(Pooled(pool=pool, round=one, steps=tuple(steps), findings=tuple(found)))
    return Rounds(
        pools=tuple(pools),
        waits=waits,
        mend=tuple(to_mend(t)),
        players=sum(not player.out for player in t.players.values()),
        is_over=t.closed is not None,
    )


def _steps(here: Venue, pool: Pool, one: PostedRound | None, *, due: bool) -> list[Step]:
    """Return what may come next for a pool, the likely one first."""
    t, rules = here.desk.tournament, here.desk.rules
    if t.closed is not None:
        return []
    if one is None:
        then = "The pods are as they are from then on; whoever comes later is late."
        first = Step(said="Pair the first round", verb="pair", about=pool, then=then)
        return [first] if due else []
    if one.state in {State.PAIRED, State.POSTED}:
        return [
            Step(said="Post the pairings", verb="post", about=pool, then=_POST),
            Step(said="Print the slips", verb="slips", about=pool, then=_POST),
            Step(said=f"Start round {one.number}", verb="start", about=pool, then=_START),
        ]
    if one.state is State.STARTED:
        return []
    if due:
        locks = f" The results of round {one.number - 1} lock (TOP §4)." if one.number > 1 else ""
        then = f"It can be drawn again, repaired or taken back until it starts.{locks}"
        return [
            Step(said=f"Pair round {one.number + 1}", verb="pair", about=pool, then=then),
        ]
    said = next_after(t, rules, pool, one.number)
    return [
        Step(said=verb.replace("-", " ").capitalize(), verb=verb, about=about)
        for verb, about in _NEXT.findall(said)
    ]


ROUTES = (
    Route("/t/{slug}/desk/rounds", rounds, methods=["GET"]),
    Route("/t/{slug}/desk/rounds", moved, methods=["POST"]),
)
