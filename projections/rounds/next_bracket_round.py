"""The next round of a bracket: it follows from the seeds and the results, not from chance."""

from collections.abc import Iterable

from roundbook.ledger.errors import Do, Hint, Refused, advice, do
from roundbook.ledger.events.catalogue import (
    CutMade,
    RegistrationWithdrawn,
    RoundPaired,
    RoundRepaired,
    RoundWithdrawn,
    SeedsDrawn,
)
from roundbook.ledger.phrases import counted, several
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.pools import to_draw
from roundbook.ledger.state.round_names import named
from roundbook.ledger.state.rounds import due, latest_round, open_matches, rounds_of, rounds_started
from roundbook.ledger.state.tournament import Round, Tournament
from roundbook.ledger.terms import Pairing, Pool
from roundbook.ledger.validators.roster import registration_stays
from roundbook.projections.bracket.bracket import NextRound, next_round
from roundbook.projections.cut.qualifiers import why_seed_again
from roundbook.projections.pairing.table_numbers import tables


def along_the_bracket(
    t: Tournament, rules: Ruleset, pool: Pool, first_table: int | None
) -> RoundPaired:
    """Return the next round of a bracket, or the waiting round paired again.

    Neighbours in the bracket meet (TOP §3.2). Raise Refused if there is no next round yet, or the
    bracket is finished.
    """
    found = _expected(t, rules, pool)
    return RoundPaired(
        pool=pool,
        round=found.number,
        pairings=found.pairings,
        tables=tables(t, pool, len(found.pairings), first_table),
        byes=found.byes,
    )


def mended(t: Tournament, rules: Ruleset, pool: Pool, reason: str | None) -> RoundRepaired | None:
    """Return the waiting round of a bracket, repaired; None if it is correct as it is.

    Only matches whose players have changed are different; players who keep their opponent keep
    their table, and a player who takes another's place takes that seat (TOP §4; A-50). Raise
    Refused if no round waits.
    """
    paired = latest_round(t, pool)
    if paired is None or paired.started:
        raise Refused(
            f"{pool} has no round to repair: none is waiting to start.",
            hint="A round that has started cannot be changed (TOP §4).",
        )
    if again := seed_again(t, rules, pool):
        raise Refused(
            f"{named(t, pool, paired.number)} cannot be repaired: "
            f"{why_seed_again(t, rules, pool)}.",
            hint=advice("Make the cut again: {}.", again),
        )
    found = _expected(t, rules, pool)
    posted = {frozenset(pair): pair for pair in paired.pairings}
    pairings = [posted.get(frozenset(pair), pair) for pair in found.pairings]
    if set(pairings) == set(paired.pairings) and set(found.byes) == set(paired.byes):
        return None
    at = _at_tables(t, paired, pairings)
    return RoundRepaired(
        pool=pool,
        round=paired.number,
        pairings=tuple(at[table] for table in sorted(at)),
        tables=tuple(sorted(at)),
        byes=found.byes,
        reason=reason,
    )


def seed_again(t: Tournament, rules: Ruleset, pool: Pool) -> Do | None:
    """Return how to make a cut again if its seeds are out of date before its first round (A-44)."""
    cut = t.cuts.get(pool)
    if not isinstance(cut, CutMade) or why_seed_again(t, rules, pool) is None:
        return None
    return do("cut", cut.division.lower(), "--again")


def draw_seeds_again(t: Tournament, pool: Pool) -> Do | None:
    """Return how to draw the seeds of a single elimination again, if players joined or dropped.

    Until round 1 has started, this breaks up all matches and pairs them again (TOP §3.2.2). One
    player alone has nobody to be paired with.
    """
    if not seeds_out_of_date(t, pool) or len(due(t, pool, 1)) < 2:
        return None
    return to_draw(t, do("seed", "--reason", "…"))


