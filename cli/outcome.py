"""The tournament with what a command has written in it, or would have written."""

from cli.turn import Turn
from ledger.entries import Entry
from ledger.tournament import Tournament


def after(turn: Turn, *entries: Entry) -> Tournament:
    """Return the tournament with these entries in it, though they were only rehearsed."""
    if not turn.dry_run:
        return turn.tournament
    then = turn.tournament.copy()
    for entry in entries:
        then.follow(entry)
    return then
