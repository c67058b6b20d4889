"""Draw decks to check, record what was found, and show how many have been checked."""

from functools import partial

import click

from roundbook.cli.acts import judging
from roundbook.cli.args.players import find_player
from roundbook.cli.args.table_numbers import AT_TABLE
from roundbook.cli.args.types import POOL, WORDS, EnumType, WordsType, typed_as
from roundbook.cli.commands.penalty import PENALTY, reminder
from roundbook.cli.desk.command import CommandGroup, at_desk, next_line, say_done
from roundbook.cli.desk.errors import shown, typed
from roundbook.cli.desk.output import echo
from roundbook.cli.desk.read import ReadContext, at_ledger, say_answer
from roundbook.cli.desk.write import WriteContext
from roundbook.cli.printing.deck_forms import deck_forms, parts_of_form, whose_forms
from roundbook.cli.printing.paper import PdfRequest, on_paper, write_pdf
from roundbook.cli.terminal.language import heading, in_language
from roundbook.cli.terminal.tables import show_parts
from roundbook.ledger.errors import do
from roundbook.ledger.events.judging import CheckItem, Penalty
from roundbook.ledger.phrases import counted
from roundbook.ledger.terms import MatchId, Pool
from roundbook.projections.judging.deck_checks import progress
from roundbook.projections.judging.penalties import penalty_called
from roundbook.projections.reports.api.handouts import CheckForm, DeckChecks, FormPart
from roundbook.projections.reports.text.judging import checks_text
from roundbook.projections.reports.text.tables import WIDTH, wrapped

# What `roundbook deckcheck` shows: how many decks were checked, and the form for a check.


@click.command("status")
@at_ledger(staff=True)
def status(reading: ReadContext) -> None:
    r"""Show how many decks should be checked, and which have been.

    \b
    Example:
      roundbook deckcheck status cup
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
      roundbook deckcheck form cup p17
      roundbook deckcheck form cup drawn --pdf forms.pdf --lang de
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


FAULT = WordsType(500)


@click.group("deckcheck", cls=CommandGroup)
def command() -> None:
    r"""Draw decks to check, and record what was found.

    At a Premier Event decks must be checked; at any event, one deck in ten should be checked (TRF
    §5).

    \b
    Examples:
      roundbook deckcheck draw masters --tables 2
      roundbook deckcheck form . p17
      roundbook deckcheck record p17 --counted 60
      roundbook deckcheck status
    """


@command.command("draw")
@click.argument("pool", type=POOL, required=False)
@click.option(
    "--tables",
    type=click.IntRange(1, 999),
    help="The number of tables to draw from the latest round.",
)
@click.option(
    "--players",
    type=click.IntRange(1, 9999),
    help="The number of players or teams to draw.  [default: as many as are still due]",
)
@at_desk
def draw_(turn: WriteContext, pool: Pool | None, tables: int | None, players: int | None) -> None:
    r"""Draw the decks to check, from the players in POOL or from all players.

    Players whose pool has ended are left out; enter the POOL if several pools are still playing.
    With --tables, both decks at each table are checked; enter the POOL if several pools are in
    play. For a team, both decks are drawn. No player is drawn again until every player has been
    drawn once. The draw is recorded, so anyone can repeat it.

    \b
    Examples:
      roundbook deckcheck draw
      roundbook deckcheck draw --players 3
      roundbook deckcheck draw masters --tables 2
    """
    with typed_as(tables="give --tables or --players, not both."):
        drawn = judging.draw_checks(turn, pool, tables=tables, players=players)
    if turn.dry_run:
        say_done(turn, [], "the decks to check would be drawn")
        return
    lines = [f"{counted(len(drawn.players), 'deck')} to check"]
    for player, match in drawn.players:
        where = f", table {match.table} of {match.pool}" if match else ""
        lines.append(f"  {turn.person(player)}{where}")
    act = do("deckcheck record", "PLAYER", "--counted", "N")
    say_done(turn, drawn.entries, *lines, next_line(act))


@command.command("record")
@click.argument("who", metavar="PLAYER")
@click.option(
    "--counted",
    "cards",
    type=click.IntRange(0, 9999),
    help="The number of cards found; a wrong number counts as a problem.",
    metavar="N",
)
@click.option("--legibility", type=FAULT, help="Anything illegible or unclear on the list.")
@click.option("--sleeves", type=FAULT, help="A problem with the sleeves.")
@click.option("--cards", "number", type=FAULT, help="A problem with the number of cards.")
@click.option("--contents", type=FAULT, help="A difference between the deck and the list.")
@click.option("--references", type=FAULT, help="Any missing reference cards.")
@click.option(
    "--left-out",
    type=EnumType(CheckItem),
    multiple=True,
    help="An item that was not checked: legibility, sleeves, cards, contents or references.",
    metavar="ITEM",
)
@click.option("--outcome", type=WORDS, help="What was done about a problem.")
@click.option("--penalty", type=PENALTY, help="The penalty given for a problem.")
@click.option("--match", type=AT_TABLE, help="The match in which the penalty was given.")
@at_desk
def record(  # noqa: PLR0913, PLR0917 - one argument per fact.
    turn: WriteContext,
    who: str,
    cards: int | None,
    legibility: str | None,
    sleeves: str | None,
    number: str | None,
    contents: str | None,
    references: str | None,
    left_out: tuple[CheckItem, ...],
    outcome: str | None,
    penalty: Penalty | None,
    match: MatchId | None,
) -> None:
    r"""Record that PLAYER's deck was checked; anything you do not mention counts as in order.

    \b
    Examples:
      roundbook deckcheck record p17 --counted 60
      roundbook deckcheck record p17 --counted 60 --sleeves worn --penalty caution
      roundbook deckcheck record p17 --counted 59 --penalty game-loss
    """
    player = find_player(who, turn.tournament, turn.book)
    said = dict(zip(CheckItem, (legibility, sleeves, number, contents, references), strict=True))
    seen = judging.CheckFindings(
        faults={item: text for item, text in said.items() if text},
        left_out=frozenset(left_out),
        counted=cards,
        outcome=outcome,
    )
    with typed_as(match="--match can only be used with --penalty."):
        found = judging.record_check(turn, player, seen, penalty=penalty, match=match)
    faults = (f"{item} ({text})" for item, text in found.problems.items())
    wrong = ", ".join(faults) or "in order"
    lines = [f"the deck of {turn.person(player)} was checked: {wrong}"]
    if found.unlisted:
        lines.append("  no deck list was handed in here, so there is none to compare with")
    if penalty:
        lines += [f"  penalty: {penalty_called(penalty)}", *reminder(found.due)]
    say_done(turn, found.entries, *lines, "  let the player shuffle the deck thoroughly (TRF §5)")


command.add_command(status)
command.add_command(form)
