"""Make a ledger of an organiser's file."""

from datetime import datetime
from pathlib import Path

import click

from cli.args.words import COMMAND_ID, NAME
from cli.desk import errors
from cli.desk.command import FOLDER
from cli.desk.output import as_typed
from cli.desk.read import AS_JSON, say_json
from cli.desk.venue import Operator
from cli.tom.compare import say_warnings
from cli.tom.importing import Imported, import_file
from cli.tom.read import EDITION, Telling, read_telling
from projections.text import counted

START = click.option(
    "--start",
    type=click.DateTime(["%Y-%m-%d"]),
    help="The first day of the event, where the file does not say it (.json).",
)


@click.command("import")
@click.argument("file")
@click.argument("folder", metavar="DIR", type=FOLDER)
@EDITION
@click.option(
    "--cmd",
    type=COMMAND_ID,
    help="An id for this command: repeating it with the same id is safe.",
)
@click.option(
    "--as",
    "name",
    envvar="ROUNDBOOK_HAND",
    type=NAME,
    default="organiser",
    help="Who you are; your name stays out of the record.",
)
@START
@click.option("--dry-run", is_flag=True, help="Read and judge it, and write nothing.")
@AS_JSON
def command(  # noqa: PLR0913 - one argument per option.
    file: str,
    folder: Path,
    edition: str | None,
    cmd: str | None,
    name: str,
    start: datetime | None,
    *,
    dry_run: bool,
    as_json: bool,
) -> None:
    r"""Make a ledger in DIR of the .tdf or .json file FILE, `-` for stdin.

    All that the file tells is judged first and then written at once, each event with the digest of
    the file; its bytes are kept in DIR/sources. Names go into DIR/people.json. JSON is what
    somebody has published: results with game scores, or standings with everybody's rounds.

    \b
    Examples:
      roundbook import cup.tdf cup
      roundbook import melee.json pod --start 2026-03-07
    """
    telling = read_telling(file, edition, start.date() if start else None)
    if start is None and telling.ending == "json":
        raise click.UsageError(f"{file} does not say when it was played: add --start 2026-03-07.")
    if start and telling.ending == "tdf":
        raise click.UsageError(f"{file} says itself when it was played: leave --start out.")
    say_warnings(telling)
    done = import_file(telling, folder, Operator(name=name), cmd=cmd, dry_run=dry_run)
    _say(telling, done, folder, as_json=as_json)


def _say(telling: Telling, done: Imported, folder: Path, *, as_json: bool) -> None:
    """Say what was told, and what to do next."""
    entries, breaches = done.entries, done.breaches
    if as_json:
        say_json(
            folder=str(folder),
            source=telling.sha256,
            entries=len(entries),
            violations=breaches,
            dry_run=breaches is None,
            warnings=telling.warnings,
        )
        return
    people, played, met = telling.counts()
    players, rounds = counted(people, "player"), counted(played, "round")
    matches = counted(met, "match or bye", "matches and byes")
    written = "would be" if breaches is None else "are"
    name = telling.event or telling.name
    click.echo(errors.shown(f"{name}: {players}, {rounds}, {matches}"))
    click.echo(errors.shown(f"{counted(len(entries), 'entry', 'entries')} {written} in {folder}"))
    if breaches:
        click.echo(f"the file breaks rules: {counted(breaches, 'violation')}, see verify")
    if breaches is not None:
        click.echo(errors.shown(f"next: roundbook verify {as_typed(folder)}"))
        click.echo(errors.shown(f"      roundbook standings {as_typed(folder)}"))
