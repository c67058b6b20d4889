"""Register a player, or everybody in a list."""

from collections.abc import Sequence

import click

from cli.acts.flights import flight_of, joins
from cli.acts.people import Arrival, Coming, Told, admit, arrival, coming, passed_over, showing
from cli.args.choices import choosing
from cli.args.types import DIVISION, POOL
from cli.args.words import NAME, PLAYER_ID, WORDS
from cli.desk.command import at_desk, say_done
from cli.desk.named_files import is_list, refuse_other_file
from cli.desk.write import WriteContext
from ledger.events.catalogue import AnyEvent, PlayerRegistered
from ledger.people.book import Person
from ledger.state.queries import rounds_started
from ledger.state.tournament import Tournament
from ledger.terms import Division, PlayerId, Pool
from projections.text import counted


@click.command("register")
@click.argument("who", metavar="NAME|FILE")
@click.option("--id", "own_id", type=PLAYER_ID, default="", help="The organiser's id.")
@click.option("--birth-year", type=click.IntRange(1900, 2100), help="Gives the division.")
@click.option("--division", type=DIVISION, help="Where the year of birth is unknown.")
@click.option("--left-off", is_flag=True, help="Was left off the list by mistake: no late tag.")
@click.option("--pool", type=POOL, help="With --left-off: where to play, if it is not clear.")
@click.option("--reason", type=WORDS, help="How that came about; needed with --left-off.")
@click.option("--skip-known", is_flag=True, help="Pass over who in a list is registered already.")
@choosing
@at_desk
def command(  # noqa: PLR0913, PLR0917 - one argument per fact.
    ctx: WriteContext,
    who: str,
    own_id: str,
    birth_year: int | None,
    division: Division | None,
    left_off: bool,  # noqa: FBT001 - a flag.
    pool: Pool | None,
    reason: str | None,
    display: str | None,
    parent: bool,  # noqa: FBT001 - a flag.
    skip_known: bool,  # noqa: FBT001 - a flag.
) -> None:
    r"""Register NAME, or everybody in FILE (.csv, .tsv, .txt, .xlsx; `-` reads it from stdin).

    A list has a line of titles: name (or first and last), id, birth year or date, division, in
    English, German, Spanish or French; other columns are not read. --dry-run shows which column was
    taken for what, how many play in each division, and which lines are odd. Where lines are wrong
    all of them are named, and nobody is registered.

    \b
    Examples:
      roundbook register "Ana Lopez" --birth-year 2001 --id 4711
      roundbook register players.csv --dry-run
      roundbook register players.xlsx --skip-known
      roundbook register "Kim Sun" --birth-year 2016 --display initial --parent
      roundbook register "Ben Ode" --birth-year 1999 --left-off --reason "typed into another list"
    """
    if left_off != (reason is not None):
        raise click.UsageError("--left-off and --reason REASON belong together.")
    if pool and not left_off:
        raise click.UsageError("--pool is for players who were left off the list (--left-off).")
    told = _telling(left_off=left_off, pool=pool, reason=reason)
    if is_list(who):
        if own_id or birth_year or division or display:
            raise click.UsageError("the list says who the players are; leave the options out.")
        _everybody(ctx, coming(ctx, who, skip_known=skip_known), told)
        return
    if skip_known:
        raise click.UsageError("--skip-known is for a list.")
    refuse_other_file(who)
    name = NAME.convert(who, None, None)
    person = Person(name=name, id=own_id, birth_year=birth_year)
    try:
        one = arrival(ctx, person, division)
    except ValueError as error:
        hint = " Give --birth-year or --division." if not (birth_year or division) else ""
        raise click.UsageError(f"{error}{hint}") from None
    _admit(ctx, [showing(ctx, one, display, parent=parent)], told)


def _telling(*, left_off: bool, pool: Pool | None, reason: str | None) -> Told:
    """Return what is written of an arrival."""

    def told(t: Tournament, one: Arrival, player: PlayerId, bound: str) -> AnyEvent:
        at_once = not left_off and one.division not in t.flights
        where, said, drawn = (None, None, None) if at_once else joins(t, one, player, pool)
        return PlayerRegistered(
            player=player,
            division=one.division,
            commitment=bound,
            losses=rounds_started(t, where) if where and left_off else 0,
            pool=said,
            reason=reason,
            drawn=drawn,
        )

    return told


def _everybody(ctx: WriteContext, listed: Coming, told: Told) -> None:
    """Register everybody in a list who is not registered yet."""
    over = passed_over(ctx, listed.known)
    if not listed.arrivals:
        say_done(ctx, [], "nobody in the list is new", *over, list=listed.answer)
        return
    read_as = listed.lines if ctx.dry_run else listed.lines[: 1 if listed.guessed else 0]
    _admit(ctx, listed.arrivals, told, *over, *read_as, list=listed.answer)


def _admit(
    ctx: WriteContext, arrivals: Sequence[Arrival], told: Told, *more: str, **answer: object
) -> None:
    """Write an entry for each arrival, and say so; `more` is what else there is to say."""
    entries, book = admit(ctx, arrivals, told)
    events = [event for e in entries for event in e.events if isinstance(event, PlayerRegistered)]
    lines = [
        f"{book.name(e.player)} is {e.player} ({e.division})"
        f"{flight_of(ctx.tournament, e, dry_run=ctx.dry_run)}{_lost(e)}"
        for e in events
    ]
    if len(lines) > 1:
        lines.append(f"{len(lines)} players; {len(ctx.tournament.players)} are registered now")
    if ctx.dry_run and any(event.drawn for event in events):
        entries = []  # Nobody may know a draw beforehand.
    players = [event.player for event in events]
    say_done(ctx, entries, *lines, *more, *ctx.to_repair(), players=players, **answer)


def _lost(event: PlayerRegistered) -> str:
    lost = counted(event.losses, "loss", "losses")
    return f", with {lost} for the rounds missed" if event.losses else ""
