"""What to look at before a round is posted: who sits nowhere, who meets again, what is missing."""

from cli.counting import counted
from cli.wiring import Venue
from ledger.state.queries import latest_round, open_matches
from ledger.terms import PlayerId, Pool
from projections.cut.qualifiers import alone_in
from projections.rounds.rounds import PostedRound


def findings(here: Venue, one: PostedRound) -> list[str]:
    """Return what stands out in a round that is paired and has not started, as sentences.

    The first says how large it is; what a rule forbids was refused before it could stand here.
    """
    t, name = here.desk.tournament, here.book.name
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
    return [here.book.name(player) for player in pair]


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
