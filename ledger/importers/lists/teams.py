"""Reading a list of teams from a spreadsheet: bytes in, rows out."""

from typing import NamedTuple

from roundbook.ledger.importers.lists import sheet as spreadsheet
from roundbook.ledger.importers.lists.columns import CORRECT_IT, TEAMS, Mistake, Source

MOST = 5_000
"""The most teams in one list."""

NEEDS = (frozenset({"team", "first", "second"}),)
_LONGEST = 60


class TeamRow(NamedTuple):
    """A team as it is written in a list: its line, its name, and its two players."""

    line: int
    team: str
    first: str
    second: str


def read(data: bytes, where: str, encoding: str | None = None) -> list[TeamRow]:
    """Read a list of teams. Raises Unreadable, with a sentence for every wrong line.

    One of the first lines names the columns: team, first, second. Players are given by number, by
    id, or by name.
    """
    source = Source(where, "teams", CORRECT_IT, names_encoding=True)
    missing = "the list needs the columns team, first and second"
    sheet = spreadsheet.read(data, source, spreadsheet.Kin(TEAMS, NEEDS, missing), encoding)
    rows: list[TeamRow] = []
    mistakes: list[Mistake] = []
    for number, cells in sheet.rows[: MOST + 1]:
        row = sheet.said(cells)
        team, first, second = (row.get(name, "") for name in ("team", "first", "second"))
        if not (team and first and second):
            mistakes.append((number, "a team needs a name and two players"))
        elif len(team) > _LONGEST:
            mistakes.append((number, f"a team name can have at most {_LONGEST} characters"))
        else:
            rows.append(TeamRow(number, team, first, second))
    if len(rows) > MOST:
        raise source.empty(f"contains more than {MOST:,} teams.")
    if mistakes:
        raise source.all_wrong(mistakes)
    if not rows:
        raise source.empty("does not contain any teams.")
    return rows
