"""Write the tournament to a file for another program."""

import sys
from collections.abc import Callable, Sequence
from datetime import datetime
from hashlib import sha256
from pathlib import Path

import click
from msgspec import Struct

from roundbook.cli.printing.table_files import FORMATS as TABLE_FORMATS
from roundbook.cli.printing.table_files import TABLES, wanted
from roundbook.cli.session.errors import shown
from roundbook.cli.session.named_files import is_another, write_file
from roundbook.cli.session.output import echo
from roundbook.cli.session.read import ReadContext, at_ledger, say_answer
from roundbook.cli.tom.export import Exported, ExportOptions, table, tdf
from roundbook.cli.tom.header import NAMES, checked_header
from roundbook.ledger.errors import Misuse, Refused
from roundbook.projections.reports.api.basics import taken

FORMATS: dict[str, Callable[[ReadContext, ExportOptions], Exported]] = {
    "tdf": tdf,
    **{form: table(form) for form in TABLE_FORMATS},
}
"""The writer of each format, by file extension; each imports what it needs when called."""

AT = click.DateTime(["%H:%M"])


class FileExported(Struct, frozen=True, kw_only=True):
    """A file that was written; `stage` and all that follows is only for .tdf, else null or empty.

    `tables` lists the tables in a file of tables. `how` is kept, changed or written, compared with
    the imported file.
    """

    file: str
    bytes: int
    sha256: str
    format: str
    tables: tuple[str, ...]
    stage: int | None
    how: str | None
    byte_exact_ended: str | None
    doubt: str | None
    unsaid: tuple[str, ...]
    to_complete: tuple[str, ...]


@click.command("export")
@at_ledger("FILE")
@click.option(
    "--format",
    "form",
    type=click.Choice([*FORMATS]),
    help="The format, if FILE has no extension.",
    metavar="FORMAT",
)
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
@click.option(
    "--set",
    "said",
    multiple=True,
    metavar="NAME=TEXT",
    help="A field of this .tdf file, such as city=Bonn.",
)
@click.option(
    "--stand-ins",
    "--placeholders",
    is_flag=True,
    help="Placeholders for gaps in a .tdf file.",
)
@click.option(
    "--table",
    "tables",
    type=click.Choice(TABLES),
    multiple=True,
    help="A TABLE, such as players; repeatable.",
    metavar="TABLE",
)
@click.option("--private", is_flag=True, help="Include birth years in tables.")
@click.option(
    "--begins", type=AT, help="When round 1 starts, such as 10:00 (.ics).", metavar="TIME"
)
def command(  # noqa: PLR0913 - one argument per fact.
    ctx: ReadContext,
    file: str,
    form: str | None,
    said: Sequence[str],
    tables: Sequence[str],
    begins: datetime | None,
    *,
    force: bool,
    stand_ins: bool,
    private: bool,
) -> None:
    r"""Write the tournament to FILE; the extension of FILE decides the format.

    An imported .tdf file is written as it was, with what has happened since. A new .tdf file needs
    names, numeric Player IDs and birth years; it uses 27 February for an unknown birthday. An .ics
    file is a calendar; `-` is stdout.

    TABLE is standings, pairings (latest rounds), rounds (all) or players, as .csv, .json, .html or
    .xlsx. If FILE is named after a TABLE, that table is written; if not, the standings, or all four
    tables in .xlsx and .json.

    \b
    Example:
      roundbook file export -C cup before.tdf --as-of "before round 3 was paired"
    """
    kind = form or Path(file).suffix.lower().removeprefix(".")
    if kind not in FORMATS and Path(file).is_dir():
        raise click.UsageError(
            f"{file} is a folder: give the FILE to write, and the tournament's folder with -C."
        )
    if kind not in FORMATS:
        raise click.UsageError(f"FILE does not end in one of {', '.join(FORMATS)}; give --format.")
    if kind == "tdf" and ctx.public:
        raise click.UsageError("a .tdf file is for the organiser's program; leave --public out.")
    if file == "-" and ctx.as_json:
        raise click.UsageError("--json and `-` both write to stdout; give a file.")
    public, at = ctx.public, begins.time() if begins else None
    named = file if file != "-" else f"-.{kind}"
    asked = wanted(named, tables, at, public=public, private=private)
    done = FORMATS[kind](
        ctx, ExportOptions(stand_ins=stand_ins, heading=_heading(said), wanted=asked)
    )
    if file == "-":
        sys.stdout.buffer.write(done.data)
        sys.stdout.flush()
        notes = done.notes
    else:
        # A calendar names the event alone.
        open_to_all = public or kind == "ics"
        as_before = _write(Path(file), done.data, force=force, public=open_to_all)
        notes = (f"{done.notes[0]}, unchanged", *done.notes[1:]) if as_before else done.notes
    if ctx.as_json:
        digest = sha256(done.data).hexdigest()
        say_answer(taken(FileExported, done, file=file, bytes=len(done.data), sha256=digest))
        return
    for note in (f"{file}: {notes[0]}" if notes else file, *notes[1:]):
        echo(shown(note), err=file == "-")


def _heading(said: Sequence[str]) -> dict[str, str]:
    """Return the header fields given with --set. Raises UsageError."""
    found = dict[str, str]()
    for one in said:
        name, equals, text = one.partition("=")
        if name not in NAMES or not equals:
            listed = ", ".join(NAMES)
            raise click.UsageError(f"--set {one}: use NAME=TEXT; NAME is one of {listed}.")
        try:
            found |= checked_header({name: text})
        except Misuse as wrong:
            raise click.UsageError(f"--set {one}: {wrong.message}") from None
    return found


def _write(file: Path, data: bytes, *, force: bool, public: bool) -> bool:
    """Write a file; overwrite only by force. Tell whether it was unchanged. Raises Trouble."""
    as_before = file.is_file() and not is_another(file, data)
    if file.is_dir() or (not force and is_another(file, data)):
        if file.is_dir():
            raise Refused(f"{file} is a folder.", hint="Give another file name.")
        hint = "Replace it with --force, or give another file name."
        raise Refused(f"{file} already exists, and differs from the new export.", hint=hint)
    write_file(file, data, public=public)
    return as_before
