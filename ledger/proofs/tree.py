"""The Merkle tree over the lines of a ledger: one root for all of them (RFC 6962 §2.1).

Leaf i is line i + 1, without its LF. A path of a few hashes shows that a line is in the tree, or
that a longer tree only added lines to a shorter one, without showing any other line.
"""

import base64
import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Self

from roundbook.ledger.errors import Unreadable, advice, do
from roundbook.ledger.proofs.checkpoints import Checkpoint

EMPTY = hashlib.sha256().digest()
"""The root of a tree without lines."""


def leaf(line: bytes) -> bytes:
    """Return the hash of a line, 32 bytes: SHA-256 of 0x00 and the line."""
    # A line and a node begin with different bytes, so that two hashes can never pass for a line.
    return hashlib.sha256(b"\x00" + line).digest()


def node(left: bytes, right: bytes) -> bytes:
    """Return the hash of two subtrees, 32 bytes: SHA-256 of 0x01 and both."""
    return hashlib.sha256(b"\x01" + left + right).digest()


class Tree(NamedTuple):
    """A tree that returns roots and paths.

    `rows[h]` are the roots of all complete subtrees of 2^h leaves, from the left.
    """

    rows: tuple[tuple[bytes, ...], ...]

    @classmethod
    def over(cls, leaves: Iterable[bytes]) -> Self:
        """Return the tree over these leaves, each 32 bytes."""
        rows, sha256 = [tuple(leaves)], hashlib.sha256
        while len(rows[-1]) > 1:
            pairs = zip(rows[-1][::2], rows[-1][1::2], strict=False)
            rows.append(tuple([sha256(b"\x01" + left + right).digest() for left, right in pairs]))
        return cls(tuple(rows))

    @property
    def size(self) -> int:
        """The number of leaves."""
        return len(self.rows[0])

    def root(self, size: int | None = None) -> bytes:
        """Return the root of the first `size` leaves, or of all."""
        return self._hash(0, self.size if size is None else size)

    def inclusion(self, index: int, size: int | None = None) -> list[bytes]:
        """Return the path from leaf `index`, counted from 0, to the root of the first `size`."""
        end = self.size if size is None else size
        assert 0 <= index < end <= self.size, "the leaf of a path must be in the tree"
        start, path = 0, list[bytes]()
        while end - start > 1:
            middle = start + _left(end - start)
            if index < middle:
                path.append(self._hash(middle, end))
                end = middle
            else:
                path.append(self._hash(start, middle))
                start = middle
        return path[::-1]

    def consistency(self, old: int, size: int | None = None) -> list[bytes]:
        """Return the path that shows that the tree begins with the first `old` leaves."""
        end = self.size if size is None else size
        assert 1 <= old <= end <= self.size, (
            "the older tree must not be empty, or larger than the newer one"
        )
        start, whole, path = 0, True, list[bytes]()
        while old < end:
            middle = start + _left(end - start)
            if old <= middle:
                path.append(self._hash(middle, end))
                end = middle
            else:
                path.append(self._hash(start, middle))
                start, whole = middle, False
        # If the older tree is one complete subtree, everybody who checks has its root already.
        if not whole:
            path.append(self._hash(start, end))
        return path[::-1]

    def _hash(self, start: int, end: int) -> bytes:
        """Return the root of leaves start … end, where start is the end of a subtree."""
        if start == end:
            return EMPTY
        found: bytes | None = None
        for begin, height in reversed(_complete(start, end)):
            part = self.rows[height][begin >> height]
            found = part if found is None else node(part, found)
        assert found is not None
        return found


def _left(size: int) -> int:
    """Return how many leaves are on the left: the largest power of two below `size`."""
    return 1 << (size - 1).bit_length() - 1


def _complete(start: int, end: int) -> list[tuple[int, int]]:
    """Return the complete subtrees that make up leaves start … end: first leaf and height."""
    parts = []
    while start < end:
        height = (end - start).bit_length() - 1
        parts.append((start, height))
        start += 1 << height
    return parts


# Check whether a path proves what it claims, from hashes alone (RFC 9162 §2.1.3, §2.1.4). No tree
# is built from here on: anyone who receives a proof needs this part, and no ledger.


def includes(*, root: bytes, size: int, index: int, leaf: bytes, path: Sequence[bytes]) -> bool:
    """Return whether `path` leads from leaf `index`, counted from 0, to the root of `size` leaves.

    A path that is too short or too long proves nothing.
    """
    if not 0 <= index < size or not _hashes(root, leaf, *path):
        return False
    sides = _sides(index, size - 1)
    if len(path) != len(sides):
        return False
    found = leaf
    for is_left, other in zip(sides, path, strict=True):
        found = node(other, found) if is_left else node(found, other)
    return found == root


