"""Signed notes: a text that people can read, and below it who vouches for it (C2SP signed-note)."""

import base64
import re
from collections.abc import Iterable
from typing import NamedTuple

from ledger.errors import Unreadable
from ledger.proofs.keys import Vkey

MAX_NOTE = 65_535
"""Bytes: a note is a few hundred, and nobody has to read more."""

MOST = 100
"""Signatures that are read; a note needs a handful."""

_LINE = re.compile(r"— ([^\s+\x00-\x1f\x7f]{1,200}) ([A-Za-z0-9+/]+={0,2})\Z")


class Signature(NamedTuple):
    """A line below the text: a name, the number of the key, and what it wrote."""

    name: str
    key_id: bytes
    blob: bytes

    def __str__(self) -> str:
        """Return the line, without its LF."""
        return f"— {self.name} {base64.b64encode(self.key_id + self.blob).decode()}"

    def is_of(self, key: Vkey) -> bool:
        """Tell whether this claims to be by a key: by its name and its number."""
        return (self.name, self.key_id) == (key.name, key.id)


class Note(NamedTuple):
    """A text that ends in LF, and its signatures, in order."""

    text: str
    signatures: tuple[Signature, ...]

    def to_bytes(self) -> bytes:
        """Return the note as it is stored and sent."""
        return "\n".join((self.text, *map(str, self.signatures), "")).encode()

    def with_more(self, more: Iterable[Signature]) -> "Note":
        """Return the note with signatures added; one by the same key takes the place of the old."""
        fresh = tuple(more)
        keys = {(one.name, one.key_id) for one in fresh}
        kept = tuple(one for one in self.signatures if (one.name, one.key_id) not in keys)
        return Note(self.text, kept + fresh)


def read_note(data: bytes, where: str = "the note") -> Note:
    """Read a note; raises Unreadable, with `where` it stands, if it is none.

    The signatures stand below the last empty line; nothing else does.
    """
    if len(data) > MAX_NOTE:
        raise _no_note(where, f"it has {len(data):,} bytes, and at most {MAX_NOTE:,} are read")
    try:
        whole = data.decode()
    except UnicodeDecodeError:
        raise _no_note(where, "it is no UTF-8") from None
    if any(ord(char) < 0x20 and char != "\n" for char in whole):
        raise _no_note(where, "it has control characters")
    text, gap, below = whole.rpartition("\n\n")
    lines = below.split("\n")
    if not gap or not text or lines.pop() != "" or not lines or len(lines) > MOST:
        raise _no_note(where, "no signatures stand below an empty line")
    return Note(text + "\n", tuple(_signature(line, where) for line in lines))


def _signature(line: str, where: str) -> Signature:
    found = _LINE.match(line)
    try:
        blob = base64.b64decode(found[2], validate=True) if found else b""
    except ValueError:
        blob = b""
    signature = Signature(found[1], blob[:4], blob[4:]) if found else None
    if signature is None or len(blob) < 5 or str(signature) != line:
        raise _no_note(where, f"{line[:60]!r} is no signature")
    return signature


def _no_note(where: str, why: str) -> Unreadable:
    return Unreadable(
        f"{where} is no signed note: {why}.",
        where=where,
        hint="Take it from where it was made; a note is kept byte for byte.",
    )
