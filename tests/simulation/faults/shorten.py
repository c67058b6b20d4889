"""Makes a history in which a promise is broken as short as it goes."""

import contextlib
import io
from collections.abc import Callable
from contextlib import nullcontext

from tests.simulation.faults.defects import made
from tests.simulation.faults.play import BrokenError, Plan, Played, Step, play

MOST = 400
"""How many shorter histories are tried."""


def outcome(wanted: Plan, defect: str | None = None) -> tuple[Played | None, BrokenError | None]:
    """Play a plan, perhaps with a mistake in the program; return what came of it.

    What the program says on its terminal is for nobody. Where it stops with an error of its own, it
    promised not to.
    """
    quiet = contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO())
    try:
        with made(defect) if defect else nullcontext(), quiet[0], quiet[1]:
            return play(wanted), None
    except BrokenError as broken:
        return None, broken
    except Exception as error:  # noqa: BLE001 - whatever it is, nobody was to see it.
        said = f"{type(error).__name__}: {error}"
        return None, BrokenError(wanted.steps[-1].number if wanted.steps else 0, said)


def only(wanted: Plan, numbers: set[int]) -> Plan:
    """Return a plan with these steps alone."""
    return wanted._replace(steps=tuple(one for one in wanted.steps if one.number in numbers))


def shortest(
    wanted: Plan, broken: BrokenError, defect: str | None = None
) -> tuple[Plan, BrokenError]:
    """Return the shortest plan that is found in which the same promise is broken."""
    tries = 0
    last = broken

    def breaks(steps: tuple[Step, ...]) -> bool:
        nonlocal tries, last
        tries += 1
        if tries > MOST:
            return False
        _, found = outcome(wanted._replace(steps=steps), defect)
        if found is None or found.kind != broken.kind:
            return False
        last = found
        return True

    steps = tuple(one for one in wanted.steps if one.number <= broken.step)
    if not breaks(steps):
        return wanted, broken
    size = len(steps) // 2
    while size:
        steps = _without(steps, size, breaks)
        size //= 2
    steps = _without_faults(steps, breaks)
    return wanted._replace(steps=steps), last


def _without(
    steps: tuple[Step, ...], size: int, breaks: Callable[[tuple[Step, ...]], bool]
) -> tuple[Step, ...]:
    """Leave out so many steps at a time, wherever it goes."""
    at = 0
    while at < len(steps):
        fewer = (*steps[:at], *steps[at + size :])
        if breaks(fewer):
            steps = fewer
        else:
            at += size
    return steps


def _without_faults(
    steps: tuple[Step, ...], breaks: Callable[[tuple[Step, ...]], bool]
) -> tuple[Step, ...]:
    """Leave out every fault that need not strike."""
    for at, step in enumerate(steps):
        if step.faults:
            fewer = (*steps[:at], step._replace(faults=()), *steps[at + 1 :])
            steps = fewer if breaks(fewer) else steps
    return steps
