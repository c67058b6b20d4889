"""The command line: verbs that people use at an event, each loaded only when it is used."""

import os
import sys
from importlib import import_module
from io import TextIOWrapper
from keyword import iskeyword
from pathlib import Path
from typing import TypeVar

import click

from cli import explain

VERBS = {
    "open": "Begin a tournament in a new folder.",
    "import": "Make a ledger of an organiser's file (.tdf).",
    "register": "Register a player, or everybody in a CSV file.",
    "announce": "Record what the players were told before round 1.",
    "pair": "Pair the next round.",
    "repair": "Set a paired round right, changing as few pairings as possible.",
    "start": "Start the round that is paired.",
    "report": "Report the result of a match.",
    "ended": "Record how a match stood when time was called, and what follows.",
    "correct": "Replace a result, before it locks.",
    "withdraw": "Take back a result, or a round that has not started.",
    "drop": "Let a player leave.",
    "late": "Admit a player who came after the start.",
    "disqualify": "Disqualify a player; their matches still count for their opponents.",
    "reinstate": "Take back a drop or a disqualification.",
    "tag": "Set or clear a player's late tag.",
    "award": "Grant a player a bye in a coming round.",
    "note": "Write something down that changes nothing.",
    "close": "Close the tournament.",
    "reopen": "Open a closed tournament again.",
    "entropy": "Add chance that everybody saw to every later draw.",
    "recommit": "Begin a new chain of secrets, when the old one is lost.",
    "standings": "Show who stands where.",
    "pairings": "Show who plays whom, at which table.",
    "explain": "Show why a player stands there, or why a round was paired so.",
    "what-if": "Show what a correction would change, and write nothing.",
    "blame": "Show which entries made a place, a figure, a pairing or a result.",
    "dossier": "Write one page about a disputed match or a player.",
    "history": "Show what happened, when, by whom and why.",
    "verdict": "Say how an unfinished match ends, from what was seen at the table.",
    "rules": "Look up what the rules say, with the section.",
    "verify": "Check a ledger: nothing changed, every rule kept.",
    "lint": "Show what breaks no rule, and an auditor wants to see.",
    "key": "Show the key that signs the heads of a ledger.",
    "head": "Show the signed head of a ledger, or sign it.",
    "witness": "Countersign the head of a ledger.",
    "proof": "Prove one entry to somebody who has nothing else.",
    "check-proof": "Check a proof of one entry.",
    "check": "Compare a file with our reckoning, a ledger's rounds with the best.",
    "diff": "Show what two ledgers, or a ledger and a file, tell otherwise.",
    "compare-editions": "Show whose place is another under other editions of the rules.",
    "merge": "Add what another branch of the ledger tells.",
    "replay": "Replay an organiser's file and show its standings.",
    "propose": "Pair a round for another program, in JSON.",
    "generate": "Make a ledger of an invented event.",
    "demo": "Watch a small event, with a correction that comes too late.",
}
"""Every verb with its line of help, so that `--help` need not load any of them."""


AnyCommand = TypeVar("AnyCommand", bound=click.Command)


def in_blocks(command: AnyCommand) -> AnyCommand:
    r"""Let click see which lines of a help not to wrap: a raw docstring spells its `\b` out."""
    if command.help:
        command.help = command.help.replace("\\b\n", "\b\n")
    return command


class Verbs(click.Group):
    """A group whose commands are imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the verbs in the order of an event, not of the alphabet."""
        del ctx
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a verb, importing its module; None if there is no such verb."""
        del ctx
        if cmd_name not in VERBS:
            return None
        name = f"{cmd_name}_" if iskeyword(cmd_name) else cmd_name.replace("-", "_")
        command: click.Command = import_module(f"cli.commands.{name}").command
        return in_blocks(command)

    def invoke(self, ctx: click.Context) -> object:
        """Run the verb; whoever reads its output may go away, as `head` does."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            sys.stderr.close()  # There is nobody left to tell, not even at the end.
            raise click.exceptions.Exit(0) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the verbs with their line of help."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(list(VERBS.items()))


@in_blocks
@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="roundbook", prog_name="roundbook")
def roundbook() -> None:
    r"""Run a tournament whose every step is on record, and show that nothing was changed.

    \b
    Try it:
      roundbook demo
      roundbook replay cup.tdf
    """


def main() -> None:
    """Run the command line and leave with its exit code."""
    # Where a stream was closed before we began, there is none: nobody listens.
    sys.stdout = sys.stdout or Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A name that this terminal has no letters for is spelled out in code points.
            stream.reconfigure(errors="backslashreplace")
    as_json = "--json" in sys.argv[1:]
    sys.exit(explain.run(lambda: roundbook.main(standalone_mode=False), as_json=as_json))
