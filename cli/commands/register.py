"""Register a player, or everybody in a list."""

import click
import msgspec
from msgspec.structs import replace

from roundbook.cli.acts.flights import flight_of
from roundbook.cli.acts.people import MISSING
from roundbook.cli.acts.registration import (
    HOLDS,
    MOST_SAID,
    Arrived,
    LeftOff,
    ListRead,
    Newcomer,
    register,
    register_list,
)
from roundbook.cli.args.choices import CHOSEN, choosing
from roundbook.cli.args.types import (
    DATE,
    DIVISION,
    IN_ENCODING,
    NAME,
    PLAYER_ID,
    POOL,
    WORDS,
    called,
    is_list,
    typed_as,
)
from roundbook.cli.desk.command import at_desk, gathered, leading_on, say_done
from roundbook.cli.desk.errors import command as typed
from roundbook.cli.desk.errors import typed as as_typed
from roundbook.cli.desk.named_files import bytes_of, refuse_other_file
from roundbook.cli.desk.output import scrolls_away
from roundbook.cli.desk.write import WriteContext
from roundbook.ledger.errors import do
from roundbook.ledger.events.catalogue import Joining
from roundbook.ledger.phrases import counted
from roundbook.ledger.terms import Pool


@click.command("register")
@click.argument("name", metavar="NAME|FILE")
@click.option("--id", "--player-id", type=PLAYER_ID, default="", help="The Player ID.")
@click.option(
    "--birth-year",
    type=click.IntRange(1900, 2100),
    metavar="YEAR",
    help="The year of birth.",
)
@click.option("--birth-date", type=DATE, help="The date of birth, such as 2001-04-17.")
@click.option("--division", type=DIVISION, help="The age division, if the birth year is unknown.")
@click.option(
    "--left-off",
    is_flag=True,
    help="Player left off the list by mistake; no late tag.",
)
@click.option("--pool", type=POOL, help="With --left-off: the pool to play in.")
@click.option("--reason", type=WORDS, help="With --left-off: the reason for the mistake.")
@click.option("--skip-known", is_flag=True, help="Skip players who are already registered.")
@IN_ENCODING
@choosing
@gathered(Newcomer)
@at_desk
def command(
    ctx: WriteContext,
    asked: Newcomer,
    pool: Pool | None,
    reason: str | None,
    encoding: str | None,
    *,
    left_off: bool,
    skip_known: bool,
) -> None:
    r"""Register NAME, or every player in FILE (.csv, .tsv, .txt or .xlsx).

    A list (`-` is stdin) needs a header row. If a row is wrong, nobody is registered; --dry-run
    shows how the list is read.

    \b
    Examples:
      roundbook register "Ana Lopez" --birth-year 2001 --id 4711
      roundbook register players.xlsx --skip-known
    """
    if left_off != (reason is not None):
        raise click.UsageError("--left-off and --reason REASON must be used together.")
    if pool and not left_off:
        raise click.UsageError("--pool is for players who were left off the list (--left-off).")
    off = LeftOff(reason=reason, pool=pool) if reason is not None else None
    who = asked.name
    if is_list(who):
        if asked.id or asked.birth_year or asked.birth_date or asked.division or asked.display:
            raise click.UsageError(
                "the list already names the players; leave the other options out."
            )
        from roundbook.ledger.importers.lists.columns import MAX_BYTES

        data, name = bytes_of(who, MAX_BYTES), called(who)
        done = register_list(
            ctx, data, name, skip_known=skip_known, left_off=off, encoding=encoding
        )
        _say(ctx, done)
        return
    if skip_known or encoding:
        option = "--skip-known" if skip_known else "--encoding"
        raise click.UsageError(f"{option} can only be used with a list of players.")
    refuse_other_file(who)
    person = replace(asked, name=NAME.convert(who, None, None))
    with typed_as(birth_year=f"{MISSING} Give --birth-year or --division.", **CHOSEN):
        _say(ctx, register(ctx, person, left_off=off))


def _say(ctx: WriteContext, done: Arrived) -> None:
    """Print who was registered and, for a list, who was already registered and how it was read."""
    answer = {"list": _as_data(done.listed)} if done.listed else {}
    over, read_as = ([], []) if done.listed is None else (_known(ctx, done), _read(done))
    if not done.events:
        odd = _odd(done.listed) if done.listed else []
        say_done(ctx, [], "everybody on the list is already registered", *over, *odd, **answer)
        return
    lines = _each(ctx, done)
    if len(done.events) > 1:
        lines.append(
            f"{len(done.events)} players; {len(ctx.tournament.players)} are registered now"
        )
    if done.listed and not ctx.dry_run:
        read_as = read_as[:1] if done.listed.guessed else []
        read_as += [*_ignored(done.listed), *_odd(done.listed)]
        if done.listed.doubts:
            amend = do("amend", "PLAYER", "--name", "NAME", "--reason", "…")
            read_as.append(f"  correct a name with: {typed(amend)}")
    more = [*over, *read_as, *look_alike(done), *lacking(done), *ctx.to_repair()]
    more += _next(ctx, done)
    say_done(ctx, done.entries, *lines, *more, players=done.players, **answer)


