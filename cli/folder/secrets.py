"""Unrevealed secrets, kept in the user's own folder: who holds one could foresee a draw."""

import base64
import os
from pathlib import Path

import msgspec
from msgspec import Struct

from ledger.errors import Refused, Unreadable
from ledger.ids import UNDECODABLE
from ledger.people.book import packed
from ledger.record import draws
from ledger.state.tournament import Tournament

# Files in the user's own folder that nobody else may read: whole or not there, and on the disk.


def keep(path: Path, data: bytes, what: str) -> None:
    """Write a secret file, `what` it holds in words. Raises Unreadable, and leaves the old one."""
    draft = path.with_suffix(".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with open(draft, "wb", opener=opener) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        msg = f"{what} cannot be kept in {path.parent}: {reason}."
        hint = "Make it writable, or name another folder in ROUNDBOOK_HOME."
        raise Unreadable(msg, where=str(path), hint=hint) from error


def opener(path: str, flags: int) -> int:
    """Open a file that nobody but its owner may read."""
    return os.open(path, flags, 0o600)


LENGTH = 4096
"""Draws that one chain is good for: a large event needs a few dozen."""


class Chain(Struct, frozen=True, forbid_unknown_fields=True):
    """A chain of secrets: its last one, from which all earlier ones follow, and its length."""

    seed: str
    length: int


def begin(folder: Path, seed: bytes) -> str:
    """Keep a new chain in the user's folder; return its published end. Raises Unreadable.

    The file is whole or not there, on the disk before the ledger can speak of it, and nobody but
    its owner may read it.
    """
    published = draws.commitment(seed, LENGTH)
    data = msgspec.json.encode(Chain(packed(seed), LENGTH)) + b"\n"
    keep(_path(folder, published), data, "the secret of this tournament")
    return published


def forget(folder: Path, published: str) -> None:
    """Remove a chain that no ledger speaks of, since the command that began it was refused."""
    _path(folder, published).unlink(missing_ok=True)


def next_secret(folder: Path, t: Tournament) -> str:
    """Return the secret that the next draw reveals. Raises Refused if it is not on this machine.

    It is the one that follows the last one revealed in `t`, whatever has happened since: so a
    command that is repeated, or judged again after a lost race, reveals the right one.
    """
    hint = "Draw where the tournament was opened, or begin a new chain with `roundbook recommit`."
    if t.chain is None or t.commitment is None:
        msg = "this ledger has no chain of secrets, so nothing can be drawn by recorded chance."
        raise Refused(msg, hint="Begin one with `roundbook recommit --reason …`.")
    path = _path(folder, t.chain)
    try:
        kept = msgspec.json.decode(path.read_bytes(), type=Chain)
        seed = base64.urlsafe_b64decode(kept.seed + "=")
    except OSError as error:
        msg = "the secret of this tournament is not on this machine."
        raise Refused(msg, hint=f"It is kept in {path}. {hint}") from error
    except (*UNDECODABLE, ValueError) as error:
        msg = "the secret of this tournament cannot be read."
        raise Refused(msg, hint=f"It is kept in {path}. {hint}") from error
    return draws.next_secret(seed, kept.length, t.commitment)


def where(folder: Path, published: str) -> Path:
    """Return where the secret behind a published end is kept: it should be copied to safety."""
    return _path(folder, published)


def _path(folder: Path, published: str) -> Path:
    return folder / "chains" / f"{published}.json"
