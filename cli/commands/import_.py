"""Make a ledger of an organiser's file."""

from datetime import datetime
from pathlib import Path

import click
from msgspec.structs import replace

from cli.args.words import COMMAND_ID, NAME
from cli.desk import errors
from cli.desk.folding import as_typed
from cli.desk.options import FOLDER
from cli.desk.read import AS_JSON, say_json
from cli.desk.venue import Operator, Venue, founding, new_id, random_bytes, rehearsal, venue
from cli.folder import sources
from cli.folder.layout import is_tournament, refuse_taken
from cli.folder.people import keep_book, read_book
from cli.tom.compare import say_warnings
from cli.tom.read import EDITION, Telling, book_of, read_telling
from ledger.desk import Act
from ledger.people.book import SALT_BYTES, Book, packed
from ledger.record.entry import Entry
from ledger.terms import PlayerId
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
    operator = Operator(name=name)
    own_cmd = cmd or f"import/{telling.sha256[:16]}"
    if dry_run:
        refuse_taken(folder)
        book = _book(telling, Book())
        here = rehearsal(folder, book, operator)
        entries = here.desk.rehearse(_acts(telling, book, new_id()))
        _say(telling, entries, folder, as_json=as_json, breaches=None)
        return
    if is_tournament(folder):
        here = venue(folder, operator, begun=False)
        entries = _resume(telling, here, own_cmd, asked=cmd is not None)
    else:
        with founding(folder, _book(telling, Book()), operator) as here:
            entries = _write(telling, here, here.book, own_cmd)
    breaches = sum(
        not found.overridden
        for found in here.desk.checks.review(here.desk.entries, here.desk.rules)
    )
    _say(telling, entries, folder, as_json=as_json, breaches=breaches)


def _write(telling: Telling, here: Venue, book: Book, cmd: str) -> list[Entry]:
    """Keep the file and the names, then write all that the file tells at once.

    Names that were kept before stay: who came later, and who was amended, is not in the file.
    """
    sources.keep(here.folder, telling.sha256, telling.ending, telling.data)
    kept = read_book(here.folder)
    names = {**book.players, **kept.players}
    keep_book(here.folder, replace(kept, players=names, hands={**book.hands, **kept.hands}))
    return here.desk.append(_acts(telling, book, _id(here)), cmd=cmd)


def _id(here: Venue) -> str:
    """Return the id of the tournament: the one that stands in its ledger, or a new one."""
    opened = here.desk.tournament.opened
    return opened.tournament if opened else new_id()


def _resume(telling: Telling, here: Venue, cmd: str, *, asked: bool) -> list[Entry]:
    """Go on with an import that broke off, or answer with the entries of one that did not.

    Raises Unreadable if the folder is another tournament, or if it is this one, whole, and nobody
    said by `--cmd` that it was a repeat.
    """
    done = here.desk.entries
    if done and done[0].cmd != cmd:
        refuse_taken(here.folder)
    book = _book(telling, read_book(here.folder))
    tournament = _id(here)
    acts = telling.acts(book, tournament)
    if len(done) >= len(acts) and not asked:
        refuse_taken(here.folder)
    if any(entry.events != told for entry, told in zip(done, acts, strict=False)):
        # The desk refuses it, before any name of another file has been written.
        return here.desk.append(_acts(telling, book, tournament), cmd=cmd)
    return _write(telling, here, book, cmd)


def _book(telling: Telling, kept: Book) -> Book:
    """Return the names of a file with salts: those that were kept before, otherwise fresh ones."""
    salts, people = [], telling.people()
    for number, person in enumerate(people, start=1):
        player = PlayerId(f"p{number}")
        every = (*kept.former.get(player, ()), kept.players.get(player))
        same = [known.salt for known in every if known and known.person == person]
        salts.append(same[0] if same else packed(random_bytes(SALT_BYTES)))
    book = book_of(people, salts)
    return Book(players=book.players, hands=kept.hands)


def _acts(telling: Telling, book: Book, tournament: str) -> list[Act]:
    """Return what the file tells, each entry as an act of the desk."""
    return [lambda _, told=told: told for told in telling.acts(book, tournament)]  # type: ignore[misc]


def _say(
    telling: Telling,
    entries: list[Entry],
    folder: Path,
    *,
    as_json: bool,
    breaches: int | None,
) -> None:
    """Say what was told, and what to do next."""
    if as_json:
        say_json(
            folder=str(folder),
            source=telling.sha256,
            entries=len(entries),
            violations=breaches,
            dry_run=breaches is None,
            warnings=telling.file.warnings,
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
