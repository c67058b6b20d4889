"""All divisions as one list, for an event in which they played together (TOP §3.1.2)."""

from msgspec.structs import replace

from ledger.rulesets.ruleset import Ruleset
from ledger.state.tournament import Tournament
from projections.bracket.placements import is_pure
from projections.standings.standings import DIVISIONS, Standing, in_one_bracket, standings
from projections.standings.tiebreaks import BEFORE, FIGURES, Clause, TiebreakLine, tiers


def overall(t: Tournament, rules: Ruleset, *, count_unplayed: bool = False) -> list[Standing]:
    """Return all divisions as one list (TOP §3.1.2, A-21).

    By match points and the figures that the edition compares first, keeping the order within each
    division; what is then tied stands as Masters, Senior, Junior. `place` and `decided_by` are
    those of this list. A single elimination is one bracket already (TOP §3.2.1).
    """
    if is_pure(t):
        return in_one_bracket(t, rules)
    placed = standings(t, rules, count_unplayed=count_unplayed)
    queues = [
        [one for one in placed if one.division == division and one.place is not None]
        for division in DIVISIONS
    ]
    clauses = _compared_overall(rules)
    found: list[Standing] = []
    above: Standing | None = None
    # A merge, and not one sort: within a division clauses such as head-to-head decide, which cannot
    # be asked across divisions. So only the heads of the divisions are compared.
    while queues := [queue for queue in queues if queue]:
        heads = {queue[0].player: queue for queue in queues}
        best = tiers([_as_line(queue[0]) for queue in queues], clauses)[0].level[0].player
        one = heads[best].pop(0)
        if above and (above.division, above.place) == (one.division, one.place):
            found.append(replace(one, place=found[-1].place, decided_by=found[-1].decided_by))
        else:
            parted = _parted_by(above, one, clauses)
            found.append(replace(one, place=len(found) + 1, decided_by=parted))
        above = one
    below = next((one.decided_by for one in found if one.place != 1), None)
    found = [replace(one, decided_by=below) if one.place == 1 else one for one in found]
    return found + [one for one in placed if one.place is None]


def _compared_overall(rules: Ruleset) -> list[Clause]:
    """Return what the overall list compares: match points, and the figures before them."""
    clauses = [clause for clause in BEFORE if clause.name in {"match-points", "never-played"}]
    for name in rules.tiebreaks:
        if name not in FIGURES:
            break
        clauses.append(Clause(name, FIGURES[name]))
    return clauses


def _as_line(one: Standing) -> TiebreakLine:
    """Return a standing as something to compare."""
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
