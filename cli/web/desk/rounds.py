"""The rounds from pairing to the last slip: how each stands, what comes next, what to set right."""

from collections.abc import Iterator
from urllib.parse import urlencode

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cli.acts.act import Outcome
from cli.desk.venue import Venue
from cli.web.access.guard import seated
from cli.web.access.permissions import who_may
from cli.web.acts import perform, sent
from cli.web.desk.forms.catalogue import form_named
from cli.web.desk.frames import desk_page, lead_on, told
from cli.web.desk.hints import on_page
from cli.web.server.problems import TurnedAwayError
from ledger.errors import Refused, do
from ledger.events.drafts import Draft, PairedBy
from ledger.events.flights import LEAST_DIVISION
from ledger.rulesets.ruleset import Ruleset
from ledger.state.queries import latest_round, open_matches
from ledger.state.tournament import Tournament
from ledger.terms import Division, PlayerId, Pool
from ledger.validators.opening import eliminates
from projections.bracket.bracket import third_place
from projections.cut.qualifiers import alone_in
from projections.progress import next_of, progress
from projections.rounds.needs_repair import ready, to_mend
from projections.rounds.rounds import PostedRound, State, posted_round
from projections.text import counted

# What to look at before a round is posted: who sits nowhere, who meets again, what is missing.


def findings(here: Venue, one: PostedRound) -> list[str]:
    """Return what stands out in a round that is paired and has not started, as sentences.

    The first says how large it is; what a rule forbids was refused before it could stand here.
    """
    t, name = here.desk.tournament, here.book.shown
    byes = [name(bye.seat.player) for bye in one.byes]
    tables = [line.table for line in one.tables]
    said = [f"{counted(len(tables), 'table')}{_from_to(tables)}, {_byes(byes)}."]
    again = _rematches(here, one)
    if one.pool in t.pods:
        said.append(
            f"{len(again)} of them have met before: {'; '.join(again)}."
            if again
            else "Nobody meets somebody they have met before."
        )
    missing = _missing(here, one.pool)
    said += [f"Still missing elsewhere: {', '.join(missing)}."] if missing else []
    said += [
        f"Only {name(alone.player)} is undefeated in {alone.pool}; {alone.announced} rounds were "
        "announced, and that counts (TOP §3.1)."
        for alone in alone_in(t, here.desk.rules)
        if alone.pool == one.pool
    ]
    return said


def _from_to(tables: list[int]) -> str:
    return f" ({min(tables)} to {max(tables)})" if tables else ""


def _byes(names: list[str]) -> str:
    return f"bye: {', '.join(names)}" if names else "no bye"


def _rematches(here: Venue, one: PostedRound) -> list[str]:
    """Return the pairs of a round that have sat opposite each other in a round before."""
    t = here.desk.tournament
    pairs = {frozenset(pair) for match, pair in t.matches.items() if match.round < one.number}
    both = [(line.first.player, line.second.player) for line in one.tables]
    return [" – ".join(_names(here, pair)) for pair in both if frozenset(pair) in pairs]


def _names(here: Venue, pair: tuple[PlayerId, PlayerId]) -> list[str]:
    return [here.book.shown(player) for player in pair]


def _missing(here: Venue, pool: Pool) -> list[str]:
    """Return which other pools lack results."""
    t = here.desk.tournament
    found = []
    for other in t.latest:
        paired = latest_round(t, other)
        if other == pool or paired is None or not paired.started:
            continue
        out = len(open_matches(t, paired))
        if out:
            found.append(f"{counted(out, 'result')} of {other}, round {paired.number}")
    return found


# What comes next, as buttons and links: before round 1 by the kind of event, then by pool.

POST = "Players see it from then on, on the wall, the screen and their phones. It is recorded."
SLIPS = "What they say is recorded, to be proved later."
START = "The clock starts in two minutes; players who come later have a loss for this round."
ANNOUNCE = "Players are told the rounds, the cut and the time of a match before round 1 (TOP §2)."
FORM = "The pods are as they are from then on; players who come later are late."
SEEDS = (
    "Everybody who is in gets a place in the bracket at random; after the start nobody is added."
)
FLIGHTS = (
    "A large division may play its rounds in parts, where there is too little time (TOP §3.3.3)."
)
SEATS_SAID = (
    "At random, from the record. Players find their seat on their phones and on the screen."
)
BUILT_SAID = "Once all cards are given out: 30 minutes, on the screen and the clock page."
THIRD = "The players who lost the semi-finals play next to the final; it was announced."
DAY_TWO = "X-2-0 or better, or the first 32, advance; the others keep their place (TOP §3.3.5)."


