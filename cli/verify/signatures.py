"""Proves that a ledger only grew between two signed heads."""

from pathlib import Path

import click

from cli.desk.named_files import read_whole
from cli.folder import heads
from cli.folder.members import Anywhere
from ledger.errors import Refused, Unreadable, advice, do
from ledger.proofs.checkpoints import Signed
from ledger.proofs.tree import Tree


def read_head(path: Path) -> Signed:
    """Return the signed head in a file. Raises Unreadable."""
    return heads.read_signed(read_whole(path), str(path))


def joining(folder: Anywhere, older: Signed, newer: Signed) -> list[bytes]:
    """Return the hashes that join two signed heads of the ledger in `folder` (a consistency proof).

    Raises a usage error if the newer head comes first, Refused for an empty head, and Unreadable
    for a head of different lines.
    """
    old, new = older.checkpoint, newer.checkpoint
    if old.size > new.size:
        msg = f"{older.path} covers {old.size} lines, and {newer.path} only {new.size}."
        raise click.UsageError(f"{msg} Give the older head first.")
    if old.size == 0:
        msg = f"{older.path} covers no lines, so it matches every ledger and proves nothing."
        raise Refused(msg, hint="Give a head that covers at least one line.")
    tree = heads.tree_of(folder, new.size)
    for one in (older, newer):
        _must_be_of(tree, one)
    return tree.consistency(old.size)


def _must_be_of(tree: Tree, one: Signed) -> None:
    """Raise Unreadable if a head was not signed for the beginning of these lines."""
    size = one.checkpoint.size
    if size > tree.size:
        msg = (
            f"{one.path} covers {size} lines, but the ledger has only {tree.size}: it is an "
            "older copy."
        )
    elif tree.root(size) != one.checkpoint.root:
        msg = f"{one.path} covers different lines: it belongs to another branch."
    else:
        return
    raise Unreadable(
        msg, where=one.path, hint=advice("Check with {}.", do("verify", "--head", "FILE"))
    )
