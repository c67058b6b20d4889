"""What a slip says back: one line with both names, their records, and what is still out."""

from collections.abc import Iterable

from cli.args.results import as_typed
from cli.args.table_numbers import OpenTables, hall_of
from ledger.events.catalogue import ResultCorrected, ResultReported
from ledger.people.book import Book
from ledger.record.entry import Entry, each_event
from ledger.rulesets.ruleset import Ruleset
from ledger.state.rounds import matches_of
from ledger.state.tournament import Tournament
from ledger.terms import Division, MatchId, Pool, Result, Verdict
from ledger.validators.opening import eliminates
from projections.standings.records import record_of, rounds_played

# The answer to a slip: one line with both names and their new records.

_HOW = {
    Verdict.FIRST: "beats",
    Verdict.SECOND: "loses to",
    Verdict.DOUBLE_LOSS: "loses, and so does",
    Verdict.UNPLAYED: "did not play",
}


def echo_line(t: Tournament, rules: Ruleset, book: Book, match: MatchId) -> str:
    """Return a match as it is now, and how many results of its round are in."""
    first, second = _named(t, rules, book, match)
    result = t.results.get(match)
    said = f"{first} and {second}, no result"
    if result:
        said = between(first, second, result, rules.tie_word)
    of_which = f"{match.pool} " if len(hall_of(t).pools) > 1 else ""
    return f"{of_which}table {match.table}: {said} · {come_in(t, match)}"


def card(
    t: Tournament, rules: Ruleset, book: Book, match: MatchId, entries: Iterable[Entry]
) -> str:
    """Return the players at a table, the result, and who entered it."""
    first, second = _named(t, rules, book, match)
    told = last_about(match, entries)
    result = t.results.get(match)
    if result is None or told is None:
        return f"table {match.table} ({match}): {first} and {second}, no result"
    how = between(first, second, result, rules.tie_word)
    return f"table {match.table} ({match}): {how} · entry {told.seq} {by(told, book)}"


def between(first: str, second: str, result: Result, tie_word: str) -> str:
    """Return a result between two players in words: `Ana beats Ben (2-0)`."""
    return f"{first} {_how(result, tie_word)} {second}{_detail(result)}"


def last_about(match: MatchId, entries: Iterable[Entry]) -> Entry | None:
    """Return the last entry that set the result of a match, or None."""
    told = None
    for entry, event in each_event(entries):
        if isinstance(event, ResultReported | ResultCorrected) and event.match == match:
            told = entry
    return told


def by(entry: Entry, book: Book) -> str:
    """Return who wrote an entry, when and where: `by Bea (judge) at desk-2, 14:02`."""
    name = book.hands.get(entry.hand.id, entry.hand.id)
    return f"by {name} ({entry.hand.role}) at {entry.hand.station}, {entry.at:%H:%M}"


def come_in(t: Tournament, match: MatchId) -> str:
    """Return how many results of a match's round are in: `41 of 52 in`."""
    every = matches_of(t, match.pool, match.round)
    return f"{sum(m in t.results for m in every)} of {len(every)} in"


def slips_in(t: Tournament, hall: OpenTables) -> dict[Pool, tuple[int, int]]:
    """Return how many results of each round in play are in, and of how many: juniors first."""
    ages = {**t.pods, **{pool: (cut.division,) for pool, cut in t.cuts.items()}}
    order = [*Division]
    rounds = {match.pool: match.round for match in hall.running or hall.resting}
    pools = sorted(rounds, key=lambda pool: (order.index(ages[pool][0]), pool))
    every = {pool: matches_of(t, pool, rounds[pool]) for pool in pools}
    return {pool: (sum(m in t.results for m in own), len(own)) for pool, own in every.items()}


def status(t: Tournament, hall: OpenTables) -> str:
    """Return how many results are in for each round: `41 of 52 in`, `junior 0/2, masters 3/5`."""
    counts = slips_in(t, hall)
    if len(counts) > 1:
        return ", ".join(f"{pool} {came}/{every}" for pool, (came, every) in counts.items())
    named = len(hall.pools) > 1
    return "".join(
        f"{f'{pool} ' if named else ''}{came} of {every} in"
        for pool, (came, every) in counts.items()
    )


def still_out(t: Tournament, book: Book, hall: OpenTables) -> list[str]:
    """Return the tables without a result, with both names."""
    found = []
    for match in hall.running:
        if match not in t.results:
            first, second = (book.shown(player) for player in t.matches[match])
            found.append(f"{match.table:>4}  {first} and {second} ({match})")
    return found


def _named(t: Tournament, rules: Ruleset, book: Book, match: MatchId) -> list[str]:
    """Return both players with their records, which are left out in a bracket."""
    players = t.matches[match]
    if eliminates(t) or match.pool in t.cuts:
        return [book.shown(player) for player in players]
    played = rounds_played(t, rules, of=players)
    return [f"{book.shown(player)} {record_of(played[player]).score}" for player in players]


def _how(result: Result, tie_word: str) -> str:
    if result.agreed:
        return f"agrees on a {tie_word} with"
    if result.verdict is Verdict.TIE:
        return f"{tie_word}s with"
    return _HOW[result.verdict]


def _detail(result: Result) -> str:
    if result.no_show:
        return f" (no-show: {result.no_show})"
    return f" ({as_typed(result)})" if result.games else ""
