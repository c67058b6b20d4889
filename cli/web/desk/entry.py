"""The box for slips: a line for each, as at the prompt; what is out, and what has just come in."""

import re
from collections import Counter
from collections.abc import Mapping

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cli.keying.entering import Answer, enter
from cli.web.acts import manner_of, sent
from cli.web.desk.frames import DeskFrame, desk_frame, shown
from cli.web.guard import seated
from cli.web.permits import MAY, Seat, may
from cli.web.showing import house_of, missing, within
from cli.wiring import Venue
from ledger.field import latest_round, open_matches
from ledger.terms import MatchId, PlayerId, Pool
from projections.reports.times import clock_time
from projections.sentences import what

SEATS = frozenset(seat for seat, verbs in MAY.items() if "report" in verbs) - {Seat.PLAYER}
LONGEST = 2_000
LINE = 160
"""So many characters of an entry are shown among the latest."""

_NUMBER = re.compile(r"\bp[1-9][0-9]{0,5}\b")


class OutTable(Struct, frozen=True, kw_only=True):
    """A table whose slip is still out: what to type for it, and who sits there."""

    typed: str
    match: MatchId
    first: str
    second: str


class Running(Struct, frozen=True, kw_only=True):
    """How far a round has come."""

    pool: Pool
    number: int
    came_in: int
    every: int
    out: tuple[OutTable, ...]


class Lately(Struct, frozen=True, kw_only=True):
    """One of the last entries: its number, its time, whose it is, and what it says."""

    seq: int
    at: str
    who: str
    said: str


async def box(request: Request) -> Response:
    """Show the box; a table that was chosen stands in it."""
    seated(request, SEATS)
    return await _page(request, Answer(), line=request.query_params.get("line", "")[:LONGEST])


async def entered(request: Request) -> Response:
    """Enter a line; one that is wrong stays in its place."""
    session = seated(request, SEATS)
    fields = await sent(request)
    house = house_of(request)
    if house is None:
        return missing(request)
    line, keeping = fields.get("line", "")[:LONGEST], fields.get("keeping") or None

    def entering(here: Venue) -> Answer:
        manner = manner_of(session, fields)
        allowed = lambda verb: may(session.seat, verb)  # noqa: E731 - one question.
        return enter(here, manner, line, keeping, allowed=allowed)

    answer = await within(house, entering)
    return await _page(request, answer, line=line if answer.wrong or answer.other else "")


async def _page(request: Request, answer: Answer, *, line: str) -> Response:
    """Return the page after a line."""
    session = seated(request, SEATS)
    house = house_of(request)
    if house is None:
        return missing(request)

    def looked(here: Venue) -> tuple[DeskFrame, list[Running], list[Lately]]:
        return desk_frame(request, session, here), running(here), lately(here)

    frame, rounds, last = await within(house, looked)
    wrong = answer.wrong
    if answer.other and line.strip():
        wrong = (f"{line.strip()[:60]} is no slip: write the table, then the result.",)
    return shown(
        request,
        "entry.html",
        status=422 if wrong else 200,
        frame=frame,
        rounds=rounds,
        lately=last,
        lines=answer.lines,
        wrong=wrong,
        line=line,
        keeping=answer.keeping or "",
    )


def running(here: Venue) -> list[Running]:
    """Return the rounds that are being played, and the tables whose slips are out."""
    t, book = here.desk.tournament, here.book
    latest = [paired for pool in t.latest if (paired := latest_round(t, pool))]
    running_tables = Counter(n for paired in latest if paired.started for n in paired.tables)
    found = []
    for paired in latest:
        pool = paired.pool
        if not paired.started:
            continue
        out = open_matches(t, paired)
        playoff = t.playoffs.get(pool)
        if playoff and playoff.round == paired.number and playoff not in t.results:
            out = [*out, playoff]
        lines = [
            OutTable(
                typed=_typed(match, running_tables),
                match=match,
                first=book.name(t.matches[match][0]),
                second=book.name(t.matches[match][1]),
            )
            for match in out
        ]
        every = len(paired.pairings) + bool(playoff and playoff.round == paired.number)
        found.append(
            Running(
                pool=pool,
                number=paired.number,
                came_in=every - len(out),
                every=every,
                out=tuple(lines),
            )
        )
    return found


def _typed(match: MatchId, tables: Mapping[int, int]) -> str:
    """Return what names a table in the box: its number, with the pool where two have it."""
    return f"{match.table} " if tables[match.table] < 2 else f"{match.pool} {match.table} "


def lately(here: Venue, count: int = 8) -> list[Lately]:
    """Return the last entries, the latest first, with names in place of numbers."""
    tie = here.desk.rules.tie_word
    return [
        Lately(
            seq=entry.seq,
            at=clock_time(entry.at),
            who=here.book.hands.get(entry.hand.id, entry.hand.id),
            said=_named(here, "; ".join(what(event, tie) for event in entry.events)),
        )
        for entry in reversed(here.desk.entries[-count:])
    ]


def _named(here: Venue, said: str) -> str:
    """Return a sentence with the players' names for their numbers, and no longer than a line."""
    text = _NUMBER.sub(lambda number: here.book.name(PlayerId(number[0])), said)
    return text if len(text) <= LINE else f"{text[: LINE - 1]}…"


ROUTES = (
    Route("/t/{slug}/desk", box, methods=["GET"]),
    Route("/t/{slug}/desk", entered, methods=["POST"]),
)
