"""Show why a player stands where they stand."""

import click
import msgspec

from cli.explain import shown
from cli.reading import Reading, at_ledger, say_json
from cli.who import find_player
from projections import readout
from projections.inquiry import explain_place


@click.command("explain")
@at_ledger("PLAYER")
def command(reading: Reading, player: str) -> None:
    r"""Show why PLAYER stands where they stand, with every fraction that it follows from.

    PLAYER is a number such as p17, an organiser's id, or a part of a name.

    \b
    Examples:
      roundbook explain cup p17
      roundbook explain cup "ana al" --as-of "before round 4"
    """
    found = explain_place(reading.t, reading.rules, find_player(player, reading.t, reading.book))
    if reading.as_json:
        say_json(
            tournament=reading.event,
            entry=reading.t.seq,
            name=reading.name(found.player),
            **msgspec.structs.asdict(found),
        )
        return
    names = {number: reading.name(number) for number in reading.t.players}
    known = {number: shown(name) for number, name in names.items() if name != number}
    for line in readout.lines(found, known):
        click.echo(line)
