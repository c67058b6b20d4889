"""An archive as the folder that was sealed: read from a file, and laid out for those who look."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from cli.folder.members import write_all
from ledger import archive as names
from ledger.archive import unpacked
from ledger.errors import Unreadable
from ledger.storage.disk import read_whole


def is_archive(file: Path) -> bool:
    """Tell whether this is meant to be an archive: by its name, or by how it begins."""
    if not file.is_file():
        return False
    if file.suffix.lower() == ".zip":
        return True
    with suppress(OSError), file.open("rb") as stream:
        return stream.read(2) == b"PK"
    return False


def archives(folder: Path, *, deepest: int) -> Iterator[Path]:
    """Yield the archives in a folder and below, down to `deepest`; no zip of anything else."""
    for file in folder.rglob("*.zip"):
        below = file.relative_to(folder).parts
        if len(below) <= deepest + 1 and not any(part.startswith(".") for part in below):
            with suppress(OSError, Unreadable):
                if names.LEDGER.encode() in read_whole(file, names.LARGEST):
                    yield file


def read_archive(file: Path) -> dict[str, bytes]:
    """Return the members of an archive; raises Unreadable, also where it cannot be read."""
    try:
        data = read_whole(file, names.LARGEST)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise Unreadable(f"{file} cannot be read: {reason}.", where=str(file)) from error
    return unpacked(data, str(file))


def sound(file: Path) -> dict[str, bytes]:
    """Return the members of an archive that is whole: none missing, none changed on the way."""
    members = read_archive(file)
    fault = next(names.faults(members), None)
    if fault:
        raise Unreadable(f"{file} is no archive of roundbook: {fault}", where=str(file))
    return members


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
    folder = Path(away, file.stem)
    lay(members, folder)
    return folder
