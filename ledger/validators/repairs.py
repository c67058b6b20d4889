"""A paired round before its start: who has come and gone since, and how little a repair changes."""

from collections.abc import Iterator

from ledger import events as ev
from ledger.entries import Entry
from ledger.errors import Violation
from ledger.events import AnyEvent
from ledger.field import due
from ledger.rulesets.ruleset import Ruleset
from ledger.tournament import Tournament
from ledger.validators.wording import have, several, waiver


def seats_changed(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """A round starts with everybody who is in, and nobody who has left (TOP §3.1, §3.1.3).

    Until the start a player who came or left changes the pairings; from then on nobody does.
    """
    if not isinstance(event, ev.RoundStarted):
        return
    paired = t.rounds.get((event.pool, event.round))
    if paired is None or paired.started:
        return
    seated, expected = set(paired.players()), due(t, event.pool, event.round)
    entitled = set(expected)
    gone = [player for player in paired.players() if player not in entitled]
    missed = [player for player in expected if player not in seated]
    if gone:
        change = f"{have(gone, one='is', many='are')} seated but out"
    elif missed:
        change = f"{have(missed, one='is', many='are')} in but not seated"
    else:
        return
    yield Violation(
        rule="seats-changed",
        seq=entry.seq,
        message=f"round {event.round} of {event.pool} cannot start: {change}.",
        cites="TOP §3.1, A-42",
        hint="Repair it, `roundbook repair`: as few pairings as possible change.",
    )


def table_changed(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """Who keeps their opponent in a repair should keep the table too (TOP §4)."""
    if not isinstance(event, ev.RoundRepaired):
        return
    before = t.rounds.get((event.pool, event.round))
    if before is None:
        return
    tables = {frozenset(pair): match.table for match, pair in before.matches()}
    moved = [
        "-".join(pair)
        for table, pair in zip(event.tables, event.pairings, strict=False)
        if tables.get(frozenset(pair), table) != table
    ]
    if not moved:
        return
    yield Violation(
        rule="table-changed",
        seq=entry.seq,
        message=f"these meet as posted, but at another table: {several(moved)}.",
        cites="TOP §4",
        hint=f"Leave them where they are. {waiver('table-changed')}",
    )


def nothing_repaired(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """A repair repairs something: it is no way to draw until one likes what comes next (LED-3)."""
    if not isinstance(event, ev.RoundRepaired):
        return
    before = t.rounds.get((event.pool, event.round))
    if before is None:
        return
    posted = {frozenset(pair) for pair in before.pairings} | set(before.byes)
    if posted != {frozenset(pair) for pair in event.pairings} | set(event.byes):
        return
    yield Violation(
        rule="nothing-repaired",
        seq=entry.seq,
        message=f"round {event.round} of {event.pool} is as it was: nothing has been repaired.",
        cites="TOP §4, LED-3",
        hint="Start it, or pair it anew for a reason: `roundbook pair --again --reason …`.",
    )
