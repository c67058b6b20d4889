"""The standings: each player's place in the division, and the clause that decided it."""

from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.pools import brackets_of, draft_pods, members, pool_of, swiss_pools_of
from roundbook.ledger.state.rounds import all_lost
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, PlayerId, Pool
from roundbook.projections.bracket.bracket import brackets
from roundbook.projections.bracket.placements import how_far
from roundbook.projections.standings.percentages import Basis, basis, figures
from roundbook.projections.standings.tiebreaks import (
    BEFORE,
    FIGURES,
    Clause,
    Joined,
    TiebreakLine,
    Tier,
    chain,
    tiers,
)

# The tournament as it stood at the end of the first day, for players outside the second.


def first_day(t: Tournament) -> Tournament:
    """Return the tournament without the second day, for players who keep place and figures.

    Rounds, cuts and drops after the first day have not happened, and the rounds of that day are all
    that were planned (A-20).
    """
    before = t.copy()
    ends = {pool: made.after for pool, made in t.day_two.items()}
    before.rounds = {
        (pool, number): paired
        for (pool, number), paired in t.rounds.items()
        if number <= ends.get(pool, number) and pool not in t.cuts
    }
    before.latest = {pool: min(number, ends.get(pool, number)) for pool, number in t.latest.items()}
    for pool, end in ends.items():
        before.planned[pool] = end
    before.day_two, before.cuts = {}, {}
    last = max(ends.values(), default=0)
    before.players = {
        player.id: replace(player, after=None)
        if player.after is not None and player.after > last
        else player
        for player in t.players.values()
    }
    return before


# The standings of the whole tournament, of one division, of a flight.

DIVISIONS = (Division.MASTERS, Division.SENIOR, Division.JUNIOR, Division.OPEN)
"""The order for programs and archives; people see the youngest first (`Division`)."""


class Standing(Struct, frozen=True, kw_only=True):
    """One player's line in the standings.

    `place` counts within the division; None for a disqualified player (A-8). Players who are tied
    share a place before a lot is drawn (A-23). `wins` include byes. `decided_by` is the clause that
    put the player below the player above, or the first above the player below. `seed` is the number
    in the cut.

    Rule: the tiebreakers of the edition, in their order (TOP §3.1.4.1).
    Units: percentages are fractions from 0 to 1, and rounded only where they are printed.
    Errors: none.

    >>> cup.standings()[0].record
    '4-1-0'
    """

    division: Division
    place: int | None
    player: PlayerId
    match_points: int
    wins: int
    losses: int
    ties: int
    op_win: Fraction
    op_op_win: Fraction
    game_win: Fraction | None = None
    op_game_win: Fraction | None = None
    dropped: bool = False
    late: bool = False
    disqualified: bool = False
    decided_by: str | None = None
    seed: int | None = None

    @property
    def record(self) -> str:
        """Wins, losses and ties as people say them: `4-1-0`. A bye is a win (TOP §3.1)."""
        return f"{self.wins}-{self.losses}-{self.ties}"


FIELDS = {
    "op-win": "op_win",
    "op-op-win": "op_op_win",
    "game-win": "game_win",
    "op-game-win": "op_game_win",
}
"""The figures that an edition may compare, and their fields in a standing."""


def compared_figures(rules: Ruleset) -> dict[str, str]:
    """Return the figures that an edition compares, in order, with their fields in a standing."""
    return {name: FIELDS[name] for name in rules.tiebreaks if name in FIELDS}


def are_shared(placed: Iterable[Standing]) -> bool:
    """Tell whether two players of a division share a place."""
    places = [(one.division, one.place) for one in placed if one.place]
    return len(set(places)) < len(places)


def standings(
    t: Tournament,
    rules: Ruleset,
    *,
    count_unplayed: bool = False,
    swiss_only: bool = False,
) -> list[Standing]:
    """Return every player's line, division by division, beginning with first place.

    After a cut its players are above all others, by how far they came; all others keep the order of
    Swiss (TOP §3.3.6, A-44). `swiss_only` is the order that seeds a cut.
    """
    b = basis(t, rules, count_unplayed=count_unplayed)
    everybody = lines(t, b, swiss_only=swiss_only)
    return [
        one
        for division in DIVISIONS
        for one in _of_division(t, b, everybody, division, swiss_only=swiss_only)
    ]


