"""Why a player missed the cut or day two: the last player who advanced, and what decided it."""

from msgspec import Struct
from msgspec.structs import replace

from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.pools import flights_of, pool_of
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, PlayerId, Pool
from roundbook.projections.bracket.bracket import bracket_of
from roundbook.projections.cut.qualifiers import parted_by, swiss_order
from roundbook.projections.explain.tiebreak import NeighbourStep, compare
from roundbook.projections.standings.percentages import basis
from roundbook.projections.standings.standings import (
    Standing,
    clauses_of,
    first_day,
    lines,
    standings,
)


class Miss(Struct, frozen=True, kw_only=True):
    """Why a player did not advance to a cut, or to day two, of `size` players.

    `last` is the last player who advanced, in Swiss order, from the player's `flight` if there are
    flights; `step` compares the two. It is None if the standings are not the reason: the player
    had dropped (`gone`), or the order has changed since the seeds, or the players, were fixed.
    """

    what: str
    pool: Pool
    size: int
    last: PlayerId
    gone: bool
    step: NeighbourStep | None
    flight: Pool | None = None


def misses(t: Tournament, rules: Ruleset, player: PlayerId) -> tuple[Miss, ...]:
    """Return why a player missed day two, or the cut; empty if the player missed neither."""
    known = t.players[player]
    pool = pool_of(t, known)
    made = t.day_two.get(pool) if pool else None
    if pool and made and player not in made.players:
        own = [p for p in made.players if t.players[p].division == known.division]
        if own:
            last, step = _below_last(first_day(t), rules, player, own, flight=pool)
            gone = known.after is not None and known.after <= made.after
            day = "day two"
            return (Miss(what=day, pool=pool, size=len(own), last=last, gone=gone, step=step),)
    cut = bracket_of(t, known.division)
    if cut and cut.seeds and player not in cut.seeds:
        flight = pool if None not in flights_of(t, known.division) else None
        own = [s for s in cut.seeds if flight is None or pool_of(t, t.players[s]) == flight]
        if own:
            last, step = _below_last(t, rules, player, own, flight=flight)
            missed = Miss(
                what="the cut",
                pool=cut.pool,
                size=len(cut.seeds),
                last=last,
                gone=known.out,
                step=step,
                flight=flight,
            )
            return (missed,)
    return ()


def _below_last(
    t: Tournament, rules: Ruleset, player: PlayerId, own: list[PlayerId], flight: Pool | None
) -> tuple[PlayerId, NeighbourStep | None]:
    """Return the last player who advanced, in Swiss order, and how the player compares."""
    division = t.players[player].division
    order = [one.player for one in swiss_order(t, rules, division, flight)]
    inside = [one for one in order if one in own]
    last = inside[-1] if inside else own[-1]
    if player not in order or last not in order or order.index(player) < order.index(last):
        return last, None
    return last, step_between(t, rules, division, above=last, below=player)


def step_between(
    t: Tournament, rules: Ruleset, division: Division, *, above: PlayerId, below: PlayerId
) -> NeighbourStep:
    """Return how a player compares after Swiss with a player further up."""
    b = basis(t, rules)
    everybody = lines(t, b, swiss_only=True)
    placed = {one.player: one for one in standings(t, rules, swiss_only=True)}
    # `compare` decides by the places whether two players were separated at all. Within a flight
    # they may be separated although they are tied in the division, or the other way round, so the
    # places are made to agree with what separated them.
    decided_by = parted_by(t, rules, division, above, below)
    mine: Standing = replace(placed[below], decided_by=decided_by)
    theirs = placed[above]
    if decided_by is None:
        theirs = replace(theirs, place=mine.place)
    elif theirs.place == mine.place:
        theirs = replace(theirs, place=None)
    clauses = clauses_of(t, b, everybody, division)
    among = [p for p, one in placed.items() if one.division == division and one.place is not None]
    return compare(b, everybody, clauses, among, mine, theirs, t=t, is_above=True)
