"""The proof that a ledger only grew between two signed heads: a few hashes, one a line.

Whoever has both heads, this file and the key of the tournament needs nothing else, and learns
nothing about any line. Log tools of others ask for these very hashes (RFC 6962 §2.1.2).
"""

import base64
import re
from collections.abc import Sequence

from ledger.errors import Unreadable
from ledger.proofs.checkpoints import Checkpoint
from ledger.proofs.paths import extends

MOST = 128
"""Hashes of the longest path there can be: two for every level of a tree of 2^63 lines."""

_HASH = re.compile(r"[A-Za-z0-9+/]{43}=\Z")


def to_bytes(path: Sequence[bytes]) -> bytes:
    """Return the file: each hash in base64, on a line of its own; none if the heads are equal."""
    return "".join(f"{base64.b64encode(one).decode()}\n" for one in path).encode()


def read_growth(data: bytes, where: str = "the proof") -> tuple[bytes, ...]:
    """Read the hashes that join two heads; raises Unreadable. Nothing is verified yet."""
    lines = data.decode("ascii", "replace").split("\n")
    if lines.pop() != "" or len(lines) > MOST or not all(map(_HASH.match, lines)):
        raise Unreadable(
            f"{where} is no proof between two heads: it has to be hashes, one a line.",
            where=where,
            hint="Ask for it again: `roundbook proof --between OLD NEW`.",
        )
    return tuple(base64.b64decode(line) for line in lines)


def joins(older: Checkpoint, newer: Checkpoint, path: Sequence[bytes]) -> bool:
    """Tell whether the lines of the older head are the beginning of those of the newer one."""
    return older.origin == newer.origin and extends(
        old_root=older.root,
        old_size=older.size,
        root=newer.root,
        size=newer.size,
        path=path,
    )
