"""What needs to be repaired: rounds paired before a correction, and what is at odds."""

from collections.abc import Callable, Collection

from roundbook.ledger.errors import Do, Hint, Refused, advice, do, warning
from roundbook.ledger.phrases import have, several
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.pools import draft_pods, in_no_pod
from roundbook.ledger.state.round_names import called, named
from roundbook.ledger.state.rounds import (
    is_of_a_file,
    latest_round,
    missing_before,
    to_replace,
    unseated,
)
from roundbook.ledger.state.subjects import match_thing
from roundbook.ledger.state.tournament import Round, Tournament
from roundbook.ledger.terms import PlayerId, Pool
from roundbook.ledger.text import opened
from roundbook.ledger.validators.opening import unannounced
from roundbook.projections.cut.day_two import choose_again
from roundbook.projections.judging.penalties import forgotten
from roundbook.projections.pairing.pod_sheet import gives
from roundbook.projections.pairing.repair import fewest_changes
from roundbook.projections.rounds.invalidating_rematches import rematches
from roundbook.projections.rounds.next_bracket_round import (
    along_the_bracket,
    draw_seeds_again,
    mended,
    seed_again,
)
from roundbook.projections.rounds.outgrown_announcements import outgrown
from roundbook.projections.rounds_left import can_go_on

TO_PAIR_AGAIN = ("--again", "--reason", "…")
"""The options that pair a waiting round again."""

BY_HAND = ("--by-hand", "SEATS", "--reason", "…")
"""The options that pair a round where there are no secrets to draw with."""

# Rounds and brackets that no longer match the active players, and how to repair them.


def to_mend(t: Tournament, rules: Ruleset, among: Collection[Pool] | None = None) -> list[Hint]:
    """Return what to do if a waiting round, or a bracket, does not match the active players.

    Of a bracket or a second day, also if a correction has changed who plays it (A-40, A-71).
    Without `among`, of all pools, and also what to do about players who are in none.
    """
    pools = [pool for pool in (*t.pods, *t.cuts) if among is None or pool in among]
    if seeds := next((act for pool in pools if (act := draw_seeds_again(t, pool))), None):
        return [
            warning(
                "The seeds no longer match the active players, so they must be drawn again before "
                "round 1 can be played ({}, TOP §3.2.2)",
                seeds,
            )
        ]
    again = {pool: act for pool in pools if (act := stage_again(t, rules, pool))}
    return (
        (stranded(t) if among is None else [])
        + [
            warning(
                "{} of {} no longer matches the active players: {} ({})",
                opened(called(t, paired.pool, paired.number)),
                paired.pool,
                *how_to_mend(t, rules, paired),
            )
            for paired in unseated(t)
            if paired.pool in pools and paired.pool not in again
        ]
        + [warning(f"{_since(t, pool, act)}: {{}}", act) for pool, act in again.items()]
    )


def stranded(t: Tournament) -> list[Hint]:
    """Return what to do about active players who are in no pod, so that no round seats them.

    Pods are formed again only if no round is paired, and those of a draft never are.
    """
    is_running = t.rounds and not (t.cuts or t.closed or t.is_elimination or is_of_a_file(t))
    left = in_no_pod(t) if is_running else []
    if not left:
        return []
    who = f"{have(left, one='is', many='are')} not in a pod"
    if draft_pods(t) or any(one.started for one in t.rounds.values()):
        how = "and pods can no longer be formed, so no round seats them: drop them"
        acts = [do("drop", player) for player in left]
    else:
        how = "so no round seats them: withdraw round 1 and pair it again, with new pods"
        acts = [do("withdraw", f"{pool}-1", "--reason", "…") for pool in t.latest]
    return [warning(f"{who}, {how} ({', '.join('{}' for _ in acts)})", *acts)]


def stage_again(t: Tournament, rules: Ruleset, pool: Pool) -> Do | None:
    """Return how to make a cut or a second day again, if other players play it now (A-44, A-71).

    If a result that chose them is missing, it is reported first.
    """
    again = seed_again(t, rules, pool) or choose_again(t, rules, pool)
    made = t.day_two.get(pool)
    missing = missing_before(t, pool, made.after + 1 if made else 1) if again else []
    return do("report", str(missing[0]), "RESULT") if missing else again


def to_make_again(act: Do) -> Hint:
    """Return the hint to make a cut, or to choose the players of a second day, again."""
    what = {
        "cut": "Make the cut again",
        "day-two": "Choose the players of day two again",
        "report": "Report the missing result first",
    }
    return advice(f"{what[act.verb]}: {{}}.", act)


