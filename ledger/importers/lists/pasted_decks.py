"""Reading deck lists: the lines and headings that people and programs write."""

import csv
import re
import unicodedata
from itertools import takewhile
from typing import NamedTuple

from roundbook.ledger.decks.deck_list import (
    MAX_TITLE,
    CardLine,
    DeckList,
    Section,
    plain,
    title_key,
)
from roundbook.ledger.decks.spelling import NO_CODES, SEPARATORS
from roundbook.ledger.importers.lists.columns import HALF_QUOTED, Mistake, Source
from roundbook.ledger.people.tidy_names import has_hidden
from roundbook.ledger.phrases import Phrase, phrase
from roundbook.ledger.text import short

_TRAINERS = ["trainer", "supporter", "item", "stadium", "tool"]
_ABROAD = ["dresseur", "entraineur", "entrenador", "allenatore", "treinador"]
SECTIONS: dict[str, Section] = {
    **dict.fromkeys(("pokemon", "pokemons", "pokemon cards"), Section.POKEMON),
    **dict.fromkeys((*_TRAINERS, *(f"{word}s" for word in _TRAINERS), *_ABROAD), Section.TRAINER),
    **dict.fromkeys(("trainer cards", "pokemon tool", "pokemon tools"), Section.TRAINER),
    **dict.fromkeys(("energy", "energies", "energy cards", "basic energy"), Section.ENERGY),
    **dict.fromkeys(("special energy", "energie", "energia"), Section.ENERGY),
}
"""The headings of the parts, as `title_key` returns them; TCG Live translates them."""

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
"""Words before a colon in lines that are not about a card."""

_SPOKEN = {
    "en": "eng english englisch anglais ingles",
    "fr": "fra fre french franzosisch francais frances",
    "de": "deu ger german deutsch allemand aleman",
    "it": "ita italian italienisch italien italiano",
    "es": "esp spanish spanisch espagnol espanol",
    "pt": "pt-br portuguese portugiesisch portugais portugues",
    "ru": "rus russian russisch russe ruso",
    "ja": "jp jpn japanese japanisch japonais japones 日本語",
    "ko": "kr kor korean koreanisch coreen coreano 한국어",
    "zh": "cn chn chinese chinesisch chinois chino 中文",
    "nl": "dutch niederlandisch neerlandais neerlandes nederlands",
    "pl": "polish polnisch polonais polaco polski",
}
LANGUAGES = {
    plain(word): code for code, words in _SPOKEN.items() for word in (code, *words.split())
}
"""Languages by code and by name, in the languages of the pages and in their own."""

_NAMED_LANGUAGE = re.compile(r"(?:language|lang|sprache|langue|idioma)\s*[:=]\s*", re.IGNORECASE)

_CODE = r"(?=[A-Z0-9-]*[A-Z])[A-Z0-9]{2,5}(?:-[A-Z0-9]{1,5}){0,2}"
_NUMBER = r"#?[A-Za-z]{0,4}[0-9]{1,4}[a-z]?(?:/[A-Za-z]{0,4}[0-9]{1,4})?"
_PRINT = re.compile(rf"(\S.*?)\s+({_CODE})\s+({_NUMBER})(?:\s+(?:PH|RH|F|foil|holo))?", re.ASCII)
_ENERGY = re.compile(rf"(\S.*? Energy)\s+([A-Z]{{0,4}}Energy)\s+({_NUMBER})", re.ASCII)
_PLAIN_NUMBER = re.compile(rf"(\S.*?)\s+({_NUMBER})", re.ASCII)
_IN_BRACKETS = re.compile(rf"({_CODE})[\s-]+({_NUMBER})|(\S.*?),?\s+({_NUMBER})", re.ASCII)
_SET_ALONE = re.compile(rf"{_CODE}", re.ASCII)
_BRACKET = re.compile(r"(\S.*?)\s*(?:\(([^()\[\]]*)\)|\[([^()\[\]]*)\])")


