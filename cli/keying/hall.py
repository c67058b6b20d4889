"""The tables that are being played at, as whoever keys in slips has them before their eyes."""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from ledger.state.queries import brackets_of, latest_round, open_matches
from ledger.state.tournament import Tournament
from ledger.terms import MatchId, Pairing, Pool, Result


class Hall(Struct, frozen=True, kw_only=True):
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


def hall_of(t: Tournament) -> Hall:
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
    return Hall(
        running=tuple(running), resting=tuple(resting), matches=t.matches, results=t.results
    )


def _is_followed(t: Tournament, pool: Pool) -> bool:
    ages = t.pods.get(pool, ())
    return any(t.latest.get(bracket) for age in ages for bracket in brackets_of(t, age))


def _at(matches: Iterable[MatchId], table: int, pool: Pool | None) -> list[MatchId]:
    return [match for match in matches if match.table == table and pool in {None, match.pool}]
