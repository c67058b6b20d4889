"""A deck list as text that people and programs read, and as the record is bound to it."""

import base64
import hashlib
import re
from collections.abc import Iterator
from itertools import groupby
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from ledger.decks.cards import DeckList, Line, Section
from ledger.errors import Unreadable
from ledger.patterns import UNDECODABLE
from ledger.unsafe import reason

SALT_BYTES = 32
HEADINGS = {Section.POKEMON: "Pokémon", Section.TRAINER: "Trainer", Section.ENERGY: "Energy"}

_CODE = re.compile(r"(?=[A-Z0-9-]*[A-Z])[A-Z0-9]{2,5}(?:-[A-Z0-9]{1,5}){0,2}", re.ASCII)
_encoder = msgspec.json.Encoder(order="sorted")


class Kept(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A list as it stands beside the ledger, with the salt of its commitment."""

    deck: DeckList
    salt: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{43}\Z")]

    @property
    def commitment(self) -> str:
        """What the record holds of the list: SHA-256(salt ‖ canonical JSON), base64url."""
        salt = base64.urlsafe_b64decode(f"{self.salt}=")
        digest = hashlib.sha256(salt + _encoder.encode(self.deck)).digest()
        return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def to_bytes(kept: Kept) -> bytes:
    """Return a list as it is kept on disk."""
    return msgspec.json.format(_encoder.encode(kept), indent=1) + b"\n"


def from_bytes(data: bytes, where: str) -> Kept:
    """Read a list that was kept; raises Unreadable."""
    try:
        return msgspec.json.decode(data, type=Kept)
    except UNDECODABLE as error:
        msg = f"the deck list {where} cannot be read: {reason(error)}."
        raise Unreadable(msg, where=where, hint="Restore it from a copy.") from error


def as_text(deck: DeckList) -> str:
    """Return a list as it can be handed in again: a heading above each part, a card on each line.

    Every part says how many cards it has.
    """
    return "".join(f"{line}\n" for line in _lines(deck))


def _lines(deck: DeckList) -> Iterator[str]:
    unused = False
    section: Section | None = None
    for (aside, part), run in groupby(deck.lines, lambda line: (line.unused, line.section)):
        lines = list(run)
        if aside != unused or (part is None and section is not None):
            yield "Unused" if aside else "Deck"
        unused, section = aside, part
        if part is not None:
            yield f"{HEADINGS[part]}: {sum(line.count for line in lines)}"
        yield from map(as_line, lines)


def as_line(line: Line) -> str:
    """Return one line of a list, such as `4 Pikachu SVI 25 (de)`."""
    parts = [f"{line.count} {line.title}"]
    if line.set and _CODE.fullmatch(line.set) and line.number:
        parts.append(f"{line.set} {line.number}")
    elif line.set:
        parts.append(f"({line.set} {line.number})" if line.number else f"({line.set})")
    elif line.number:
        parts.append(f"#{line.number}")
    if line.language:
        parts.append(f"({line.language})")
    parts += [f"({note})" for note in line.note.split("; ") if note]
    return " ".join(parts)
