"""Run a draft: seats, pick order, deck-building time, and the steps of each format."""

import click
from msgspec import Struct

from roundbook.cli.args.types import EnumType
from roundbook.cli.forms.command import declared
from roundbook.cli.places.layout import is_tournament
from roundbook.cli.places.members import Anywhere
from roundbook.cli.session.command import AT_FOLDER, is_typed_alone
from roundbook.cli.session.output import echo
from roundbook.cli.session.read import AS_JSON, ledger_of, say_answer
from roundbook.cli.session.write import serves
from roundbook.cli.terminal.tables import show_parts
from roundbook.cli.verbs import CommandGroup
from roundbook.ledger.errors import Refused, advice
from roundbook.ledger.events.drafts import Draft
from roundbook.ledger.phrases import counted
from roundbook.ledger.validators.decks import MOST
from roundbook.projections.drafts import (
    BoosterPick,
    DraftStep,
    Limited,
    RochesterPick,
    SolomonPick,
    course,
    kind_of,
)
from roundbook.projections.reports.text.drafts import last_seated, picks_of, tables_text, to_seat
from roundbook.projections.reports.text.tables import WIDTH, wrapped

DRAFT = EnumType(Draft)


class TablePicks(Struct, frozen=True, kw_only=True):
    """The players at a draft table, clockwise, and every pick in order."""

    table: int
    seats: tuple[str, ...]
    players: int
    picks: tuple[BoosterPick | RochesterPick | SolomonPick, ...]


class DraftOrder(Struct, frozen=True, kw_only=True):
    """The pick order at each table of a draft, with the number of packs and cards."""

    draft: Draft
    packs: int
    cards: int
    tables: tuple[TablePicks, ...]


class DraftCourse(Struct, frozen=True, kw_only=True):
    """The steps of a Limited format."""

    limited: Limited
    steps: tuple[DraftStep, ...]


@click.group("draft", cls=CommandGroup, invoke_without_command=True)
@AT_FOLDER
@AS_JSON
@click.pass_context
@serves
def command(ctx: click.Context, folder: Anywhere, *, as_json: bool) -> None:
    r"""Run a draft (TRF §11.2): draw seats, print the pick order and start the deck-building time.

    Without a command, it shows the pick order of the latest draft.

    \b
    Examples:
      roundbook draft seats booster
      roundbook draft order
      roundbook draft order rochester --players 6 --cards 10
      roundbook draft build
      roundbook draft course sealed
    """
    if is_typed_alone(ctx, as_json=as_json):
        ctx.invoke(order, folder=folder, as_json=as_json)


command.add_command(declared("draft seats", "event"))


@command.command("order", short_help="Print the pick order.")
@click.argument("kind", type=DRAFT, required=False)
@click.option(
    "--players",
    type=click.IntRange(1, MOST),
    help="The number of players, if there is no tournament.",
)
@click.option(
    "--packs",
    type=click.IntRange(1, 99),
    default=4,
    show_default=True,
    help="The number of packs for each player.",
)
@click.option(
    "--cards",
    type=click.IntRange(1, 99),
    default=10,
    show_default=True,
    help="The number of cards in a pack.",
)
@click.option("--table", type=click.IntRange(1), help="The draft table to print.  [default: all]")
@AT_FOLDER
@AS_JSON
@serves
def order(
    kind: Draft | None,
    players: int | None,
    packs: int,
    cards: int,
    table: int | None,
    folder: Anywhere,
    *,
    as_json: bool,
) -> None:
    r"""Print the pick order for the tournament's tables, or for a given number of players.

    For a booster draft, each line shows whose pack each seat picks from; for other drafts, the
    seats are listed in the order in which they pick. Seats are numbered clockwise.

    \b
    Examples:
      roundbook draft order
      roundbook draft order --table 2 --packs 6
      roundbook draft order rochester --players 6 --cards 10
    """
    if players is not None:
        if kind is None:
            raise click.UsageError("give the draft: booster, rochester or solomon.")
        if kind is Draft.SOLOMON and players != 2:
            raise click.UsageError("a Solomon draft has two players: give --players 2.")
        tables: list[list[str]] = [[""] * players]
    else:
        kind, tables = _seated(folder, kind, table, marked=not as_json)
    if as_json:
        found = tuple(
            TablePicks(
                table=table or number,
                seats=tuple(filter(None, names)),
                players=len(names),
                picks=tuple(picks_of(kind, players=len(names), packs=packs, cards=cards)),
            )
            for number, names in enumerate(tables, start=1)
        )
        say_answer(DraftOrder(draft=kind, packs=packs, cards=cards, tables=found))
        return
    text = tables_text(kind, tables, packs=packs, cards=cards, first=table or 1)
    show_parts(text, plain=True)


def _seated(
    folder: Anywhere, draft: Draft | None, table: int | None, *, marked: bool
) -> tuple[Draft, list[list[str]]]:
    """Return the latest draft with seats, and the names at its tables; raises Refused if none."""
    here = ledger_of(folder)
    found = last_seated(here, draft, marked=marked)
    if found is None:
        raise Refused(
            "no draft seats have been drawn yet.",
            hint=advice(
                "Draw the seats with {}, or name the draft and give --players.",
                to_seat(here.t, draft),
            ),
        )
    seated, tables = found
    if table is not None and table > len(tables):
        raise Refused(
            f"there is no draft table {table}.",
            hint=f"The draft has {counted(len(tables), 'table')}.",
        )
    return seated, tables if table is None else tables[table - 1 : table]


command.add_command(declared("draft build", "event"))


@command.command("course", short_help="Show the steps of a Limited event.")
@click.argument("kind", type=EnumType(Limited), required=False)
@AT_FOLDER
@AS_JSON
@serves
def course_of(kind: Limited | None, folder: Anywhere, *, as_json: bool) -> None:
    r"""Show how a Limited format is played, step by step, and how long each step lasts.

    Without a kind, the tournament's format decides it. The format also decides how many cards a
    deck has.

    \b
    Examples:
      roundbook draft course
      roundbook draft course sealed
    """
    played = ledger_of(folder).t.opened if is_tournament(folder) else None
    of_event = played.format if played else None
    kind = kind or kind_of(of_event)
    if kind is None:
        raise click.UsageError(f"give the kind (KIND): {', '.join(Limited)}.")
    steps = course(kind, of_event)
    if as_json:
        say_answer(DraftCourse(limited=kind, steps=steps))
        return
    for number, one in enumerate(steps, start=1):
        time = f" {counted(one.minutes, 'minute')}." if one.minutes else ""
        lines = wrapped(f"{one.what}{time}", WIDTH - 4)
        echo("\n    ".join([f"{number:2}. {lines[0]}", *lines[1:]]))
