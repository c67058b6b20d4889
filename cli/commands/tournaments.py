"""List the tournaments below a folder, and how long each must be kept."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec import Struct

from roundbook.cli.archive.contents import recorded
from roundbook.cli.args.shared_options import OfPlaces
from roundbook.cli.places import heads
from roundbook.cli.places.layout import is_file, is_folder, no_ledger, tournaments
from roundbook.cli.places.members import Anywhere
from roundbook.cli.places.opened_archive import archives, sound
from roundbook.cli.session.batch import progress
from roundbook.cli.session.command import HALL
from roundbook.cli.session.errors import shown
from roundbook.cli.session.read import AS_JSON, PLAIN, say_answer
from roundbook.cli.session.venue import today, venue
from roundbook.cli.terminal.tables import show, show_parts
from roundbook.ledger.errors import Trouble
from roundbook.ledger.phrases import counted
from roundbook.ledger.proofs.checkpoints import Signed
from roundbook.ledger.record.entry import Entry, entries_of
from roundbook.ledger.rulesets.ruleset import Ruleset, decode
from roundbook.ledger.state.tournament import Tournament
from roundbook.projections.history.overview import Overview, overview
from roundbook.projections.reports.text.tables import WIDTH, Column, wrapped

if TYPE_CHECKING:
    from roundbook.cli.places.database import Hall

DEEPEST = 3
"""The number of levels of subfolders that are searched."""

COLUMNS = (
    Column("Where: tournament", wraps=True),
    Column("Last day"),
    Column("State", wraps=True, least=len("registration,")),
    Column("Keep until", wraps=True, least=12),
    Column("Signed", wraps=True, least=12),
)


class FoundLedger(Struct, frozen=True, kw_only=True):
    """A folder or an archive: its overview and signed lines, or what is wrong with it."""

    folder: str
    archive: bool = False
    overview: Overview | None = None
    entries: int = 0
    signed: int = 0
    trouble: str | None = None


class FoundLedgers(Struct, frozen=True, kw_only=True):
    """All folders with a ledger, and all archives, as of a day."""

    day: date
    tournaments: tuple[FoundLedger, ...]


@click.command("tournaments", cls=OfPlaces)
@click.argument("folder", metavar="[DIR]", type=HALL, default=Path())
@AS_JSON
@PLAIN
def command(folder: "Path | Hall", *, as_json: bool, plain: bool) -> None:
    r"""List the tournaments and archives in DIR, and how long each must be kept (TOP §4).

    Folders up to three levels below DIR are searched too. The column `Signed` shows the number of
    lines covered by a signed head. No registered name is ever erased automatically: see `roundbook
    people erase`.

    \b
    Examples:
      roundbook shelf tournaments events
      roundbook shelf tournaments postgresql://desk@db.example.org/events
    """
    every = _named(folder)
    found = [_listed(*one) for one in progress(every, "tournaments", len(every))]
    if as_json:
        say_answer(FoundLedgers(day=today(), tournaments=tuple(found)))
        return
    if not found:
        click.echo("there is no tournament here.")
    most = _latest(found)
    rows = [_row(one, one.overview, today(), most) for one in found if one.overview]
    if rows:
        show(COLUMNS, rows, plain=plain)
    for one in found:
        if one.overview is None:
            said = f"{one.folder}: {one.trouble or 'the tournament has not been opened yet.'}"
            show_parts(wrapped(shown(said), WIDTH), plain=True)


def _named(folder: "Path | Hall") -> list[tuple[str, Anywhere]]:
    """Return the tournaments and archives with their names, sorted.

    Raises Unreadable if there is no such folder.
    """
    if not isinstance(folder, Path):
        return [(one.name, one) for one in folder.tournaments()]
    if not is_folder(folder):
        raise no_ledger(folder)
    every = sorted([*tournaments(folder, deepest=DEEPEST), *archives(folder, deepest=DEEPEST)])
    return [(str(one.relative_to(folder)), one) for one in every]


def _listed(name: str, here: Anywhere) -> FoundLedger:
    """Return one tournament or archive; if it cannot be read, the reason is in its line."""
    sealed = is_file(here)
    try:
        entries, signed, rules = _in_archive(here) if is_file(here) else _in_folder(here)
    except Trouble as trouble:
        return FoundLedger(folder=name, archive=sealed, trouble=trouble.message)
    except OSError as error:
        why = (error.strerror or "").lower()
        return FoundLedger(folder=name, archive=sealed, trouble=f"it cannot be read: {why}.")
    return FoundLedger(
        folder=name,
        archive=sealed,
        overview=overview(Tournament.replay(entries), rules),
        entries=len(entries),
        signed=signed.checkpoint.size if signed else 0,
    )


Held = tuple[Sequence[Entry], Signed | None, Ruleset]
"""The entries of a tournament, its signed head, and its rules."""


def _in_folder(here: Anywhere) -> Held:
    """Return what a folder holds. Raises Unreadable, OSError."""
    desk = venue(here, noting=False, names_needed=False).desk
    return desk.entries, heads.latest(here), desk.rules


def _in_archive(file: Path) -> Held:
    """Return what an archive holds. Raises Unreadable."""
    what = recorded(sound(file))
    signed = heads.read_signed(what.checkpoint, str(file)) if what.checkpoint else None
    return list(entries_of(what.lines)), signed, decode(what.edition)


def _latest(found: Iterable[FoundLedger]) -> dict[str, int]:
    """Return the entries of the latest copy of each tournament."""
    most = dict[str, int]()
    for one in found:
        if one.overview:
            known = one.overview.tournament
            most[known] = max(one.entries, most.get(known, 0))
    return most


def _row(one: FoundLedger, known: Overview, day: date, latest: Mapping[str, int]) -> list[str]:
    older = ", not the latest copy" if one.entries < latest[known.tournament] else ""
    erased = f", {known.erased} erased" if known.erased else ""
    open_ones = known.requests_open
    asked = f", {counted(open_ones, 'request')} open" if open_ones else ""
    return [
        f"{one.folder}: {known.name}",
        str(known.end or known.start),
        f"{known.state}{older}{erased}{asked}",
        _kept(known, day),
        f"{one.signed} of {one.entries}",
    ]


def _kept(known: Overview, day: date) -> str:
    """Return how long the results must be kept, and the days left, if the rules say so."""
    until = known.keep_until
    if until is None:
        return "not said" if known.state == "closed" else "not closed"
    left = (until - day).days
    return f"{until} {counted(left, 'day') if left >= 0 else 'over'}"
