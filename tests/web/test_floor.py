"""What judges and auditors see: the tables that are out, and everything that happened."""

import pytest

from cli.web.access.permissions import AccessRole
from cli.web.access.sessions import AccessStore
from tests.cli.line import Line
from tests.web.test_signin import come_in
from tests.web.visitor import Visitor


@pytest.fixture
def event(line: Line) -> Line:
    line.begin("Ana Lopez", "Ben Ode", "Cho Sun", "Dee Fox")
    line("report", "masters-1-1", "1")
    line("extend", "masters-1-2", "5", "--informed", "--reason", "a long ruling")
    return line


def test_a_judge_comes_to_the_tables_that_are_out(
    visitor: Visitor, access: AccessStore, event: Line
) -> None:
    shown = come_in(visitor, access, AccessRole.JUDGE, tournament="cup")
    assert shown.url.path == "/t/cup/desk/tables"
    assert "Still playing (1)" in shown.text
    assert "With more time (1)" in shown.text
    assert "+5 min" in shown.text
    assert "/desk/do/extend?match=masters-1-2" in shown.text
    form = visitor.get("/t/cup/desk/do/extend?match=masters-1-2").text
    assert 'name="match" value="masters-1-2"' in form


def test_an_auditor_reads_everything_and_writes_nothing(
    visitor: Visitor, access: AccessStore, event: Line
) -> None:
    shown = come_in(visitor, access, AccessRole.AUDITOR, tournament="cup")
    assert shown.url.path == "/t/cup/desk/history"
    assert "Ana Lopez" in shown.text
    assert "a long ruling" in shown.text
    about = visitor.get("/t/cup/desk/history", params={"about": "masters-1-2"}).text
    assert "a long ruling" in about
    assert visitor.get("/t/cup/desk/history", params={"about": "nobody"}).status_code == 422
    for page in ("desk", "desk/rounds", "desk/tables", "desk/players", "desk/acts"):
        assert visitor.get(f"/t/cup/{page}").status_code == 403


def test_an_entry_station_does_not_read_the_history(
    visitor: Visitor, access: AccessStore, event: Line
) -> None:
    come_in(visitor, access, AccessRole.ENTRY, tournament="cup")
    assert visitor.get("/t/cup/desk/history").status_code == 403
