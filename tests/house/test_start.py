"""Starting is cheap: `roundbook --help` loads nothing that only some commands need."""

import os
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from tests.house.tree import PACKAGES, ROOT

HEAVY = {"pydantic", "defusedxml", "starlette", "reportlab", "psycopg", "cryptography"}

HELP = """
import sys
sys.argv = ["roundbook", "--help"]
from roundbook.cli.main import main
try:
    main()
except SystemExit as done:
    assert not done.code, done.code
print(*sorted({name.partition(".")[0] for name in sys.modules}), file=sys.stderr)
"""


@pytest.fixture(scope="module")
def helped(tmp_path_factory: pytest.TempPathFactory) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", HELP],
        cwd=tmp_path_factory.mktemp("elsewhere"),
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_help_is_printed_from_any_folder(helped: subprocess.CompletedProcess[str]) -> None:
    assert helped.returncode == 0, helped.stderr
    assert helped.stdout.startswith("Usage: roundbook ")


def test_help_loads_nothing_heavy(helped: subprocess.CompletedProcess[str]) -> None:
    assert helped.returncode == 0, helped.stderr
    loaded = set(helped.stderr.split())
    assert "click" in loaded
    assert HEAVY & loaded == set()


@pytest.mark.parametrize("package", PACKAGES)
def test_no_other_distribution_provides_our_packages(package: str) -> None:
    """The three folders are installed under their own names: nobody else may have them."""
    assert set(metadata.packages_distributions().get(package, [])) <= {"roundbook"}


def test_the_packages_under_test_are_those_of_this_checkout() -> None:
    for package in PACKAGES:
        file = __import__(package).__file__
        assert file is not None
        assert Path(file).parent == ROOT / package
