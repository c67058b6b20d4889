"""What PostgreSQL promises its stores, in memory: a leader, standbys, and everything that breaks.

The store is the program's own. What it asks is answered here as the server would: an append is
judged by its hashes, and acknowledged once a standby has it. The leader dies before, in or after a
commit; its answer is lost; the wait for a standby is ended; the next leader lacks what no standby
had. The statements themselves are tried on a real server: tests/stores, tests/cluster.
"""

import hashlib
from collections.abc import Iterator
from random import Random
from typing import Any

import psycopg

from roundbook.ledger.errors import Conflict, NotKnown, Unreadable
from roundbook.ledger.record.chain import BEGINNING, follow
from roundbook.ledger.record.entry import leaf_hash
from roundbook.ledger.storage.database import Database, Lost, Silent, not_known
from roundbook.ledger.storage.postgres import PostgresStore
from roundbook.ledger.storage.store import Behind
from tests.stores.lines import lines, mark

NAME = "cup"


class DoesNotFollowError(psycopg.DatabaseError):
    """What the server's function raises for a line that does not follow the last one."""

    sqlstate: str | None = "RB002"


class Server:
    """One server: its lines; of a leader, those that a standby has not confirmed are its own."""

    def __init__(self, held: list[bytes]) -> None:
        self.held = held


class Cluster:
    """A leader and two standbys, and the dice that say what breaks."""

    def __init__(self, dice: Random, *, alone: bool = False) -> None:
        self.dice, self.alone = dice, alone
        self.leader = Server([])
        self.standbys = [Server([]), Server([])]
        self.faults = 0

    def breaks(self, one_in: int) -> bool:
        """Tell whether something breaks now."""
        broken = self.dice.randrange(one_in) == 0
        self.faults += broken
        return broken

    def replicate(self) -> None:
        """Let one standby have what the leader has; the other follows when it likes."""
        first, other = self.dice.sample(self.standbys, 2)
        first.held = list(self.leader.held)
        if self.dice.random() < 0.5:
            other.held = list(self.leader.held)

    def fail_over(self) -> None:
        """Let the standby that has most take over; the old leader comes back as a standby."""
        self.standbys.sort(key=lambda one: len(one.held))
        self.leader = self.standbys.pop()
        self.standbys.append(Server(list(self.leader.held)))

    def append(self, after: int, new: list[bytes]) -> int:
        """Do what `roundbook.append` does, and what the commit after it does."""
        self.lose_connection(12)  # Before the server has the statement.
        held = self.leader.held
        if len(held) != after:
            return -len(held)
        start = mark(held) if held else BEGINNING
        if follow(new, start).after.seq != after + len(new):
            raise DoesNotFollowError("it does not follow")
        held += new
        if self.breaks(12):  # The leader dies with what only it has.
            self.fail_over()
            raise Lost
        if self.breaks(15):  # Somebody ends the wait: the server only warns.
            raise not_known("a standby did not confirm what was written")
        if not self.alone:
            self.replicate()
        self.lose_connection(12)  # It is done, and the answer is lost.
        if self.breaks(25):
            raise Silent("it has not answered")
        if self.breaks(20):
            self.fail_over()
        return after + len(new)

    def lose_connection(self, one_in: int) -> None:
        """Let the connection break now and then, perhaps since another server takes over."""
        if self.breaks(one_in):
            if self.breaks(2):
                self.fail_over()
            raise Lost


class Asked(Database):
    """A connection to the leader, whichever it is."""

    def __init__(self, cluster: Cluster) -> None:
        super().__init__("postgresql:///events", patience=(0.0,) * 4)
        self.cluster = cluster

    def attempts(self) -> Iterator[int]:
        """Try again at once: nobody waits here."""
        yield from range(4)

    def ask(self, query: Any, *values: Any) -> list[tuple[Any, ...]]:
        """Answer a statement as the server would."""
        held, text = self.cluster.leader.held, str(query)
        if "roundbook.append" in text:
            _, after, new = values
            return [(self.cluster.append(after, [new] if isinstance(new, bytes) else new),)]
        if "string_agg(body" in text:
            _, first, last = values
            return [(b"\n".join(held[first - 1 : last]) or None,)]
        assert "SELECT id, size" in text, text
        leaf = leaf_hash(held[-1]) if held else hashlib.sha256().hexdigest()
        return [(1, len(held), leaf)]


class Told(AssertionError):  # noqa: N818 - what is wrong, in words.
    """A promise of the store that was not kept."""


def run(seed: int, steps: int, *, alone: bool = False) -> tuple[int, int]:
    """Let desks write while servers fail; return how much was acknowledged, and how often it broke.

    Raises Told. `alone` is the mistake of a leader that waits for nobody.
    """
    dice = Random(f"servers {seed}")
    cluster = Cluster(dice, alone=alone)
    desks = [PostgresStore(Asked(cluster), NAME) for _ in range(3)]
    seen: list[list[bytes]] = [[] for _ in desks]
    acknowledged: list[bytes] = []
    for step in range(steps):
        who = dice.randrange(len(desks))
        if dice.random() < 0.3:
            seen[who] = desks[who].lines()
        known = seen[who]
        new = lines(dice.randint(1, 2), start=mark(known), cmd=f"s{seed}.{step}.")
        try:
            desks[who].append(new, after=len(known))
        except Behind:
            known += desks[who].lines(after=len(known))
        except Conflict:  # What it had read was never acknowledged, and is gone.
            seen[who] = desks[who].lines()
        except (NotKnown, Unreadable):
            seen[who] = desks[who].lines()
        else:
            acknowledged += new
            known += new
        held = cluster.leader.held
        missing = [line for line in acknowledged if line not in held]
        if missing:
            raise Told(f"step {step}: {len(missing)} acknowledged lines are lost")
        if len(set(held)) != len(held):
            raise Told(f"step {step}: a line is there twice")
        if follow(held, BEGINNING).after.seq != len(held):
            raise Told(f"step {step}: the lines do not hang together")
    return len(acknowledged), cluster.faults
