"""What the rules say where only people can act: each entry in our own words, with its section."""

import tomllib
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
