"""Answers to acts about rounds, cuts and flights: what follows from them, and what is missing."""

from collections.abc import Iterable

from cli.acts.announce import Announced
from cli.acts.bracket import SeedsDone
from cli.acts.cut import CutsMade, DaysMade, JustOut
from cli.acts.flights import FlightsDone, SplitsFound
from cli.acts.pairing import RoundsPaired
from cli.acts.repair import RoundsRepaired
from cli.acts.rounds import RoundsStarted
from cli.desk.write import Facts, WriteContext
from cli.printing.posting import SheetPosted
from ledger.errors import Hint, advice, do
from ledger.events.posting import PostedSheet
from ledger.phrases import counted
from ledger.state.round_names import read_out
from ledger.state.tournament import Tournament
from ledger.terms import PlayerId, Pool
from projections.cut.planner import PlannedCut
from projections.cut.qualifiers import Alone
from projections.explain.tiebreak import WORDS
from projections.reports.text.announcement import change_in_words, taken_back_in_words
from projections.reports.text.cut import cut_in_words, in_words, planned_row, rounds_in_words
from projections.rounds.outgrown_announcements import outgrown


def of_rounds(  # noqa: C901 - flat: one case for each kind of facts.
    ctx: WriteContext, facts: Facts
) -> list[str | Hint]:
    """Return what follows from an act about rounds; empty for any other act."""
    match facts:
        case RoundsPaired():
            first = any(one.event.round == 1 for one in facts.rounds)
            late = outgrown(ctx.after(facts.entries), ctx.rules) if first else []
            return [*_paired(ctx, facts), *late]
        case RoundsRepaired():
            return _repaired(ctx.tournament, facts)
        case RoundsStarted():
            return _started(ctx, facts)
        case SheetPosted():
            return [] if ctx.dry_run else [_posted(facts)]
        case Announced():
            return _announced(facts, judged=ctx.dry_run)
        case CutsMade():
            return [*_cuts(ctx, facts)]
        case DaysMade():
            return [*_days(ctx, facts)]
        case SeedsDone() if not facts.entries:
            players = counted(facts.players, "player")
            return [f"Nothing was written. The seeds of {players} would be drawn."]
        case FlightsDone() if not facts.entries:
            divisions = " and ".join(facts.divisions)
            return [f"Nothing was written. The flights of {divisions} would be drawn."]
        case FlightsDone():
            return [
                advice(
                    ("Announce the rounds now with {}: flights play fewer rounds."), do("announce")
                )
            ]
        case SplitsFound():
            return [*_splits(facts)]
        case _:
            return []


def _paired(ctx: WriteContext, done: RoundsPaired) -> list[str]:
    """Return the results that pairing locked, and the only undefeated player; no pairings."""
    t = ctx.tournament
    would = "would be" if done.would_draw else "are now"
    found = [
        f"The results of {read_out(t, one.pool, one.number)}{one.whose} {would} locked (TOP §4)."
        for one in done.locks
    ]
    if done.would_draw:
        pools = " and ".join(done.pools)
        return [f"Nothing was written. The next round of {pools} would be paired.", *found]
    for one in done.rounds:
        if one.off_sheet:
            found.append(
                "The sheet does not give this round's pairings, so it was paired by match points."
            )
        found += [line for line in [_alone(ctx, one.alone)] if line]
    return found


def _alone(ctx: WriteContext, alone: Alone | None) -> str:
    """Return the sentence for a player who is alone undefeated with rounds left (A-1)."""
    if alone is None:
        return ""
    return (
        f"Only {ctx.named(alone.player)} is undefeated in {alone.pool}; {alone.announced} rounds "
        "are planned, and that number applies (TOP §3.1)."
    )


def _repaired(t: Tournament, done: RoundsRepaired) -> list[str | Hint]:
    """Return how much of each round is unchanged, and a hint to post it again."""
    found = list[str | Hint]()
    for one in done.rounds:
        players = "player gets" if one.moved == 1 else "players get"
        which = read_out(t, one.pool, one.number)
        found.append(
            f"{one.stay} of {one.tables} tables of {which} are unchanged; "
            f"{one.moved} {players} another opponent."
        )
        if not one.in_bracket:
            found.append("No other repair would change fewer pairings.")
    if not done.entries:
        return ["Nothing was written.", *found]
    return [*found, advice("The posted pairings are out of date: {}.", do("post"))]


def _started(ctx: WriteContext, done: RoundsStarted) -> list[str | Hint]:
    """Return what should have been done before the start: slips, postings and deck lists."""
    found: list[str | Hint] = [
        advice("A premier event must use match slips (TOP §4): {}.", do("slips", one.pool))
        for one in done.without_slips
    ]
    opened = ctx.tournament.opened
    cited = " (TOP §4)" if opened and opened.premier else ""
    for one in done.unposted:
        which = read_out(ctx.tournament, one.pool, one.round)
        said = f"The pairings of {which} were not posted{cited}."
        found.append(advice(f"{said} Do it now: {{}}.", do("post", one.pool)))
        if one not in done.without_slips and not ctx.tournament.rounds[one.pool, one.round].slips:
            found.append(advice("Print the match slips: {}.", do("slips", one.pool)))
    if done.without_list:
        found.append(f"No deck list yet: {', '.join(map(ctx.person, done.without_list))}.")
    if done.undecided:
        went = "would be" if ctx.dry_run else "was" if len(done.undecided) == 1 else "were"
        lists, names = counted(len(done.undecided), "deck list"), map(ctx.person, done.undecided)
        found.append(
            f"{lists} from phones {went} discarded without a decision: {', '.join(names)}."
        )
    return [*found, *done.to_check]