class NextAct(Struct, frozen=True, kw_only=True):
    """What comes next, and what follows from it; the verb that does it, with what it is asked.

    With `goes` it is a link to a page where more is asked; without, a button. `minor` steps are
    possible and not the usual way.
    """

    said: str
    verb: str
    asks: tuple[tuple[str, str], ...] = ()
    then: str = ""
    goes: str = ""
    minor: bool = False


def first_steps(t: Tournament) -> Iterator[NextAct]:
    """Yield what may come before anything is paired, in the order in which it is done."""
    opened = t.opened
    if opened is None or t.latest:
        return
    drafts = _drafts(t)
    for draft in drafts:
        yield from _seating(t, draft)
    dealt = opened.format and opened.format.limited and not drafts
    if t.built is None and (dealt or any(one.draft for one in t.drafts)):
        yield NextAct(said="Start the time to build decks", verb="draft build", then=BUILT_SAID)
    if any(_size(t, division) >= LEAST_DIVISION for division in Division):
        again = bool(t.flights)
        said = "Split differently" if again else "Split into flights"
        yield NextAct(said=said, verb="flights", goes="desk/flights", then=FLIGHTS, minor=True)
    announced = t.announcement is not None
    said = "Announce something else" if announced else "Announce rounds, cut and times"
    yield NextAct(
        said=said, verb="announce", goes="desk/do/announce", then=ANNOUNCE, minor=announced
    )
    if eliminates(t) and not t.cuts:
        yield NextAct(said="Draw the seeds", verb="seed", then=SEEDS)
    elif t.players and not (t.pods or t.cuts):
        yield NextAct(said="Form the pods and pair round 1", verb="pair", then=FORM)


def _drafts(t: Tournament) -> list[Draft]:
    """Return which drafts an event may have: that of its format, or those of a pod's sheet."""
    opened = t.opened
    if opened is None:
        return []
    of_format = [draft for draft in Draft if opened.format == f"{draft.value}-draft"]
    sheet = opened.pairing is PairedBy.POD_SHEET and opened.format is None
    return of_format or ([Draft.BOOSTER, Draft.ROCHESTER] if sheet else [])


def _seating(t: Tournament, draft: Draft) -> Iterator[NextAct]:
    """Yield the draw of the seats; once that is done, what the players are given."""
    drawn = [one.draft for one in t.drafts]
    if draft in drawn:
        yield NextAct(
            said="Who picks when",
            verb="draft order",
            goes="desk/ask/draft/order?ask=yes",
            minor=True,
        )
        again = f"desk/do/draft/seats?{urlencode({'kind': draft.value})}"
        yield NextAct(said="Draw the seats again", verb="draft seats", goes=again, minor=True)
    elif not drawn:
        asks = (("kind", draft.value),)
        said = f"Draw the seats of a {draft.value.capitalize()} draft"
        if draft is Draft.BOOSTER:
            said = "Draw the seats of a booster draft"
        yield NextAct(said=said, verb="draft seats", asks=asks, then=SEATS_SAID)


def _size(t: Tournament, division: Division) -> int:
    """Return how many of a division are in."""
    return sum(one.division is division and not one.out for one in t.players.values())


def next_steps(
    t: Tournament, rules: Ruleset, pool: Pool, one: PostedRound | None, *, due: bool
) -> Iterator[NextAct]:
    """Yield what may come next for a pool, the likely one first."""
    if t.closed is not None:
        return
    asks = (("pool", str(pool)),)
    third = NextAct(
        said="Pair the match for third place", verb="third-place", asks=asks, then=THIRD
    )
    thirds = [third] if one is not None and _third_is_due(t, pool) else []
    if one is None:
        if due:
            yield NextAct(said="Pair the first round", verb="pair", asks=asks, then=FORM)
    elif one.state in {State.PAIRED, State.POSTED}:
        yield from thirds
        yield NextAct(said="Post the pairings", verb="post", asks=asks, then=POST)
        yield NextAct(said="Print the slips", verb="slips", asks=asks, then=SLIPS)
        yield NextAct(said=f"Start round {one.number}", verb="start", asks=asks, then=START)
    elif one.state is State.COMPLETED and due:
        locks = f" The results of round {one.number - 1} lock (TOP §4)." if one.number > 1 else ""
        then = f"It can be drawn again, repaired or taken back until it starts.{locks}"
        yield NextAct(said=f"Pair round {one.number + 1}", verb="pair", asks=asks, then=then)
        yield from thirds
    elif one.state is State.COMPLETED:
        after = next_of(t, rules, pool)
        if after is None and progress(t, rules).next == do("close"):
            after = do("close")
        if after and after.verb != "third-place":
            yield _after_the_last(after.verb, *after.args)
        yield from thirds
    else:
        yield from thirds


