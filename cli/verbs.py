"""All commands, one record each: their help line, and the words by which they are found.

`roundbook --help` shows this list without loading a command. The permissions of the web desk, its
pages, the suggestions for an unknown word, and the page of the commands read the same records. A
command's arguments are defined with the command (cli/commands) and its form (cli/forms). NOUNS says
which commands are typed in a group: help, hints, completion and manual pages all ask `path_of`.
"""

from collections import UserDict
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from importlib import import_module
from inspect import cleandoc
from keyword import iskeyword
from pathlib import Path
from typing import NamedTuple, TypeVar

import click

from roundbook.cli.args.shared_options import belongs_to_option
from roundbook.cli.help_here import help_here
from roundbook.projections.roles import who_may


class Verb(NamedTuple):
    """A command's name, and its line of help.

    The name is what hints, forms and permissions call it; NOUNS says where it is typed. `title` is
    the title of its page, `short` a shorter one for narrow places. `typed` is a word to type on a
    page as confirmation. `words` are terms that people know from other programs. An act that is
    only declared has the `family` of its declaration, a module of cli/forms.
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
            title="Open a tournament",
            words="begin create init new setup tournament",
        ),
        Verb(
            "edition",
            "Make a season's rules edition, check it, or compare two editions.",
            words="season year rulebook settings config",
        ),
        Verb(
            "import",
            "Make a ledger from a file saved by TOM, or from published results.",
            words="load tdf xml upload",
        ),
        Verb(
            "register",
            "Register a player, or every player in a list.",
            title="Register a player",
            words="add load player signup enrol join entrants csv",
        ),
        Verb(
            "sign-ups",
            "Let people sign up on their phones, and accept or refuse them.",
            title="Sign-ups",
            words="signup waiting preregister door queue",
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
            "Check deck lists, accept them, and show who has handed one in.",
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
            words="draw next swiss redo",
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
            words="change edit fix undo wrong replace locked",
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
            "settle",
            "Keep one of two different results that players report by phone.",
            title="Keep one of two reports",
            short="Keep a report",
            words="dispute disagree phones claims",
            family="phone_reports",
        ),
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
            words="comment remark",
            family="judging",
        ),
        Verb(
            "fact",
            "Record a fact from another program in the ledger; it changes nothing else.",
            title="Record a fact from another program",
            short="Fact",
            words="extension custom",
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
            "Record a request for the results, and answer it.",
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
            "Begin a new chain of secrets for the draws.",
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
            words="attendance names roster who entrants player",
        ),
        Verb(
            "standings",
            "Show the standings.",
            words="list pdf places rank ranking scores show stand top",
        ),
        Verb(
            "pairings",
            "Show who plays whom, and at which table.",
            words="list match matches pdf results rounds seats show table tables",
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
            words="player why tiebreak tiebreaks tiebreakers resistance lock locked final opponent",
        ),
        Verb(
            "what-if",
            "Show what a correction, a drop or a late tag would change.",
            words="simulate",
        ),
        Verb("blame", "Show which entries decide a place, a value, a pairing or a result."),
        Verb(
            "dossier",
            "Write one page about a disputed match or a player.",
            words="dispute appeal complaint",
        ),
        Verb(
            "tournaments",
            "List the tournaments in a folder, and how long to keep each.",
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
            "Check that a ledger is intact, and that every rule was followed.",
            words="audit hash validate",
        ),
        Verb(
            "lint",
            "List entries that break no rule but would interest an auditor.",
            words="warnings",
        ),
        Verb(
            "plugins",
            "List the plug-ins that are installed.",
            words="plug-ins plugin extensions entry-points",
        ),
        Verb("key", "Show the key that signs the heads of a ledger.", words="keys"),
        Verb(
            "head",
            "Show the signed head of a ledger, or sign it.",
            words="sign signature",
        ),
        Verb("witness", "Countersign the head of a ledger."),
        Verb("proof", "Prove that an entry is in a ledger, or that the ledger has only grown."),
        Verb("check-proof", "Check a proof made by `roundbook proof entry`."),
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
            words="contradiction conflict",
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
        ("before", "rounds", "arrivals", "judge", "end", "chance", "look", "prove", "compare"),
        GROUPS,
        strict=True,
    )
)
"""The word after `help` that shows each group."""

VERBS = {verb.name: verb for verbs in GROUPS.values() for verb in verbs}


class Noun(NamedTuple):
    """A group of commands: its line of help, its commands in order, and examples.

    A command has its own name in the group, or another one: `find=rules`.
    """

    line: str
    parts: str
    examples: tuple[str, ...] = ()


NOUNS: Mapping[str, Noun] = {
    "file": Noun(
        "Read, check, compare and copy files: TOM's, lists, backups, other ledgers.",
        "import follow export check replay diff merge backup restore unpack=open-archive transfer "
        "database=prepare-database",
        ("file import cup.tdf cup", "file export cup.tdf", "file backup stick.roundbook-backup"),
    ),
    "edition": Noun(
        "Look up the rules; make a rules edition, check it, and compare editions.",
        "find=rules compare=compare-editions",
    ),
    "people": Noun(
        "Change who takes part: details, check-in and byes, requests and erasures, and the staff.",
        "amend check-in sign-ups unregister disqualify reinstate late-tag award-bye staff invite "
        "requests erase",
        ("people amend p3 --birth-year 2010",),
    ),
    "deck": Noun("Check deck lists, accept them, and show who has handed one in.", ""),
    "draft": Noun("Run a draft: seats, pick order and deck-building time.", ""),
    "team": Noun("Form the teams for a team battle, and show where they sit.", ""),
    "round": Noun(
        "Print and repair rounds; set up flights, seeds, day two and the 3rd-place match.",
        "clock slips repair bracket podsheet flights seed day-two third-place entropy new-secrets",
        ("round clock", "round slips", "round repair masters"),
    ),
    "ruling": Noun(
        "Work as a judge: unfinished matches, proxies, deck checks.",
        "verdict proxy deckcheck settle decide",
        ("ruling verdict --games 1 --time between-games", "ruling deckcheck draw --players 4"),
    ),
    "shelf": Noun(
        "Look at many events: what is due, a player's history, season points.",
        "tournaments reopen",
    ),
    "proof": Noun(
        "Show where a result comes from, and prove what the ledger contains.",
        "blame dossier record posted lint key head witness entry=proof check=check-proof tiles",
        ("proof blame p3 place", "proof head --sign", "proof entry 17 --out dispute"),
    ),
    "lab": Noun(
        "Try things out, practise, and set up a computer or another program.",
        "demo generate practise propose schema feed fact plugins doctor completion",
        ("lab demo", "lab generate trial --players 32", "lab doctor"),
    ),
}
"""The groups of commands. A command that is in none is typed by its name alone."""


class Look(NamedTuple):
    """The command that shows what a word is about, and what the word's help says of it."""

    name: str
    says: str


