"""All commands, one record each: their help line, and the words by which they are found.

`roundbook --help` shows this list without loading a command. The permissions of the web desk, its
pages, the suggestions for an unknown word, and docs/commands.md read the same records. A command's
arguments are defined with the command (cli/commands) and its form (cli/web/desk/forms).
"""

from collections.abc import Mapping
from importlib import import_module
from keyword import iskeyword
from typing import NamedTuple, TypeVar

import click

from roundbook.projections.roles import who_may


class Verb(NamedTuple):
    """A command's name, and its line of help.

    `title` is the title of its page, `short` a shorter one for narrow places. `typed` is a word to
    type on a page as confirmation. `words` are terms that people know from other programs. An act
    that is only declared has the `family` of its declaration, a module of cli/forms.
    """

    name: str
    line: str
    title: str = ""
    short: str = ""
    typed: str = ""
    words: str = ""
    family: str = ""

    @property
    def roles(self) -> frozenset[str]:
        """The access roles that may use it on the pages."""
        return who_may(self.name)


GROUPS: dict[str, tuple[Verb, ...]] = {
    "Before the event": (
        Verb(
            "open",
            "Begin a tournament in a new folder.",
            title="Begin a tournament",
            words="begin create init new setup tournament",
        ),
        Verb(
            "edition",
            "Make a season's rules edition, check it, or compare two editions.",
            words="season year rulebook settings config",
        ),
        Verb(
            "import",
            "Make a ledger from an organiser's file, or from published results.",
            words="load tdf xml upload",
        ),
        Verb(
            "register",
            "Register a player, or every player in a list.",
            title="Register a player",
            words="add load player signup enrol join entrants csv",
        ),
        Verb(
            "follow",
            "Follow an event that is run with TOM, and record each change.",
            words="tom sync watch",
        ),
        Verb(
            "amend",
            "Correct a player's details; the number and results stay the same.",
            title="Correct a player's details",
            words="change edit fix rename",
            family="people",
        ),
        Verb(
            "staff",
            "Add people to the staff, or list the staff.",
            title="Add somebody to the staff",
            words="who judges user users",
            family="people",
        ),
        Verb(
            "deck",
            "Check deck lists, and accept them before round 1.",
            words="decks decklist decklists lists",
        ),
        Verb(
            "draft",
            "Run a draft: seats, pick order and deck-building time.",
            words="seats table-draft",
        ),
        Verb(
            "team",
            "Form the teams for a team battle, and show where they sit.",
            title="Form a team",
            words="teams partner pair-up",
        ),
        Verb(
            "announce",
            "Record what the players were told before round 1.",
            title="Announce rounds, cut and times",
            words="rounds config settings",
        ),
        Verb("announcement", "Show what the players were told before round 1."),
        Verb(
            "flights",
            "Split a large division into flights.",
            title="Split a division into flights",
            words="split group groups",
        ),
        Verb(
            "seed",
            "Draw the seeds for single elimination.",
            title="Draw the seeds",
            words="seeding",
        ),
    ),
    "Round by round": (
        Verb(
            "pair",
            "Pair the next round.",
            title="Pair a round",
            words="draw next round swiss redo",
        ),
        Verb(
            "repair",
            "Fix a paired round, changing as few pairings as possible.",
            title="Repair a round that has not started",
            words="fix move repairing re-pair",
        ),
        Verb(
            "post",
            "Print the pairings for the players, and record what was posted.",
            title="Post the pairings",
            words="print publish",
        ),
        Verb(
            "slips",
            "Print the match slips, and record what was printed.",
            title="Print the match slips",
            words="pdf print scoresheet",
        ),
        Verb(
            "start",
            "Start the paired round.",
            title="Start a round",
            words="begin next go",
        ),
        Verb("clock", "Show how much time is left in each round.", words="time timer countdown"),
        Verb(
            "extend",
            "Give a match more time.",
            title="Give a match more time",
            short="More time",
            words="time extension extra-time",
            family="results",
        ),
        Verb(
            "report",
            "Report the result of a match.",
            title="Report a result",
            words="match result results score win no-show noshow absent enter",
        ),
        Verb("desk", "Enter slips and commands at a prompt, one per line."),
        Verb(
            "time-called",
            "Record where a match stood when time was called, and the outcome.",
            title="Record where a match stood when time was called",
            short="Time called",
            words="end ended",
        ),
        Verb(
            "correct",
            "Replace a result before it locks.",
            title="Correct a result",
            words="change edit fix undo wrong replace",
        ),
        Verb(
            "withdraw",
            "Withdraw a result, or a round that has not started.",
            title="Withdraw a result or a round",
            words="cancel delete remove undo unreport unpair",
            family="results",
        ),
    ),
    "Arrivals and drops": (
        Verb(
            "check-in",
            "Check in a player who has arrived, before round 1.",
            title="Check players in",
            short="Check in",
            words="checkin arrive arrived attendance present door here",
            family="people",
        ),
        Verb(
            "late",
            "Admit a player who arrives after the start.",
            title="Admit a late player",
            words="add latecomer",
            family="people",
        ),
        Verb(
            "drop",
            "Drop a player.",
            title="Drop players",
            short="Drop",
            words="delete quit remove kick leave",
            family="people",
        ),
        Verb(
            "unregister",
            "Withdraw a registration, before round 1 starts.",
            title="Withdraw a registration",
            short="Unregister",
            words="delete remove ghost double duplicate",
            family="people",
        ),
        Verb(
            "disqualify",
            "Disqualify a player; their matches still count for their opponents.",
            title="Disqualify a player",
            short="Disqualify",
            typed="DISQUALIFY",
            words="ban dq kick",
        ),
        Verb(
            "reinstate",
            "Let a player who dropped or was disqualified play again.",
            title="Let a player play again",
            short="Reinstate",
            words="undo undrop",
            family="people",
        ),
        Verb(
            "late-tag",
            "Set or clear a player's late tag.",
            title="Set or clear the late tag",
            short="Late tag",
            words="tag",
            family="people",
        ),
        Verb(
            "award-bye",
            "Grant a player a bye in an upcoming round.",
            title="Award a bye",
            short="Award a bye",
            words="award bye byes",
            family="people",
        ),
    ),
    "Judges": (
        Verb(
            "verdict",
            "Show how an unfinished match ends, given the situation at the table.",
            title="How does an unfinished match end?",
            short="How does it end?",
        ),
        Verb("rules", "Look up what the rules say, and in which section."),
        Verb(
            "penalty",
            "Give a player a penalty, or withdraw one.",
            title="Give a penalty",
            short="Penalty",
            words="warning game-loss infraction",
            family="judging",
        ),
        Verb(
            "penalties",
            "Show the penalties, with the player, the infraction and the judge.",
            words="warnings",
        ),
        Verb(
            "proxy",
            "Record a judge's proxy for a card damaged at the event.",
            title="Record a proxy for a damaged card",
            short="Proxy",
            family="judging",
        ),
        Verb(
            "deckcheck",
            "Draw decks to check, and record what was found.",
            short="Deck check",
            words="deck-check check-deck",
        ),
        Verb(
            "call",
            "Call a judge to a table, take the call, or mark it as done.",
            title="Call a judge",
            short="Call",
            words="judge hand",
            family="judging",
        ),
        Verb(
            "calls", "List the tables waiting for a judge, the longest wait first.", words="waiting"
        ),
        Verb(
            "message",
            "Send a message to everybody, a division or a table.",
            title="Send a message",
            short="Message",
            words="tell say broadcast text",
            family="judging",
        ),
        Verb("messages", "Show the current messages."),
        Verb(
            "note",
            "Record a note in the ledger; it changes nothing else.",
            title="Keep a note",
            short="Note",
            words="comment ruling",
            family="judging",
        ),
    ),
    "Ending the event": (
        Verb(
            "day-two",
            "Begin day two: choose who advances to it.",
            title="Begin day two",
            words="day2 day-2",
            family="cuts",
        ),
        Verb(
            "cut",
            "Make the cut: choose who advances to single elimination.",
            title="Make the cut",
            words="finals top topcut top-cut top4 top8 top16 top32 playoff playoffs "
            "knockout elimination",
            family="cuts",
        ),
        Verb(
            "third-place",
            "Pair the 3rd-place match.",
            title="Pair the 3rd-place match",
            words="bronze 3rd",
            family="cuts",
        ),
        Verb(
            "close",
            "Close the tournament.",
            title="Close the tournament",
            typed="CLOSE",
            words="end finish stop",
        ),
        Verb(
            "archive",
            "Seal a closed tournament in one file for a reviewer.",
            words="save zip seal",
        ),
        Verb(
            "export",
            "Write the tournament, its tables or its schedule to a file.",
            words="save tdf csv excel xlsx calendar",
        ),
        Verb(
            "reopen",
            "Reopen a closed tournament.",
            title="Reopen a closed tournament",
            typed="REOPEN",
            words="unclose",
            family="results",
        ),
        Verb(
            "requests",
            "Record a request for the results, answer it, and print the receipt.",
            words="hand-over",
        ),
        Verb(
            "erase",
            "Erase a person's name and details; the results stay.",
            title="Erase a person's name and details",
            typed="ERASE",
            words="delete forget gdpr privacy redact redaction anonymise",
        ),
    ),
    "Chance": (
        Verb(
            "entropy",
            "Add a public random value, such as a dice roll, to every later draw.",
            title="Add public randomness, such as dice",
            words="dice",
            family="results",
        ),
        Verb(
            "new-secrets",
            "Begin a new chain of secrets for the draws if the old chain is lost.",
            title="Begin a new chain of secrets",
            typed="RECOMMIT",
            words="recommit",
            family="results",
        ),
    ),
    "Look": (
        Verb(
            "serve",
            "Serve tournaments to phones and screens at the venue.",
            words="server web phone phones website screen publish",
        ),
        Verb(
            "invite",
            "Invite somebody to sign in to the pages.",
            words="login password qr user users",
        ),
        Verb(
            "status",
            "Show the state of the event, and what comes next.",
            words="now progress state summary where dashboard overview",
        ),
        Verb(
            "players",
            "List the players, with number, division, state and deck list.",
            words="attendance names people roster who entrants",
        ),
        Verb(
            "standings",
            "Show the standings.",
            words="list pdf places rank ranking scores show stand top",
        ),
        Verb(
            "pairings",
            "Show who plays whom, and at which table.",
            words="list match matches pdf results round rounds seats show table tables",
        ),
        Verb(
            "bracket",
            "Show a bracket: who met whom, and who advanced.",
            words="finals final semifinals quarterfinals tree",
        ),
        Verb("podsheet", "Show the sheet for an eight-player pod, blank or filled in."),
        Verb(
            "posted",
            "Show a posting again, or check a file against it.",
            words="reprint",
        ),
        Verb("record", "Compare what was posted about a player with what is known now."),
        Verb(
            "history",
            "Show what happened, when, by whom and why.",
            words="log show audit journal events",
        ),
        Verb(
            "feed", "Show public events as lines of JSON, for screens and streams.", words="stream"
        ),
        Verb(
            "explain",
            "Explain a player's place, or why a round was paired the way it was.",
            words="player why tiebreak tiebreaks tiebreakers resistance",
        ),
        Verb("what-if", "Show what a correction would change; write nothing.", words="simulate"),
        Verb("blame", "Show which entries decide a place, a value, a pairing or a result."),
        Verb(
            "dossier",
            "Write one page about a disputed match or a player.",
            words="dispute appeal complaint",
        ),
        Verb(
            "tournaments",
            "List the tournaments in a folder, and how long each is kept.",
            words="list ls folders",
        ),
        Verb(
            "shelf",
            "Look at many events: what is due, a player's history, season points.",
            words="season league index ranking",
        ),
    ),
    "Prove": (
        Verb(
            "verify",
            "Check that a ledger is unchanged and every rule was followed.",
            words="audit hash validate",
        ),
        Verb(
            "lint",
            "List entries that break no rule but would interest an auditor.",
            words="warnings",
        ),
        Verb("key", "Show the key that signs the heads of a ledger.", words="keys"),
        Verb(
            "head",
            "Show the signed head of a ledger, or sign it.",
            words="sign signature",
        ),
        Verb("witness", "Countersign the head of a ledger."),
        Verb("proof", "Prove that an entry is in a ledger, or that the ledger has only grown."),
        Verb("check-proof", "Check a proof made by `roundbook proof`."),
        Verb("tiles", "Publish the signed part of a ledger for third-party log tools."),
        Verb(
            "open-archive",
            "Unpack an archive into a folder.",
            words="unzip unpack",
        ),
        Verb(
            "transfer",
            "Copy a tournament to a folder or database, to continue there.",
            words="migrate",
        ),
        Verb(
            "prepare-database", "Prepare a PostgreSQL database for tournaments.", words="postgresql"
        ),
        Verb(
            "backup",
            "Back up a tournament with its names, secret and key.",
            words="copy save usb",
        ),
        Verb(
            "restore",
            "Restore a tournament from a backup.",
            words="recover",
        ),
    ),
    "Compare": (
        Verb(
            "check",
            "Check files, ledgers and archives, and report what is wrong.",
            words="validate",
        ),
        Verb(
            "replay",
            "Replay a file, a ledger or an archive, and compare the result.",
            words="tdf",
        ),
        Verb(
            "diff",
            "Show how two ledgers, or a ledger and a file, differ.",
            words="compare",
        ),
        Verb(
            "compare-editions",
            "Show which places would change under other rules editions.",
            words="seasons",
        ),
        Verb(
            "decide",
            "Decide what a merge of two desks left open.",
            title="Decide between two desks",
            short="Decide",
            words="contradiction conflict settle",
            family="judging",
        ),
        Verb("merge", "Add what was recorded in another branch of the ledger.", words="sync"),
        Verb("propose", "Pair a round for another program, in JSON."),
        Verb("schema", "Print the JSON Schema of an answer, for another program."),
        Verb("generate", "Make a ledger of an invented event.", words="random fake"),
        Verb(
            "practise",
            "Make an exercise from a real event, with different names.",
            words="training practice test",
        ),
        Verb(
            "demo",
            "Watch a small event, with a correction that comes too late.",
            words="tutorial example sample test try",
        ),
        Verb(
            "doctor",
            "Check whether this machine is ready for an event.",
            words="health diagnose selftest",
        ),
        Verb(
            "completion",
            "Set up bash, zsh or fish to complete what you type.",
            words="autocomplete complete tab shell",
        ),
        Verb(
            "help",
            "Show the commands for an event, a group of commands, or one command.",
            words="man",
        ),
    ),
}
"""The commands in the order of an event, under the headings of `--help`."""

