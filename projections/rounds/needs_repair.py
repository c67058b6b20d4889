"""Which pools can be paired now, what the others wait for, and what needs to be repaired."""

from collections import Counter
from collections.abc import Mapping, Sequence

from ledger.errors import Do, Hint, Refused, advice, do
from ledger.phrases import counted, several
from ledger.rulesets.divisions import pods_for
from ledger.rulesets.ruleset import Ruleset
from ledger.state.round_names import called, named
from ledger.state.rounds import (
    due,
    latest_round,
    open_matches,
    planned_rounds,
    rounds_started,
    under_way,
    unseated,
)
from ledger.state.subjects import ANNOUNCEMENT, match_thing, player_thing
from ledger.state.tournament import Player, Round, Tournament
from ledger.terms import Division, Pool, Style
from ledger.text import joined
from ledger.validators.opening import eliminates, unannounced
from ledger.validators.rounds import swiss_pools
from projections.cut.day_two import row_of
from projections.cut.planner import schedules, table_of
from projections.rounds.next_bracket_round import lacks, seed_again, seeds_out_of_date, why_not
from projections.rounds_by_attendance import division_cut, swiss_rounds

# Players registered or dropped after the announcement, so the rounds table now gives other numbers.


def outgrown(t: Tournament, rules: Ruleset) -> list[Hint]:
    """Return hints for pools where the rounds table no longer agrees with the announcement.

    They are only hints: the announced number stands (TOP §3.3.5). There is none for a pool that has
    started, for flights, or if an official has decided the number; nor for a number that was chosen
    when the table already gave what it gives now, such as one round fewer.
    """
    told, table = t.announcement, table_of(t)
    if told is None or told.told or table is None or t.closed or t.flights:
        return []
    before = _then(t)
    rounds_then = {
        division: swiss_rounds({each: before[each] for each in pod}, table, rules).rounds
        for pod in pods_for(before, rules)
        for division in pod
    }
    said, words = list[str](), list[str]()
    for pool, now in schedules(t, rules).items():
        planned = planned_rounds(t, pool)
        ages = [each.division for each in now.divisions]
        same = all(rounds_then.get(each) == now.rounds for each in ages)
        if rounds_started(t, pool) or not now.listed or same or planned in {None, now.rounds}:
            continue
        if planned in {t.overruled.get(pool), t.overruled.get(None)}:
            continue
        players = counted(sum(each.players for each in now.divisions), "player")
        fewer = " (one fewer is allowed)" if planned == now.rounds - 1 else ""
        were = "was" if planned == 1 else "were"
        said.append(
            f"{players} in {pool}: the rounds table gives {now.rounds} rounds{fewer}, "
            f"but {planned} {were} announced"
        )
        words += ["--rounds", f"{pool}={now.rounds}"]
        for division, size in _cuts(t, rules, ages, before).items():
            was = told.cut.get(division, 0) or "none"
            said.append(f"its {division} cut is {size or 'none'}, but {was} was announced")
            words += ["--cut", f"{division.lower()}={size or 'none'}"]
    if not said:
        return []
    late = ("--override", "announcement-late", "--because", "…") if under_way(t) else ()
    return [advice(f"{'; '.join(said)}: {{}}", do("announce", *words, *late))]


def _then(t: Tournament) -> Counter[Division]:
    """Return how many players of each division were active when the announcement was made."""
    made = t.changed.get(ANNOUNCEMENT, 0)

    def was_in(player: Player) -> bool:
        return player.seq < made and (
            not player.out or t.changed.get(player_thing(player.id), 0) > made
        )

    return Counter(player.division for player in t.players.values() if was_in(player))


def _cuts(
    t: Tournament, rules: Ruleset, divisions: list[Division], before: Mapping[Division, int]
) -> dict[Division, int]:
    """Return the cuts announced from the table for which the table now gives another size."""
    told, table = t.announcement, table_of(t)
    if told is None or table is None or t.opened is None:
        return {}
    if t.opened.style is not Style.SWISS_PLUS_CUT:
        return {}
    found = dict[Division, int]()
    for division in divisions:
        then = division_cut(division, before.get(division, 0), table, rules).cut
        row = row_of(t, rules, division)
        if row and told.cut.get(division, 0) == then != row.cut:
            found[division] = row.cut
    return found


# Rounds and brackets that no longer match the active players, and how to repair them.


