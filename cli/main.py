"""The command line: verbs that people use at an event, each loaded only when it is used."""

import gc
import os
import sys
from io import TextIOWrapper
from pathlib import Path

import click

from cli.desk import errors
from cli.desk.loading import in_blocks, load
from cli.desk.suggestions import unknown

HEADINGS = {
    "open": "Before the event",
    "pair": "Round by round",
    "late": "Who comes and goes",
    "verdict": "Judges",
    "day-two": "To the end",
    "entropy": "Chance",
    "serve": "Look",
    "verify": "Prove",
    "check": "Compare",
}
"""What the verbs from this one on are for."""

VERBS = {
    "open": "Begin a tournament in a new folder.",
    "import": "Make a ledger of an organiser's file, or of published results.",
    "register": "Register a player, or everybody in a list.",
    "follow": "Follow the saves of TOM during an event, and tell what changed.",
    "amend": "Set right who a player is; their number and history stay.",
    "staff": "Name people to the staff, or list who is on it.",
    "deck": "Judge deck lists, and take them in before round 1.",
    "draft": "Run a draft: its seats, who picks when, and how it goes.",
    "announce": "Record what the players were told before round 1.",
    "announcement": "Show what the players were told before round 1.",
    "flights": "Split a large division into flights, as few as the time allows.",
    "seed": "Draw the seeds of a single elimination.",
    "pair": "Pair the next round.",
    "repair": "Set a paired round right, changing as few pairings as possible.",
    "post": "Print the pairings for the players, and record what was posted.",
    "slips": "Print the match slips, and record what was printed.",
    "start": "Start the round that is paired.",
    "clock": "Show how much time the rounds have left.",
    "extend": "Give a match more time.",
    "report": "Report the result of a match.",
    "desk": "Key in slips on one line, and every verb, at a prompt.",
    "ended": "Record how a match stood when time was called, and what follows.",
    "correct": "Replace a result, before it locks.",
    "withdraw": "Take back a result, or a round that has not started.",
    "late": "Admit a player who came after the start.",
    "drop": "Let a player leave.",
    "disqualify": "Disqualify a player; their matches still count for their opponents.",
    "reinstate": "Take back a drop or a disqualification.",
    "tag": "Set or clear a player's late tag.",
    "award": "Grant a player a bye in a coming round.",
    "verdict": "Say how an unfinished match ends, from what was seen at the table.",
    "rules": "Look up what the rules say, with the section.",
    "penalty": "Give a player a penalty, or take one back.",
    "penalties": "Show who was penalised, for what, and by whom.",
    "proxy": "Record a judge's proxy for a card damaged at the event.",
    "deckcheck": "Draw decks to check, and record what was found.",
    "note": "Write something down that changes nothing.",
    "day-two": "Say who plays the second day.",
    "cut": "Say who plays on in single elimination.",
    "third-place": "Pair the match for the third place.",
    "close": "Close the tournament.",
    "reopen": "Open a closed tournament again.",
    "requests": "Record who asks for the results, answer, and print the receipt.",
    "redact": "Erase who somebody is from everything beside the record.",
    "entropy": "Add chance that everybody saw to every later draw.",
    "recommit": "Begin a new chain of secrets, when the old one is lost.",
    "serve": "Serve tournaments to the phones and screens of the venue.",
    "invite": "Let somebody in to the pages that are served.",
    "standings": "Show who stands where.",
    "pairings": "Show who plays whom, at which table.",
    "bracket": "Show a bracket: who met whom, and who goes on.",
    "podsheet": "Show the sheet of an eight-player pod, blank or filled in.",
    "posted": "Show what was posted, again, or whether a file is just that.",
    "record": "Show what posted sheets told a player, and what is known now.",
    "history": "Show what happened, when, by whom and why.",
    "export": "Write the tournament, its tables or its schedule as a file.",
    "feed": "Show what happens as lines of JSON, for screens and streams.",
    "explain": "Show why a player stands there, or why a round was paired so.",
    "what-if": "Show what a correction would change, and write nothing.",
    "blame": "Show which entries made a place, a figure, a pairing or a result.",
    "dossier": "Write one page about a disputed match or a player.",
    "tournaments": "List the tournaments below a folder, and how long each is kept.",
    "verify": "Check a ledger: nothing changed, every rule kept.",
    "lint": "Show what breaks no rule, and an auditor wants to see.",
    "key": "Show the key that signs the heads of a ledger.",
    "head": "Show the signed head of a ledger, or sign it.",
    "witness": "Countersign the head of a ledger.",
    "proof": "Prove one entry, or that a ledger only grew, to whoever has nothing else.",
    "check-proof": "Check a proof of one entry, or that a ledger only grew.",
    "tiles": "Publish the signed part of a ledger for the log tools of others.",
    "archive": "Seal a closed tournament into one file for a reviewer.",
    "open-archive": "Unpack an archive into a folder.",
    "check": "Check files, ledgers and archives of anybody, and report what is wrong.",
    "replay": "Replay an organiser's file and show its standings.",
    "diff": "Show what two ledgers, or a ledger and a file, tell otherwise.",
    "compare-editions": "Show whose place is another under other editions of the rules.",
    "merge": "Add what another branch of the ledger tells.",
    "propose": "Pair a round for another program, in JSON.",
    "generate": "Make a ledger of an invented event.",
    "practise": "Make an exercise of a real event, with other names.",
    "demo": "Watch a small event, with a correction that comes too late.",
}
"""Every verb with its line of help, so that `--help` need not load any of them."""


class Verbs(click.Group):
    """A group whose commands are imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the verbs in the order of an event, not of the alphabet."""
        del ctx
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a verb, importing its module; None if there is no such verb."""
        del ctx
        return load(cmd_name) if cmd_name in VERBS else None

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read `help`, and `help VERB`, as people type it who come from elsewhere."""
        return super().parse_args(ctx, [*args[1:2], "--help"] if args[:1] == ["help"] else args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the verb that is typed; of a word that is none, say which may be meant."""
        word = args[0]
        if word not in VERBS and not word.startswith("-"):
            ctx.fail(unknown(word, VERBS))
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        """Run the verb; whoever reads its output may go away, as `head` does."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            sys.stderr.close()  # There is nobody left to tell, not even at the end.
            raise click.exceptions.Exit(0) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the verbs with their line of help, under what they are for."""
        del ctx
        parts: dict[str, list[tuple[str, str]]] = {}
        heading = ""
        for verb, line in VERBS.items():
            heading = HEADINGS.get(verb, heading)
            parts.setdefault(heading, []).append((f"{verb:<16}", line))
        for heading, verbs in parts.items():
            with formatter.section(heading):
                formatter.write_dl(verbs)


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


def collect_seldom() -> None:
    """Let Python look for cycles less often: a ledger is many small values, and has none."""
    gc.freeze()
    gc.set_threshold(50_000, 50, 50)


def main() -> None:
    """Run the command line and leave with its exit code."""
    collect_seldom()
    # Where a stream was closed before we began, there is none: nobody listens.
    sys.stdout = sys.stdout or Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A name that this terminal has no letters for is spelled out in code points.
            stream.reconfigure(errors="backslashreplace")
    as_json = "--json" in sys.argv[1:]
    sys.exit(errors.run(lambda: roundbook.main(standalone_mode=False), as_json=as_json))
