"""Files in the user's own folder that nobody else may read: whole or not there, and on the disk."""

import os
from pathlib import Path

from ledger.errors import Unreadable


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
