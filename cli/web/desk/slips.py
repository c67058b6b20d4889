"""What the box for slips is surrounded by: what is out, what has just come in, what is at odds."""

from collections import Counter
from collections.abc import Mapping

from msgspec import Struct

from cli.keying.entering import Answer
from cli.keying.spoken import Keyed
from cli.keying.words import between, by, last_about
from cli.params import as_typed
from cli.wiring import Venue
from ledger.state.queries import latest_round, open_matches
from ledger.terms import MatchId, Pool
from projections.history.history import what, with_names
from projections.reports.clocks import clock_time
from projections.rounds.clock import RoundClock, clocks

LINE = 160
"""So many characters of an entry are shown among the latest."""


class OutTable(Struct, frozen=True, kw_only=True):
    """A table whose slip is still out: what to type for it, and who sits there."""

    typed: str
    match: MatchId
    first: str
    second: str
    more: int = 0


class Running(Struct, frozen=True, kw_only=True):
    """How far a round has come, and how much time it has."""

    pool: Pool
    number: int
    came_in: int
    every: int
    out: tuple[OutTable, ...]
    clock: RoundClock | None


class Lately(Struct, frozen=True, kw_only=True):
    """One of the last entries: its number, its time, whose it is, and what it says."""

    seq: int
    at: str
    who: str
    said: str


class AtOdds(Struct, frozen=True, kw_only=True):
    """Two results of one table: what stands and whose entry it is; what was keyed in just now.

    `line` is what is keyed to put the second in the place of the first, but for the reason.
    """

    match: MatchId
    stands: str
    whose: str
    yours: str
    line: str


def running(here: Venue) -> list[Running]:
    """Return the rounds that are being played, and the tables whose slips are out."""
    t, book = here.desk.tournament, here.book
    latest = [paired for pool in t.latest if (paired := latest_round(t, pool))]
    running_tables = Counter(n for paired in latest if paired.started for n in paired.tables)
    times = {(one.pool, one.round): one for one in clocks(here.desk.entries, here.desk.rules, t)}
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
                more=t.extensions.get(match, 0),
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
                clock=times.get((pool, paired.number)),
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
            who=f"{here.book.hands.get(entry.hand.id, entry.hand.id)}, {entry.hand.station}",
            said=named(here, "; ".join(what(event, tie) for event in entry.events), LINE),
        )
        for entry in reversed(here.desk.entries[-count:])
    ]


def at_odds(here: Venue, answer: Answer) -> list[AtOdds]:
    """Return both results of every table that an answer found at odds: whoever keyed decides."""
    found = []
    for slip in answer.at_odds:
        told = last_about(slip.match, here.desk.entries)
        standing = here.desk.tournament.results.get(slip.match)
        if told is None or standing is None:
            continue
        first, second = (here.book.name(who) for who in here.desk.tournament.matches[slip.match])
        tie = here.desk.rules.tie_word
        found.append(
            AtOdds(
                match=slip.match,
                stands=between(first, second, standing, tie),
                whose=f"entry {told.seq} {by(told, here.book)}",
                yours=between(first, second, slip.result, tie),
                line=_line(here, slip),
            )
        )
    return found


def _line(here: Venue, slip: Keyed) -> str:
    """Return a slip as it is keyed, with the match named in full."""
    sides = {who: f"d{n}" for n, who in enumerate(here.desk.tournament.matches[slip.match], 1)}
    leaving = (sides[who] for who in slip.leaving)
    return " ".join((str(slip.match), as_typed(slip.result), *leaving))


def named(here: Venue, said: str, most: int = 0) -> str:
    """Return a sentence with the players' names for their numbers, no longer than `most`."""
    text = with_names(said, here.book.name)
    return text if not most or len(text) <= most else f"{text[: most - 1]}…"
