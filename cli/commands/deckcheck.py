"""Draw decks to check, record what was found, and show how many have been checked."""

from functools import partial

import click

from roundbook.cli.args.players import find_player
from roundbook.cli.forms.command import declared
from roundbook.cli.printing.deck_forms import deck_forms, parts_of_form, whose_forms
from roundbook.cli.printing.paper import PdfRequest, on_paper, write_pdf
from roundbook.cli.session.errors import shown, typed
from roundbook.cli.session.output import echo
from roundbook.cli.session.read import ReadContext, at_ledger, say_answer
from roundbook.cli.terminal.language import heading, in_language
from roundbook.cli.terminal.tables import show_parts
from roundbook.cli.verbs import CommandGroup
from roundbook.ledger.phrases import counted
from roundbook.projections.judging.deck_checks import progress
from roundbook.projections.reports.api.handouts import CheckForm, DeckChecks, FormPart
from roundbook.projections.reports.text.judging import checks_text
from roundbook.projections.reports.text.tables import WIDTH, wrapped

# What `roundbook ruling deckcheck` shows: how many decks were checked, and the form for a check.


@click.command("status")
@at_ledger(staff=True)
def status(reading: ReadContext) -> None:
    r"""Show how many decks should be checked, and which have been.

    \b
    Example:
      roundbook ruling deckcheck status -C cup
    """
    found = progress(reading.t)
    if reading.as_json:
        say_answer(DeckChecks(tournament=reading.event, entry=reading.t.seq, deck_checks=found))
        return
    echo(heading(reading))
    show_parts(checks_text(reading, advise=typed), plain=reading.plain)


@click.command("form")
@at_ledger("PLAYER", staff=True)
@on_paper
@in_language
def form(reading: ReadContext, who: str, on_paper: PdfRequest | None) -> None:
    r"""Print the deck-check form for PLAYER, with everything to check.

    With the word `drawn` in place of PLAYER, the PDF contains a form for every player who was drawn
    and has not been checked yet.

    \b
    Examples:
      roundbook ruling deckcheck form -C cup p17
      roundbook ruling deckcheck form -C cup drawn --pdf forms.pdf --lang de
    """
    if on_paper:
        whose = whose_forms(reading, who)
        draft = partial(deck_forms, whose)
        write_pdf(reading, on_paper, draft, counted(len(whose), "form"))
        return
    player = find_player(who, reading.t, reading.book)
    parts = parts_of_form(player, reading)
    if reading.as_json:
        form = tuple(FormPart(heading=title, lines=tuple(lines)) for title, lines in parts)
        say_answer(CheckForm(tournament=reading.event, player=player, form=form))
        return
    echo(heading(reading))
    for title, lines in parts:
        echo(f"\n{shown(title)}")
        for line in lines:
            for part in wrapped(line, WIDTH - 4):
                echo(f"    {shown(part)}")


@click.group("deckcheck", cls=CommandGroup)
def command() -> None:
    r"""Draw decks to check, and record what was found.

    At a Premier Event decks must be checked; at any event, one deck in ten should be checked (TRF
    §5).

    \b
    Examples:
      roundbook ruling deckcheck draw masters --tables 2
      roundbook ruling deckcheck form p17
      roundbook ruling deckcheck record p17 --counted 60
      roundbook ruling deckcheck status
    """


command.add_command(declared("deckcheck draw", "judging"))
command.add_command(declared("deckcheck record", "judging"))
command.add_command(status)
command.add_command(form)