def _third_is_due(t: Tournament, pool: Pool) -> bool:
    """Tell whether the third place of a bracket is to be played for, and can be."""
    told = t.announcement is not None and t.announcement.third_place_playoff
    return told and pool in t.cuts and pool not in t.playoffs and third_place(t, pool) is not None


def _after_the_last(verb: str, about: str = "") -> NextAct:
    """Return what follows the last round of a pool."""
    form = form_named(verb)
    assert form is not None, "what follows a round has a form"
    if verb == "day-two":
        return NextAct(said=form.title, verb=verb, asks=(("pool", about),), then=DAY_TWO)
    names = (field.name for field in form.fields if field.name in {"divisions", "pool"})
    words = dict.fromkeys(names, about) if about else {}
    goes = f"desk/do/{verb}{'?' if words else ''}{urlencode(words)}"
    return NextAct(said=form.title, verb=verb, goes=goes)


def steps_of(here: Venue, pool: Pool, one: PostedRound | None, *, due: bool) -> tuple[NextAct, ...]:
    """Return what may come next for a pool of an open tournament."""
    return tuple(next_steps(here.desk.tournament, here.desk.rules, pool, one, due=due))


SEATS = who_may("pair")
HERE = (
    *("pair", "repair", "post", "slips", "start"),
    *("seed", "day-two", "third-place", "draft seats", "draft build"),
)
"""What the buttons of this page do."""


class Pooled(Struct, frozen=True, kw_only=True):
    """A pool, its latest round, what comes next, and what to look at before it does."""

    pool: Pool
    round: PostedRound | None
    steps: tuple[NextAct, ...]
    findings: tuple[str, ...] = ()


class Rounds(Struct, frozen=True, kw_only=True):
    """All pools; what waits, what has to be set right; what comes before there are any.

    `seats` are the tables of a draft that was seated, each from seat 1.
    """

    first: tuple[NextAct, ...]
    seats: tuple[tuple[PlayerId, ...], ...]
    pools: tuple[Pooled, ...]
    waits: str
    mend: tuple[str, ...]
    players: int
    is_over: bool


async def rounds(request: Request) -> Response:
    """Show how the rounds stand."""
    session = seated(request, SEATS)
    return await _page(request, told(request, session, Outcome))


async def moved(request: Request) -> Response:
    """Do one of the steps, and show how the rounds stand after it."""
    seated(request, SEATS)
    fields = await sent(request)
    verb = fields.get("verb", "")
    form = form_named(verb) if verb in HERE else None
    if form is None:
        raise TurnedAwayError("There is no such step.", status=404)
    give = form.give
    said = await perform(
        request, verb, lambda ctx: give(ctx, fields), fields=fields, danger=form.danger_in(fields)
    )
    if said.done and not fields.get("dry-run"):
        return lead_on(request, seated(request, SEATS), fields.get("cmd", ""), said)
    return await _page(request, said, judged=bool(fields.get("dry-run")))


async def _page(request: Request, said: Outcome | None, *, judged: bool = False) -> Response:
    """Return the page, with what came of the last step."""

    def looked(here: Venue) -> dict[str, object]:
        names = {player: here.book.shown(player) for player in here.desk.tournament.players}
        return {"found": standing(here), "names": names}

    session = seated(request, SEATS)
    return await desk_page(request, session, "rounds.html", looked, said=said, judged=judged)


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
        mend=tuple(on_page(said).text for said in to_mend(t)),
        players=sum(not player.out for player in t.players.values()),
        is_over=t.closed is not None,
    )


ROUTES = (
    Route("/t/{slug}/desk/rounds", rounds, methods=["GET"]),
    Route("/t/{slug}/desk/rounds", moved, methods=["POST"]),
)
