"""What needs to be repaired: rounds paired before a correction, and what is at odds."""

from ledger.errors import Do, Hint, Refused, advice, do
from ledger.events.catalogue import CutMade
from ledger.phrases import several
from ledger.rulesets.ruleset import Ruleset
from ledger.state.pools import brackets_seeded
from ledger.state.round_names import called, named
from ledger.state.rounds import latest_round, rounds_started, unseated
from ledger.state.subjects import cut_thing, match_thing
from ledger.state.tournament import Round, Tournament
from ledger.terms import Pool
from ledger.validators.opening import unannounced
from projections.cut.qualifiers import outdated
from projections.pairing.pod_sheet import gives
from projections.pairing.repair import fewest_changes
from projections.rounds.next_bracket_round import mended, seed_again, seeds_out_of_date
from projections.rounds.outgrown_announcements import outgrown

AGAIN = ("--again", "--reason", "…")
"""The options that pair a waiting round again."""

# Rounds and brackets that no longer match the active players, and how to repair them.


def to_mend(t: Tournament, rules: Ruleset) -> list[Hint]:
    """Return what to do if a waiting round, or a bracket, does not match the active players."""
    if any(seeds_out_of_date(t, pool) for pool in t.cuts):
        return [
            advice(
                "the seeds no longer match the active players: all matches are broken up "
                "and paired again "
                "({}, TOP §3.2.2)",
                do("seed", "--reason", "…"),
            )
        ]
    said = [
        advice(
            "{} of {} no longer matches the active players: {} ({})",
            *(called(t, paired.pool, paired.number), paired.pool, *_mend(t, rules, paired)),
        )
        for paired in unseated(t)
    ]
    return said + [
        advice("a seeded player of {} has dropped: seed the bracket again ({})", pool, again)
        for pool in t.cuts
        if (again := seed_again(t, pool))
    ]


def all_to_mend(t: Tournament, rules: Ruleset) -> list[Hint]:
    """Return what to do, also about seeds that a correction has changed: its own answer says so."""
    return to_mend(t, rules) + _cuts_to_make_again(t, rules)


def _cuts_to_make_again(t: Tournament, rules: Ruleset) -> list[Hint]:
    """Return the cuts whose seeds do not follow from results that were corrected since (A-40)."""
    return [
        advice(
            "the Swiss standings have changed since the cut of {}: make it again ({})",
            *(pool, do("cut", cut.division.lower(), "--again")),
        )
        for pool, cut in t.cuts.items()
        if isinstance(cut, CutMade) and not rounds_started(t, pool) and not seed_again(t, pool)
        if _results_since(t, pool, cut) and _seeds_differ(t, rules, cut)
    ]


def _results_since(t: Tournament, pool: Pool, cut: CutMade) -> bool:
    """Tell whether a result that counts towards the seeds has changed since the cut."""
    made = t.changed[cut_thing(cut.division)]
    return any(
        t.changed[match_thing(match)] > made and pool in brackets_seeded(t, match)
        for match in t.results
    )


def _seeds_differ(t: Tournament, rules: Ruleset, cut: CutMade) -> bool:
    try:
        return outdated(t, rules, cut.division)
    except Refused:
        return False  # An official took more players than the rules allow; it stands.


def at_odds(t: Tournament, rules: Ruleset) -> list[Hint]:
    """Return what needs attention: repairs, rounds paired before a correction, announcements.

    A round that was paired before a correction may be repaired, or started as it is (TOP §4).
    """
    said = all_to_mend(t, rules)
    told = {paired.pool for paired in unseated(t)}
    for pool in t.latest:
        paired = latest_round(t, pool)
        if paired is None or paired.started or pool in told:
            continue
        since = [
            str(match)
            for match in t.results
            if match.pool == pool and match.round < paired.number
            if t.changed[match_thing(match)] > paired.seq
        ]
        if since and repair_changes(t, rules, pool):
            where = named(t, pool, paired.number)
            before = f"{where} was paired before {{}} was corrected"
            how = "{} ({}), or start it unchanged"
            said.append(advice(f"{before}: {how}", several(since), *_mend(t, rules, paired)))
    missing = unannounced(t, rules) if t.latest and t.closed is None else {}
    if missing:
        words = [word for option in missing.values() for word in option]
        what = f"the players have not been told {several([*missing])}"
        said.append(advice(f"{what}: {{}}", do("announce", *words)))
    return said + outgrown(t, rules)


def repair_changes(t: Tournament, rules: Ruleset, pool: Pool) -> bool:
    """Tell whether a repair of the waiting round of a pool would change a pairing.

    A correction may leave the records, or the best pairing, as they were. If a repair is refused,
    this is true: the refusal says what to do.
    """
    try:
        if pool in t.cuts:
            return mended(t, pool, None) is not None
        return fewest_changes(t, rules, pool=pool) > 0
    except Refused:
        return True


def _mend(t: Tournament, rules: Ruleset, paired: Round) -> tuple[str, Do]:
    """Return how to repair a waiting round.

    The first one after Swiss is seeded again (A-44). One that the pod sheet gives is paired again,
    since the sheet fixes every pairing (POD-3).
    """
    if again := seed_again(t, paired.pool):
        return "seed it again", again
    if gives(t, rules, paired.pool):
        return "pair it again from the pod sheet", do("pair", paired.pool, *AGAIN)
    return "repair it", do("repair", paired.pool)