LOOKS: Mapping[str, Look] = {
    "announce": Look(
        "announcement",
        "Without arguments, announce by the rounds table, or show what was announced; "
        "--pdf, --lang and --as-of only show it.",
    ),
    "call": Look(
        "calls",
        "Without arguments, list the tables waiting for a judge, the longest wait first.",
    ),
    "message": Look("messages", "Without arguments, list the current messages."),
    "penalty": Look("penalties", "Without arguments, or with only a PLAYER, list the penalties."),
}
"""Words that show what there is if nothing is said to be done."""


def _parts(noun: str) -> dict[str, str]:
    """Return the commands that a group adds to its own: how each is typed, and its name."""
    words = (word.partition("=") for word in NOUNS[noun].parts.split())
    return {word: name or word for word, _, name in words}


_PATHS: Mapping[str, str] = {
    **{name: f"{noun} {word}" for noun in NOUNS for word, name in _parts(noun).items()},
    **{look.name: word for word, look in LOOKS.items()},
}


def path_of(verb: str) -> str:
    """Return how a command is typed, given its name, with its subcommand if it has one."""
    first, space, rest = verb.partition(" ")
    return f"{_PATHS.get(first, first)}{space}{rest}"


_NAMES = {path: name for name, path in _PATHS.items() if path not in LOOKS}


def name_of(path: str) -> str:
    """Return the name of a command, given how it is typed."""
    noun, _, rest = path.partition(" ")
    word, space, below = rest.partition(" ")
    name = _NAMES.get(f"{noun} {word}")
    return f"{name}{space}{below}" if name else path


WORDS = tuple(dict.fromkeys(path_of(verb).partition(" ")[0] for verb in VERBS))
"""The words that a command can begin with, in the order of an event."""


def line_of(word: str) -> str:
    """Return the line of help of a word that a command can begin with."""
    return NOUNS[word].line if word in NOUNS else VERBS[word].line


