"""The columns of `places` and `matches` are sealed into archives and never change.

`verify` makes these tables again and compares the bytes, so one more cell would make it call every
older archive damaged, unless the README of the archive gets a new number. A new column for people
goes into the tables of `standings_page` and `text.standings`. The tables of rounds, pairings and
players are only exported.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import NamedTuple

import msgspec

from roundbook.ledger.people.book import Book
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.pools import flights_by_player
from roundbook.ledger.state.rounds import latest_round, lost_alone
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import MatchId, Pairing, PlayerId, Pool, Score, Verdict
from roundbook.projections.rounds.rounds import Seat, posted_round
from roundbook.projections.standings.percentages import percent
from roundbook.projections.standings.standings import FIELDS, Standing

Cell = str | int | bool | list[int] | None
Row = dict[str, Cell]
"""One line of a table, by the names of its columns."""


def places(placed: Iterable[Standing], book: Book) -> Iterator[Row]:
    """Yield the line of every player in these standings, with rates as exact fractions.

    An archive seals all places, even those that `as_shown` leaves out.
    """
    for one in placed:
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


class Played(NamedTuple):
    """A match that stands, or a bye or a loss without an opponent, which have no table."""

    pool: Pool
    round: int
    match: MatchId | None
    first: PlayerId
    second: PlayerId | None
    result: Verdict | None
    games: Score | None = None
    kind: str | None = None


def played(t: Tournament) -> Iterator[Played]:
    """Yield every match, bye and loss alone, round by round, pool by pool, in table order."""
    for (pool, number), paired in sorted(t.rounds.items(), key=lambda item: item[0]):
        seats: list[tuple[MatchId, Pairing, str | None]] = [
            (match, pair, None) for match, pair in paired.matches()
        ]
        playoff = t.playoffs.get(pool)
        if playoff and playoff.round == number:
            seats.append((playoff, t.matches[playoff], "third place"))
        for match, (first, second), kind in seats:
            found = t.results.get(match)
            result, games = (found.verdict, found.games) if found else (None, None)
            yield Played(pool, number, match, first, second, result, games, kind)
        for player, of in paired.byes:
            kind = f"{of.value} bye"
            yield Played(pool, number, None, player, None, Verdict.FIRST, kind=kind)
        for player in lost_alone(t, paired):
            yield Played(pool, number, None, player, None, Verdict.SECOND, kind="loss")


def matches(t: Tournament, book: Book) -> Iterator[Row]:
    """Yield every match and bye that stands, round by round, pool by pool, in table order."""
    return (_played(book, one) for one in played(t) if one.kind != "loss")


def rounds(t: Tournament, book: Book) -> list[Row]:
    """Return every match, bye and loss without an opponent, round by round, pool by pool."""
    return [_played(book, one) for one in played(t)]


def pairings(t: Tournament, rules: Ruleset, book: Book) -> Iterator[Row]:
    """Yield the tables of the latest round of every pool, with the records before it (TOP §4)."""
    for pool in dict.fromkeys((*t.pods, *t.cuts, *t.latest)):
        latest = latest_round(t, pool)
        posted = posted_round(t, rules, pool, latest.number) if latest else None
        if posted is None:
            continue
        seats: list[tuple[int | None, Seat, Seat | None, str | None]] = [
            *(
                (one.table, one.first, one.second, "third place" if one.playoff else None)
                for one in posted.tables
            ),
            *((None, bye.seat, None, f"{bye.kind.value} bye") for bye in posted.byes),
            *((None, seat, None, "loss") for seat in posted.absent),
        ]
        for table, first, second, kind in seats:
            yield {
                "pool": pool,
                "round": posted.number,
                "table": table,
                **_seat(book, "first", first),
                **_seat(book, "second", second),
                "kind": kind,
            }


def players(t: Tournament, book: Book, *, ids: bool, years: bool) -> Iterator[Row]:
    """Yield all players ever registered, in order of registration.

    Player IDs and years of birth are included only on request.
    """
    flights = flights_by_player(t)
    for player in t.players.values():
        known = book.players.get(player.id)
        person = known.person if known else None
        yield {
            "player": player.id,
            "name": person.name if person else None,
            **({"id": person.id or None if person else None} if ids else {}),
            **({"birth_year": person.birth_year if person else None} if years else {}),
            "division": player.division.value,
            "flight": flights.get(player.id),
            "late": player.late,
            "losses_at_start": player.losses,
            "left_after": player.after,
            "disqualified": player.disqualified,
        }


def _played(book: Book, one: Played) -> Row:
    return {
        "pool": one.pool,
        "round": one.round,
        "table": one.match.table if one.match else None,
        "first": one.first,
        "first_name": _name(book, one.first),
        "second": one.second,
        "second_name": _name(book, one.second) if one.second else None,
        "result": one.result.value if one.result else None,
        "games": list(one.games) if one.games else None,
        "kind": one.kind,
    }


def _seat(book: Book, which: str, seat: Seat | None) -> Row:
    return {
        which: seat.player if seat else None,
        f"{which}_name": _name(book, seat.player) if seat else None,
        f"{which}_record": [int(n) for n in seat.record.split("-")] if seat else None,
        f"{which}_points": seat.match_points if seat else None,
    }


def _name(book: Book, player: PlayerId) -> str | None:
    return book.players[player].person.name if player in book.players else None


def _rates(one: Standing) -> Row:
    """Return the percentages that the edition uses, exactly and as printed."""
    found: Row = {}
    for field in FIELDS.values():
        rate = getattr(one, field)
        if rate is not None:
            found[field] = str(rate)
            found[f"{field}_percent"] = percent(rate)
    return found


# Rows as a grid of text cells, as in CSV, HTML and workbooks.

FORMULA = tuple("=+-@\t\r\n\0\uff1d\uff0b\uff0d\uff20")
"""What a spreadsheet may take for the beginning of a formula, also in full width."""


def fields(rows: Sequence[Row]) -> list[str]:
    """Return the columns that are shown: no exact fractions, which spreadsheets take for dates."""
    return [name for name in rows[0] if f"{name}_percent" not in rows[0]] if rows else []


def title(field: str) -> str:
    """Return the title of a column."""
    return field.replace("_", " ")


def grid(rows: Sequence[Row]) -> list[list[str]]:
    """Return rows as cells of text, with the names of the columns first.

    Nothing may look like a date to a spreadsheet: there are no exact fractions, and games are
    joined with en dashes.
    """
    shown = fields(rows)
    if not rows:
        return []
    return [[title(name) for name in shown], *([text(row[name]) for name in shown] for row in rows)]


def text(value: Cell) -> str:
    """Return a cell as it is shown."""
    if isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, list):
        return "\N{EN DASH}".join(map(str, value))
    return "" if value is None else str(value)


# Rows as a text for spreadsheets: RFC 4180, UTF-8, CRLF, and without formulas.


def csv_bytes(rows: Sequence[Row], remarks: Sequence[str] = (), *, marked: bool = False) -> bytes:
    """Return rows as CSV that no spreadsheet takes for formulas.

    A cell that begins like a formula gets an apostrophe first. Notes follow after an empty line. If
    `marked`, it begins with a byte order mark, without which a spreadsheet may show the letters of
    names wrongly.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    for cells in grid(rows):
        writer.writerow(map(harmless, cells))
    if remarks:
        out.write("\r\n")
        writer.writerows(("remark", harmless(said)) for said in remarks)
    return out.getvalue().encode("utf-8-sig" if marked else "utf-8", "replace")


