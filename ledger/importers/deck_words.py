"""What people and programs write in a line of a deck list, and above the parts of it."""

import re
from typing import NamedTuple

from ledger.decks.cards import MAX_TITLE, Line, Section, title_key

_TRAINERS = ["trainer", "supporter", "item", "stadium", "tool"]
_ABROAD = ["dresseur", "entraineur", "entrenador", "allenatore", "treinador"]
SECTIONS: dict[str, Section] = {
    **dict.fromkeys(("pokemon", "pokemons", "pokemon cards"), Section.POKEMON),
    **dict.fromkeys((*_TRAINERS, *(f"{word}s" for word in _TRAINERS), *_ABROAD), Section.TRAINER),
    **dict.fromkeys(("trainer cards", "pokemon tool", "pokemon tools"), Section.TRAINER),
    **dict.fromkeys(("energy", "energies", "energy cards", "basic energy"), Section.ENERGY),
    **dict.fromkeys(("special energy", "energie", "energia"), Section.ENERGY),
}
"""The headings above the parts, as `title_key` gives them; TCG Live translates them."""

_DECORATION = "#*=-_ :;–—()[]0123456789\t"
TOTALS = {"total", "total cards", "cards", "total de cartes", "gesamt", "total de cartas"}
UNUSED = {"unused", "unused cards", "not used", "sideboard", "not in the deck"}
DECK = {"deck", "main deck", "maindeck"}
ABOUT = {"name", "player", "division", "deck", "format", "event", "date", "author"} | {
    "player name",
    "player id",
    "date of birth",
    "birth date",
    "age division",
    "deck name",
}
"""What stands before a colon in a line that is not about a card."""

LANGUAGES = {
    "english": "en",
    "french": "fr",
    "german": "de",
    "italian": "it",
    "spanish": "es",
    "portuguese": "pt",
    "russian": "ru",
    "japanese": "ja",
    "korean": "ko",
    "chinese": "zh",
    "dutch": "nl",
    "polish": "pl",
}

_CODE = r"(?=[A-Z0-9-]*[A-Z])[A-Z0-9]{2,5}(?:-[A-Z0-9]{1,5}){0,2}"
_NUMBER = r"#?[A-Za-z]{0,4}[0-9]{1,4}[a-z]?(?:/[A-Za-z]{0,4}[0-9]{1,4})?"
_PRINT = re.compile(rf"(\S.*?)\s+({_CODE})\s+({_NUMBER})(?:\s+(?:PH|RH|F|foil|holo))?", re.ASCII)
_ENERGY = re.compile(rf"(\S.*? Energy)\s+([A-Z]{{0,4}}Energy)\s+({_NUMBER})", re.ASCII)
_PLAIN_NUMBER = re.compile(rf"(\S.*?)\s+({_NUMBER})", re.ASCII)
_IN_BRACKETS = re.compile(rf"({_CODE})[\s-]+({_NUMBER})|(\S.*?),?\s+({_NUMBER})", re.ASCII)
_SET_ALONE = re.compile(rf"{_CODE}", re.ASCII)
_BRACKET = re.compile(r"(\S.*?)\s*(?:\(([^()\[\]]*)\)|\[([^()\[\]]*)\])")
_NO_CODES = {"EX", "GX", "V", "VMAX", "VSTAR", "BREAK", "GL", "FB", "LEGEND", "LV", "TAG", "SP"}
"""What stands in capitals at the end of titles, and is the code of no set."""


class LineError(Exception):
    """A line that cannot be read: its number, and what is wrong with it."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(what)
        self.line, self.what = line, what


class Said(NamedTuple):
    """What a line says of its card."""

    title: str
    set: str = ""
    number: str = ""
    language: str = ""
    note: str = ""


def card(text: str, number: int) -> Said:
    """Return the card of a line without its count: title, set, number, language, note.

    Raises LineError. What stands in brackets behind is a language, a print (`Next Destinies
    72/99`), or else a note.
    """
    if len(text) > 4 * MAX_TITLE:
        raise LineError(number, f"it has {len(text):,} characters; that is no line of a deck list")
    said = Said(" ".join(text.split()))
    notes: list[str] = []
    while found := _BRACKET.fullmatch(said.title):
        inner = (found[2] or found[3] or "").strip()
        said = _bracketed(said._replace(title=found[1].strip()), inner, notes)
    if not said.set and (found := _ENERGY.fullmatch(said.title)):
        said = said._replace(title=found[1], set=found[2], number=plain_number(found[3]))
    elif not said.set and (found := _PRINT.fullmatch(said.title)) and found[2] not in _NO_CODES:
        said = said._replace(title=found[1], set=found[2], number=plain_number(found[3]))
        if (found := _BRACKET.fullmatch(said.title)) and language_of(found[2] or found[3] or ""):
            said = said._replace(title=found[1], language=language_of(found[2] or found[3]))
    elif not said.number and (found := _PLAIN_NUMBER.fullmatch(said.title)):
        said = said._replace(title=found[1], number=plain_number(found[2]))
    return said._replace(note="; ".join(reversed(notes)))


def _bracketed(said: Said, inner: str, notes: list[str]) -> Said:
    """Return what a bracket adds to a line; a note is put with the notes."""
    if not said.language and language_of(inner):
        return said._replace(language=language_of(inner))
    if not said.set and (found := _IN_BRACKETS.fullmatch(inner)):
        return said._replace(set=found[1] or found[3], number=plain_number(found[2] or found[4]))
    if not said.set and _SET_ALONE.fullmatch(inner) and inner not in _NO_CODES:
        return said._replace(set=inner)
    if inner:
        notes.append(inner)
    return said


def line(
    number: int, count: str, said: Said, *, section: Section | None, unused: bool = False
) -> Line:
    """Return a line of a list; raises LineError if its count or its words make no sense."""
    copies = int(count) if re.fullmatch(r"[0-9]{1,9}", count, re.ASCII) else 0
    if not 1 <= copies <= 999:
        shown = count if len(count) <= 12 else f"{count[:12]}…"
        raise LineError(number, f'"{shown}" is no count of cards; write a number from 1 to 999')
    if not said.title:
        raise LineError(number, "the name of the card is missing")
    if heading(said.title) in {*SECTIONS, *TOTALS, *UNUSED, *DECK}:
        raise LineError(number, f'"{said.title[:20]}" is the heading of a part, and no card')
    for what, text in (("name", said.title), ("set", said.set), ("note", said.note)):
        if len(text) > MAX_TITLE:
            msg = f"the {what} of the card has {len(text):,} characters; at most {MAX_TITLE}"
            raise LineError(number, f"{msg} can be kept")
    return Line(count=copies, section=section, unused=unused, line=number, **said._asdict())


def heading(text: str) -> str:
    """Return a line as headings are compared: without signs, numbers and case around it."""
    return title_key(text.strip(_DECORATION).replace(":", " ").strip(_DECORATION))


def plain_number(text: str) -> str:
    """Return a collector number without what tells the size of the set: `72/99` is 72."""
    return text.strip().lstrip("#").partition("/")[0]


def language_of(text: str) -> str:
    """Return a language in two letters, however it is written; empty if it is none."""
    word = text.strip().casefold()
    return word if word in LANGUAGES.values() else LANGUAGES.get(word, "")
