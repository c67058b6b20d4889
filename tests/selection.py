"""Which tests a run takes: those that need nothing but Python, unless somebody asks for more.

A marker on a test, or on its module (`pytestmark`), says what it needs and what it costs. What a
plain run leaves out is counted in a line at its end. `pytest -m browser` asks for it, and so does
whoever names a file; what is `long` is taken by `-m long` alone.
"""

import ast
import os
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest

from tests.programs import nothing_but_python

NEEDS = {
    "browser": "a browser",
    "database": "a database",
    "proxy": "a proxy",
    "node": "Node.js",
    "tools": "other tools",
}
"""The markers of tests that need more than Python, and how the last line of a run names each."""

MARKERS = {
    "browser": "needs Chromium, and Playwright to steer it",
    "database": "needs a PostgreSQL, which it starts itself",
    "proxy": "needs Caddy or nginx",
    "node": "needs Node.js",
    "tools": "needs git, OpenSSL, another program, or a package that only [test-all] brings",
    "fast": "all of these together take half a minute of one processor, with few examples",
    "long": "searches where others sample: python -m tests.long",
}
"""What `pytest --markers` says; each stands as `mark.NAME` in the files of its tests."""

MARKED = re.compile(r"\bmark\.(\w+)")
LEFT_OUT = pytest.StashKey[Counter[str]]()
"""How many tests a run left out, by marker. A test with parameters is one test."""


def pytest_configure(config: pytest.Config) -> None:
    config.stash[LEFT_OUT] = Counter()
    for name, what in MARKERS.items():
        config.addinivalue_line("markers", f"{name}: {what}")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Use every processor, unless one is quicker: for a single file, and for the fast tests."""
    files = _named_files(config)
    if config.option.markexpr == "fast":
        return 0
    there = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    workers = min(there or 1, len(files) or there or 1)
    return workers if workers > 1 else 0


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Import no file whose tests are all left out: its imports may need what is not there."""
    if not collection_path.match("test_*.py"):
        return None
    text = collection_path.read_text(encoding="utf-8")
    asked = config.option.markexpr
    if asked:  # An expression that joins markers by `or` wants files in which one of them stands.
        simple = re.fullmatch(r"\w+(?: or \w+)*", asked)
        return True if simple and _words(asked).isdisjoint(MARKED.findall(text)) else None
    if why := _held_back(config, _marks_of_module(text)):
        tests = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef))
        config.stash[LEFT_OUT][why] += sum(node.name.startswith("test_") for node in tests)
        return True
    return None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what nobody asked for, and count it."""
    kept, left = list[pytest.Item](), dict[pytest.Item, str]()
    for item in items:
        marks = _marks(item)
        if "fast" in marks and (other := marks & {*NEEDS, "long"}):
            raise pytest.UsageError(f"{item.nodeid} is fast, so it cannot be {', '.join(other)}")
        if why := _held_back(config, marks):
            left[item] = why
        else:
            kept.append(item)
    tests = {(item.path, item.name.partition("[")[0]): why for item, why in left.items()}
    for why in tests.values():
        config.stash[LEFT_OUT][why] += 1
    config.hook.pytest_deselected(items=list(left))
    # Files that steer a browser take longest, so they begin: nobody waits for the last of them.
    steer = {item.path for item in kept if "browser" in _marks(item)}
    items[:] = sorted(kept, key=lambda item: item.path not in steer)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    """Hold a test that has no marker to what that promises, before it and within it.

    After the last test of a run, what the session shares is ended: that may be a database.
    """
    with nullcontext() if _marks(item) & {*NEEDS} else nothing_but_python():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    with nullcontext() if _marks(item) & {*NEEDS} else nothing_but_python():
        return (yield)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Tell the process that reports what this one left out; all of them left out the same."""
    if hasattr(session.config, "workeroutput"):
        left_out = session.config.stash[LEFT_OUT]
        session.config.workeroutput["left_out"] = dict(left_out)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: object) -> None:
    if left := getattr(node, "workeroutput", {}).get("left_out"):
        node.config.stash[LEFT_OUT] = Counter(left)  # type: ignore[attr-defined]


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Say in a line each what was left out, and for want of what."""
    left = config.stash[LEFT_OUT]
    if needs := [need for need in NEEDS if left[need]]:
        listed = ", ".join(f"{NEEDS[need]} ({left[need]})" for need in needs)
        terminalreporter.write_line(
            f"{sum(left[need] for need in needs)} tests were left out, which need {listed}:"
            f" pip install -e '.[test-all]', then pytest -m '{' or '.join(needs)}'"
        )
    if left["long"]:
        terminalreporter.write_line(
            f"{left['long']} long tests were left out: python -m tests.long"
        )
    if skipped := terminalreporter.stats.get("skipped", ()):
        why = Counter(report.longrepr[2].removeprefix("Skipped: ") for report in skipped)
        wants = ", ".join(f"{reason} ({count})" for reason, count in why.most_common())
        terminalreporter.write_line(f"{len(skipped)} tests were skipped: {wants}")


def _held_back(config: pytest.Config, marks: set[str]) -> str | None:
    """Return the marker for which a test is left out of this run, if there is one."""
    asked = config.option.markexpr
    if "long" in marks and "long" not in _words(asked):
        return "long"
    if asked or _named_files(config):
        return None
    return next((need for need in NEEDS if need in marks), None)


def _named_files(config: pytest.Config) -> set[str]:
    """Return the files that the command names, if it names nothing else."""
    named = {arg.partition("::")[0] for arg in config.args}
    return named if all(name.endswith(".py") for name in named) else set()


def _marks(item: pytest.Item) -> set[str]:
    return {mark.name for mark in item.iter_markers()}


def _marks_of_module(text: str) -> set[str]:
    """Return the markers that a file gives to all of its tests; it is not imported for that."""
    if "pytestmark" not in text:
        return set()
    return {
        name
        for node in ast.parse(text).body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark"
        for name in MARKED.findall(ast.unparse(node.value))
    }


def _words(asked: str) -> set[str]:
    return set(re.findall(r"\w+", asked))