TYPED: Mapping[str, str] = {
    **{verb.name: verb.typed for verb in VERBS.values() if verb.typed},
    "withdraw-round": "WITHDRAW",
    "pair-again": "PAIR AGAIN",
    "override": "OVERRIDE",
}
"""The words to type before acts that must not happen by accident, by key."""


def write_groups(formatter: click.HelpFormatter, *headings: str) -> None:
    """Write the commands of these groups, or of all, once each, with their lines of help."""
    looks = {look.name for look in LOOKS.values()}
    for heading in headings or GROUPS:
        verbs = [verb for verb in GROUPS[heading] if verb.name not in looks]
        with formatter.section(heading):
            formatter.write_dl([(f"{path_of(verb.name):<16}", _in_full(verb)) for verb in verbs])


def _in_full(verb: Verb) -> str:
    """Return the line of help of a command, with what it shows if it is given nothing to do."""
    return f"{verb.line} {LOOKS[verb.name].says}" if verb.name in LOOKS else verb.line


ELSEWHERE = frozenset(
    (
        *("open", "import", "restore", "replay", "demo", "practise", "generate", "transfer"),
        *("archive", "open-archive", "check", "verify", "check-proof", "diff", "tournaments"),
        *("serve", "prepare-database", "plugins", "completion", "help", "schema"),
        *("rules", "compare-editions", "verdict", "propose"),
        *("edition", "shelf", "sign-ups", "requests", "deck", "deckcheck", "draft", "team"),
    )
)
"""The commands without `-C`: they take folders as arguments, have subcommands, or need no
tournament."""

# Finding a command, importing its module only when it is needed.

AnyCommand = TypeVar("AnyCommand", bound=click.Command)


def load(verb: str) -> click.Command:
    """Return the command with this name, which must exist."""
    command = _loaded(verb)
    if (look := LOOKS.get(verb)) and command.help and look.says not in command.help:
        first, rule, rest = cleandoc(command.help).partition("\n\n")
        command.help = f"{first}\n\n{look.says} {rest}" if rule else f"{first}\n\n{look.says}"
    return command


def _loaded(verb: str) -> click.Command:
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
        _hide_own_help(each)


def _hide_own_help(command: click.Command) -> None:
    option = command.get_help_option(click.Context(command, help_option_names=["-h", "--help"]))
    if option:
        option.hidden, option.callback = True, _show_help


def _show_help(ctx: click.Context, _option: click.Parameter, asked: bool) -> None:  # noqa: FBT001
    """Show the help of a command, in the words of the event if this is its folder."""
    if asked and not ctx.resilient_parsing:
        click.echo(help_here(ctx.command, ctx), color=ctx.color)
        ctx.exit()


def find(word: str) -> click.Command | None:
    """Return the command or group with this name; None if there is none."""
    if word in NOUNS:
        return _group(word)
    return load(word) if path_of(word) == word and word in VERBS else None


def below(words: Sequence[str]) -> tuple[click.Command | None, Sequence[str]]:
    """Return the command in a list of words, and the words after it; None if there is none."""
    if not words:
        return None, ()
    found, rest = find(words[0]), words[1:]
    while isinstance(found, click.Group) and rest and rest[0] in found.commands:
        found, rest = found.commands[rest[0]], rest[1:]
    return found, rest


def looked_at(word: str, rest: Sequence[str]) -> click.Command | None:
    """Return the command that shows what there is, if these words ask for nothing else.

    `announce` without words is not among them: it announces, or itself shows what was announced.
    For an archive it can only show.
    """
    look = load(LOOKS[word].name) if word in LOOKS else None
    if look is None or not _only_looks(look, rest):
        return None
    own = {name for one in load(word).params for name in one.opts}
    typed = {each.partition("=")[0] for each in rest if each.startswith("-")}
    sealed = "-C" in rest[:-1] and Path(rest[rest.index("-C") + 1]).is_file()
    return None if word == "announce" and typed <= own and not sealed else look


def _only_looks(look: click.Command, words: Sequence[str]) -> bool:
    """Tell whether a command that shows something takes all these words."""
    options = {
        name: one for one in look.params if isinstance(one, click.Option) for name in one.opts
    }
    free = sum(one.metavar is not None for one in look.params if isinstance(one, click.Argument))
    rest = iter(words)
    for word in rest:
        if word == "--":
            continue
        name, equals, _ = word.partition("=")
        if name in options:
            if not (options[name].is_flag or equals):
                next(rest, None)
            continue
        free -= 1
        if free < 0 or word.startswith("-"):
            return False
    return True


