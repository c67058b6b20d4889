"""List the tournaments below a folder, and until when each has to be kept."""

from datetime import date
from pathlib import Path

import click
from msgspec import Struct

from cli.desk.errors import shown
from cli.desk.read import AS_JSON, PLAIN, say_answer
from cli.desk.venue import today, venue
from cli.folder import heads
from cli.folder.layout import tournaments
from cli.terminal.tables import show
from ledger.errors import Trouble
from projections.history.overview import Overview, overview
from projections.reports.text.tables import Column

DEEPEST = 3
"""So many folders below the one that is named are looked into."""

COLUMNS = (
    Column("Folder", wraps=True),
    Column("Tournament", wraps=True),
    Column("Day"),
    Column("State", wraps=True),
    Column("Keep until"),
    Column("Days left", right=True),
    Column("Signed", right=True),
    Column("Asked", right=True),
)


class FoundLedger(Struct, frozen=True, kw_only=True):
    """A folder with a ledger: what it tells, up to which line it is signed, or what is wrong."""

    folder: str
    overview: Overview | None = None
    entries: int = 0
    signed: int = 0
    trouble: str | None = None


class FoundLedgers(Struct, frozen=True, kw_only=True):
    """Every folder with a ledger, as of a day."""

    day: date
    tournaments: tuple[FoundLedger, ...]


@click.command("tournaments")
@click.argument("folder", metavar="[DIR]", type=click.Path(path_type=Path), default=Path())
@AS_JSON
@PLAIN
def command(folder: Path, *, as_json: bool, plain: bool) -> None:
    r"""List the tournaments in DIR and below: how far each is, and until when it is kept (TOP §4).

    `Signed` is how many of its lines a signed head covers, `Asked` how many requests for its
    results wait for an answer. Nothing is ever erased by itself: see `roundbook redact`.

    \b
    Example:
      roundbook tournaments events
    """
    found = [_listed(one, folder) for one in tournaments(folder, deepest=DEEPEST)]
    if as_json:
        say_answer(FoundLedgers(day=today(), tournaments=tuple(found)))
        return
    if not found:
        click.echo("there is no tournament here.")
    rows = [_row(one, one.overview, today()) for one in found if one.overview]
    if rows:
        show(COLUMNS, rows, plain=plain)
    for one in found:
        if one.overview is None:
            click.echo(shown(f"{one.folder}: {one.trouble or 'it has not been opened yet.'}"))


def _listed(here: Path, top: Path) -> FoundLedger:
    """Return what is shown of one; what cannot be read is said in its line, and stops no other."""
    name = str(here.relative_to(top))
    try:
        desk = venue(here, noting=False).desk
        signed = heads.latest(here)
    except Trouble as trouble:
        return FoundLedger(folder=name, trouble=trouble.message)
    except OSError as error:
        return FoundLedger(
            folder=name, trouble=f"it cannot be read: {(error.strerror or '').lower()}."
        )
    return FoundLedger(
        folder=name,
        overview=overview(desk.tournament),
        entries=len(desk.entries),
        signed=signed.checkpoint.size if signed else 0,
    )


def _row(one: FoundLedger, known: Overview, day: date) -> list[str]:
    erased = f", {known.erased} erased" if known.erased else ""
    return [
        one.folder,
        known.name,
        str(known.start),
        f"{known.state}{erased}",
        str(known.keep_until or "not closed"),
        _left(known.keep_until, day),
        f"{one.signed} of {one.entries}",
        str(known.requests_open or ""),
    ]


def _left(until: date | None, day: date) -> str:
    """Return how many days the results still have to be kept."""
    if until is None:
        return ""
    left = (until - day).days
    return str(left) if left >= 0 else "over"
