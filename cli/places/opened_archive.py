"""Reads archives: finds them, checks that they are complete, and unpacks them into a folder."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from os import SEEK_END
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeGuard

import click

from roundbook.cli.places.layout import ARCHIVES, PACKED
from roundbook.cli.places.members import Anywhere, write_all
from roundbook.ledger import archive_file as names
from roundbook.ledger.archive_file import GZIP, unpacked
from roundbook.ledger.errors import OtherVersion, Trouble, Unreadable
from roundbook.ledger.events.catalogue import TournamentOpened
from roundbook.ledger.record.entry import from_line
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.storage.disk import read_whole
from roundbook.ledger.text import has_extension


def is_archive(file: Anywhere) -> TypeGuard[Path]:
    """Tell whether a file is meant to be an archive, by its extension or its first bytes.

    A workbook is a zip file too, and a damaged one is known by its extension alone.
    """
    if not isinstance(file, Path) or not file.is_file() or has_extension(file.name, ".xlsx"):
        return False
    if has_extension(file.name, *ARCHIVES):
        return True
    with suppress(OSError), file.open("rb") as stream:
        start = stream.read(len(ZIP))
        stream.seek(-min(file.stat().st_size, DIRECTORY), SEEK_END)
        return start.startswith(GZIP) or (start == ZIP and WORKBOOK not in stream.read(DIRECTORY))
    return False


ZIP = b"PK"
WORKBOOK = b"xl/workbook"
"""A name that the directory of every workbook contains."""
DIRECTORY = 1 << 18
"""The bytes at the end of a zip file that are searched for its directory: some 3,000 files."""


def name_in(file: str) -> str:
    """Return the name that an archive's file name gives its tournament: `cup` for `cup.zip.gz`."""
    return Path(file[:-3] if has_extension(file, ".gz") else file).stem


def archives(folder: Path, *, deepest: int) -> Iterator[Path]:
    """Yield the archives in a folder and below, down to `deepest`, but no other zip files.

    A packed archive is recognised by its name alone: unpacking it would take as long as reading it.
    """
    for file in folder.rglob("*"):
        if not has_extension(file.name, *ARCHIVES):
            continue
        below = file.relative_to(folder).parts
        if len(below) <= deepest + 1 and not any(part.startswith(".") for part in below):
            with suppress(OSError, Unreadable):
                if has_extension(file.name, PACKED) or _may_be(file):
                    yield file


def _may_be(file: Path) -> bool:
    data = read_whole(file, names.LARGEST)
    return data.startswith(GZIP) or names.LEDGER.encode() in data


def read_archive(file: Path) -> dict[str, bytes]:
    """Return the members of an archive. Raises Unreadable, also if the file cannot be read."""
    return unpacked(_bytes_of(file), str(file))


def sound(file: Path) -> dict[str, bytes]:
    """Return the members of an archive after checking that none is missing or changed."""
    return sound_members(_bytes_of(file), str(file))


def sound_members(data: bytes, name: str) -> dict[str, bytes]:
    """Return the members of a complete archive, given its bytes. Raises Unreadable."""
    members = unpacked(data, name)
    fault = next(names.faults(members), None)
    if fault:
        raise Unreadable(f"{name} is not an archive from roundbook: {fault}", where=name)
    return members


_EXPORTED = (".tdf", ".csv", ".json", ".html", ".xlsx", ".ics", ".pdf")
"""The extensions of exports and of dossiers."""


def doubt_about(name: str, data: Callable[[], bytes], t: Tournament) -> str:
    """Return why a file does not come from a tournament, as far as one can tell; or nothing."""
    if not has_extension(name, *ARCHIVES):
        known = has_extension(name, *_EXPORTED)
        return "" if known else f"{name} is not an archive, a dossier or an export."
    try:
        line, *_ = unpacked(data(), name).get(names.LEDGER, b"").split(b"\n")
        opened, *_ = from_line(line, 1).events
    except OtherVersion as trouble:
        return trouble.message
    except Trouble:
        return f"{name} is not an archive from roundbook."
    theirs = opened.tournament if isinstance(opened, TournamentOpened) else None
    ours = t.opened.tournament if t.opened else None
    return "" if theirs == ours else f"{name} is an archive of another tournament."


def _bytes_of(file: Path) -> bytes:
    try:
        return read_whole(file, names.LARGEST)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise Unreadable(f"{file} cannot be read: {reason}.", where=str(file)) from error


def lay(members: Mapping[str, bytes], folder: Path) -> None:
    """Write the members of an archive into a folder. Raises Unreadable.

    Only names on the closed list are accepted, so nothing can be written outside the folder.
    """
    assert all(map(names.belongs, members)), [*members]
    write_all(folder, members)


def laid_out(file: Path) -> Path:
    """Unpack a sound archive into a folder that lasts until the command ends; return the folder."""
    members = sound(file)
    away = click.get_current_context().with_resource(TemporaryDirectory(prefix="roundbook-"))
    folder = Path(away, name_in(file.name))
    lay(members, folder)
    return folder
