"""One door tried with many broken files, in bounds: of time for each file, of memory for all."""

import resource
import signal
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from tests.fuzz.mutation import mutated
from tests.fuzz.targets import Target

MEMORY = 1_024
"""So many megabytes of addresses a process may take that reads what it is handed."""

LONGEST = 20
"""So many seconds one file may take, on a machine that does other things too."""


class Hangs(BaseException):
    """A file took too long. No reader that catches everything catches this."""


class Broken(bytes):
    """A file that was good; it is long, and not to be read on a screen."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<{len(self)} bytes>"


def broken(target: Target) -> st.SearchStrategy[Broken]:
    """Return files that were good, and are not any more."""
    good = list(target.samples())
    return st.builds(
        lambda at, random: Broken(mutated(good[at], target.of_form, random)),
        st.integers(0, len(good) - 1),
        st.randoms(use_true_random=False),
    )


def tried(target: Target, *, number: int, cases: int) -> None:
    """Try a door with so many broken files; raises for the first that is a finding."""
    last = [b""]

    @seed(number)
    @settings(
        max_examples=cases,
        database=None,
        deadline=None,
        derandomize=False,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    @given(broken(target))
    def check(data: Broken) -> None:
        last[0] = data
        with hurried():
            target.check(bytes(data))

    try:
        check()
    except BaseException as finding:
        finding.add_note(f"door: {target.name}; file, in base64: {b64encode(last[0]).decode()}")
        raise


@contextmanager
def hurried() -> Iterator[None]:
    """Raise Hangs if what is done here takes too long."""

    def late(*_: object) -> NoReturn:
        raise Hangs(f"more than {LONGEST} seconds")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(LONGEST)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def bound() -> None:
    """Let this process take no more memory than MEMORY."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY << 20, MEMORY << 20))


def peak() -> int:
    """Return how many megabytes of memory this process has had at most."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
