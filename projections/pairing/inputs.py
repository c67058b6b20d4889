"""The facts that the next round of a pool is drawn from, in canonical form.

Only facts count. When they were entered, in which order, and what else is in the ledger gives
nobody a second try at the draw.
"""

from collections.abc import Iterator

from msgspec import Struct

from roundbook.ledger.events.event import Drawn
from roundbook.ledger.record import draws
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.pools import draw_key, members
from roundbook.ledger.state.rounds import due
from roundbook.ledger.state.tournament import Round, Tournament
from roundbook.ledger.terms import Division, PlayerId, Pool, winner_in
from roundbook.projections.rounds_left import (
    next_number,
    opponents_in,
    rounds_before,
    with_bye_in,
)
from roundbook.projections.standings.records import records

Fact = tuple[str, ...]


class Facts(Struct, frozen=True, kw_only=True):
    """A round to be paired.

    `players` are those without an awarded bye, by their numbers; `awarded` those with one. `points`
    are match points, `met` all players whom each was ever paired with, `had_bye` the players who
    have had a bye of either kind. `awaiting` are other players with an awarded bye in a later
    round, if this round has a random one and its procedure spares them (A-56). `state` is the
    digest of everything that the draw depends on.
    """

    pool: Pool
    round: int
    players: tuple[PlayerId, ...]
    awarded: tuple[PlayerId, ...]
    points: dict[PlayerId, int]
    divisions: dict[PlayerId, Division]
    met: dict[PlayerId, set[PlayerId]]
    had_bye: frozenset[PlayerId]
    awaiting: frozenset[PlayerId]
    state: bytes


def number_of(player: PlayerId) -> int:
    """Return the number in a player's id: 17 for `p17`."""
    return int(player[1:])


def facts_of(t: Tournament, rules: Ruleset, *, pool: Pool, sparing: bool = False) -> Facts:
    """Return the facts that the next round of a Swiss pool is drawn from.

    `sparing`
    procedures keep the random bye from players who await an awarded one.
    """
    number = next_number(t, pool)
    everybody = sorted(members(t, pool), key=number_of)
    present = set(due(t, pool, number))
    awarded = {p for p in present if number in t.awarded.get(p, ())}
    players = tuple(p for p in everybody if p in present - awarded)
    before = rounds_before(t, pool, number, everybody)
    met = {player: set[PlayerId]() for player in players} | opponents_in(before)
    had_bye = with_bye_in(before)
    to_come: list[Fact] = [
        ("award", player, str(later))
        for player in (players if sparing and len(players) % 2 else ())
        for later in t.awarded.get(player, ())
        if later > number and player not in had_bye
    ]
    table = records(t, rules, through=number - 1)
    return Facts(
        pool=pool,
        round=number,
        players=players,
        awarded=tuple(p for p in everybody if p in awarded),
        points={p: table[p].match_points for p in players},
        divisions={p: t.players[p].division for p in players},
        met=met,
        had_bye=had_bye,
        awaiting=frozenset(PlayerId(player) for _, player, _ in to_come),
        state=_state(t, everybody, to_come, present=present, awarded=awarded, before=before),
    )


def _state(
    t: Tournament,
    everybody: list[PlayerId],
    to_come: list[Fact],
    *,
    present: set[PlayerId],
    awarded: set[PlayerId],
    before: list[Round],
) -> bytes:
    """Return the digest of the digests of the facts, in order.

    There is a line for each player: to be paired, with an awarded bye, or out; then one for each
    bye and each match, and for each bye to come if a player is spared for it. Games, tables and
    sides of a slip do not affect pairings.
    """
    facts = [*to_come]
    for player in everybody:
        here = "bye" if player in awarded else "in" if player in present else "out"
        facts.append(("player", player, t.players[player].division, here))
    for paired in before:
        facts += _round_facts(t, paired)
    return draws.digest(sorted(draws.digest(fact) for fact in facts))


def _round_facts(t: Tournament, paired: Round) -> Iterator[Fact]:
    """Yield one line for each bye and each match of a round."""
    where = (paired.pool, str(paired.number))
    for player, kind in paired.byes:
        yield ("bye", *where, player, kind)
    for match, pair in paired.matches():
        result = t.results.get(match)
        verdict = result.verdict if result else None
        low, high = sorted(pair, key=number_of)
        outcome = winner_in(pair, verdict) or verdict or "open"
        yield ("match", *where, low, high, outcome)


# The key of a draw: every lot comes from it, and anybody can calculate it again.


def key_of(t: Tournament, facts: Facts, drawn: Drawn) -> bytes:
    """Return the key of one draw of a round, by the tournament before it (docs/pairing.md).

    Raises Refused if the secret is invalid.
    """
    return draw_key(t, drawn, facts.pool, facts.state, facts.round)
