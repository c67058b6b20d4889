"""A list of results as people keep it in a spreadsheet: bytes in, rows out."""

from typing import NamedTuple

from ledger.importers.lists import sheet as spreadsheet
from ledger.importers.lists.columns import Mistake, Source, known_as
from ledger.importers.lists.sheet import Taken

MOST = 20_000
"""The most results in one list: far more than any round has."""

TITLES = known_as(
    match="""match, match id, table, table number, slip, tisch, tischnummer, spiel, partie, mesa,
        número de mesa, partida, numéro de table, tavolo, partita""",
    result="""result, results, score, ergebnis, resultat, resultado, résultat, risultato,
        marcador""",
    drop="""drop, drops, dropped, leaves, steigt aus, aussteiger, abandona, abandono, abandon,
        abandonne, retirada, ritiro, desistência""",
)
NEEDS = (frozenset({"match", "result"}),)
_LONGEST = 200
"""No match, result or name is longer, in characters."""

_HINT = "Correct the list and report it again; nothing was written."


class ResultRow(NamedTuple):
    """A result as it is written in a list: its line, the match, the result, and who leaves."""

    line: int
    match: str
    result: str
    leaving: tuple[str, ...]


class Results(NamedTuple):
    """A list of results, and how it was read."""

    rows: list[ResultRow]
    taken: Taken


def source_of(where: str) -> Source:
    """Return a list of results by where it comes from: what is wrong in it is said by its line."""
    return Source(where, "results", _HINT, names_encoding=True)


def read(data: bytes, where: str, encoding: str | None = None) -> Results:
    """Read a list of results. Raises Unreadable, with a sentence for every line that is wrong.

    One of the first lines names the columns: match, result, and drop for those who leave (apart by
    a plus sign, if both do). A line without a result is a slip that is still out, and is passed
    over. The list is a workbook (.xlsx) or a text, as a list of players is.
    """
    source = source_of(where)
    missing = "the list needs a column called match and one called result"
    sheet = spreadsheet.read(data, source, TITLES, NEEDS, missing, encoding)
    if len(sheet.rows) > MOST:
        raise source.empty(f"holds {len(sheet.rows):,} results; a list has at most {MOST:,}.")
    rows: list[ResultRow] = []
    mistakes: list[Mistake] = []
    seen: dict[str, int] = {}
    for number, cells in sheet.rows:
        row = sheet.said(cells)
        match, result = row.get("match", "").lower(), row.get("result", "")
        leaving = tuple(who.strip() for who in row.get("drop", "").split("+") if who.strip())
        if max(map(len, (match, result, *leaving))) > _LONGEST:
            mistakes.append((number, f"a cell has more than {_LONGEST} characters"))
        elif not match:
            mistakes.append((number, "no match is given; write one such as masters-1-14"))
        elif not result:
            if leaving:
                mistakes.append((number, "a player drops, but the match has no result"))
        elif seen.setdefault(match, number) != number:
            mistakes.append((number, f"this match is already on line {seen[match]}"))
        else:
            rows.append(ResultRow(number, match, result, leaving))
    if mistakes:
        raise source.all_wrong(mistakes)
    if not rows:
        raise source.empty("holds no results.")
    return Results(rows, sheet.taken)
