"""Closing checks: unplayed rounds, cuts, brackets, 3rd-place matches, and events without a round.

Each is a rule of its own, as an official may override one but not another.
"""

from roundbook.ledger.errors import advice, do
from roundbook.ledger.events.catalogue import TournamentClosed
from roundbook.ledger.phrases import counted, have, several
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.pools import brackets_of
from roundbook.ledger.state.rounds import (
    decision,
    latest_round,
    open_matches,
    rounds_of,
    survivors,
    to_replace,
)
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Pool
from roundbook.ledger.validators.checks import Breach, Found
from roundbook.projections.bracket.bracket import third_place
from roundbook.projections.cut.qualifiers import why_seed_again
from roundbook.projections.rounds.cut_short import announced_rounds
from roundbook.projections.rounds.next_bracket_round import seed_again
from roundbook.projections.rounds_left import can_go_on


def round_unfinished(t: Tournament, event: TournamentClosed) -> Found:
    """A paired Swiss round is played to the last match, or withdrawn (TOP §4)."""
    for (pool, number), paired in sorted(t.rounds.items()):
        if pool in t.cuts:
            continue  # Brackets are checked by `bracket-unfinished`.
        where, missing = f"round {number} of {pool}", open_matches(t, paired)
        if not paired.started:
            back = do("withdraw", f"{pool}-{number}", "--reason", "…")
            yield Breach(
                message=f"{where} was paired, but has not started.",
                cites="TOP §4",
                hint=advice("Start it ({}) or withdraw it ({}).", do("start", pool), back),
            )
        elif missing:
            yield Breach(
                message=f"{where} is not finished: {have(missing, one='has', many='have')} "
                "no result.",
                cites="TOP §4",
                hint=advice("Report every match: {}.", do("report", str(missing[0]), "…")),
            )


def rounds_unplayed(t: Tournament, event: TournamentClosed) -> Found:
    """All announced Swiss rounds are played (TOP §2, §3.1; A-1).

    It is correct to end earlier only if no legal pairing is left (A-78), even if just one player is
    undefeated, or players have dropped. Rounds missing at the cut were reported by
    `swiss-unfinished`, and are not reported again.
    """
    if t.is_elimination:
        return
    cut = {bracket.division for bracket in t.cuts.values()}
    for pool, ages in t.pods.items():
        paired, planned = t.latest.get(pool, 0), announced_rounds(t, pool)
        if paired >= planned or cut & {*ages}:
            continue
        if can_go_on(t, pool):
            played = [r for r in rounds_of(t, pool) if r.started and not open_matches(t, r)]
            yield _too_few(len(played), planned, pool)
    inside = [player for player in t.players.values() if not player.out]
    if not t.pods and len(inside) > 1 and t.planned.get(None):
        yield _too_few(0, t.planned[None])


def _too_few(played: int, planned: int, pool: Pool | None = None) -> Breach:
    """Return that rounds are missing: of a pool, or all of them if none was paired."""
    of_pool = f" of {pool}" if pool else ""
    was = "was" if played == 1 else "were"
    return Breach(
        message=f"{played} of {counted(planned, 'announced round')}{of_pool} {was} played.",
        cites="TOP §2, §3.1",
        hint=advice("Pair the next round: {}.", do("pair", *[pool] if pool else [])),
    )


def cut_unmade(t: Tournament, event: TournamentClosed) -> Found:
    """An announced cut is made if at least two of its players are still active (TOP §2, §3.3)."""
    if t.announcement is None or t.is_elimination:
        return
    for division, size in t.announcement.cut.items():
        inside = [p for p in t.players.values() if p.division == division and not p.out]
        if size and len(inside) > 1 and not brackets_of(t, division):
            yield Breach(
                message=f"the announced cut of {size} in {division} was not made.",
                cites="TOP §2, §3.3",
                hint=advice("Make the cut: {}.", do("cut", division.lower())),
            )


def bracket_unfinished(t: Tournament, event: TournamentClosed, rules: Ruleset) -> Found:
    """A bracket is played until only one player remains, who is its winner (TOP §3.2, §3.3)."""
    for pool in t.cuts:
        still = [one for one in survivors(t, pool) if one in t.players and not t.players[one].out]
        # One player left has not won yet, if another takes the place of a seed who dropped.
        if len(still) < 2 and not to_replace(t, pool):
            continue
        latest = latest_round(t, pool)
        said = f"has no winner: {several(still)} are still in the bracket"
        if again := seed_again(t, rules, pool):
            said = f"must be made again and played: {why_seed_again(t, rules, pool)}"
            hint = advice("Make the cut again: {}.", again)
        elif latest and not latest.started:
            hint = advice("Start its round: {}.", do("start", pool))
        elif latest and (missing := open_matches(t, latest)):
            hint = advice("Report every match: {}.", do("report", str(missing[0]), "…"))
        else:
            hint = advice("Pair its next round: {}.", do("pair", pool))
        yield Breach(
            message=f"{pool} {said}.",
            cites="TOP §3.2, §3.3",
            hint=hint,
        )
    inside = [player for player in t.players.values() if not player.out]
    if t.is_elimination and t.announcement and not t.cuts and len(inside) > 1:
        yield Breach(
            message=f"the bracket of {len(inside)} players has not begun.",
            cites="TOP §3.2",
            hint=advice("Draw the seeds: {}.", do("seed")),
        )


def third_place_unplayed(t: Tournament, event: TournamentClosed) -> Found:
    """A 3rd-place match that was announced or paired is played (TOP §2, §3.3.6.1)."""
    for pool in t.cuts:
        match, pair = t.playoffs.get(pool), third_place(t, pool)
        if match and decision(t, match) is None:
            missing = f"{match} has no result"
            hint = advice("Report it: {}.", do("report", str(match), "…"))
        elif t.announced_third_place and pair and not match:
            missing = f"{several(pair)} have not met"
            hint = advice("Pair it: {}.", do("third-place", pool))
        else:
            continue
        yield Breach(
            message=f"the 3rd-place match in {pool} was not played: {missing}.",
            cites="TOP §2, §3.3.6.1",
            hint=hint,
        )


def nothing_played(t: Tournament, event: TournamentClosed, rules: Ruleset) -> Found:
    """At least one round of an event is paired before its close (TOP §2, §3.1; A-55).

    Rounds and brackets that were announced are asked for by rules of their own. A file of final
    standings contains no rounds, so an imported close is not checked.
    """
    if (
        event.told
        or t.rounds
        or any(rounds_unplayed(t, event))
        or any(bracket_unfinished(t, event, rules))
    ):
        return
    first = do("pair") if t.players else do("register", "NAME|FILE")
    yield Breach(
        message="no round was paired." if t.players else "no player has registered.",
        cites="TOP §2, §3.1",
        hint=advice("If the event did take place, enter it first: {}.", first),
    )
