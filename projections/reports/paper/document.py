"""A print as data: its parts, before they are set on pages."""

from gettext import NullTranslations

from msgspec import Struct
from msgspec.structs import replace

from roundbook.projections.reports.languages import SOURCE, phrased


class Column(Struct, frozen=True):
    """A column of a table: numbers are aligned `right`; columns that `wrap` share the rest."""

    title: str
    right: bool = False
    wraps: bool = False
    bold: bool = False


class Heading(Struct, frozen=True, kw_only=True):
    """A title above what follows, never alone at the end of a page."""

    text: str
    size: float = 14


class Paragraph(Struct, frozen=True, kw_only=True):
    """A text. Consecutive `framed` ones share one frame; `exact` ones are code."""

    text: str
    size: float = 10
    framed: bool = False
    exact: bool = False


class Table(Struct, frozen=True, kw_only=True):
    """Rows under columns, whose titles are repeated on every page.

    `ranged` is the column whose first letters at the top of a page show which rows it has.
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    size: float = 10
    ranged: int | None = None


class NewPage(Struct, frozen=True):
    """What follows begins on a new page, under another `title` if it has one."""

    title: str = ""


Part = Heading | Paragraph | Table | NewPage


class Document(Struct, frozen=True, kw_only=True):
    """A print: `title` and `under` at the top of every page, the parts, and the last lines.

    `foot` is at the end of every page, next to its number, which `page` words. The file declares
    `language` as its language.
    """

    title: str
    under: str
    parts: tuple[Part, ...]
    foot: tuple[str, ...] = ()
    page: str = "page %(number)s of %(of)s"
    language: str = SOURCE


def texts(document: Document) -> list[str]:
    """Return every text of a print, to find out which fonts it needs."""
    found = [document.title, document.under, *document.foot]
    for part in document.parts:
        match part:
            case Heading() | Paragraph():
                found.append(part.text)
            case Table():
                found += [column.title for column in part.columns]
                found += [cell for row in part.rows for cell in row]
            case NewPage():
                found.append(part.title)
    return found


def in_words(document: Document, words: NullTranslations, language: str) -> Document:
    """Return a print with all its sentences in the language of a catalogue; names stay."""
    return replace(
        document,
        title=phrased(document.title, words),
        parts=tuple(_in_words(part, words) for part in document.parts),
        foot=tuple(phrased(text, words) for text in document.foot),
        page=words.gettext(document.page),
        language=language,
    )


def _in_words(part: Part, words: NullTranslations) -> Part:
    match part:
        case Heading() | Paragraph():
            return replace(part, text=phrased(part.text, words))
        case NewPage():
            return NewPage(phrased(part.title, words))
        case Table():
            return replace(
                part,
                columns=tuple(
                    replace(one, title=phrased(one.title, words)) for one in part.columns
                ),
                rows=tuple(tuple(phrased(cell, words) for cell in row) for row in part.rows),
            )
