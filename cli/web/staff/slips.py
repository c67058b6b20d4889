"""The page on which slips are entered, one line for each slip, as at the prompt of `desk`."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from operator import attrgetter

from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from roundbook.cli.answers.answer import says_slip
from roundbook.cli.answers.recorded import happened
from roundbook.cli.args.table_numbers import hall_of
from roundbook.cli.args.types import as_typed
from roundbook.cli.keying.grammar import Slips, parse
from roundbook.cli.keying.one_line import LineAnswer, between, by, enter, is_phones, last_about
from roundbook.cli.keying.open_matters import by_phone, left_open
from roundbook.cli.places.phone_claims import OpenSlip, leave_open
from roundbook.cli.session.errors import stopped
from roundbook.cli.session.venue import Venue
from roundbook.cli.web.access.guard import seated, session_of
from roundbook.cli.web.access.permissions import may, those_who_may, who_may
from roundbook.cli.web.access.sessions import Session
from roundbook.cli.web.access.signin import desk_of
from roundbook.cli.web.permitted import manner_of, sent
from roundbook.cli.web.server.page_routes import served_of, within
from roundbook.cli.web.server.problems import TurnedAwayError
from roundbook.cli.web.staff.hints import PageHint, capital, in_the_hall, refusal
from roundbook.cli.web.staff.page_frame import allowed_to, desk_page, is_part, lead_on, told
from roundbook.ledger.errors import Conflict, Hint
from roundbook.ledger.events.catalogue import AnyEvent, ResultReported
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.state.pools import swiss_pools_of
from roundbook.ledger.state.round_names import called, first_round, match_round
from roundbook.ledger.state.rounds import latest_matches, latest_rounds, matches_in_play, undecided
from roundbook.ledger.state.tournament import Round, Tournament
from roundbook.ledger.terms import MatchFormat, MatchId, Pool
from roundbook.ledger.text import clipped, with_hands, with_names, with_opponents
from roundbook.projections.history.history import OF_PEOPLE, at_the_time
from roundbook.projections.reports.clocks import clock_time
from roundbook.projections.rounds.clock import RoundClock, clocks

# The lists around the line: tables still playing, latest entries, and conflicting results.

LINE = 160
"""The maximum number of characters shown of a latest entry."""

MOST_OUT = 40
"""The maximum number of tables without a slip shown next to the line, in all pools together."""


class OutTable(Struct, frozen=True, kw_only=True):
    """A table whose slip is still out: the text to type for it, and its players.

    `called` names its match where the final and the 3rd-place match are counted together.
    """

    typed: str
    match: MatchId
    first: str
    second: str
    more: int = 0
    called: str = ""


class Running(Struct, frozen=True, kw_only=True):
    """A round in progress, and its time left; `out` are tables whose slips are out.

    `out` may be only some of them; `every` counts all tables of the round. With the final, the
    3rd-place match may be counted (`third`), but the clock is the final's alone.
    """

    pool: Pool
    number: int
    called: str
    came_in: int
    every: int
    out: tuple[OutTable, ...]
    clock: RoundClock | None
    third: bool = False


class TappedTable(Struct, frozen=True, kw_only=True):
    """A table that was tapped: its players, the winner's possible games, the recorded result.

    `ties` is whether its match can end in a tie, which one in a bracket cannot.
    """

    match: MatchId
    first: str
    second: str
    games: tuple[str, ...]
    stands: str
    ties: bool


class Lately(Struct, frozen=True, kw_only=True):
    """One of the latest entries: its number, its time, its staff member, and its text.

    `undo` tells whether `u` would undo it: it is the newest, and the visitor's own slip.
    """

    seq: int
    at: str
    who: str
    said: str
    undo: bool = False


class AtOdds(Struct, frozen=True, kw_only=True):
    """Two results of one table: the recorded one, with its entry, and the one just entered.

    `line` is the line that replaces the first with the second, without the reason; `typed` says
    who typed the second, or reported it (`by_phone`), and `ours` whether that is the visitor.
    """

    match: MatchId
    round: str
    stands: str
    whose: str
    yours: str
    typed: str
    by_phone: bool
    ours: bool
    line: str


GAMES = {
    MatchFormat.BEST_OF_ONE: (),
    MatchFormat.BEST_OF_THREE: ("2-0", "2-1", "1-0"),
}
"""The games that a winner can have, the frequent ones; none where one game is the match."""


def games_of(t: Tournament) -> tuple[str, ...]:
    """Return the games that a winner can have at this tournament."""
    return GAMES[t.opened.match_format] if t.opened else ()


def tapped(here: Venue, text: str) -> TappedTable | None:
    """Return the tapped table, by its match in full; None if there is no such match."""
    t = here.desk.tournament
    match = next((one for one in t.matches if str(one) == text), None)
    if match is None or t.opened is None:
        return None
    first, second = map(here.entrants.shown, t.matches[match])
    standing = t.results.get(match)
    tie = here.desk.rules.tie_word
    return TappedTable(
        match=match,
        first=first,
        second=second,
        games=games_of(t),
        stands=between(first, second, standing, tie) if standing else "",
        ties=match.pool not in t.cuts,
    )


def running(here: Venue, most: int | None = MOST_OUT) -> list[Running]:
    """Return the rounds in progress, with the tables whose slips are out: all, or `most` together.

    A pool whose bracket is being played is left out, since it has no slips to enter.
    """
    t, book = here.desk.tournament, here.entrants
    latest = latest_rounds(t)
    in_play = chain.from_iterable(matches_in_play(t, pool) for pool in t.latest)
    running_tables = Counter(map(attrgetter("table"), in_play))
    times = {(one.pool, one.round): one for one in clocks(here.desk.entries, here.desk.rules, t)}
    cuts = (t.cuts[paired.pool] for paired in latest if _is_played(t, paired))
    gone_on = {pool for cut in cuts for pool in swiss_pools_of(t, cut.division)}
    playing = [
        (paired, third, len(every), undecided(t, paired.pool, every))
        for paired in latest
        if paired.pool not in gone_on
        for third in [_third_alone(t, paired)]
        if (every := [third] if third else matches_in_play(t, paired.pool))
    ]
    shares = _shares([len(out) for *_, out in playing], most)
    return [
        Running(
            pool=paired.pool,
            number=paired.number,
            called="3rd-place match" if third else _called(t, paired),
            came_in=every - len(out),
            every=every,
            out=tuple(
                OutTable(
                    typed=_typed(match, running_tables),
                    match=match,
                    first=book.shown(t.matches[match][0]),
                    second=book.shown(t.matches[match][1]),
                    more=t.extensions.get(match, 0),
                    called=_which(t, match) if _has_third(t, paired) and not third else "",
                )
                for match in out[:share]
            ),
            clock=None if third else times.get((paired.pool, paired.number)),
            third=_has_third(t, paired),
        )
        for (paired, third, every, out), share in zip(playing, shares, strict=True)
    ]


def _is_played(t: Tournament, paired: Round) -> bool:
    """Tell whether a round is of a bracket that has begun; the final may still wait."""
    pool = paired.pool
    return pool in t.cuts and (paired.started or paired.number > first_round(t, pool))


def _called(t: Tournament, paired: Round) -> str:
    """Return the name of a round with all the matches that are counted together."""
    name = called(t, paired.pool, paired.number)
    return f"{name} and 3rd-place match" if _has_third(t, paired) else name


def _which(t: Tournament, match: MatchId) -> str:
    """Return which of the two last matches of a bracket this is."""
    return "3rd-place match" if match == t.playoffs.get(match.pool) else "final"


def _has_third(t: Tournament, paired: Round) -> bool:
    """Tell whether the 3rd-place match is counted with a round, which is the final."""
    third = t.playoffs.get(paired.pool)
    return third is not None and third.round == paired.number


def _third_alone(t: Tournament, paired: Round) -> MatchId | None:
    """Return the 3rd-place match if it is played before the final has started; None otherwise."""
    third = t.playoffs.get(paired.pool)
    is_alone = third and (not paired.started or third.round > paired.number)
    return third if is_alone else None


def _shares(tables: Sequence[int], most: int | None) -> Sequence[int]:
    """Return how many tables each pool shows: all, or an equal share of `most`, and at least one.

    What a pool with fewer tables leaves of its share is divided among the others.
    """
    if most is None:
        return tables
    shares = dict[int, int]()
    for pool in sorted(range(len(tables)), key=tables.__getitem__):
        equal = (most - sum(shares.values())) // (len(tables) - len(shares))
        shares[pool] = min(tables[pool], max(equal, 1))
    return [shares[pool] for pool in range(len(tables))]


def _typed(match: MatchId, tables: Mapping[int, int]) -> str:
    """Return the text for a table in a line: its number, with the pool if two pools have it."""
    return f"{match.table} " if tables[match.table] < 2 else f"{match.pool} {match.table} "


def lately(here: Venue, session: Session, count: int = 8) -> list[Lately]:
    """Return the last entries, latest first, with names instead of numbers."""
    t, tie, entrants = here.desk.tournament, here.desk.rules.tie_word, here.entrants.shown
    hall = in_the_hall(t)

    def told(event: AnyEvent) -> str:
        """Return an event in words; a match with its sides, a result with the winner."""
        own = here.book.shown if isinstance(event, OF_PEOPLE) else entrants
        then = at_the_time(t, here.desk.entries, event)
        said = with_opponents(with_names(happened(event, then, tie), own), t.matches)
        return with_names(said, entrants)

    return [
        Lately(
            seq=entry.seq,
            at=clock_time(entry.at),
            who="players' phones"
            if is_phones(entry.hand, here.book)
            else f"{here.book.hand(entry.hand.id)}, {entry.hand.station}",
            said=capital(named(here, hall("; ".join(map(told, entry.events))), LINE)),
            undo=entry.seq == t.seq and _is_own_slip(here, session, entry),
        )
        for entry in reversed(here.desk.entries[-count:])
    ]


def _is_own_slip(here: Venue, session: Session, entry: Entry) -> bool:
    """Tell whether an entry is a result that the visitor reported at this station."""
    own = here.book.hands.get(entry.hand.id) == session.name
    is_here = own and entry.hand.station == session.station
    return is_here and any(isinstance(event, ResultReported) for event in entry.events)


def at_odds(here: Venue, session: Session) -> list[AtOdds]:
    """Return both results of each table for which another result was typed, until it is decided."""
    t, found = here.desk.tournament, list[AtOdds]()
    for match, slip in left_open(here).items():
        told = last_about(match, here.desk.entries)
        first, second = map(here.entrants.shown, t.matches[match])
        tie = here.desk.rules.tie_word
        found.append(
            AtOdds(
                match=match,
                round="" if match in latest_matches(t, match.pool) else match_round(t, match),
                stands=between(first, second, t.results[match], tie),
                whose=f"entry {told.seq} {by(told, here.book)}" if told else "",
                yours=between(first, second, slip.result, tie),
                typed=slip.name if by_phone(slip) else f"{slip.name} at {slip.station}",
                by_phone=by_phone(slip),
                ours=(slip.name, slip.station) == (session.name, session.station),
                line=_line(here, match, slip),
            )
        )
    return found


def _line(here: Venue, match: MatchId, slip: OpenSlip) -> str:
    """Return a slip as a line, with the match in full."""
    sides = {str(who): f"d{n}" for n, who in enumerate(here.desk.tournament.matches[match], 1)}
    leaving = (sides[who] for who in slip.leaving)
    return " ".join((str(match), as_typed(slip.result), *leaving))


def named(here: Venue, said: str, most: int = 0) -> str:
    """Return a sentence with names instead of numbers, cut to `most` characters."""
    text = with_hands(with_names(said, here.entrants.shown), here.book.hands)
    return clipped(text, most) if most else text


def _lines_of(
    here: Venue, lines: Iterable[str | Hint], slug: str, session: Session
) -> list[PageHint]:
    """Return the lines of an answer with names instead of numbers, and with their buttons."""
    told = refusal(lines, f"/t/{slug}", allowed_to(session.seat))
    hall = in_the_hall(here.desk.tournament)
    return [replace(one, text=TYPED.sub("“\\1”", hall(named(here, one.text)))) for one in told]


def _why(answer: LineAnswer, odds: Sequence[AtOdds]) -> Sequence[str | Hint]:
    """Return why a line was refused; empty if the page asks which of two results is right."""
    last = answer.said[-1] if answer.said else None
    overtaken = last is not None and isinstance(last.trouble, Conflict)
    if odds and (overtaken or len(odds) == len(answer.wrong)):
        return ()
    if last is None or last.done:
        return answer.wrong
    return [
        *stopped(last.trouble, last.misuse, on_page=True),
        *([STILL_IN_BOX] if overtaken else []),
    ]


STILL_IN_BOX = "Your line is still in the box. Check it, then press Enter again."


def _who_drops(here: Venue, line: str, keeping: str | None) -> list[tuple[str, str]]:
    """Return the lines that a drop without a side may mean, each with the player who drops."""
    said, _, drop = line.strip().rpartition(" ")
    spoken = parse(said, hall_of(here.desk.tournament), keeping) if drop.lower() in DROPS else None
    if not isinstance(spoken, Slips) or len(spoken.slips) != 1:
        return []
    pair = here.desk.tournament.matches[spoken.slips[0].match]
    shown = here.entrants.shown
    return [(f"{said} d{side}", shown(who)) for side, who in enumerate(pair, start=1)]


SEATS = who_may("report")
LONGEST = 2_000
DROPS = ("d", "drop", "drops")

KEYS = {
    "1": "Left won",
    "2": "Right won",
    "t": "Tie",
    "20": "2–0",
    "21": "2–1",
    "02": "0–2",
    "12": "1–2",
    "x": "Both lost",
    "n1": "Left no-show",
    "n2": "Right no-show",
}
"""The results that also have buttons, for people without a keyboard, with their labels."""

WITH_GAMES = ("20", "21", "02", "12")
"""Those of them that say the games of a match."""

HELP = ("?", "help")
NO_TABLE = "Enter the table number first, then choose the result."
TYPED = re.compile(r"`([^`]*)`")
"""A text to type within a sentence."""


async def box(request: Request) -> Response:
    """Show the page, with the chosen table in the line, and the answer to the last line.

    Judges are redirected to their tables.
    """
    someone = session_of(request)
    if someone and someone.seat in who_may("extend") - SEATS:
        return RedirectResponse(desk_of(someone, str(request.path_params["slug"])), 303)
    session = seated(request, SEATS)
    answer = told(request, session, LineAnswer) or LineAnswer()
    return await _page(request, session, answer, line=request.query_params.get("line", ""))


async def entered(request: Request) -> Response:
    """Enter a line; a wrong line stays in the box. Or keep the recorded result of a match."""
    session = seated(request, SEATS)
    fields = await sent(request)
    if keeps := fields.get("keep"):
        if not may(session.seat, "correct"):
            msg = f"Only {those_who_may('correct')} can decide between two results."
            raise TurnedAwayError(msg)
        await within(
            served_of(request), lambda here: leave_open(here.folder, here.desk.tournament, {keeps})
        )
        served_of(request).claim()
        kept = LineAnswer(keeping=fields.get("keeping") or None)
        return lead_on(request, session, fields.get("cmd", ""), kept)
    if not fields.get("line", "").strip():  # A button above an open table means that table.
        fields = {**fields, "line": fields.get("open", "")}
    line, keeping = _line_entry(fields), fields.get("keeping") or None
    if fields.get("result", "=") != "=" and not fields.get("line", "").strip():
        return await _page(
            request, session, LineAnswer(wrong=(NO_TABLE,), keeping=keeping), line=""
        )
    own = None if fields.get("because") or fields.get("result", "=") not in {"", "="} else keeping

    def entering(here: Venue) -> LineAnswer:
        manner = manner_of(session, fields)
        allowed = lambda verb: may(session.seat, verb)  # noqa: E731 - one question.
        answer = enter(here, manner, line, own, says=says_slip, allowed=allowed)
        leave_open(
            here.folder,
            here.desk.tournament,
            (),
            [
                OpenSlip(
                    match=str(one.match),
                    result=one.result,
                    leaving=tuple(map(str, one.leaving)),
                    name=session.name,
                    station=session.station,
                    seq=here.desk.tournament.seq,
                )
                for one in answer.at_odds
            ],
        )
        return answer if own == keeping else replace(answer, keeping=keeping)

    answer = await within(served_of(request), entering)
    if answer.at_odds:
        served_of(request).claim()
    wrong = bool(answer.wrong or answer.other)
    left = line if wrong else f"{line} " if answer.shows and not line.endswith("?") else ""
    if wrong or is_part(request):
        return await _page(request, session, answer, line=left)
    return lead_on(
        request, session, fields.get("cmd", ""), answer, **({"line": left} if left else {})
    )


def _line_entry(fields: dict[str, str]) -> str:
    """Return the line that was sent, with the tapped result and the reason added."""
    if instead := fields.get("instead"):
        return instead[:LONGEST]
    result = fields.get("result") or tapped_result(fields)
    drops = (side for side in ("d1", "d2") if fields.get(side))
    line = " ".join((fields.get("line", "").strip(), result, *drops)).strip()
    because = " ".join(fields.get("because", "").split())
    return f"{line} because {because}"[:LONGEST] if because else line[:LONGEST]


def tapped_result(fields: Mapping[str, str]) -> str:
    """Return a result as it is typed, from the tapped winner and the winner's games."""
    won, digits = fields.get("won", ""), fields.get("games", "").replace("-", "")
    return {"1": digits, "2": digits[::-1]}.get(won) or won


