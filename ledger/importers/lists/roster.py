"""Reading a list of players from a spreadsheet: bytes in, rows out."""

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from html import unescape
from statistics import median_low
from typing import NamedTuple, TypeVar

from msgspec import UNSET

from roundbook.ledger.errors import Hint, advice, option
from roundbook.ledger.importers.lists import sheet as spreadsheet
from roundbook.ledger.importers.lists.birth_dates import Born, born, day_in_words, days_first
from roundbook.ledger.importers.lists.chat_lines import loose
from roundbook.ledger.importers.lists.columns import (
    CORRECT_IT,
    Mistake,
    Source,
    Who,
    at,
    enough,
    folded,
)
from roundbook.ledger.importers.lists.columns import columns as columns_of
from roundbook.ledger.importers.lists.roster_titles import (
    ENCODINGS_OF,
    ROSTER,
    day_first,
    is_out,
    languages_of,
    letters_of,
)
from roundbook.ledger.importers.lists.sheet import WITHOUT_TITLES, ColumnSheet, Row, Taken
from roundbook.ledger.people.book import Person, birthday
from roundbook.ledger.people.name_parts import NameParts, is_clear, split, turned, with_comma
from roundbook.ledger.people.tidy_names import tidy_name
from roundbook.ledger.phrases import counted
from roundbook.ledger.terms import Division
from roundbook.ledger.text import plain
from roundbook.ledger.text import turned as swapped_ways

# Oddities in a list of players that are not mistakes, but should be checked before registration.

Numbered = tuple[int, Person]


def doubts(people: Sequence[Numbered], halves: Mapping[int, str | None]) -> list[str]:
    """Return the odd lines, each with what is odd about it, in the order of the list.

    `halves` says of which lines half of the name is missing.
    """
    odd = [*_names(people), *_twins(people), *_turned(people), *_years(people), *_ids(people)]
    found = [*((line, said) for line, said in halves.items() if said), *odd]
    who = {line: one.name for line, one in people}
    return [f"{at(line, who)}: {said}" for line, said in sorted(found)]


def _names(people: Iterable[Numbered]) -> Iterator[tuple[int, str]]:
    for line, one in people:
        if "," in one.name or ";" in one.name:
            yield line, "the name has a comma or a semicolon in it; is it the wrong way round?"
        elif "@" in one.name:
            yield line, "the name looks like an email address."
        elif any(map(str.isdigit, one.name)):
            yield line, "the name has digits in it."
        elif "?" in one.name or "\N{REPLACEMENT CHARACTER}" in one.name:
            yield line, "the name may have lost its accents."
        elif "Ã" in one.name or "â€" in one.name:
            yield line, "the name seems to have been saved in one encoding and read in another."


def _guessed(people: Sequence[Numbered], kinds: Mapping[int, bool]) -> Iterator[str]:
    """Yield one sentence on the names in one piece whose last name had to be guessed.

    `kinds` says of the lines whose name was in one piece whether nobody needs to look.
    """
    found = [(line, one) for line, one in people if kinds.get(line) is False]
    for line, one in found[:1]:
        more = f" and {counted(len(found) - 1, 'more line')}" if found[1:] else ""
        first, last = one.parts
        yield (
            f"line {line}{more}: {one.name} is listed as {last}, {first}; if that is wrong, write "
            "the last name first, with a comma, or use two columns."
        )


MAYBE_ONE = ("are they two different people?", "is it the same person?")
"""How the questions end that two lines of a list ask if they may be one person."""


def _twins(people: Iterable[Numbered]) -> Iterator[tuple[int, str]]:
    """Yield players with the same name as a player above, but a different id or year."""
    above: dict[str, int] = {}
    for line, one in people:
        first = above.setdefault(folded(one.name), line)
        if first != line:
            yield line, f"the same name is on line {first}; {MAYBE_ONE[0]}"


def _turned(people: Iterable[Numbered]) -> Iterator[tuple[int, str]]:
    """Yield players who may be one above with first and last name swapped.

    Two ids, or two years of birth, mean two people.
    """
    above: dict[str, list[Numbered]] = {}
    for line, one in people:
        for at_line, other in (
            found for way in swapped_ways(one.name) for found in above.get(way, ())
        ):
            years = {one.birth_year, other.birth_year} - {None}
            if not (one.id and other.id) and len(years) < 2:
                swapped = f"line {at_line} has the same name with first and last name swapped"
                yield line, f"{swapped}; {MAYBE_ONE[1]}"
        above.setdefault(plain(one.name), []).append((line, one))


_OLDEST = 1930
"""Hardly anybody who plays was born before this year."""