def _posted(done: SheetPosted) -> Hint:
    """Return the hint to print the sheet that was posted; its digest is in the history."""
    what = "slips" if done.sheet is PostedSheet.SLIPS else "pairings"
    return advice(f"Print the {what}: {{}}.", do("posted", "--entry", str(done.entries[0].seq)))


def _announced(done: Announced, *, judged: bool) -> list[str | Hint]:
    """Return what was announced or changed, cuts that do not fit, and what is missing.

    The cuts that could be announced are listed only for a dry run: `judged`.
    """
    found: list[str | Hint] = [
        f"{division}: a cut of {size}." for division, size in done.told.cut.items() if size
    ]
    if done.changes:
        found = [f"{change_in_words(one)}." for one in done.changes]
    if done.taken_back:
        found.append(taken_back_in_words(done.taken_back))
    found += [
        f"At a premier event the {division} cut is at most {most} (TOP §3.3.5)."
        for division, most in done.most.items()
    ]
    found += [
        f"The {one.flights} flights of {one.division} must each send the same number of "
        f"players, at least two, into the cut; that makes at least {2 * one.flights}, not "
        f"{one.size} (TOP §3.3.3.2)."
        for one in done.uneven
    ]
    found += [
        advice(f"Round 1 waits for {what}: {{}}.", do("announce", *words))
        for what, words in done.missing.items()
    ]
    return [*found, *map(_planned, done.cuts)] if judged else found


def _planned(one: PlannedCut) -> str:
    """Return a cut that could be announced, in one sentence."""
    division, size, share, _, hours, where = planned_row(one)
    means = [share, counted(one.rounds, "round"), hours and f"{hours} hours of matches", where]
    return (
        f"{division}, {f'cut {size}' if one.size else 'no cut'}: {', '.join(filter(None, means))}."
    )


def _cuts(ctx: WriteContext, done: CutsMade) -> list[str]:
    """Return the first player below each cut, and the results that pairing it locks."""
    if done.level:
        return _by_lot(ctx, done.pools, done.level)
    found = []
    for one in done.cuts:
        found += _just_out(ctx, one.out)
        if one.larger:
            most = f"at most {one.larger.cut} ({one.larger.cites})"
            found.append(f"At a premier event the {one.made.division} cut is {most}.")
        if one.locks:
            which = f"the {one.made.division} results of round {one.locks}"
            found.append(f"Pairing the cut locks {which} (TOP §4).")
        found.append(
            "Once the cut starts, the seeds are fixed: later corrections do not change them."
        )
    return list(dict.fromkeys(found))  # A sentence that applies to every cut appears once.


def _days(ctx: WriteContext, done: DaysMade) -> list[str]:
    """Return the rounds of day two, and the first player who did not advance to it."""
    if done.level:
        return _by_lot(ctx, done.pools, done.level)
    found = []
    for one in done.days:
        found.append(f"{one.made.pool} plays rounds {one.made.after + 1} to {one.until}.")
        found += _just_out(ctx, one.out)
        if one.left_over:
            found.append(
                f"Withdraw round {one.left_over}: it no longer matches the players who advance."
            )
    return found


def _by_lot(ctx: WriteContext, pools: Iterable[Pool], level: Iterable[PlayerId]) -> list[str]:
    """Return which players a draw would order; its outcome is not shown in advance."""
    tied = ", ".join(map(ctx.named, level))
    return [
        (
            f"Nothing was written. In {' and '.join(pools)}, these tied players would be ordered "
            f"at random: {tied}."
        )
    ]


def _just_out(ctx: WriteContext, out: Iterable[JustOut]) -> list[str]:
    """Return the first player who does not advance, and the tiebreak that decides it."""
    found = []
    for one in out:
        where = f" of {one.flight}" if one.flight else ""
        step, why = one.step, ""
        if step and step.decided_by:
            by = WORDS[step.decided_by]
            why = f", below {ctx.named(step.other)} by {by}: {step.mine} against {step.theirs}"
        found.append(f"Just out{where}: {ctx.named(one.player)}{why}.")
    return found


def _splits(found: SplitsFound) -> list[str]:
    """Return the meaning of each number of flights, or why it is not possible."""
    said = []
    for each in found.divisions:
        for one, why_not in each.options:
            means = why_not or f"{rounds_in_words(one)}, {cut_in_words(one)}"
            said.append(f"{each.division}, {in_words(one)}: {means}.")
        if found.at_most:
            most = counted(found.at_most, "round")
            said.append(
                f"{each.division}, the smallest number of flights with at most {most}: "
                f"{each.fewest(found.at_most) or 'none'}."
            )
    return said or ["Nobody is registered yet."]
