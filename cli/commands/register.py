"""Register a player, or everybody in a list."""

from collections.abc import Mapping
from functools import partial

import click
from msgspec.structs import replace

from roundbook.cli.acts.people import MISSING
from roundbook.cli.acts.registration import (
    LeftOff,
    Newcomer,
    register,
    register_list,
)
from roundbook.cli.answers.spoken import say
from roundbook.cli.args.choices import CHOSEN, choosing
from roundbook.cli.args.shared_options import option
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
from roundbook.cli.session.ask import answered, at_terminal
from roundbook.cli.session.command import at_desk, gathered
from roundbook.cli.session.named_files import bytes_of, refuse_other_file
from roundbook.cli.session.write import WriteContext
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
    help="A player left off the list by mistake: no late tag.",
)
@click.option("--pool", type=POOL, help="With --left-off: the pool to play in.")
@click.option("--reason", type=WORDS, help="With --left-off: the reason for the mistake.")
@click.option(
    "--skip-known", is_flag=True, help="Skip registered players; add missing dates of birth."
)
@option(
    "--day-first",
    "days",
    of="register",
    stands_for=("--day-first, …", "How dates such as 03/04/1996 begin: `help options`."),
    flag_value=True,
    type=bool,
    default=None,
    help="Dates such as 03/04/1996 begin with the day.",
)
@option(
    "--month-first",
    "days",
    of="register",
    flag_value=False,
    type=bool,
    default=None,
    help="Dates such as 03/04/1996 begin with the month.",
)
@IN_ENCODING
@choosing
@gathered(Newcomer)
@at_desk
def command(  # noqa: PLR0913 - one argument per option.
    ctx: WriteContext,
    asked: Newcomer,
    pool: Pool | None,
    reason: str | None,
    encoding: str | None,
    *,
    days: bool | None,
    left_off: bool,
    skip_known: bool,
) -> None:
    r"""Register NAME, or every player in FILE (.csv, .tsv, .txt or .xlsx).

    A list (`-` is stdin) needs a header row; --dry-run shows how it is read.

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
        if asked.id or asked.birth_year or asked.birth_date or asked.display:
            raise click.UsageError(
                "a list has these details itself: leave --id, --birth-year, --birth-date and "
                "--display out."
            )
        from roundbook.ledger.importers.lists.columns import MAX_BYTES
        from roundbook.ledger.importers.lists.sheet import EncodingUnclearError

        take = partial(
            register_list,
            ctx,
            bytes_of(who, MAX_BYTES),
            called(who),
            skip_known=skip_known,
            left_off=off,
            division=asked.division,
            days=partial(_ask_days, ctx) if days is None else lambda _: days,
        )
        try:
            done = take(encoding=encoding)
        except EncodingUnclearError as unclear:
            if (meant := _ask_letters(ctx, unclear.readings)) is None:
                raise
            done = take(encoding=meant)
        say(ctx, done, players=done.players)
        return
    if skip_known or encoding or days is not None:
        by = "--day-first" if days else "--month-first"
        given = "--skip-known" if skip_known else "--encoding" if encoding else by
        raise click.UsageError(f"{given} can only be used with a list of players.")
    refuse_other_file(who)
    person = replace(asked, name=NAME.convert(who, None, None))
    with typed_as(birth_year=f"{MISSING} Give --birth-year or --division.", **CHOSEN):
        done = register(ctx, person, left_off=off)
    say(ctx, done, players=done.players)


def _ask_letters(ctx: WriteContext, readings: Mapping[str, str]) -> str | None:
    """Ask at a terminal which of several readings of a name is right; None if nobody says."""
    if ctx.dry_run or ctx.manner.as_json or not at_terminal():
        return None
    choices = {str(number): one for number, one in enumerate(readings, start=1)}
    lines = [f"{number}  {readings[one]} ({one})" for number, one in choices.items()]
    asked = f"Which is right? [1 to {len(choices)}; Enter to stop]"
    while typed := answered(lines, asked, stopped=_STOPPED):
        if typed in choices:
            return choices[typed]
        lines = [f"Please answer with a number from 1 to {len(choices)}."]
    return None


def _ask_days(ctx: WriteContext, dates: str) -> bool | None:
    """Ask at a terminal whether dates begin with the day; None if only the years are to be kept."""
    if ctx.dry_run or ctx.manner.as_json or not at_terminal():
        return None
    lines = [f"{dates}."]
    asked = "Which comes first? [d: day; m: month; q: stop; Enter keeps only the years]"
    while typed := answered(lines, asked, stopped=_STOPPED).lower():
        if typed in _DAYS:
            return _DAYS[typed]
        lines = ["Please answer d, m or q, or press Enter."]
    return None


_STOPPED = "Nothing was registered."


_DAYS = {"d": True, "day": True, "m": False, "month": False}
