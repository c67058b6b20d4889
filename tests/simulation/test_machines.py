"""Whole events of every style, through random lawful and unlawful commands to their close."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from roundbook.cli.places import secrets
from roundbook.ledger.events.drafts import PairedBy
from roundbook.ledger.terms import Division, Style
from tests.simulation.floor import JUNIOR, MASTERS, SENIOR, Kind
from tests.simulation.machine import Machine

ACTIVE = settings()
CUT, SWISS = Style.SWISS_PLUS_CUT, Style.SWISS
DRAWS = 200

KINDS = {
    "swiss": Kind(SWISS, tuple((MASTERS,) * n for n in (5, 4, 6, 7)), rounds=3, points=True),
    "podded": Kind(SWISS, ((SENIOR, MASTERS) * 6,), rounds=2),
    "age-modified": Kind(SWISS, ((JUNIOR, SENIOR, MASTERS) * 2, (MASTERS,) * 4 + (SENIOR,) * 2)),
    "elimination": Kind(
        Style.SINGLE_ELIMINATION,
        ((MASTERS,) * 5, (SENIOR, MASTERS) * 2, (JUNIOR,) * 8),
        playoff=True,
    ),
    "swiss-plus-cut": Kind(
        CUT, ((MASTERS,) * 9, (MASTERS,) * 8), rounds=2, cut={MASTERS: 4}, playoff=True
    ),
    "podded-plus-cut": Kind(
        CUT,
        ((SENIOR, MASTERS) * 8, (MASTERS, MASTERS, SENIOR) * 4),
        rounds=2,
        cut={MASTERS: 4, SENIOR: 2},
    ),
    "two-day": Kind(
        CUT, ((MASTERS,) * 8,), rounds=2, cut={MASTERS: 2}, day_two={MASTERS: 1}, points=True
    ),
    "pod-sheet": Kind(
        SWISS,
        ((Division.OPEN,) * 8, (Division.OPEN,) * 7),
        edition="dci-pod",
        pairing=PairedBy.POD_SHEET,
    ),
    "flighted": Kind(CUT, ((MASTERS,) * 68,), rounds=1, cut={MASTERS: 4}, flights=2),
}
EXAMPLES = {"flighted": 10}
"""One in so many of the examples of the profile; else one in five."""


@pytest.fixture
def chain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Lay a chain of secrets where the commands look for it; return its published end."""
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path))
    monkeypatch.setattr(secrets, "LENGTH", DRAWS)
    return secrets.begin(tmp_path, b"a secret that no event has used.")


@pytest.mark.rule("A-55")
@pytest.mark.parametrize("name", KINDS)
def test_no_event_gets_stuck_and_nothing_unlawful_passes(name: str, chain: str) -> None:
    run_state_machine_as_test(
        lambda: Machine(KINDS[name], chain),  # type: ignore[arg-type]  # A class makes one too.
        settings=settings(
            max_examples=max(2, ACTIVE.max_examples // EXAMPLES.get(name, 5)),
            stateful_step_count=25,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate, Phase.shrink],
        ),
    )
