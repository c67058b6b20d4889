"""The places and the rounds of a sealed tournament, in three forms that need no program of ours.

What is written here is a promise, since `verify` writes it again and compares: a change of form
needs a new number in the README of the archive.
"""

import csv
import io
from collections.abc import Iterator, Sequence
from html import escape

import msgspec

from ledger.people import Book
from ledger.rulesets.ruleset import Ruleset
from ledger.terms import PlayerId
from ledger.tournament import Tournament
from projections.rates import percent
from projections.standings import Standing, standings

Row = dict[str, str | int | bool | list[int] | None]

_FORMULA = tuple("=+-@\t\r\n\0\uff1d\uff0b\uff0d\uff20")
"""What a spreadsheet may take for the beginning of a formula, also in full width."""

_STYLE = (
    "body{font:1rem/1.5 system-ui,sans-serif;margin:1rem;color-scheme:light dark}"
    "div{overflow-x:auto}table{border-collapse:collapse}"
    "th,td{border:1px solid #8888;padding:.25rem .5rem;text-align:left}"
)


def tables(t: Tournament, rules: Ruleset, book: Book) -> dict[str, bytes]:
    """Return the files of places and rounds, by their names in an archive.

    Players whose names are not in the book stand there by number alone.
    """
    title = t.opened.name if t.opened else ""
    found: dict[str, bytes] = {}
    for what, rows in (
        ("standings", list(places(t, rules, book))),
        ("rounds", list(matches(t, book))),
    ):
        found[f"tables/{what}.json"] = msgspec.json.format(_encoder.encode(rows), indent=1) + b"\n"
        found[f"tables/{what}.csv"] = _as_csv(rows)
        found[f"tables/{what}.html"] = _as_html(f"{title}: {what}", rows)
    return found


def places(t: Tournament, rules: Ruleset, book: Book) -> Iterator[Row]:
    """Yield the line of every player, division by division, rates as exact fractions."""
    for one in standings(t, rules):
        yield {
            "division": one.division.value,
            "place": one.place,
            "player": one.player,
            "name": _name(book, one.player),
            "match_points": one.match_points,
            "wins": one.wins,
            "losses": one.losses,
            "ties": one.ties,
            **_rates(one),
            "decided_by": one.decided_by,
            "seed": one.seed,
            "late": one.late,
            "dropped": one.dropped,
            "disqualified": one.disqualified,
        }


def matches(t: Tournament, book: Book) -> Iterator[Row]:
    """Yield every match and bye that stands, round by round, pool by pool, in table order."""
    for (pool, number), paired in sorted(t.rounds.items(), key=lambda item: item[0]):
        seats = [(m.table, pair.first, pair.second, "", m) for m, pair in paired.matches()]
        playoff = t.playoffs.get(pool)
        if playoff and playoff.round == number:
            seats.append((playoff.table, *t.matches[playoff], "third place", playoff))
        for table, first, second, kind, match in seats:
            result = t.results.get(match)
            yield {
                "pool": pool,
                "round": number,
                "table": table,
                "first": first,
                "first_name": _name(book, first),
                "second": second,
                "second_name": _name(book, second),
                "result": result.verdict.value if result else None,
                "games": list(result.games) if result and result.games else None,
                "kind": kind or None,
            }
        for bye in paired.byes:
            yield {
                "pool": pool,
                "round": number,
                "table": None,
                "first": bye.player,
                "first_name": _name(book, bye.player),
                "second": None,
                "second_name": None,
                "result": "first",
                "games": None,
                "kind": f"{bye.kind.value} bye",
            }


_encoder = msgspec.json.Encoder()


def _name(book: Book, player: PlayerId) -> str | None:
    return book.players[player].person.name if player in book.players else None


def _rates(one: Standing) -> Row:
    """Return the percentages that the edition knows, exactly and as they are printed."""
    found: Row = {}
    for field in ("op_win", "op_op_win", "game_win", "op_game_win"):
        rate = getattr(one, field)
        if rate is not None:
            found[field] = str(rate)
            found[f"{field}_percent"] = percent(rate)
    return found


def _as_csv(rows: Sequence[Row]) -> bytes:
    """Return rows as a table that no spreadsheet takes for formulas (UTF-8, CRLF)."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    for cells in _grid(rows):
        writer.writerow([f"'{cell}" if cell.startswith(_FORMULA) else cell for cell in cells])
    return out.getvalue().encode()


def _as_html(title: str, rows: Sequence[Row]) -> bytes:
    """Return rows as a page of its own, without script, image or link."""
    head, *body = _grid(rows) or [[]]
    lines = [
        '<!doctype html><html lang="en"><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width">',
        f"<title>{escape(title)}</title><style>{_STYLE}</style>",
        f'<h1>{escape(title)}</h1><div tabindex="0"><table>',
        f"<thead><tr>{''.join(f'<th scope=col>{escape(cell)}</th>' for cell in head)}</tr></thead>",
        "<tbody>",
        *(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>" for cells in body),
        "</tbody></table></div></html>",
    ]
    return "\n".join((*lines, "")).encode()


def _grid(rows: Sequence[Row]) -> list[list[str]]:
    """Return rows as cells of text, the names of the columns first.

    Nothing may look like a date to a spreadsheet: no exact fractions, and games with dashes of
    their own.
    """
    if not rows:
        return []
    fields = [name for name in rows[0] if f"{name}_percent" not in rows[0]]
    titles = [name.replace("_", " ") for name in fields]
    return [titles, *([_cell(row[name]) for name in fields] for row in rows)]


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, list):
        return "\N{EN DASH}".join(map(str, value))
    return "" if value is None else str(value)