def _since(t: Tournament, pool: Pool, act: Do) -> str:
    """Return what has happened since a cut or a second day was made, and what to do again."""
    if act.verb == "report":
        stage = "seeds of the bracket" if pool in t.cuts else "players of day two"
        return f"Match {act.args[0]} counts towards the {stage}, but has no result"
    if pool not in t.cuts:
        return f"Different players now belong in day two of {pool}, so choose them again"
    so = f"so the {t.cuts[pool].division} cut must be made again"
    left = to_replace(t, pool)
    if not left:
        return f"The standings have changed, {so}"
    dropped = any(not t.players[seed].disqualified for seed in left)
    return f"A seeded player {'has dropped' if dropped else 'was disqualified'}, {so}"


def to_decide(t: Tournament, rules: Ruleset, name: Callable[[PlayerId], str] = str) -> list[Hint]:
    """Return what people have to decide, and how, with players by `name`.

    That is what a merge has left open, and each result that does not count a penalty.
    """
    return [*contradictions(t), *forgotten(t, rules, name)]


def contradictions(t: Tournament) -> list[Hint]:
    """Return what a merge has left to decide."""
    return [
        advice("{} ({})", one.text.removesuffix("."), do("decide", str(seq)))
        for seq, one in t.contradictions.items()
    ]


def at_odds(t: Tournament, rules: Ruleset, name: Callable[[PlayerId], str] = str) -> list[Hint]:
    """Return what needs attention: decisions, repairs, rounds paired before a correction, news.

    A round that was paired before a correction may be repaired, or started as it is (TOP §4).
    """
    said = [*to_decide(t, rules, name), *to_mend(t, rules)]
    told = {paired.pool for paired in unseated(t)}
    for pool in t.latest:
        paired = latest_round(t, pool)
        if paired is None or paired.started or pool in told or stage_again(t, rules, pool):
            continue
        since = [
            str(match)
            for match in t.results
            if match.pool == pool and match.round < paired.number
            if t.changed[match_thing(match)] > paired.seq
        ]
        if since and repair_changes(t, rules, pool):
            where = opened(named(t, pool, paired.number))
            before = f"{where} was paired before {{}} was corrected"
            how = "{} ({}), or start it unchanged"
            said.append(warning(f"{before}: {how}", several(since), *how_to_mend(t, rules, paired)))
    missing = unannounced(t, rules) if t.latest and t.closed is None else {}
    if missing:
        words = [word for option in missing.values() for word in option]
        what = f"The players have not been told {several([*missing])}"
        said.append(warning(f"{what}: {{}}", do("announce", *words)))
    said += [warning(str(one).rstrip(".")) for one in rematches(t, rules)]
    return said + outgrown(t, rules)


def repair_changes(t: Tournament, rules: Ruleset, pool: Pool) -> bool:
    """Tell whether a repair of the waiting round of a pool would change a pairing.

    A correction may leave the records, or the best pairing, as they were. If a repair is refused,
    this is true: the refusal says what to do.
    """
    try:
        if pool in t.cuts:
            return mended(t, rules, pool, None) is not None
        return fewest_changes(t, rules, pool=pool) > 0
    except Refused:
        return True


def how_to_mend(t: Tournament, rules: Ruleset, paired: Round) -> tuple[str, Do]:
    """Return how to repair a waiting round: in words, and the command.

    One that the pod sheet gives is paired again, since the sheet fixes every pairing (POD-3). One
    that nobody is left to play is withdrawn. Without secrets a Swiss round is paired again by hand.
    A result that is missing before it is reported first: without it, nothing can be paired.
    """
    pool = paired.pool
    if missing := missing_before(t, pool, paired.number):
        return "report the missing result first", do("report", str(missing[0]), "RESULT")
    if gives(t, rules, pool):
        return "pair it again from the pod sheet", do("pair", pool, *TO_PAIR_AGAIN)
    if not _can_be_played(t, rules, pool):
        name = f"{pool}-{paired.number}"
        return "withdraw it, as no match is left", do("withdraw", name, "--reason", "…")
    if pool in t.pods and t.commitment is None:
        return "pair it again by hand", do("pair", pool, "--again", *BY_HAND)
    return "repair it", do("repair", pool)


def _can_be_played(t: Tournament, rules: Ruleset, pool: Pool) -> bool:
    """Tell whether the waiting round of a pool could be paired again, with a match in it."""
    if pool not in t.cuts:
        return can_go_on(t, pool)
    try:
        along_the_bracket(t, rules, pool, None)
    except Refused:
        return False
    return True
