"""What the rules say where only people can act: each entry in our own words, with its section."""

import re
import tomllib
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from functools import lru_cache
from importlib import resources
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

DOCUMENTS = ("trf", "top", "decisions")
"""The files that are installed beside this module, in the order in which they are shown."""

Line = Annotated[str, Meta(min_length=1, max_length=400)]


class Entry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One thing to look up: where it stands, what it is called, what is said there.

    `ids` are the requirements that it belongs to, `words` what people may look for besides what the
    text says. `outside` marks a document that is referred to and not held here (TOP §1).
    """

    document: str = ""
    section: Annotated[str, Meta(pattern=r"^([0-9.]+|Appendix [A-Z])\Z")]
    ids: tuple[str, ...]
    title: Line
    points: tuple[Line, ...]
    words: tuple[str, ...] = ()
    outside: bool = False

    @property
    def cite(self) -> str:
        """Where it stands, by the numbers of the body: `TRF §3.5.1`, `TOP Appendix A`, `A-28`."""
        if self.document == "A":
            return f"A-{self.section}"
        mark = "§" if self.section[0].isdigit() else ""
        return f"{self.document} {mark}{self.section}"


class Document(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A document, and what is held of it."""

    document: str
    title: str
    entry: tuple[Entry, ...]


@lru_cache
def documents() -> tuple[Document, ...]:
    """Return every document with its entries, in order."""
    return tuple(_read(name) for name in DOCUMENTS)


def entries() -> tuple[Entry, ...]:
    """Return every entry, in the order of the documents and their sections."""
    return tuple(entry for document in documents() for entry in document.entry)


def _read(name: str) -> Document:
    text = resources.files("ledger.reference").joinpath(f"{name}.toml").read_text(encoding="utf-8")
    found = msgspec.convert(tomllib.loads(text), Document)
    named = tuple(msgspec.structs.replace(entry, document=found.document) for entry in found.entry)
    return msgspec.structs.replace(found, entry=named)


# Finds what somebody looks for in the reference: by words, by section, by requirement.

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