class CommandGroup(click.Group):
    """A group whose help shows the first sentence of each subcommand in full.

    Click would cut it off at the end of the line; here it is wrapped.
    """

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the subcommands with what each does."""
        rows = [(name, self._line(name)) for name in self.list_commands(ctx)]
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def _line(self, name: str) -> str:
        commands = self.commands
        verb = commands.verb(name) if isinstance(commands, Parts) else None
        return verb.line if verb else commands[name].get_short_help_str(limit=1000)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the subcommands in the order of their group."""
        del ctx
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the subcommand that was typed; for another word, say what to type instead."""
        word = args[0]
        if word not in self.commands and not word.startswith("-") and not ctx.resilient_parsing:
            path = ctx.command_path
            if Path(word).is_dir() and any("-C" in one.opts for one in self.params):
                ctx.fail(belongs_to_option(word, path))
            ctx.fail(unknown(word, path.partition(" ")[2]))
        return super().resolve_command(ctx, args)


class Parts(UserDict[str, click.Command]):
    """The commands of a group by the word that is typed; each is loaded when it is needed."""

    def __init__(self, own: Mapping[str, click.Command], later: Mapping[str, str]) -> None:
        """Keep the commands of the group's own module, and the names of the others."""
        super().__init__(own)
        self._own, self._later = tuple(own), later

    def verb(self, word: str) -> Verb | None:
        """Return the record of a command that is not of the group's own module."""
        return VERBS[self._later[word]] if word in self._later else None

    def __getitem__(self, word: str) -> click.Command:
        """Return a command, which is loaded if it was not needed before."""
        if word not in self.data and word in self._later:
            self.data[word] = load(self._later[word])
        return self.data[word]

    def __contains__(self, word: object) -> bool:
        """Tell whether there is such a command."""
        return word in self.data or word in self._later

    def __iter__(self) -> Iterator[str]:
        """Iterate over the words."""
        return iter(dict.fromkeys((*self._own, *self._later)))

    def __len__(self) -> int:
        """Return how many commands there are."""
        return len({*self._own, *self._later})


def _group(noun: str) -> click.Group:
    """Return a group, with the commands of its own module, if it has one, and the others."""
    about, later = NOUNS[noun], _parts(noun)
    has_own = noun in VERBS and path_of(noun) == noun
    found = load(noun) if has_own else None
    if isinstance(found, click.Group):
        found = copy(found)
        found.commands = Parts(found.commands, later)
        return found
    examples = "\n".join(f"  roundbook {one}" for one in about.examples)
    made = CommandGroup(noun, help=f"{about.line}\n\n\b\nExamples:\n{examples}")
    made.commands = Parts({}, later)
    _hide_own_help(made)
    return made


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


NO_PLUGINS = "roundbook.no-plugins"
"""The place in the context of a call that says whether it uses no plug-in."""


# Suggestions for an unknown word.


def unknown(word: str, group: str = "") -> str:
    """Return the message for an unknown command, with suggestions or where to find the list."""
    near = [path_of(name) for name in _near(word, group)]
    if near:
        *others, last = [f"`{verb}`" for verb in dict.fromkeys(near)]
        said = f"Do you mean {', '.join(others)} or {last}?" if others else f"Do you mean {last}?"
    else:
        said = f"`help {group or 'all'}` lists the commands."
    return f"there is no command {f'{group} {word}'.strip()!r}. {said}"


OPTIONS = {
    "swap": "pair --swap",
    "switch": "pair --swap",
    "rematch": "pair --allow-rematches",
}
"""Words for an option of a command."""


def _near(word: str, group: str) -> list[str]:
    """Return the names of commands that a word may stand for, by meaning or by spelling.

    What is in the group comes first.
    """
    from difflib import get_close_matches  # Needed only where something was mistyped.

    plain = word.lower()
    if plain in OPTIONS:
        return [OPTIONS[plain]]
    if plain.endswith(".tdf"):
        return ["import", "replay", "check"]
    if plain in VERBS:
        return [plain]
    inside = [*getattr(below(group.split())[0], "commands", ())]
    if near := get_close_matches(plain, inside, n=3, cutoff=0.7):
        return [f"{group} {one}" for one in near]
    meant = [name for name in VERBS if plain in path_of(name).split()[1:]]
    meant += [verb.name for verb in VERBS.values() if plain in verb.words.split()]
    return meant or get_close_matches(plain, [*VERBS, *NOUNS], n=3, cutoff=0.7)
