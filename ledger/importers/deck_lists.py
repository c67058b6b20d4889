"""A deck list as programs export it and people write it: bytes in, lines out.

    Pokémon: 12
    4 Pikachu SVI 25
    * 2 Shiftry NXD 72
    1 Shiftry (Next Destinies 72/99) (de)

or a spreadsheet with the columns count, name, set, number. What cannot be read is refused with the
number of its line; nothing is guessed.
"""

import re
import unicodedata

from ledger.decks.cards import MAX_TITLE, DeckList, Line, Section, title_key
from ledger.errors import Unreadable
from ledger.importers import deck_columns, deck_words
from ledger.people import has_hidden
from ledger.unsafe import short

MAX_BYTES = 100_000
"""The longest list, in bytes."""

MOST = 1_000
"""The most lines of a list: far more than any deck, or any pool of cards, has."""

_HINT = "Mend the list and hand it in again; nothing was written."
_COUNTED = re.compile(r"(?:[*•+-]\s*)?([0-9]+)\s*[x×]?\s+(\S.*)", re.ASCII)
_IGNORED = re.compile(r"//|#|\*\*|==|--|deck ?list\b", re.IGNORECASE)


def read(data: bytes, where: str) -> DeckList:
    """Read a deck list. Raises Unreadable with a sentence that names the line."""
    text = _text(data, where)
    numbered = [
        (number, line.strip())
        for number, line in enumerate(re.split(r"\r\n|\n|\r", text), start=1)
        if line.strip()
    ]
    if not numbered:
        raise Unreadable(f"{where} is empty.", where=where, hint=_HINT)
    if len(numbered) > MOST:
        msg = f"{where} has {len(numbered):,} lines; a deck list has at most {MOST:,}."
        raise Unreadable(msg, where=where, hint=_HINT)
    for number, line in numbered:
        if has_hidden(line.replace("\t", " ")):
            raise wrong(where, number, "it holds control or direction characters; leave them out")
    try:
        rows = deck_columns.rows(numbered)
        found = _listed(numbered) if rows is None else rows
    except LineError as mistake:
        raise wrong(where, mistake.line, mistake.what) from None
    if not found.lines:
        raise Unreadable(f"{where} names no cards.", where=where, hint=_HINT)
    return found


LineError = deck_words.LineError


def wrong(where: str, line: int, what: str) -> Unreadable:
    """Return the refusal of one line."""
    return Unreadable(f"{where}, line {line}: {what}.", where=f"line {line}", hint=_HINT)


def _text(data: bytes, where: str) -> str:
    if len(data) > MAX_BYTES:
        msg = f"{where} has {len(data):,} bytes; a deck list has at most {MAX_BYTES:,}."
        raise Unreadable(msg, where=where, hint=_HINT)
    try:
        return unicodedata.normalize("NFC", data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise wrong(where, line, "it is not UTF-8 text; save the list as UTF-8") from error


def _listed(numbered: list[tuple[int, str]]) -> DeckList:
    """Read a list with a card on each line and a heading above each part."""
    lines: list[Line] = []
    section: Section | None = None
    unused, total = False, None
    for number, text in numbered:
        words = deck_words.heading(text)
        if words in deck_words.TOTALS:
            total = _total(text, total)
        elif words in deck_words.UNUSED:
            section, unused = None, True
        elif words in deck_words.DECK:
            section, unused = None, False
        elif words in deck_words.SECTIONS:
            section = deck_words.SECTIONS[words]
        elif counted := _COUNTED.fullmatch(text):
            what = deck_words.card(counted[2], number)
            line = deck_words.line(number, counted[1], what, section=section, unused=unused)
            lines.append(line)
        elif not (_IGNORED.match(text) or _is_about(text)):
            msg = f'"{short(text)}" begins with no count; write 4 Pikachu SVI 25'
            raise LineError(number, msg)
    return DeckList(lines=tuple(lines), total=total)


def _total(text: str, before: int | None) -> int | None:
    """Return the sum that a list says it has, where it says one."""
    found = re.search(r"[0-9]{1,4}", text, re.ASCII)
    return int(found[0]) if found else before


def _is_about(text: str) -> bool:
    """Tell whether a line says whose list it is, or for what: that is not kept."""
    head, colon, _ = text.partition(":")
    return bool(colon) and title_key(head[:MAX_TITLE]) in deck_words.ABOUT