def lines(t: Tournament, b: Basis, *, swiss_only: bool = False) -> dict[PlayerId, TiebreakLine]:
    """Return, for every player, all that players can be compared by."""
    cuts = [] if swiss_only else brackets(t)
    seeds = {player: seed for cut in cuts for seed, player in enumerate(cut.seeds, start=1)}
    far = {player: came for cut in cuts for player, came in how_far(t, cut.pool).items()}
    second_day = {player for taken in t.day_two.values() for player in taken.players}
    found = figures(b)
    return {
        player.id: TiebreakLine(
            player=player.id,
            order=order,
            match_points=b.table[player.id].match_points,
            late=player.late,
            op_win=found[player.id].op_win,
            op_op_win=found[player.id].op_op_win,
            game_win=found[player.id].game_win,
            op_game_win=found[player.id].op_game_win,
            day_two=player.id in second_day,
            gone_unseen=player.out and not b.table[player.id].rounds,
            seed=seeds.get(player.id),
            far=far.get(player.id, ()),
        )
        for order, player in enumerate(t.players.values())
    }


def clauses_of(
    t: Tournament, b: Basis, everybody: dict[PlayerId, TiebreakLine], division: Division | None
) -> list[Clause | Joined]:
    """Return all clauses that order a division, or all players in one bracket, in order."""
    lots = t.lots.get(division, ()) if division else ()
    return [*BEFORE, *chain(b.rules, b.table, everybody, lots)]


def in_one_bracket(t: Tournament, rules: Ruleset) -> list[Standing]:
    """Return the places of a single elimination, whatever the ages (TOP §3.2.1, §3.2.3)."""
    b = basis(t, rules)
    return _of_division(t, b, lines(t, b), None)


def _of_division(
    t: Tournament,
    b: Basis,
    everybody: dict[PlayerId, TiebreakLine],
    division: Division | None,
    *,
    swiss_only: bool = False,
) -> list[Standing]:
    """Return the standings of a division or of all, with disqualified players last."""
    playing = [player for player in t.players.values() if not player.unplaced]
    players = [player for player in playing if division in {None, player.division}]
    ordered = in_order(t, b, everybody, [player.id for player in players], division)
    out = [everybody[player.id] for player in players if player.disqualified]
    lost = () if swiss_only else _lost_last(t, [player.id for player in players])
    return _placed(t, b, ordered, out, lost=lost)


def _lost_last(t: Tournament, players: Iterable[PlayerId]) -> set[PlayerId]:
    """Return which of these players lost the last match of a bracket to each other (A-89)."""
    last = {player for cut in brackets(t) for player in all_lost(t, cut.pool)}.intersection(players)
    return last if len(last) > 1 else set()


def _placed(
    t: Tournament,
    b: Basis,
    ordered: list[Tier],
    out: Sequence[TiebreakLine],
    *,
    lost: Collection[PlayerId] = (),
) -> list[Standing]:
    """Return tiers as places, shared within a tier, then the players `out`, without a place.

    If the last players in a bracket all `lost`, nobody is first, and they share second place.
    """
    if len(ordered) > 1:
        # Nothing put the first place below anybody, so it names what put the others below it.
        ordered[0] = Tier(ordered[0].level, ordered[1].decided_by)
    found: list[Standing] = []
    empty = 1 if lost else 0
    for tier in ordered:
        place = len(found) + 1 + empty
        found += [_standing(t, b, line, place, tier.decided_by) for line in tier.level]
        if len([line for line in tier.level if line.player in lost]) > 1:
            empty = 0  # The two of them take up both places.
    return found + [_standing(t, b, line, None, "disqualified") for line in out]


