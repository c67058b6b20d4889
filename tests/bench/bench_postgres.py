"""What a ledger in PostgreSQL costs, beside raw inserts and `eventsourcing` on the same server.

Run it by hand: `python -m tests.bench postgres [EVENTS]`. It starts a server of its own, on the
disk, and prints ratios beside their bars. The sides take turns in one run. What is compared with
comes from an extra: `pip install .[bench]`.
"""

import os
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import islice
from statistics import median
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import psycopg

from roundbook.cli.main import collect_seldom
from roundbook.ledger.record.entry import START, Entry, entries_of, leaf_hash, to_line
from roundbook.ledger.storage.database import Database
from roundbook.ledger.storage.postgres import PostgresStore
from roundbook.ledger.storage.store import Behind
from roundbook.ledger.terms import Actor, HandId
from tests.bench.bench_peer import BEGIN, PEER, acts, peer, processor_seconds, read_only, seconds
from tests.postgres import running
from tests.stores.lines import lines, mark

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS, EVENTS, TURNS = 300, 100_000, 9
DESKS, SECONDS = 8, 5.0
TOGETHER = 1_000
"""Lines that are written together, where nobody measures it."""


def appends(address: str) -> None:
    """Append line after line, and insert the same bytes into a bare table."""
    held = lines(ROUNDS)
    store = PostgresStore.create(Database(address), "appends")
    ours, raw = [], []
    with psycopg.connect(address, autocommit=True) as bare:
        bare.execute("CREATE TABLE bare (seq int PRIMARY KEY, body bytea NOT NULL)")
        insert = partial(bare.execute, "INSERT INTO bare VALUES (%s, %s)")
        for number, line in enumerate(held):
            raw.append(seconds(partial(insert, (number, line))))
            ours.append(seconds(partial(store.append, [line], after=number)))
    mine, theirs = median(ours), median(raw)
    print(f"append of a line: {mine * 1e6:.0f} µs, ", end="")
    print(f"{mine / theirs:.2f} of a raw insert and commit (bar: 1.5)")


def replays(address: str, events: int) -> None:
    """Read a ledger and check it, beside an aggregate of as many events of the peer."""
    hand, prev, held = Actor(id=HandId("h1")), START, 0
    store = PostgresStore.create(Database(address), "replays")
    batch: list[bytes] = []
    for seq, event in enumerate(islice(acts(2_000), events), start=1):
        entry = Entry(seq=seq, at=BEGIN, hand=hand, cmd=f"c{seq}", prev=prev, events=(event,))
        batch.append(to_line(entry))
        prev = leaf_hash(batch[-1])
        if len(batch) == TOGETHER or seq == events:
            store.append(batch, after=held)
            held, batch = held + len(batch), []
    sides: dict[str, Callable[[], object]] = {
        "lines": store.lines,
        "verified": lambda: read_only(entries_of(store.lines())),
        PEER: peer(of_peer(address), events),
    }
    took: dict[str, list[float]] = {name: [] for name in sides}
    for _ in range(TURNS):
        for name, work in sides.items():
            took[name].append(processor_seconds(work))
    ratios = [theirs / ours for ours, theirs in zip(took["verified"], took[PEER], strict=True)]
    print(f"its lines, chain and head checked: {min(took['lines']) / events * 1e6:.2f} µs a line")
    print(
        f"replay of {events:,} entries, verified: {min(took['verified']) / events * 1e6:.2f} µs an "
        f"entry; in the middle of {TURNS} turns 1/{median(ratios):.1f} of {PEER}'s repository.get "
        f"(from 1/{min(ratios):.1f} to 1/{max(ratios):.1f}; bar: 1/5)"
    )


def of_peer(address: str) -> dict[str, str]:
    """Return where eventsourcing is to write, in its own words."""
    where = urlsplit(address)
    return {
        "PERSISTENCE_MODULE": "eventsourcing.postgres",
        "POSTGRES_DBNAME": where.path.removeprefix("/"),
        "POSTGRES_HOST": parse_qs(where.query)["host"][0],
        "POSTGRES_PORT": "5432",
        "POSTGRES_USER": "owner",
        "POSTGRES_PASSWORD": "none",
    }


def desk(address: str, names: list[str], cmd: str) -> int:
    """Append for a while, now here and now there; return how often."""
    database = Database(address)
    stores = [PostgresStore(database, name) for name in names]
    held = [store.lines() for store in stores]
    done, until = 0, time.perf_counter() + SECONDS
    while time.perf_counter() < until:
        at = (done * 7 + os.getpid()) % len(names)
        line = lines(1, start=mark(held[at]), cmd=f"{cmd}-")
        try:
            stores[at].append(line, after=len(held[at]))
        except Behind:
            held[at] += stores[at].lines(after=len(held[at]))
        else:
            held[at] += line
            done += 1
    return done


def writers(address: str) -> None:
    """Let eight desks write at one tournament, and at a hundred."""
    rates = []
    for many in (1, 100):
        names = [f"of-{many}-{number}" for number in range(many)]
        for name in names:
            PostgresStore.create(Database(address), name)
        with ProcessPoolExecutor(DESKS) as desks:
            each = [desks.submit(desk, address, names, chr(ord("a") + n)) for n in range(DESKS)]
            done = sum(one.result() for one in each)
        held = sum(len(PostgresStore(Database(address), name).lines()) for name in names)
        assert held == done, "what was acknowledged stands once"
        rates.append(done / SECONDS)
        print(f"{DESKS} desks at {many} tournaments: {done / SECONDS:,.0f} entries a second")
    print(f"a hundred tournaments take {rates[1] / rates[0]:.1f} times as many as one")


def main(*words: str) -> None:
    """Print ratios."""
    collect_seldom()
    with running(on_disk=True) as server:
        appends(server.hall)
        replays(server.hall, int(words[0]) if words else EVENTS)
        writers(server.hall)


if __name__ == "__main__":
    main()
