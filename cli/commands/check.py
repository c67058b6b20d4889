"""Compare organisers' files with our reckoning, and rounds with the best there were."""

from collections.abc import Sequence
from pathlib import Path

import click
import msgspec

from cli import explain, reviewing
from cli.comparing import compared, otherwise
from cli.counting import counted
from cli.reading import AS_JSON, PLAIN, read_ledger, say_json
from cli.tables import Column, show
from cli.telling import EDITION, Telling, book_of, read_telling
from cli.wiring import fresh, new_id
from ledger.events import AnyEvent
from ledger.people import SALT_BYTES, Book, packed
from ledger.tournament import Tournament
from projections.official import Comparison
from projections.review import Judged, review, review_events

COLUMNS = (
    Column("Division"),
    Column("What"),
    Column("Player", wraps=True),
    Column("File", right=True),
    Column("Ours", right=True),
    Column("Ours by"),
)


@click.command("check")
@click.argument("names", metavar="FILE|DIR...", nargs=-1, required=True)
@EDITION
@AS_JSON
@PLAIN
def command(names: Sequence[str], edition: str | None, *, as_json: bool, plain: bool) -> int:
    r"""Compare .tdf files with our reckoning, and the rounds of a ledger with the best there were.

    Of a file: final places, seeds and brackets, and the percentages of published results (.json);
    every difference is listed, with what decided ours.
    How its pairings compare with ours is information, and no difference. Of a ledger in DIR: every
    round of Swiss, whether it is legal, whether a better one was possible, and what proves it. That
    nothing was changed is checked by `roundbook verify`.

    \b
    Examples:
      roundbook check cup.tdf
      roundbook check --edition play-2017 *.tdf
      roundbook check cup

    \b
    Exit codes:
      0 no difference    1 differences    5 something that cannot be read
    """
    if as_json:
        return _answer(names, edition)
    return max(
        explain.run(lambda name=name: _check(name, edition, plain=plain), as_json=False)  # type: ignore[misc]
        for name in names
    )


def _answer(names: Sequence[str], edition: str | None) -> int:
    """Compare everything, and answer a program."""
    files, ledgers, found = list[object](), list[object](), False
    for name in names:
        if _is_ledger(name):
            judged = _rounds(name)
            found |= reviewing.wrong(judged)
            ledgers.append({"folder": name, "rounds": reviewing.as_data(judged)})
            continue
        telling = read_telling(name, edition)
        happened, book = told_events(telling)
        _, differing = compared(telling, happened)
        found |= bool(differing.differences)
        judged = review_events(enumerate(happened, start=1), telling.rules)
        files.append(as_data(name, differing, book) | {"pairings": reviewing.as_data(judged)})
    say_json(files=files, ledgers=ledgers)
    return explain.FOUND if found else 0


def _check(name: str, edition: str | None, *, plain: bool) -> int:
    """Look at a file or a ledger, and say what came of it."""
    if _is_ledger(name):
        judged = _rounds(name)
        click.echo(explain.shown(f"{name}: {reviewing.sum_up(judged)}"))
        if judged:
            show(reviewing.COLUMNS, reviewing.rows(judged), plain=plain)
        return explain.FOUND if reviewing.wrong(judged) else 0
    telling = read_telling(name, edition)
    say_warnings(telling)
    happened, book = told_events(telling)
    _, found = compared(telling, happened)
    if found.differences:
        differs = counted(len(found.differences), "difference")
        click.echo(explain.shown(f"{name}: {differs} under the edition {telling.edition}"))
        show(COLUMNS, rows(found, book), plain=plain)
        for line in otherwise(telling, happened):
            click.echo(line)
    else:
        click.echo(explain.shown(f"{name}: {verdict(found)}."))
    for line in reviewing.told_lines(review_events(enumerate(happened, start=1), telling.rules)):
        click.echo(line)
    return explain.FOUND if found.differences else 0


def _is_ledger(name: str) -> bool:
    return Path(name).is_dir()


def _rounds(name: str) -> list[Judged]:
    """Return what is said of the rounds of a ledger. Raises Unreadable."""
    reading = read_ledger(Path(name))
    return review(reading.entries, reading.rules)


def told_events(telling: Telling) -> tuple[list[AnyEvent], Book]:
    """Return what a file tells, event by event, and its names."""
    people = telling.people()
    book = book_of(people, [packed(fresh(SALT_BYTES)) for _ in people])
    return [event for act in telling.acts(book, new_id()) for event in act], book


def compare_file(telling: Telling) -> tuple[Tournament, Comparison, Book]:
    """Return the tournament that a file tells, how it agrees with ours, and its names."""
    happened, book = told_events(telling)
    return *compared(telling, happened), book


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
            (found.figures, "published figure"),
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
            f"{book.name(one.player)} ({book.id(one.player) or one.player})",
            "none" if one.said is None else str(one.said),
            "none" if one.ours is None else str(one.ours),
            one.decided_by or "",
        ]
        for one in found.differences
    ]