def _years(people: Iterable[Numbered]) -> Iterator[tuple[int, str]]:
    for line, one in people:
        if one.birth_year is not None and one.birth_year < _OLDEST:
            yield line, f"born in {one.birth_year}; is that right?"


def _ids(people: Sequence[Numbered]) -> Iterator[tuple[int, str]]:
    """Yield ids that are unlike nearly all others: missing, with letters, or far too short."""
    usual = usual_length([one.id for _, one in people])
    for line, one in people if usual else ():
        if not one.id:
            yield line, "the Player ID is missing."
        elif odd := odd_id(one.id, usual):
            yield line, f"the id {odd}."


def usual_length(ids: Sequence[str]) -> int | None:
    """Return how many digits ids have that are mostly numbers; None if they are not."""
    digits = [len(one) for one in ids if one.isdigit()]
    return median_low(digits) if 2 * len(digits) > len(ids) else None


def odd_id(own: str, usual: int | None) -> str | None:
    """Return what is odd about an id, where the others usually have that many digits."""
    if usual is None:
        return None
    if not own.isdigit():
        return "is not a number, unlike the others"
    return f"{own} is much shorter than the others" if 2 * len(own) < usual else None


# The words of a list of players: years and divisions, as people write them.


NEEDS = tuple(
    frozenset(names)
    for names in (
        {"name"},
        {"surnames"},
        {"surnames_first"},
        {"turned"},
        {"first", "last"},
        {"first", "family"},
        {"somebody"},
    )
)
"""The required columns. A column called player is the name only if no other one is."""

_DIVISIONS = {
    Division.JUNIOR: """junior, juniors, juniores, jr, jun, junioren, júnior, juniorzy, juniorer,
        juniorit, юниор, юниоры, ジュニア, ジュニアリーグ, ジュニア部門, 주니어, 儿童组, 少年组""",
    Division.SENIOR: """senior, seniors, seniores, sénior, séniors, sr, sen, senioren, seniorzy,
        seniorer, seniorit, сеньор, сеньоры, シニア, シニアリーグ, シニア部門, 시니어, 青年组""",
    Division.MASTERS: """masters, master, meister, maestro, maestros, máster, másters, ma, mas,
        maître, maîtres, mestre, mestres, mistrz, mistrzowie, mästare, mester, mestarit, мастер,
        мастера, マスター, マスターリーグ, マスター部門, 마스터, 大师组, 大師組""",
    Division.OPEN: "open",
}
_BY_WORD = {
    folded(word): division for division, words in _DIVISIONS.items() for word in words.split(",")
}


def division_of(text: str) -> Division | None:
    """Return a division from its name or abbreviation, in any case and several languages.

    None for an empty text. Raise ValueError with a sentence.
    """
    words = folded(text)
    if not words:
        return None
    if words in _BY_WORD:
        return _BY_WORD[words]
    for division in Division:
        if division.lower().startswith(words):
            return division
    first = words.split()[0]  # As in `Masters Division` and `Senior (2010-2013)`.
    if first in _BY_WORD:
        return _BY_WORD[first]
    msg = f'"{text[:20]}" is not a division; use junior, senior and masters'
    raise ValueError(msg)


def is_division(text: str) -> bool:
    """Tell whether a text names a division, as a heading above its players does."""
    words = folded(re.sub(r"\(.*?\)", " ", text)).removesuffix(" division")
    return len(words) > 3 and words in _BY_WORD


MOST = 20_000
"""The most players in one list: far more than any event has."""

_ID = re.compile(r"[A-Za-z0-9._:/-]{0,40}")


class RosterRow(NamedTuple):
    """A player in the list, with the line in the file."""

    line: int
    person: Person
    division: Division | None


class Roster(NamedTuple):
    """A list of players: its rows, how it was read, its oddities by line, and what was left out.

    `days` is how dates were read that may begin with the day or with the month, None if none may or
    nobody can tell; then `open_days` says which ones.
    """

    rows: list[RosterRow]
    taken: Taken
    doubts: list[str]
    notes: list[str]
    days: str | None
    open_days: str | None


class NoDivision(ValueError):  # noqa: N818 - it is missing from a row, not a fault.
    """A player cannot be registered: neither the year of birth nor the division is known."""


Judge = Callable[[Person, Division | None], object]
"""A check that raises ValueError, with a sentence, for a player who cannot be registered."""

Taking = TypeVar("Taking")

_OF_DIVISION = ("year", "day", "division")


