"""List the players: number, name, division, state and deck list."""

import click

from roundbook.cli.args.types import DIVISION, quoted
from roundbook.cli.session.output import echo
from roundbook.cli.session.read import ReadContext, at_ledger, say_answer
from roundbook.cli.terminal.language import heading
from roundbook.cli.terminal.tables import show
from roundbook.ledger.people.book import own_person
from roundbook.ledger.phrases import counted
from roundbook.ledger.state.check_in import absent as not_here
from roundbook.ledger.state.tournament import Player
from roundbook.ledger.terms import Division, PlayerId
from roundbook.ledger.text import plain
from roundbook.projections.reports.api.event import players
from roundbook.projections.reports.api.status import PlayerState, state_of
from roundbook.projections.reports.names import last_first, ordered
from roundbook.projections.reports.text.tables import Column


@click.command("players")
@at_ledger("[WORD]")
@click.option("--division", type=DIVISION, help="The division to list, such as senior.")
@click.option("--no-list", is_flag=True, help="Only active players without a deck list.")
@click.option("--absent", is_flag=True, help="Only active players who have not checked in.")
def command(
    ctx: ReadContext, word: str | None, division: Division | None, *, no_list: bool, absent: bool
) -> None:
    r"""List the players by last name, with number, Player ID, division, state and deck list.

    WORD is a division, a state (in, late, dropped, disqualified), a number, a Player ID or part of
    a name.

    \b
    Examples:
      roundbook players
      roundbook players senior
      roundbook players dropped --json
      roundbook players --absent
      roundbook players lopez
    """
    everybody = (ctx.t.players[PlayerId(number)] for number, _ in ordered(ctx.sight()))
    to_come = set(not_here(ctx.t))
    found = [
        one
        for one in everybody
        if division in {None, one.division}
        and (word is None or _is_meant(ctx, one, word))
        and not (no_list and (ctx.t.is_out(one.id) or one.id in ctx.t.decks))
        and not (absent and one.id not in to_come)
    ]
    if ctx.as_json:
        meant = {one.id for one in found}
        answer = players(ctx.sight(), {})
        say_answer(
            type(answer)(
                as_of=answer.as_of,
                players=tuple(one for one in answer.players if one.player in meant),
            )
        )
        return
    echo(heading(ctx))
    if word and not found:
        echo(f"no player matches {quoted(word)}; `roundbook players` lists everybody.")
        return
    echo(counted(len(found), "player"))
    if found:
        _show(ctx, found)


def _is_meant(ctx: ReadContext, player: Player, word: str) -> bool:
    """Tell whether a word means a player: by division, state, number, Player ID or name."""
    wanted = plain(word)
    if wanted in map(plain, Division):
        return plain(player.division) == wanted
    if wanted in map(str, PlayerState):
        state = state_of(ctx.t, player)
        return state == wanted or (state is PlayerState.LATE and wanted == PlayerState.IN)
    number_or_id = {player.id, ctx.book.id(player.id) or ""}
    return word.lower() in number_or_id or wanted in plain(ctx.name(player.id))


def _show(ctx: ReadContext, found: list[Player]) -> None:
    columns = [Column("No.", right=True), Column("Name", wraps=True)]
    columns += [] if ctx.public else [Column("Player ID")]
    columns += [Column("Division"), Column("State", wraps=True)]
    lists = bool(ctx.t.decks) and not ctx.public
    door = bool(ctx.t.checked_in) and not ctx.public
    columns += [Column("List")] if lists else []
    columns += [Column("Here")] if door else []
    rows = [_row(ctx, one, lists=lists, door=door) for one in found]
    show(columns, rows, plain=ctx.plain)


def _row(ctx: ReadContext, player: Player, *, lists: bool, door: bool) -> list[str]:
    person = own_person(ctx.book, ctx.t, player.id)
    row = [player.id, last_first(person.name, person.last_name)]
    row += [] if ctx.public else [ctx.book.id(player.id) or ""]
    state = str(state_of(ctx.t, player))
    first = ctx.t.entrant(player.id)
    if first != player.id:
        state = f"plays with {first}"
    elif player.after:
        state += f" after round {player.after}"
    row += [str(player.division), state]
    row += ["in" if player.id in ctx.t.decks else ""] if lists else []
    return [*row, "yes" if player.id in ctx.t.checked_in else ""] if door else row