def harmless(cell: str) -> str:
    """Return a cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if cell.startswith(FORMULA) else cell


# Rows as a page of its own, without script, image or link.

_STYLE = (
    "body{font:1rem/1.5 system-ui,sans-serif;margin:1rem;color-scheme:light dark}"
    "div{overflow-x:auto}table{border-collapse:collapse}"
    "th,td{border:1px solid #8888;padding:.25rem .5rem;text-align:left}"
)


def html_bytes(title: str, rows: Sequence[Row], remarks: Sequence[str] = ()) -> bytes:
    """Return a page with one table, and the notes below it."""
    head, *body = grid(rows) or [[]]
    lines = [
        '<!doctype html><html lang="en"><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width">',
        f"<title>{escape(title)}</title><style>{_STYLE}</style>",
        f'<h1>{escape(title)}</h1><div tabindex="0"><table>',
        f"<thead><tr>{''.join(f'<th scope=col>{escape(cell)}</th>' for cell in head)}</tr></thead>",
        "<tbody>",
        *(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>" for cells in body),
        f"</tbody></table></div>{_remarked(remarks)}</html>",
    ]
    return "\n".join((*lines, "")).encode(errors="replace")


def _remarked(remarks: Sequence[str]) -> str:
    if not remarks:
        return ""
    items = "".join(f"<li>{escape(said)}</li>" for said in remarks)
    return f"\n<h2>remarks</h2><ul>{items}</ul>"


# Rows as in an archive: rates as exact fractions and as printed, never as floats.

_encoder = msgspec.json.Encoder(enc_hook=str)


def array(rows: Sequence[Row]) -> bytes:
    """Return rows as an array of objects, as in an archive."""
    return msgspec.json.format(_encoder.encode(rows), indent=1) + b"\n"