def read(
    data: bytes,
    where: str,
    judge: Judge = lambda *_: None,
    *,
    encoding: str | None = None,
    days: bool | None = None,
) -> Roster:
    """Read a list of players. Raises Unreadable, with a sentence for every wrong line.

    `days` tells whether dates of birth begin with the day, if the list does not.

    One of the first lines names the columns: name, or first and last; id; birth year or date;
    division; in any order, among others that are ignored. The list is a workbook (.xlsx) or a text
    whose cells are separated by commas, semicolons, tabs or bars.
    """
    source = Source(where, "players", CORRECT_IT, names_encoding=True)
    missing = "the list needs a column called name, or two columns called first and last"
    kin = spreadsheet.Kin(
        ROSTER,
        NEEDS,
        missing,
        _at_home,
        letters=letters_of,
        loosely=lambda text: loose(text, is_division, is_out),
        is_part=is_division,
    )
    sheet = spreadsheet.read(data, source, kin, encoding)
    sheet = people_only(sheet, source)
    _drop_columns(sheet, source)
    if len(sheet.rows) > MOST:
        too_many = source._replace(hint="Register fewer players at a time; nothing was written.")
        raise too_many.empty(
            f"lists {len(sheet.rows):,} players; a list can have at most {MOST:,}."
        )
    order = _order(sheet, told=days)
    rows, mistakes, names, again = _judged(sheet, judge, order=order)
    mistakes += _not_playing(sheet)
    if mistakes:
        source = source._replace(hint=_advice(sheet.taken, mistakes))
        raise source.all_wrong(mistakes, names)
    if not rows:
        raise source.empty("does not contain any players.")
    width = len(sheet.taken.columns.titles)
    overlong = [
        f"line {number} has more cells than there are columns; is there a comma in a name?"
        for number, cells in sheet.rows
        if any(cells[width:])
    ]
    people = [(row.line, row.person) for row in rows]
    halves = {number: _missing_half(sheet.said(cells)) for number, cells in sheet.rows}
    pieces = {number: _is_clear(sheet.said(cells)) for number, cells in sheet.rows}
    kinds = {number: is_known for number, is_known in pieces.items() if is_known is not None}
    # A question should be looked at before anybody is registered; all else says what was left
    # out.
    left_out = (one for one in sheet.taken.left_out if not one.endswith("?"))
    notes = [*left_out, *again]
    whole = [
        *(one for one in sheet.taken.left_out if one.endswith("?")),
        *_overlooked(sheet),
        *_statuses(sheet),
        *_guessed(people, kinds),
    ]
    return Roster(
        rows,
        sheet.taken,
        [*whole, *overlong, *doubts(people, halves)],
        notes,
        _settled_days(sheet, order=order),
        _open_days(sheet, order=order),
    )


def people_only(sheet: ColumnSheet, source: Source) -> ColumnSheet:
    """Return a list without the rows that are not players, each named; and its cells as text.

    Headings of divisions between the rows say it of those below. Raises Unreadable if titles in
    another order stand between them.
    """
    columns = sheet.taken.columns
    width = len(columns.titles)
    header = [folded(title) for title in columns.titles]
    named = [columns.places[one] for one in _NAMED if one in columns.places]
    rows, left, mended, division, divided = list[Row](), list[str](), list[str](), "", False
    for number, raw in sheet.rows:
        plain_cells = [_plain(cell) for cell in raw]
        cells = [_mended(cell) for cell in plain_cells]
        for was, now in zip(plain_cells, cells, strict=True):
            mended += [f'line {number}: "{was[:40]}" was read as "{now[:40]}"'] * (was != now)
        filled = [cell for cell in cells if cell]
        said = [folded(cell) for cell in cells]
        if not filled or said == header[: len(said)] or all(map(_is_ruled, filled)):
            continue
        known = columns_of([cell for cell in cells if not _DIGIT.search(cell)], ROSTER)
        if len(known.places) > 1 and 2 * len(known.places) > len(filled) and enough(known, NEEDS):
            raise source.wrong(
                number,
                "a second header row starts here, in another order; save that list as its own file",
            )
        if len({*filled}) == 1 and width > 1 and is_division(filled[0]):
            division, divided = filled[0], True
            continue
        if width > 2 and _is_no_player(cells, named, columns.places.values()):
            text = " ".join(filled)[:40]
            left.append(
                f'line {number} ("{text}") does not look like a player, so it was not read.'
            )
            continue
        cells += [""] * (width - len(cells))
        rows.append((number, [*cells[:width], division, *cells[width:]] if divided else cells))
    if mended:
        more = f", and {counted(len(mended) - 1, 'more cell')} likewise" if mended[1:] else ""
        left.append(f"{mended[0]}{more}.")
    places = dict(columns.places)
    titles = columns.titles
    if divided and "division" not in places:
        titles, places["division"] = (*titles, "division"), width
    taken = sheet.taken._replace(
        columns=columns._replace(places=places, titles=titles),
        left_out=(*sheet.taken.left_out, *left),
    )
    return _with_commas(_with_whole_days(sheet._replace(taken=taken, rows=rows)))


