"""Whoever presses Ctrl-C early is answered with a sentence, whenever it was."""

import os
import subprocess
import sys

import pytest

from roundbook.cli.session import errors
from tests.house.tree import ROOT

STOPPED_WHILE_LOADING = """
import sys

class Stop:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            raise KeyboardInterrupt

sys.meta_path.insert(0, Stop())
sys.argv = ["roundbook", "standings"]
from roundbook.cli.door import main
main()
"""


@pytest.mark.parametrize(
    "module",
    [
        "roundbook.cli.main",
        "click",
        "roundbook.cli.session.errors",
        "roundbook.cli.commands.standings",
    ],
)
def test_a_program_that_is_stopped_while_it_loads_says_so(module: str) -> None:
    said = subprocess.run(
        [sys.executable, "-c", STOPPED_WHILE_LOADING.format(module=module)],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert said.returncode == 2
    assert said.stderr.strip().startswith("stopped")
    assert len(said.stderr.strip().splitlines()) == 1


def test_a_command_that_is_stopped_says_where_to_look(capsys: pytest.CaptureFixture[str]) -> None:
    def stopped() -> int:
        raise KeyboardInterrupt

    assert errors.run(stopped, as_json=False) == errors.MISUSE
    assert capsys.readouterr().err.startswith("stopped. If this command writes")
