"""The sheet of an eight-player pod, as it is shown and printed: its chart, lines and figures."""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial

from cli.desk.read import ReadContext
from cli.printing.paper import Build, document, of_document, table
from ledger.events.posting import Paper
from projections.podsheet.sheet import PodSheet, SheetLine, SheetMatch
from projections.reports.paper.document import Document, Heading, Paragraph, Part
from projections.reports.text.reading import say
from projections.reports.text.tables import Column
from projections.text import Phrase, phrase

BLANK = "________"
BOTH = phrase("Each line: the score in matches, and below it the score in games.")
CHART = (
    Column(phrase("Round"), right=True),
    Column(phrase("Match")),
    Column(phrase("Player"), wraps=True),
    Column(phrase("Games won"), right=True),
    Column(phrase("Player"), wraps=True),
    Column(phrase("Games won"), right=True),
)
LINES = (
    Column(phrase("No")),
    Column(phrase("Name"), wraps=True),
    Column("r1", right=True),
    Column("r2", right=True),
    Column("r3", right=True),
    Column(phrase("Record"), right=True),
    Column(phrase("Deck"), wraps=True),
    Column(phrase("1st pick"), wraps=True),
    Column(phrase("Rank"), right=True),
)
FIGURES = (
    Column(phrase("Rank"), right=True),
    Column(phrase("Name"), wraps=True),
    Column(phrase("Points"), right=True),
    Column("OMP", right=True),
    Column("GWP", right=True),
    Column("OGP", right=True),
)


def sheet_print(sheet: PodSheet, paper: Paper) -> Build:
    """Return how the sheet is printed."""
    return of_document(partial(_sheet, sheet), paper)


def how_played(ctx: ReadContext) -> Phrase:
    """Return how a pod is played."""
    times = ctx.rules.times
    return phrase(
        "8 players, best of three, three rounds; %(minutes)s minutes, then %(turns)s extra turns",
        minutes=times.best_of_three,
        turns=times.extra_turns,
    )


def ranked(sheet: PodSheet) -> list[SheetLine]:
    """Return the lines of the players who have a rank, the best first."""
    return sorted((one for one in sheet.lines if one.rank), key=lambda one: one.rank or 0)


def _sheet(sheet: PodSheet, ctx: ReadContext) -> Document:
    """Return the sheet as a print, on one page."""
    lines = [row for one in sheet.lines for row in two_rows(one, ctx)]
    parts: list[Part] = [
        Paragraph(text=how_played(ctx)),
        table(CHART, list(chart(sheet, ctx)), 10),
        Heading(text=phrase("Players")),
        table(LINES, lines, 9),
        Paragraph(text=BOTH),
    ]
    if places := ranked(sheet):
        parts.append(table(FIGURES, [figures(one, ctx) for one in places], 9))
    return document(ctx, phrase("Sheet of an eight-player pod"), parts)


def chart(sheet: PodSheet, ctx: ReadContext) -> Sequence[Sequence[str]]:
    """Return the matches as rows, round by round."""
    return [
        [str(number) if place == 0 else "", one.letter, *_side(one, 0, ctx), *_side(one, 1, ctx)]
        for number, part in enumerate(sheet.chart, start=1)
        for place, one in enumerate(part)
    ]


def _side(one: SheetMatch, side: int, ctx: ReadContext) -> tuple[str, str]:
    """Return one player of a match, and the games won; where nobody is known, the place."""
    player, place = one.players[side], say(_place(one.places[side]), ctx)
    if player is None:
        empty = any(one.players)
        nobody = say(phrase("nobody"), ctx)
        return f"({place}) {nobody if empty else BLANK}", "" if empty else "__"
    won = "__" if one.games is None else str(one.games[side])
    return f"({place}) {ctx.name(player)}", won


def _place(place: str) -> str:
    """Return the line of a player, or the match that the player comes from, as a sentence."""
    which, _, letter = place.partition(" ")
    match which:
        case "winner":
            return phrase("winner %(match)s", match=letter)
        case "loser":
            return phrase("loser %(match)s", match=letter)
        case _:
            return place


def two_rows(one: SheetLine, ctx: ReadContext) -> list[list[str]]:
    """Return a line as the two rows it has on the sheet: matches above, games below."""
    number = f"{one.number:02}"
    if one.player is None:
        return [[number, BLANK * 2, *["__"] * 4, BLANK, BLANK, "__"], _row(["__"] * 4)]
    matches = [part.matches if part else "__" for part in one.rounds]
    games = [part.games if part else "__" for part in one.rounds]
    name, rank = ctx.name(one.player), str(one.rank or "__")
    return [
        [number, name, *matches, one.record or "__", one.deck, one.first_pick, rank],
        _row([*games, one.games or "__"]),
    ]


def _row(cells: Sequence[str]) -> list[str]:
    return ["", "", *cells, "", "", ""]


def figures(one: SheetLine, ctx: ReadContext) -> list[str]:
    """Return the figures that rank a player, as the sheet reckons them."""
    name = ctx.name(one.player) if one.player else ""
    ratios = [as_on_the_sheet(each) for each in (one.omp, one.gwp, one.ogp)]
    return [str(one.rank), name, str(one.points), *ratios]


def as_on_the_sheet(figure: Fraction | None) -> str:
    """Return a figure as the sheet writes it: `7`, or cut to three decimals: `2.142`, `1.875`."""
    if figure is None:
        return "-"
    if figure.denominator == 1:
        return str(figure)
    thousandths = figure.numerator * 1000 // figure.denominator
    return f"{thousandths // 1000}.{thousandths % 1000:03}"
