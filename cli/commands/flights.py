"""Split a large division into flights, or show how many it could have."""

import click
from msgspec.structs import asdict, replace

from cli.acts.flights import (
    FLIGHTS,
    cut_in_words,
    in_words,
    rounds_in_words,
    sizes_in_words,
    table_of,
)
from cli.acts.rounds import formed
from cli.args.words import WORDS
from cli.desk.command import at_desk, say_done
from cli.desk.write import WriteContext
from cli.folder import secrets
from cli.folder.home import settings
from cli.terminal.tables import Column
from cli.terminal.tables import lines as table_lines
from ledger.errors import Refused
from ledger.events.catalogue import AnyEvent, FlightsAssigned
from ledger.events.flights import names
from ledger.state.tournament import Tournament
from ledger.terms import Division
from projections.rounds.flights import Option, assign, assigned, options, players_of
from projections.standings.standings import DIVISIONS
from projections.text import counted

COLUMNS = (
    Column("Flights", right=True),
    Column("Players"),
    Column("Rounds", right=True),
    Column("Cut"),
    Column("Why not", wraps=True),
)


@click.command("flights")
@click.argument("wanted", type=FLIGHTS, nargs=-1, metavar="[DIVISION=NUMBER]...")
@click.option("--reason", type=WORDS, help="Why; needed where flights are assigned anew.")
@click.option("--at-most", type=click.IntRange(1, 99), help="Name the fewest with so many rounds.")
@at_desk
def command(
    ctx: WriteContext,
    wanted: tuple[tuple[Division, int], ...],
    reason: str | None,
    at_most: int | None,
) -> None:
    r"""Split a DIVISION into 2, 4, 8 or 16 flights, drawn by lot; 1 gives them up again.

    Each flight plays Swiss apart, and so in fewer rounds; the cut joins them again. Flights are the
    last resort, and as few as the time allows (TOP §3.3.3). Without a DIVISION you are shown what
    each number would mean, and why some are not possible. Assign them before round 1 is paired, and
    announce the rounds afterwards. A dry run shows nothing of the draw.

    \b
    Examples:
      roundbook flights
      roundbook flights --at-most 6
      roundbook flights masters=4 senior=2
      roundbook flights masters=1 --reason "a second hall is free"
    """
    if not wanted:
        _show(ctx, at_most)
        return
    numbers = dict(wanted)
    if at_most or len(numbers) < len(wanted):
        raise click.UsageError("name each division once, and --at-most without any.")

    def act(t: Tournament) -> list[AnyEvent]:
        then = t.copy()
        done = [] if then.flights else formed(then, ctx.rules)
        for division, number in numbers.items():
            done.append(_assigned(then, division, number, reason))
            then.apply(done[-1], t.seq)
        return done

    entry = ctx.take(act)[0]
    events = [event for event in entry.events if isinstance(event, FlightsAssigned)]
    if ctx.dry_run:
        drawn = ", ".join(f"{division.lower()}={number}" for division, number in numbers.items())
        say_done(ctx, [], f"would be assigned: {drawn}", divisions=[*numbers])
        return
    t, rules = ctx.tournament, ctx.rules
    found = [(event, assigned(t, rules, event.division, table_of(t))) for event in events]
    lines = [line for event, one in found for line in _said(ctx, event, one)]
    say_done(ctx, entry, *lines, "next: roundbook announce", flights=[one for _, one in found])


def _assigned(
    t: Tournament, division: Division, number: int, reason: str | None
) -> FlightsAssigned:
    """Return the flights of a division, drawn with the next secret; none of them for 1."""
    if number > 1:
        secret = secrets.next_secret(settings(), t)
        return replace(assign(t, division=division, number=number, secret=secret), reason=reason)
    if division not in t.flights:
        raise Refused(
            f"{division} plays without flights already.", hint="Nothing has to be given up."
        )
    return FlightsAssigned(division=division, flights={}, reason=reason)


def _said(ctx: WriteContext, event: FlightsAssigned, one: Option) -> list[str]:
    """Return what the flights of a division are, and what they mean."""
    division = event.division
    if not event.flights:
        return [f"{division} plays without flights again: {rounds_in_words(one)}"]
    lines = [f"{division} plays in {in_words(one)} players"]
    lines += [f"  {pool}: {counted(len(there), 'player')}" for pool, there in event.flights.items()]
    lines.append(f"  each plays {rounds_in_words(one)}")
    lines.append(f"  into the cut: {cut_in_words(one)}")
    fewer = [
        f"{each.flights} would play {counted(each.rounds, 'round')}"
        for each in options(ctx.tournament, ctx.rules, division, table_of(ctx.tournament))
        if each.rounds and 1 < each.flights < one.flights
    ]
    but = f": {', '.join(fewer)}" if fewer else ""
    return [*lines, f"  as few flights as the time allows (TOP §3.3.3){but}"]


def _show(ctx: WriteContext, at_most: int | None) -> None:
    """Show what each number of flights would mean for each division, and which cannot be."""
    t = ctx.tournament.copy()
    if not t.flights:
        formed(t, ctx.rules)
    there = [division for division in DIVISIONS if players_of(t, division)]
    lines, data = list[str](), list[object]()
    for division in there:
        found = [
            (one, _why_not(ctx, t, one)) for one in options(t, ctx.rules, division, table_of(t))
        ]
        possible = [one for one, why in found if why is None]
        fits = [one.flights for one in possible if one.rounds and one.rounds <= (at_most or 0)]
        now = assigned(t, ctx.rules, division, table_of(t))
        lines += ["", f"{division}, {in_words(now)}" + (" now" if now.flights > 1 else "")]
        if len(possible) > 1:
            lines += table_lines(COLUMNS, [_row(one, why) for one, why in found])
            lines += _remarks(possible)
        else:
            lines += [rounds_in_words(now), f"no flights: {found[1][1]}"]
        if at_most and fits:
            lines.append(f"the fewest with at most {counted(at_most, 'round')}: {fits[0]}")
        elif at_most:
            lines.append(f"none has at most {counted(at_most, 'round')}")
        data.append(
            {
                "division": division,
                "now": now,
                "options": [{**asdict(one), "why_not": why} for one, why in found],
                "fewest": fits[0] if fits else None,
            }
        )
    say_done(ctx, [], *(lines[1:] or ["nobody is registered yet"]), divisions=data)


def _row(one: Option, why_not: str | None) -> list[str]:
    """Return a number of flights as a row; what it would mean only where it can be."""
    means = ("", "") if why_not else (f"{one.rounds or ''}", cut_in_words(one))
    return [str(one.flights), sizes_in_words(one), *means, why_not or ""]


def _remarks(possible: list[Option]) -> list[str]:
    """Return where the two readings of how many rounds are saved differ (A-16)."""
    return [
        f"{one.flights} flights: {rounds_in_words(one)}"
        for one in possible
        if one.flights > 1 and one.by_doubling != one.rounds
    ]


def _why_not(ctx: WriteContext, t: Tournament, one: Option) -> str | None:
    """Return why a division cannot have so many flights, as the rules say it; None if it can."""
    if one.flights == 1:
        return None
    players = iter(players_of(t, one.division))
    held = [tuple(next(players) for _ in range(size)) for size in one.sizes]
    flights = dict(zip(names(one.division, one.flights), held, strict=True))
    event = FlightsAssigned(division=one.division, flights=flights, reason="What if?")
    last = ctx.venue.desk.entries[-1]
    broken = ctx.venue.desk.checks.judge_entry(t, replace(last, events=(event,)), ctx.rules)
    return broken[0].message if broken else None
