"""Make everything again that follows from our formats: `python -m tests.remake`.

Until version 1.0 a format or an edition may change in place. This makes the digests of the
editions, the ledgers and archives of fixtures/, the golden files and the consoles of the docs
again, so that such a change is one commit. A part can be named: `… tests/rules`. Read what changed.

Never made again: what others wrote (fixtures/imports, fixtures/tournaments), and the files of
before version 1.0 (fixtures/before_1_0), which every reader refuses.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from time import monotonic

import click
import pytest

ROOT = Path(__file__).resolve().parent.parent
KEEPS = re.compile(r"\bgolden\b|--regenerate")
"""What a file of tests contains that keeps something in the checkout."""
REWROTE = re.compile(r"--regenerate rewrote ([^\n]*?)(?:: |$)", re.MULTILINE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run only the tests that keep something: pytest loads this module as a plug-in below."""
    keeping = {"golden", "request"}
    items[:] = [one for one in items if not keeping.isdisjoint(getattr(one, "fixturenames", ()))]


def parts() -> Iterator[tuple[str, list[str]]]:
    """Yield each folder with tests that keep something, and these tests."""
    files = sorted(
        file.relative_to(ROOT)
        for file in (ROOT / "tests").glob("*/**/test_*.py")
        if KEEPS.search(file.read_text("utf-8")) and file.name != "test_golden.py"
    )
    for folder, found in groupby(files, key=lambda file: file.parent):
        yield folder.as_posix(), [file.as_posix() for file in found]


def pin_editions() -> None:
    """Write the digest of every released edition and deck file."""
    for room, suffix in (("ledger/rulesets", ".toml"), ("ledger/decks", ".toml")):
        pinned = ROOT / room / "RELEASED"
        names = [line.split(" ")[0] for line in pinned.read_text().splitlines()]
        files = {name: ROOT / room / f"{name.replace('-', '_')}{suffix}" for name in names}
        digests = {name: sha256(file.read_bytes()).hexdigest() for name, file in files.items()}
        pinned.write_text("".join(f"{name} {digest}\n" for name, digest in digests.items()))


def regenerate(tests: list[str]) -> tuple[list[str], str]:
    """Let the tests rewrite what they keep; return which files, and what went wrong otherwise."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.remake", "--numprocesses=0"]
    done = subprocess.run(
        [*command, "--regenerate", "--tb=line", *tests],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return REWROTE.findall(done.stdout), done.stdout + done.stderr if done.returncode else ""


def main(*wanted: str) -> None:
    """Make all parts again, or those named; end with an error if one cannot be made."""
    pin_editions()
    failed = []
    for name, tests in parts():
        if wanted and name not in wanted:
            continue
        begun = monotonic()
        first, _ = regenerate(tests)
        again, trouble = regenerate(tests)  # What follows from a file that was just rewritten.
        if again:
            _, trouble = regenerate(tests)
        made = len({*first, *again})
        click.echo(f"== {name}: {made} made again, in {monotonic() - begun:.0f} s")
        if trouble:
            failed.append(name)
            click.echo(trouble)
    if failed:
        sys.exit(f"not made again: {', '.join(failed)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
