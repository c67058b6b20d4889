"""Say who plays the second day."""

import click

from cli.acts.cut_text import just_out
from cli.args.types import POOL
from cli.args.words import WORDS
from cli.desk.command import at_desk, say_done
from cli.desk.write import WriteContext
from cli.folder import secrets
from cli.folder.home import settings
from ledger.errors import Refused
from ledger.events.catalogue import AnyEvent, DayTwoMade, LotDrawn, RoundsSet
from ledger.rulesets.ruleset import Ruleset
from ledger.state.queries import latest_round
from ledger.state.tournament import Tournament
from ledger.terms import Division, PlayerId, Pool
from projections.cut.day_two import (
    divisions_on,
    enough,
    first_day_order,
    qualified,
    rounds_of_day_two,
    row_of,
)
from projections.explain.missed_cut import step_between
from projections.standings import lots
from projections.standings.standings import first_day
from projections.text import counted


@click.command("day-two")
@click.argument("pool", type=POOL, required=False)
@click.option("--rounds", type=click.IntRange(1, 99), help="Rounds of the second day.")
@click.option("--again", is_flag=True, help="Make it again, before its first round is paired.")
@click.option("--reason", type=WORDS, help="Why another number of rounds; kept for good.")
@at_desk
def command(
    ctx: WriteContext, pool: Pool | None, rounds: int | None, reason: str | None, *, again: bool
) -> None:
    r"""Say who of POOL, or of every pool that has one, plays a second day of Swiss.

    Everybody with two losses at most plays on, or the 32 ranked highest, whichever are more (TOP
    §3.3.5; A-19). How many rounds it has was announced, or follows from the rounds table. Match
    points, byes and opponents carry over (A-20); everybody else keeps the place of the first day.

    \b
    Examples:
      roundbook day-two
      roundbook day-two masters --again
      roundbook day-two masters --rounds 4 --reason "the hall closes at eight"
    """

    def act(t: Tournament) -> list[AnyEvent]:
        then, done = t.copy(), list[AnyEvent]()
        for each in [pool] if pool else _due(t, ctx.rules, again=again):
            made = _events(then, ctx.rules, each, rounds, again=again, reason=reason)
            for event in made:
                then.apply(event, t.seq)
            done += made
        return done

    entry = ctx.take(act)[0]
    made = [event for event in entry.events if isinstance(event, DayTwoMade)]
    drawn = [event for event in entry.events if isinstance(event, LotDrawn)]
    if ctx.dry_run and drawn:
        level = ", ".join(player for event in drawn for player in sorted(event.lots))
        say_done(ctx, [], f"would be made, with lots for {level}", pools=[one.pool for one in made])
        return
    t = ctx.tournament
    if ctx.dry_run:
        t = t.copy()
        t.apply_entry(entry)
    lines = [line for one in made for line in _said(ctx, t, one)]
    say_done(ctx, entry, *lines, "next: roundbook pair")


def _due(t: Tournament, rules: Ruleset, *, again: bool) -> list[Pool]:
    """Return the pools that have a second day to be made; raises Refused for none."""
    pools = [pool for pool in t.pods if divisions_on(t, rules, pool)]
    found = [pool for pool in pools if (pool in t.day_two) == again]
    if not found:
        if again:
            raise Refused("no second day has been made.", hint="Make it: `roundbook day-two`.")
        if pools:
            raise Refused("the second day has been made.", hint="Pair it: `roundbook pair`.")
        raise _none(t, rules, next(iter(t.pods), None))
    return found


def _none(t: Tournament, rules: Ruleset, pool: Pool | None) -> Refused:
    """Return that a pool has no second day, and why."""
    known = (
        [row for each in t.pods.get(pool, ()) if (row := row_of(t, rules, each))] if pool else []
    )
    if t.announcement and t.announcement.day_two:
        why = "none was announced"
    elif known:
        why = "; ".join(f"{row.division}: {row.players} players, {row.cites}" for row in known)
    else:
        why = "there is no rounds table"
    return Refused(
        f"{pool or 'this tournament'} has no second day: {why}.",
        hint="If there is one all the same: `roundbook day-two POOL --rounds N --reason …`.",
    )


def _events(
    t: Tournament,
    rules: Ruleset,
    pool: Pool,
    asked: int | None,
    *,
    again: bool,
    reason: str | None,
) -> list[AnyEvent]:
    """Return what makes the second day: lots where the last are level, who plays, the rounds."""
    stands = t.day_two.get(pool)
    if stands and not again:
        raise Refused(
            f"the second day of {pool} has been made.",
            hint="If somebody has left since: `roundbook day-two --again`.",
        )
    on = divisions_on(t, rules, pool)
    due = max((rounds_of_day_two(t, rules, division) for division in on), default=0)
    if asked is None and not due and not stands:
        raise _none(t, rules, pool)
    if asked and asked != due and reason is None:
        raise click.UsageError(f"--rounds {asked} needs --reason: {due or 'none'} would be due.")
    after = stands.after if stands else _after(t, pool)
    then, done = t.copy(), list[AnyEvent]()
    divisions = on or [*t.pods.get(pool, ())]
    for division in divisions:
        chosen = _chosen(then, rules, division, pool, after)
        groups = lots.level(then, rules).get(division, [])
        if groups and _parts_level(then, rules, division, pool, chosen):
            secret = secrets.next_secret(settings(), then)
            done.append(lots.draw(then, division=division, groups=groups, secret=secret))
            then.apply(done[-1], t.seq)
    players = [p for division in divisions for p in _chosen(then, rules, division, pool, after)]
    done.append(DayTwoMade(pool=pool, after=after, players=tuple(players)))
    total = after + (asked or due)
    if (asked or not stands) and t.planned.get(pool) != total:
        done.append(RoundsSet(pool=pool, rounds=total, reason=reason))
    return done


def _after(t: Tournament, pool: Pool) -> int:
    """Return the last round of the first day: the one that was played last."""
    return max(t.latest.get(pool, 0), 1)


def _chosen(
    t: Tournament, rules: Ruleset, division: Division, pool: Pool, after: int
) -> list[PlayerId]:
    return [one.player for one in qualified(t, rules, division, pool, after)]


def _parts_level(
    t: Tournament, rules: Ruleset, division: Division, pool: Pool, chosen: list[PlayerId]
) -> bool:
    """Tell whether the line runs through players who are level in everything and still in."""
    order = first_day_order(t, rules, division, pool)
    last = next((one.place for one in order if one.player == chosen[-1]), 0) if chosen else 0
    return any(one.place == last and one.player not in chosen for one in order)


def _said(ctx: WriteContext, t: Tournament, made: DayTwoMade) -> list[str]:
    """Return a second day as it is read out: how many, how long, who is just out and why."""
    rules = ctx.rules
    planned = t.planned.get(made.pool, made.after)
    players = counted(len(made.players), "player")
    lines = [
        f"the second day of {made.pool}: {players} play rounds {made.after + 1} to {planned}",
        f"  X-2-0 is {counted(enough(made.after, rules), 'match point')} after round {made.after}",
    ]
    for division in t.pods.get(made.pool, ()):
        order = first_day_order(t, rules, division, made.pool)
        inside = [one.player for one in order if one.player in made.players]
        out = [one.player for one in order if one.player not in made.players]
        if not inside or not out:
            continue
        step = step_between(first_day(t), rules, division, above=inside[-1], below=out[0])
        lines += just_out(ctx, out[0], step)
    waits = latest_round(t, made.pool)
    if waits and waits.number > made.after:
        lines.append(f"  round {waits.number} no longer seats who plays: withdraw it")
    return lines
