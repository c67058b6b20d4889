"""Files that people name in commands, for reading and for writing.

None of them belongs to a tournament's folder: those are handled by `cli.places`.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from hashlib import file_digest
from pathlib import Path
from typing import Any

import click

from roundbook.cli.session.errors import of_the_system
from roundbook.cli.session.output import as_typed
from roundbook.ledger.errors import Unreadable
from roundbook.ledger.storage.disk import opened, put, unwritten
from roundbook.ledger.storage.disk import read_start as read_start  # noqa: PLC0414 - of any file that
from roundbook.ledger.storage.disk import read_whole as read_whole  # noqa: PLC0414 - somebody names.


def refuse_other_file(word: str) -> None:
    """Refuse a word that names a folder, or a file that is not a list: it cannot be a player."""
    from roundbook.cli.session.venue import running_command  # It loads what opens a tournament.

    if (
        running_command() is None
        and (word in {".", ".."} or os.sep in word)
        and Path(word).is_dir()
    ):
        raise click.UsageError(f"{word} is a folder; give a player, or a list inside the folder.")
    if running_command() is None and Path(word).suffix and Path(word).is_file():
        raise click.UsageError(f"{word} is a file, but not a list (.csv, .tsv, .txt or .xlsx).")


def bytes_of(word: str, most: int) -> bytes:
    """Return the bytes of a list, at most one more than `most`. Raises OSError."""
    from roundbook.cli.session.venue import refuse_files  # It loads what opens a tournament.

    refuse_files(word)
    if word == "-":
        return sys.stdin.buffer.read(most + 1)
    return read_start(Path(word), most + 1)


def at_home(word: str) -> str:
    """Return a path that begins with `~` as the one in the user's folder, as a shell does."""
    with suppress(RuntimeError):  # This user has no folder.
        return str(Path(word).expanduser())
    return word


def files_beside(begun: str) -> Iterator[str]:
    """Yield the files and folders in the folder of a path that is being typed, as they are typed.

    A folder ends with a slash; a name with spaces is in quotation marks. Hidden ones are left out
    until their dot is typed.
    """
    place, slash, name = begun.rpartition("/")
    with suppress(OSError):
        for one in sorted(Path(at_home(f"{place}{slash}")).iterdir()):
            typed = f"{place}{slash}{one.name}{'/' if one.is_dir() else ''}"
            if name.startswith(".") or not one.name.startswith("."):
                yield f'"{typed}"' if " " in typed else typed


def digest_of(file: Path) -> tuple[str, int]:
    """Return the SHA-256 of a file, and its size. Raises OSError, Unreadable."""
    with opened(file) as fd, os.fdopen(fd, "rb", closefd=False) as data:
        return file_digest(data, "sha256").hexdigest(), data.tell()


def is_another(file: Path, data: bytes) -> bool:
    """Tell whether something other than a file with these bytes exists there. Raises OSError."""
    return file.exists() and not (file.is_file() and read_start(file, len(data) + 1) == data)


def write_file(file: Path, data: bytes, *, public: bool = False) -> None:
    """Write a file as a whole, replacing an existing one. Raises Unreadable.

    Most files contain names that players may hide, Player IDs or years of birth, so only their
    owner may read them; a `public` one contains nothing that is not for everybody.
    """
    try:
        put(file, data, private=not public)
    except OSError as error:
        raise unwritten(error, file) from error


class FileType(click.Path):
    """An existing file to read. If it cannot be read, the command was not misused."""

    def __init__(self, extension: str = "") -> None:
        """Accept any path; the file is opened to see whether it can be read.

        If a folder is named instead, the hint names its newest file with this extension.
        """
        super().__init__(path_type=Path, readable=False)
        self.name = "file"
        self._extension = extension

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path. Raises Unreadable if it cannot be opened, or is not a file."""
        path = Path(str(super().convert(value, param, ctx)))
        try:
            read_start(path, 0)
        except OSError as error:
            raise of_the_system(error) from error
        except Unreadable as error:
            if self._extension and path.is_dir():
                error.hint = self._in_folder(path)
            raise
        return path

    def _in_folder(self, named: Path) -> str:
        """Return which file in a folder may be meant."""
        every = sorted(named.glob(f"*{self._extension}"), key=lambda one: one.stat().st_mtime)
        if not every:
            return f"It has no file that ends in {self._extension}."
        return f"Name the file in it, such as {as_typed(every[-1])}."


FILE = FileType()
