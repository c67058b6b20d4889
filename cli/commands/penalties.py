"""Show who was penalised, for what, and by whom."""

import click
import msgspec

from cli.args.players import find_player
from cli.desk.output import echo
from cli.desk.read import Reading, at_ledger, say_json
from cli.terminal.tables import Column, show
from ledger.terms import HandId
from projections.judging.penalties import Given, penalties

COLUMNS = (
    Column("Entry", right=True),
    Column("Time"),
    Column("Player", wraps=True),
    Column("Penalty"),
    Column("For", wraps=True),
)


@click.command("penalties")
@at_ledger("[PLAYER]")
def command(reading: Reading, who: str | None) -> None:
    r"""Show the penalties of the event, or of one PLAYER: look before you judge the next.

    Disqualifications stand here too, and so does what was withdrawn, with the reason.

    \b
    Examples:
      roundbook penalties cup
      roundbook penalties cup p17
    """
    player = find_player(who, reading.t, reading.book) if who else None
    found = penalties(reading.entries, player)
    if reading.as_json:
        data = [as_data(one, reading) for one in found]
        say_json(tournament=reading.event, entry=reading.t.seq, penalties=data)
        return
    echo(reading.heading())
    if not found:
        echo(f"no penalty{f' for {player}' if player else ''} is on record.")
        return
    show(COLUMNS, [_row(one, reading) for one in found], plain=reading.plain)


def as_data(one: Given, reading: Reading) -> dict[str, object]:
    """Return a penalty for a program, with the name of the player and the judge's."""
    return {
        **msgspec.structs.asdict(one),
        "match": str(one.match) if one.match else None,
        "name": reading.name(one.player),
        "by": _judge(one, reading),
    }


def _row(one: Given, reading: Reading) -> list[str]:
    where = f", {one.match}" if one.match else ""
    taken_back = f' [withdrawn: "{one.withdrawn}"]' if one.withdrawn is not None else ""
    return [
        str(one.seq),
        one.at.isoformat(sep=" ", timespec="minutes")[:16],
        f"{one.player} {reading.name(one.player)}",
        one.penalty.replace("-", " "),
        f"{one.infraction}{where} (by {_judge(one, reading)}){taken_back}",
    ]


def _judge(one: Given, reading: Reading) -> str:
    name = reading.book.hands.get(HandId(one.hand.id), one.hand.id)
    return name if name == one.hand.role else f"{name}, {one.hand.role}"