_NAMED = ("name", "surnames", "surnames_first", "turned", "somebody", "first", "last", "family")
_DIGIT = re.compile(r"\d")
_RULED = re.compile(r":?[-=_]{2,}:?")
_UNSEEN = dict.fromkeys(map(ord, "\u200b\u200e\u200f\u2060\ufeff\u00ad"))
"""Characters that nobody sees, which come with what is pasted."""

_SUMS = re.compile(
    r"(grand )?(total|totale|totaal|suma|summe|gesamt|insgesamt|sum|count|anzahl|checked in|"
    r"players|spieler|paid|bezahlt|records?|page|seite|合計|итого|всего)\b"
)


def _is_ruled(cell: str) -> bool:
    return _RULED.fullmatch(cell) is not None


def _is_no_player(cells: Sequence[str], named: Collection[int], known: Collection[int]) -> bool:
    """Tell whether a row has a sum or a note, and no player."""
    filled = [cell for cell in cells if cell]
    names = [cells[at] for at in named if at < len(cells) and cells[at]]
    if len(filled) > 3 or any(re.fullmatch(r"#?\d{5,10}", cell) for cell in filled):
        return False
    if _SUMS.match(folded(filled[0])) or filled[0].endswith(":"):
        return True
    if len(filled) > 1 or not names:
        return len(filled) == 1 and cells.index(filled[0]) not in known
    is_text = bool(_DIGIT.search(names[0])) or names[0][-1] in ".!" or names[0][0] in "*("
    return is_text or (len(named) > 1 and len(names[0].split()) > 2)


def _plain(cell: str) -> str:
    """Return a cell without what came with it: quotes, stars, unseen characters, lost encodings."""
    text = cell.translate(_UNSEEN).replace("\u3000", " ").strip()
    for begin, end in ("“”", "„“", "«»"):
        if text.startswith(begin) and text.endswith(end) and len(text) > 1:
            text = text[1:-1].strip()
    return re.sub(r"\*\*(.+?)\*\*", r"\1", text)


_TWICE = re.compile("[ÃÅÄÂ][\u0080-\u00bf…–—†‡ˆ‰Š‹ŒŽ‘’“”•˜™š›œžŸ]")
"""Letters of UTF-8 that were read as Windows-1252."""


def _mended(text: str) -> str:
    """Return a text that was saved in UTF-8 and read in another encoding as it was meant."""
    if _TWICE.search(text):
        with suppress(UnicodeError):
            return text.encode("cp1252").decode("utf-8")
    return text


def _with_whole_days(sheet: ColumnSheet) -> ColumnSheet:
    """Return a list whose day, month and year of birth in three columns are one."""
    places = dict(sheet.taken.columns.places)
    parts = [places.pop(one, None) for one in ("day_of", "month_of")]
    day, month, year = *parts, places.get("year")
    if day is None or month is None or year is None or "day" in places:
        taken = sheet.taken._replace(columns=sheet.taken.columns._replace(places=places))
        return sheet._replace(taken=taken)
    whole = []
    for number, cells in sheet.rows:
        three = [cells[at] if at < len(cells) else "" for at in (year, month, day)]
        text = "-".join(three) if all(three) else three[0]
        whole.append((number, [text if at == year else cell for at, cell in enumerate(cells)]))
    taken = sheet.taken._replace(columns=sheet.taken.columns._replace(places=places))
    return sheet._replace(taken=taken, rows=whole)


_CAPITALS = re.compile(r"((?:[^\W\d_a-z](?:[^\W\d_a-z]|['’.-])+\s)+)(\S*[^\W\d_A-Z].*)")


def _with_commas(sheet: ColumnSheet) -> ColumnSheet:
    """Return a list with a comma after last names that capitals show: `DE LA TOUR Anne`."""
    place = sheet.taken.columns.places.get("name")
    if place is None or {"first", "last", "family"} & sheet.taken.columns.places.keys():
        return sheet
    found = {
        number: f"{shown[1].strip()}, {shown[2]}"
        for number, cells in sheet.rows
        if place < len(cells)
        and (shown := _CAPITALS.fullmatch(cells[place]))
        and shown[1].isupper()
        and not shown[2].isupper()
    }
    # Capitals mean something only where nearly everybody is written like this.
    if len(found) < 2 or len(found) * 5 < len(sheet.rows) * 4:
        return sheet
    rows = [
        (at, [found.get(at, cell) if n == place else cell for n, cell in enumerate(cells)])
        for at, cells in sheet.rows
    ]
    return sheet._replace(rows=rows)


