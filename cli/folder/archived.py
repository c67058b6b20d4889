"""An archive as the folder that was sealed: read from a file, and laid out for those who look."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeGuard

import click

from cli.folder.layout import ARCHIVES, PACKED
from cli.folder.members import Anywhere, write_all
from ledger import archive as names
from ledger.archive import GZIP, unpacked
from ledger.errors import Unreadable
from ledger.storage.disk import read_whole


def is_archive(file: Anywhere) -> TypeGuard[Path]:
    """Tell whether this is meant to be an archive: by its name, or by how it begins."""
    if not isinstance(file, Path) or not file.is_file():
        return False
    if file.name.lower().endswith(ARCHIVES):
        return True
    with suppress(OSError), file.open("rb") as stream:
        return stream.read(2) in {b"PK", GZIP}
    return False


def name_in(file: str) -> str:
    """Return what a tournament is called by the name of its archive: `cup` in `cup.zip.gz`."""
    return Path(file.removesuffix(".gz")).stem


def archives(folder: Path, *, deepest: int) -> Iterator[Path]:
    """Yield the archives in a folder and below, down to `deepest`; no zip of anything else.

    What is packed is known by its name alone: to look into it takes as long as to read it.
    """
    for file in folder.rglob("*.zip*"):
        below = file.relative_to(folder).parts
        if len(below) <= deepest + 1 and not any(part.startswith(".") for part in below):
            with suppress(OSError, Unreadable):
                if file.name.endswith(PACKED) or (file.suffix == ".zip" and _may_be(file)):
                    yield file


def _may_be(file: Path) -> bool:
    data = read_whole(file, names.LARGEST)
    return data.startswith(GZIP) or names.LEDGER.encode() in data


def read_archive(file: Path) -> dict[str, bytes]:
    """Return the members of an archive; raises Unreadable, also where it cannot be read."""
    return unpacked(_bytes_of(file), str(file))


def sound(file: Path) -> dict[str, bytes]:
    """Return the members of an archive that is whole: none missing, none changed on the way."""
    return sound_members(_bytes_of(file), str(file))


def sound_members(data: bytes, name: str) -> dict[str, bytes]:
    """Return the members of an archive that is whole, of its bytes. Raises Unreadable."""
    members = unpacked(data, name)
    fault = next(names.faults(members), None)
    if fault:
        raise Unreadable(f"{name} is not an archive from roundbook: {fault}", where=name)
    return members


def _bytes_of(file: Path) -> bytes:
    try:
        return read_whole(file, names.LARGEST)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise Unreadable(f"{file} cannot be read: {reason}.", where=str(file)) from error


def lay(members: Mapping[str, bytes], folder: Path) -> None:
    """Write the members of an archive into a folder. Raises Unreadable.

    Every name is one of the closed list, so that nothing can be written elsewhere.
    """
    assert all(map(names.belongs, members)), [*members]
    write_all(folder, members)


def laid_out(file: Path) -> Path:
    """Lay a sound archive out until the command has ended, and return the folder."""
    members = sound(file)
    away = click.get_current_context().with_resource(TemporaryDirectory(prefix="roundbook-"))
    folder = Path(away, name_in(file.name))
    lay(members, folder)
    return folder
