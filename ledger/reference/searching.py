"""Finds what somebody looks for in the reference: by words, by section, by requirement."""

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from ledger.reference.library import Entry

_WORD = re.compile(r"[\w&'-]+")
_SECTION = re.compile(r"(?:(?P<document>trf|top|a)\b)?[\s§-]*(?P<section>[0-9]+(?:\.[0-9]+)*)\.?\Z")


def search(found: Iterable[Entry], words: Sequence[str]) -> tuple[list[Entry], list[Entry]]:
    """Return the entries that are about the words, and those that mention them as well.

    An entry has to hold every word, or one that begins so. About them are those that fit best: a
    word in a title counts more than one that people may look for, and that more than the text.
    """
    asked = [part for word in words for part in _words(word)]
    scored = [([_score(entry, word) for word in asked], entry) for entry in found]
    kept = [(sum(scores), entry) for scores, entry in scored if scores and all(scores)]
    best = max((score for score, _ in kept), default=0)
    about = [entry for score, entry in kept if score == best]
    return about, [entry for score, entry in kept if score < best]


def near(found: Iterable[Entry], words: Sequence[str]) -> list[str]:
    """Return words of the reference that look like the ones that were not found."""
    known = sorted({word for entry in found for word in _vocabulary(entry)})
    asked = [part for word in words for part in _words(word)]
    close = [one for word in asked for one in get_close_matches(word, known, n=3, cutoff=0.7)]
    return list(dict.fromkeys(close))


def in_section(found: Iterable[Entry], typed: str) -> list[Entry]:
    """Return what stands in a section or below it: `TRF §3.5`, `trf 3.5`, `3.5`, or an id.

    A requirement such as `TRF-3.5.1` or a decision such as `A-28` is found by its name.
    """
    text = typed.strip()
    kept = list(found)
    by_id = [entry for entry in kept if text.upper() in (name.upper() for name in entry.ids)]
    if by_id:
        return by_id
    if text.casefold().startswith("top appendix"):
        return [entry for entry in kept if entry.cite.casefold() == text.casefold()]
    said = _SECTION.match(text.casefold())
    if said is None:
        return []
    section, document = said["section"], said["document"]
    return [
        entry
        for entry in kept
        if (entry.section == section or entry.section.startswith(f"{section}."))
        and (entry.document.casefold() == document if document else entry.document != "A")
    ]


def _words(text: str) -> list[str]:
    return [word for word in _WORD.findall(text.casefold()) if word.strip("-'&")]


def _vocabulary(entry: Entry) -> set[str]:
    return {word for text in (entry.title, *entry.words) for word in _words(text) if len(word) > 2}


def _score(entry: Entry, word: str) -> int:
    """Return how well an entry fits a word; 0 where it does not."""
    if any(word == name.casefold() for name in entry.ids):
        return 9
    for worth, texts in ((9, [entry.title]), (3, entry.words), (1, entry.points)):
        if any(held.startswith(_stem(word)) for text in texts for held in _words(text)):
            return worth
    return 0


def _stem(word: str) -> str:
    """Return a word without the end that makes it a plural: sleeves, sleeve."""
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
