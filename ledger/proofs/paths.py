"""Whether a path proves what it claims, asked of nothing but hashes (RFC 9162 §2.1.3, §2.1.4).

Nothing here builds a tree: whoever receives a proof needs this module, and no ledger.
"""

from collections.abc import Sequence

from ledger.proofs.tree import node


def includes(*, root: bytes, size: int, index: int, leaf: bytes, path: Sequence[bytes]) -> bool:
    """Tell whether `path` leads from leaf `index`, counted from 0, to the root of `size` leaves.

    A path that is too short or too long proves nothing.
    """
    if not 0 <= index < size or not _hashes(root, leaf, *path):
        return False
    place, last, found = index, size - 1, leaf
    for other in path:
        if last == 0:
            return False
        if place & 1 or place == last:
            found = node(other, found)
            while not place & 1 and place:
                place >>= 1
                last >>= 1
        else:
            found = node(found, other)
        place >>= 1
        last >>= 1
    return last == 0 and found == root


def extends(
    *, old_root: bytes, old_size: int, root: bytes, size: int, path: Sequence[bytes]
) -> bool:
    """Tell whether the tree of `size` leaves begins with the `old_size` leaves of the older one.

    A tree of the same size needs the same root and an empty path. From an empty tree nothing can be
    shown: every tree extends it, so a claim that one does is refused.
    """
    if not 1 <= old_size <= size or not _hashes(root, old_root, *path):
        return False
    if old_size == size:
        return not path and old_root == root
    hashes = list(path)
    if old_size & (old_size - 1) == 0:  # The old tree is one complete subtree: its root is a node.
        hashes.insert(0, old_root)
    if not hashes:
        return False
    place, last = old_size - 1, size - 1
    while place & 1:
        place >>= 1
        last >>= 1
    older = newer = hashes[0]
    for other in hashes[1:]:
        if last == 0:
            return False
        if place & 1 or place == last:
            older, newer = node(other, older), node(other, newer)
            while not place & 1 and place:
                place >>= 1
                last >>= 1
        else:
            newer = node(newer, other)
        place >>= 1
        last >>= 1
    return last == 0 and older == old_root and newer == root


def _hashes(*parts: bytes) -> bool:
    return all(len(part) == 32 for part in parts)
