"""Unrevealed secrets for draws, in the user's own folder: anyone with one could foresee a draw."""

import base64
from pathlib import Path

import msgspec
from msgspec import Struct

from roundbook.cli.places import layout
from roundbook.cli.places.members import at, set_aside
from roundbook.ledger.errors import UNDECODABLE, Refused, advice, do
from roundbook.ledger.people.book import packed
from roundbook.ledger.record import draws
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.storage import disk

LENGTH = 4096
"""The number of draws in one chain; a large event needs a few dozen."""


class Chain(Struct, frozen=True, forbid_unknown_fields=True):
    """A chain of secrets: its last one, from which all earlier ones follow, and its length."""

    seed: str
    length: int


def begin(folder: Path, seed: bytes) -> str:
    """Save a new chain in the user's folder; return its published end. Raises Unreadable.

    The file is complete or not written, on disk before the ledger can refer to it, and only its
    owner may read it.
    """
    published = draws.commitment(seed, LENGTH)
    data = msgspec.json.encode(Chain(packed(seed), LENGTH)) + b"\n"
    layout.keep_at_home(folder, name_of(published), data, "the secret of this tournament")
    return published


def restore(folder: Path, published: str, data: bytes | None) -> bool:
    """Save the chain from a backup unless a fitting one is kept; tell whether one is here now.

    A different file in its place is quarantined. Raises Unreadable.
    """
    name = name_of(published)
    try:
        there = at(folder).read(name) if at(folder).has(name) else None
    except OSError as error:
        raise disk.unread(error, folder / name) from error
    if there is not None and _is_secret_of(there, published):
        return True
    if data is None or not _is_secret_of(data, published):
        return False
    if there is not None:
        set_aside(folder, f"{published}.json", there)
    layout.keep_at_home(folder, name, data, "the secret of this tournament")
    return True


def _is_secret_of(data: bytes, published: str) -> bool:
    """Tell whether a file contains the chain whose end a ledger published."""
    try:
        kept = msgspec.json.decode(data, type=Chain)
        seed = base64.urlsafe_b64decode(kept.seed + "=")
    except (*UNDECODABLE, ValueError):
        return False
    return 0 < kept.length <= LENGTH and draws.commitment(seed, kept.length) == published


def forget(folder: Path, published: str) -> None:
    """Remove a chain that no ledger refers to, because the command that began it was refused."""
    at(folder).remove(name_of(published))


def next_secret(folder: Path, t: Tournament) -> str:
    """Return the secret that the next draw reveals. Raises Refused if it is not on this machine.

    It follows the last one revealed in `t`, so a command that is repeated, or checked again after
    another desk was first, reveals the right one.
    """
    if t.chain is None or t.commitment is None:
        msg = "this ledger has no chain of secrets, so nothing can be drawn at random."
        raise Refused(msg, hint=advice("Begin a chain with {}.", draws.NEW_CHAIN))
    hint = advice(
        "Make the draw on the machine that made the last one. Or restore a backup from that "
        "machine here, into another folder ({}): it brings the secret, and this folder does not "
        "change. Or copy the secret to {}, or begin a new chain with {}.",
        do("restore", "FILE", "DIR"),
        where(folder, t.chain),
        draws.NEW_CHAIN,
    )
    try:
        kept = msgspec.json.decode(at(folder).read(name_of(t.chain)), type=Chain)
        seed = base64.urlsafe_b64decode(kept.seed + "=")
    except OSError as error:
        msg = "the secret of this tournament is not on this machine."
        raise Refused(msg, hint=hint) from error
    except (*UNDECODABLE, ValueError) as error:
        msg = "the secret of this tournament cannot be read."
        raise Refused(msg, hint=hint) from error
    return draws.next_secret(seed, kept.length, t.commitment)


def where(folder: Path, published: str) -> str:
    """Return the path of a chain's secret, so that the user can copy it."""
    return at(folder).where(name_of(published))


def kept(folder: Path, published: str) -> str | None:
    """Return the path of a chain's secret if it is on this machine, or None."""
    return where(folder, published) if at(folder).has(name_of(published)) else None


def name_of(published: str) -> str:
    """Return the name of a chain's file in the user's own folder."""
    return f"{layout.CHAINS}/{published}.json"
