"""A whole event by pages alone: from an empty folder to the archive, by no other door."""

import re
from pathlib import Path

from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.server.tournaments import TournamentFolder
from tests.cli.line import Line
from tests.web.test_acts import hidden
from tests.web.visitor import Visitor

CUP = "/t/autumn-cup/desk"


def sent(visitor: Visitor, page: str, **fields: str) -> str:
    """Fill in the form of a page, and return what was said."""
    answer = visitor.post(page, data={**hidden(visitor.get(page).text), **fields})
    assert answer.status_code == 200, answer.text
    return answer.text


def tables(visitor: Visitor) -> list[str]:
    """Return what to type for every table that is out."""
    return re.findall(r'data-line="([^"]+)"', visitor.get(CUP).text)


def test_an_event_runs_by_pages_alone(
    visitor: Visitor, line: Line, tournaments: TournamentFolder, tmp_path: Path
) -> None:
    visitor.come_in(AccessRole.ORGANISER)
    opening = {"title": "Autumn Cup", "style": "swiss-plus-cut", "start": "2026-03-07"}
    assert "Autumn Cup" in sent(visitor, "/desk", **opening)
    rows = "\n".join(f"Given{n},Family{n},masters" for n in range(1, 10))
    data = f"first name,last name,division\n{rows}\n".encode()
    page = f"{CUP}/lists/players"
    files = {"file": ("people.csv", data, "text/csv")}
    judged = visitor.post(page, data=hidden(visitor.get(page).text), files=files).text
    packed = re.search(r'name="packed" value="([^"]+)"', judged)
    assert packed
    taken = {**hidden(judged), "name": "people.csv", "packed": packed[1]}
    assert visitor.post(page, data=taken).status_code == 200
    rounds = {"said": "3", "cut": "masters=4", "prizes": "0", "minutes": "50"}
    passes = {"override": "rounds-differ", "because": "a small event", "typed": "OVERRIDE"}
    sent(visitor, f"{CUP}/do/announce", **rounds, **passes)
    for number in (1, 2, 3):
        for verb in ("pair", "post", "slips", "start"):
            sent(visitor, f"{CUP}/rounds", verb=verb, pool="" if number == 1 else "masters")
        if number == 1:
            late = {"name": "Eve Late", "division": "masters", "informed": "informed"}
            sent(visitor, f"{CUP}/players", verb="late", **late)
        for count, table in enumerate(tables(visitor)):
            assert " in" in sent(visitor, CUP, line=f"{table} {'t' if count == 3 else '20'}")
        assert "All slips are in" in visitor.get(CUP).text
    wrong = {"result": "1-2", "reason": "the slip was read upside down"}
    sent(visitor, f"{CUP}/correct/masters-3-1", **wrong)
    sent(visitor, f"{CUP}/do/drop", who="Eve")
    sent(visitor, f"{CUP}/do/cut", divisions="masters")
    for _ in range(2):
        for verb in ("pair", "start"):
            sent(visitor, f"{CUP}/rounds", verb=verb, pool="masters-cut")
        for table in tables(visitor):
            sent(visitor, CUP, line=f"{table} 20")
    assert "closed" in sent(visitor, f"{CUP}/do/close", typed="CLOSE")
    zipped = visitor.post(f"{CUP}/archive", data=hidden(visitor.get(f"{CUP}/archive").text))
    assert zipped.headers["content-type"] == "application/zip"
    file = tmp_path / "cup.zip"
    file.write_bytes(zipped.content)
    assert line.run("verify", file).code == 0
    ledger = Line(line.home, tournaments.folder / "autumn-cup").ledger()
    assert {entry["hand"]["station"] for entry in ledger} == {"desk-2"}
