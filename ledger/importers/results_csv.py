"""A list of results as people keep it in a spreadsheet: CSV bytes in, rows out."""

from typing import NamedTuple

from ledger.importers.spreadsheet import Source, cells, columns

MOST = 20_000
"""The most results in one list: far more than any round has."""

_TITLES = {
    "match": {"match", "table", "slip"},
    "result": {"result", "score"},
    "drop": {"drop", "drops", "leaves"},
}
_HINT = "Mend the list and report it again; nothing was written."


class ResultRow(NamedTuple):
    """A result as it is written in a list: its line, the match, the result, and who leaves."""

    line: int
    match: str
    result: str
    leaving: tuple[str, ...]


def source_of(where: str) -> Source:
    """Return a list of results by where it comes from: what is wrong in it is said by its line."""
    return Source(where, "results", _HINT)


def read(data: bytes, where: str) -> list[ResultRow]:
    """Read a list of results. Raises Unreadable with a sentence that names the line.

    The first line names the columns: match, result, and drop for those who leave (apart by a plus
    sign, if both do). A line without a result is a slip that is still out, and is passed over.
    """
    source = source_of(where)
    lines = cells(data, source)
    if len(lines) - 1 > MOST:
        raise source.empty(f"holds {len(lines) - 1:,} results; a list has at most {MOST:,}.")
    places = columns(lines[0][1], _TITLES, source)
    if not {"match", "result"} <= places.keys():
        raise source.wrong(1, "no column is called match, or none is called result")
    rows: list[ResultRow] = []
    seen: dict[str, int] = {}
    for number, said in lines[1:]:
        row = {name: said[place] for name, place in places.items() if place < len(said)}
        match, result = row.get("match", "").lower(), row.get("result", "")
        leaving = tuple(who.strip() for who in row.get("drop", "").split("+") if who.strip())
        if not match:
            raise source.wrong(number, "the match is missing, such as masters-1-14")
        if not result:
            if leaving:
                raise source.wrong(number, "somebody leaves, but the match has no result")
            continue
        if match in seen:
            raise source.wrong(number, f"this match stands on line {seen[match]} already")
        seen[match] = number
        rows.append(ResultRow(number, match, result, leaving))
    if not rows:
        raise source.empty("holds no results.")
    return rows
