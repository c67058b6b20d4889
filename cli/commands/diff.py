"""Set two ledgers side by side, or a ledger and a file, and show what they tell otherwise."""

from collections import Counter
from pathlib import Path

import click

from cli.desk.errors import FOUND, shown
from cli.desk.read import AS_JSON, PLAIN, say_answer
from cli.folder.layout import is_folder
from cli.terminal.tables import show
from cli.tom.compare import told_by
from cli.tom.read import EDITION
from ledger.people.book import Book
from ledger.state.tournament import Tournament
from ledger.terms import PlayerId
from projections.compare.facts import Label, differences
from projections.reports.api.compared import two_accounts
from projections.reports.text.tables import Column

COLUMNS = (
    Column("Where", wraps=True),
    Column("What", wraps=True),
    Column("First", wraps=True),
    Column("Second", wraps=True),
)


@click.command("diff")
@click.argument("first", metavar="FIRST")
@click.argument("second", metavar="SECOND")
@EDITION
@AS_JSON
@PLAIN
def command(first: str, second: str, edition: str | None, *, as_json: bool, plain: bool) -> int:
    r"""Show what two tournaments tell otherwise: a backup and the live folder, two laptops, a file.

    FIRST and SECOND are folders or .tdf files. Compared is what they mean: players, pairings,
    results, penalties, drops, cuts; with a file, what a file can tell. When it was written, by whom
    and in which order is no difference. Players are matched by the organiser's id, where every
    player has one; else by name; else by number.

    \b
    Examples:
      roundbook diff cup backup-of-cup
      roundbook diff cup saved-by-tom.tdf

    \b
    Exit codes:
      0 they tell the same    1 differences    5 something that cannot be read
    """
    left, right = told_by(first, edition), told_by(second, edition)
    of_left, of_right = _labels((left[0], left[2]), (right[0], right[2]))
    whole = is_folder(Path(first)) and is_folder(Path(second))
    found = differences(left[0], right[0], of_left, of_right, whole=whole)
    if as_json:
        say_answer(two_accounts(first, second, found))
    elif not found:
        click.echo(f"{shown(first)} and {shown(second)} tell the same.")
    else:
        rows = [[*one.fact, one.left or "-", one.right or "-"] for one in found]
        show(COLUMNS, rows, plain=plain)
    return FOUND if found else 0


def _labels(left: tuple[Tournament, Book], right: tuple[Tournament, Book]) -> tuple[Label, Label]:
    """Return how the players of both are called: so that one person has one name."""
    for by in (_ids, _names):
        one, other = by(*left), by(*right)
        if one and other:
            return one.__getitem__, other.__getitem__
    return str, str


def _ids(t: Tournament, book: Book) -> dict[PlayerId, str] | None:
    """Return every player with name and organiser's id; None where somebody has none."""
    found = {player: book.id(player) for player in t.players}
    if not all(found.values()):
        return None
    return {player: f"{book.name(player)} ({number})" for player, number in found.items()}


def _names(t: Tournament, book: Book) -> dict[PlayerId, str] | None:
    """Return every player with the name; None where two have the same, or one has none."""
    found = {player: book.name(player) for player in t.players}
    unnamed = any(player not in book.players for player in t.players)
    return None if unnamed or max(Counter(found.values()).values(), default=0) > 1 else found
