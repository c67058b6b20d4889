"""What a page makes of the answer to a question: headings, sentences, rows and tables."""

import re
from collections.abc import Callable, Container, Iterator, Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from roundbook.cli.session.errors import shown as clean
from roundbook.cli.web.staff.hints import HintButton, button_of, capital, on_page
from roundbook.ledger.errors import Hint, do
from roundbook.projections.explain.tiebreak import WORDS
from roundbook.projections.reports.languages import SOURCE, said, translations
from roundbook.projections.reports.place_page import PlaceReasons
from roundbook.projections.reports.text.tables import Part, Table


class RuleText(Struct, frozen=True, kw_only=True):
    """A section of the rules: its number, its text, and the command and button that apply it."""

    cite: str
    title: str
    points: tuple[str, ...] = ()
    verb: str = ""
    button: HintButton | None = None


AskedPart = Part | Hint | RuleText | PlaceReasons
"""A part of an answer, as a question returns it."""


class PartKind(StrEnum):
    """The kind of a part on the page."""

    HEADING = "heading"
    SENTENCE = "sentence"
    ROWS = "rows"
    TABLE = "table"
    RULE = "rule"
    PLACE = "place"
    TEXT = "text"


class AnswerRow(Struct, frozen=True, kw_only=True):
    """A row below a heading: its text, a label before it if it has one, and what belongs to it."""

    text: str
    label: str = ""
    below: tuple[str, ...] = ()


class AnswerPart(Struct, frozen=True, kw_only=True):
    """A part of an answer on a page; what it consists of depends on its kind."""

    kind: PartKind
    text: str = ""
    rows: tuple[AnswerRow, ...] = ()
    value: Table | RuleText | PlaceReasons | None = None


LAST = frozenset({"Entry", "Time", "By"})
"""The columns that come last on a page, so that on a phone a row begins with what matters."""

DECIDED = "Decided by"
"""The column of the tiebreakers, which have short names in a terminal."""

LONGEST_HEADING = 100
"""A longer line is a sentence, whatever comes below it."""

TWICE = re.compile(r"(?i)\btable (\d+) \((table \1\b[^)]*)\)")
"""A table with its name in brackets, which people say in the same words."""

LABELLED = re.compile(r"(\S.{0,23}?)(?:: |\s{2,})(\S.*)")
"""A row that begins with a label: `asked by: a parent`, `secret   jZU6`."""


def answer_parts(
    parts: Sequence[AskedPart], offered: Container[str], hall: Callable[[str], str]
) -> Iterator[AnswerPart]:
    """Yield an answer as parts of a page, in the words of the hall; `offered` are acts.

    A line above a table, or above lines that are further to the right, is their heading.
    """
    rows = list[AnswerRow]()
    for part, following in zip(parts, (*parts[1:], None), strict=True):
        line = "" if isinstance(part, Table | RuleText | PlaceReasons) else _line(part)
        if rows and not line.startswith(" "):
            yield AnswerPart(kind=PartKind.ROWS, rows=tuple(rows))
            rows.clear()
        if isinstance(part, PlaceReasons):
            yield AnswerPart(kind=PartKind.PLACE, value=part)
        elif isinstance(part, RuleText):
            button = button_of(do(part.verb)) if part.verb in offered else None
            yield AnswerPart(kind=PartKind.RULE, value=replace(part, button=button))
        elif isinstance(part, Table):
            yield AnswerPart(kind=PartKind.TABLE, value=_in_order(part, hall))
        elif line.startswith("    ") and rows:
            rows[-1] = replace(rows[-1], below=(*rows[-1].below, hall(line.strip())))
        elif line.startswith(" "):
            rows.append(_row(TWICE.sub(r"\2", hall(line.strip()))))
        elif line:
            heads = line.endswith(":") or isinstance(following, Table) or _is_row(following)
            is_short = len(line) <= LONGEST_HEADING
            kind = PartKind.HEADING if heads and is_short else PartKind.SENTENCE
            yield AnswerPart(kind=kind, text=capital(hall(line).removesuffix(":")))
    if rows:
        yield AnswerPart(kind=PartKind.ROWS, rows=tuple(rows))


def _line(part: str | Hint) -> str:
    return clean(on_page(part).text).rstrip()


def _is_row(part: AskedPart | None) -> bool:
    return isinstance(part, str) and part.startswith(" ") and bool(part.strip())


def _row(text: str) -> AnswerRow:
    found = LABELLED.fullmatch(text)
    if not found:
        return AnswerRow(text=capital(text))
    return AnswerRow(label=capital(found[1]), text=found[2])


def _in_order(table: Table, hall: Callable[[str], str]) -> Table:
    """Return a table with its columns in the order of a page."""
    order = sorted(range(len(table.columns)), key=lambda n: table.columns[n].title in LAST)
    columns = [table.columns[n] for n in order]

    def cell(title: str, text: str) -> str:
        return (
            said(WORDS[text], translations(SOURCE))
            if title == DECIDED and text in WORDS
            else hall(clean(text))
        )

    titles = [one.title for one in columns]
    rows = [map(cell, titles, [row[n] for n in order]) for row in table.rows]
    return Table(columns, [list(row) for row in rows])