def _each(ctx: WriteContext, done: Arrived) -> list[str]:
    """Return a line for each player; if a terminal is too low, only for those with more to say."""
    rest = [
        f"{flight_of(ctx.tournament, event, dry_run=ctx.dry_run)}{_lost(event)}"
        for event in done.events
    ]
    rows = [
        f"{done.names[event.player]} is {event.player} ({event.division}){more}"
        for event, more in zip(done.events, rest, strict=True)
    ]
    if done.listed is None or len(rows) == 1:
        return rows
    if not scrolls_away(len(rows)):
        return [f"{len(rows)} new players:", *(f"  {row}" for row in rows)]
    way = "add --json" if ctx.dry_run else typed(do("players"))
    odd = [row for row, more in zip(rows, rest, strict=True) if more]
    return [f"{len(rows)} new players: {_sizes(done.listed)}", f"  to list them: {way}", *odd]


def _sizes(listed: ListRead) -> str:
    return ", ".join(f"{number} {division}" for division, number in listed.divisions.items())


def look_alike(done: Arrived) -> list[str]:
    """Return new players who may already be registered, and what to do about them."""
    found, more = done.namesakes[:MOST_SAID], len(done.namesakes) - MOST_SAID
    lines = [f"  check {one}" for one in found]
    lines += [f"  and {counted(more, 'more player')}"] if more > 0 else []
    if not found:
        return lines
    first = found[0]
    lines.append(f"  if they are the same person: {typed(do('drop', first.player))}")
    if first.out:  # After the drop, neither of the two would be active.
        back = do("reinstate", first.other, "--reason", "…")
        lines.append(f"  and let {first.other} play again: {typed(back)}")
    return lines


def lacking(done: Arrived) -> list[str]:
    """Return notes about missing Player IDs and birth years of new players."""
    return [f"note: {as_typed(said)}" for said in done.lacking]


def _next(ctx: WriteContext, done: Arrived) -> list[str]:
    """Return what comes next after a list; it comes last, so it stays visible."""
    if done.listed is None:
        return []
    if ctx.dry_run:
        return ["next: run it without --dry-run to register them"]
    return leading_on(ctx, done.entries)


def _lost(event: Joining) -> str:
    lost = counted(event.losses, "loss", "losses")
    return f", with {lost} for the rounds missed" if event.losses else ""


def _known(ctx: WriteContext, done: Arrived) -> list[str]:
    """Return the players in a list who are skipped, because they are already registered."""
    listed = done.listed
    assert listed is not None, "the caller asked for a list"
    if scrolls_away(min(len(listed.known), MOST_SAID)):
        return [f"{len(listed.known)} others are already registered"] if done.events else []
    known, more = listed.known[:MOST_SAID], len(listed.known) - MOST_SAID
    told = [f"line {one.line}: {ctx.person(one.player)} is already registered" for one in known]
    return [*told, *([f"{counted(more, 'more', 'more')} of them."] if more > 0 else [])]


def _read(done: Arrived) -> list[str]:
    """Return how a list was read: format, columns, players per division, and odd lines."""
    listed = done.listed
    assert listed is not None, "the caller asked for a list"
    taken = [f"{title} = {HOLDS[name]}" for name, title in listed.columns.items()]
    lines = [f"{listed.name} was read as {listed.read_as}", f"  columns: {', '.join(taken)}"]
    lines += _ignored(listed)
    sizes = _sizes(listed)
    new = counted(len(done.events), "new player")
    lines.append(f"  {new}{': ' if sizes else ''}{sizes}")
    return [*lines, *_odd(listed)]


def _ignored(listed: ListRead) -> list[str]:
    """Return the columns that were ignored: a Player ID may be among them."""
    return [f"  ignored: {', '.join(listed.not_read)}"] if listed.not_read else []


def _odd(listed: ListRead) -> list[str]:
    """Return the lines of a list that look odd; if there are many, only the first."""
    more = len(listed.doubts) - MOST_SAID
    odd = [f"  check {said}" for said in listed.doubts[:MOST_SAID]]
    return [*odd, *([f"  and at {counted(more, 'more line')}"] if more > 0 else [])]


def _as_data(listed: ListRead) -> dict[str, object]:
    """Return how a list was read, for JSON."""
    data = msgspec.structs.asdict(listed)
    return {
        name: value for name, value in data.items() if name not in {"name", "read_as", "guessed"}
    }