def _at_home(header: Sequence[str]) -> list[str]:
    """Return the encodings in which lists with such a header row are saved."""
    return [one for language in languages_of(header) for one in ENCODINGS_OF.get(language, ())]


def _drop_columns(sheet: ColumnSheet, source: Source) -> None:
    """Leave out columns whose titles mean something else beside the others. Raises Unreadable."""
    places, titles = sheet.taken.columns.places, sheet.taken.columns.titles
    if places.keys() & {"name", "surnames", "surnames_first", "turned", "first", "last", "family"}:
        places.pop("somebody", None)  # It contains a number, or the name again.
    if "year" not in places or folded(titles[places["year"]]) not in _ANY_YEAR:
        return
    values = {sheet.said(cells).get("year", "") for _, cells in sheet.rows}
    # The date says the year as well, so a column that may mean the year of the event is not needed.
    if "day" in places:
        places.pop("year")
    elif len(sheet.rows) > 1 and len(values) == 1 and _may_be_a_season(*values):
        raise source.wrong(
            sheet.line,
            f'the column "{titles[places["year"]]}" has {values.pop()} on every line; call it '
            "birth year if these are years of birth, or remove it",
        )


def _may_be_a_season(text: str) -> bool:
    """Tell whether a year may be that of an event, which none before 2003 is."""
    return text.isascii() and text.isdigit() and int(text[:4]) >= _FIRST_SEASON


_FIRST_SEASON = 2003

_ANY_YEAR = frozenset(map(folded, ("year", "año", "année", "anno", "ano", "год")))
"""Titles that may also mean the year of the event."""


def _not_playing(sheet: ColumnSheet) -> list[Mistake]:
    """Return the lines whose status says that somebody does not play."""
    place = sheet.taken.columns.places.get("status")
    if place is None:
        return []
    title = sheet.taken.columns.titles[place]
    return [
        (
            number,
            f'the column "{title}" says {cells[place][:40]}; remove the line, or empty the cell',
        )
        for number, cells in sheet.rows
        if place < len(cells) and is_out(cells[place])
    ]


def _statuses(sheet: ColumnSheet) -> Iterator[str]:
    """Yield a sentence on a status column with several values that nobody here knows."""
    place = sheet.taken.columns.places.get("status")
    if place is None:
        return
    values = dict.fromkeys(cells[place] for _, cells in sheet.rows if place < len(cells))
    if len(values) > 1:
        some = ", ".join(f'"{value[:20]}"' for value in [*values][:4])
        title = sheet.taken.columns.titles[place]
        yield f'the column "{title}" has several values ({some}); does everybody on the list play?'


def _days(sheet: ColumnSheet) -> list[tuple[int, str, Born]]:
    """Return the dates of birth that can be read, with their lines."""
    found = []
    for number, cells in sheet.rows:
        said = sheet.said(cells)
        for text in (said.get("day", ""), said.get("year", "")):
            one = _born_or_none(text)
            if one and (one.by_day or one.by_month):
                found.append((number, text, one))
                break
    return found


def _born_or_none(text: str) -> Born | None:
    try:
        return _born(text)
    except ValueError:  # It is reported with its line.
        return None


def _overlooked(sheet: ColumnSheet) -> Iterator[str]:
    """Yield a sentence on a column that was not read, and looks like one that the list lacks."""
    places, titles = sheet.taken.columns.places, sheet.taken.columns.titles
    ids = [sheet.said(cells).get("id", "") for _, cells in sheet.rows]
    usual = usual_length([one for one in ids if one]) or 0
    for place, title in enumerate(titles):
        if place in places.values() or _ELSEWHERE.search(folded(title)):
            continue
        cells = [row[place] for _, row in sheet.rows if place < len(row) and row[place]]
        if len(cells) * 2 <= len(sheet.rows):
            continue
        long = [one for one in cells if re.fullmatch(r"\d{5,10}", one)]
        if len({*long}) * 10 >= 9 * len(sheet.rows) and usual < len(long[0]) - 1:
            yield _UNREAD.format(title, "the Player IDs", "Player ID")
        elif "division" not in places and all(map(is_division, cells)):
            yield _UNREAD.format(title, "the divisions", "Division")
        elif not {"day", "year"} & places.keys() and _are_births(cells):
            yield _UNREAD.format(title, "dates of birth", "Date of birth")


