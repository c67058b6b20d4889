"""Write a tournament to an archive, one file that anyone can verify without roundbook."""

from collections.abc import Callable
from itertools import chain, count
from pathlib import Path

import click
from msgspec import Struct

from roundbook.cli.archive.contents import page_digest
from roundbook.cli.archive.seal import seal
from roundbook.cli.args.shared_options import ANONYMOUS, OfPlaces
from roundbook.cli.args.types import WORDS
from roundbook.cli.places import last_archive, layout
from roundbook.cli.places.members import Anywhere
from roundbook.cli.session.batch import Stopped, one_by_one, or_here, refuse_alone, say_summary
from roundbook.cli.session.command import PLACE
from roundbook.cli.session.errors import command as as_typed
from roundbook.cli.session.errors import shown, typed
from roundbook.cli.session.named_files import is_another, write_file
from roundbook.cli.session.output import echo
from roundbook.cli.session.read import AS_JSON, say_answer
from roundbook.cli.session.write import serves_files
from roundbook.ledger.archive_file import compressed
from roundbook.ledger.errors import Refused, do
from roundbook.ledger.phrases import counted


class ArchiveWritten(Struct, frozen=True, kw_only=True):
    """An archive that was written; `page_sha256` is the digest of its verify.html.

    `signed` is the last line covered by a signed head, 0 if there is none. `named` tells whether it
    contains names of players. `bytes` is the size of the file, `unpacked` its size without gzip.
    `key_code` is the code of the ledger's own key, None if nothing is signed.
    """

    file: str
    bytes: int
    unpacked: int
    lines: int
    signed: int
    named: bool
    remarks: tuple[str, ...]
    page_sha256: str
    key_code: str | None = None


class ArchivedOne(Struct, frozen=True, kw_only=True):
    """One tournament of several: the exit code, and the archive or why none was written."""

    folder: str
    code: int
    archive: ArchiveWritten | None = None
    trouble: str | None = None


class ArchivedMany(Struct, frozen=True, kw_only=True):
    """The results of archiving several tournaments."""

    results: tuple[ArchivedOne, ...]


@click.command("archive", cls=OfPlaces)
@click.argument("folders", metavar="[DIR]...", type=PLACE, nargs=-1)
@click.option(
    "--out", type=click.Path(path_type=Path), help="The file to write.  [default: NAME.zip]"
)
@click.option(
    "--packed",
    is_flag=True,
    help="Compress the file to NAME.zip.gz, about a quarter of the size.",
)
@ANONYMOUS
@click.option(
    "--unfinished",
    type=WORDS,
    metavar="REASON",
    help="The reason for sealing the tournament before it is closed.",
)
@AS_JSON
@serves_files
def command(
    folders: tuple[Anywhere, ...],
    *,
    out: Path | None,
    packed: bool,
    anonymous: bool,
    unfinished: str | None,
    as_json: bool,
) -> int:
    r"""Seal a closed tournament in one file, for the sanctioning office or a reviewer.

    The file contains the ledger, the rules, the signed heads, the names, the places and rounds as
    tables, and a page that verifies all this in a browser without a network. The same ledger always
    gives the same file, byte for byte. Every command that reads archives also reads packed ones,
    and so does the page in an archive. Refused attempts and imported files are left out.

    \b
    Examples:
      roundbook archive cup
      roundbook archive cup --anonymous --out for-the-public.zip
      roundbook archive autumn/* --packed
    """
    refuse_alone(folders, "--out", out)

    def act(folder: Anywhere) -> ArchiveWritten:
        found = seal(folder, anonymous=anonymous, unfinished=unfinished)
        data = compressed(found.data) if packed else found.data
        ending = layout.PACKED if packed else ".zip"
        name, remarks = layout.name_of(folder), list(found.remarks)
        usual = Path(f"{name}{ending}")
        file = out or _free(name, ending, data)
        if not out and file != usual:
            remarks.append(f"{usual} already exists, and is different; it was not changed.")
        _write(file, data)
        if not (anonymous or unfinished):
            last_archive.keep(folder, found.lines)
        return ArchiveWritten(
            file=str(file),
            bytes=len(data),
            unpacked=len(found.data),
            lines=found.lines,
            signed=found.signed,
            named=found.named,
            remarks=tuple(typed(remark) for remark in remarks),
            page_sha256=page_digest(),
            key_code=found.code or None,
        )

    if len(folders) > 1:
        return _archive_many(folders, act, as_json=as_json)
    done = act(or_here(folders))
    if as_json:
        say_answer(done)
        return 0
    _say(done)
    page = "a copy of verify.html" if packed else "the verify.html in it"
    echo(shown(f"check it with `{as_typed(do('verify', done.file))}` or with {page}"))
    if done.named:
        echo(shown("it contains personal details; --anonymous leaves them out"))
    if done.key_code:
        echo(shown(f"your key's code, for people who check the file: {done.key_code}"))
    echo(shown(f"SHA-256 of the genuine verify.html: {done.page_sha256}"))
    return 0


def _archive_many(
    folders: tuple[Anywhere, ...], act: Callable[[Anywhere], ArchiveWritten], *, as_json: bool
) -> int:
    """Archive several tournaments, one after the other; a refusal does not stop the others."""
    results: list[ArchivedOne] = []
    for folder, done in one_by_one(folders, act):
        if isinstance(done, Stopped):
            results.append(ArchivedOne(folder=str(folder), code=done.code, trouble=done.said[0]))
        else:
            results.append(ArchivedOne(folder=str(folder), code=0, archive=done))
        if as_json:
            continue
        if isinstance(done, Stopped):
            for line in (f"{folder}: {done.said[0]}", *done.said[1:]):
                echo(shown(line))
        else:
            _say(done)
    codes = [one.code for one in results]
    if as_json:
        say_answer(ArchivedMany(results=tuple(results)))
        return max(codes)
    return say_summary(codes, "archived")


def _say(done: ArchiveWritten) -> None:
    signed = f", signed through line {done.signed}" if done.signed else ""
    size = f"{done.bytes:,} bytes"
    if done.bytes != done.unpacked:
        size += f", {done.unpacked:,} unpacked"
    echo(shown(f"{done.file}: {counted(done.lines, 'line')}{signed}, {size}"))
    for remark in done.remarks:
        echo(shown(f"note: {remark}"), err=True)


def _free(name: str, ending: str, data: bytes) -> Path:
    """Return the default file for an archive; it never overwrites an older archive.

    A tournament that was reopened and closed again becomes `cup-2.zip` next to its first archive.
    """
    numbered = (Path(f"{name}-{number}{ending}") for number in count(2))
    every = chain([Path(f"{name}{ending}")], numbered)
    return next(file for file in every if not is_another(file, data))


def _write(file: Path, data: bytes) -> None:
    """Write the archive in one step; raises Refused if a different file exists, or Unreadable."""
    if is_another(file, data):
        msg = f"{file} already exists, and is different."
        raise Refused(msg, hint="Give another file name: --out FILE.")
    write_file(file, data)
