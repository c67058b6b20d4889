"""A plain run takes what needs nothing but Python, and says what it left out."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.house.tree import ROOT
from tests.programs import needed
from tests.selection import NEEDS

TESTS = {
    "tests/test_mixed.py": """
import subprocess
import pytest

def test_plain():
    pass

@pytest.mark.node
@pytest.mark.parametrize("number", range(3))
def test_node(number):
    pass

@pytest.mark.long
def test_long():
    pass

@pytest.mark.fast
def test_fast():
    pass
""",
    "tests/test_browser.py": """
import pytest
import nobody_has_this

pytestmark = [pytest.mark.browser]

def test_one():
    pass

class TestTwo:
    def test_two(self):
        pass
""",
}
SNEAKS = """
import subprocess
import pytest

def sneak():
    subprocess.run(["cat", "/dev/null"], check=True)

@pytest.fixture(scope="session", autouse=True)
def shared():
    yield
    sneak()

def test_sneaks():
    sneak()

@pytest.mark.tools
def test_says_so():
    sneak()

def test_python_is_there():
    import sys
    subprocess.run([sys.executable, "-c", ""], check=True)
    subprocess.run("true", shell=True, check=True)
"""
LINE = (
    "3 tests were left out, which need a browser (2), Node.js (1):"
    " pip install -e '.[test-all]', then pytest -m 'browser or node'"
)
Run = Callable[..., str]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run pytest in a small checkout that chooses its tests as we do; return what it said."""
    (tmp_path / "tests").mkdir()
    for name in ("conftest.py", "selection.py", "programs.py"):
        shutil.copy(ROOT / "tests" / name, tmp_path / "tests")
    for name, text in TESTS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --strict-markers -rA\n")

    def pytest_there(*options: str) -> str:
        plugins = ("-p", "no:cacheprovider", "-p", "xdist")  # All others take seconds to load.
        command = [sys.executable, "-m", "pytest", *plugins, *options]
        env = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        done = subprocess.run(
            command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False
        )
        return done.stdout + done.stderr

    return pytest_there


def passed(said: str) -> list[str]:
    return sorted(re.findall(r"^PASSED \S+::(\w+)", said, re.MULTILINE))


@pytest.mark.parametrize("processes", [0, 2])
def test_a_plain_run_says_in_a_line_each_what_it_left_out(run: Run, processes: int) -> None:
    """A file whose tests all need something is not imported: what it imports may be missing."""
    said = run(f"--numprocesses={processes}", "--dist=loadfile")
    assert passed(said) == ["test_fast", "test_plain"], said
    assert LINE in said.splitlines()
    assert "1 long tests were left out: python -m tests.long" in said.splitlines()


@pytest.mark.parametrize(
    ("asked", "taken"),
    [
        (("-m", "fast"), ["test_fast"]),
        (("-m", "node or database"), ["test_node"] * 3),
        (("-m", "long"), ["test_long"]),
        (("-m", "not node", "--ignore=tests/test_browser.py"), ["test_fast", "test_plain"]),
        (("tests/test_mixed.py",), ["test_fast", *["test_node"] * 3, "test_plain"]),
    ],
)
def test_more_is_taken_where_it_is_asked_for(
    run: Run, asked: tuple[str, ...], taken: list[str]
) -> None:
    said = run(*asked)
    assert passed(said) == taken, said
    assert "which need" not in said


def test_what_is_asked_for_and_cannot_be_imported_is_an_error(run: Run) -> None:
    assert "nobody_has_this" in run("-m", "browser")


def test_a_test_that_starts_another_program_has_to_say_so(run: Run, tmp_path: Path) -> None:
    (tmp_path / "tests" / "test_sneaks.py").write_text(SNEAKS)
    said = run("tests/test_sneaks.py")
    assert passed(said) == ["test_python_is_there", "test_says_so"]
    assert "this test starts cat: give it a marker (tests/selection.py)" in said


def test_a_fast_test_needs_nothing_else(run: Run, tmp_path: Path) -> None:
    text = "import pytest\n@pytest.mark.fast\n@pytest.mark.node\ndef test_both(): pass\n"
    (tmp_path / "tests" / "test_both.py").write_text(text)
    assert "test_both is fast, so it cannot be node" in run()


def test_every_processor_is_used_but_for_a_single_file(run: Run) -> None:
    spread = ("--numprocesses=auto", "--dist=loadfile")
    several = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    assert (f"{several} workers [" in run(*spread)) is (several != 1)
    assert " workers [" not in run(*spread, "tests/test_mixed.py")


def test_a_missing_program_is_said_and_fails_where_it_has_to_be_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match=r"the gate needs Node\.js in PATH"):
        needed("node", called="Node.js")
    monkeypatch.delenv("CI")
    with pytest.raises(pytest.skip.Exception, match=r"no Node\.js"):
        needed("node", called="Node.js")


def test_the_gate_runs_the_readme_and_then_whatever_that_leaves_out() -> None:
    gate = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert f'-m "{" or ".join(NEEDS)}"' in gate
    assert "++blocks == 2" in gate
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    second = re.findall(r"^```sh\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)[1]
    assert second.rstrip().endswith(
        "pip install -c .ci/constraints.txt -e '.[test]' && .venv/bin/pytest"
    )