_UNREAD = 'the column "{}" was not read; are these {}? If so, call it {}.'
_ELSEWHERE = re.compile(
    r"phone|tel|mobile|handy|zip|plz|post|order|time|zeit|created|registered|paid|bezahlt|mail|date$"
)
"""In the titles of columns whose numbers and dates are not those of players."""


def _are_births(cells: Sequence[str]) -> bool:
    """Tell whether all cells may be dates of birth, and not those of one season."""
    found = [_born_or_none(text) for text in cells]
    years = {one.year for one in found if one}
    return all(found) and len(years) > 2 and min(years) >= _OLDEST


def _order(sheet: ColumnSheet, *, told: bool | None) -> bool | None:
    """Tell whether the dates of a list begin with the day, as `told` if it does not say so."""
    titles, places = sheet.taken.columns.titles, sheet.taken.columns.places
    title = titles[places.get("day", places.get("year", 0))]
    said = day_first(title, languages_of(titles))
    found = days_first([(text, one) for _, text, one in _days(sheet)], said=said)
    return told if found is None else found


def _open_days(sheet: ColumnSheet, *, order: bool | None) -> str | None:
    """Return, in words, the dates that may begin with the day or with the month."""
    found = [(number, text) for number, text, one in _days(sheet) if one.is_open]
    if order is not None or not found:
        return None
    (number, text), *others = found
    more = f" and {counted(len(others), 'more date')}" if others else ""
    return f"{text} (line {number}){more} may begin with the day or with the month"


def _settled_days(sheet: ColumnSheet, *, order: bool | None) -> str | None:
    """Return how the dates were read, if one of them alone may begin with the day or the month."""
    for _, text, one in _days(sheet):
        if order is not None and one.is_open and (day := one.day(day_first=order)):
            first = "day" if order else "month"
            return f"The dates begin with the {first}: {text} was read as {day_in_words(day)}."
    return None


def _judged(
    sheet: ColumnSheet, judge: Judge, *, order: bool | None
) -> tuple[list[RosterRow], list[Mistake], Who, list[str]]:
    """Return the players of a list, everything that is wrong with it, and the name on each line.

    The last are notes on the lines that only repeat a player, as when a form was sent twice.
    """
    rows: list[RosterRow] = []
    mistakes: list[Mistake] = []
    names: dict[int, str] = {}
    seen: dict[tuple[str, str, int | None], int] = {}
    by_id: dict[str, RosterRow] = {}
    again = list[str]()
    no_column = not any(name in sheet.taken.columns.places for name in _OF_DIVISION)
    for number, cells in sheet.rows:
        one, wrong = _row(number, sheet.said(cells), judge, day_first=order)
        if (above := by_id.get(one.person.id)) and _again(one, above.person):
            again.append(f"Line {number} repeats {one.person.name}, who is on line {above.line}.")
            continue
        by_id.setdefault(one.person.id, one)
        if one.person.name:
            names[number] = one.person.name
        for mistake in wrong:
            if not (no_column and isinstance(mistake, NoDivision)):
                mistakes.append((number, str(mistake).rstrip(".")))
            elif sheet.line not in dict(mistakes):  # True of every row, so reported once.
                mistakes.append((sheet.line, _without_division(sheet.taken)))
        if wrong:
            continue
        who = one.person
        # Two lines with the same id are one player; without ids, with the same name and year.
        key = ("id", who.id, None) if who.id else ("name", who.name.casefold(), who.birth_year)
        first = seen.setdefault(key, number)
        if first != number:
            mistakes.append((number, _twice(who, names[first], first)))
        rows.append(one)
    return rows, mistakes, names, again


def _again(one: RosterRow, before: Person) -> bool:
    """Tell whether a row has the same person as one above, in every detail."""
    who = one.person
    return bool(
        who.id
        and folded(who.name) == folded(before.name)
        and (who.birth_year, who.birthday) == (before.birth_year, before.birthday)
    )


def _twice(who: Person, other: str, first: int) -> str:
    """Return the mistake that a line has a person, or a Player ID, of a line above."""
    if not who.id or folded(who.name) == folded(other):
        return f"this player is already on line {first}"
    return f"the Player ID {who.id} is also that of {other} on line {first}; correct one of them"


def _missing_half(said: Mapping[str, str]) -> str | None:
    """Return which half of a name is missing in a row, if each has a column."""
    halves = {
        half: said.get(half, said.get("family") if half == "last" else None) for half in _HALVES
    }
    empty = [half for half, text in halves.items() if text == ""]
    return f"the {empty[0]} name is missing." if len(empty) == 1 and "name" not in said else None


