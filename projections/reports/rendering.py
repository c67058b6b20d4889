"""Rendering of page templates: every value is escaped, and a missing value is an error."""

import re
from collections.abc import Callable
from datetime import datetime
from functools import cache, partial
from importlib.resources import files

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup
from msgspec import Struct

from roundbook.ledger.text import UNSAFE, opened
from roundbook.projections.explain.tiebreak import WORDS
from roundbook.projections.reports.clocks import clock_time, milliseconds
from roundbook.projections.reports.languages import (
    LANGUAGES,
    SOURCE,
    dated,
    figure,
    is_known,
    said,
    translations,
)
from roundbook.projections.reports.names import division_title, pool_title
from roundbook.projections.reports.public_view import Logo, Sight, logo_of
from roundbook.projections.standings.percentages import percent

IN_ENGLISH = ("api.html", "desk/", "doors.html")
"""Pages for staff and for programs are in English, like the record and the rules."""


def isolated(name: str) -> Markup:
    """Return a name whose direction does not affect the text around it."""
    return Markup("<bdi>") + name + Markup("</bdi>")  # Adding to Markup escapes the name.


def unbroken(score: object) -> Markup:
    """Return a score or a record with dashes, on one line: a browser may break it after a dash."""
    return Markup('<span class="score">{}</span>').format(str(score).replace("-", "–"))


FITS = 30
"""The most letters of a line of a deck list that a phone does not break."""


_HEADING = re.compile(r"\D[^0-9]*: [0-9]+")


def card_lines(text: str) -> Markup:
    """Return a deck list in its parts, no line of which ends between a set and a card's number."""
    first, *others = text.split("\n")
    apart = (("\n" if _HEADING.fullmatch(one) else "") + _card_line(one) for one in others)
    return Markup("\n").join((_card_line(first), *apart))


def _card_line(line: str) -> str | Markup:
    if _HEADING.fullmatch(line):
        return Markup("<b>{}</b>").format(line)
    words = line.rsplit(" ", 2)
    if len(line) <= FITS or len(words) < 3 or max(map(len, words[1:])) > 6:
        return line
    return Markup('{} <span class="score">{} {}</span>').format(*words)


_RECORD = re.compile(r"(?<![\w-])([0-9]+-[0-9]+-[0-9]+)(?![\w-])")


def with_records(text: str) -> Markup:
    """Return a sentence in which no record is broken at its dashes."""
    record = Markup('<span class="score">{}</span>')
    parts = enumerate(_RECORD.split(text))
    return Markup("").join(record.format(one) if number % 2 else one for number, one in parts)


_ADDRESS = re.compile(r"([A-Za-z0-9._+-]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)")


def reachable(text: str) -> Markup:
    """Return a contact line in which an e-mail address is a link."""
    link = Markup('<a href="mailto:{0}">{0}</a>')
    parts = enumerate(_ADDRESS.split(text))
    line = Markup("").join(link.format(one) if number % 2 else one for number, one in parts)
    return Markup("<bdi>{}</bdi>").format(line)


FILTERS: dict[str, Callable[..., object]] = {
    "clock_time": clock_time,
    "milliseconds": milliseconds,
    "opened": opened,
    "score": unbroken,
    "cards": card_lines,
    "with_records": with_records,
    "reachable": reachable,
    "who": isolated,
}
"""The filters for templates: `{{ entry.at|clock_time }}`."""


def render(template: str, language: str, **values: object) -> str:
    """Return a page, or a part of one, in a language.

    Control and direction characters in values are removed, so no name can turn a line.
    """
    spoken = SOURCE if template.startswith(IN_ENGLISH) else language
    return _STOPS.sub(r"\1", _environment(spoken).get_template(template).render(values))


_STOPS = re.compile(r"(\.</bdi>(?:</\w+>)*)\.(?!\.)")
"""A sentence that ends with a shortened name has one full stop: `Mila N.`"""


@cache
def _environment(language: str) -> Environment:
    """Return the template environment of a language; it is made once."""
    made = Environment(
        loader=FunctionLoader(_source),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        cache_size=-1,
        finalize=_without_tricks,
        extensions=["jinja2.ext.i18n", "jinja2.ext.loopcontrols"],
    )
    words = translations(language)
    made.install_gettext_translations(words, newstyle=True)  # type: ignore[attr-defined]
    made.globals.update(lang=language, languages=LANGUAGES)
    made.filters.update(FILTERS)
    made.filters["is_known"] = partial(is_known, words=words)
    made.filters["day"] = partial(dated, words=words)
    made.filters["figure"] = partial(figure, words=words)
    made.filters["percent"] = lambda rate: figure(percent(rate), words)
    made.filters["said"] = partial(said, words=words)
    made.filters["clause"] = lambda name: said(WORDS[name], words) if name in WORDS else ""
    made.filters["division"] = partial(division_title, words=words)
    made.filters["pool"] = partial(pool_title, words=words)
    return made


def _source(name: str) -> str | None:
    """Return a template by its name; None if there is none."""
    place = files("roundbook.projections.reports").joinpath("templates", *name.split("/"))
    return place.read_text(encoding="utf-8") if place.is_file() else None


def _without_tricks(value: object) -> object:
    """Return a value as shown: a text without characters that could turn or hide its line."""
    if not isinstance(value, str) or not UNSAFE.search(value):
        return value
    plain = UNSAFE.sub(
        lambda odd: odd[0] if odd[0] in "\n\t" else "\N{REPLACEMENT CHARACTER}", value
    )
    # Escaped text stays escaped: only invisible characters were changed.
    return Markup(plain) if isinstance(value, Markup) else plain  # noqa: S704


# The frame around every page of a tournament: its name, and links to its other pages.


class Frame(Struct, frozen=True, kw_only=True):
    """The frame of a page: which tournament, as of which entry, written when, and which page.

    `path` is the page's own URL path, `root` that of the tournament. `accent`, `logo` and `contact`
    are the organiser's; `mine` is whether the phone that asks has a player's own page, `several`
    whether it keeps several players.
    """

    event: str
    root: str
    path: str
    version: str
    seq: int
    at: datetime | None
    has_bracket: bool
    is_over: bool
    accent: str = ""
    logo: Logo | None = None
    contact: str = ""
    mine: bool = False
    several: bool = False

    @property
    def here(self) -> str:
        """The part of the path that names the page, for marking the current link."""
        return self.path.removeprefix(self.root).strip("/").partition("/")[0]


def frame(sight: Sight, path: str, *, mine: bool = False, several: bool = False) -> Frame:
    """Return the frame of a page."""
    t = sight.t
    return Frame(
        event=sight.event,
        root=sight.root,
        path=path,
        version=sight.version,
        seq=t.seq,
        at=sight.entries[-1].at if sight.entries else None,
        has_bracket=bool(t.cuts),
        is_over=t.closed is not None,
        accent=sight.look.accent,
        logo=logo_of(sight.look, sight.root),
        contact=sight.look.contact,
        mine=mine,
        several=several,
    )
