"""Asks questions at a terminal: confirmations, and the facts of a match that has not ended."""

import os
import select
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

from roundbook.cli.args.facts import AWAY, GAMES, INITIAL, PRIZES, TIME, UNDER_WAY, facts_of
from roundbook.cli.args.types import EnumType
from roundbook.cli.session.errors import shown
from roundbook.cli.session.output import as_worded, echo, fitted
from roundbook.cli.session.venue import nobody_to_ask
from roundbook.cli.session.write import WriteContext
from roundbook.ledger.errors import Declined
from roundbook.ledger.events.match_end import Facts, Stage
from roundbook.ledger.phrases import counted
from roundbook.ledger.terms import MatchFormat
from roundbook.ledger.text import clipped
from roundbook.projections.reports.text.tables import WIDTH

# Confirmation at a terminal before something that cannot be undone.


def at_terminal() -> bool:
    """Tell whether a person at a terminal can be asked."""
    return not nobody_to_ask() and sys.stdin.isatty()


def answered(lines: Sequence[str], question: str, *, stopped: str = "Nothing was recorded.") -> str:
    """Return what a person types at a terminal after reading these lines.

    Raises Declined on `q` and on Ctrl-C, which must not choose what Enter stands for.
    """
    _read_out(lines)
    with suppress(click.Abort):
        typed = _typed(as_worded(shown(question)))
        if typed.lower() not in {"q", "quit"}:
            return typed
    raise Declined(stopped)


def _typed(question: str) -> str:
    """Return what is typed after a question; an empty line is an empty text."""
    _leave_out_what_waits()
    typed: str = click.prompt(question, default="", show_default=False, err=True)
    return typed.strip()


def _read_out(lines: Sequence[str]) -> None:
    for line in lines:
        click.echo(fitted(as_worded(shown(line)), err=True), err=True)


def agreed(question: str) -> bool:
    """Ask until the answer is yes or no; an empty line means no. Raises Abort on Ctrl-C.

    Anything else may be the next command, typed too early, so it does not count as no.
    """
    while True:
        answer = _typed(f"{as_worded(shown(question))} [y/N]").lower()
        if answer in {"y", "yes", "", "n", "no"}:
            return answer.startswith("y")
        click.echo("Please answer y or n.", err=True)


def confirm(
    ctx: WriteContext, lines: Sequence[str], question: str, *, said_by_answer: Sequence[str] = ()
) -> bool:
    """Show what cannot be undone and ask for confirmation; a script only gets the warning.

    Return whether somebody was asked: then the answer to the act need not say it again.

    What the answer to the act says too is only shown to somebody who is asked. Nothing is asked in
    a dry run, with JSON output, or without lines. Raises Declined unless the answer is yes.
    """
    if not (lines or said_by_answer) or ctx.dry_run or ctx.manner.as_json:
        return False
    if not at_terminal():
        for line in lines:
            echo(shown(line), err=True)
        return False
    return goes_on([*lines, *said_by_answer], question)


def goes_on(lines: Sequence[str], question: str) -> bool:
    """Show these lines and ask whether to go on; false if nobody can be asked.

    Raises Declined unless the answer is yes.
    """
    if not at_terminal():
        return False
    _read_out(lines)
    with suppress(click.Abort):
        if agreed(question):
            return True
    raise Declined("Nothing was recorded.")


_IN_A_GAME = ("in-turn", "between-turns")


def ask(
    typed: Mapping[str, Any],
    *,
    part: Stage | None = None,
    match_format: MatchFormat | None = None,
) -> Facts:
    """Return the answers as facts. Raises a usage error if the input ends too early.

    Facts that were `typed` as options, and a known part or format, are not asked for again.
    """
    if nobody_to_ask():
        raise click.UsageError(
            "questions can only be answered at a terminal; give what was seen at the table as "
            "options (see --help)."
        )
    _leave_out_what_waits()  # Once: judges may type the answers faster than they are asked.
    try:
        return _ask(typed, part, match_format)
    except click.Abort:
        raise click.UsageError("a question was not answered, so there is no verdict.") from None