SATURDAY = (
    *("open", "register", "announce", "pair", "post", "start", "report", "correct", "drop"),
    *("status", "standings", "cut", "close", "archive", "serve"),
)
"""The commands for a normal event, in order, which `help` shows first."""

TOPICS = dict(
    zip(
        ("before", "rounds", "people", "judge", "end", "chance", "look", "prove", "compare"),
        GROUPS,
        strict=True,
    )
)
"""The word after `help` that shows each group."""

VERBS = {verb.name: verb for verbs in GROUPS.values() for verb in verbs}

TYPED: Mapping[str, str] = {
    **{verb.name: verb.typed for verb in VERBS.values() if verb.typed},
    "withdraw-round": "WITHDRAW",
    "pair-again": "PAIR AGAIN",
    "override": "OVERRIDE",
}
"""The words to type before acts that must not happen by accident, by key."""


def write_groups(formatter: click.HelpFormatter, *headings: str) -> None:
    """Write the commands of these groups, or of all, with their lines of help."""
    for heading in headings or GROUPS:
        with formatter.section(heading):
            formatter.write_dl([(f"{verb.name:<16}", verb.line) for verb in GROUPS[heading]])


# Finding a command, importing its module only when it is needed.

AnyCommand = TypeVar("AnyCommand", bound=click.Command)