def to_mend(t: Tournament) -> list[Hint]:
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
            *(called(t, paired.pool, paired.number), paired.pool, *_mend(t, paired)),
        )
        for paired in unseated(t)
    ]
    return said + [
        advice("a seeded player of {} has dropped: seed the bracket again ({})", pool, again)
        for pool in t.cuts
        if not t.latest.get(pool) and (again := seed_again(t, pool))
    ]


def at_odds(t: Tournament, rules: Ruleset) -> list[Hint]:
    """Return what needs attention: repairs, rounds paired before a correction, announcements.

    A round that was paired before a correction may be repaired, or started as it is (TOP §4).
    """
    said = to_mend(t)
    mended = {paired.pool for paired in unseated(t)}
    for pool in t.latest:
        paired = latest_round(t, pool)
        if paired is None or paired.started or pool in mended:
            continue
        if since := [
            str(match)
            for match in t.results
            if match.pool == pool and match.round < paired.number
            if t.changed[match_thing(match)] > paired.seq
        ]:
            again = "was paired before {} was corrected: repair it ({}), or start it unchanged"
            where = named(t, pool, paired.number)
            said.append(advice(f"{where} {again}", several(since), do("repair", pool)))
    missing = unannounced(t, rules) if t.latest and t.closed is None else {}
    if missing:
        words = [word for option in missing.values() for word in option]
        what = f"the players have not been told {several([*missing])}"
        said.append(advice(f"{what}: {{}}", do("announce", *words)))
    return said + outgrown(t, rules)


def _mend(t: Tournament, paired: Round) -> tuple[str, Do]:
    """Return how to repair a waiting round; the first one after Swiss is seeded again (A-44)."""
    again = seed_again(t, paired.pool)
    return ("seed it again", again) if again else ("repair it", do("repair", paired.pool))


def ready(t: Tournament, among: Sequence[Pool] = ()) -> list[Pool]:
    """Return the pools whose next round can be paired, all or of `among`; may raise Refused.

    A round that waits to be started, or for results, is not ready; nor is a pool that has played
    all its rounds, unless it is named. If every round has been played, the refusal has no hint:
    what follows depends on the rules of the event.
    """
    if eliminates(t) and not t.cuts:
        raise Refused(
            "no seeds have been drawn yet.", hint=advice("Draw them first: {}.", do("seed"))
        )
    if not t.pods and not t.cuts:
        raise Refused(
            "nobody is registered, so there is nobody to pair.",
            hint=advice("Register the players: {}.", do("register")),
        )
    asked = among or (*t.pods, *(pool for pool in t.cuts if pool not in t.pods))
    waits = {pool: why_not(t, pool) if pool in t.cuts else _why_not(t, pool) for pool in asked}
    found = [
        pool
        for pool, why in waits.items()
        if why is None and (pool in t.cuts or due(t, pool, t.latest.get(pool, 0) + 1))
    ]
    if not found:
        reasons = [why for why in waits.values() if why] or ["everybody has dropped"]
        said = " ".join(f"{why[0].upper()}{why[1:]}." for why in reasons)
        raise Refused(f"no pool is ready to be paired. {said}", hint=_next(t, asked))
    return found


def _next(t: Tournament, pools: Sequence[Pool]) -> Hint | None:
    """Return what to do about the first pool that waits; None if no pool waits."""
    rounds = [paired for pool in pools if (paired := latest_round(t, pool))]
    if any(open_matches(t, paired) for paired in rounds if paired.started):
        return advice(
            "Report the missing results ({}); {} shows the tables.", do("report"), do("pairings")
        )
    if again := next((act for pool in pools if (act := seed_again(t, pool))), None):
        return advice("A seeded player has dropped. Seed the bracket again: {}.", again)
    if not all(paired.started for paired in rounds):
        return advice(
            "Start the round ({}), or withdraw it ({}).", do("start"), do("withdraw", "POOL-ROUND")
        )
    return None


def _why_not(t: Tournament, pool: Pool) -> str | None:
    """Return what a pod waits for, or that it has played all its rounds; None if it is ready."""
    paired, planned = latest_round(t, pool), planned_rounds(t, pool)
    cut = [bracket for bracket in t.cuts if pool in swiss_pools(t, bracket)]
    if cut:
        return f"the players of {pool} have moved on to {joined(cut)}"
    if paired and not paired.started:
        return f"{named(t, pool, paired.number)} has not started"
    if paired and (lacking := lacks(t, paired)):
        return lacking
    if paired and planned and paired.number >= planned:
        been = "has been" if planned == 1 else "have been"
        return f"the {counted(planned, 'round')} of {pool} {been} played"
    return None
