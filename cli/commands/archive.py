"""Seal a tournament into one file that anybody can check without us."""

from pathlib import Path

import click
from msgspec import Struct

from cli.archive.contents import page_digest
from cli.archive.seal import seal
from cli.args.words import WORDS
from cli.desk.errors import shown, typed
from cli.desk.named_files import is_another, write_file
from cli.desk.output import as_typed, echo
from cli.desk.read import AS_JSON, say_answer
from cli.desk.write import serves_files
from cli.folder import layout
from ledger.errors import Refused
from projections.text import counted


class ArchiveWritten(Struct, frozen=True, kw_only=True):
    """A tournament that was sealed into a file; `page_sha256` is that of the genuine page in it.

    `signed` is the last line that is signed, 0 for none.
    """

    file: str
    bytes: int
    lines: int
    signed: int
    remarks: tuple[str, ...]
    page_sha256: str


@click.command("archive")
@click.argument("folder", metavar="[DIR]", type=click.Path(path_type=Path), default=Path())
@click.option("--out", type=click.Path(path_type=Path), help="The file.  [default: NAME.zip]")
@click.option("--anonymous", is_flag=True, help="Leave every name out: players by number.")
@click.option(
    "--unfinished", type=WORDS, metavar="REASON", help="Why to seal it before it is closed."
)
@AS_JSON
@serves_files
def command(
    folder: Path, *, out: Path | None, anonymous: bool, unfinished: str | None, as_json: bool
) -> None:
    r"""Seal a closed tournament into one file, for the office or a reviewer.

    The record, the rules, the signed heads, the names, the places and rounds as tables, and a page
    that verifies all this in a browser without any network. The same ledger gives the same bytes.
    What was refused at the desk and imported files stay out.

    \b
    Examples:
      roundbook archive cup
      roundbook archive cup --anonymous --out for-the-public.zip
    """
    found = seal(folder, anonymous=anonymous, unfinished=unfinished)
    file = out or Path(f"{layout.name_of(folder)}.zip")
    _write(file, found.data)
    size, remarks = len(found.data), [typed(remark) for remark in found.remarks]
    if as_json:
        say_answer(
            ArchiveWritten(
                file=str(file),
                bytes=size,
                lines=found.lines,
                signed=found.signed,
                remarks=tuple(remarks),
                page_sha256=page_digest(),
            )
        )
        return
    signed = f", signed up to line {found.signed}" if found.signed else ""
    echo(shown(f"{file}: {counted(found.lines, 'line')}{signed}, {size:,} bytes"))
    for remark in remarks:
        echo(shown(f"note: {remark}"), err=True)
    echo(shown(f"check it: roundbook verify {as_typed(file)}, or open verify.html from within it"))
    echo(shown(f"the genuine verify.html has the SHA-256 {page_digest()}"))


def _write(file: Path, data: bytes) -> None:
    """Write the archive in one step, and over nothing else. Raises Refused, Unreadable."""
    if is_another(file, data):
        msg = f"{file} is there already, and is another one."
        raise Refused(msg, hint="Name another file: --out FILE.")
    write_file(file, data, private=True)
