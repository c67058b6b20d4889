"""Asks somebody at a terminal before something that cannot be taken back."""

import sys
from collections.abc import Sequence

import click

from cli.desk.errors import shown
from cli.desk.output import echo, fitted
from cli.desk.venue import nobody_to_ask
from cli.desk.write import WriteContext
from ledger.errors import Declined


def at_terminal() -> bool:
    """Tell whether somebody sits there who can be asked."""
    return not nobody_to_ask() and sys.stdin.isatty()


def answered(lines: Sequence[str], question: str) -> str:
    """Return what somebody at a terminal types after reading these lines; nothing on Ctrl-C."""
    _read_out(lines)
    try:
        typed: str = click.prompt(shown(question), default="", show_default=False, err=True)
    except click.Abort:
        return ""
    return typed.strip()


def _read_out(lines: Sequence[str]) -> None:
    for line in lines:
        click.echo(fitted(shown(line), err=True), err=True)


def agreed(question: str) -> bool:
    """Ask until somebody says yes or no; an empty line is a no. Raises Abort on Ctrl-C.

    Anything else may be the next command, typed too early: it is not taken for a no.
    """
    while True:
        typed: str = click.prompt(
            f"{shown(question)} [y/N]", default="", show_default=False, err=True
        )
        answer = typed.strip().lower()
        if answer in {"y", "yes", "", "n", "no"}:
            return answer.startswith("y")
        click.echo("Please answer y or n.", err=True)


def confirm(ctx: WriteContext, lines: Sequence[str], question: str) -> None:
    """Say what is for good, and ask where somebody can answer; a script is told and goes on.

    Nothing is asked of a dry run, of a program that reads JSON, or where there is nothing to say.
    Raises Declined unless the answer is yes.
    """
    if not lines or ctx.dry_run or ctx.manner.as_json:
        return
    if not at_terminal():
        for line in lines:
            echo(shown(line), err=True)
        return
    _read_out(lines)
    try:
        goes_on = agreed(question)
    except click.Abort:
        goes_on = False
    if not goes_on:
        raise Declined("Nothing was recorded.")
