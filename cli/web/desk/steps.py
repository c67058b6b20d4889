"""What comes next, as buttons and links: before round 1 by the kind of event, then by pool."""

import re
from collections.abc import Iterator
from urllib.parse import urlencode

from msgspec import Struct

from cli.outcome import next_after
from cli.web.desk.labels import TITLES
from cli.wiring import Venue
from ledger.events.drafts import Draft, PairedBy
from ledger.events.flights import LEAST_DIVISION
from ledger.rulesets.ruleset import Ruleset
from ledger.state.tournament import Tournament
from ledger.terms import Division, Pool
from ledger.validators.opening import eliminates
from projections.bracket.bracket import third_place
from projections.rounds.rounds import PostedRound, State

POST = "Players see it from then on, on the wall, the screen and their phones. It is recorded."
SLIPS = "What they say is recorded, to be proved later."
START = "The clock starts in two minutes; whoever comes later has a loss for this round."
ANNOUNCE = "Players are told the rounds, the cut and the time of a match before round 1 (TOP §2)."
FORM = "The pods are as they are from then on; whoever comes later is late."
SEEDS = "Everybody who is in gets a place in the bracket by lot; after the start nobody is added."
FLIGHTS = (
    "A large division may play its rounds in parts, where there is too little time (TOP §3.3.3)."
)
SEATS_SAID = "By lot, from the record. Players find their seat on their phones and on the screen."
THIRD = "Those who lost the semi-finals play beside the final; it was announced."
DAY_TWO = "X-2-0 or better, or the first 32, play on; the others keep their place (TOP §3.3.5)."

_NEXT = re.compile(r"`?roundbook ([a-z-]+)(?: ([a-z0-9-]+))?")


class Step(Struct, frozen=True, kw_only=True):
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


def first_steps(t: Tournament) -> Iterator[Step]:
    """Yield what may come before anything is paired, in the order in which it is done."""
    opened = t.opened
    if opened is None or t.latest:
        return
    for draft in _drafts(t):
        yield from _seating(t, draft)
    if any(_size(t, division) >= LEAST_DIVISION for division in Division):
        again = bool(t.flights)
        said = "Split otherwise" if again else "Split into flights"
        yield Step(said=said, verb="flights", goes="desk/flights", then=FLIGHTS, minor=True)
    announced = t.announcement is not None
    said = "Announce something else" if announced else "Announce rounds, cut and times"
    yield Step(said=said, verb="announce", goes="desk/do/announce", then=ANNOUNCE, minor=announced)
    if eliminates(t) and not t.cuts:
        yield Step(said="Draw the seeds", verb="seed", then=SEEDS)
    elif t.players and not (t.pods or t.cuts):
        yield Step(said="Form the pods and pair round 1", verb="pair", then=FORM)


def _drafts(t: Tournament) -> list[Draft]:
    """Return which drafts an event may have: that of its format, or those of a pod's sheet."""
    opened = t.opened
    if opened is None:
        return []
    of_format = [draft for draft in Draft if opened.format == f"{draft.value}-draft"]
    sheet = opened.pairing is PairedBy.POD_SHEET and opened.format is None
    return of_format or ([Draft.BOOSTER, Draft.ROCHESTER] if sheet else [])


def _seating(t: Tournament, draft: Draft) -> Iterator[Step]:
    """Yield the draw of the seats; once that is done, what the players are given."""
    drawn = [one.draft for one in t.drafts]
    if draft in drawn:
        yield Step(
            said="Who picks when",
            verb="draft order",
            goes="desk/ask/draft/order?ask=yes",
            minor=True,
        )
        again = f"desk/do/draft/seats?{urlencode({'kind': draft.value})}"
        yield Step(said="Draw the seats again", verb="draft seats", goes=again, minor=True)
    elif not drawn:
        asks = (("kind", draft.value),)
        said = f"Draw the seats of a {draft.value.capitalize()} draft"
        if draft is Draft.BOOSTER:
            said = "Draw the seats of a booster draft"
        yield Step(said=said, verb="draft seats", asks=asks, then=SEATS_SAID)


def _size(t: Tournament, division: Division) -> int:
    """Return how many of a division are in."""
    return sum(one.division is division and not one.out for one in t.players.values())


def next_steps(
    t: Tournament, rules: Ruleset, pool: Pool, one: PostedRound | None, *, due: bool
) -> Iterator[Step]:
    """Yield what may come next for a pool, the likely one first."""
    if t.closed is not None:
        return
    asks = (("pool", str(pool)),)
    third = Step(said="Pair the match for third place", verb="third-place", asks=asks, then=THIRD)
    thirds = [third] if one is not None and _third_is_due(t, pool) else []
    if one is None:
        if due:
            yield Step(said="Pair the first round", verb="pair", asks=asks, then=FORM)
    elif one.state in {State.PAIRED, State.POSTED}:
        yield from thirds
        yield Step(said="Post the pairings", verb="post", asks=asks, then=POST)
        yield Step(said="Print the slips", verb="slips", asks=asks, then=SLIPS)
        yield Step(said=f"Start round {one.number}", verb="start", asks=asks, then=START)
    elif one.state is State.COMPLETED and due:
        locks = f" The results of round {one.number - 1} lock (TOP §4)." if one.number > 1 else ""
        then = f"It can be drawn again, repaired or taken back until it starts.{locks}"
        yield Step(said=f"Pair round {one.number + 1}", verb="pair", asks=asks, then=then)
        yield from thirds
    elif one.state is State.COMPLETED:
        for verb, about in _NEXT.findall(next_after(t, rules, pool, one.number)):
            if verb != "third-place":
                yield _after_the_last(verb, about)
        yield from thirds
    else:
        yield from thirds


def _third_is_due(t: Tournament, pool: Pool) -> bool:
    """Tell whether the third place of a bracket is to be played for, and can be."""
    told = t.announcement is not None and t.announcement.third_place_playoff
    return told and pool in t.cuts and pool not in t.playoffs and third_place(t, pool) is not None


def _after_the_last(verb: str, about: str) -> Step:
    """Return what follows the last round of a pool."""
    if verb == "day-two":
        return Step(said=TITLES[verb], verb=verb, asks=(("pool", about),), then=DAY_TWO)
    words = {"divisions": about, "pool": about} if about else {}
    goes = f"desk/do/{verb}{'?' if words else ''}{urlencode(words)}"
    return Step(said=TITLES.get(verb, verb.capitalize()), verb=verb, goes=goes)


def steps_of(here: Venue, pool: Pool, one: PostedRound | None, *, due: bool) -> tuple[Step, ...]:
    """Return what may come next for a pool of an open tournament."""
    return tuple(next_steps(here.desk.tournament, here.desk.rules, pool, one, due=due))
