"""The players who advance: the Swiss order of the active players, and the seeds of a cut.

If a division plays in flights, each flight is a separate list, and the best of all flights are
merged by the standings of the division (TOP §3.3.3).
"""

from typing import NamedTuple

from roundbook.ledger.errors import Refused, advice, do
from roundbook.ledger.events.catalogue import CutMade
from roundbook.ledger.phrases import counted, have
from roundbook.ledger.rulesets.divisions import bracket_name
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.pools import (
    LEAST_PER_FLIGHT,
    each_sends,
    flights_of,
    members,
    pool_of,
    swiss_pools_of,
)
from roundbook.ledger.state.rounds import (
    latest_round,
    open_matches,
    planned_rounds,
    rounds_of,
    rounds_started,
    to_replace,
)
from roundbook.ledger.state.subjects import cut_thing, match_thing, player_thing
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, PlayerId, Pool
from roundbook.ledger.text import joined
from roundbook.projections.bracket.bracket import bracket_of
from roundbook.projections.standings.percentages import basis
from roundbook.projections.standings.records import records
from roundbook.projections.standings.standings import clauses_of, in_order, lines


class Contender(NamedTuple):
    """A player in the Swiss order of a list; tied players share a place.

    `decided_by` is the clause that put the player below the player above.
    """

    player: PlayerId
    place: int
    decided_by: str | None


class Wrong(NamedTuple):
    """A wrong seed: its number, the player there, and the player who should be there."""

    number: int
    taken: Contender
    expected: Contender


def swiss_order(
    t: Tournament, rules: Ruleset, division: Division, flight: Pool | None = None
) -> list[Contender]:
    """Return all players with a place in a division, or in one flight of it, in Swiss order.

    Dropped players are included. The cut, if there is one, does not change the order, but Swiss
    counts as over, with or without it: the paired rounds are the planned ones.
    """
    over = _over(t, division)
    b = basis(over, rules)
    everybody = lines(over, b, swiss_only=True)
    inside = members(t, flight) if flight else t.players
    players = [player for player in inside if t.players[player].division == division]
    found: list[Contender] = []
    for tier in in_order(over, b, everybody, players, division):
        place = len(found) + 1
        found += [Contender(line.player, place, tier.decided_by) for line in tier.level]
    return found


def _over(t: Tournament, division: Division) -> Tournament:
    """Return the tournament as if the cut of a division had been made."""
    if any(cut.division == division for cut in t.cuts.values()):
        return t
    after = t.copy()
    pool = bracket_name(division)
    after.cuts[pool] = CutMade(division=division, pool=pool, seeds=())
    return after


def still_in(t: Tournament, contenders: list[Contender]) -> list[Contender]:
    """Return the players who are still in: one who dropped makes room for the next (A-44)."""
    return [one for one in contenders if not t.players[one.player].out]


def best(t: Tournament, rules: Ruleset, division: Division, size: int) -> list[Contender]:
    """Return the seeds of a cut in order, with their places in the division (TOP §3.3, §3.3.3).

    Every flight sends the same number. Raises Refused if the size does not divide, or fewer players
    are still in.
    """
    flights = flights_of(t, division)
    each = each_sends(t, division, size)
    if each is None:
        raise Refused(
            (
                f"a cut of {size} cannot be taken from {len(flights)} flights: each "
                "flight must send the same number, at least two."
            ),
            hint=f"Take {LEAST_PER_FLIGHT * len(flights)}, or twice or four times as many "
            "(TOP §3.3.3).",
        )
    chosen: set[PlayerId] = set()
    inside: list[Contender] = []
    for flight in flights:
        inside = still_in(t, swiss_order(t, rules, division, flight))
        if len(inside) < each:
            where = f"of {flight}" if flight else f"in {division}"
            raise Refused(
                (
                    f"the cut takes {each}, but only {counted(len(inside), 'player')} "
                    f"{where} can still advance."
                ),
                hint=advice(
                    "Take fewer players; a number that was not announced needs a reason: {}.",
                    do("cut", "--size", "…", "--reason", "…"),
                ),
            )
        # The players who advance come from each flight; the seeds are those of the whole division.
        chosen.update(one.player for one in inside[:each])
    if len(flights) == 1:  # This is already the list of the whole division.
        return inside[:each]
    return [one for one in swiss_order(t, rules, division) if one.player in chosen]


def outdated(t: Tournament, rules: Ruleset, division: Division) -> bool:
    """Tell whether a division's seeds would be different now. Raises Refused as `best` does."""
    cut = bracket_of(t, division)
    assert cut is not None
    if any(t.players[seed].out for seed in cut.seeds if seed in t.players):
        return True
    seeds = [one.player for one in best(t, rules, division, len(cut.seeds))]
    return seeds != [*cut.seeds]


