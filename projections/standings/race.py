"""The race: everybody's place after each Swiss round, from all results as they are known now."""

from collections.abc import Iterable, Iterator
from hashlib import sha256

from msgspec import Struct, json

from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.pools import swiss_pools_of
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, PlayerId
from roundbook.projections.standings.shown import reached, settled_entries, shown_after


class Race(Struct, frozen=True, kw_only=True):
    """The places of a division after each complete Swiss round, beginning with round 1.

    A disqualified player has no place (None), as in the standings.
    """

    division: Division
    places: tuple[dict[PlayerId, int | None], ...]

    def of(self, player: PlayerId) -> tuple[int | None, ...]:
        """Return a player's places, round by round."""
        return tuple(after.get(player) for after in self.places)


def races(t: Tournament, rules: Ruleset) -> dict[Division, Race]:
    """Return the race of every division that has completed a round.

    A round of a division is complete once it is in all of its pools. Places in a bracket are not
    part of a race: there nobody is overtaken.
    """
    there = {player.division for player in t.players.values()}
    ends = {each: rounds for each in Division if each in there and (rounds := _complete(t, each))}
    found: dict[Division, list[dict[PlayerId, int | None]]] = {division: [] for division in ends}
    for number in range(1, max(ends.values(), default=0) + 1):
        placed = shown_after(t, rules, number)
        for division, last in ends.items():
            if number <= last:
                own = (one for one in placed if one.division == division)
                found[division].append({one.player: one.place for one in own})
    return {
        division: Race(division=division, places=tuple(places))
        for division, places in found.items()
    }


def _complete(t: Tournament, division: Division) -> int:
    """Return the last round that is complete in all pools of a division; 0 if there is none."""
    return min((reached(t, pool).after for pool in swiss_pools_of(t, division)), default=0)


def basis_of_races(entries: Iterable[Entry], t: Tournament) -> bytes:
    """Return a digest of everything that the races rest on.

    A slip of the round being played changes no race, so a server that has 2,000 phones asking can
    tell that without calculating the standings of every round again.
    """
    return sha256(json.encode([*_told(entries, t)])).digest()


def _told(entries: Iterable[Entry], t: Tournament) -> Iterator[object]:
    """Yield the events that count for the Swiss places: of a bracket, only that it was made."""
    for entry in settled_entries(entries, t):
        for event in entry.events:
            match = getattr(event, "match", None)
            pool = match.pool if match else getattr(event, "pool", None)
            is_of_round = match is not None or hasattr(event, "round")
            if not event.apart and not (is_of_round and pool in t.cuts):
                yield event
