"""The checkout as these tests look at it: its root, its three packages and their modules."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("ledger", "projections", "cli")


def modules() -> Iterator[Path]:
    """Every module of the three packages, by its path from the root."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            yield path.relative_to(ROOT)


def files() -> list[Path]:
    """Every file that git keeps or is about to keep, by its path from the root."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True)
    paths = (Path(name) for name in listed.stdout.split("\0") if name)
    return sorted({path for path in paths if (ROOT / path).is_file()})
