"""The signed head of a ledger: its length and one hash of all its lines (C2SP checkpoint).

A checkpoint is a note of three lines: the origin, the number of lines, the root of their tree.
Anyone who keeps one can later show that the ledger is still the same, or only longer.
"""

import base64
import re
from collections.abc import Iterable
from typing import NamedTuple

from roundbook.ledger.errors import Unreadable
from roundbook.ledger.proofs.notes import (
    COSIGNATURE,
    ED25519,
    Note,
    Signature,
    Vkey,
    read_note,
    sign,
    signed_by,
    vkey_of,
)
from roundbook.ledger.terms import MAX_INT

_TEXT = re.compile(r"([^\n]+)\n(0|[1-9][0-9]{0,15})\n([A-Za-z0-9+/]{43}=)\n\Z")


class Checkpoint(NamedTuple):
    """A tree at one moment: its origin, the number of its leaves, and its root of 32 bytes."""

    origin: str
    size: int
    root: bytes

    def text(self) -> str:
        """Return the three lines that are signed."""
        return f"{self.origin}\n{self.size}\n{base64.b64encode(self.root).decode()}\n"


ORIGIN = "roundbook/"
"""The beginning of the origin of a tournament's head; its id follows."""


class Signed(NamedTuple):
    """A signed head that was found somewhere: its path, its content and its signatures."""

    path: str
    checkpoint: Checkpoint
    note: Note


class Voucher(NamedTuple):
    """A valid signature of a known key; `time` is the time a witness gives, in Unix seconds."""

    key: Vkey
    time: int | None = None


def read_checkpoint(data: bytes, where: str = "the checkpoint") -> tuple[Checkpoint, Note]:
    """Read a signed checkpoint; raise Unreadable. Nothing is verified yet."""
    note = read_note(data, where)
    found = _TEXT.match(note.text)
    root = base64.b64decode(found[3]) if found else b""
    if found is None or base64.b64encode(root).decode() != found[3] or int(found[2]) > MAX_INT:
        raise Unreadable(
            f"{where} is signed, but is not a checkpoint: it needs an origin, a size and a root.",
            where=where,
            hint="Get a new copy from its source; a checkpoint must be kept byte for byte.",
        )
    return Checkpoint(found[1], int(found[2]), root), note


def signed(checkpoint: Checkpoint, name: str, seed: bytes) -> Note:
    """Return a checkpoint signed with a key; the name of the key is the origin."""
    key = vkey_of(name, seed)
    text = checkpoint.text()
    return Note(text, (Signature(key.name, key.id, sign(seed, text.encode())),))


def cosignature(text: str, name: str, seed: bytes, time: int) -> Signature:
    """Return a witness's signature of a checkpoint, made at `time`, in Unix seconds."""
    key = vkey_of(name, seed, COSIGNATURE)
    blob = time.to_bytes(8, "big") + sign(seed, _witnessed(text, time))
    return Signature(key.name, key.id, blob)


def vouchers(note: Note, keys: Iterable[Vkey]) -> tuple[list[Voucher], list[Vkey]]:
    """Return the known keys that signed a note, and those whose signature is forged.

    Signatures of unknown keys are ignored.
    """
    good: list[Voucher] = []
    forged: list[Vkey] = []
    for key in keys:
        claimed = [one for one in note.signatures if (one.name, one.key_id) == (key.name, key.id)]
        for signature in claimed:
            voucher = _voucher(note.text, signature, key)
            if voucher is None:
                forged.append(key)
            else:
                good.append(voucher)
    return good, forged


def _voucher(text: str, signature: Signature, key: Vkey) -> Voucher | None:
    """Return the voucher for a signature; None if the key did not make it."""
    if key.kind == ED25519:
        return Voucher(key) if signed_by(key.key, signature.blob, text.encode()) else None
    time = int.from_bytes(signature.blob[:8], "big")
    message = _witnessed(text, time)
    return Voucher(key, time) if signed_by(key.key, signature.blob[8:], message) else None


def _witnessed(text: str, time: int) -> bytes:
    """Return what a witness signs: the time, then the checkpoint."""
    return f"cosignature/v1\ntime {time}\n{text}".encode()
