"""What `roundbook deckcheck` shows: how many decks were checked, and the form for the next."""

from typing import Any

import click
import msgspec

from cli.counting import counted
from cli.explain import shown
from cli.reading import Reading, at_ledger, say_json
from cli.tables import WIDTH, wrapped
from cli.voice import echo
from cli.who import find_player
from projections.check_form import paragraphs
from projections.deck_checks import progress, remark


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
def form(reading: Reading, who: str) -> None:
    r"""Print the form for the check of PLAYER's deck, with everything that is looked at.

    \b
    Example:
      roundbook deckcheck form cup p17
    """
    player = find_player(who, reading.t, reading.book)
    whom = f"{player} {reading.name(player)}, {reading.t.players[player].division}"
    opened = reading.t.opened
    parts = paragraphs(whom, premier=opened is not None and opened.premier)
    if reading.as_json:
        items = [{"heading": heading, "lines": lines} for heading, lines in parts]
        say_json(tournament=reading.event, player=player, form=items)
        return
    echo(reading.heading())
    for heading, lines in parts:
        echo(f"\n{shown(heading)}")
        for line in lines:
            for part in wrapped(line, WIDTH - 4):
                echo(f"    {shown(part)}")
