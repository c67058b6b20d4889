"""Make an exercise from a real event: new names, and wrong results to find and correct."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from roundbook.cli import practice
from roundbook.cli.args.types import WordsType
from roundbook.cli.places import practice_slips
from roundbook.cli.session.command import FOLDER, named
from roundbook.cli.session.errors import FOUND
from roundbook.cli.session.output import as_typed
from roundbook.cli.session.read import AS_JSON, PLAIN, ReadContext, read_ledger, say_answer
from roundbook.cli.terminal.tables import show
from roundbook.cli.tom.organiser_file import EDITION
from roundbook.ledger.phrases import counted
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import MatchId, Result, Verdict
from roundbook.projections.reports.api.handouts import Exercise, ExerciseChecked, SlipOfMatch
from roundbook.projections.reports.text.tables import Column

COLUMNS = (
    Column("Match"),
    Column("Player", wraps=True),
    Column("Slip"),
    Column("Player", wraps=True),
)


@click.command("practise")
@click.argument("source", metavar="SOURCE|DIR")
@click.argument("folder", metavar="[DIR]", required=False, type=FOLDER)
@click.option(
    "--as-of",
    "moment",
    help="Where to start.  [default: before the last Swiss round]",
    metavar="MOMENT",
)
@click.option(
    "--mistakes",
    type=click.IntRange(0, 99),
    default=3,
    show_default=True,
    help="The number of wrong results.",
    metavar="N",
)
@click.option(
    "--seed",
    type=WordsType(200),
    default="practice",
    show_default=True,
    help="The random seed for the mistakes.",
)
@click.option("--check", is_flag=True, help="Check whether the results in DIR match the slips.")
@EDITION
@AS_JSON
@PLAIN
def command(
    source: str, folder: Path | None, *, check: bool, as_json: bool, plain: bool, **asked: Any
) -> int:
    r"""Make an exercise in the new folder DIR from a real event.

    SOURCE is a ledger, an archive or a .tdf file; it is never changed. Names and texts that staff
    wrote are replaced, and some results are wrong on purpose. The slips of all matches that can
    still be corrected are printed: find the mistakes, correct them, and pair the next round.

    \b
    Examples:
      roundbook lab practise cup.zip lesson
      roundbook lab practise lesson --check

    \b
    Exit codes:
      0 done, or all slips match    1 with --check: a result differs
    """
    if check == bool(folder):
        raise click.UsageError("give SOURCE and a new DIR, or an exercise with --check.")
    if folder is None:
        return _check(read_ledger(named(source), as_json=as_json, plain=plain))
    found = practice.source(source, asked["edition"])
    made = practice.write(found, folder, asked["moment"], asked["mistakes"], asked["seed"])
    ctx = read_ledger(folder, as_json=as_json, plain=plain)
    if as_json:
        slips = _slips(made.slips, made.t)
        made_here = Exercise(
            folder=str(folder), entries=made.t.seq, mistakes=made.mistakes, slips=slips
        )
        say_answer(made_here)
        return 0
    players = counted(len(made.t.players), "player")
    wrong = counted(made.mistakes, "result was", "results were")
    click.echo(f"an exercise with {players} is in {folder}")
    click.echo(f"{wrong} entered the wrong way round; these are the slips:")
    _show(made.slips, ctx)
    click.echo(f"next: roundbook pairings -C {as_typed(folder)} --round N")
    click.echo(f"      roundbook lab practise {as_typed(folder)} --check")
    return 0


def _check(ctx: ReadContext) -> int:
    """Print the results that differ from their slips."""
    slips = practice_slips.read(ctx.folder)
    unlike = {
        match: result
        for match, result in slips.items()
        if match in ctx.t.matches and ctx.t.results.get(match) != result
    }
    if ctx.as_json:
        say_answer(ExerciseChecked(slips=len(slips), wrong=_slips(unlike, ctx.t)))
    elif unlike:
        differ = counted(len(unlike), "result differs", "results differ")
        click.echo(f"{differ} from the slip:")
        _show(unlike, ctx)
    else:
        click.echo(f"every result matches its slip ({len(slips)}).")
    return FOUND if unlike else 0


def _show(slips: Mapping[MatchId, Result], ctx: ReadContext) -> None:
    rows = []
    for match, result in slips.items():
        first, second = (ctx.name(player) for player in ctx.t.matches[match])
        rows.append([str(match), first, _score(result), second])
    show(COLUMNS, rows, plain=ctx.plain)


def _score(result: Result) -> str:
    """Return the result as on a slip: the games, or the winner."""
    if result.games:
        games = "-".join(map(str, result.games[:2]))
        return f"{games}-{result.games.drawn}" if result.games.drawn else games
    words = {Verdict.FIRST: "< won", Verdict.SECOND: "won >"}
    return words.get(result.verdict, result.verdict.value)


def _slips(signed: Mapping[MatchId, Result], t: Tournament) -> tuple[SlipOfMatch, ...]:
    return tuple(
        SlipOfMatch(
            match=str(match),
            first=t.matches[match].first,
            second=t.matches[match].second,
            result=result.verdict,
            games=tuple(result.games) if result.games else None,
        )
        for match, result in signed.items()
    )
