"""The keys that sign the heads of ledgers, kept in the user's own folder (C2SP signed-note).

One key signs all of a user's tournaments, under each one's name, so knowing the organiser's key is
enough to check them all. Replaced keys are kept, so that their signatures can still be explained.
"""

import base64
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from roundbook.cli.places.layout import KEYS, held, keep_at_home
from roundbook.cli.places.members import at
from roundbook.ledger.errors import UNDECODABLE, Refused, Unreadable, advice, do
from roundbook.ledger.events.catalogue import TournamentOpened
from roundbook.ledger.people.book import packed
from roundbook.ledger.proofs.checkpoints import ORIGIN
from roundbook.ledger.proofs.notes import vkey_of


class Keyring(Struct, frozen=True, forbid_unknown_fields=True):
    """The seeds of a user's keys, the current one last."""

    seeds: tuple[str, ...] = ()


def origin(opened: TournamentOpened) -> str:
    """Return the name under which a tournament's head is signed."""
    return f"{ORIGIN}{opened.tournament}"


def current(home: Path, new_seed: bytes) -> bytes:
    """Return the current seed; on first use, save `new_seed` as it. Raises Unreadable."""
    seeds = _seeds(home)
    if seeds:
        return seeds[-1]
    with held(home, KEYS):
        return (_seeds(home) or _add(home, new_seed))[-1]


def used(home: Path) -> bytes | None:
    """Return the current seed; None if this user has no key yet. Raises Unreadable."""
    seeds = _seeds(home)
    return seeds[-1] if seeds else None


def replaced(home: Path, new_seed: bytes) -> bytes:
    """Make `new_seed` the current one, and return it. Raises Unreadable."""
    with held(home, KEYS):
        return _add(home, new_seed)[-1]


def seed_of(home: Path, name: str, vkey: str) -> bytes | None:
    """Return the seed of a published key, given its name; None if it is not this user's."""
    return next((seed for seed in _seeds(home) if str(vkey_of(name, seed)) == vkey), None)


def where(home: Path) -> str:
    """Return the path of the keys."""
    return at(home).where(KEYS)


def not_here(*, closed: bool) -> Refused:
    """Return the refusal on a machine without a ledger's key; it cannot say where the key is.

    A backup brings it along, and restoring one keeps the other keys of the user: the file with the
    keys must never be copied over theirs. A closed ledger changes its key only while it is open
    again (A-49).
    """
    reopen = (do("reopen", "--reason", "…"),) if closed else ()
    hint = advice(
        "On the machine that has it, use {}; then use {} here, which keeps your other keys. If the "
        f"key is lost: {'{}, then ' if closed else ''}{{}}{', and close again' if closed else ''}.",
        do("backup", "TO"),
        do("restore", "FILE", "DIR"),
        *reopen,
        do("key", "--adopt", "--reason", "…"),
    )
    return Refused("this machine does not have the key that signs this ledger.", hint=hint)


def keyring(seeds: Sequence[bytes]) -> bytes:
    """Return the bytes of a file with these keys, the current one last."""
    return msgspec.json.encode(Keyring(tuple(packed(each) for each in seeds))) + b"\n"


def restore(home: Path, ring: bytes | None, name: str, vkey: str) -> bool:
    """Save the key from a backup that a ledger names; tell whether it is here now.

    The current key stays current. Raises Unreadable; ValueError for a bad keyring.
    """
    fits = [seed for seed in read(ring or keyring([])) if str(vkey_of(name, seed)) == vkey]
    with held(home, KEYS):
        kept = _seeds(home)
        if new := [seed for seed in fits if seed not in kept]:
            _keep(home, [*new, *kept])
    return seed_of(home, name, vkey) is not None


def _add(home: Path, seed: bytes) -> list[bytes]:
    return _keep(home, [*_seeds(home), seed])


def _keep(home: Path, seeds: list[bytes]) -> list[bytes]:
    keep_at_home(home, KEYS, keyring(seeds), "the key that signs heads")
    return seeds


def _seeds(home: Path) -> list[bytes]:
    """Return the saved seeds. Raises Unreadable."""
    try:
        return read(at(home).read(KEYS))
    except FileNotFoundError:
        return []
    except (*UNDECODABLE, ValueError, OSError) as error:
        raise _unreadable(where(home)) from error


def read(ring: bytes) -> list[bytes]:
    """Return the seeds in a file. Raises ValueError, and what msgspec raises."""
    kept = msgspec.json.decode(ring, type=Keyring)
    seeds = [base64.urlsafe_b64decode(seed + "=") for seed in kept.seeds]
    if any(len(seed) != 32 for seed in seeds):
        raise ValueError("a key has the wrong length")
    return seeds


def _unreadable(path: str) -> Unreadable:
    return Unreadable(
        f"the signing keys in {path} cannot be read.",
        where=path,
        hint="Restore the file from a copy, or move it away and create a new key.",
    )
