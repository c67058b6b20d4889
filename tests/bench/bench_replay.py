"""How long a large ledger takes from its bytes to the standings.

Next to it: reading the same lines as plain JSON with the standard library.
"""

import json
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.record.entry import START, Entry, from_line, leaf_hash, to_line
from roundbook.ledger.rulesets.released import digest, load
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.storage.jsonl import JsonlStore
from roundbook.ledger.terms import Actor, Division, HandId, Style
from roundbook.projections.standings.standings import standings
from tests.bench.bench_standings import POOL, large, seconds

BEGIN = datetime(2026, 3, 7, 9, tzinfo=UTC)


def acts(t: Tournament) -> Iterator[ev.AnyEvent]:
    """Yield the events that make this tournament, one for each command."""
    yield ev.TournamentOpened(
        tournament="bench-of-replay",
        name="Bench",
        edition="play-2017",
        edition_sha256=digest("play-2017"),
        style=Style.SWISS,
        start=BEGIN.date(),
    )
    for player in t.players:
        yield ev.PlayerRegistered(
            player=player, division=Division.MASTERS, commitment="A" * 42 + "E"
        )
    yield ev.PodsFormed(pods={POOL: (Division.MASTERS,)})
    yield ev.RoundsSet(rounds=len(t.rounds))
    for (pool, number), paired in sorted(t.rounds.items()):
        yield ev.RoundPaired(
            pool=pool, round=number, pairings=paired.pairings, tables=paired.tables, reason="bench"
        )
        yield ev.RoundStarted(pool=pool, round=number)
        for match, _ in paired.matches():
            yield ev.ResultReported(match=match, result=t.results[match])
        for known in t.players.values():
            if known.after == number:
                yield ev.PlayerDropped(player=known.id, after=number)


def ledger(t: Tournament) -> list[bytes]:
    """Return the ledger of this tournament, line by line."""
    lines: list[bytes] = []
    hand, prev = Actor(id=HandId("h1")), START
    for seq, event in enumerate(acts(t), start=1):
        entry = Entry(seq=seq, at=BEGIN, hand=hand, cmd=f"c{seq}", prev=prev, events=(event,))
        lines.append(to_line(entry))
        prev = leaf_hash(lines[-1])
    return lines


def replay(folder: Path) -> int:
    """Read a folder's ledger from disk, check its chain, fold it, and place everybody."""
    lines = JsonlStore(folder).lines()
    t = Tournament.replay(from_line(line, number) for number, line in enumerate(lines, start=1))
    return len(standings(t, load("play-2017")))


def main(*_: str) -> None:
    """Print times and ratios."""
    lines = ledger(large(rounds=10))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "cup"
        JsonlStore.create(folder).append(lines, after=0)
        ours = seconds(lambda: replay(folder), times=3)
        plain = seconds(lambda: [json.loads(line) for line in lines], times=3)
    print(f"replay of {len(lines):,} entries to standings: {ours * 1e3:.0f} ms", end=", ")
    print(f"{ours / plain:.1f} times json.loads of the same lines")
    entries = [from_line(line, number) for number, line in enumerate(lines, start=1)]
    fold = seconds(lambda: Tournament.replay(entries), times=3)
    print(f"the fold of 2,000 players and 10 rounds alone: {fold * 1e3:.0f} ms", end=", ")
    print(f"{fold / plain:.1f} times json.loads of the same lines")


if __name__ == "__main__":
    main()
