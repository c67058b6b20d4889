"""Plays the events of many seeds, several at once, and says which of them broke a promise."""

from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import NamedTuple

from tests.simulation.faults.play import Played, plan
from tests.simulation.faults.shorten import only, outcome, shortest


class Asked(NamedTuple):
    """What is to be played with each seed."""

    events: int
    numbers: frozenset[int] | None
    defect: str | None


class Tried(NamedTuple):
    """What came of a seed: what happened, or which promise was broken, in lines."""

    seed: int
    played: Played | None
    lines: tuple[str, ...]


def every(seeds: range, wanted: Asked, processes: int) -> Iterator[Tried]:
    """Play every seed, several at once; yield what came of each as soon as it is known."""
    if processes == 1 or len(seeds) == 1:
        yield from (tried(seed, wanted) for seed in seeds)
        return
    with ProcessPoolExecutor(min(processes, len(seeds)), get_context("spawn")) as pool:
        playing: list[Future[Tried]] = [pool.submit(tried, seed, wanted) for seed in seeds]
        yield from (done.result() for done in as_completed(playing))


def tried(seed: int, wanted: Asked) -> Tried:
    """Play the event of a seed; if it breaks a promise, return its shortest history as well."""
    drawn = plan(seed, wanted.events)
    if wanted.numbers is not None:
        drawn = only(drawn, {*wanted.numbers})
    played, broken = outcome(drawn, wanted.defect)
    if broken is None:
        return Tried(seed, played, ())
    short, still = shortest(drawn, broken, wanted.defect)
    numbers = ",".join(str(step.number) for step in short.steps)
    alone = f"python -m tests.simulation --seed {seed} --events {wanted.events} --only {numbers}"
    told = (f"seed {seed}: {broken}", *still.history, str(still), alone)
    return Tried(seed, None, (told[0], *(f"  {line}" for line in told[1:])))


def summary(seeds: range, found: Sequence[Tried], seconds: float) -> str:
    """Return in a line how many events were played, and which broke a promise."""
    whole = [one.played for one in found if one.played]
    total = Played(*map(sum, zip(*whole, strict=True))) if whole else Played(0, 0, 0, 0, 0, 0)
    commands, faults = (min((one[at] for one in whole), default=0) for at in (0, 1))
    broke = sorted(one.seed for one in found if one.played is None)
    named = f" ({', '.join(map(str, broke))})" if broke else ""
    return (
        f"{len(found):,} events, seeds {seeds[0]} to {seeds[-1]}: "
        f"{total.commands:,} commands ({total.acknowledged:,} acknowledged, "
        f"{total.refused:,} refused, {total.unsure:,} unknown), {total.faults:,} faults; "
        f"at least {commands} and {faults} in each; "
        f"{len(broke)} broke a promise{named}; {seconds / 3600:.2f} hours"
    )
