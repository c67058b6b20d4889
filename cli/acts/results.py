"""Results as they come to the desk: what a slip or a list of them says, as acts; what is said."""

from collections.abc import Iterable, Sequence

import click
from msgspec import Struct

from cli.acts.cut import size_for
from cli.args.players import find_player
from cli.args.types import MATCH, RESULT
from cli.desk.errors import command as typed
from cli.desk.named_files import bytes_of, called
from cli.desk.write import WriteContext
from ledger.desk import Act
from ledger.errors import Do, Refused, do
from ledger.events.catalogue import AnyEvent, PlayerDropped, ResultReported
from ledger.importers.lists import results as results_csv
from ledger.importers.lists.columns import MAX_BYTES
from ledger.record.entry import Entry
from ledger.rulesets.ruleset import Ruleset
from ledger.state.queries import latest_started, open_matches, planned_rounds
from ledger.state.tournament import Tournament
from ledger.terms import MatchId, PlayerId, Pool, Result
from projections.bracket.bracket import next_round, third_place
from projections.cut.day_two import divisions_on

# What a command leads to: the tournament with its entries in it, and what comes next.


def after(ctx: WriteContext, *entries: Entry) -> Tournament:
    """Return the tournament with these entries in it, though they were only rehearsed."""
    if not ctx.dry_run:
        return ctx.tournament
    then = ctx.tournament.copy()
    for entry in entries:
        then.apply_entry(entry)
    return then


def next_after(t: Tournament, rules: Ruleset, pool: Pool, number: int) -> Do:
    """Return what comes after a round of a pool that has all its results: a round, or the end."""
    if pool in t.cuts:
        done = next_round(t, pool) is None
    else:
        planned = planned_rounds(t, pool)
        done = planned is not None and number >= planned
    return _after_the_last(t, rules, pool) if done else do("pair", pool)


def _after_the_last(t: Tournament, rules: Ruleset, pool: Pool) -> Do:
    """Return what follows the last round of a pool."""
    if pool in t.cuts:
        announced = t.announcement is not None and t.announcement.third_place_playoff
        if announced and pool not in t.playoffs and third_place(t, pool):
            return do("third-place", pool)
        return do("close")
    if pool not in t.day_two and divisions_on(t, rules, pool):
        return do("day-two", pool)
    if any(size_for(t, rules, division) for division in t.pods.get(pool, ())):
        return do("cut")
    return do("close")


class Slip(Struct, frozen=True, kw_only=True):
    """What a slip says: the match, its result, and who leaves after it; its line in a list."""

    match: MatchId
    result: Result
    leaving: tuple[PlayerId, ...] = ()
    line: int = 0


def act_of(slip: Slip) -> Act:
    """Return what a slip has written: the result, and a drop for each who leaves."""

    def act(t: Tournament) -> list[AnyEvent]:
        for player in slip.leaving:
            if slip.match in t.matches and player not in t.matches[slip.match]:
                raise Refused(
                    f"{player} does not play in match {slip.match}.", hint="Use `roundbook drop`."
                )
        drops = [PlayerDropped(player=p, after=latest_started(t, p)) for p in slip.leaving]
        return [ResultReported(match=slip.match, result=slip.result), *drops]

    return act


def listed(ctx: WriteContext, name: str) -> tuple[list[Slip], str]:
    """Return all slips of a list, and how it was read. Raises Unreadable, naming every line."""
    where = called(name)
    slips, mistakes = list[Slip](), list[tuple[int, str]]()
    results = results_csv.read(bytes_of(name, MAX_BYTES), where)
    for row in results.rows:
        try:
            slips.append(
                Slip(
                    line=row.line,
                    match=MATCH.convert(row.match, None, None),
                    result=RESULT.convert(row.result, None, None),
                    leaving=tuple(
                        find_player(who, ctx.tournament, ctx.book) for who in row.leaving
                    ),
                )
            )
        except click.UsageError as mistake:
            mistakes.append((row.line, mistake.message.rstrip(".")))
        except Refused as refused:
            mistakes.append((row.line, refused.message.rstrip(".")))
    if mistakes:
        raise results_csv.source_of(where).all_wrong(mistakes)
    return slips, results.taken.in_words


def report_all(ctx: WriteContext, slips: Sequence[Slip], name: str) -> list[Entry]:
    """Write one entry per slip of a list: all or none. Raises Refused, naming the line."""
    asked: list[Slip] = []

    def noted(slip: Slip) -> Act:
        act = act_of(slip)

        def noting(t: Tournament) -> Sequence[AnyEvent]:
            asked.append(slip)
            return act(t)

        return noting

    try:
        return ctx.take(*map(noted, slips))
    except Refused as refused:
        if not asked:
            raise
        msg = f"{called(name)}, line {asked[-1].line}: {refused.message}"
        raise Refused(msg, hint=refused.hint, violations=refused.violations) from None


def came_in(t: Tournament, rules: Ruleset, matches: Iterable[MatchId]) -> list[str]:
    """Return how far the rounds of these matches are, and what comes next."""
    rounds = dict.fromkeys((match.pool, match.round) for match in matches)
    several, lines, nexts = len(rounds) > 1, list[str](), list[str]()
    for pool, number in rounds:
        paired = t.rounds.get((pool, number))
        if paired is None:
            continue
        missing, every = open_matches(t, paired), len(paired.pairings)
        of_which = f"{pool}-{number}: " if several else ""
        lines.append(f"  {of_which}{every - len(missing)} of {every} are in")
        if not missing:
            nexts.append(f"next: {typed(next_after(t, rules, pool, number))}")
    return lines + list(dict.fromkeys(nexts))


def all_said(ctx: WriteContext, t: Tournament, slips: Sequence[Slip]) -> list[str]:
    """Return what is said of a whole list: how many came in, who has left, what comes next."""
    left = [f"  {ctx.named(player)} has dropped" for slip in slips for player in slip.leaving]
    return left + came_in(t, ctx.rules, [slip.match for slip in slips])
