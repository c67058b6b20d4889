"""A golden file is compared, is rewritten only when asked, and whoever asked has to look at it."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.house.tree import ROOT

TESTS = """
def test_two_pages(golden):
    golden("docs/one.txt", "one\\n")
    golden("docs/two.txt", "zwei ½\\n")

def test_a_third(golden):
    golden("docs/three.txt", "drei\\n")

def test_a_fourth(golden):
    golden("docs/four.txt", "vier\\n")
"""

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run pytest in a small checkout that has our conftest and tests with four golden files."""
    (tmp_path / "tests").mkdir()
    for name in ("conftest.py", "selection.py", "programs.py"):
        shutil.copy(ROOT / "tests" / name, tmp_path / "tests")
    (tmp_path / "tests" / "test_pages.py").write_text(TESTS, encoding="utf-8")

    def pytest_there(*options: str) -> subprocess.CompletedProcess[str]:
        plain = ["-q", "-c", os.devnull, "--rootdir", ".", "-p", "no:cacheprovider"]
        command = [sys.executable, "-m", "pytest", *plain, "tests", *options]
        env = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        return subprocess.run(
            command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False
        )

    return pytest_there


def test_a_golden_file_is_written_when_asked_and_compared_ever_after(
    run: Run, tmp_path: Path
) -> None:
    asked = run("--regenerate")
    assert asked.returncode == 1, "a run that rewrote a file has failed"
    assert "--regenerate rewrote docs/one.txt, docs/two.txt: read what changed" in asked.stdout
    assert (tmp_path / "docs" / "two.txt").read_bytes() == "zwei ½\n".encode()

    (tmp_path / "docs" / "three.txt").write_bytes(b"drei\r\n")
    (tmp_path / "docs" / "four.txt").unlink()
    compared = run()
    assert compared.returncode == 1
    assert "2 failed, 1 passed" in compared.stdout
    assert "docs/three.txt is out of date: `pytest --regenerate` rewrites it" in compared.stdout
    assert "docs/four.txt is missing: write it with `pytest --regenerate`" in compared.stdout
