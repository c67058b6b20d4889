"""The seats of every player in every round, calculated once for all player pages."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from roundbook.ledger.phrases import Phrase, phrase
from roundbook.ledger.state.lock import final
from roundbook.ledger.state.round_names import called, match_round
from roundbook.ledger.state.rounds import beaten, verdict_of
from roundbook.ledger.state.tournament import Round
from roundbook.ledger.terms import ByeKind, MatchId, NoShow, Pairing, PlayerId, Pool
from roundbook.projections.reports.public_view import Sight
from roundbook.projections.rounds.rounds import in_play, is_settled, until_when
from roundbook.projections.standings.records import SCORED, Record, Scored, records


class Sat(Struct, frozen=True, kw_only=True):
    """A round of one player in the ledger: the opponent, the result, and what it was worth.

    `scored` is None until there is a result; `won`, `lost` and `drawn` are games, if they were
    reported. `points` is None until there is a result, and in a bracket. `until` is until when a
    mistake can be corrected; None if it no longer can be, or if a bracket already depends on it.
    `called` is the name of the round. `by_leaving` is whether the match counts so because a player
    dropped from the bracket; `disqualified` tells whether that player was disqualified. If somebody
    did not show up, `no_show` is who, with this player as the first.
    """

    pool: Pool
    round: int
    called: Phrase
    match: MatchId | None = None
    opponent: PlayerId | None = None
    scored: Scored | None = None
    won: int | None = None
    lost: int | None = None
    drawn: int = 0
    points: int | None = None
    is_first: bool = True
    in_bracket: bool = False
    by_leaving: bool = False
    disqualified: bool = False
    no_show: NoShow | None = None
    third_place: bool = False
    locked: bool = False
    until: Phrase | None = None


def table(sight: Sight) -> dict[PlayerId, Record]:
    """Return the Swiss record of every player."""
    return records(sight.t, sight.rules)


def seats(sight: Sight) -> dict[PlayerId, list[Sat]]:
    """Return every round of every player, in the order in which they were paired."""
    known = sight.once(table)
    worth = {
        (player, part.pool, part.round): part.match_points
        for player, record in known.items()
        for part in record.rounds
    }
    found: dict[PlayerId, list[Sat]] = {player: [] for player in sight.t.players}
    for player, record in known.items():
        found[player] += [
            Sat(
                pool=part.pool,
                round=part.round,
                called=phrase("round %(number)s", number=part.round),
                scored=part.scored,
                points=part.match_points,
            )
            for part in record.rounds
            if part.scored is Scored.FORCED_LOSS
        ]
    for paired in sorted(sight.t.rounds.values(), key=lambda one: one.seq):
        for player, sat in _of_round(sight, paired):
            points = None if sat.in_bracket else worth.get((player, sat.pool, sat.round))
            found.setdefault(player, []).append(replace(sat, points=points))
    for pool, match in sight.t.playoffs.items():
        if (pool, match.round) not in sight.t.rounds:  # It is played before the final is there.
            for player, sat in _of_matches(sight, [(match, sight.t.matches[match])]):
                found[player].append(sat)
    return found


def now(sight: Sight, player: PlayerId) -> Sat | None:
    """Return a player's seat in the latest round of their pool; None if there is none."""
    own = sight.once(seats).get(player, [])
    shown = set(in_play(sight.t))
    for sat in reversed(own):
        latest = sight.t.latest.get(sat.pool, 0)
        if sat.pool in shown and (sat.round == latest or (sat.third_place and sat.round > latest)):
            return sat
    return None


def _of_round(sight: Sight, paired: Round) -> list[tuple[PlayerId, Sat]]:
    """Return what a round was to each player in it."""
    t, pool, number = sight.t, paired.pool, paired.number
    in_bracket, name = pool in t.cuts, called(t, pool, number)
    matches = list(paired.matches())
    playoff = t.playoffs.get(pool)
    if playoff and playoff.round == number:
        matches.append((playoff, t.matches[playoff]))
    found = _of_matches(sight, matches)
    for player, kind in paired.byes:
        scored = Scored.AWARDED_BYE if kind is ByeKind.AWARDED else Scored.BYE
        sat = Sat(pool=pool, round=number, called=name, scored=scored, in_bracket=in_bracket)
        found.append((player, sat))
    return found


def _of_matches(
    sight: Sight, matches: Iterable[tuple[MatchId, Pairing]]
) -> list[tuple[PlayerId, Sat]]:
    """Return what these matches were to their players."""
    t = sight.t
    found: list[tuple[PlayerId, Sat]] = []
    for match, pair in matches:
        pool, number = match.pool, match.round
        result, verdict = t.results.get(match), verdict_of(t, match)
        is_locked = final(t, match, sight.rules)
        open_until = None if is_locked or is_settled(t, match) else match
        until = open_until and until_when(t, sight.rules, pool, number, match)
        for player, opponent in (pair, pair[::-1]):
            is_first = player == pair.first
            own = result if is_first or result is None else result.turned()
            won, lost, drawn = own.games if own and own.games else (None, None, 0)
            sat = Sat(
                pool=pool,
                round=number,
                called=match_round(t, match),
                match=match,
                opponent=opponent,
                scored=SCORED[verdict][0 if is_first else 1] if verdict else None,
                won=won,
                lost=lost,
                drawn=drawn,
                is_first=is_first,
                in_bracket=pool in t.cuts,
                by_leaving=verdict is not None and verdict != (result.verdict if result else None),
                disqualified=any(t.players[one].disqualified for one in beaten(t, match)),
                no_show=own.no_show if own else None,
                third_place=match == t.playoffs.get(pool),
                locked=is_locked,
                until=until,
            )
            found.append((player, sat))
    return found
