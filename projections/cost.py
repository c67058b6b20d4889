"""What a wrong result has come to cost: how long ago it was, and whom a correction would reach."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from ledger.events.catalogue import ResultReported
from ledger.record.entry import Entry
from ledger.rulesets.ruleset import Ruleset
from ledger.state.queries import latest_paired_after
from ledger.state.tournament import Tournament
from ledger.terms import MatchId, PlayerId
from projections.records import records


class Cost(Struct, frozen=True, kw_only=True):
    """Whom the correction of a match reaches.

    `entry` first reported it, None before that; `rounds` have been paired since, each of which
    rests on it. The records of its two `players` change, the Op Win % of those who met them, and
    the Op Op Win % of those who met these.
    """

    match: MatchId
    entry: int | None
    rounds: int
    players: tuple[PlayerId, ...]
    opponents: tuple[PlayerId, ...]
    beyond: tuple[PlayerId, ...]


def cost(entries: Sequence[Entry], t: Tournament, rules: Ruleset, match: MatchId) -> Cost:
    """Return whom a correction of a match reaches; nobody's figures, if it is one of a bracket."""
    table = records(t, rules)
    players = tuple(t.matches[match])
    swiss = match.pool not in t.cuts
    met = {player: set(record.opponents) for player, record in table.items()}
    opponents = _who_met(met, players) if swiss else ()
    beyond = _who_met(met, opponents)
    return Cost(
        match=match,
        entry=_reported(entries, match),
        rounds=max(latest_paired_after(t, match) - match.round, 0),
        players=players,
        opponents=tuple(player for player in opponents if player not in players),
        beyond=tuple(player for player in beyond if player not in {*players, *opponents}),
    )


def _who_met(
    met: dict[PlayerId, set[PlayerId]], players: Iterable[PlayerId]
) -> tuple[PlayerId, ...]:
    """Return who met one of these players, in order of registration."""
    wanted = set(players)
    return tuple(player for player, others in met.items() if others & wanted)


def _reported(entries: Sequence[Entry], match: MatchId) -> int | None:
    """Return the entry that reported a match as it was paired last."""
    found = [
        entry.seq
        for entry in entries
        for event in entry.events
        if isinstance(event, ResultReported) and event.match == match
    ]
    return found[-1] if found else None
