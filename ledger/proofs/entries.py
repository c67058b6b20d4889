"""The proof that one entry is in a ledger, as a file of its own (C2SP tlog-proof).

Anyone who has the line, this file and the key of the tournament needs nothing else, and learns
nothing about any other line.
"""

import base64
import re
from typing import NamedTuple

from roundbook.ledger.errors import Unreadable, advice, do
from roundbook.ledger.proofs.checkpoints import Checkpoint, read_checkpoint
from roundbook.ledger.proofs.notes import MAX_NOTE, Note
from roundbook.ledger.proofs.tree import Tree, includes, leaf

FORM = "c2sp.org/tlog-proof@v1"
_INDEX = re.compile(r"index (0|[1-9][0-9]{0,15})\Z")
_HASH = re.compile(r"[A-Za-z0-9+/]{43}=\Z")


class EntryProof(NamedTuple):
    """The `place` of a leaf, counted from 0, its path, and the signed head that it leads to."""

    place: int
    path: tuple[bytes, ...]
    checkpoint: Checkpoint
    note: Note

    def to_bytes(self) -> bytes:
        """Return the bytes of the proof file."""
        path = "".join(f"{base64.b64encode(one).decode()}\n" for one in self.path)
        head = f"{FORM}\nindex {self.place}\n{path}\n".encode()
        return head + self.note.to_bytes()

    def holds(self, line: bytes) -> bool:
        """Return whether this line is at the place that the proof gives, in the signed tree."""
        return includes(
            root=self.checkpoint.root,
            size=self.checkpoint.size,
            index=self.place,
            leaf=leaf(line),
            path=self.path,
        )


def prove(tree: Tree, index: int, checkpoint: Checkpoint, note: Note) -> EntryProof:
    """Return the proof of leaf `index` in the tree that a checkpoint signs."""
    return EntryProof(index, tuple(tree.inclusion(index, checkpoint.size)), checkpoint, note)


def read_proof(data: bytes, where: str = "the proof") -> EntryProof:
    """Read a proof; raise Unreadable. Nothing is verified yet."""
    head, _, note = data.partition(b"\n\n")
    lines = head.decode("ascii", "replace").split("\n")
    if len(data) > 2 * MAX_NOTE or lines[0] != FORM:
        raise _no_proof(where, f"it does not begin with {FORM}")
    rest = [line for line in lines[1:] if not line.startswith("extra ")]
    index = _INDEX.match(rest[0]) if rest else None
    if index is None or len(rest) > 65 or not all(_HASH.match(line) for line in rest[1:]):
        raise _no_proof(where, "the index and the hashes of the path are missing or damaged")
    checkpoint, signed = read_checkpoint(note, where)
    path = tuple(base64.b64decode(line) for line in rest[1:])
    return EntryProof(int(index[1]), path, checkpoint, signed)


def _no_proof(where: str, why: str) -> Unreadable:
    return Unreadable(
        f"{where} is not a proof of an entry: {why}.",
        where=where,
        hint=advice("Get it again with {}.", do("proof", "ENTRY")),
    )
