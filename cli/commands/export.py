"""Write the tournament as a file that another program reads."""

import sys
from collections.abc import Callable, Sequence
from datetime import datetime
from hashlib import sha256
from pathlib import Path

import click
from msgspec import Struct

from cli.desk.errors import shown
from cli.desk.named_files import is_another, write_file
from cli.desk.output import echo
from cli.desk.read import ReadContext, at_ledger, say_answer
from cli.printing.table_files import FORMATS as TABLE_FORMATS
from cli.printing.table_files import TABLES, wanted
from cli.tom.export import Exported, ExportOptions, table, tdf
from ledger.errors import Refused
from projections.reports.api.basics import taken

FORMATS: dict[str, Callable[[ReadContext, ExportOptions], Exported]] = {
    "tdf": tdf,
    **{form: table(form) for form in TABLE_FORMATS},
}
"""What can be written, by the ending of the file; each imports what it needs when it is called."""

AT = click.DateTime(["%H:%M"])

HEAD = (
    *("city", "state", "country", "organizer", "popid", "gametype", "mode"),
    *("roundtime", "finalsroundtime", "version"),
)
"""What stands at the head of a .tdf file and in no ledger."""


class FileExported(Struct, frozen=True, kw_only=True):
    """A file that was written; `stage`, `how` and `unsaid` speak of a .tdf file, else null or none.

    `tables` are those in a file of tables; `how` is kept, changed or written, against the file that
    was imported.
    """

    file: str
    bytes: int
    sha256: str
    format: str
    tables: tuple[str, ...]
    stage: int | None
    how: str | None
    byte_exact_ended: str | None
    unsaid: tuple[str, ...]


@click.command("export")
@at_ledger("FILE")
@click.option(
    "--format", "form", type=click.Choice([*FORMATS]), help="The format, if FILE has no extension."
)
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
@click.option(
    "--set",
    "said",
    multiple=True,
    metavar="NAME=TEXT",
    help=f"A field in the header of a .tdf file: {', '.join(HEAD)}.",
)
@click.option(
    "--stand-ins",
    "--placeholders",
    is_flag=True,
    help="Fill gaps in a .tdf file with placeholders: p17 for a name, a free number for "
    "an ID, a birth year.",
)
@click.option(
    "--table",
    "tables",
    type=click.Choice(TABLES),
    multiple=True,
    help="Export only this table; repeatable.",
)
@click.option("--private", is_flag=True, help="In tables: include years of birth.")
@click.option("--begins", type=AT, help="In a calendar: the start of round 1, such as 10:00.")
@click.pass_context
def command(  # noqa: PLR0913 - one argument per fact.
    context: click.Context,
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
    r"""Write the tournament to FILE, `-` for stdout; its extension gives the format.

    A .tdf file is what TOM writes, at any stage of an event. An imported file comes out unchanged,
    except for what has happened since the import. Anything that such a file cannot contain is
    listed; see docs/tdf.md. If the export fails, no file is written.

    Tables (.csv, .json, .html, .xlsx) are standings, pairings (latest rounds), rounds (all) and
    players. FILE's name picks one; otherwise you get the standings, or all four in .xlsx and .json.
    They note every round paired by hand, override and reopening. A calendar (.ics) is the schedule.

    \b
    Examples:
      roundbook export cup cup.tdf
      roundbook export cup standings.csv --public
      roundbook export cup cup.xlsx
      roundbook export cup cup.ics --begins 10:00
      roundbook export cup before.tdf --as-of "before round 3 was paired"
      roundbook export cup - --format tdf --set city=Bonn --set mode=TCG1DAY
    """
    kind = form or Path(file).suffix.lower().removeprefix(".")
    if kind not in FORMATS and Path(file).is_dir():
        raise click.UsageError(f"{file} is a folder: give the FILE to write, after the ledger.")
    if kind not in FORMATS:
        raise click.UsageError(f"FILE does not end in one of {', '.join(FORMATS)}; give --format.")
    if file == "-" and ctx.as_json:
        raise click.UsageError("--json and `-` both write to stdout; give a file.")
    public, at = bool(context.params["public"]), begins.time() if begins else None
    named = file if file != "-" else f"-.{kind}"
    asked = wanted(named, tables, at, public=public, private=private)
    done = FORMATS[kind](
        ctx, ExportOptions(stand_ins=stand_ins, heading=_heading(said), wanted=asked)
    )
    if file == "-":
        sys.stdout.buffer.write(done.data)
        sys.stdout.flush()
    else:
        _write(Path(file), done.data, force=force)
    if ctx.as_json:
        digest = sha256(done.data).hexdigest()
        say_answer(taken(FileExported, done, file=file, bytes=len(done.data), sha256=digest))
        return
    notes = [f"{file}: {done.notes[0]}" if done.notes else file, *done.notes[1:]]
    for note in notes:
        echo(shown(note), err=file == "-")


def _heading(said: Sequence[str]) -> dict[str, str]:
    """Return what was said of the head of a file. Raises UsageError."""
    found = {}
    for one in said:
        name, equals, text = one.partition("=")
        if name not in HEAD or not equals:
            raise click.UsageError(f"--set {one}: write NAME=TEXT, with one of {', '.join(HEAD)}.")
        if name.endswith("time") and not (text.isascii() and text.isdigit() and len(text) < 4):
            raise click.UsageError(f"--set {one}: minutes are a number from 0 to 999.")
        found[name] = text
    return found


def _write(file: Path, data: bytes, *, force: bool) -> None:
    """Write a file whole, and over no other one. Raises Refused, Unreadable."""
    if file.is_dir() or (not force and is_another(file, data)):
        if file.is_dir():
            raise Refused(f"{file} is a folder.", hint="Name another file.")
        hint = "Replace it with --force, or name another file."
        raise Refused(f"{file} exists, and differs from what would be written now.", hint=hint)
    write_file(file, data)
