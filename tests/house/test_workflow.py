"""The workflow of a hosted CI: its form is what the host reads, and it runs what we run."""

import subprocess
import sys
from typing import Any

import pytest
import yaml

from tests.house.tree import ROOT

pytestmark = pytest.mark.tools

FILE = ROOT / ".github" / "workflows" / "ci.yml"


def commands(job: dict[str, Any]) -> list[str]:
    return [step["run"] for step in job["steps"] if "run" in step]


def test_the_form_is_that_of_the_host() -> None:
    """The schema is part of check-jsonschema: nothing is asked over a network."""
    schema = ("--builtin-schema", "vendor.github-workflows")
    done = subprocess.run(
        [sys.executable, "-m", "check_jsonschema", *schema, str(FILE)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_it_runs_the_gate_on_linux_and_the_fast_tests_elsewhere() -> None:
    jobs = yaml.safe_load(FILE.read_text("utf-8"))["jobs"]
    assert jobs["gate"]["runs-on"] == "ubuntu-latest"
    assert commands(jobs["gate"])[-1].endswith("bash .ci/run")
    assert {"windows-latest", "macos-latest"} <= {*jobs["fast"]["strategy"]["matrix"]["os"]}
    assert commands(jobs["fast"])[-1] == "python -m pytest -m fast"
