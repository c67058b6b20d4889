"""Show what the players were told before round 1, or print it to be put up."""

from collections.abc import Iterator

import click

from cli.counting import counted
from cli.explain import shown
from cli.paper import Asked, document, of_document, on_paper, write_pdf
from cli.reading import Reading, at_ledger, say_json
from cli.tables import WIDTH, wrapped
from cli.voice import echo
from ledger.errors import Refused
from ledger.events import AnnouncementMade
from ledger.limits import Limit
from ledger.terms import Division
from projections.reports.paper.document import Document, Heading, Paragraph
from projections.standings import DIVISIONS

SIZE = 16


@click.command("announcement")
@at_ledger()
@on_paper
def command(reading: Reading, on_paper: Asked | None) -> None:
    r"""Show what the players were told before round 1 (TOP §2), or print it in large type.

    \b
    Examples:
      roundbook announcement cup
      roundbook announcement cup --pdf board.pdf
    """
    told = reading.t.announcement
    if told is None:
        raise Refused("nothing was announced yet.", hint="`roundbook announce` records it.")
    lines = list(_lines(told, reading))
    if reading.as_json:
        say_json(tournament=reading.event, entry=reading.t.seq, told=told, lines=lines)
        return
    if on_paper:
        draft = of_document(_print, on_paper.paper)
        write_pdf(reading, on_paper, draft, "the announcement")
        return
    echo(reading.heading())
    for line in lines:
        for part in line.split("\n"):
            for row in wrapped(shown(part), WIDTH):
                echo(row)


def _print(reading: Reading) -> Document:
    """Return the announcement as a print, large enough to be read from a wall."""
    told = reading.t.announcement
    assert told
    lines = [Paragraph(text=line, size=SIZE) for line in _lines(told, reading)]
    return document(reading, "Announcement", [Heading(text=reading.event, size=24), *lines])


def _lines(told: AnnouncementMade, reading: Reading) -> Iterator[str]:
    """Yield what was told, a sentence each; what was not told is not there."""
    yield f"{counted(told.rounds, 'round')}."
    apart = {pool: number for pool, number in reading.t.planned.items() if pool}
    yield from (f"{pool}: {counted(number, 'round')}." for pool, number in apart.items())
    if told.minutes:
        yield f"A match takes {Limit(told.minutes, told.extra_turns or 0)}."
    flown = [(each, number) for each, number in _by_division(told.flights) if number > 1]
    yield from (f"{each} play in {number} flights." for each, number in flown)
    later = _by_division(told.day_two)
    yield from (f"{each}: {counted(number, 'round')} on the second day." for each, number in later)
    yield from (
        f"{each}: the best {number} play on in single elimination."
        for each, number in _by_division(told.cut)
    )
    if told.third_place_playoff:
        yield "The third place is played for."
    if told.prizes:
        yield f"{counted(told.prizes, 'player')} receive{'s' if told.prizes == 1 else ''} a prize."
    yield from _limited(told)
    if told.text:
        yield told.text
    yield "Check your record every round, and tell the staff at once if it is wrong (TOP §4)."


def _limited(told: AnnouncementMade) -> Iterator[str]:
    """Yield what players of a Limited event were told besides (TRF §11.2)."""
    if told.basic_energy is not None:
        yield f"Basic Energy is {'' if told.basic_energy else 'not '}given out."
    if told.redraft:
        yield "There is a re-draft in a later round."
    if told.cooperative_draft:
        yield "Players may draft together."


def _by_division(numbers: dict[Division, int]) -> list[tuple[Division, int]]:
    return [(each, numbers[each]) for each in DIVISIONS if numbers.get(each)]
