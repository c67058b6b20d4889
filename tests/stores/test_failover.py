"""A server is killed while desks write: a standby takes over, and nothing acknowledged is lost."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event
from time import sleep
from urllib.parse import urlsplit

import pytest

from roundbook.ledger.storage.database import Database
from roundbook.ledger.storage.postgres import PostgresStore
from tests.postgres import Server, cluster
from tests.stores.writers import going_on

pytestmark = pytest.mark.database

TOURNAMENTS = ("north", "south", "west")
LINES = 20
"""That each of two desks writes at each tournament at least."""


def test_a_standby_takes_over_with_everything_that_was_acknowledged() -> None:
    """Two desks write at each of three tournaments, by an address that names all servers."""
    with cluster() as (a, b, c):
        hall = urlsplit(a.new_database()).path.removeprefix("/")
        address = _of_all((a, b, c), hall)
        for name in TOURNAMENTS:
            PostgresStore.create(Database(address), name)
        desks = [(name, cmd) for name in TOURNAMENTS for cmd in ("x", "y")]
        stores = [PostgresStore(Database(address), name) for name, _ in desks]
        taken_over = Event()
        with ThreadPoolExecutor(len(desks)) as threads:
            running = [
                threads.submit(going_on, store, LINES, cmd, taken_over)
                for store, (_, cmd) in zip(stores, desks, strict=True)
            ]
            try:
                while len(PostgresStore(Database(a.address(hall)), "north").lines()) < LINES:
                    sleep(0.005)
                a.kill()
                # The one that has more: the other could not follow it back (as managers know).
                next_one, other = sorted((b, c), key=Server.received, reverse=True)
                next_one.promote()
                other.follow(next_one)
            finally:
                taken_over.set()
            done = [one.result() for one in running]
        for name in TOURNAMENTS:
            held = PostgresStore(Database(next_one.address(hall)), name).lines()
            acknowledged = [
                line
                for (at, _), mine in zip(desks, done, strict=True)
                if at == name
                for line in mine
            ]
            assert sorted(held) == sorted(acknowledged), "none is lost, and none is there twice"
            assert PostgresStore(Database(other.address(hall)), name).lines() == held


def _of_all(servers: tuple[Server, ...], database: str) -> str:
    """Return the address by which a desk finds whichever server may be written to."""
    hosts = ",".join(str(server.folder) for server in servers)
    options = "target_session_attrs=read-write&connect_timeout=2"
    return f"postgresql://owner@/{database}?host={hosts}&{options}"
