"""Replay an organiser's file and show the standings that follow from it."""

from pathlib import Path

import click

from cli.desk import errors
from cli.desk.read import AS_JSON, PLAIN, say_answer
from cli.terminal.tables import show, show_parts
from cli.tom.compare import compare_file
from cli.tom.read import EDITION, read_telling, say_warnings
from projections.compare.official import Comparison
from projections.reports.api.compared import Replay, compared_file
from projections.reports.api.places import by_division, standings_of
from projections.reports.sight import Sight, slug_of
from projections.reports.text.comparison import COLUMNS, compared_in_words, rows, verdict
from projections.reports.text.standings import divisions_text
from projections.standings.standings import standings
from projections.text import counted


@click.command("replay")
@click.argument("file")
@EDITION
@AS_JSON
@PLAIN
def command(file: str, edition: str | None, *, as_json: bool, plain: bool) -> int:
    r"""Replay a .tdf file from its first pairing on, and compare what comes out.

    Nothing is written: the results in the file are followed round by round, and the standings
    computed anew. FILE may be `-`.

    \b
    Example:
      roundbook replay cup.tdf
    """
    telling = read_telling(file, edition)
    say_warnings(telling)
    t, found, book = compare_file(telling)
    placed = standings(t, telling.rules)
    code = errors.FOUND if found.differences else 0
    if as_json:
        sight = Sight(
            slug=slug_of(Path(file).stem),
            version=str(t.seq),
            t=t,
            rules=telling.rules,
            entries=[],
            book=book,
            ids=True,
        )
        ours = standings_of(sight, by_division(placed))
        say_answer(Replay(compared=compared_file(file, found, book), standings=ours))
        return code
    click.echo(errors.shown(telling.event or file))
    rounds, matches = counted(len(t.rounds), "round"), counted(len(t.matches), "match", "matches")
    click.echo(
        f"{counted(len(t.players), 'player')}, {rounds}, {matches}; edition {telling.edition}"
    )
    show_parts(divisions_text(placed, book, telling.rules), plain=plain)
    click.echo()
    if not found.differences:
        click.echo(_closing(found))
        return code
    click.echo(f"{counted(len(found.differences), 'difference')} from the file:")
    show(COLUMNS, rows(found, book), plain=plain)
    return code


def _closing(found: Comparison) -> str:
    """Return the closing sentence on a file whose every place is ours."""
    if not found.places:
        said = verdict(found)
        return f"{said[0].upper()}{said[1:]}."
    *most, last = compared_in_words(found)
    together = f"{', '.join(most)} and {last}" if most else last
    return f"All {together} are reproduced."
