"""Byes: one for an odd number, drawn once a player, and awarded ones where they were granted."""

from collections.abc import Iterator

from ledger import events as ev
from ledger.entries import Entry
from ledger.errors import Violation
from ledger.events import AnyEvent
from ledger.field import due
from ledger.rulesets.ruleset import Ruleset
from ledger.terms import ByeKind
from ledger.tournament import Tournament
from ledger.validators.wording import have, several, waiver


def awarded_bye_missing(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """Who was awarded a bye in a round has it (TOP §3.1)."""
    if not isinstance(event, ev.Seating) or event.pool in t.cuts or not t.awarded:
        return
    given = {bye.player for bye in event.byes if bye.kind is ByeKind.AWARDED}
    missing = [
        player
        for player in due(t, event.pool, event.round)
        if event.round in t.awarded.get(player, ()) and player not in given
    ]
    if not missing:
        return
    yield Violation(
        rule="awarded-bye-missing",
        seq=entry.seq,
        message=f"the bye awarded to {several(missing)} is missing in round {event.round}.",
        cites="TOP §3.1",
        hint="Give the awarded byes first, then pair the others.",
    )


def bye_not_awarded(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """An awarded bye is one that was granted in advance (TOP §3.1)."""
    if not isinstance(event, ev.Seating) or event.pool in t.cuts:
        return
    wrong = [
        bye.player
        for bye in event.byes
        if bye.kind is ByeKind.AWARDED and event.round not in t.awarded.get(bye.player, ())
    ]
    if not wrong:
        return
    yield Violation(
        rule="bye-not-awarded",
        seq=entry.seq,
        message=f"{have(wrong, one='was', many='were')} not awarded a bye in round {event.round}.",
        cites="TOP §3.1",
        hint="Award it first, with `roundbook award`, or seat the player.",
    )


def random_byes(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """An odd number has one random bye, an even number none (TOP §3.1)."""
    if not isinstance(event, ev.Seating) or event.pool in t.cuts:
        return
    drawn = [bye.player for bye in event.byes if bye.kind is ByeKind.RANDOM]
    players = 2 * len(event.pairings) + len(drawn)
    if len(drawn) == players % 2:
        return
    yield Violation(
        rule="random-byes",
        seq=entry.seq,
        message=f"{players} players need {'one bye' if players % 2 else 'no bye'}, "
        f"but {have(drawn, one='has', many='have')} one in round {event.round}.",
        cites="TOP §3.1",
        hint="Pair them with each other, until at most one is left.",
    )


def second_bye(t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset) -> Iterator[Violation]:
    """Nobody has a second random bye, or one after an awarded bye (TOP §3.1; A-10)."""
    if not isinstance(event, ev.Seating) or event.pool in t.cuts:
        return
    drawn = {bye.player for bye in event.byes if bye.kind is ByeKind.RANDOM}
    if not drawn:
        return
    had = {
        bye.player
        for paired in t.rounds.values()
        if paired.pool not in t.cuts and (paired.pool, paired.number) != (event.pool, event.round)
        for bye in paired.byes
    }
    again = sorted(drawn & had)
    if not again:
        return
    yield Violation(
        rule="second-bye",
        seq=entry.seq,
        message=f"{have(again, one='has', many='have')} had a bye before.",
        cites="TOP §3.1, A-10",
        hint=f"Give the bye to somebody who had none. {waiver('second-bye')}",
    )
