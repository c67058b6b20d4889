"""Play a small event with the real commands, as a demo."""

import os
import shlex
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, chdir, contextmanager, redirect_stderr
from pathlib import Path

import click

from roundbook.cli.commands import (
    announce,
    close,
    correct,
    history,
    pair,
    register,
    report,
    standings,
    start,
    verify,
)
from roundbook.cli.commands import open as opening
from roundbook.cli.session import errors
from roundbook.cli.session.command import FOLDER
from roundbook.cli.session.named_files import is_another, write_file
from roundbook.cli.session.read import read_ledger
from roundbook.ledger.errors import Refused
from roundbook.projections.rounds.rounds import open_everywhere

PLAYERS = """\
name,birth year
Ada Winter,1994
Bruno Castel,1990
Cleo Marsh,1988
Dario Lund,1996
Edda Quist,1992
Farid Noor,1985
Greta Holm,1999
Hugo Senn,1991
"""
"""Eight invented players."""

LIST = """\
name,id,birth year,email
Aiko Brandt,4100231,1994,
Bela Novak,4100248,1989,
Carla Mendes,4100255,2001,
Çetin Demir,4100262,1997,
Dana Whitlock,4100279,1992,
Emil Sørensen,4100286,1986,
Freya Lindqvist,4100293,2003,
Goran Petrović,4100304,1999,
Hana Kimura,4100311,1995,
Idris Bello,4100328,1990,
Jonas Schäfer,4100335,1984,
Kaia Ferreira,4100342,2002,
Liam O’Connell,4100359,1998,
Mira Haddad,4100366,1991,
Noel Dubois,4100373,1987,
Oona Virtanen,4100380,2000,
Pavel Sokol,4100397,1993,
Quinn Harper,4100408,1996,
Rosa Giordano,4100415,1988,
Sami Rahal,4100422,2004,
Tess van Dijk,4100439,1994,
Umar Siddiqui,4100446,1985,
Vera Kozak,4100453,1999,
Wim Jansen,4100460,1991,
"""
"""Twenty-four invented players, as listed on a shop's sign-up sheet."""

RESULTS = (
    ("2-0", "0-2", "1-1-1", "2-1"),
    ("1-2", "2-0", "2-1", "0-2"),
    ("2-1", "1-1-1", "2-0", "1-2"),
)
"""The results reported in each round, table by table."""

WRONG, LOCKED = "masters-1-2", "masters-1-1"
"""The match whose result was entered wrongly, and the one questioned too late."""

VERBS = {
    "open": opening.command,
    "register": register.command,
    "announce": announce.command,
    "pair": pair.command,
    "start": start.command,
    "report": report.command,
    "correct": correct.command,
    "close": close.command,
    "standings": standings.command,
    "history": history.command,
    "verify": verify.command,
}


class _Stopped(Exception):  # noqa: N818 - the demo ends here, with the exit code of a command.
    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


@click.command("demo")
@click.option(
    "--keep",
    type=FOLDER,
    help="The new folder in which to keep the event.",
)
@click.option("--fast", is_flag=True, help="Do not wait for Enter between the steps.")
@click.option(
    "--players",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Save a list of 24 invented players to this new file, such as players.csv, and exit.",
)
def command(keep: Path | None, players: Path | None, *, fast: bool) -> int:
    r"""Watch a small event from its opening to its close, played with the real commands.

    The demo has eight invented players, three rounds, one correction in time and one that comes too
    late. The draws use a real secret, so every demo is paired differently.

    \b
    Examples:
      roundbook lab demo
      roundbook lab demo --fast --keep small-event
      roundbook lab demo --players players.csv
    """
    if players is not None:
        return _save_list(players)
    with ExitStack() as stack:
        stack.enter_context(redirect_stderr(sys.stdout))
        if keep is None:
            away = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="roundbook-")))
            stack.enter_context(_settings(away / "secrets"))
            stack.enter_context(chdir(away))
        try:
            _play(keep or Path("small-event"), stack, fast=fast)
        except _Stopped as stopped:
            return stopped.code
    _try_next(keep)
    return 0