class LineError(Exception):
    """A line that cannot be read: its number, and what is wrong with it."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(what)
        self.line, self.what = line, what


class CardWords(NamedTuple):
    """The words of a line about its card."""

    title: str
    set: str = ""
    number: str = ""
    language: str = ""
    note: str = ""


def card(text: str, number: int) -> CardWords:
    """Return the card of a line without its count: title, set, number, language, note.

    Raises LineError. Text in brackets after it is a language, a print (`Next Destinies 72/99`), or
    a note.
    """
    if len(text) > 4 * MAX_TITLE:
        said_long = phrase(
            "it has %(long)s characters, too many for a line of a deck list", long=f"{len(text):,}"
        )
        raise LineError(number, said_long)
    if wrong := _brackets_wrong(text):
        raise LineError(number, wrong)
    said = CardWords(" ".join(text.split()))
    notes: list[str] = []
    while found := _BRACKET.fullmatch(said.title):
        inner = (found[2] or found[3] or "").strip()
        said = _bracketed(said._replace(title=found[1].strip()), inner, notes)
    if not said.set and (found := _ENERGY.fullmatch(said.title)):
        said = said._replace(title=found[1], set=found[2], number=plain_number(found[3]))
    elif not said.set and (found := _PRINT.fullmatch(said.title)) and found[2] not in NO_CODES:
        said = said._replace(title=found[1], set=found[2], number=plain_number(found[3]))
        if (found := _BRACKET.fullmatch(said.title)) and language_of(found[2] or found[3] or ""):
            said = said._replace(title=found[1], language=language_of(found[2] or found[3]))
    elif not said.number and (found := _PLAIN_NUMBER.fullmatch(said.title)):
        said = said._replace(title=found[1], number=plain_number(found[2]))
    title = said.title.rstrip(SEPARATORS) or said.title
    return said._replace(title=title, note="; ".join(reversed(notes)))


def _brackets_wrong(text: str) -> Phrase | None:
    """Return what is wrong with the brackets of a line: one in another, or one that stays open."""
    depth = 0
    for sign in text:
        depth += (sign in "([") - (sign in ")]")
        if depth > 1:
            return phrase(
                "it has brackets within brackets; put each set, number or note in its own brackets"
            )
        if depth < 0:
            break
    return phrase("it has an unmatched bracket; add the other one, or delete it") if depth else None


def _bracketed(said: CardWords, inner: str, notes: list[str]) -> CardWords:
    """Return the line with the text of a bracket added; a note is appended to the notes."""
    if not said.language and language_of(inner):
        return said._replace(language=language_of(inner))
    if not said.set and (found := _IN_BRACKETS.fullmatch(inner)):
        return said._replace(set=found[1] or found[3], number=plain_number(found[2] or found[4]))
    if not said.set and _SET_ALONE.fullmatch(inner) and inner not in NO_CODES:
        return said._replace(set=inner)
    if inner:
        notes.append(inner)
    return said


def card_line(
    number: int, count: str, said: CardWords, *, section: Section | None, unused: bool = False
) -> CardLine:
    """Return a line of a list; raise LineError if its count or its words make no sense."""
    copies = int(count) if re.fullmatch(r"[0-9]{1,9}", count, re.ASCII) else 0
    if not 1 <= copies <= 999:
        shown = count if len(count) <= 12 else f"{count[:12]}…"
        msg = phrase(
            '"%(count)s" is not a number of cards; enter a number from 1 to 999', count=shown
        )
        raise LineError(number, msg)
    if not said.title:
        raise LineError(number, phrase("the name of the card is missing"))
    if heading(said.title) in {*SECTIONS, *TOTALS, *UNUSED, *DECK}:
        msg = phrase('"%(title)s" is a heading, not a card', title=said.title[:20])
        raise LineError(number, msg)
    for text in (said.title, said.set, said.note):
        if len(text) > MAX_TITLE:
            msg = phrase(
                '"%(text)s…" has %(long)s characters; at most %(most)s can be kept',
                text=text[:20],
                long=f"{len(text):,}",
                most=MAX_TITLE,
            )
            raise LineError(number, msg)
    return CardLine(count=copies, section=section, unused=unused, line=number, **said._asdict())


def heading(text: str) -> str:
    """Return a line as headings are compared: without the signs and numbers around it, and case."""
    return title_key(text.strip(_DECORATION).replace(":", " ").strip(_DECORATION))


def plain_number(text: str) -> str:
    """Return a collector number without the size of the set: `72/99` is 72."""
    return text.strip().lstrip("#").partition("/")[0]


def language_of(text: str) -> str:
    """Return a language as two letters, however it is written; empty if it is not a language."""
    return LANGUAGES.get(plain(_NAMED_LANGUAGE.sub("", text, count=1)), "")


# A deck list in a spreadsheet: a column for the count, one for the name, and others.

_HEADERS = {
    "count": {"count", "quantity", "qty", "copies", "amount", "number of copies", "#"},
    "name": {"name", "card", "card name", "title"},
    "set": {"set", "set code", "expansion", "set name", "code"},
    "number": {"number", "collector number", "card number", "no", "no.", "nr"},
    "language": {"language", "lang"},
    "section": {"section", "type", "category", "supertype"},
    "note": {"note", "notes", "remark"},
}


def column_rows(numbered: list[tuple[int, str]]) -> DeckList | None:
    """Read a spreadsheet; None if the first line is not a header row. Raises LineError."""
    delimiter = max(",;\t", key=numbered[0][1].count)
    columns: dict[str, int] | None = None
    lines: list[CardLine] = []
    for number, text in numbered:
        try:
            [row] = csv.reader([text], delimiter=delimiter, strict=columns is not None)
        except csv.Error:
            raise LineError(number, HALF_QUOTED) from None
        cells = [" ".join(cell.split()) for cell in row]
        if columns is None:
            columns = _columns(number, cells)
            if columns is None:
                return None
        else:
            lines.append(_line(number, cells, columns))
    return DeckList(lines=tuple(lines))


def _columns(number: int, cells: list[str]) -> dict[str, int] | None:
    """Return the place of each content in a row; None if this is not a header row."""
    columns: dict[str, int] = {}
    for place, title in enumerate(cells):
        words = title_key(title.replace("_", " "))
        for name in (name for name, titles in _HEADERS.items() if words in titles):
            if name in columns:
                twice = phrase(
                    'two columns contain the same information: the second is "%(title)s"',
                    title=words,
                )
                raise LineError(number, twice)
            columns[name] = place
    return columns if {"count", "name"} <= columns.keys() else None


def _line(number: int, cells: list[str], columns: dict[str, int]) -> CardLine:
    said = {name: cells[place] for name, place in columns.items() if place < len(cells)}
    part = title_key(said.get("section", ""))
    section = SECTIONS.get(part)
    if part and section is None and part not in UNUSED:
        msg = phrase(
            '"%(part)s" is not a part of a deck; the parts are pokemon, trainer, energy and unused',
            part=part[:20],
        )
        raise LineError(number, msg)
    words = said.get("language", "")
    language = language_of(words)
    if words and not language:
        msg = phrase(
            '"%(language)s" is not a known language; '
            "use a code such as en, or a name such as English",
            language=words[:20],
        )
        raise LineError(number, msg)
    name = said.get("name", "")
    if "set" in columns or "number" in columns:
        found = CardWords(name, said.get("set", ""), plain_number(said.get("number", "")))
    else:
        found = card(name, number)  # Some write the print after the name.
    if len(found.number) > 20:
        raise LineError(number, phrase("the collector number has more than 20 characters"))
    found = found._replace(
        language=language or found.language, note=said.get("note", "") or found.note
    )
    return card_line(number, said.get("count", ""), found, section=section, unused=part in UNUSED)


# A deck list as programs export it and people write it: bytes in, lines out. Its lines are such as
# `4 Pikachu SVI 25`, `* 2 Shiftry NXD 72` or `1 Shiftry (Next Destinies 72/99) (de)` below headings
# such as `Pokémon: 12`; or it is a spreadsheet with the columns count, name, set, number. A line
# that cannot be read is refused with its number; nothing is guessed.

MAX_BYTES = 100_000
"""The longest list, in bytes."""

MOST = 1_000
"""The most lines of a list: far more than any deck, or any pool of cards, has."""

_HINT = "Correct the list and hand it in again; nothing was written."
_COUNTED = re.compile(r"(?:[*•+-]\s*)?([0-9]+)\s*[x×]?\s+(\S.*)", re.ASCII)
_IGNORED = re.compile(r"//|#|\*\*|==|--|deck ?list\b", re.IGNORECASE)


class PastedDeck(NamedTuple):
    """A deck list, and the numbers of the lines above its cards that were not read."""

    deck: DeckList
    unread: tuple[int, ...] = ()


def read(data: bytes, where: str) -> DeckList:
    """Read a deck list. Raises Unreadable with a sentence for each wrong line."""
    return _read(data, where, skips=False).deck


def read_pasted(data: bytes, where: str) -> PastedDeck:
    """Read a deck list that a player typed: any lines above its cards are passed over.

    Such a line is often the player's name. Raises Unreadable as `read` does.
    """
    return _read(data, where, skips=True)


def _read(data: bytes, where: str, *, skips: bool) -> PastedDeck:
    source = Source(where, "cards", _HINT)
    text = _text(data, source)
    numbered = [
        (number, line.strip())
        for number, line in enumerate(re.split(r"\r\n|\n|\r", text), start=1)
        if line.strip()
    ]
    if not numbered:
        raise source.empty(phrase("%(where)s is empty.", where=where))
    if len(numbered) > MOST:
        long = phrase(
            "%(where)s has %(lines)s lines; a deck list can have at most %(most)s.",
            where=where,
            lines=f"{len(numbered):,}",
            most=f"{MOST:,}",
        )
        raise source.empty(long)
    for number, line in numbered:
        if has_hidden(line.replace("\t", " ")):
            hidden = phrase("it contains control or text-direction characters; leave them out")
            raise source.wrong(number, hidden)
    try:
        rows = column_rows(numbered)
        above = _above(numbered) if skips and rows is None else []
        found = _listed(numbered[len(above) :], source) if rows is None else rows
    except LineError as mistake:
        raise source.wrong(mistake.line, mistake.what) from None
    if not found.lines:
        raise source.empty(phrase("%(where)s does not contain any cards.", where=where))
    return PastedDeck(found, tuple(number for number, line in above if not _is_known(line)))


def _text(data: bytes, source: Source) -> str:
    if len(data) > MAX_BYTES:
        raise source.empty(f"has {len(data):,} bytes; a deck list can have at most {MAX_BYTES:,}.")
    try:
        return unicodedata.normalize("NFC", data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise source.wrong(line, "it is not UTF-8 text; save the list as UTF-8") from error


def _above(numbered: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Return the lines above the first heading or card of a list."""
    headings = {*TOTALS, *UNUSED, *DECK, *SECTIONS}

    def is_above(numbered_line: tuple[int, str]) -> bool:
        _, text = numbered_line
        return heading(text) not in headings and not _COUNTED.fullmatch(text)

    return list(takewhile(is_above, numbered))


