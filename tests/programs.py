"""The programs that some tests run: our own as it is installed, and those of others."""

import os
import shutil
import subprocess
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

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


@contextmanager
def nothing_but_python() -> Iterator[None]:
    """Let a test start Python, its own programs and `sh`; one that starts others has a marker."""
    start = subprocess.Popen.__init__

    def checked(self: Any, args: Any, *more: Any, **options: Any) -> None:
        words = [args] if isinstance(args, str | bytes | os.PathLike) else args
        program = Path(os.fsdecode(words[0]))
        ours = program.parent == OURS or program.name == "sh" or program.name.startswith("python")
        if not ours and not options.get("shell"):
            pytest.fail(f"this test starts {program}: give it a marker (tests/selection.py)")
        start(self, args, *more, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(subprocess.Popen, "__init__", checked)
        yield
