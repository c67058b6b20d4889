"""The description of the public JSON: sound, kept, and true of a server that really runs."""

from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from roundbook.cli.web.app import ROUTES
from roundbook.projections.reports.api.openapi import description, kind_of
from tests.cli.line import Line
from tests.web.events import stages
from tests.web.served import PATIENCE, Served

pytestmark = pytest.mark.tools

PROMISED = Path(__file__).parents[2] / "fixtures" / "api" / "v1.txt"


def promises() -> list[str]:
    """Return every address, word, field and value of the description, a line each."""
    whole = description()
    lines = []
    for path, said in whole["paths"].items():
        lines.append(f"GET {path}")
        lines += [f"GET {path} {one['in']} {one['name']}" for one in said["get"]["parameters"]]
    for shape, said in whole["components"]["schemas"].items():
        for name, field in said.get("properties", {}).items():
            lines.append(f"{shape}.{name}: {kind_of(field)}")
        lines += [f"{shape} = {value}" for value in said.get("enum", ())]
    return sorted(lines)


def test_what_was_promised_for_version_1_is_still_there() -> None:
    """To add something is free: add its line. A line that is gone is a broken promise."""
    promised = PROMISED.read_text(encoding="utf-8").splitlines()
    assert promises() == promised


def test_every_route_below_api_is_described_and_every_description_has_a_route() -> None:
    routes = {str(getattr(route, "path", "")) for room in ROUTES for route in room}
    below = {path for path in routes if path.startswith("/api/v1")}
    assert below == set(description()["paths"])


def test_a_server_answers_whatever_is_asked_as_it_is_described(line: Line) -> None:
    """Schemathesis asks what the description allows, and what it does not."""
    stages(line)
    slugs = [folder.name for folder in sorted(line.folder.parent.iterdir())]
    with Served(line.folder.parent, line.home) as served:
        schema: Any = schemathesis.openapi.from_dict(description())
        schema.config.update(base_url=served.address)
        asked = 0
        for result in schema.get_all_operations():
            operation = result.ok()

            @settings(
                max_examples=9,
                derandomize=True,
                database=None,
                deadline=None,
                phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            )
            @given(case=operation.as_strategy(), slug=st.sampled_from([*slugs, None]))
            def check(case: Any, slug: str | None) -> None:
                nonlocal asked
                asked += 1
                if slug and case.path_parameters:
                    case.path_parameters["slug"] = slug
                case.call_and_validate(timeout=PATIENCE)

            check()
        assert asked > 50
