"""The form for a deck check: what was handed in, and room for what was found."""

from collections.abc import Sequence

from roundbook.cli.args.players import find_player
from roundbook.cli.places import deck_lists
from roundbook.cli.printing.paper import document
from roundbook.cli.session.read import ReadContext
from roundbook.ledger.decks.deck_list import as_text
from roundbook.ledger.errors import Refused, Unreadable, advice, do
from roundbook.ledger.phrases import phrase
from roundbook.ledger.terms import PlayerId
from roundbook.projections.judging.deck_checks import paragraphs, progress, sits_at
from roundbook.projections.reports.names import division_title
from roundbook.projections.reports.paper.document import Document, Heading, NewPage, Paragraph, Part
from roundbook.projections.reports.text.tables import say, words_of


def whose_forms(reading: ReadContext, who: str) -> tuple[PlayerId, ...]:
    """Return the players whose forms to print: one player, or all drawn but not yet checked."""
    found = progress(reading.t) if who == "drawn" else None
    waits = found.waiting if found else ()
    if who == "drawn" and not waits:
        raise Refused("no deck check is due.", hint=advice("Draw with {}.", do("deckcheck draw")))
    return tuple(waits) or (find_player(who, reading.t, reading.book),)


def parts_of_form(player: PlayerId, reading: ReadContext) -> list[tuple[str, list[str]]]:
    """Return a player's form: headings, each with its lines."""
    division = division_title(reading.t.players[player].division, words_of(reading))
    whom = f"{player} {reading.book.name(player)}, {division}"
    opened = reading.t.opened
    found = paragraphs(
        whom,
        premier=opened is not None and opened.premier,
        sits=sits_at(reading.t, player),
        cards=_handed_in(player, reading),
    )
    return [(say(title, reading), [say(line, reading) for line in lines]) for title, lines in found]


def _handed_in(player: PlayerId, reading: ReadContext) -> list[str]:
    """Return the lines of a player's deck list; empty if there is none."""
    event = reading.t.decks.get(player)
    try:
        kept = deck_lists.kept_list(reading.folder, event) if event else None
    except Unreadable as trouble:
        return [trouble.message]
    return as_text(kept.deck).splitlines() if kept else []


def deck_forms(players: Sequence[PlayerId], reading: ReadContext) -> Document:
    """Return the forms of these players as a print, each on its own page."""
    parts: list[Part] = []
    for player in players:
        (title, first), *items = parts_of_form(player, reading)
        parts.append(NewPage(title))
        parts += [Paragraph(text=line, size=12) for line in first]
        for over, lines in items:
            parts.append(Heading(text=over.replace("[ ]", "☐"), size=13))
            parts += [Paragraph(text=line.replace("[ ]", "☐"), size=11) for line in lines]
    return document(reading, phrase("Deck check"), parts)
