"""Write tables or the schedule of a tournament as a file that other programs read."""

import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import click

from cli.reading import Reading, at_ledger, say_json
from cli.table_files import FORMATS, TABLES, wanted
from ledger.errors import Refused
from ledger.storage.disk import put, unwritten

AT = click.DateTime(["%H:%M"])


@click.command("export")
@at_ledger("FILE")
@click.option("--format", "form", type=click.Choice([*FORMATS]), help="If FILE does not tell.")
@click.option("--table", type=click.Choice(TABLES), multiple=True, help="Which; see below.")
@click.option("--private", is_flag=True, help="With the years of birth.")
@click.option("--begins", type=AT, help="In a calendar: when round 1 is to start, as 10:00.")
@click.option("--force", is_flag=True, help="Write over a file that is there already.")
@click.pass_context
def command(  # noqa: PLR0913 - one argument per fact.
    context: click.Context,
    reading: Reading,
    file: str,
    form: str | None,
    table: Sequence[str],
    begins: datetime | None,
    *,
    private: bool,
    force: bool,
) -> None:
    r"""Write tables to FILE, `-` for stdout; its ending tells the form: csv, json, html, xlsx, ics.

    The tables are standings, pairings (of the latest rounds), rounds (all of them) and players. One
    that the name of FILE names is written; otherwise a workbook and JSON hold all, other forms the
    standings. Every round that was paired by hand, every override and every reopening is remarked
    in each of them. A calendar (.ics) holds the schedule.

    \b
    Examples:
      roundbook export cup standings.csv
      roundbook export cup cup.xlsx --public
      roundbook export cup players.csv --private
      roundbook export cup cup.ics --begins 10:00
    """
    kind = form or Path(file).suffix.lower().removeprefix(".")
    if kind not in FORMATS:
        raise click.UsageError(f"the ending of FILE is none of {', '.join(FORMATS)}; say --format.")
    if file == "-" and reading.as_json:
        raise click.UsageError("--json answers where `-` writes; name a file.")
    public = bool(context.params["public"])
    at = begins.time() if begins else None
    asked = wanted(file if file != "-" else f"-.{kind}", table, at, public=public, private=private)
    data = FORMATS[kind](reading, asked)
    if file == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.flush()
        return
    _write(Path(file), data, force=force)
    if reading.as_json:
        say_json(file=file, bytes=len(data), format=kind, tables=asked.tables)
        return
    click.echo(f"{file}: {', '.join(asked.tables) if kind != 'ics' else 'schedule'}")


def _write(file: Path, data: bytes, *, force: bool) -> None:
    """Write a file whole, and over no other one. Raises Refused, Unreadable."""
    if file.is_dir() or (file.exists() and not force and file.read_bytes() != data):
        hint = "Name another file." if file.is_dir() else "Name another file, or say --force."
        raise Refused(f"{file} is there already, and is something else.", hint=hint)
    try:
        put(file, data)
    except OSError as error:
        raise unwritten(error, file) from error
