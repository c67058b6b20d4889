"""The catalogues of the languages: what is said anywhere, and what it is in each of them."""

import io
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po

from roundbook.projections.reports.languages import LANGUAGES, SOURCE
from roundbook.projections.reports.rendering import IN_ENGLISH
from tests.house.tree import ROOT

LOCALE = ROOT / "projections" / "reports" / "locale"
TEMPLATES = ROOT / "projections" / "reports" / "templates"
TRANSLATED = [language for language in LANGUAGES if language != SOURCE]

Places = Mapping[str, tuple[int | tuple[int, str], ...] | None]

IN_TEMPLATES: Places = {"_": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
IN_CODE: Places = {
    "gettext": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "phrase": None,
    "phrase_of": (1, 2),
}
DAY = datetime(2026, 1, 1, tzinfo=UTC)
"""No catalogue differs only because it was made on another day."""

HEADER = "# What roundbook says to players. Messages come from the templates and the code."


_OF_THE_TOOL = (
    '"Report-Msgid-Bugs-To',
    '"POT-Creation-Date',
    '"PO-Revision-Date',
    '"Last-Translator',
    '"Language-Team',
    '"Generated-By',
)


@cache
def said() -> Catalog:
    """Return every message that a page or a sheet can say, in order, with where it stands."""
    found = Catalog(fuzzy=False)
    for place, line, message, context in _messages():
        found.add(message, locations=[(place, line)], context=context)
    return found


def _messages() -> Iterator[tuple[str, int, str | tuple[str, ...], str | None]]:
    """Yield every message with its file and line."""
    for path in sorted(TEMPLATES.rglob("*.html")):
        name = path.relative_to(TEMPLATES).as_posix()
        if not name.startswith(IN_ENGLISH):
            yield from _of(path, "jinja2.ext:babel_extract", IN_TEMPLATES)
    for room in ("ledger", "projections", "cli"):
        for path in sorted((ROOT / room).rglob("*.py")):
            yield from _of(path, "python", IN_CODE)


def _of(
    path: Path, method: str, keywords: Places
) -> Iterator[tuple[str, int, str | tuple[str, ...], str | None]]:
    """Yield the messages of one file."""
    options = {"extensions": "jinja2.ext.loopcontrols", "silent": "false"}
    if method != "python":
        from jinja2.ext import babel_extract as method  # type: ignore[assignment]
    with path.open("rb") as file:
        for line, message, _, context in extract(method, file, keywords, (), options):
            yield path.relative_to(ROOT).as_posix(), line, message, context


def kept(language: str) -> Catalog:
    """Return the catalogue of a language as it is in the repository."""
    with (LOCALE / language / "roundbook.po").open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def renewed(language: str) -> Catalog:
    """Return the catalogue of a language with exactly the messages that are said now.

    What is new has no translation yet, and nothing is guessed.
    """
    own, fresh = kept(language), said()
    made = Catalog(
        locale=language,
        header_comment=HEADER,
        project="roundbook",
        version="1",
        creation_date=DAY,
        revision_date=DAY,
        fuzzy=False,
    )
    # Two forms, as the file says: how many CLDR counts depends on the version of Babel.
    made.mime_headers = [("Plural-Forms", own.plural_forms)]
    for message in fresh:
        if message.id:
            old = own.get(message.id, message.context)
            files = sorted({place for place, _ in message.locations})
            made.add(
                message.id,
                old.string if old else None,
                locations=[(place, 0) for place in files],
                context=message.context,
            )
    return made


def as_po(catalogue: Catalog) -> str:
    """Return a catalogue as text."""
    out = io.BytesIO()
    write_po(out, catalogue, width=100, include_lineno=False)
    return "".join(
        line
        for line in out.getvalue().decode().splitlines(keepends=True)
        if not line.startswith(_OF_THE_TOOL)
    )


def as_mo(catalogue: Catalog) -> bytes:
    """Return a catalogue as programs read it."""
    out = io.BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def compiled(language: str) -> Catalog:
    """Return the catalogue of a language as programs read it now."""
    with (LOCALE / language / "roundbook.mo").open("rb") as file:
        return read_mo(file)


def texts(catalogue: Catalog) -> dict[tuple[str | None, str], tuple[str, ...]]:
    """Return what a catalogue says for each message, with its context."""
    return {
        (_text(one.context), _many(one.id)[0]): _many(one.string) for one in catalogue if one.id
    }


def _text(context: object) -> str | None:
    """Return a context as text: from a compiled catalogue it comes as bytes."""
    return context.decode() if isinstance(context, bytes) else str(context) if context else None


def _many(text: object) -> tuple[str, ...]:
    """Return one text or several as several."""
    if isinstance(text, str):
        return (text,)
    return tuple(text) if isinstance(text, list | tuple) else ("",)
