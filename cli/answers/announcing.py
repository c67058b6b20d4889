"""What follows from an announcement: what changed, what does not fit, and what is missing."""

from roundbook.cli.acts.announce import Announced, Tabled
from roundbook.cli.session.write import WriteContext
from roundbook.ledger.errors import Hint, do, warning
from roundbook.ledger.events.flights import names
from roundbook.ledger.phrases import counted, several
from roundbook.ledger.rulesets.divisions import as_tom_divides
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.pools import active_by_division, by_sheet, counted_entrants
from roundbook.ledger.state.rounds import under_way
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.text import opened, sentence
from roundbook.projections.cut.planner import PlannedCut, why_mixed
from roundbook.projections.history.announcement import change_in_words
from roundbook.projections.reports.text.announcement import (
    taken_back_in_words,
    too_short_in_words,
)
from roundbook.projections.reports.text.cut import in_words, planned_row, rounds_in_words
from roundbook.projections.rounds_by_attendance import Schedule


def announced(ctx: WriteContext, done: Announced) -> list[str | Hint]:
    """Return what was announced or changed, cuts that do not fit, and what is missing.

    The cuts that could be announced are listed only for a dry run.
    """
    found: list[str | Hint] = []
    if done.changes:
        found = [f"{change_in_words(one.fact.what, one.left, one.right)}." for one in done.changes]
    elif any(done.told.day_two.values()) and not done.points:
        found.append(
            "Day two is for players with X-2-0 or better, or for the top 32 of a division if that "
            "is more."
        )
    found += [
        f"Day two is for {division} with at least {counted(points, 'match point')}."
        for division, points in done.points.items()
        if not done.changes
    ]
    found += [f"{row}." for row in _rows_announced(done, ctx.tournament, ctx.rules)]
    if mixed := why_mixed(ctx.tournament, ctx.rules):
        found.append(sentence(mixed))
    if tom := as_tom_divides(active_by_division(ctx.tournament), ctx.rules):
        found.append(sentence(tom))
    if done.taken_back:
        found.append(opened(sentence(taken_back_in_words(done.taken_back))))
    if done.too_short:
        found.append(warning(f"Note: {too_short_in_words(done.too_short)}."))
    if done.now_with_cut:
        found.append("The event now has the style swiss-plus-cut, since a cut was announced.")
    found += [
        warning(f"At a Premier Event the {division} cut is at most {most} (TOP §3.3.5).")
        for division, most in done.most.items()
    ]
    found += [warning(f"Note: {note}.") for note in done.beside]
    if done.told.basic_energy is not None and not done.told.energy_told_ahead:
        found.append(
            warning(
                "Note: this announcement does not say that basic Energy was announced before the "
                "day. It should be (TRF §11.2)."
            )
        )
    found += [
        warning(f"Before round 1, announce {what} too: {{}}.", do("announce", *words))
        for what, words in done.missing.items()
        if not under_way(ctx.tournament)
    ]
    return [*found, *(_planned(one, ctx.tournament) for one in done.cuts)] if ctx.dry_run else found


def _rows_announced(done: Announced, t: Tournament, rules: Ruleset) -> list[str]:
    """Return the rounds of each pod by the rounds table, next to those announced if they differ."""
    apart = {str(one.pool): one.rounds for one in done.apart if one.pool}
    told = {pool: apart.get(str(pool), done.told.rounds) for pool in done.tabled.pods}
    rows = rows_of(done.tabled, t, rules)
    for at, (pool, one) in enumerate(done.tabled.pods.items()):
        if one.rounds != told[pool]:
            by_table = f"{counted(one.rounds, 'round')}{_from(one, t, rules)}"
            # Where there is no row for so few or so many, the table has no number either.
            whose = "the rounds table has" if one.listed else "otherwise"
            rows[at] = f"{pool}: {counted(told[pool], 'round')} announced; {whose} {by_table}"
    for at, split in enumerate(done.tabled.flown, start=len(done.tabled.pods)):
        flights = {
            pool: apart.get(str(pool), done.told.rounds)
            for pool in names(split.division, split.flights)
        }
        if {*flights.values()} != {split.rounds}:
            each = [f"{counted(number, 'round')} for {pool}" for pool, number in flights.items()]
            alike = len({*flights.values()}) == 1
            said = counted(max(flights.values()), "round") if alike else several(each)
            rows[at] = rows[at].replace(": ", f": {said} announced; the rounds table has ", 1)
    return rows


def rows_of(tabled: Tabled, t: Tournament, rules: Ruleset) -> list[str]:
    """Return the rounds of each pod by the rounds table; the flights of a division share a row."""
    if tabled.in_bracket == 0:
        return []  # Nobody is registered yet.
    if tabled.in_bracket is not None:
        rounds = (max(tabled.in_bracket, 2) - 1).bit_length()
        players = counted_entrants(t, tabled.in_bracket)
        return [f"{players}: {counted(rounds, 'round')} (TOP §3.2)"]
    rows = [
        f"{pool}: {counted(one.rounds, 'round')}{_from(one, t, rules)}"
        for pool, one in tabled.pods.items()
    ]
    return rows + [
        f"{one.division.lower()}, {in_words(one)}: {rounds_in_words(one)}" for one in tabled.flown
    ]


def _from(one: Schedule, t: Tournament, rules: Ruleset) -> str:
    """Return the clause on how a pod's number of rounds follows from its players, and the source.

    The row of the largest division decides (TOP §3.3.5); without one, it is the fewest rounds that
    the edition has (A-18), or more if that would leave several players undefeated.
    """
    if by_sheet(t) and not one.listed:
        return " for each draft table, which plays by itself as a pod"
    if not one.listed:
        mixed = "the largest division has " if len(one.divisions) > 1 else ""
        least = ", the minimum" if one.rounds == rules.fewest_rounds else ""
        return f"{least} ({mixed}{counted_entrants(t, one.largest.players)}, {one.cites})"
    if len(one.divisions) == 1:
        return f" ({one.cites})"
    largest = f"{one.largest.players} {one.largest.division}, the largest division"
    return f" for {largest} ({one.cites})"


def _planned(one: PlannedCut, t: Tournament) -> str:
    """Return a cut that could be announced, in one sentence."""
    division, size, share, _, hours, where = planned_row(one, t)
    means = [share, counted(one.rounds, "round"), hours and f"{hours} hours of matches", where]
    cut = f"a cut of {size}" if one.size else "no cut"
    return f"{division}, {cut}: {', '.join(filter(None, means))}."


FOLLOWS = {Announced: announced}