def load(verb: str) -> click.Command:
    """Return the command with this name, which must exist."""
    command: click.Command
    if family := VERBS[verb].family:
        command = import_module("roundbook.cli.forms.command").declared(verb, family)
    else:
        command = import_module(_module(verb)).command
    _hide_help(command)
    return in_blocks(command)


def _hide_help(command: click.Command) -> None:
    """Hide `--help` from a command's own help page."""
    parts = command.commands.values() if isinstance(command, click.Group) else ()
    for each in (command, *parts):
        option = each.get_help_option(click.Context(each, help_option_names=["-h", "--help"]))
        if option:
            option.hidden = True


def find(verb: str) -> click.Command | None:
    """Return the command that was typed; None if there is none with this name."""
    return load(verb) if verb in VERBS else None


def _module(verb: str) -> str:
    return (
        f"roundbook.cli.commands.{verb}_"
        if iskeyword(verb)
        else f"roundbook.cli.commands.{verb.replace('-', '_')}"
    )


def in_blocks(command: AnyCommand) -> AnyCommand:
    r"""Mark the lines of a help text that click must not wrap: a raw docstring spells out `\b`."""
    if command.help:
        command.help = command.help.replace("\\b\n", "\b\n")
    if isinstance(command, click.Group):
        for part in command.commands.values():
            in_blocks(part)
    return command


# Suggestions for an unknown word.


def unknown(word: str) -> str:
    """Return the message for an unknown command, with suggestions or where to find the list."""
    near = _near(word)
    if near:
        *others, last = [f"`{verb}`" for verb in near]
        said = f"Do you mean {', '.join(others)} or {last}?" if others else f"Do you mean {last}?"
    else:
        said = "`help all` lists the commands."
    return f"there is no command {word!r}. {said}"


OPTIONS = {
    "swap": "pair --swap",
    "switch": "pair --swap",
    "rematch": "pair --allow-rematches",
}
"""Words for an option of a command."""


def _near(word: str) -> list[str]:
    """Return the commands that a word may stand for, by meaning or by spelling."""
    from difflib import get_close_matches  # Needed only where something was mistyped.

    plain = word.lower()
    if plain in OPTIONS:
        return [OPTIONS[plain]]
    if plain.endswith(".tdf"):
        return ["import", "replay", "check"]
    if plain in VERBS:
        return [plain]
    meant = [verb.name for verb in VERBS.values() if plain in verb.words.split()]
    return meant or get_close_matches(plain, VERBS, n=3, cutoff=0.7)
