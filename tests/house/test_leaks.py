"""Nothing that is kept names a machine, a folder or an index that a reader does not have."""

import re

import pytest

from tests.house.tree import ROOT, files

pytestmark = pytest.mark.tools

# Taken apart, so that this file does not find itself.
PRIVATE = (
    "/" + "work/",
    "/" + "tmp/venv",
    "/" + "root/",
    "/" + "home/",
    "sha" + "red/",
    "py" + "pi.",
    "python" + "hosted",
    "index" + "-url",
    "np" + "mjs",
    "debian" + ".org",
)


@pytest.mark.parametrize("private", PRIVATE)
def test_no_file_names_what_only_one_machine_has(private: str) -> None:
    pattern = re.compile(rf"(?<![\w.]){re.escape(private)}".encode(), re.IGNORECASE)
    naming = [str(path) for path in files() if pattern.search((ROOT / path).read_bytes())]
    assert naming == []


def test_no_link_leads_out_of_the_checkout() -> None:
    out = [path for path in files() if not (ROOT / path).resolve().is_relative_to(ROOT)]
    assert out == []


def test_the_files_that_are_looked_at_are_there() -> None:
    """A search through nothing would find nothing."""
    names = {path.as_posix() for path in files()}
    assert {"pyproject.toml", ".ci/run", "ledger/__init__.py", "tests/house/tree.py"} <= names
