"""How long a replay takes per entry, verified and not, beside `eventsourcing`, which verifies none.

Run it by hand: `python -m tests.bench.bench_peer [ENTRIES]`. It prints ratios beside their bars.
The sides take turns in one run, over as many events. The peer follows them to a state in memory;
ours is measured with and without that. What is compared with comes from an extra:
`pip install .[bench]`. Then how long `standings` takes to open an event of 5,000 entries in a
program of its own, beyond what it takes for a small one.
"""

import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from roundbook.cli.main import collect_seldom
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.proofs.tree import Tree
from roundbook.ledger.record.chain import Head, survey
from roundbook.ledger.record.entry import START, Entry, entries_of, leaf_hash, to_line
from roundbook.ledger.rulesets.released import digest
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import (
    Actor,
    Division,
    HandId,
    MatchId,
    Pairing,
    PlayerId,
    Pool,
    Result,
    Style,
    Verdict,
)

ENTRIES, TURNS = 1_000_000, 3
COLD, PLAYERS, FLOOR = 5_000, 900, 20_000
SOME = 1 << 17
"""Bytes that are read together."""

POOL = Pool("masters")
BEGIN = datetime(2026, 3, 7, 9, tzinfo=UTC)
VERDICTS = (Verdict.FIRST, Verdict.SECOND, Verdict.FIRST)
PROGRAM = "import sys; sys.argv[0] = 'roundbook'; from roundbook.cli.main import main; main()"
PEER = "eventsourcing"
BARS = {"verified": 6, "neither": 20}
"""How many entries should be read while the peer reads one."""


