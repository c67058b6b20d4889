"""Whatever is handed in is read, or refused in one sentence: every door, within bounds."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fuzz.targets import TARGETS, Target
from tests.fuzz.trial import tried

CASES = {"dev": 20, "ci": 60, "deep": 20_000}
QUICK = [target for target in TARGETS if not target.slow]
SLOW = [target for target in TARGETS if target.slow]
ROOT = Path(__file__).resolve().parents[2]


def cases() -> int:
    """Return how many files are tried at each door, by the profile of the run."""
    profile = os.environ.get("HYPOTHESIS_PROFILE", "ci")
    return CASES.get(profile, CASES["dev"])


@pytest.fixture(autouse=True)
def a_home(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path_factory.getbasetemp() / "fuzz-home"))


@pytest.mark.parametrize("target", TARGETS, ids=[target.name for target in TARGETS])
def test_good_files_are_taken_in(target: Target) -> None:
    for data in target.samples():
        target.take(data)


@pytest.mark.parametrize("target", QUICK, ids=[target.name for target in QUICK])
def test_a_broken_file_is_read_or_refused_in_one_sentence(target: Target) -> None:
    tried(target, number=1, cases=cases())


@pytest.mark.parametrize("target", SLOW, ids=[target.name for target in SLOW])
def test_a_command_that_takes_a_broken_file_answers_in_one_sentence(target: Target) -> None:
    tried(target, number=2, cases=max(cases() // 15, 3))


@pytest.mark.long
def test_all_doors_together_stay_within_the_bound_of_memory() -> None:
    words = [
        sys.executable,
        "-m",
        "tests.fuzz",
        "--cases",
        str(max(cases() // 4, 5)),
        "--seed",
        "3",
    ]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(words, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("0 findings\n")
    assert done.stdout.count(" MB at most") == len(TARGETS)
