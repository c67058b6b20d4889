"""Make a ledger from a file saved by TOM, or from published results."""

from datetime import datetime

import click
from msgspec import Struct
from msgspec.structs import replace

from roundbook.cli.args.types import COMMAND_ID, EnumType
from roundbook.cli.places.members import Anywhere
from roundbook.cli.session import errors
from roundbook.cli.session.command import PLACE
from roundbook.cli.session.output import as_typed
from roundbook.cli.session.read import AS_JSON, say_answer
from roundbook.cli.session.venue import Operator
from roundbook.cli.tom.importing import Imported, import_file
from roundbook.cli.tom.organiser_file import BY, EDITION, Telling, read_telling, say_warnings
from roundbook.ledger.importers.tdf.shapes import TdfFile
from roundbook.ledger.phrases import counted
from roundbook.ledger.terms import MatchFormat

START = click.option(
    "--start",
    type=click.DateTime(["%Y-%m-%d"]),
    help="The first day of the event, if it is not in FILE.",
    metavar="DATE",
)


class FileImported(Struct, frozen=True, kw_only=True):
    """An imported file, and the number of rules it breaks (null on a dry run).

    `source` is the SHA-256 of the file.
    """

    folder: str
    source: str
    entries: int
    violations: int | None
    dry_run: bool
    warnings: tuple[str, ...]


@click.command("import")
@click.argument("file")
@click.argument("folder", metavar="DIR", type=PLACE)
@EDITION
@click.option(
    "--cmd",
    type=COMMAND_ID,
    help="An ID that makes it safe to repeat this command.",
)
@BY
@START
@click.option(
    "--match-format",
    type=EnumType(MatchFormat),
    help="The match format, if FILE is a TOM save.  [default: bo3]",
)
@click.option("--dry-run", is_flag=True, help="Read and check the file; write nothing.")
@AS_JSON
def command(  # noqa: PLR0913 - one argument per option.
    file: str,
    folder: Anywhere,
    edition: str | None,
    cmd: str | None,
    name: str,
    start: datetime | None,
    match_format: MatchFormat | None,
    *,
    dry_run: bool,
    as_json: bool,
) -> None:
    r"""Make a ledger in DIR from FILE: a file saved by TOM, or published results.

    FILE may be `-` for stdin. The whole file is checked before anything is written. The ledger
    contains the digest of the file, and a copy of the file is kept in DIR/sources. Names are saved
    in DIR/people.json. Published results may be JSON or a table; the format is detected
    (docs/tom.md).

    \b
    Examples:
      roundbook file import cup.tdf cup
      roundbook file import prerelease.tdf prerelease --match-format bo1
      roundbook file import melee.json pod
      roundbook file import results.csv pod --start 2026-03-07
    """
    telling = read_telling(file, edition, start.date() if start else None)
    telling.refuse_without_rounds()
    if telling.no_date:
        raise click.UsageError(f"{telling.no_date}: add --start 2026-03-07.")
    if start and telling.start != start.date():
        raise click.UsageError(f"{file} already gives the date of the event: leave --start out.")
    if match_format:
        if telling.extension != "tdf":
            raise click.UsageError(f"{file} is not a TOM save: leave --match-format out.")
        telling = replace(telling, match_format=match_format)
    say_warnings(telling)
    done = import_file(telling, folder, Operator(name=name), cmd=cmd, dry_run=dry_run)
    for notice in done.notices:
        click.echo(errors.shown(notice), err=True)
    _say(telling, done, folder, as_json=as_json)


def _say(telling: Telling, done: Imported, folder: Anywhere, *, as_json: bool) -> None:
    """Print what was imported, and what to do next."""
    entries, breaches = done.entries, done.breaches
    if as_json:
        say_answer(
            FileImported(
                folder=str(folder),
                source=telling.sha256,
                entries=len(entries),
                violations=breaches,
                dry_run=breaches is None,
                warnings=tuple(telling.warnings),
            )
        )
        return
    people, played, met = telling.counts()
    players, rounds = counted(people, "player"), counted(played, "round")
    matches = counted(met, "match or bye", "matches and byes")
    written = "would be" if breaches is None else "are"
    name = telling.event or telling.name
    click.echo(errors.shown(f"{name}: {players}, {rounds}, {matches}"))
    if telling.form:
        click.echo(errors.shown(f"read as {telling.form}"))
    click.echo(errors.shown(f"{counted(len(entries), 'entry', 'entries')} {written} in {folder}"))
    if breaches:
        click.echo(f"the file breaks rules: {counted(breaches, 'violation')}; see `verify`")
    if breaches is not None:
        click.echo(errors.shown(f"next: roundbook verify {as_typed(folder)}"))
        click.echo(errors.shown(f"      roundbook standings -C {as_typed(folder)}"))
        if isinstance(telling.file, TdfFile) and not telling.file.finalised:
            here = "roundbook round new-secrets --reason … -C"
            under = f"(edition {telling.edition})"
            click.echo(errors.shown(f"to go on without TOM: {here} {as_typed(folder)} {under}"))
