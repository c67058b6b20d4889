"""What every test may lean on: the Hypothesis profiles, the golden files, a home of its own."""

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from tests.node.test_page import Ask
    from tests.postgres import Server

pytest_plugins = ("tests.selection",)

ROOT = Path(__file__).resolve().parent.parent

# How long an example takes says nothing about whether it is right: machines are busy.
patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", patient, max_examples=40, derandomize=True, print_blob=True)
settings.register_profile("fast", patient, max_examples=10, derandomize=True, print_blob=True)
settings.register_profile("dev", patient, max_examples=50)
settings.register_profile("deep", patient, max_examples=2_000)
# Unless somebody asks for others, every run looks at the same examples: only a change makes it red.
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

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
    parser.addoption(
        "--shuffle",
        metavar="SEED",
        help="run the files, and the tests of each, in another order: the same for the same seed",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Let the laws look at few examples where half a minute is all that there is."""
    if config.option.markexpr == "fast":
        settings.load_profile("fast")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Shuffle where somebody asked for it.

    The tests of a file stay together, since what they share is laid out once for all of them.
    """
    if seed := config.getoption("--shuffle"):
        dice = Random(seed)  # noqa: S311 - for an order of tests.
        place = {path: dice.random() for path in dict.fromkeys(item.path for item in items)}
        items.sort(key=lambda item: (place[item.path], dice.random()))


@pytest.fixture(scope="session", autouse=True)
def never_waits_for_the_disk() -> Iterator[None]:
    """Let nobody wait until the disk has what was written: no test turns the machine off.

    A busy disk takes ten seconds for it, and other tests would wait as long. That the disk is asked
    before anything is acknowledged is proved where it refuses: tests/stores/test_faults.py.
    """
    with pytest.MonkeyPatch.context() as disk:
        for call in ("fsync", "fdatasync"):
            disk.setattr(os, call, lambda _: None)
        yield


@pytest.fixture(autouse=True)
def home_of_its_own(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Keep every test away from the folder of whoever runs it."""
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path_factory.getbasetemp() / "nobody" / "home"))


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody wait until a database that is down comes back."""
    monkeypatch.setattr("roundbook.ledger.storage.database.PATIENCE", (0.0,))


@pytest.fixture(scope="module")
def ask(tmp_path_factory: pytest.TempPathFactory) -> "Ask":
    """Return the page of an archive as it is asked in Node, where a test needs it."""
    from roundbook.cli.archive.contents import page
    from tests.node.test_lots import found_node
    from tests.node.test_page import Ask

    file = tmp_path_factory.mktemp("page") / "verify.html"
    file.write_bytes(page())
    return Ask(found_node(), file)


@pytest.fixture(scope="session")
def postgres() -> "Iterator[Server]":
    """Return a real PostgreSQL, which runs as long as the tests do."""
    from tests.postgres import running

    with running() as server:
        yield server


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Iterator[Callable[[str, str], None]]:
    """Compare a text with a file that is kept in the checkout.

    `golden("fixtures/rules-in-force.txt", text)`: the path is read from the root of the checkout,
    the text is compared to the last character, in UTF-8. Its type is
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
