"""Why a player has their place: every figure in detail, and a comparison with the neighbours.

An explanation is data; `projections.reports.text.explanations` turns it into lines. Adding up
the fractions by hand gives the same place.
"""

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from roundbook.ledger.errors import Refused, advice, do
from roundbook.ledger.phrases import Phrase, phrase
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.rulesets.wording import cited
from roundbook.ledger.state.pools import flights_by_player
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, PlayerId, Pool, Score
from roundbook.projections.explain.missed_cut import Miss, misses
from roundbook.projections.explain.other_editions import other_reading
from roundbook.projections.explain.percentages import Mean, op_game_win_of, op_op_win_of, op_win_of
from roundbook.projections.explain.tiebreak import PLAYOFF, NeighbourStep, compare
from roundbook.projections.podsheet import omp_note
from roundbook.projections.standings.percentages import (
    ALWAYS,
    Basis,
    Span,
    basis,
    forms_that_differ,
    game_win,
    games_count,
    within,
)
from roundbook.projections.standings.records import PlayedRound, record_of
from roundbook.projections.standings.shown import settled, shown, shown_in
from roundbook.projections.standings.standings import (
    Standing,
    clauses_of,
    first_day,
    lines,
    standings,
)
from roundbook.projections.standings.tiebreaks import TiebreakLine


class Explanation(Struct, frozen=True, kw_only=True):
    """Everything that a player's place depends on.

    `rounds` are the rounds that gave the match points. `looks_at` says which rounds the percentages
    use, if not all. `op_op_win` is None if the edition does not compare it; `games` and the figures
    calculated from it are None if the edition does not count games. `steps` compare the player with
    the nearest neighbours; `misses` say why the player missed day two, or the cut. `flight` is the
    player's flight, if the division plays in flights, and `flight_place` the place in it. `late` is
    whether the player has the late tag, and the edition compares it.

    Rule: the tiebreakers of the edition, in their order (TOP §3.1.4.1).
    Units: percentages are fractions from 0 to 1.
    Errors: none; a player who is not there is refused.

    >>> cup.explain("p1").standing.player
    'p1'
    """

    standing: Standing
    rounds: tuple[PlayedRound, ...]
    dropped_after: int | None
    looks_at: Phrase | None
    op_win: Mean
    op_op_win: Mean | None
    games: Score | None
    game_win: Fraction | None
    op_game_win: Mean | None
    steps: tuple[NeighbourStep, ...]
    flight: Pool | None = None
    flight_place: int | None = None
    misses: tuple[Miss, ...] = ()
    reading: Phrase | None = None
    late: bool = False

    @property
    def player(self) -> PlayerId:
        """The player whose place is explained."""
        return self.standing.player

    @property
    def division(self) -> Division:
        """The division of the place."""
        return self.standing.division


def explain_place(
    t: Tournament,
    rules: Ruleset,
    player: PlayerId,
    everybody: Iterable[Standing] | None = None,
) -> Explanation:
    """Return why a player has their place; raise Refused if there is no such player.

    Both players of a team have the place of the team. `everybody` are the standings as shown, if
    the caller has them, which saves a quarter of the time.
    """
    if player not in t.players:
        raise Refused(
            f"there is no player {player}.", hint=advice("{} lists the numbers.", do("standings"))
        )
    t = settled(t)
    player = t.entrant(player)
    b = basis(t, rules)
    span = b.spans[player]
    games = games_count(rules)
    everybody = shown(t, rules) if everybody is None else everybody
    placed = [one for one in everybody if one.division == t.players[player].division]
    at = next(number for number, one in enumerate(placed) if one.player == player)
    return Explanation(
        standing=placed[at],
        rounds=b.table[player].rounds,
        dropped_after=b.left.get(player),
        looks_at=_looks_at(t, player, span),
        op_win=_worded(t, rules, player, op_win_of(b, player, span)),
        op_op_win=op_op_win_of(b, player, span) if "op-op-win" in rules.tiebreaks else None,
        games=record_of(within(b, player, span)).games if games else None,
        game_win=game_win(b, player, span) if games else None,
        op_game_win=op_game_win_of(b, player, span) if games else None,
        steps=_steps(t, b, placed, at),
        **_in_flight(t, rules, player),
        misses=misses(t, rules, player),
        reading=_read_otherwise(t, rules, placed[at]),
        late=placed[at].late and rules.ranks_late,
    )


