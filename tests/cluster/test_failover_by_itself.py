"""Three servers with Patroni and etcd, each in a network of its own: who leads is never in doubt.

Run it by hand, as root: `pytest tests/cluster`. It needs Debian's packages, which
docs/deploy/try-cluster names, and fails without them. It takes some seven minutes.
"""

import subprocess
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import NamedTuple

import psycopg
import pytest

from roundbook.ledger.errors import Conflict, NotKnown, Refused, Unreadable
from roundbook.ledger.storage.database import Database
from roundbook.ledger.storage.postgres import PostgresStore
from roundbook.ledger.storage.store import Behind
from tests.stores.lines import lines, mark

pytestmark = [pytest.mark.database, pytest.mark.tools]

SCRIPT = Path(__file__).resolve().parents[2] / "docs/deploy/try-cluster"
SERVERS = ("1", "2", "3")
TOURNAMENTS = ("north", "south")
PATIENCE = (0.0, *(0.25,) * 400)
"""Longer than the lease of a leader: the desks wait out every fault."""
SOON = 120.0
"""Seconds after which a cluster that has not come back is taken for broken."""


class Cluster(NamedTuple):
    """The servers; desks reach them by socket, also those that no other server can reach."""

    folder: Path

    def do(self, *words: str) -> str:
        command = [str(SCRIPT), words[0], str(self.folder), *words[1:]]
        done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def address(self, *servers: str) -> str:
        hosts = ",".join(str(self.folder / server) for server in servers or SERVERS)
        options = "target_session_attrs=read-write&connect_timeout=2"
        return f"postgresql://postgres@/events?host={hosts}&{options}"

    def heads(self) -> list[str]:
        """Return the servers that hold themselves for the leader."""
        return [server for server in SERVERS if self.leads(server)]

    def leads(self, server: str) -> bool:
        try:
            return self.asked(server, "SELECT NOT pg_is_in_recovery()")
        except psycopg.OperationalError:
            return False

    def in_step(self) -> bool:
        """Whether one leads, and both others follow it."""
        with suppress(psycopg.OperationalError):
            return any(
                self.asked(
                    server,
                    "SELECT count(*) FILTER (WHERE state = 'streaming') = 2"
                    " AND bool_or(sync_state = 'sync') FROM pg_stat_replication",
                )
                for server in self.heads()
            )
        return False

    def clings(self, server: str) -> bool:
        """Whether it takes itself for the leader still, and asks etcd in vain just now."""
        cycle = self.log(server).rpartition(f"Lock owner: n{server}; I am n{server}\n")[2]
        return "Retrying on" in cycle and "DCS" not in cycle

    def log(self, server: str) -> str:
        return (self.folder / server / "patroni.log").read_text()

    def asked(self, server: str, query: str) -> bool:
        where = f"host={self.folder / server} user=postgres dbname=postgres connect_timeout=2"
        with psycopg.connect(where, autocommit=True) as connection:
            found = connection.execute(query.encode()).fetchone()
        return bool(found and found[0])


def until(holds: Callable[[], bool], what: str) -> float:
    """Wait until something holds; return the seconds that it took."""
    began = monotonic()
    while not holds():
        assert monotonic() - began < SOON, f"not within {SOON:.0f} s: {what}"
        sleep(0.1)
    return monotonic() - began


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with tempfile.TemporaryDirectory(prefix="rb-") as name:
        Path(name).chmod(0o755)
        made = Cluster(Path(name))
        made.do("start")
        try:
            until(made.in_step, "three servers in step")
            [head] = made.heads()
            # A server that is being copied is not one that has an entry.
            assert 'standby "n' in made.log(head)
            assert 'standby "pg_basebackup"' not in made.log(head)
            where = f"host={made.folder / head} user=postgres dbname=postgres"
            with psycopg.connect(where, autocommit=True) as connection:
                connection.execute("CREATE DATABASE events")
            Database(made.address()).prepare()
            yield made
        finally:
            made.do("stop")


class Load:
    """Desks that write as quickly as they can, and somebody who counts who leads."""

    def __init__(self, cluster: Cluster, names: list[str]) -> None:
        self.acknowledged: dict[str, list[bytes]] = {name: [] for name in names}
        self.twice: list[tuple[str, str]] = []
        self.silence = 0.0
        self._cluster = cluster
        self._over = threading.Event()

    @property
    def count(self) -> int:
        return sum(map(len, self.acknowledged.values()))

    def write(self, name: str, cmd: str) -> None:
        done, last = self.acknowledged[name], monotonic()
        while not self._over.is_set():
            # Who was told nothing, or has read what no standby had, reads everything again.
            with suppress(Refused, Unreadable, NotKnown, Conflict):
                database = Database(self._cluster.address(), patience=PATIENCE)
                store = PostgresStore(database, name)
                held = store.lines()
                while not self._over.is_set():
                    line = lines(1, start=mark(held), cmd=f"{cmd}-")
                    try:
                        store.append(line, after=len(held))
                    except Behind:
                        held += store.lines(after=len(held))
                    else:
                        held += line
                        done += line
                        self.silence = max(self.silence, monotonic() - last)
                        last = monotonic()

    def watch(self) -> None:
        while not self._over.is_set():
            if len(heads := self._cluster.heads()) > 1 and all(map(self._cluster.leads, heads)):
                self.twice.append((heads[0], heads[1]))
            sleep(0.05)

    def end(self) -> None:
        self._over.set()


