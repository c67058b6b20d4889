"""Byes: awarded, random, and for nobody twice (TOP §3.1; A-56)."""

from collections import Counter

from roundbook.ledger.errors import advice, do
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.phrases import have, several
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.rounds import due
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import ByeKind
from roundbook.ledger.validators.checks import Breach, Found

# Byes: one for an odd number of players, and the awarded ones.


def awarded_bye_missing(t: Tournament, event: ev.Seating) -> Found:
    """A player who was awarded a bye in a round gets it (TOP §3.1)."""
    if event.pool in t.cuts or not t.awarded:
        return
    given = {bye.player for bye in event.byes if bye.kind is ByeKind.AWARDED}
    missing = [
        player
        for player in due(t, event.pool, event.round)
        if event.round in t.awarded.get(player, ()) and player not in given
    ]
    if not missing:
        return
    yield Breach(
        message=f"the bye awarded to {several(missing)} is missing from round {event.round}.",
        cites="TOP §3.1",
        hint="Give the awarded byes first, then pair the others.",
    )


def bye_not_awarded(t: Tournament, event: ev.Seating) -> Found:
    """An awarded bye must have been granted in advance (TOP §3.1)."""
    if event.pool in t.cuts:
        return
    wrong = [
        bye.player
        for bye in event.byes
        if bye.kind is ByeKind.AWARDED and event.round not in t.awarded.get(bye.player, ())
    ]
    if not wrong:
        return
    yield Breach(
        message=f"{have(wrong, one='was', many='were')} not awarded a bye in round {event.round}.",
        cites="TOP §3.1",
        hint=advice(
            "Award it first, with {}, or seat the player.", do("award-bye", "PLAYER", "ROUND")
        ),
    )


def random_byes(t: Tournament, event: ev.Seating) -> Found:
    """With an odd number of players there is one random bye, otherwise none (TOP §3.1)."""
    if event.pool in t.cuts:
        return
    drawn = [bye.player for bye in event.byes if bye.kind is ByeKind.RANDOM]
    players = 2 * len(event.pairings) + len(drawn)
    if len(drawn) == players % 2:
        return
    yield Breach(
        message=f"{players} players need {'one bye' if players % 2 else 'no bye'}, "
        f"but {have(drawn, one='has', many='have')} one in round {event.round}.",
        cites="TOP §3.1",
        hint="Pair them with each other until at most one player is left.",
    )


def second_bye(t: Tournament, event: ev.Seating | ev.ByeAwarded, rules: Ruleset) -> Found:
    """No player has more than one bye in a tournament, random or awarded (TOP §3.1; A-10, A-56)."""
    if isinstance(event, ev.ByeAwarded):
        asked, seated = {event.player}, None
        awarded = len(t.awarded.get(event.player, ()))
        twice = event.round in t.awarded.get(event.player, ())  # That is `bye-awarded-twice`.
        if event.told or twice or rules.byes_each is None:
            return
    else:
        asked = {bye.player for bye in event.byes if bye.kind is ByeKind.RANDOM}
        seated, awarded = (event.pool, event.round), 0
        if not asked or event.pool in t.cuts:
            return
    had = Counter(
        bye.player
        for paired in t.rounds.values()
        if paired.pool not in t.cuts and (paired.pool, paired.number) != seated
        for bye in paired.byes
        if seated or bye.kind is ByeKind.RANDOM  # Awarded ones are counted as they are awarded.
    )
    most = (rules.byes_each or 1) - 1
    again = sorted(player for player in asked if had[player] + awarded > most)
    if not again:
        return
    yield Breach(
        message=f"{have(again, one='already has a bye', many='already have byes')}.",
        cites="TOP §3.1",
        hint="Give the bye to a player who has not had one.",
    )