def why_seed_again(t: Tournament, rules: Ruleset, pool: Pool) -> str | None:
    """Return why a cut has to be made again before its bracket starts (A-40, A-44).

    None if its seeds match the standings, if nobody could move up, or if the bracket has started.
    Seeds with which the cut was made, or a round was paired, are right until the standings change
    again (A-81).
    """
    cut = t.cuts.get(pool)
    if not isinstance(cut, CutMade) or t.is_elimination or rounds_started(t, pool):
        return None
    if left := to_replace(t, pool):
        out = [one for one in left if t.players[one].disqualified]
        dropped = [one for one in left if one not in out]
        said = [have(out, one="was", many="were") + " disqualified"] if out else []
        said += [have(dropped, one="has", many="have") + " dropped"] if dropped else []
        return joined(said)
    waits = latest_round(t, pool)
    allowed = max(t.changed[cut_thing(cut.division)], waits.seq if waits else 0)
    if cut.told or not _changed_since(t, cut.division, allowed):
        return None
    wrong = first_wrong(t, rules, cut)
    return f"seed {wrong.number} is {wrong.expected.player} now" if wrong else None


def _changed_since(t: Tournament, division: Division, seq: int) -> bool:
    """Tell whether a Swiss result or a player of a division has changed since an entry."""
    pools = swiss_pools_of(t, division)
    things = [match_thing(match) for match in t.matches if match.pool in pools]
    things += [player_thing(one.id) for one in t.players.values() if one.division == division]
    return any(t.changed.get(thing, 0) > seq for thing in things)


def first_wrong(t: Tournament, rules: Ruleset, cut: CutMade) -> Wrong | None:
    """Return the first seed that does not follow the standings.

    Players who may not be seeds are checked by `cut-player`, and numbers per flight by
    `cut-flights`, which come first.
    """
    order = still_in(t, swiss_order(t, rules, cut.division))
    placed = {one.player: one for one in order}
    if any(seed not in placed for seed in cut.seeds):
        return None
    due, unlike = order, None
    if None not in (flights := flights_of(t, cut.division)):
        chosen = {*cut.seeds}
        for flight in flights:
            own = still_in(t, swiss_order(t, rules, cut.division, flight))
            taken = [one for one in own if one.player in cut.seeds]
            for one, expected in zip(taken, own, strict=False):
                if one.place != expected.place:
                    chosen = (chosen - {one.player}) | {expected.player}
                    unlike = unlike or Wrong(cut.seeds.index(one.player) + 1, one, expected)
        # The seeds are those of the whole division: a player who comes in has a seed of their own.
        due = [one for one in order if one.player in chosen]
    # Places are compared, not players: of players who share a place, any may have the seed.
    for number, (seed, expected) in enumerate(zip(cut.seeds, due, strict=False), start=1):
        if placed[seed].place != expected.place:
            return Wrong(number, placed[seed], expected)
    return unlike


def parted_by(
    t: Tournament, rules: Ruleset, division: Division, above: PlayerId, below: PlayerId
) -> str | None:
    """Return the clause that put a player below one further up; None if they are tied.

    Both are compared within their flight, if they share one.
    """
    flight = pool_of(t, t.players[below])
    same = flight is not None and pool_of(t, t.players[above]) == flight
    pools = swiss_pools_of(t, division)
    order = swiss_order(t, rules, division, flight if same and len(pools) > 1 else None)
    places = {one.player: number for number, one in enumerate(order)}
    if order[places[above]].place == order[places[below]].place:
        return None
    b = basis(t, rules)
    names = [clause.name for clause in clauses_of(t, b, lines(t, b, swiss_only=True), division)]
    # The clause that is applied first has separated them: by all before it the players between are
    # tied.
    between = order[places[above] + 1 : places[below] + 1]
    return min((one.decided_by for one in between if one.decided_by), key=names.index)


def unplayed(t: Tournament, division: Division) -> bool:
    """Return whether the bracket of a division has not begun, so its seeds may change (A-40)."""
    brackets = [pool for pool, cut in t.cuts.items() if cut.division == division]
    return not any(rounds_started(t, pool) for pool in brackets)


# Whether only one undefeated player is left before the last announced round (TOP §3.1; A-1).


class Alone(NamedTuple):
    """The only undefeated player of a pool, after which round, and of how many announced."""

    pool: Pool
    player: PlayerId
    after: int
    announced: int


def only_undefeated(t: Tournament, rules: Ruleset, pool: Pool) -> Alone | None:
    """Return the only player of a pool without a loss, if rounds are left to be played.

    The rules say both that Swiss continues until one undefeated player is left, and that the number
    of rounds is announced. The announced number counts; this only gives a note (A-1). A tie is not
    a defeat, and dropped players do not count.
    """
    announced, complete = planned_rounds(t, pool), 0
    for paired in rounds_of(t, pool):
        if not paired.started or open_matches(t, paired):
            break
        complete = paired.number
    if pool not in t.pods or announced is None or not 1 <= complete < announced:
        return None
    table = records(t, rules, through=complete)
    unbeaten = [
        player
        for player in members(t, pool)
        if not t.players[player].out and not table[player].losses
    ]
    return Alone(pool, unbeaten[0], complete, announced) if len(unbeaten) == 1 else None


def alone_in(t: Tournament, rules: Ruleset) -> list[Alone]:
    """Return the only undefeated players of all pods that still have a round to pair."""
    cut = {t.cuts[pool].division for pool in t.cuts}
    pods = [pool for pool, ages in t.pods.items() if not cut & {*ages} and t.closed is None]
    return [found for pool in pods if (found := only_undefeated(t, rules, pool))]