def _ask(typed: Mapping[str, Any], part: Stage | None, match_format: MatchFormat | None) -> Facts:
    told = dict(typed)

    def one(fact: str, question: str, kind: click.ParamType[Any], otherwise: object = None) -> Any:
        if fact not in told:
            told[fact] = _one(question, kind, otherwise)
        return told[fact]

    def yes(fact: str, question: str) -> Any:
        if fact not in told:
            told[fact] = agreed(question)
        return told[fact]

    if part is None:
        part = _one("Which part?", EnumType(Stage), "swiss")
    if match_format is None:
        match_format = _one("Which format?", EnumType(MatchFormat), "bo3")
    games = "Who won each game so far? (1,2; sd1: by Sudden Death; both; none)"
    one("games", games, GAMES, "none")
    on = one("on", "What was in progress?", UNDER_WAY, "nothing")
    time = one(
        "time", "At what point was time called? (not-yet: the match ended first)", TIME, "not-yet"
    )
    if on != "nothing" and time in _IN_A_GAME:
        yes("last_turn_ended", "Has the last turn after time ended?")
    if part is Stage.ELIMINATION and on == "game" and told.get("last_turn_ended"):
        one("initial", "Prize cards at the start", INITIAL, 6)
        one("prizes", "Prize cards remaining, left player first, such as 2-4", PRIZES)
    away = "Who was late, or away without permission?"
    if time != "not-yet" and one("away", away, AWAY, "nobody") != "nobody":
        yes("judge_told", "Was a judge told before the match ended?")
    return replace(facts_of(**told), part=part, match_format=match_format)


def _one(question: str, kind: click.ParamType[Any], otherwise: object = None) -> Any:
    return click.prompt(question, type=kind, default=otherwise, err=True)


# The passphrase of a backup: typed without being shown, or read from a file.


def _first_line(file: Path) -> str:
    """Return the first line of a file, or of what is piped in for `-`. Raises OSError.

    A named pipe is refused: nobody may ever write to its other end.
    """
    if str(file) != "-" and file.exists() and not file.is_file():
        what = "a pipe" if file.is_fifo() else "a folder" if file.is_dir() else "a device"
        raise click.UsageError(f"{file} is {what}, not a file; give a file, or - for a pipe.")
    with click.open_file(str(file), encoding="utf-8") as stream:
        return str(stream.readline(1_000)).rstrip("\r\n")


def asked_passphrase(*, passphrase: bool, file: Path | None, confirm: bool) -> str | None:
    """Return the passphrase, or None without one. Raises UsageError for an empty one."""
    if passphrase and file:
        raise click.UsageError("--passphrase and --passphrase-file cannot be used together.")
    if file:
        words = _first_line(file)
        if not words:
            raise click.UsageError(f"there is no passphrase on the first line of {file}.")
        return words
    if not passphrase:
        return None
    _leave_out_what_waits(hidden=True)
    return str(click.prompt("Passphrase", hide_input=True, confirmation_prompt=confirm, err=True))


# Lines that were pasted or typed before a question are commands, not its answer.

STILL_COMES = 0.1
"""For so many seconds, the rest of a paste may still be on its way."""


def _leave_out_what_waits(*, hidden: bool = False) -> None:
    """Read the lines that came before a question, and say that they were not run.

    They would be taken as its answer. What was typed while the prompt read single keys also has
    ends of lines that a question does not know. Before a `hidden` question, none of them is named:
    it may be the passphrase.
    """
    if lines := _waiting():
        first, *others = lines
        more = f" and {counted(len(others), 'more line')}" if others else ""
        why = f" {'were' if others else 'was'} not run, because a question came first."
        which = f'"{clipped(first, WIDTH - len(more) - len(why) - 2)}"{more}'
        said = f"{counted(len(lines), 'line') if hidden else which}{why}"
        click.echo(fitted(shown(said), err=True), err=True)


def _waiting() -> list[str]:
    """Return the lines that wait at the terminal; none where there is no terminal."""
    found = b""
    with suppress(OSError), _key_by_key() as terminal:
        while select.select([terminal], [], [], STILL_COMES)[0]:
            some = os.read(terminal, 65536)
            found += some
            if not some:
                break
    lines = found.decode(errors="replace").replace("\r", "\n").split("\n")
    texts = ("".join(filter(str.isprintable, line)).strip() for line in lines)
    return [text for text in texts if text]


@contextmanager
def _key_by_key() -> Iterator[int]:
    """Yield the terminal, which then gives all keys at once, not line by line.

    Raises OSError if there is no terminal.
    """
    try:
        import termios
    except ImportError:
        raise OSError from None
    terminal = sys.stdin.fileno()
    try:
        before = termios.tcgetattr(terminal)
    except termios.error:
        raise OSError from None
    now = [*before[:6], [*before[6]]]
    now[3] &= ~(termios.ICANON | termios.ECHO)
    now[6][termios.VMIN] = now[6][termios.VTIME] = 0
    termios.tcsetattr(terminal, termios.TCSANOW, now)
    try:
        yield terminal
    finally:
        termios.tcsetattr(terminal, termios.TCSANOW, before)
