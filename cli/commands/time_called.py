"""Record how a match ended, as a judge saw it, and what follows from that."""

import click
from msgspec.structs import replace

from cli.args.facts import with_facts
from cli.args.types import MATCH, RESULT
from cli.desk.command import at_desk, say_done
from cli.desk.write import WriteContext
from cli.terminal.verdict import as_data, in_lines
from ledger.errors import Refused
from ledger.events.catalogue import AnyEvent, MatchEnded, ResultReported
from ledger.events.match_end import Facts
from ledger.state.queries import part_of
from ledger.state.tournament import Tournament
from ledger.terms import MatchId, Result
from ledger.verdicts.contradictions import contradiction
from ledger.verdicts.decide import ruling
from projections.judging.match_end import coming


@click.command("time-called")
@click.argument("match", type=MATCH)
@with_facts
@click.option("--report", is_flag=True, help="Report the result that follows, in one entry.")
@click.option("--result", type=RESULT, help="Report this instead; the head judge may.")
@at_desk
def command(
    ctx: WriteContext,
    match: MatchId,
    facts: Facts,
    report: bool,  # noqa: FBT001 - a flag.
    result: Result | None,
) -> None:
    r"""Record how MATCH stood when it ended or when time was called, and say what follows.

    The tables are those of TRF §8 for Swiss and §9 for a bracket; the first player is the one on
    the left of the slip. `roundbook verdict` asks the same without writing anything.

    GAMES are who won them, in order: 1 or 2; sd1 or sd2, by Sudden Death; both, at once and not
    decided yet; void, for one that does not count.

    \b
    Examples:
      roundbook time-called masters-1-14 --games 1 --time between-games --report
      roundbook time-called masters-1-14 --games 1,2 --on game --time in-turn \
        --last-turn-ended --report
      roundbook time-called masters-cut-6-1 --games 1 --on game --time in-turn --last-turn-ended \
        --prizes 4-2
    """
    if report and result:
        raise click.UsageError("--report takes the result from the tables; leave out --result.")

    def act(t: Tournament) -> list[AnyEvent]:
        kind = t.opened.match_format if t.opened else facts.match_format
        seen = replace(facts, part=part_of(t, match.pool), match_format=kind)
        ended = MatchEnded(match=match, facts=seen)
        if contradiction(seen) or match not in t.matches or not (report or result):
            return [ended]
        found = ruling(seen)
        if result is None and found.next:
            hint = f"Next: {coming(found.next, turns=ctx.rules.times.extra_turns)}."
            raise Refused(f"by the facts, match {match} is not over.", hint=hint)
        due = result or found.result
        assert due is not None, "a ruling is a result, or says what comes next"
        return [ended, ResultReported(match=match, result=due)]

    entry = ctx.take(act)[0]
    seen = next(one.facts for one in entry.events if isinstance(one, MatchEnded))
    reported = [one.result for one in entry.events if isinstance(one, ResultReported)]
    found = ruling(seen)
    lines = [f"match {match} as it was seen at the table", *in_lines(found, ctx.rules)]
    if reported:
        lines.append(f"  reported: {reported[0].in_words(ctx.rules.tie_word)}")
    elif found.result:
        lines.append("next: roundbook report, if the judge agrees")
    say_done(ctx, entry, *lines, verdict=as_data(found, ctx.rules))
