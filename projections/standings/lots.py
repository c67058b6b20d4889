"""Lots for players who are tied on everything: the last resort of the standings (A-23)."""

from collections.abc import Sequence
from itertools import groupby

from roundbook.ledger.events.catalogue import LotDrawn
from roundbook.ledger.record import draws
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.pools import draw_key, next_draw
from roundbook.ledger.state.rounds import all_lost, never_came, rounds_started
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, PlayerId
from roundbook.projections.bracket.bracket import brackets
from roundbook.projections.standings.standings import standings

DRAW = "lots-1"
"""The procedure: each group of tied players is ordered by the SHA-256 lots of the draw's key.

The lowest lot is first; the state in the key names the division and its groups, each in order of
registration.
"""


def level(t: Tournament, rules: Ruleset) -> dict[Division, list[tuple[PlayerId, ...]]]:
    """Return the groups whom a lot would put in order, by division, for divisions that have any.

    It is empty in an edition that orders them differently, such as by the order of a file.
    """
    if "lot" not in rules.tiebreaks:
        return {}
    found: dict[Division, list[tuple[PlayerId, ...]]] = {}
    before = t.copy()  # A cut that has not started separates nobody: it may be made again.
    before.cuts = {pool: cut for pool, cut in t.cuts.items() if rounds_started(t, pool)}
    # Two who lost the last match of a bracket share second place for good.
    lost = {player for cut in brackets(before) for player in all_lost(before, cut.pool)}
    placed = (line for line in standings(before, rules) if line.place is not None)
    for (division, _), lines in groupby(placed, key=lambda line: (line.division, line.place)):
        group = {line.player for line in lines if not never_came(t, line.player)}
        if len(group) > 1 and not group & lost:
            registered = tuple(player for player in t.players if player in group)
            found.setdefault(division, []).append(registered)
    return found


def draw(
    t: Tournament, *, division: Division, groups: Sequence[tuple[PlayerId, ...]], secret: str
) -> LotDrawn:
    """Return the order that `secret` gives to the tied players of a division.

    Earlier lots stay for players who are no longer tied.
    """
    # The groups are in the key's state, so lots drawn for other groups cannot be used for these.
    state = draws.digest([DRAW, division.lower(), *(" ".join(group) for group in groups)])
    drawn = next_draw(t, DRAW, secret)
    key = draw_key(t, drawn, division.lower(), state)
    ordered = [
        player
        for group in groups
        for player in sorted(group, key=lambda player: draws.lot(key, DRAW, player))
    ]
    earlier = [player for player in t.lots.get(division, ()) if player not in ordered]
    return LotDrawn(division=division, lots=(*earlier, *ordered), drawn=drawn)