def acts(players: int) -> Iterator[ev.AnyEvent]:
    """Yield the events of a tournament of so many players, round after round, for ever."""
    yield ev.TournamentOpened(
        tournament="bench-of-peers",
        name="Bench",
        edition="play-2017",
        edition_sha256=digest("play-2017"),
        style=Style.SWISS,
        start=BEGIN.date(),
    )
    ids = [PlayerId(f"p{number}") for number in range(1, players + 1)]
    for player in ids:
        bound = f"{player:A<42}E"
        yield ev.PlayerRegistered(player=player, division=Division.MASTERS, commitment=bound)
    yield ev.PodsFormed(pods={POOL: (Division.MASTERS,)})
    yield ev.RoundsSet(rounds=9)
    tables = tuple(range(1, players // 2 + 1))
    for number in range(1, 1_000):
        turn = number % (players - 1)
        circle = [ids[0], *ids[1 + turn :], *ids[1 : 1 + turn]]
        pairings = tuple(Pairing(circle[n - 1], circle[-n]) for n in tables)
        yield ev.RoundPaired(
            pool=POOL, round=number, pairings=pairings, tables=tables, reason="bench"
        )
        yield ev.RoundStarted(pool=POOL, round=number)
        for table in tables:
            result = Result(verdict=VERDICTS[(table * number) % 3])
            yield ev.ResultReported(match=MatchId(POOL, number, table), result=result)


def written(folder: Path, entries: int, players: int) -> Path:
    """Write a ledger of so many entries, and its head."""
    folder.mkdir()
    hand, prev = Actor(id=HandId("h1")), START
    with (folder / "ledger.jsonl").open("wb") as file:
        for seq, event in enumerate(islice(acts(players), entries), start=1):
            line = to_line(
                Entry(seq=seq, at=BEGIN, hand=hand, cmd=f"c{seq}", prev=prev, events=(event,))
            )
            file.write(line + b"\n")
            prev = leaf_hash(line)
    (folder / "head").write_bytes(Head(leaf=prev, seq=entries).to_bytes())
    return folder


def unverified(folder: Path) -> Iterator[Entry]:
    """Read and decode; believe everything: what the lines follow, and how ids are spelled."""
    decoder = msgspec.json.Decoder(Entry)
    with (folder / "ledger.jsonl").open("rb") as file:
        while some := file.read(SOME):
            yield from decoder.decode_lines(some + file.readline())


def verified(folder: Path) -> Iterator[Entry]:
    """Check chain, head and root, and that every line is canonical and all that it should be.

    These are the parts of `roundbook verify` that look at every line.
    """
    head = Head.from_bytes((folder / "head").read_bytes())
    found = survey((folder / "ledger.jsonl").read_bytes(), head)
    assert found.clean, "the ledger was just written"
    assert len(Tree.over(found.leaves).root()) == 32
    return entries_of(found.lines)


def read_only(entries: Iterator[Entry]) -> None:
    """Read to the end, and follow nothing."""
    deque(entries, maxlen=0)


def peer(env: Mapping[str, str], entries: int) -> Callable[[], int]:
    """Write as many events with eventsourcing, where `env` says, and return what replays them."""
    from eventsourcing.application import Application
    from eventsourcing.domain import Aggregate, event

    class Match(Aggregate):
        @event("Opened")
        def __init__(self) -> None:
            self.results: dict[str, str] = {}

        @event("Reported")
        def report(self, match: str, verdict: str) -> None:
            self.results[match] = verdict

    app: Application[Any] = Application(env=env)
    one = Match()
    for number in range(1, entries):
        one.report(f"masters-{number // 1_000 + 1}-{number % 1_000 + 1}", "first")
        if number % 1_000 == 0:
            app.save(one)
    app.save(one)

    def replay() -> int:
        again: Match = app.repository.get(one.id)
        return len(again.results)

    return replay


def seconds(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def processor_seconds(work: Callable[[], object]) -> float:
    begin = time.process_time()
    work()
    return time.process_time() - begin


def replays(folder: Path, entries: int) -> None:
    """Let all sides take turns, and print what the best turn of each took for an entry.

    It is processor time, so that other programs on the machine count for less.

    Verified: the chain, the head, the root of the tree, and every line strictly. Neither is what a
    program does that believes the file. Followed: the tournament that the entries tell, as well.
    """
    cup = written(folder / "large", entries, 2_000)
    sides: dict[str, Callable[[], object]] = {
        "verified and followed": lambda: Tournament.replay(verified(cup)),
        "verified": lambda: read_only(verified(cup)),
        "followed": lambda: Tournament.replay(unverified(cup)),
        "neither": lambda: read_only(unverified(cup)),
    }
    if find_spec(PEER):
        env = {"PERSISTENCE_MODULE": "eventsourcing.sqlite"}
        sides[PEER] = peer(env | {"SQLITE_DBNAME": str(folder / "peer.db")}, entries)
    else:
        print(f"{PEER} is not installed, so that nothing is compared: pip install .[bench]")
    took: dict[str, list[float]] = {name: [] for name in sides}
    for _ in range(TURNS):
        for name, work in sides.items():
            took[name].append(processor_seconds(work))
    print(f"replay of {entries:,} entries, processor time, best of {TURNS} turns:")
    for name, times in took.items():
        line = f"  {name:22} {min(times) / entries * 1e6:6.2f} µs an entry"
        if PEER in took and name != PEER:
            line += f", 1/{min(took[PEER]) / min(times):.1f} of {PEER}"
            line += f" (bar: 1/{BARS[name]})" if name in BARS else ""
        print(line)


def floors(folder: Path) -> None:
    """Print what the same lines cost without any of our code: what no verified replay goes below.

    A hash for every line and one for every pair; reading without knowing what for.
    """
    lines = (folder / "ledger.jsonl").read_bytes().split(b"\n")[:FLOOR]
    pair, sha256 = b"\x01" * 65, hashlib.sha256
    sides: dict[str, Callable[[], object]] = {
        "one hash a line": lambda: [sha256(line).digest() for line in lines],
        "one hash a pair": lambda: [sha256(pair).digest() for _ in lines],
        "msgspec, plain values": lambda: [msgspec.json.decode(line) for line in lines],
        "json.loads": lambda: [json.loads(line) for line in lines],
    }
    print("beside it, of the same lines:")
    for name, work in sides.items():
        best = min(processor_seconds(work) for _ in range(5))
        print(f"  {name:22} {best / len(lines) * 1e6:6.2f} µs")


def cold(folder: Path) -> None:
    """Print what opening, checking and placing costs beyond the start of the program."""
    env = {**os.environ, "ROUNDBOOK_HOME": str(folder / "home")}
    large, small = written(folder / "cold", COLD, PLAYERS), written(folder / "small", 14, 4)

    def standings(cup: Path) -> None:
        run = [sys.executable, "-c", PROGRAM, "standings", "-C", str(cup), "--plain"]
        subprocess.run(run, env=env, check=True, stdout=subprocess.DEVNULL)

    pairs = [
        (seconds(lambda: standings(small)), seconds(lambda: standings(large))) for _ in range(11)
    ]
    start, whole = (min(side) for side in zip(*pairs, strict=True))
    print(f"standings of {COLD:,} entries, opened cold: {whole * 1e3:.0f} ms, ", end="")
    print(f"{(whole - start) * 1e3:.0f} ms beyond the start of the program (bar: 100 ms)")


def main(*words: str) -> None:
    """Print ratios."""
    entries = int(words[0]) if words else ENTRIES
    collect_seldom()
    with tempfile.TemporaryDirectory() as name:
        cold(Path(name))
        replays(Path(name), entries)
        floors(Path(name) / "large")


if __name__ == "__main__":
    main(*sys.argv[1:])