def in_order(
    t: Tournament,
    b: Basis,
    everybody: dict[PlayerId, TiebreakLine],
    players: Sequence[PlayerId],
    division: Division | None,
) -> list[Tier]:
    """Return players of a division in tiers: the cut, the second day, all others as after Swiss.

    The order of Swiss includes players who advance: a place outside the cut is kept, no matter who
    has moved up (TOP §3.3.6, A-44), and so is that of the first day (A-20).
    """
    level = [everybody[player] for player in players]
    clauses = clauses_of(t, b, everybody, division)
    # Not all compared players are shown: head-to-head needs exactly two, so the players tied with a
    # player have to stay the same as at the end of Swiss. Players of the cut are therefore compared
    # in Swiss as well, and then left out (`aside`).
    out = {line.player for line in level if t.players[line.player].disqualified}
    cut = [line for line in level if line.seed]
    top = _as_one_tier(
        tiers([line for line in cut if line.player not in out], clauses), _lost_last(t, players)
    )
    # A seed who was disqualified stays: without that player a tie of three would become a tie of
    # two, and places would move.
    kept = [line for line in level if line.seed or line.player not in out]
    swiss = [replace(line, seed=None, far=()) if line.seed or line.far else line for line in kept]
    aside = {line.player for line in cut}
    above = "cut" if top else None
    if t.day_two and any(pool_of(t, t.players[line.player]) in t.day_two for line in swiss):
        # Even if nobody of this division plays it: others do, whom these players have met.
        below = tiers([line for line in swiss if line.day_two], clauses, above, aside)
        below += _stayed(t, b, level, division, "day-two" if below else above)
    else:
        below = tiers(swiss, clauses, above, aside)
    # Lots drawn at the close are only for players who are still tied then.
    lots = [clause for clause in clauses if clause.name == "lot"]
    return top + [one for tier in below for one in tiers(tier.level, lots, tier.decided_by)]


def _as_one_tier(top: list[Tier], lost: Collection[PlayerId]) -> list[Tier]:
    """Return the tiers of a cut with the players who `lost` its last match as the first of them."""
    tied = [line for tier in top for line in tier.level if line.player in lost]
    below = [tier for tier in top if not any(line.player in lost for line in tier.level)]
    return [Tier(tuple(tied), top[0].decided_by), *below] if tied else top


def _stayed(
    t: Tournament, b: Basis, level: list[TiebreakLine], division: Division | None, above: str | None
) -> list[Tier]:
    """Return the players without a second day, in tiers, as they were placed after the first."""
    before = first_day(t)
    then = basis(before, b.rules)
    earlier = lines(before, then)
    aside = {line.player for line in level if line.day_two or line.seed}
    compared = [
        earlier[line.player] if line.player in aside else line
        for line in level
        if line.player in aside or not t.players[line.player].disqualified
    ]
    return tiers(compared, clauses_of(before, then, earlier, division), above, aside)


def pool_standings(t: Tournament, rules: Ruleset, pool: Pool) -> list[Standing]:
    """Return the Swiss standings of a flight, or of one pod of several; empty for any other pool.

    The highest-ranked players of each flight advance (TOP §3.3.3.2), so a flight has ties of its
    own: two players tied in it are separated by their match, no matter who is tied elsewhere.
    `place` counts within the flight; disqualified players are last, without one.
    """
    there = members(t, pool)
    division = next((age for age, pools in t.flights.items() if pool in pools), None)
    if division:
        there = [player for player in there if t.players[player].division == division]
    elif pool in draft_pods(t):
        ages = {t.players[player].division for player in there}
        # Lots are drawn within a division, so a pod of several divisions has none.
        division = min(ages) if len(ages) == 1 else None
    else:
        return []
    b = basis(t, rules)
    everybody = lines(t, b, swiss_only=True)
    level = [everybody[player] for player in there if not t.players[player].disqualified]
    out = [everybody[player] for player in there if t.players[player].disqualified]
    return _placed(t, b, tiers(level, clauses_of(t, b, everybody, division)), out)


def _standing(
    t: Tournament, b: Basis, line: TiebreakLine, place: int | None, decided_by: str | None
) -> Standing:
    """Return a player's line as people see it."""
    player = t.players[line.player]
    record = b.table[line.player]
    return Standing(
        division=player.division,
        place=place,
        player=line.player,
        match_points=line.match_points,
        wins=record.wins + record.byes + record.awarded_byes,
        losses=record.losses,
        ties=record.ties,
        op_win=line.op_win,
        op_op_win=line.op_op_win,
        game_win=line.game_win,
        op_game_win=line.op_game_win,
        dropped=player.out and not player.disqualified,
        late=player.late,
        disqualified=player.disqualified,
        decided_by=decided_by,
        seed=line.seed,
    )