async def _page(request: Request, session: Session, answer: LineAnswer, *, line: str) -> Response:
    """Return the page after a line."""
    slug, asked = served_of(request).slug, request.query_params
    helps = answer.other and line.strip().lower() in HELP
    if answer.other and not helps:
        said = f"{line.strip()[:60]} is not a slip; enter the table number, then the result."
        answer = replace(answer, wrong=(said if line.strip() else "enter a table and its result.",))

    def looked(here: Venue) -> dict[str, object]:
        t, odds = here.desk.tournament, at_odds(here, session)
        asks = [one for one in odds if any(one.match == slip.match for slip in answer.at_odds)]
        closed = t.closed is not None
        rounds = [] if closed else running(here)
        found = {
            "rounds": rounds,
            "waiting": [
                (one.pool, called(t, one.pool, one.number))
                for one in latest_rounds(t)
                if not one.started
            ],
            "all": running(here, None) if asked.get("out") == "all" else (),
            "tapped": tapped(here, asked["table"]) if "table" in asked else None,
            "lately": lately(here, session),
            "odds": odds,
            "asks": asks,
            "wrong": _lines_of(here, _why(answer, asks), slug, session),
            "drops": _who_drops(here, line, answer.keeping) if answer.wrong else [],
            "lines": _lines_of(here, answer.lines, slug, session),
            "notes": [note for one in answer.said for note in one.notes],
            "closed": closed,
        }
        keys = _keys(here, rounds)
        return {"found": found, "keys": keys, "ties": "t" in dict(keys), "games": games_of(t)}

    return await desk_page(
        request,
        session,
        "slips.html" if is_part(request) else "entry.html",
        looked,
        status=422 if answer.wrong else 200,
        is_part=is_part(request),
        line="" if helps else line[:LONGEST],
        helps=helps,
        keeping=answer.keeping or "",
        can_correct=may(session.seat, "correct"),
    )


def _keys(here: Venue, rounds: Sequence[Running]) -> list[tuple[str, str]]:
    """Return the results that have buttons: no tie in brackets, no games in best of one."""
    t = here.desk.tournament
    in_brackets = rounds and all(one.pool in t.cuts for one in rounds)
    left = {*(["t"] if in_brackets else []), *([] if games_of(t) else WITH_GAMES)}
    return [(key, name) for key, name in KEYS.items() if key not in left]


ROUTES = (
    Route("/t/{slug}/desk", box, methods=["GET"]),
    Route("/t/{slug}/desk", entered, methods=["POST"]),
)
