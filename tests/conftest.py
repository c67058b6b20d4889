"""What every test may lean on: the Hypothesis profiles and the golden files."""

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent

# No profile has a deadline: how long an example takes says nothing about whether it is right.
settings.register_profile("dev", max_examples=50, deadline=None)
settings.register_profile(
    "ci",
    max_examples=100,
    deadline=None,
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "deep",
    max_examples=2_000,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if "CI" in os.environ else "dev"))

# A shell lets what it starts in the background ignore Ctrl-C, and so would every program that is
# started from here; the tests press it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--regenerate",
        action="store_true",
        help="rewrite the golden files that differ, and fail the tests that rewrote one",
    )


@pytest.fixture(autouse=True)
def home_of_its_own(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Keep every test away from the folder of whoever runs it."""
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path_factory.getbasetemp() / "nobody" / "home"))


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Iterator[Callable[[str, str], None]]:
    """Compare a text with a file that is kept in the checkout.

    `golden("docs/rules.md", text)`: the path is read from the root of the checkout, the text is
    compared to the last character, in UTF-8. Its type is
    `Callable[[str, str], None]`.

    `pytest --regenerate` writes the files that differ or are missing, and then fails every test
    that wrote one, so that nobody takes a rewritten file for a checked one: read what changed,
    then run once more without it.
    """
    rewritten: list[str] = []

    def compare(path: str, text: str) -> None:
        file = ROOT / path
        kept = file.read_bytes().decode() if file.exists() else None
        if request.config.getoption("--regenerate") and kept != text:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(text.encode())
            rewritten.append(path)
            return
        if kept is None:
            pytest.fail(f"{path} is missing: write it with `pytest --regenerate`", pytrace=False)
        assert text == kept, f"{path} is out of date: `pytest --regenerate` rewrites it"

    yield compare
    if rewritten:
        paths = ", ".join(rewritten)
        pytest.fail(
            f"--regenerate rewrote {paths}: read what changed, then run without it", pytrace=False
        )
