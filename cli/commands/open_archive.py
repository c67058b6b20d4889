"""Unpack an archive into a folder."""

from pathlib import Path

import click
from msgspec import Struct

from roundbook.cli.places.layout import refuse_full
from roundbook.cli.places.opened_archive import lay, sound
from roundbook.cli.session.command import FOLDER
from roundbook.cli.session.errors import shown
from roundbook.cli.session.named_files import FILE
from roundbook.cli.session.output import as_typed
from roundbook.cli.session.read import AS_JSON, say_answer
from roundbook.ledger.phrases import counted


class ArchiveOpened(Struct, frozen=True, kw_only=True):
    """An archive that was unpacked: the folder and its files."""

    folder: str
    members: tuple[str, ...]


@click.command("open-archive")
@click.argument("file", type=FILE)
@click.argument("folder", metavar="DIR", type=FOLDER)
@AS_JSON
def command(file: Path, folder: Path, *, as_json: bool) -> None:
    r"""Unpack an archive into the new folder DIR, which is then an ordinary tournament.

    The file is not trusted: only the known contents of an archive are written, and only into DIR.
    The archive is not verified here; `roundbook verify` checks the file as well as the folder.

    \b
    Example:
      roundbook file unpack cup.zip cup-again
    """
    members = sound(file)
    refuse_full(folder)
    lay(members, folder)
    if as_json:
        say_answer(ArchiveOpened(folder=str(folder), members=tuple(members)))
        return
    click.echo(shown(f"{counted(len(members), 'file')} are in {folder}"))
    click.echo(shown(f"next: roundbook verify {as_typed(folder)}"))
