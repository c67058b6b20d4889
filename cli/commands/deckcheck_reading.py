"""What `roundbook deckcheck` shows: how many decks were checked, and the form for the next."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import click
import msgspec

from cli.counting import counted
from cli.explain import shown
from cli.languages import heading, in_language, say, words_of
from cli.paper import Asked, document, of_document, on_paper, write_pdf
from cli.reading import Reading, at_ledger, say_json
from cli.tables import WIDTH, wrapped
from cli.voice import echo
from cli.who import find_player
from ledger.errors import Refused
from ledger.terms import PlayerId
from projections.judging.deck_checks import paragraphs, progress, remark
from projections.reports.names import division_title
from projections.reports.paper.document import Document, Heading, NewPage, Paragraph, Part
from projections.text import phrase


@click.command("status")
@at_ledger()
def status(reading: Reading) -> None:
    r"""Show how many decks should be checked, and which were.

    \b
    Example:
      roundbook deckcheck status cup
    """
    found = progress(reading.t)
    if reading.as_json:
        data: Any = msgspec.structs.asdict(found) | {"missing": found.missing} if found else None
        say_json(tournament=reading.event, entry=reading.t.seq, deck_checks=data)
        return
    echo(reading.heading())
    if found is None:
        echo("nobody plays with a deck here.")
        return
    done = f"{len(found.checked)} of {counted(found.required, 'deck')}"
    echo(f"checked: {done} that should be, of {counted(found.players, 'player')} (TRF §5)")
    for title, players in (("checked", found.checked), ("drawn, not checked yet", found.waiting)):
        for player in players:
            echo(shown(f"  {player} {reading.name(player)}: {title}"))
    for line in remark(reading.t):
        echo(line)


@click.command("form")
@at_ledger("PLAYER")
@on_paper
@in_language
def form(reading: Reading, who: str, on_paper: Asked | None) -> None:
    r"""Print the form for the check of PLAYER's deck, with everything that is looked at.

    With the word `drawn` for PLAYER a PDF holds a form for everybody who is drawn and not checked
    yet.

    \b
    Examples:
      roundbook deckcheck form cup p17
      roundbook deckcheck form cup drawn --pdf forms.pdf --lang de
    """
    if on_paper:
        found = progress(reading.t) if who == "drawn" else None
        waiting = found.waiting if found else ()
        if who == "drawn" and not waiting:
            raise Refused("nobody waits for a check.", hint="`roundbook deckcheck draw` draws.")
        whose = waiting or (find_player(who, reading.t, reading.book),)
        draft = of_document(partial(_print, whose), on_paper.paper)
        write_pdf(reading, on_paper, draft, counted(len(whose), "form"))
        return
    player = find_player(who, reading.t, reading.book)
    parts = _parts(player, reading)
    if reading.as_json:
        items = [{"heading": title, "lines": lines} for title, lines in parts]
        say_json(tournament=reading.event, player=player, form=items)
        return
    echo(heading(reading))
    for title, lines in parts:
        echo(f"\n{shown(title)}")
        for line in lines:
            for part in wrapped(line, WIDTH - 4):
                echo(f"    {shown(part)}")


def _parts(player: PlayerId, reading: Reading) -> list[tuple[str, list[str]]]:
    """Return the form of a player: headings, each with its lines."""
    division = division_title(reading.t.players[player].division, words_of(reading))
    whom = f"{player} {reading.name(player)}, {division}"
    opened = reading.t.opened
    found = paragraphs(whom, premier=opened is not None and opened.premier)
    return [(say(title, reading), [say(line, reading) for line in lines]) for title, lines in found]


def _print(players: Sequence[PlayerId], reading: Reading) -> Document:
    """Return the forms of these players as a print, each on a page of its own."""
    parts: list[Part] = []
    for player in players:
        (title, first), *items = _parts(player, reading)
        parts.append(NewPage(title))
        parts += [Paragraph(text=line, size=12) for line in first]
        for over, lines in items:
            parts.append(Heading(text=over.replace("[ ]", "☐"), size=13))
            parts += [Paragraph(text=line.replace("[ ]", "☐"), size=11) for line in lines]
    return document(reading, phrase("Deck check"), parts)
