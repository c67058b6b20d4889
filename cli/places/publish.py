"""Writes a ledger's tiles to a folder that any web server can publish (C2SP tlog-tiles).

The signed head is written last, so that readers of a head find every tile it needs. Whatever a
published head covers is never changed: a full tile stays as it is, and only a longer ledger of the
same tournament may be published to the folder.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from roundbook.cli.places.heads import read_signed
from roundbook.cli.places.layout import CHECKPOINT, is_taken
from roundbook.ledger.errors import Refused, Unreadable
from roundbook.ledger.proofs.checkpoints import Signed
from roundbook.ledger.proofs.tree import Tree, tiles
from roundbook.ledger.storage.disk import make_folder, put, read_start, read_whole, unwritten

_PARTIAL = re.compile(r"\.p/[0-9]+\Z")


class Published(NamedTuple):
    """The number of files written, files that were already there, and partial tiles removed."""

    written: int
    kept: int
    removed: int


def publish(folder: Path, head: Signed, lines: Sequence[bytes], tree: Tree) -> Published:
    """Write the missing tiles of `lines`, then the signed head. Raises Unreadable.

    Raises Refused if the folder contains another tournament, another branch or a longer ledger.
    Each tile is written completely or not at all, even if the disk fails: the head published before
    keeps all of its tiles.
    """
    before = _published(folder)
    if before:
        _must_go_on(before, head, tree)
    wanted = dict(tiles(tree, lines))
    missing = []
    for name, data in wanted.items():
        path = folder / name
        if not path.is_file():
            missing.append(name)
        elif read_start(path, len(data) + 1) != data:
            raise Unreadable(
                f"{path} does not match the ledger: it was changed, or belongs to another ledger.",
                where=str(path),
                hint="Move the folder aside, and publish to an empty one.",
            )
    try:
        for name in missing:
            path = folder / name
            make_folder(path.parent)
            put(path, wanted[name])
        put(folder / CHECKPOINT, head.note.to_bytes())
    except OSError as error:
        raise unwritten(error, folder) from error
    return Published(len(missing), len(wanted) - len(missing), _tidied(folder, wanted))


def _published(folder: Path) -> Signed | None:
    """Return the head that was published before, or None. Raises Unreadable, and Refused."""
    path = folder / CHECKPOINT
    if is_taken(folder):
        msg = (
            f"{folder} contains a tournament with its players' names, so it must not be published."
        )
        raise Refused(msg, hint="Give a new folder, or an empty one.")
    if path.is_file():
        return read_signed(read_whole(path), str(path))
    if folder.exists() and (not folder.is_dir() or any(_foreign(folder))):
        msg = f"{folder} contains files that are not tiles, and they would be published too."
        raise Refused(msg, hint="Give a new folder, or an empty one.")
    return None


def _foreign(folder: Path) -> list[Path]:
    """Return the files in a folder without a head that were not left by an earlier attempt."""
    return [path for path in folder.iterdir() if path.name not in {"tile", f"{CHECKPOINT}.new"}]


def _must_go_on(before: Signed, head: Signed, tree: Tree) -> None:
    """Raise Refused unless the new head continues the published one."""
    old, new = before.checkpoint, head.checkpoint
    if old.origin != new.origin:
        why = f"is the signed head of another tournament's ledger, {old.origin}"
    elif old.size > new.size:
        why = f"covers {old.size} lines, but this ledger is signed only up to line {new.size}"
    elif tree.root(old.size) != old.root:
        why = "does not match this ledger: it belongs to another branch"
    else:
        return
    hint = "To its readers, the ledger would appear to have changed. Publish it to its own folder."
    raise Refused(f"{before.path} {why}.", hint=hint)


def _tidied(folder: Path, wanted: dict[str, bytes]) -> int:
    """Remove the partial tiles whose full tile exists; return how many.

    Partial tiles of other sizes stay: somebody may be reading the previous head.
    """
    found = 0
    for name in wanted:
        if _PARTIAL.search(name):
            continue
        partial = folder / f"{name}.p"
        with suppress(OSError):  # They are harmless, and the next run removes them.
            for path in sorted(partial.glob("*")):
                path.unlink()
                found += 1
            partial.rmdir()
    return found
