"""The languages of pages, and their message catalogues."""

import gettext
import io
import re
from datetime import date
from functools import cache
from importlib.resources import files

from roundbook.ledger.phrases import Phrase

SOURCE = "en"
"""The language in which the templates are written: it needs no catalogue."""

LANGUAGES: dict[str, str] = {
    "en": "English",
    "de": "Deutsch",
    "es": "Español",
    "fr": "Français",
}
"""Every language in which pages can be read, by its own name."""


@cache
def translations(language: str) -> gettext.NullTranslations:
    """Return the catalogue of a language; one without changes for the source or an unknown one."""
    if language == SOURCE or language not in LANGUAGES:
        return gettext.NullTranslations()
    place = files("roundbook.projections.reports").joinpath("locale", language, "roundbook.mo")
    if not place.is_file():
        return gettext.NullTranslations()
    return gettext.GNUTranslations(io.BytesIO(place.read_bytes()))


def said(text: str, words: gettext.NullTranslations) -> str:
    """Return a sentence in the language of a catalogue; unknown sentences stay as they are."""
    if not isinstance(text, Phrase):
        return words.gettext(text) if text else ""
    if text.plural is None:
        message = words.gettext(text.message) if text.message else ""
    else:
        message = words.ngettext(text.message, text.plural, text.num)
    return message % {
        name: said(value, words) if isinstance(value, Phrase) else figure(value, words)
        for name, value in text.values.items()
    }


_FIGURE = re.compile(r"[0-9]+\.[0-9]+", re.ASCII)


def figure(text: object, words: gettext.NullTranslations) -> object:
    """Return a figure such as `37.50` as a language writes it; anything else as it is."""
    if not isinstance(text, str) or not _FIGURE.fullmatch(text):
        return text
    return text.replace(".", words.pgettext("decimal point", "."))


def dated(on: date | str, words: gettext.NullTranslations) -> str:
    """Return a day as a language writes it, with the month in letters: everybody reads the same.

    A text is a day as 2026-11-28; an empty one stays empty.
    """
    if isinstance(on, str):
        return dated(date.fromisoformat(on), words) if on else ""
    months = (
        words.pgettext("month", "Jan"),
        words.pgettext("month", "Feb"),
        words.pgettext("month", "Mar"),
        words.pgettext("month", "Apr"),
        words.pgettext("month", "May"),
        words.pgettext("month", "Jun"),
        words.pgettext("month", "Jul"),
        words.pgettext("month", "Aug"),
        words.pgettext("month", "Sep"),
        words.pgettext("month", "Oct"),
        words.pgettext("month", "Nov"),
        words.pgettext("month", "Dec"),
    )
    form = words.pgettext("a day", "%(day)s %(month)s %(year)s")
    return form % {"day": on.day, "month": months[on.month - 1], "year": on.year}


def phrased(text: str, words: gettext.NullTranslations) -> str:
    """Return a phrase in the language of a catalogue; other texts, such as names, stay."""
    return said(text, words) if isinstance(text, Phrase) else text


def is_known(text: str, words: gettext.NullTranslations) -> bool:
    """Tell whether a sentence is in a catalogue, or does not need to be."""
    if type(words) is gettext.NullTranslations:
        return True
    if isinstance(text, Phrase) and text.plural:  # The `gettext` of Python 3.11.2 finds none.
        return words.ngettext(text.message, text.plural, 1) != text.message
    message = text.message if isinstance(text, Phrase) else text
    return words.gettext(message) != message


def best(asked: str, otherwise: str = SOURCE) -> str:
    """Return the language that best suits what a browser accepts: `de-CH,de;q=0.9,en;q=0.8`."""
    found: list[tuple[float, int, str]] = []
    for order, part in enumerate(asked[:400].split(",")):
        tag, _, weight = part.strip().partition(";q=")
        name = tag.strip().lower().partition("-")[0]
        if name in LANGUAGES:
            found.append((-_weight(weight), order, name))
    kept = sorted(one for one in found if one[0] < 0)
    return kept[0][2] if kept else otherwise


def _weight(text: str) -> float:
    """Return the weight of a language, from 0 to 1; anything that is not a number counts as 0."""
    text = text.strip()
    if not text:
        return 1.0
    digits = text.replace(".", "", 1)
    return float(text) if digits.isascii() and digits.isdigit() and len(text) < 8 else 0.0
