"""The standings: who stands where in each division, and which clause put them there."""

from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from ledger.rulesets.ruleset import Ruleset
from ledger.terms import Division, PlayerId
from ledger.tournament import Tournament
from projections.basis import Basis, basis
from projections.bracket import brackets
from projections.days import first_day
from projections.falls import how_far
from projections.figures import figures
from projections.tiebreaks import BEFORE, by_day, chain
from projections.tiers import Clause, Line, Tier, tiers

DIVISIONS = (Division.MASTERS, Division.SENIOR, Division.JUNIOR, Division.OPEN)
"""The order in which divisions are shown."""


class Standing(Struct, frozen=True, kw_only=True):
    """One player's line in the standings.

    `place` counts within the division; None for a disqualified player (A-8). Players who are level
    before a lot was drawn share a place (A-23). `wins` hold the byes. `decided_by` is the clause
    that put the player below whoever is directly above, and for the first above whoever is below;
    None where there is nobody else. `seed` is the number in the cut.
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


def standings(
    t: Tournament,
    rules: Ruleset,
    *,
    count_unplayed: bool = False,
    swiss_only: bool = False,
) -> list[Standing]:
    """Return every player's line, division by division, the first place first.

    After a cut its players stand above all others, by how far they came; everybody else keeps the
    order of Swiss (TOP §3.3.6, A-44). `swiss_only` leaves the cut out: the order that seeds it.
    For `count_unplayed` see `projections.records.records`.
    """
    b = basis(t, rules, count_unplayed=count_unplayed)
    everybody = lines(t, b, swiss_only=swiss_only)
    found: list[Standing] = []
    for division in DIVISIONS:
        found += _of_division(t, b, everybody, division)
    return found


def lines(t: Tournament, b: Basis, *, swiss_only: bool = False) -> dict[PlayerId, Line]:
    """Return what there is to compare about every player, in order of registration."""
    cuts = [] if swiss_only else brackets(t)
    seeds = {player: seed for cut in cuts for seed, player in enumerate(cut.seeds, start=1)}
    far = {player: came for cut in cuts for player, came in how_far(t, cut.pool).items()}
    second_day = {player for taken in t.day_two.values() for player in taken.players}
    found = figures(b)
    return {
        player.id: Line(
            player=player.id,
            order=order,
            match_points=b.table[player.id].match_points,
            late=player.late,
            op_win=found[player.id].op_win,
            op_op_win=found[player.id].op_op_win,
            game_win=found[player.id].game_win,
            op_game_win=found[player.id].op_game_win,
            day_two=player.id in second_day,
            gone_unseen=player.out and not b.table[player.id].played,
            seed=seeds.get(player.id),
            far=far.get(player.id, ()),
        )
        for order, player in enumerate(t.players.values())
    }


def clauses_of(
    t: Tournament, b: Basis, everybody: dict[PlayerId, Line], division: Division | None
) -> list[Clause]:
    """Return everything that orders a division, the first clause first.

    Who does not play the second day keeps the place of the first, whatever former opponents do on
    it (A-20): those players are compared as they stood then.
    """
    lots = t.lots.get(division, ()) if division else ()
    now = chain(b.rules.tiebreaks, b.table, everybody, lots)
    if not t.day_two:
        return [*BEFORE, *now]
    before = first_day(t)
    then = basis(before, b.rules)
    earlier = chain(b.rules.tiebreaks, then.table, lines(before, then), lots)
    return [*BEFORE, *(by_day(*both) for both in zip(earlier, now, strict=True))]


def in_one_bracket(t: Tournament, rules: Ruleset) -> list[Standing]:
    """Return the places of a single elimination, whatever the ages (TOP §3.2.1, §3.2.3)."""
    b = basis(t, rules)
    return _of_division(t, b, lines(t, b), None)


def _of_division(
    t: Tournament, b: Basis, everybody: dict[PlayerId, Line], division: Division | None
) -> list[Standing]:
    """Return the standings of a division, or all; those disqualified last, without a place."""
    players = [player for player in t.players.values() if division in {None, player.division}]
    clauses = clauses_of(t, b, everybody, division)
    ordered = _in_order(t, [everybody[player.id] for player in players], clauses)
    if len(ordered) > 1:
        ordered[0] = Tier(ordered[0].level, ordered[1].decided_by)
    found: list[Standing] = []
    for tier in ordered:
        place = len(found) + 1
        found += [_standing(t, b, line, place, tier.decided_by) for line in tier.level]
    out = [everybody[player.id] for player in players if player.disqualified]
    return found + [_standing(t, b, line, None, "disqualified") for line in out]


def _in_order(t: Tournament, level: list[Line], clauses: list[Clause]) -> list[Tier]:
    """Return the players of a division in tiers: those in the cut, then all others as after Swiss.

    Who plays on was level with others too, so that the order of Swiss is that of all of them: a
    place outside the cut is kept, whoever has gone up (TOP §3.3.6, A-44).
    """
    out = {line.player for line in level if t.players[line.player].disqualified}
    cut = [line for line in level if line.seed]
    top = tiers([line for line in cut if line.player not in out], clauses)
    swiss = [
        replace(line, seed=None, far=()) for line in level if line.seed or line.player not in out
    ]
    aside = {line.player for line in cut}
    below = tiers(swiss, clauses, "cut" if top else None, aside)
    # Lots that were drawn at the close are for those only who are still level then.
    lots = [clause for clause in clauses if clause.name == "lot"]
    return top + [one for tier in below for one in tiers(tier.level, lots, tier.decided_by)]


def _standing(
    t: Tournament, b: Basis, line: Line, place: int | None, decided_by: str | None
) -> Standing:
    """Return a player's line as it is shown."""
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
