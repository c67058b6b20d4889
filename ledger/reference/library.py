"""The rules reference: every section in our own words, and the command for it."""

import re
import tomllib
from collections.abc import Iterable
from functools import lru_cache
from importlib import resources
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

DOCUMENTS = ("trf", "top", "pod", "gtb", "decisions", "ledger")
"""The files that are installed next to this module, in the order in which they are shown."""

OWN = ("A", "LED")
"""Our own documents: people who know their numbers look them up by number."""

Line = Annotated[str, Meta(min_length=1, max_length=400)]


class Entry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One entry of the reference: its section, its title, and what it says.

    `ids` are the requirements that it belongs to, its own section if none is named; `words` are
    further search words; `verb` the command that does or calculates it, empty if people do it.
    `outside` marks a document that is referred to and not contained here (TOP §1).
    """

    document: str = ""
    section: Line
    ids: tuple[str, ...] = ()
    title: Line
    points: tuple[Line, ...]
    words: tuple[str, ...] = ()
    verb: str = ""
    outside: bool = False

    @property
    def cite(self) -> str:
        """The citation: `TRF §3.5.1`, `TOP Appendix A`, `POD, Draws`, `A-28`."""
        if self.document in OWN:
            return f"{self.document}-{self.section}"
        if self.section[0].isdigit():
            return f"{self.document} §{self.section}"
        between = " " if self.section.startswith("Appendix") else ", "
        return f"{self.document}{between}{self.section}"


class Document(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A document with its entries."""

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
    text = (
        resources.files("roundbook.ledger.reference")
        .joinpath(f"{name}.toml")
        .read_text(encoding="utf-8")
    )
    found = msgspec.convert(tomllib.loads(text), Document)
    kind = found.document
    named = tuple(
        msgspec.structs.replace(one, document=kind, ids=one.ids or (f"{kind}-{one.section}",))
        for one in found.entry
    )
    return msgspec.structs.replace(found, entry=named)


# Look-up by section, by requirement, and by citation.

_SECTION = re.compile(r"(?:(?P<document>trf|top)\b)?[\s§-]*(?P<section>[0-9]+(?:\.[0-9]+)*)\.?\Z")


def in_section(found: Iterable[Entry], typed: str) -> list[Entry]:
    """Return the entries in or below a section: `TRF §3.5`, `3.5`, `POD`, `POD, Draws`, an id.

    A requirement such as `TRF-3.5.1` or a decision such as `A-28` is found by its id, and the entry
    with that citation comes first.
    """
    text = typed.strip().casefold()
    kept = list(found)
    by_id = [entry for entry in kept if text in (name.casefold() for name in entry.ids)]
    if by_id:
        return sorted(by_id, key=lambda entry: entry.cite.casefold() != text)
    said = _SECTION.match(text)
    if said is None:
        return [one for one in kept if text in (one.document.casefold(), one.cite.casefold())]
    section, document = said["section"], said["document"]
    return [
        entry
        for entry in kept
        if (entry.section == section or entry.section.startswith(f"{section}."))
        and (entry.document.casefold() == document if document else entry.document not in OWN)
    ]


_CITED = re.compile(r"([A-Z]{3}) (§[0-9.]*[0-9](?:, §[0-9.]*[0-9])*)|\b((?:A|LED)-[0-9]+)\b")


def cited(found: Iterable[Entry], text: str) -> list[Entry]:
    """Return the entries that a text cites, as in `(TOP §3.1.1, §3.3; A-40)`."""
    cites = {own for _, _, own in _CITED.findall(text)}
    for document, sections, _ in _CITED.findall(text):
        cites |= {f"{document} {section}" for section in sections.split(", ")}
    return [entry for entry in found if entry.cite in cites]
