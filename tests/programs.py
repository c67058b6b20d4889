"""The programs that some tests run: our own as it is installed, and those of others."""

import os
import shutil
import sysconfig
from pathlib import Path

import pytest

OURS = Path(sysconfig.get_path("scripts"))
"""Where the programs of the Python that runs the tests are: nothing has to be activated."""


def roundbook() -> Path:
    """Return the program as it is installed for this Python, wherever PATH leads."""
    found = shutil.which("roundbook", path=OURS)
    assert found, f"roundbook is not installed in {OURS}"
    return Path(found)


def needed(*names: str, called: str) -> str:
    """Return the first of these programs that is in PATH.

    A machine without one may go on, and the run says so at its end; the gate may not.
    """
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None and "CI" in os.environ:
        pytest.fail(f"the gate needs {called} in PATH", pytrace=False)
    if found is None:
        pytest.skip(f"no {called}")
    return found
