"""The Merkle tree over the lines of a ledger: one root for all of them (RFC 6962 §2.1).

Leaf i is line i + 1, without its LF. A path of a few hashes then shows that a line is in the tree,
or that a longer tree only added lines to a shorter one, without showing any other line.
"""

import hashlib
from collections.abc import Iterable
from typing import NamedTuple, Self

EMPTY = hashlib.sha256().digest()
"""The root of no lines at all."""


def leaf(line: bytes) -> bytes:
    """Return the hash of a line, 32 bytes: SHA-256 of 0x00 and the line."""
    return hashlib.sha256(b"\x00" + line).digest()


def node(left: bytes, right: bytes) -> bytes:
    """Return the hash of two subtrees, 32 bytes: SHA-256 of 0x01 and both."""
    return hashlib.sha256(b"\x01" + left + right).digest()


class Tree(NamedTuple):
    """A tree that is asked for roots and paths.

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
        """How many leaves there are."""
        return len(self.rows[0])

    def root(self, size: int | None = None) -> bytes:
        """Return the root of the first `size` leaves, of all if it is None."""
        return self._hash(0, self.size if size is None else size)

    def inclusion(self, index: int, size: int | None = None) -> list[bytes]:
        """Return the path from leaf `index`, counted from 0, to the root of the first `size`."""
        end = self.size if size is None else size
        assert 0 <= index < end <= self.size, "a path leads from a leaf that is there"
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
        """Return what shows that the first `old` leaves are those of the older tree."""
        end = self.size if size is None else size
        assert 1 <= old <= end <= self.size, "a tree extends one that is not empty, nor larger"
        start, whole, path = 0, True, list[bytes]()
        while old < end:
            middle = start + _left(end - start)
            if old <= middle:
                path.append(self._hash(middle, end))
                end = middle
            else:
                path.append(self._hash(start, middle))
                start, whole = middle, False
        if not whole:
            path.append(self._hash(start, end))
        return path[::-1]

    def _hash(self, start: int, end: int) -> bytes:
        """Return the root of leaves start … end, where start is a place at which a subtree ends."""
        if start == end:
            return EMPTY
        found: bytes | None = None
        for begin, height in reversed(_complete(start, end)):
            part = self.rows[height][begin >> height]
            found = part if found is None else node(part, found)
        assert found is not None
        return found


def _left(size: int) -> int:
    """Return how many leaves stand on the left: the largest power of two below `size`."""
    return 1 << (size - 1).bit_length() - 1


def _complete(start: int, end: int) -> list[tuple[int, int]]:
    """Return the complete subtrees that make up leaves start … end: first leaf and height."""
    parts = []
    while start < end:
        height = (end - start).bit_length() - 1
        parts.append((start, height))
        start += 1 << height
    return parts