def _worded(t: Tournament, rules: Ruleset, player: PlayerId, mean: Mean) -> Mean:
    """Return an Op Win %, with a note if the pod sheet words it differently (A-62)."""
    forms = forms_that_differ(t, rules).get(player)
    return replace(mean, note=omp_note(player, *forms)) if forms else mean


def _read_otherwise(t: Tournament, rules: Ruleset, here: Standing) -> Phrase | None:
    """Return the place that a player would have with the other reading of head-to-head (A-52)."""
    other = other_reading(rules)
    if other is None or here.place is None:
        return None
    there = next(one for one in standings(t, other) if one.player == here.player)
    if there.place == here.place or there.place is None:
        return None
    if other.head_to_head == "two":
        said = phrase(
            "If head-to-head applied only between exactly two players, "
            "the place would be %(place)s.",
            place=there.place,
        )
    else:
        said = phrase(
            "If head-to-head applied among all tied players, the place would be %(place)s.",
            place=there.place,
        )
    return said


def _in_flight(t: Tournament, rules: Ruleset, player: PlayerId) -> dict[str, Any]:
    """Return the flight of a player and the place in it, if the player is in a flight."""
    pool = flights_by_player(t).get(player)
    if pool is None:
        return {}
    placed = {one.player: one.place for one in shown_in(t, rules, pool)}
    return {"flight": pool, "flight_place": placed[player]}


def _steps(t: Tournament, b: Basis, placed: list[Standing], at: int) -> tuple[NeighbourStep, ...]:
    """Compare a player with the players directly above and below.

    Two players who are not in day two are compared as they stood after day one (A-20), unless a cut
    separates them: the cut of a division without day two.
    """
    beside = [(number, number < at) for number in (at - 1, at + 1) if 0 <= number < len(placed)]
    second_day = {player for made in t.day_two.values() for player in made.players}
    among = [one.player for one in placed if one.place is not None]
    found: list[NeighbourStep] = []

    @cache
    def stood(*, on_day_one: bool) -> tuple[Tournament, Basis, dict[PlayerId, TiebreakLine]]:
        then = first_day(t) if on_day_one else t
        base = basis(then, b.rules) if on_day_one else b
        return then, base, lines(then, base)

    for number, is_above in beside:
        if placed[at].place is None or placed[number].place is None:
            continue
        seeded = placed[at].seed or placed[number].seed
        pair = {placed[at].player, placed[number].player}
        then, base, everybody = stood(
            on_day_one=bool(t.day_two) and not seeded and not second_day & pair
        )
        clauses = clauses_of(then, base, everybody, placed[at].division)
        found.append(
            compare(
                base,
                everybody,
                clauses,
                among,
                placed[at],
                placed[number],
                t=then,
                is_above=is_above,
            )
        )
    if not t.is_elimination:
        return tuple(found)
    return tuple(  # Single-elimination places have their own source.
        replace(one, cites=cited("TOP §3.2.3", b.rules))
        if one.decided_by in {"cut", "bracket", "seed"} and one.cites != cited(PLAYOFF, b.rules)
        else one
        for one in found
    )


def _looks_at(t: Tournament, player: PlayerId, span: Span) -> Phrase | None:
    """Return which rounds a player's percentages use, if not all."""
    if span.after:
        return phrase("rounds %(number)s and later, on day two", number=span.after + 1)
    if span.upto == ALWAYS:
        return None
    if t.players[player].after == span.upto:
        return phrase(
            "the records after round %(number)s, when %(player)s dropped",
            number=span.upto,
            player=player,
        )
    return phrase("the records after round %(number)s, at the end of day one", number=span.upto)