_HALVES = ("first", "last")


def _without_division(taken: Taken) -> str:
    """Return the mistake that no column gives the divisions, with possible titles for one."""
    if taken.form.endswith(WITHOUT_TITLES):
        own_id = " and a Player ID" if "id" in taken.columns.places else ""
        return (
            "the list has no header row, and no line gives a date of birth or a division; each "
            f"was read as a name{own_id}"
        )
    return (
        "no column has a recognised heading for the year of birth or the division, such as "
        f"birth year, DOB or division; {_how_read(taken)}"
    )


def _how_read(taken: Taken) -> str:
    """Return which columns were read and which were ignored."""
    read = ", ".join(f'"{taken.columns.titles[at]}"' for at in taken.columns.places.values())
    other = ", ".join(f'"{title[:20]}"' for title in taken.columns.unread)
    return f"read: {read}{f'; ignored: {other}' if other else ''}"


def _advice(taken: Taken, mistakes: Iterable[Mistake]) -> str | Hint:
    """Return what to do, which columns were read, and how to give a division, if that may help."""
    lines = dict(mistakes)
    if _without_division(taken) in lines.values():
        one = option("--division", "masters", of="register")
        return advice(f"{CORRECT_IT} If everybody is in one division, name it: {{}}.", one)
    said = f"{CORRECT_IT} Columns {_how_read(taken)}."
    if any("the division" in mistake for mistake in lines.values()):
        return f"{said} You can add a column `division` with Junior, Senior or Masters."
    return said


def _row(
    number: int, said: Mapping[str, str], judge: Judge, *, day_first: bool | None
) -> tuple[RosterRow, list[ValueError]]:
    """Return one player, and everything that is wrong with the row."""
    wrong: list[ValueError] = []

    def taken(read: Callable[[str], Taking], text: str) -> Taking | None:
        try:
            return read(text)
        except ValueError as mistake:
            wrong.append(mistake)
            return None

    said = {what: unescape(text) if "&" in text else text for what, text in said.items()}
    parts, whole = _name(said)
    name, own_id = taken(_whole_name, whole), taken(_own_id, said.get("id", ""))
    so_far = len(wrong)
    in_year, of_day = taken(_born, said.get("year", "")), taken(_born, said.get("day", ""))
    division = taken(division_of, said.get("division", ""))
    if in_year and of_day and in_year.year != of_day.year:
        wrong.append(
            ValueError(
                f"the year of birth is {in_year.year} in one column, but {of_day.year} in another"
            )
        )
    of_birth = of_day or in_year
    day = of_birth.day(day_first=day_first) if of_birth else None
    person = Person(
        name=name or "",
        id=own_id or "",
        birth_year=of_birth.year if of_birth else None,
        last=tidy_name(parts.last) if name and parts and parts.last else "" if parts else UNSET,
        birthday=birthday(day) if day else UNSET,
    )
    if len(wrong) == so_far:  # The fields about the age are valid.
        try:
            judge(person, division)
        except ValueError as mistake:
            wrong.append(mistake)
    return RosterRow(line=number, person=person, division=division), wrong


_NO_WORDS = """- -- — – / . ? n/a na n.a. none null nil nan tbd tba unknown keine unbekannt
    ninguno aucun nessuno nenhum geen brak nincs нет なし không 0 unbek neu new pending missing
    folgt fehlt no nein non unk inconnu desconocido sconosciuto onbekend"""
_NOTHING = frozenset(_NO_WORDS.split())
"""What people write where they have nothing to write."""

_NOTHING_YET = re.compile(
    r"(noch |not |don ?t |has |have )*(kein|no|none|nicht|not|know)\w*( id| yet| known| da)*"
)


def _is_nothing(text: str) -> bool:
    """Tell whether a cell says that nothing is known."""
    said = text.casefold().rstrip(".!")
    return said in _NOTHING or not re.search(r"\w", said) or bool(_NOTHING_YET.fullmatch(said))


_ERRORS = frozenset({"#N/A", "#REF!", "#VALUE!", "#NAME?", "#NULL!", "#DIV/0!"})
_GUARDED = re.compile(r"""="(.*)"|['’](.*)|\#\s*(\d.*)""")
_EXPONENT = re.compile(r"\d+([.,]\d+)?E\+?\d+", re.ASCII | re.IGNORECASE)
_GROUPS = re.compile(r"\d{1,3}(?:([.,'’ \u00a0\u202f])\d{3})(?:\1\d{3})*(?:[.,]0{1,2})?", re.ASCII)
_FLOAT = re.compile(r"(\d+)[.,]0{1,2}", re.ASCII)


