"""The keys that sign the heads of ledgers, kept in the user's own folder (C2SP signed-note).

One key signs all tournaments of a user, under the name of each: whoever knows the organiser's key
knows all of them. A key that was replaced is kept, so that what it signed stays explained.
"""

import base64
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from cli.folder.layout import KEYS, held, keep_at_home
from cli.folder.members import at
from ledger.errors import UNDECODABLE, Unreadable
from ledger.events.catalogue import TournamentOpened
from ledger.people.book import packed
from ledger.proofs.checkpoints import ORIGIN
from ledger.proofs.notes import vkey_of


class Keyring(Struct, frozen=True, forbid_unknown_fields=True):
    """The seeds of a user's keys, the one in use last."""

    seeds: tuple[str, ...] = ()


def origin(opened: TournamentOpened) -> str:
    """Return the name under which a tournament's head is signed."""
    return f"{ORIGIN}{opened.tournament}"


def current(home: Path, new_seed: bytes) -> bytes:
    """Return the seed in use; on first use, keep `new_seed` as it. Raises Unreadable."""
    seeds = _seeds(home)
    if seeds:
        return seeds[-1]
    with held(home, KEYS):
        return (_seeds(home) or _add(home, new_seed))[-1]


def replaced(home: Path, new_seed: bytes) -> bytes:
    """Keep `new_seed` as the one in use from now on, and return it. Raises Unreadable."""
    with held(home, KEYS):
        return _add(home, new_seed)[-1]


def seed_of(home: Path, name: str, vkey: str) -> bytes | None:
    """Return the seed behind a published key, by its name; None if it is not this user's."""
    return next((seed for seed in _seeds(home) if str(vkey_of(name, seed)) == vkey), None)


def where(home: Path) -> str:
    """Return where the keys are kept: they should be copied to safety."""
    return at(home).where(KEYS)


def keyring(seeds: Sequence[bytes]) -> bytes:
    """Return the file of these keys, the one in use last."""
    return msgspec.json.encode(Keyring(tuple(packed(each) for each in seeds))) + b"\n"


def restore(home: Path, ring: bytes | None, name: str, vkey: str) -> bool:
    """Keep the key of a backup that a ledger names; tell whether it is here now.

    The one in use here stays the one in use. Raises Unreadable; ValueError for a bad keyring.
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
    """Return the seeds that are kept. Raises Unreadable."""
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