def why_not(t: Tournament, rules: Ruleset, pool: Pool) -> str | None:
    """Return why no round of a bracket can be paired now; None if one can."""
    paired = latest_round(t, pool)
    if paired and not paired.started:
        return f"{named(t, pool, paired.number)} has not started"
    if paired and (lacking := lacks(t, paired)):
        return lacking
    bracket = pool.replace("-", " ")
    if why := why_seed_again(t, rules, pool):
        return f"the {bracket} must be made again: {why}"
    return None if next_round(t, pool) else f"the {bracket} is finished"


def lacks(t: Tournament, paired: Round) -> str | None:
    """Return that a round lacks results, and of which tables; None if all are in."""
    missing = sorted(match.table for match in open_matches(t, paired))
    if not missing:
        return None
    tables = f"{'table' if len(missing) == 1 else 'tables'} {several(missing)}"
    said = f"{counted(len(missing), 'result')} ({tables})"
    return f"{named(t, paired.pool, paired.number)} lacks {said}"


def seeds_out_of_date(t: Tournament, pool: Pool) -> bool:
    """Tell whether a player joined or dropped since the seeds of a single elimination were drawn.

    Once round 1 has started, they stay as they are (TOP §3.2.2).
    """
    cut = t.cuts.get(pool)
    if not isinstance(cut, SeedsDrawn) or rounds_started(t, pool):
        return False
    return set(cut.seeds) != set(due(t, pool, 1))


def _to_settle_seeds(t: Tournament, pool: Pool) -> Hint | None:
    """Return how to go on after a player joined or dropped since the seeds were drawn.

    Withdrawing registrations only helps if all who joined can be taken off the list, and nobody
    dropped.
    """
    again = draw_seeds_again(t, pool)
    if again is None:
        return None  # What follows depends on the whole event.
    now, seeds = due(t, pool, 1), t.cuts[pool].seeds
    joined = [player for player in now if player not in seeds]
    taken_off = (RegistrationWithdrawn(player=player) for player in joined)
    if not set(seeds) <= set(now) or any(any(registration_stays(t, one)) for one in taken_off):
        return advice("Draw the seeds again: {} (TOP §3.2.2).", again)
    return advice(
        "Draw the seeds again: {}; a player who has joined can also be taken off the list: {} "
        "(TOP §3.2.2).",
        again,
        do("unregister", joined[0] if len(joined) == 1 else "PLAYER"),
    )


def _expected(t: Tournament, rules: Ruleset, pool: Pool) -> NextRound:
    """Return the next round to be played, as if it had not been paired; may raise Refused."""
    if seeds_out_of_date(t, pool):
        raise Refused(
            "a player has joined or dropped since the seeds were drawn.",
            hint=_to_settle_seeds(t, pool),
        )
    before = t
    paired = latest_round(t, pool)
    if paired and not paired.started:
        before = t.copy()  # It is made again, as if for the first time.
        before.apply(RoundWithdrawn(pool=pool, round=paired.number, reason="anew"), t.seq)
    found = next_round(before, pool)
    if found is None:
        waits = any(open_matches(before, part) for part in rounds_of(before, pool))
        hint = (
            "The next round of a bracket is not paired at random: "
            "it follows from the seeds and the results."
        )
        raise Refused(
            f"no round of {pool} can be paired: {why_not(before, rules, pool)}.",
            hint=hint if waits else None,  # What follows depends on the whole event.
        )
    return found


def _at_tables(t: Tournament, paired: Round, pairings: Iterable[Pairing]) -> dict[int, Pairing]:
    """Return the pairing at each table: where one of the two sat, or the next free table."""
    sat = {player: match.table for match, pair in paired.matches() for player in pair}
    found: dict[int, Pairing] = {}
    waiting: list[Pairing] = []
    for pair in pairings:
        table = next((sat[p] for p in pair if p in sat and sat[p] not in found), None)
        if table is None:
            waiting.append(pair)
        else:
            found[table] = pair
    more = [*paired.tables, *tables(t, paired.pool, len(paired.tables) + len(waiting))]
    free = iter([table for table in dict.fromkeys(more) if table not in found])
    return found | {next(free): pair for pair in waiting}