@contextmanager
def under_load(cluster: Cluster, case: str) -> Iterator[Load]:
    """Let two desks write at each of two tournaments; afterwards, judge what stands there."""
    names = [f"{case}-{name}" for name in TOURNAMENTS]
    for name in names:
        PostgresStore.create(Database(cluster.address()), name)
    load = Load(cluster, names)
    with ThreadPoolExecutor(2 * len(names) + 1) as threads:
        running: list[Future[None]] = [threads.submit(load.watch)]
        running += [threads.submit(load.write, name, cmd) for name in names for cmd in ("x", "y")]
        try:
            until(lambda: load.count > 200, "the desks write")
            yield load
        finally:
            load.end()
        for one in running:
            one.result(SOON)
    until(cluster.in_step, "all three servers are in step again")
    # PostgreSQL learns of a change late: who waits for nobody now would do so as a leader.
    waits = "SELECT current_setting('synchronous_standby_names') <> ''"
    assert [server for server in SERVERS if not cluster.asked(server, waits)] == []
    held = [PostgresStore(Database(cluster.address()), name).lines() for name in names]
    missing = [
        line
        for at, name in enumerate(names)
        for line in load.acknowledged[name]
        if line not in set(held[at])
    ]
    doubled = [line for some in held for line, times in Counter(some).items() if times > 1]
    print(
        f"\n{case}: {load.count:,} acknowledged, {len(missing)} lost, {len(doubled)} doubled, "
        f"{len(load.twice)} times two heads, silent for {load.silence:.1f} s at the longest"
    )
    assert (missing, doubled, load.twice) == ([], [], [])


def goes_on(cluster: Cluster, load: Load, but: str = "") -> None:
    """Wait until another server leads, and the desks are acknowledged again."""
    until(lambda: (heads := cluster.heads()) != [] and but not in heads, "somebody else leads")
    before = load.count
    until(lambda: load.count > before + 200, "the desks go on")


def test_a_leader_that_dies_under_load_is_replaced_by_itself(cluster: Cluster) -> None:
    with under_load(cluster, "killed") as load:
        [head] = cluster.heads()
        cluster.do("kill", head)
        goes_on(cluster, load, but=head)
        cluster.do("up", head)
        until(cluster.in_step, "the old leader follows")


def test_a_leader_that_is_cut_off_gives_up_before_another_one_leads(cluster: Cluster) -> None:
    """Desks still reach it: nothing that it took alone is acknowledged."""
    with under_load(cluster, "cut") as load:
        [head] = cluster.heads()
        cluster.do("cut", head)
        goes_on(cluster, load, but=head)
        cluster.do("join", head)
        until(cluster.in_step, "the old leader follows")


def test_a_leader_that_comes_back_while_it_asks_for_its_lock_does_not_get_it(
    cluster: Cluster,
) -> None:
    """Patroni 3.0.2 took it from the new leader, with all that this one had acknowledged."""
    with under_load(cluster, "back") as load:
        [head] = cluster.heads()
        cluster.do("cut", head)
        goes_on(cluster, load, but=head)
        until(lambda: cluster.clings(head), "the old leader asks for its lock")
        cluster.do("join", head)
        until(cluster.in_step, "the old leader follows")


def test_a_standby_that_is_cut_off_costs_a_pause(cluster: Cluster) -> None:
    with under_load(cluster, "standby") as load:
        [head] = cluster.heads()
        query = "SELECT application_name FROM pg_stat_replication WHERE sync_state = 'sync'"
        where = f"host={cluster.folder / head} user=postgres dbname=postgres"
        with psycopg.connect(where) as connection:
            [[standby]] = connection.execute(query).fetchall()
        cluster.do("cut", standby.removeprefix("n"))
        goes_on(cluster, load)
        cluster.do("join", standby.removeprefix("n"))
        until(cluster.in_step, "the standby follows again")


def test_three_servers_that_see_nobody_acknowledge_nothing(cluster: Cluster) -> None:
    with under_load(cluster, "alone") as load:
        for server in SERVERS:
            cluster.do("cut", server)
        until(lambda: cluster.heads() == [], "nobody leads")
        before = load.count
        sleep(10)
        assert load.count == before
        for server in SERVERS:
            cluster.do("join", server)
        goes_on(cluster, load)
