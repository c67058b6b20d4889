"""A ledger as a folder of tiles, which log tools of others read without us (C2SP tlog-tiles).

A tile of level L holds up to 256 hashes, each the root of a full tile below; an entry bundle holds
up to 256 lines, each led by its length in two bytes. The rightmost ones are partial, and say so.
"""

from collections.abc import Iterator, Sequence

from ledger.proofs.tree import Tree

WIDTH = 256
"""Hashes of a full tile."""

_HEIGHT = 8
"""Levels of the tree that a tile spans: 2^8 hashes."""


def tiles(tree: Tree, lines: Sequence[bytes]) -> Iterator[tuple[str, bytes]]:
    """Yield every file of the folder, by its path, but the checkpoint; `lines` are the leaves."""
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
    """Return the path of a tile: groups of three digits, all but the last led by an x."""
    groups = [f"{number % 1000:03}"]
    while number >= 1000:
        number //= 1000
        groups.append(f"x{number % 1000:03}")
    partial = f".p/{width}" if width < WIDTH else ""
    return "/".join(reversed(groups)) + partial
