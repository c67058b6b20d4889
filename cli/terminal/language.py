"""The language of what players read: its sentences and titles, never a name or what is recorded."""

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from gettext import NullTranslations
from typing import Any, TypeVar

import click
from msgspec.structs import replace

from cli.desk.errors import shown
from cli.desk.output import echo
from cli.desk.read import Reading
from cli.terminal.tables import WIDTH, Column, show, wrapped
from projections.reports.messages import LANGUAGES, SOURCE, phrased, translations
from projections.rounds.notices import unsanctioned
from projections.text import phrase

Command = TypeVar("Command", bound=Callable[..., Any])

LANG = click.option(
    "--lang",
    "language",
    type=click.Choice(list(LANGUAGES)),
    default=SOURCE,
    help="The language of what is printed; JSON is always in English.",
)


def in_language(command: Command) -> Command:
    """Give a reading command `--lang`: the Reading that it gets speaks that language."""

    @wraps(command)
    def spoken(reading: Reading, *words: Any, language: str, **options: Any) -> Any:
        own = SOURCE if reading.as_json else language
        return command(replace(reading, language=own), *words, **options)

    return LANG(spoken)  # type: ignore[return-value]


def words_of(reading: Reading) -> NullTranslations:
    """Return the catalogue of the language in which a ledger is read out."""
    return translations(reading.language)


def say(text: str, reading: Reading) -> str:
    """Return a sentence in the language of a reading; a name or a figure as it is."""
    return phrased(text, words_of(reading))


def tell(text: str, reading: Reading) -> None:
    """Print a sentence in the language of a reading, as many lines as it needs."""
    for line in wrapped(shown(say(text, reading)), WIDTH):
        echo(line)


def heading(reading: Reading) -> str:
    """Return what stands above a view: `Reading.heading`, in the language of the reading."""
    event = reading.event
    if reading.as_of:
        event = phrase("%(event)s, as of entry %(seq)s", event=event, seq=reading.t.seq)
    lines = (event, *unsanctioned(reading.t.opened))
    return "\n".join(shown(say(line, reading)) for line in lines)


def table_in(
    columns: Sequence[Column], rows: Iterable[Sequence[str]], words: NullTranslations
) -> tuple[list[Column], list[list[str]]]:
    """Return a table with the titles and sentences in it in the language of a catalogue."""
    titled = [one._replace(title=phrased(one.title, words)) for one in columns]
    return titled, [[phrased(cell, words) for cell in row] for row in rows]


def show_in(columns: Sequence[Column], rows: Iterable[Sequence[str]], reading: Reading) -> None:
    """Print a table in the language of a reading."""
    show(*table_in(columns, rows, words_of(reading)), plain=reading.plain)
