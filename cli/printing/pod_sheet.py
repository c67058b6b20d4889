"""The sheet of an eight-player pod, on screen and paper: its chart, lines and figures."""

from collections.abc import Sequence

from roundbook.cli.printing.paper import document, table
from roundbook.cli.session.read import ReadContext
from roundbook.ledger.phrases import Phrase, phrase
from roundbook.ledger.state.match_time import turns_after_time
from roundbook.projections.podsheet import (
    PodSheet,
    SheetLine,
    SheetMatch,
    SheetNote,
    as_on_the_sheet,
    omp_note,
)
from roundbook.projections.reports.names import pool_title
from roundbook.projections.reports.paper.document import Document, Heading, NewPage, Paragraph, Part
from roundbook.projections.reports.text.tables import Column, say

BLANK = "________"


BOTH = phrase("On each line, write the match score, with the game score below it.")


CHART = (
    Column(phrase("Round"), right=True),
    Column(phrase("Match")),
    Column(phrase("Player"), wraps=True),
    Column(phrase("Games won"), right=True),
    Column(phrase("Player"), wraps=True),
    Column(phrase("Games won"), right=True),
)


LINES = (
    Column(phrase("Seat")),
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


def how_played(ctx: ReadContext, sheet: PodSheet) -> Phrase:
    """Return how a pod is played, in words; a blank sheet is for all its seats."""
    return phrase(
        "%(num)s players, best of three, three rounds; %(minutes)s minutes, "
        "then %(turns)s extra turns",
        num=sum(one.player is not None for one in sheet.lines) or len(sheet.lines),
        minutes=ctx.rules.times.best_of_three,
        turns=turns_after_time(ctx.t, ctx.rules).number,
    )


def ranked(sheet: PodSheet) -> list[SheetLine]:
    """Return the lines of the players who have a rank, the best first."""
    return sorted((one for one in sheet.lines if one.rank), key=lambda one: one.rank or 0)


def pod_sheets_print(sheets: Sequence[PodSheet], ctx: ReadContext) -> Document:
    """Return the sheets as a print, each on a page of its own."""
    parts: list[Part] = []
    for sheet in sheets:
        lines = [row for one in sheet.lines for row in two_rows(one, ctx)]
        parts += [NewPage(pool_title(str(sheet.pool)))] if len(sheets) > 1 else []
        parts += [
            Paragraph(text=how_played(ctx, sheet)),
            table(CHART, list(chart(sheet, ctx)), 10),
            *(Paragraph(text=note) for note in chart_notes(sheet, ctx)),
            Heading(text=phrase("Players")),
            table(LINES, lines, 9),
            Paragraph(text=BOTH),
        ]
        if places := ranked(sheet):
            parts.append(table(FIGURES, [figures(one, ctx) for one in places], 9))
        parts += [Paragraph(text=note) for note in two_forms(sheet, ctx)]
    return document(ctx, phrase("Sheet for an eight-player pod"), parts)


def chart_notes(sheet: PodSheet, ctx: ReadContext) -> list[str]:
    """Return notes on matches where the chart alone would mislead, translated."""
    return [say(_chart_note(one, ctx), ctx) for one in sheet.notes]


def _chart_note(one: SheetNote, ctx: ReadContext) -> Phrase:
    """Return a note as a sentence."""
    player, other = (ctx.name(each) if each else "" for each in (one.player, one.other))
    match one.kind:
        case "lot":
            return phrase(
                "%(match)s was a draw. %(winner)s was given the winner's place at random, and "
                "%(loser)s the loser's.",
                match=one.match,
                winner=player,
                loser=other,
            )
        case "swap":
            return phrase(
                "%(match)s: %(player)s and %(other)s drew in round 1 and had the same record after "
                "round 2, so they swapped places.",
                match=one.match,
                player=player,
                other=other,
            )
        case "records":
            return phrase(
                "Round %(number)s was paired by match points, because the sheet does not give its "
                "pairings.",
                number=one.round,
            )


def two_forms(sheet: PodSheet, ctx: ReadContext) -> list[str]:
    """Return a note for each player whose OMP differs under the sheet's own words, and why."""
    return [
        say(omp_note(ctx.name(one.player), one.omp, one.omp_as_worded), ctx)
        for one in sheet.lines
        if one.player and one.omp is not None and one.omp_as_worded is not None
    ]


def chart(sheet: PodSheet, ctx: ReadContext) -> Sequence[Sequence[str]]:
    """Return the matches as rows, round by round."""
    return [
        [str(number) if place == 0 else "", one.letter, *_side(one, 0, ctx), *_side(one, 1, ctx)]
        for number, part in enumerate(sheet.chart, start=1)
        for place, one in enumerate(part)
    ]


def _side(one: SheetMatch, side: int, ctx: ReadContext) -> tuple[str, str]:
    """Return one player of a match with the games won; the place if the player is not known."""
    player, place = one.players[side], say(_place(one.places[side]), ctx)
    if player is None:
        empty = any(one.players)
        nobody = say(phrase("nobody"), ctx)
        said = nobody if empty else BLANK
        return f"({place}) {said}" if place else said, "" if empty else "__"
    won = "__" if one.games is None else str(one.games[side])
    return f"({place}) {ctx.name(player)}" if place else ctx.name(player), won


def _place(place: str) -> str:
    """Return the line of a player, or the match that the player comes from, in words."""
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
    """Return the figures that rank a player, calculated as on the sheet."""
    name = ctx.name(one.player) if one.player else ""
    ratios = [as_on_the_sheet(each) for each in (one.omp, one.gwp, one.ogp)]
    return [str(one.rank), name, str(one.points), *ratios]
