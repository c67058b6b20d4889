"""The programs of others that some tests lean on."""

import os
import shutil

import pytest


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
