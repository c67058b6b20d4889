"""`docs/format.md` checks a ledger with a shell and `openssl` alone; a test types what it shows."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.typed import roundbook
from tests.transcripts import ROOT, Golden, transcript, with_outputs

SHOWN = ROOT / "fixtures" / "formats" / "by-hand"
FILES = ("ledger.jsonl", "checkpoint", "people.json")


def test_the_files_are_those_of_an_event_that_can_be_made_again(
    tmp_path: Path, golden: Golden
) -> None:
    made = ("--players", 2, "--rounds", 1, "--seed", "format")
    assert roundbook("lab generate", tmp_path / "cup", *made).code == 0
    for name in FILES:
        text = (tmp_path / "cup" / name).read_bytes().decode()
        golden((SHOWN / name).relative_to(ROOT).as_posix(), text)


@pytest.mark.tools
@pytest.mark.skipif(sys.platform == "win32", reason="it is typed into a POSIX shell")
def test_a_ledger_is_checked_with_openssl_alone(tmp_path: Path, golden: Golden) -> None:
    steps = transcript("docs/format.md")
    assert len(steps) > 15
    for name in FILES:
        shutil.copy(SHOWN / name, tmp_path)
    typed = "".join(f"{step.command}\nprintf '@\\n'\n" for step in steps)
    done = subprocess.run(
        ["bash", "-e", "-c", typed], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    golden("docs/format.md", with_outputs("docs/format.md", done.stdout.split("@\n")[:-1]))
