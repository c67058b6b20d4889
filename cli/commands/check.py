"""Compare the official places, seeds and brackets of organisers' files with ours."""

from collections.abc import Sequence

import click
import msgspec

from cli import explain
from cli.counting import counted
from cli.reading import AS_JSON, PLAIN, say_json
from cli.tables import Column, show
from cli.telling import EDITION, Telling, book_of, read_telling
from cli.wiring import fresh, new_id
from ledger.importers.official import official
from ledger.people import SALT_BYTES, Book, packed
from ledger.tournament import Tournament
from projections.official import Comparison, compare

COLUMNS = (
    Column("Division"),
    Column("What"),
    Column("Player", wraps=True),
    Column("File", right=True),
    Column("Ours", right=True),
    Column("Ours by"),
)


@click.command("check")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@EDITION
@AS_JSON
@PLAIN
def command(files: Sequence[str], edition: str, *, as_json: bool, plain: bool) -> int:
    r"""Compare the final places, seeds and brackets of .tdf files with ours.

    Every difference is listed: what the file says, what we say, and what decided ours. A ledger is
    checked by `roundbook verify` instead.

    \b
    Examples:
      roundbook check cup.tdf
      roundbook check --edition play-2017 *.tdf

    \b
    Exit codes:
      0 no difference    1 differences    5 a file that cannot be read
    """
    if as_json:
        compared = [(name, *compare_file(read_telling(name, edition))) for name in files]
        say_json(files=[as_data(name, found, book) for name, _, found, book in compared])
        return explain.FOUND if any(found.differences for _, _, found, _ in compared) else 0
    return max(
        explain.run(lambda name=name: _check(name, edition, plain=plain), as_json=False)  # type: ignore[misc]
        for name in files
    )


def _check(name: str, edition: str, *, plain: bool) -> int:
    """Compare one file, and say what came of it."""
    telling = read_telling(name, edition)
    say_warnings(telling)
    _, found, book = compare_file(telling)
    if not found.differences:
        click.echo(explain.shown(f"{name}: {verdict(found)}."))
        return 0
    differs = counted(len(found.differences), "difference")
    click.echo(explain.shown(f"{name}: {differs} under the edition {edition}"))
    show(COLUMNS, rows(found, book), plain=plain)
    return explain.FOUND


def compare_file(telling: Telling) -> tuple[Tournament, Comparison, Book]:
    """Return the tournament that a file tells, how it agrees with ours, and its names."""
    people = telling.people()
    book = book_of(people, [packed(fresh(SALT_BYTES)) for _ in people])
    events = [event for act in telling.acts(book, new_id()) for event in act]
    t, found = compare(events, telling.rules, official(telling.file))
    return t, found, book


def say_warnings(telling: Telling) -> None:
    """Say on stderr what in a file was not read."""
    for warning in telling.file.warnings:
        click.echo(explain.shown(f"warning: {telling.name}: {warning}"), err=True)


def compared_in_words(found: Comparison) -> list[str]:
    """Return what was compared: `35 official places`, `12 seeds`, `12 bracket positions`."""
    return [
        counted(number, what)
        for number, what in (
            (found.places, "official place"),
            (found.seeds, "seed"),
            (found.positions, "bracket position"),
        )
        if number
    ]


def verdict(found: Comparison) -> str:
    """Return one line on a file that does not differ; nothing to compare is not agreement."""
    if found.nothing:
        return "nothing to compare, no official places or seeds yet"
    unplaced = "" if found.places else "no official places yet; "
    return f"{unplaced}no difference in {', '.join(compared_in_words(found))}"


def as_data(name: str, found: Comparison, book: Book) -> dict[str, object]:
    """Return a comparison for a program."""
    return {
        "file": name,
        **msgspec.structs.asdict(found),
        "differences": [
            {
                **msgspec.structs.asdict(one),
                "name": book.name(one.player),
                "id": book.id(one.player),
            }
            for one in found.differences
        ],
    }


def rows(found: Comparison, book: Book) -> list[list[str]]:
    """Return the differences as rows of a table."""
    return [
        [
            one.division.value,
            one.what,
            f"{book.name(one.player)} ({book.id(one.player)})",
            "none" if one.said is None else str(one.said),
            "none" if one.ours is None else str(one.ours),
            one.decided_by or "",
        ]
        for one in found.differences
    ]