def _own_id(text: str) -> str:
    """Return a Player ID, without what a spreadsheet made of it. Raise ValueError."""
    # Digits in full width, as Japanese keyboards write them, are the same id.
    text = unicodedata.normalize("NFKC", text)
    guarded = _GUARDED.fullmatch(text)
    own = (next(filter(None, guarded.groups()), "") if guarded else text).strip()
    if _is_nothing(own):
        return ""
    if own.startswith("#") or own in _ERRORS:
        raise ValueError(f'"{own}" is a spreadsheet error in place of the Player ID')
    if _EXPONENT.fullmatch(own):
        msg = (
            f'"{own}" is a number that the spreadsheet shortened with an exponent, so digits are '
            "lost; format the column as text and enter the Player IDs again"
        )
        raise ValueError(msg)
    if _GROUPS.fullmatch(own):
        own = re.sub(r"\D", "", re.sub(r"(?<=\d{3})[.,]0{1,2}\Z", "", own))
    elif number := _FLOAT.fullmatch(own):
        own = number[1]
    if re.fullmatch(r"\d{2,4}( \d{2,4}){1,3}", own, re.ASCII):
        own = own.replace(" ", "")
    if not _ID.fullmatch(own):
        msg = "a Player ID can have at most 40 characters: letters, digits and . : / - _"
        raise ValueError(msg)
    return own


def _born(text: str) -> Born | None:
    return None if _is_nothing(text) else born(text)


_SEVEN = re.compile(r"\+[A-Za-z0-9/]{2,}-")
"""A letter with an accent in UTF-7."""


def _whole_name(text: str) -> str:
    """Return a name in one form. Raise ValueError with a sentence."""
    name = tidy_name(text)
    if name.count(",") > 1:
        msg = f'the name "{name[:40]}" has several commas; write only one, after the last name'
        raise ValueError(msg)
    if _SEVEN.search(name):
        msg = f'the name "{name[:40]}" seems to be in UTF-7; save the list as UTF-8'
        raise ValueError(msg)
    return name


def _name(said: Mapping[str, str]) -> tuple[NameParts | None, str]:
    """Return the parts of a name if the list says which they are, and the whole name.

    A column called name is the other half if only one is called first, or last: as in `Name;
    Vorname`, `Nombre; Apellidos`, `Nom; Prénom`.
    """
    first, last, family_first = _halves(said)
    if first is not None and last is not None:
        parts = NameParts(first, last)
        return (parts if parts.joined() else None), parts.joined(family_first=family_first)
    for kind in _IN_ONE:
        if kind in said:
            whole = " ".join(said[kind].split())
            parts_or_none = with_comma(whole) or _split(kind, whole)
            return parts_or_none, parts_or_none.joined(
                family_first=kind in _LAST_FIRST and "," not in whole
            ) if parts_or_none else whole
    return None, ""


_IN_ONE = ("name", "surnames", "surnames_first", "turned", "somebody")
_LAST_FIRST = ("surnames_first", "turned")


def _split(kind: str, whole: str) -> NameParts | None:
    """Return the parts of a name in one piece, if the title says how it is written."""
    match kind:
        case "surnames" if whole:
            return split(whole, surnames=2)
        case "surnames_first" if whole:
            return turned(whole, surnames=2)
        case "turned" if whole:
            return turned(whole)
        case _:
            return None


def _halves(said: Mapping[str, str]) -> tuple[str | None, str | None, bool]:
    """Return the first and the last name, if each has columns, and whether the last comes first."""

    def joined(*names: str) -> str | None:
        found = [said[name] for name in names if name in said]
        return " ".join(" ".join(found).split()) if names[-1] in said or found else None

    last = joined("infix", "last", "family", "second") if {"last", "family"} & said.keys() else None
    first = joined("first", "middle") if "first" in said else None
    if "name" in said and first is not None and last is None:
        last = said["name"]
    elif "name" in said and last is not None and first is None:
        first = joined("name", "middle")
    return first, last, "family" in said


def _is_clear(said: Mapping[str, str]) -> bool | None:
    """Tell whether nobody needs to look how a name in one piece was split; None in two columns."""
    first, last, _ = _halves(said)
    if first is not None and last is not None:
        return None
    for kind in _IN_ONE:
        if whole := " ".join(said.get(kind, "").split()):
            if with_comma(whole):
                return True
            if kind in {"surnames", "surnames_first"}:
                return split(whole, surnames=2) == split(whole) or whole.count(" ") == 3
            return kind == "turned" or is_clear(whole)
    return None