def extends(
    *, old_root: bytes, old_size: int, root: bytes, size: int, path: Sequence[bytes]
) -> bool:
    """Return whether the tree of `size` leaves begins with the `old_size` leaves of the older one.

    A tree of the same size needs the same root and an empty path. An empty older tree is refused:
    every tree extends it, so there is nothing to show.
    """
    if not 1 <= old_size <= size or not _hashes(root, old_root, *path):
        return False
    if old_size == size:
        return not path and old_root == root
    hashes = list(path)
    if old_size & (old_size - 1) == 0:  # The old tree is one complete subtree: its root is a node.
        hashes.insert(0, old_root)
    place, last = old_size - 1, size - 1
    # The complete subtree that ends the older tree is a node of both trees, so the path begins
    # above it.
    while place & 1:
        place >>= 1
        last >>= 1
    sides = _sides(place, last)
    if len(hashes) != len(sides) + 1:
        return False
    older = newer = hashes[0]
    for is_left, other in zip(sides, hashes[1:], strict=True):
        # What lies on the left is in both trees; what lies on the right was added later.
        if is_left:
            older, newer = node(other, older), node(other, newer)
        else:
            newer = node(newer, other)
    return older == old_root and newer == root


def _sides(place: int, last: int) -> list[bool]:
    """Return which hashes of the path from a place are on the left, up to the root.

    `last` is the place of the last leaf. A subtree at the right edge has no sibling on the right:
    it rises until it has one on the left.
    """
    sides = []
    while last:
        sides.append(bool(place & 1) or place == last)
        if sides[-1]:
            while not place & 1 and place:
                place >>= 1
                last >>= 1
        place >>= 1
        last >>= 1
    return sides


def _hashes(*parts: bytes) -> bool:
    return all(len(part) == 32 for part in parts)


# The proof that a ledger only grew between two signed heads: a few hashes, one per line. Anyone who
# has both heads, this file and the key of the tournament needs nothing else, and learns nothing
# about any line. Other log tools use the same hashes (RFC 6962 §2.1.2).

MOST = 128
"""The most hashes of a path: two for every level of a tree of 2^63 lines."""

_HASH = re.compile(r"[A-Za-z0-9+/]{43}=\Z")


def to_bytes(path: Sequence[bytes]) -> bytes:
    """Return the bytes of the proof: each hash in base64 on its own line; empty for equal heads."""
    return "".join(f"{base64.b64encode(one).decode()}\n" for one in path).encode()


def read_growth(data: bytes, where: str = "the proof") -> tuple[bytes, ...]:
    """Read the hashes that join two heads; raise Unreadable. Nothing is verified yet."""
    lines = data.decode("ascii", "replace").split("\n")
    if lines.pop() != "" or len(lines) > MOST or not all(map(_HASH.match, lines)):
        raise Unreadable(
            (
                f"{where} is not a proof between two heads of a ledger: "
                "it must contain hashes, one per line."
            ),
            where=where,
            hint=advice("Get it again with {}.", do("proof", "--between", "OLD", "NEW")),
        )
    return tuple(base64.b64decode(line) for line in lines)


def joins(older: Checkpoint, newer: Checkpoint, path: Sequence[bytes]) -> bool:
    """Return whether the lines of the older head are the beginning of those of the newer one."""
    return older.origin == newer.origin and extends(
        old_root=older.root,
        old_size=older.size,
        root=newer.root,
        size=newer.size,
        path=path,
    )


# A ledger as a folder of tiles, which other log tools can read (C2SP tlog-tiles). A tile of level L
# holds up to 256 hashes, each the root of a full tile below; an entry bundle holds up to 256 lines,
# each preceded by its length in two bytes. The rightmost ones may be partial, and their path says
# so.

WIDTH = 256
"""The number of hashes in a full tile."""

_HEIGHT = 8
"""The number of tree levels that a tile spans: 2^8 hashes."""


def tiles(tree: Tree, lines: Sequence[bytes]) -> Iterator[tuple[str, bytes]]:
    """Yield the path and content of every tile file; `lines` are the leaves."""
    for level, row in enumerate(tree.rows[::_HEIGHT]):
        for number, part in _parts(row):
            yield f"tile/{level}/{_path(number, len(part))}", b"".join(part)
    for number, entries in _parts(lines):
        bundle = b"".join(len(line).to_bytes(2, "big") + line for line in entries)
        yield f"tile/entries/{_path(number, len(entries))}", bundle


def _parts(row: Sequence[bytes]) -> Iterator[tuple[int, Sequence[bytes]]]:
    """Yield the tiles of a level by number; the last one may be partial."""
    for start in range(0, len(row), WIDTH):
        yield start // WIDTH, row[start : start + WIDTH]


def _path(number: int, width: int) -> str:
    """Return the path of a tile: groups of three digits, all but the last preceded by an x."""
    groups = [f"{number % 1000:03}"]
    while number >= 1000:
        number //= 1000
        groups.append(f"x{number % 1000:03}")
    partial = f".p/{width}" if width < WIDTH else ""
    return "/".join(reversed(groups)) + partial
