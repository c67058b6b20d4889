"""Reading a list of results from a spreadsheet: bytes in, rows out."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from roundbook.ledger.importers.lists import sheet as spreadsheet
from roundbook.ledger.importers.lists.columns import CORRECT_IT, RESULTS, Mistake, Source
from roundbook.ledger.importers.lists.sheet import Kin, Taken

MOST = 20_000
"""The most results in one list: far more than any round has."""

NEEDS = (frozenset({"match", "result"}),)
_LONGEST = 200
"""The longest match, result or name, in characters."""

_MISSING = (
    "the list needs a column for the match (called match, table, slip, Tisch, Spiel, mesa or "
    "partie) and one for the result (result, score, Ergebnis, resultado or résultat)"
)
_MONTH = (
    "(?:jan|ene|janv|feb|febr|fév|févr|mar|mär|mrz|mars|apr|abr|avr|may|mai|mayo|jun|juin|jul|juil|"
    "aug|ago|août|sep|sept|oct|okt|nov|dec|dez|dic|déc)[a-zä]*"
)
_DATE = re.compile(
    rf"(?:\d{{1,2}}[-./ ]{{1,2}}{_MONTH}|{_MONTH}[-./ ]{{1,2}}\d{{1,2}}|\d{{1,2}}\.\d{{1,2}}|"
    rf"\d{{1,2}}/\d{{1,2}}|\d{{4}}-\d\d-\d\d)\b.*",
    re.IGNORECASE,
)
"""What a spreadsheet turns `2-1` into: `2-Jan`, `02.01.`, `1/2/2026`."""


class ResultRow(NamedTuple):
    """A result as it is written in a list: its line, the match, the result, and who drops."""

    line: int
    match: str
    result: str
    leaving: tuple[str, ...]


class Results(NamedTuple):
    """A list of results, how it was read, and the rows without one: `byes` have no table."""

    rows: list[ResultRow]
    taken: Taken
    byes: int = 0
    still_out: int = 0


def source_of(where: str) -> Source:
    """Return the source of a list of results, which reports mistakes by line."""
    return Source(where, "results", CORRECT_IT, names_encoding=True)


def read(data: bytes, where: str, encoding: str | None = None) -> Results:
    """Read a list of results. Raises Unreadable, with a sentence for every wrong line.

    One of the first lines names the columns: match, result, and drop for players who drop (joined
    by a plus sign, if both do). A line without a result is a slip that is still out, or a bye if it
    has no table either, and is skipped. If there are columns pool and round next to a table, as in
    a file of pairings, it is the match of that round. The list is a workbook (.xlsx) or a text, as
    a list of players is.
    """
    source = source_of(where)
    sheet = spreadsheet.read(data, source, Kin(RESULTS, NEEDS, _MISSING), encoding)
    if len(sheet.rows) > MOST:
        raise source.empty(
            f"contains {len(sheet.rows):,} results; a list can contain at most {MOST:,}."
        )
    rows: list[ResultRow] = []
    mistakes: list[Mistake] = []
    seen: dict[str, int] = {}
    byes = still_out = 0
    for number, cells in sheet.rows:
        one = _row(number, sheet.said(cells))
        if why := _fault(one):
            mistakes.append((number, why))
        elif not one.result:
            still_out += bool(one.match)
            byes += not one.match
        elif seen.setdefault(one.match, number) != number:
            mistakes.append((number, f"this match is already on line {seen[one.match]}"))
        else:
            rows.append(one)
    if mistakes:
        raise source.all_wrong(mistakes)
    if not rows:
        raise source.empty("does not contain any results.")
    return Results(rows, sheet.taken, byes, still_out)


def _row(number: int, said: Mapping[str, str]) -> ResultRow:
    """Return a row: its match by its name or table, or by pool, round and table."""
    match, result = said.get("match", "").lower(), said.get("result", "")
    whole = said.get("pool", "").lower(), said.get("round", ""), match
    leaving = tuple(who.strip() for who in said.get("drop", "").split("+") if who.strip())
    return ResultRow(
        number, "-".join(whole) if match.isdigit() and all(whole) else match, result, leaving
    )


def _fault(one: ResultRow) -> str | None:
    """Return what is wrong with a row by itself; None if nothing is."""
    if max(map(len, (one.match, one.result, *one.leaving))) > _LONGEST:
        return f"a cell has more than {_LONGEST} characters"
    if not one.match and (one.result or one.leaving):
        return "no match is given; enter one such as masters-1-14"
    if not one.result and one.leaving:
        return "a player drops, but the match has no result"
    return made_a_date(one.result)


def made_a_date(result: str) -> str | None:
    """Return the mistake for a result that Excel turned into a date; None for any other."""
    if not _DATE.fullmatch(result):
        return None
    return (
        f'"{result}" is a date: Excel turns results such as 2-1 into dates. Format the column as '
        "text, then type the result again"
    )
