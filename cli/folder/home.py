"""The user's own folder, outside every tournament: what nobody shall read, bring back or lose."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from pathlib import Path

import click

from cli.folder import members
from ledger.errors import Unreadable
from ledger.storage import disk, locks

CHAINS = "chains"
"""The unrevealed secrets of draws, by their published end."""

SEEN = "seen"
"""The last line that was seen of each tournament."""

WITNESSED = "witnessed"
"""The last signed head of each tournament that this user has witnessed."""

KEYS = "signing-keys.json"
"""The keys that sign heads, the one in use last."""

DOORS, CLAIMS = "doors", "claims"
"""Who may come in to the pages of a served folder, and what players report there."""


def settings() -> Path:
    """Return the user's own folder: where ROUNDBOOK_HOME says, or where the system keeps such."""
    named = os.environ.get("ROUNDBOOK_HOME")
    return Path(named) if named else Path(click.get_app_dir("roundbook"))


def of_folder(shelf: str, folder: Path) -> str:
    """Return the name of what is kept of a served folder, which no other folder has."""
    return f"{shelf}/{digest(folder)}.json"


def digest(folder: Path) -> str:
    """Return 24 characters that no other folder has."""
    return sha256(str(folder.resolve()).encode(errors="surrogateescape")).hexdigest()[:24]


def keep(home: Path, name: str, data: bytes, what: str, *, wait: bool = True) -> None:
    """Write a file that nobody else may read, `what` it holds in words.

    It is whole or not there, and on the disk unless nobody has to `wait`. Raises Unreadable, and
    leaves the old one.
    """
    path = home.joinpath(*name.split("/"))
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        disk.put(path, data, private=True, wait=wait)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        msg = f"{what} cannot be kept in {path.parent}: {reason}."
        hint = "Make it writable, or name another folder in ROUNDBOOK_HOME."
        raise Unreadable(msg, where=str(path), hint=hint) from error


def read(home: Path, name: str) -> bytes:
    """Return what is kept under this name. Raises Unreadable, FileNotFoundError for nothing."""
    try:
        return members.read(home, name)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise disk.unread(error, Path(members.where(home, name))) from error


@contextmanager
def held(home: Path, name: str) -> Iterator[None]:
    """Hold what has this name while nobody else does: `doors/….json` by `doors/….lock`.

    Raises Unreadable where the lock cannot be made.
    """
    path = home.joinpath(*name.split("/"))
    with ExitStack() as stack:
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            stack.enter_context(locks.writing(path.with_suffix(".lock")))
        except OSError as error:
            raise disk.unwritten(error, path) from error
        yield