def _listed(numbered: list[tuple[int, str]], source: Source) -> DeckList:
    """Read a list with a card on each line and a heading above each part.

    Raises Unreadable with all wrong lines.
    """
    wrong: list[Mistake] = []
    lines: list[CardLine] = []
    section: Section | None = None
    unused, total, no_pokemon = False, None, False
    for number, text in numbered:
        words = heading(text)
        if words in TOTALS:
            sum_said = re.search(r"[0-9]{1,4}", text, re.ASCII)
            total = int(sum_said[0]) if sum_said else total
        elif words in UNUSED:
            section, unused = None, True
        elif words in DECK:
            section, unused = None, False
        elif words in SECTIONS:
            section = SECTIONS[words]
            no_pokemon |= section is Section.POKEMON and re.findall(r"[0-9]+", text) == ["0"]
        elif counted := _COUNTED.fullmatch(text):
            try:
                what = card(counted[2], number)
                lines.append(card_line(number, counted[1], what, section=section, unused=unused))
            except LineError as mistake:
                wrong.append((mistake.line, mistake.what))
        elif not _is_known(text):
            msg = phrase(
                '"%(line)s" does not begin with a count; '
                "write the line like this: 4 Pikachu SVI 25",
                line=short(text),
            )
            wrong.append((number, msg))
    if wrong:
        raise source.all_wrong(wrong)
    return DeckList(lines=tuple(lines), total=total, no_pokemon=no_pokemon)


def _is_known(text: str) -> bool:
    """Return whether a line is a comment, or about the player or the event."""
    return bool(_IGNORED.match(text)) or _is_about(text)


def _is_about(text: str) -> bool:
    """Return whether a line is about the player or the event; such lines are not kept."""
    head, colon, _ = text.partition(":")
    return bool(colon) and title_key(head[:MAX_TITLE]) in ABOUT