def by_division(placed: Iterable[Standing]) -> dict[Division, list[Standing]]:
    """Return standings in order, division by division, without divisions that have no player."""
    found: dict[Division, list[Standing]] = {}
    for one in placed:
        found.setdefault(one.division, []).append(one)
    return {division: found[division] for division in Division if division in found}


# All divisions as one list, for an event in which they played together (TOP §3.1.2).


def overall(t: Tournament, rules: Ruleset) -> list[Standing]:
    """Return all divisions as one list (TOP §3.1.2, A-21).

    Ordered by match points and the figures that the edition compares first, keeping the order
    within each division; players still tied are listed as Masters, Senior, Junior. `place` and
    `decided_by` are those of this list. A single elimination is already one bracket (TOP §3.2.1).
    """
    if t.is_elimination:
        return in_one_bracket(t, rules)
    placed = standings(t, rules)
    queues = [
        [one for one in placed if one.division == division and one.place is not None]
        for division in DIVISIONS
    ]
    clauses = _compared_overall(rules)
    found: list[Standing] = []
    above: Standing | None = None
    # A merge instead of one sort: within a division clauses such as head-to-head decide, which
    # cannot be applied across divisions. So only the heads of the divisions are compared.
    while queues := [queue for queue in queues if queue]:
        heads = {queue[0].player: queue for queue in queues}
        best = tiers([_as_line(queue[0]) for queue in queues], clauses)[0].level[0].player
        one = heads[best].pop(0)
        if above and (above.division, above.place) == (one.division, one.place):
            found.append(replace(one, place=found[-1].place, decided_by=found[-1].decided_by))
        else:
            parted = _parted_by(above, one, clauses)
            # A bracket without a winner leaves place 1 empty here, too.
            place = max(len(found) + 1, one.place or 0)
            found.append(replace(one, place=place, decided_by=parted))
        above = one
    below = next((one.decided_by for one in found if one.place != 1), None)
    found = [replace(one, decided_by=below) if one.place == 1 else one for one in found]
    return found + [one for one in placed if one.place is None]


def _compared_overall(rules: Ruleset) -> list[Clause]:
    """Return what the overall list compares: match points, and the edition's first figures."""
    clauses = [clause for clause in BEFORE if clause.name in {"match-points", "never-played"}]
    for name in rules.tiebreaks:
        if name not in FIGURES:
            break
        clauses.append(Clause(name, FIGURES[name]))
    return clauses


def _as_line(one: Standing) -> TiebreakLine:
    """Return a standing in the form for comparing."""
    return TiebreakLine(
        player=one.player,
        order=0,
        match_points=one.match_points,
        late=one.late,
        op_win=one.op_win,
        op_op_win=one.op_op_win,
        game_win=one.game_win,
        op_game_win=one.op_game_win,
        gone_unseen=one.dropped and not one.wins + one.losses + one.ties,
    )


def _parted_by(above: Standing | None, one: Standing, clauses: list[Clause]) -> str | None:
    """Return what put a player below another in the overall list."""
    if above is None or above.division == one.division:
        return one.decided_by
    parted = tiers([_as_line(above), _as_line(one)], clauses)
    return parted[1].decided_by if len(parted) > 1 else "division"


# Who has a place yet: before, the lists are in the same order, but nobody is first.


def has_places(t: Tournament, division: Division | None) -> bool:
    """Return whether the players of a division, or of all in one list (None), have places yet.

    They have once a match where the division plays has a result, or once the tournament is closed.
    A bye is not enough: until a match is over, its points only show that a round has begun, and
    standings are for after a round (TOP §4). A bracket of all ages is one list.
    """
    if t.closed is not None:
        return True
    if division is None or t.is_elimination:
        return bool(t.results)
    pools = {*swiss_pools_of(t, division), *brackets_of(t, division)}
    return any(match.pool in pools for match in t.results)


def as_shown(t: Tournament, placed: Iterable[Standing], *, as_one: bool = False) -> list[Standing]:
    """Return standings for people: without place and reason where nobody has a place yet.

    `as_one` is whether they are one list of all divisions.
    """
    having = {each: has_places(t, None if as_one else each) for each in Division}
    return [
        one
        if having[one.division] or one.place is None
        else replace(one, place=None, decided_by=None)
        for one in placed
    ]
