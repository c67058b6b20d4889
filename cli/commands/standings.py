"""Show the standings, and what decided each place."""

from collections.abc import Iterator, Sequence
from functools import partial

import click

from roundbook.cli.acts.flights import placed_in
from roundbook.cli.args.types import DIVISION, POOL, division_named, quoted
from roundbook.cli.printing.lists import standings_list
from roundbook.cli.printing.paper import PdfRequest, on_paper, write_pdf
from roundbook.cli.session.command import next_lines
from roundbook.cli.session.errors import shown, typed
from roundbook.cli.session.output import as_typed, at_terminal, echo
from roundbook.cli.session.read import ReadContext, at_ledger, say_answer
from roundbook.cli.terminal.language import heading, in_language
from roundbook.cli.terminal.tables import show_parts
from roundbook.ledger.errors import Refused, advice, do
from roundbook.ledger.phrases import counted
from roundbook.ledger.state.pools import counted_entrants
from roundbook.ledger.state.round_names import read_out
from roundbook.ledger.terms import Division, Pool
from roundbook.projections.progress import progress
from roundbook.projections.reports.api.standings import standings_of
from roundbook.projections.reports.languages import SOURCE
from roundbook.projections.reports.text.standings import standings_text
from roundbook.projections.rounds.rounds import State
from roundbook.projections.standings.shown import shown as standings
from roundbook.projections.standings.standings import Standing, by_division


@click.command("standings")
@at_ledger("[DIVISION|FLIGHT]")
@click.option("--division", type=DIVISION, help="The division to show.")
@click.option(
    "--flight", type=POOL, help="The flight to show, with its own places, such as masters-a."
)
@click.option("--overall", "as_one", is_flag=True, help="All divisions in one list.")
@click.option("--live", is_flag=True, help="Include the round being played.")
@on_paper
@in_language
def command(
    ctx: ReadContext,
    word: str | None,
    division: Division | None,
    flight: Pool | None,
    *,
    as_one: bool,
    live: bool,
    on_paper: PdfRequest | None,
) -> None:
    r"""Show the standings, division by division, and what decided each place.

    They are as of the last complete round; corrections count at once. With --live, the round being
    played counts too, but not its byes. Single elimination has one list for all ages, which shows
    who knocked whom out.

    \b
    Examples:
      roundbook standings -C cup
      roundbook standings senior
      roundbook standings -C cup masters-a --as-of "after round 3"
      roundbook standings -C cup --pdf standings.pdf
    """
    if word:
        division, flight = _meant(ctx, word, division, flight)
    if flight:
        if as_one or division:
            raise click.UsageError("use --flight alone: a flight is part of one division.")
        placed = placed_in(ctx, flight, live=live)
    else:
        everybody = standings(ctx.t, ctx.rules, as_one=as_one, live=live)
        placed = [one for one in everybody if division in {None, one.division}]
    if on_paper:
        found = partial(
            standings_list, placed, division=division, title=flight or "", as_one=as_one, live=live
        )
        write_pdf(ctx, on_paper, found, "the standings")
        return
    if ctx.as_json:
        blocks = _blocks(ctx, placed, as_one=as_one, flight=flight, division=division)
        say_answer(standings_of(ctx.sight(), blocks, flight=flight, live=live))
        return
    echo(heading(ctx))
    if not placed:
        echo(_empty(ctx, division))
        return
    text = standings_text(
        placed, ctx, advise=typed, division=division, flight=flight, as_one=as_one, live=live
    )
    show_parts(text, plain=ctx.plain)
    if at_terminal() and not (ctx.plain or ctx.as_of or ctx.public or ctx.language != SOURCE):
        for line in _last_lines(ctx, placed):
            echo(shown(line))


def _meant(
    ctx: ReadContext, word: str, division: Division | None, flight: Pool | None
) -> tuple[Division | None, Pool | None]:
    """Return the division or the flight that a word means. Raises Refused if it is neither."""
    if division or flight:
        raise click.UsageError("give the division or the flight only once.")
    pool = Pool(word.lower())
    if any(pool in flights for flights in ctx.t.flights.values()):
        return None, pool
    found = division_named(word)
    if found is None:
        hint = advice("To see one player: {}.", do("explain", word))
        raise Refused(f"{quoted(word)} is not a division or a flight here.", hint=hint)
    return found, None


def _blocks(
    ctx: ReadContext,
    placed: Sequence[Standing],
    *,
    as_one: bool,
    flight: Pool | None,
    division: Division | None,
) -> list[tuple[Division | None, Sequence[Standing]]]:
    """Return the standings as separate lists; a bracket of all ages is a single list."""
    if ctx.t.is_elimination and not flight:
        every = standings(ctx.t, ctx.rules, as_one=True)
        return [(None, [one for one in every if division in {None, one.division}])]
    return [(None, placed)] if as_one else [*by_division(placed).items()]


def _last_lines(ctx: ReadContext, placed: Sequence[Standing]) -> Iterator[str]:
    """Yield what a terminal still shows of a long list: how many players, what is missing, next."""
    found = progress(ctx.t, ctx.rules)
    missing = [
        f"{len(one.missing)} of {counted(one.every, 'result')} missing in "
        f"{read_out(ctx.t, one.pool, one.round)}"
        for one in found.lanes
        if one.state is State.STARTED
    ]
    yield "; ".join((counted_entrants(ctx.t, len(placed)), *missing))
    if ctx.t.closed is None:
        yield from next_lines(found, ctx.t)


def _empty(ctx: ReadContext, division: Division | None) -> str:
    if division and ctx.t.players:
        return f"nobody plays in {division}."
    if ctx.as_of:
        return f"nobody had been registered yet at entry {ctx.t.seq}."
    folder = as_typed(ctx.source)
    return f"nobody is registered yet; begin with `roundbook register NAME -C {folder}`."
