"""What is said back to whoever keys in slips: one line with both names and their new records."""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from cli.args.types import as_typed
from ledger.events.catalogue import ResultCorrected, ResultReported
from ledger.people.book import Book
from ledger.record.entry import Entry
from ledger.rulesets.ruleset import Ruleset
from ledger.state.queries import brackets_of, latest_round, open_matches
from ledger.state.tournament import Tournament
from ledger.terms import MatchId, Pairing, Pool, Result, Verdict
from ledger.validators.opening import eliminates
from projections.standings.records import record_of, rounds_played

# The tables that are being played at, as whoever keys in slips has them before their eyes.


class OpenTables(Struct, frozen=True, kw_only=True):
    """Which matches a table number may mean, and what is known of every match.

    `running` are those of the rounds that are being played, `resting` those of the other latest
    rounds: a number means one of the running where there is one.
    """

    running: tuple[MatchId, ...]
    resting: tuple[MatchId, ...]
    matches: Mapping[MatchId, Pairing]
    results: Mapping[MatchId, Result]

    @property
    def pools(self) -> list[Pool]:
        """Return the pools that are in play, those that are running first."""
        return list(dict.fromkeys(match.pool for match in (*self.running, *self.resting)))

    def at(self, table: int, pool: Pool | None = None) -> list[MatchId]:
        """Return the matches that a table number may mean, in any pool or in one."""
        return _at(self.running, table, pool) or _at(self.resting, table, pool)


def hall_of(t: Tournament) -> OpenTables:
    """Return the tables of the latest rounds; a bracket hides the Swiss rounds before it."""
    running, resting = list[MatchId](), list[MatchId]()
    for pool in t.latest:
        paired = latest_round(t, pool)
        if paired is None or _is_followed(t, pool):
            continue
        matches = [match for match, _ in paired.matches()]
        playoff = t.playoffs.get(pool)
        if playoff and playoff.round == paired.number:
            matches.append(playoff)
        waits = playoff in matches and playoff not in t.results
        is_running = paired.started and (waits or bool(open_matches(t, paired)))
        (running if is_running else resting).extend(matches)
    return OpenTables(
        running=tuple(running), resting=tuple(resting), matches=t.matches, results=t.results
    )


def _is_followed(t: Tournament, pool: Pool) -> bool:
    ages = t.pods.get(pool, ())
    return any(t.latest.get(bracket) for age in ages for bracket in brackets_of(t, age))


def _at(matches: Iterable[MatchId], table: int, pool: Pool | None) -> list[MatchId]:
    return [match for match in matches if match.table == table and pool in {None, match.pool}]


_HOW = {
    Verdict.FIRST: "beats",
    Verdict.SECOND: "loses to",
    Verdict.DOUBLE_LOSS: "loses, and so does",
    Verdict.UNPLAYED: "did not play",
}


def echo_line(t: Tournament, rules: Ruleset, book: Book, match: MatchId) -> str:
    """Return a match as it stands now, and how far its round is."""
    first, second = _named(t, rules, book, match)
    result = t.results.get(match)
    said = f"{first} and {second}, no result"
    if result:
        said = between(first, second, result, rules.tie_word)
    of_which = f"{match.pool} " if len(hall_of(t).pools) > 1 else ""
    return f"{of_which}table {match.table}: {said} · {come_in(t, [match])}"


def card(
    t: Tournament, rules: Ruleset, book: Book, match: MatchId, entries: Iterable[Entry]
) -> str:
    """Return who sits at a table, with what result, and whose entry says so."""
    first, second = _named(t, rules, book, match)
    told = last_about(match, entries)
    result = t.results.get(match)
    if result is None or told is None:
        return f"table {match.table} ({match}): {first} and {second}, no result"
    how = between(first, second, result, rules.tie_word)
    return f"table {match.table} ({match}): {how} · entry {told.seq} {by(told, book)}"


def between(first: str, second: str, result: Result, tie_word: str) -> str:
    """Return a result as it is told of two players: `Ana beats Ben (2-0)`."""
    return f"{first} {_how(result, tie_word)} {second}{_detail(result)}"


def last_about(match: MatchId, entries: Iterable[Entry]) -> Entry | None:
    """Return the last entry that gave a match its result."""
    told = None
    for entry in entries:
        for event in entry.events:
            if isinstance(event, ResultReported | ResultCorrected) and event.match == match:
                told = entry
    return told


def by(entry: Entry, book: Book) -> str:
    """Return who wrote an entry, when and where: `by Bea (judge) at desk-2, 14:02`."""
    name = book.hands.get(entry.hand.id, entry.hand.id)
    return f"by {name} ({entry.hand.role}) at {entry.hand.station}, {entry.at:%H:%M}"


def come_in(t: Tournament, matches: Iterable[MatchId]) -> str:
    """Return how far the rounds of these matches are: `41 of 52 in`."""
    rounds = dict.fromkeys((match.pool, match.round) for match in matches)
    said = []
    for pool, number in rounds:
        every = [m for m in t.matches if (m.pool, m.round) == (pool, number)]
        of_which = f"{pool} " if len(rounds) > 1 else ""
        said.append(f"{of_which}{sum(m in t.results for m in every)} of {len(every)} in")
    return ", ".join(said)


def status(t: Tournament, hall: OpenTables) -> str:
    """Return how far every round in play is: `41 of 52 in`."""
    return come_in(t, hall.running or hall.resting)


def still_out(t: Tournament, book: Book, hall: OpenTables) -> list[str]:
    """Return the tables whose slips are out, with both names."""
    found = []
    for match in hall.running:
        if match not in t.results:
            first, second = (book.name(player) for player in t.matches[match])
            found.append(f"{match.table:>4}  {first} and {second} ({match})")
    return found


def _named(t: Tournament, rules: Ruleset, book: Book, match: MatchId) -> list[str]:
    """Return both players with their records; in a bracket a record says nothing."""
    players = t.matches[match]
    if eliminates(t) or match.pool in t.cuts:
        return [book.name(player) for player in players]
    played = rounds_played(t, rules, of=players)
    return [f"{book.name(player)} {record_of(played[player]).score}" for player in players]


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
