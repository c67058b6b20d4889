"""Show how two ledgers, or a ledger and a file, differ."""

from collections import Counter
from collections.abc import Sequence
from itertools import takewhile

import click
from msgspec.json import encode
from msgspec.structs import replace

from roundbook.cli.places import last_seen
from roundbook.cli.session.command import as_shown
from roundbook.cli.session.errors import FOUND, shown
from roundbook.cli.session.read import AS_JSON, PLAIN, ledger_named, say_answer
from roundbook.cli.terminal.tables import show, show_parts
from roundbook.cli.tom.compare import comparable, told_by
from roundbook.cli.tom.organiser_file import EDITION
from roundbook.ledger.people.book import Book
from roundbook.ledger.phrases import counted
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import PlayerId
from roundbook.projections.compare.ledgers import Label, differences
from roundbook.projections.history.history import in_brief
from roundbook.projections.reports.api.compared import two_accounts
from roundbook.projections.reports.text.tables import WIDTH, Column, wrapped

MOST = 3
"""The number of entries listed that only one ledger has."""

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
    r"""Show how two tournaments differ: a backup and the live folder, or two laptops.

    FIRST and SECOND are folders or .tdf files. The command compares their contents: players,
    pairings, results, penalties, drops and cuts; for a file, only what a file can contain. The
    time, author and order of the entries are ignored. Players are matched by Player ID if every
    player has one; if not, by name, then by number.

    \b
    Examples:
      roundbook file diff cup backup-of-cup
      roundbook file diff cup saved-by-tom.tdf

    \b
    Exit codes:
      0 they are identical    1 differences, or extra entries
      5 something that cannot be read
    """
    ledgers = [one for one in map(ledger_named, (first, second)) if one is not None]
    with last_seen.beside(*ledgers):
        left, right = comparable(told_by(first, edition), told_by(second, edition))
    first, second = as_shown(first), as_shown(second)
    of_left, of_right = _labels((left.t, left.book), (right.t, right.book))
    whole = bool(left.entries and right.entries)
    found = differences(left.t, right.t, of_left, of_right, whole=whole)
    more = _more(left.entries, right.entries)
    if as_json:
        said = two_accounts(first, second, found)
        numbers = sorted({one.seq for each in more for one in each})
        say_answer(replace(said, more_entries=tuple(numbers)))
        return FOUND if found or numbers else 0
    if found:
        rows = [[*one.fact, one.left or "-", one.right or "-"] for one in found]
        show(COLUMNS, rows, plain=plain)
    elif all(more):
        click.echo(
            f"{shown(first)} and {shown(second)} give the same results, but their entries differ."
        )
    else:
        alike = "agree" if any(more) else "are identical"
        click.echo(f"{shown(first)} and {shown(second)} {alike}.")
    for name, only in zip((first, second), more, strict=True):
        if only:
            show_parts(wrapped(shown(f"{name} has {_counted(only)}."), WIDTH), plain=True)
    return FOUND if found or any(more) else 0


def _more(left: Sequence[Entry], right: Sequence[Entry]) -> tuple[list[Entry], list[Entry]]:
    """Return the entries that only one of two copies of a ledger has, whatever their order."""
    pairs = zip(left, right, strict=False)
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    tails = (left[same:], right[same:]) if same else ((), ())
    of_left, of_right = ({_told(one) for one in tail} for tail in tails)
    return (
        [one for one in tails[0] if _told(one) not in of_right],
        [one for one in tails[1] if _told(one) not in of_left],
    )


def _told(entry: Entry) -> bytes:
    """Return what an entry records, without its time, author and number."""
    return encode(entry.events, order="sorted")


def _counted(more: Sequence[Entry]) -> str:
    """Return the number of additional entries, and what happened in the last ones."""
    told = map(in_brief, more[-MOST:])
    last = "" if len(more) <= MOST else ", the last of them"
    return f"{counted(len(more), 'more entry', 'more entries')}{last}: {'; '.join(told)}"


def _labels(left: tuple[Tournament, Book], right: tuple[Tournament, Book]) -> tuple[Label, Label]:
    """Return the labels of the players on both sides, so that each person has the same label."""
    for by in (_ids, _names):
        one, other = by(*left), by(*right)
        if one and other:
            return one.__getitem__, other.__getitem__
    return str, str


def _ids(t: Tournament, book: Book) -> dict[PlayerId, str] | None:
    """Return every player with name and Player ID; None if a player has no Player ID."""
    found = {player: book.id(player) for player in t.players}
    if not all(found.values()):
        return None
    return {player: f"{book.name(player)} ({number})" for player, number in found.items()}


def _names(t: Tournament, book: Book) -> dict[PlayerId, str] | None:
    """Return every player with the name; None if a name is missing or appears twice."""
    found = {player: book.name(player) for player in t.players}
    unnamed = any(player not in book.players for player in t.players)
    return None if unnamed or max(Counter(found.values()).values(), default=0) > 1 else found