def _save_list(file: Path) -> int:
    """Save the list of invented players; raises Refused if the file exists, or Unreadable."""
    if is_another(file, LIST.encode()):
        raise Refused(f"{file} already exists, and is different.", hint="Give another file name.")
    write_file(file, LIST.encode())
    click.echo(f"{file}: 24 invented players")
    return 0


def _play(folder: Path, stack: ExitStack, *, fast: bool) -> None:
    """Play the event and explain what happens; raises _Stopped if a command fails."""
    _tell(
        ("Each event has a folder. Everything that happens goes into its ledger, line by line."),
        fast=True,
    )
    _run("open", str(folder), "--name", "A small event")
    stack.enter_context(chdir(folder))
    click.secho(f"$ cd {shlex.quote(str(folder))}", bold=True)
    Path("players.csv").write_text(PLAYERS, encoding="utf-8")
    _tell("Names stay in people.json; the ledger contains only numbers.", fast=fast)
    _run("register", "players.csv")
    _run("announce", "--prizes", "4")
    for number, results in enumerate(RESULTS, start=1):
        _tell(
            (f"Round {number} is paired at random, with a secret that was fixed in advance."),
            fast=fast,
        )
        _run("pair")
        if number == 3:
            _tell(
                "Two more rounds have been paired since round 1, so round 1 is locked.", fast=fast
            )
            _run(
                *("correct", LOCKED, "0-2", "--reason", "we were asked to look again"),
                expected=errors.REFUSED,
            )
        _run("start")
        matches = [str(match) for match in open_everywhere(read_ledger(Path()).t)]
        for match, result in zip(matches, results, strict=True):
            _run("report", match, result)
        if number == 2:
            _tell(
                "The result of table 2 in round 1 was entered wrongly. There is still time.",
                fast=fast,
            )
            _run("correct", WRONG, "2-0", "--reason", "the slip was read upside down")
    _tell("The event is over. What are the final places, and what decided them?", fast=fast)
    _run("close")
    _run("standings", "--plain")
    _tell(
        "Nothing was overwritten: the ledger still contains both results of the table.", fast=fast
    )
    _run("history", "--match", WRONG, "--plain")
    _tell("Anyone can check every line, every rule and every draw.", fast=fast)
    _run("verify")


def _run(*words: str, expected: int = 0) -> None:
    """Run one command as if it had been typed."""
    click.secho(f"$ roundbook {shlex.join(words)}", bold=True)
    verb, *rest = words
    above = click.get_current_context().parent
    with _nobody_asked():
        code = errors.run(
            lambda: VERBS[verb].main(rest, verb, standalone_mode=False, parent=above),
            as_json=False,
        )
    if code != expected:
        raise _Stopped(code or errors.FOUND)


@contextmanager
def _nobody_asked() -> Iterator[None]:
    """Print what a command would ask to confirm, and continue: a question would stop the demo."""
    typed = sys.stdin
    with Path(os.devnull).open(encoding="utf-8") as nothing:
        sys.stdin = nothing
        try:
            yield
        finally:
            sys.stdin = typed


def _tell(sentence: str, *, fast: bool) -> None:
    """Print what comes next; at a terminal, wait for Enter first."""
    if not fast:
        click.pause("-- Enter --")
    click.echo()
    click.secho(sentence, italic=True)


@contextmanager
def _settings(folder: Path) -> Iterator[None]:
    """Keep the secrets of a demo in its folder, apart from those of real events."""
    before = os.environ.get("ROUNDBOOK_HOME")
    os.environ["ROUNDBOOK_HOME"] = str(folder)
    try:
        yield
    finally:
        if before is None:
            del os.environ["ROUNDBOOK_HOME"]
        else:
            os.environ["ROUNDBOOK_HOME"] = before


def _try_next(keep: Path | None) -> None:
    """Print what to try next."""
    lines: Sequence[str]
    if keep is None:
        lines = ("roundbook lab demo --fast --keep small-event", "roundbook file replay cup.tdf")
    else:
        where = shlex.quote(str(keep))
        lines = (
            f"roundbook explain -C {where} Ada",
            f'roundbook standings -C {where} --as-of "before round 3"',
            f"roundbook history -C {where}",
        )
    click.echo()
    click.echo("Try next:")
    for line in lines:
        click.echo(f"  {line}")
