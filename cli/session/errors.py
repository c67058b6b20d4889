"""Turns errors into messages and exit codes, and advice into commands to type.

Exit codes: 0 done; 1 a check found something; 2 misuse; 3 refused by a rule; 4 conflict, another
desk was first; 5 a ledger or a file cannot be read or contradicts itself.
"""

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click
from msgspec import UNSET, Struct, UnsetType, json
from msgspec.structs import replace

from roundbook.cli.args.shared_options import belongs_to_option
from roundbook.cli.session.output import as_typed, fitted, safe_json, worded
from roundbook.cli.verbs import path_of
from roundbook.ledger.errors import (
    Conflict,
    Damaged,
    Declined,
    Do,
    Hint,
    NotKnown,
    Occupied,
    Refused,
    Trouble,
    Unreadable,
    Unwritable,
    Violation,
    advice,
    do,
)
from roundbook.ledger.terms import MatchId, Pairing, PlayerId
from roundbook.ledger.text import UNSAFE, with_names, with_opponents, with_staff, with_winner

if TYPE_CHECKING:  # `--help` is quicker without the folder, and the ledger below it.
    from roundbook.cli.places.members import Anywhere
    from roundbook.ledger.people.book import Book
    from roundbook.ledger.rulesets.ruleset import Ruleset

# Suggestions for an unknown option: a similar one, or another way.

NEAR = 0.7
"""The minimum similarity, out of 1, for a word to count as a misspelling of another."""


def of_unknown(option: click.NoSuchOption) -> str:
    """Return the message about an unknown option, with a suggestion if one is similar."""
    command = option.ctx.command if option.ctx else click.Command("")
    known, said = _options(command), option.message
    has_folder = any("-C" in one.opts for one in command.params)
    if way := _another_way(option.option_name, known, has_folder=has_folder):
        return f"{said} {way}"
    found = sorted(one for one in known if _is_near(option.option_name, one))
    return f"{said} Did you mean {' or '.join(found)}?" if found else said


def _options(command: click.Command) -> set[str]:
    """Return the long options of a command, except hidden ones."""
    options = (one for one in command.params if isinstance(one, click.Option) and not one.hidden)
    names = (name for one in options for name in (*one.opts, *one.secondary_opts))
    return {name for name in names if name.startswith("--")}


def _is_near(typed: str, known: str) -> bool:
    """Tell whether a word may be a misspelt option, or one of the words in its name."""
    from difflib import SequenceMatcher  # Needed only where something was mistyped.

    word, name = typed.strip("-").lower(), known.strip("-")
    parts = (name, *name.split("-"))
    return bool(word) and (
        name.startswith(f"{word}-")
        or any(SequenceMatcher(None, word, part).ratio() >= NEAR for part in parts)
    )


def _another_way(typed: str, known: set[str], *, has_folder: bool) -> str | None:
    """Return another way to do what an option does for other commands; None if there is none."""
    word = typed.strip("-")
    if word == "dir" and has_folder:
        return "Name the tournament's folder with -C, as in `-C cup`."
    if word in {"out", "output", "file"} and "--plain" in known and "--out" not in known:
        pdf = ", or give --pdf FILE" if "--pdf" in known else ""
        return f"Add `> FILE` to save the output to a file{pdf}."
    if word == "player" and "--on-time" in known:  # of what-if.
        return "Say what would change: --drop PLAYER, --late PLAYER, or MATCH RESULT."
    if word in {"round", "after"} and "--as-of" in known:
        return 'To see what was known after round 1, add `--as-of "after round 1"`.'
    if word == "public":
        return "This command has no public view."
    if word == "reason" and "--station" in known and "--reason" not in known:
        return (
            'This command does not record a reason; add one with `roundbook note "TEXT" '
            "--player PLAYER`."
        )
    return None


# Commands given from outside the tournament's folder: their advice names the folder.

_KEPT = "roundbook.cli.session.errors"
_AT_PROMPT = "roundbook.cli.session.errors.at_prompt"

NAMED = frozenset({"folder", "folders", "sources"})
"""The parameters that name a tournament's folder in commands without `-C`."""


@contextmanager
def advising_from(folder: "Anywhere", *, as_json: bool) -> Iterator[None]:
    """Let the output and errors of this call name the folder it was given."""
    from roundbook.cli.places.layout import is_here

    if as_json or is_here(folder):
        yield
        return
    click.get_current_context().meta[_KEPT] = str(folder)
    try:
        yield
    except Trouble as trouble:  # The message is written after this call has ended.
        if isinstance(trouble.hint, Hint):
            parts = (in_folder(one) if isinstance(one, Do) else one for one in trouble.hint.parts)
            trouble.hint = replace(trouble.hint, parts=tuple(parts))
        raise


def advising_inside() -> None:
    """Give advice as typed at the prompt: without the folder, which is its own, and `roundbook`."""
    meta = click.get_current_context().meta
    meta.pop(_KEPT, None)
    meta[_AT_PROMPT] = True


def at_prompt() -> bool:
    """Tell whether the answer is for somebody at the prompt, not in a shell."""
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.meta.get(_AT_PROMPT))


def in_folder(do: Do) -> Do:
    """Return an action that names this call's folder, if its command takes one."""
    context = click.get_current_context(silent=True)
    folder: str | None = context.meta.get(_KEPT) if context else None
    if folder is None or not do.verb or folder in do.args:
        return do
    return replace(do, args=(*do.args, *_naming(do, folder)))


def _naming(do: Do, folder: str) -> tuple[str, ...]:
    """Return the words that name a folder to a command; empty if none are needed."""
    from roundbook.cli.verbs import ELSEWHERE, VERBS, below

    if do.verb in VERBS and do.verb not in ELSEWHERE:
        return ("-C", folder)  # Nearly always: then the command itself need not be loaded.
    found, _ = below([*path_of(do.verb).split(), *do.args[:1]])
    if found is None or found.name == "tournaments":  # It takes a folder of many tournaments.
        return ()
    if any("-C" in param.opts for param in found.params):
        return ("-C", folder)
    takes = any(
        param.name in NAMED and isinstance(param, click.Argument) and not param.required
        for param in found.params
    )
    return (folder,) if takes and (not do.args or do.args[0].startswith("-")) else ()


DONE, FOUND, MISUSE, REFUSED, CONFLICT, UNREADABLE = range(6)

# The first kind that fits counts, so a kind comes before the more general ones, such as Unreadable.
_KINDS: tuple[tuple[type[Trouble], str, int], ...] = (
    (Refused, "refused", REFUSED),
    (Conflict, "conflict", CONFLICT),
    (NotKnown, "not known", UNREADABLE),
    (Damaged, "damaged", UNREADABLE),
    (Occupied, "refused", REFUSED),
    (Unwritable, "cannot write", UNREADABLE),
    (Unreadable, "cannot read", UNREADABLE),
)


def run(command: Callable[[], int | None], *, as_json: bool) -> int:
    """Run a command; return its exit code. An error is printed to stderr in one sentence."""
    try:
        with readers_may_leave():
            return _code_of(command, as_json=as_json)
    except click.exceptions.Exit as done:
        return done.exit_code


@contextmanager
def readers_may_leave() -> Iterator[None]:
    """End with exit code 0 if the reader of the output stops reading, as `head` does.

    Python writes what is left again when it ends, so the streams are redirected to nowhere.
    """
    try:
        yield
    except BrokenPipeError:
        _to_nowhere(sys.stdout, sys.stderr)
        raise click.exceptions.Exit(0) from None


def _to_nowhere(*streams: TextIO) -> None:
    """Let whatever these streams still write go nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in streams:
        os.dup2(nowhere, stream.fileno())


def _code_of(command: Callable[[], int | None], *, as_json: bool) -> int:
    try:
        code = command() or 0
        sys.stdout.flush()  # A full disk is found out here, or when Python ends and says it badly.
    except Trouble as trouble:
        return _tell(trouble, as_json=as_json)
    except (click.Abort, KeyboardInterrupt):
        # An entry may have been written but not reported; nobody here can know.
        said = (
            "stopped. If this command writes to a ledger, `roundbook history` shows whether it did."
        )
        return _say(MISUSE, [said], ErrorAnswer(misuse=CommandError(said)), as_json=as_json)
    except click.ClickException as misuse:
        answer = ErrorAnswer(misuse=CommandError(sentence_of(misuse)))
        return _say(MISUSE, _misused(misuse), answer, as_json=as_json)
    except ModuleNotFoundError as error:
        from roundbook.ledger.optional_packages import missing  # Rarely needed.

        return _tell(missing(error), as_json=as_json)
    except BrokenPipeError:
        raise
    except OSError as error:
        try:
            sys.stdout.flush()
        except OSError:
            _to_nowhere(sys.stdout)  # It would try again when Python ends.
        return _tell(of_the_system(error), as_json=as_json)
    return code


def of_the_system(error: OSError) -> Unreadable:
    """Return an error of the operating system as a sentence."""
    reason = (error.strerror or str(error)).lower()
    # An error without a file comes from writing the answer: by then the entry may have been
    # recorded.
    if not error.filename:
        hint = advice(
            "Free some disk space. Before you repeat the command, use {} to see what was recorded.",
            do("history"),
        )
        return Unwritable(f"not everything was written: {reason}.", hint=hint)
    name = str(error.filename)
    check = "Check the path, the disk and the permissions."
    if isinstance(error, FileNotFoundError):
        from roundbook.cli.places.layout import SPELLING

        check = SPELLING
    return Unreadable(f"{name}: {reason}.", where=name, hint=check)


def _tell(trouble: Trouble, *, as_json: bool) -> int:
    word, code = kind_of(trouble)
    return _say(code, in_words(trouble, word), as_data(trouble, word), as_json=as_json)


def _say(code: int, lines: Sequence[str], answer: "ErrorAnswer", *, as_json: bool) -> int:
    """Print an error for people to stderr, and for programs to stdout; return its exit code."""
    if as_json:
        _print(json.format(safe_json(answer), indent=2), sys.stdout)
    for line in lines:
        _print(shown(line) if as_json else fitted(shown(line), err=True), sys.stderr)
    return code


def _print(text: str, stream: TextIO) -> None:
    """Print a part of an error; if the disk of this stream is full, only the exit code is left."""
    try:
        click.echo(text, file=stream)
    except BrokenPipeError:
        raise
    except OSError:
        _to_nowhere(stream)


_EXTRA = "unexpected extra argument"
"""What click says of words that a command has no place for."""


def sentence_of(misuse: click.ClickException) -> str:
    """Return click's message about a command that was mistyped, on one line."""
    if isinstance(misuse, click.NoSuchOption):
        return of_unknown(misuse)
    if _EXTRA in misuse.message:
        return _too_many(misuse)
    return " ".join(f"{misuse.format_message()}{example_of(misuse)}".split())


def _misused(misuse: click.ClickException) -> list[str]:
    """Return click's message about a command that was mistyped."""
    if isinstance(misuse, click.NoSuchOption):
        # Without possibilities: click would add its own, which know no other way to do it.
        misuse.message, misuse.possibilities = of_unknown(misuse), None  # type: ignore[misc]
    is_extra = _EXTRA in misuse.message
    if is_extra and isinstance(misuse, click.UsageError) and (how := _folder_as_word(misuse)):
        return [shown(f"Error: {how}")]
    if is_extra:
        return [shown(f"Error: {_too_many(misuse)}")]
    example = example_of(misuse)
    if example or not isinstance(misuse, click.MissingParameter):
        return [shown(f"Error: {misuse.format_message()}{example}")]  # It says what to type.
    said = StringIO()
    misuse.show(said)
    return [shown(line) for line in said.getvalue().splitlines()]


def _too_many(misuse: click.ClickException) -> str:
    """Return what to do about words that a command has no place for."""
    extra = misuse.message.partition("(")[2].rpartition(")")[0]
    ctx = misuse.ctx if isinstance(misuse, click.UsageError) else None
    path = ctx.command_path.removeprefix("roundbook " if at_prompt() else "") if ctx else ""
    more = f"; `{path} --help` shows the options" if ctx else ""
    # Where a command takes one word only, its message already says so.
    how = misuse.message.rpartition("): ")[2] if "): " in misuse.message else ""
    how = how or "put words that belong together in quotation marks"
    names = (
        [one.name for one in ctx.command.params if isinstance(one, click.Argument)] if ctx else []
    )
    first = ctx.params.get(names[0] or "") if ctx and len(names) == 1 else None
    if isinstance(first, str):
        how += f', such as `{path} "{first} {extra}"`'
    return f'"{extra}" does not belong here: {how}{more}.'


def _folder_as_word(misuse: click.UsageError) -> str | None:
    """Return how to name a folder that was typed where no word belongs; None for another word."""
    extra, ctx = misuse.message.rpartition("(")[2].rstrip(")"), misuse.ctx
    if ctx is None or not Path(extra).is_dir():
        return None
    if not any("-C" in one.opts for one in ctx.command.params):
        return None
    words = any(isinstance(one, click.Argument) for one in ctx.command.params)
    return belongs_to_option(extra, f"{ctx.command_path} …" if words else ctx.command_path)


def example_of(misuse: click.ClickException) -> str:
    """Return an example of what is missing, from the page of its command, if it has one.

    It begins with a space, since it follows the sentence that says what is missing.
    """
    if not isinstance(misuse, click.MissingParameter) or misuse.ctx is None:
        return ""
    names = misuse.param.opts if isinstance(misuse.param, click.Option) else ()
    lines = (line.strip() for line in (misuse.ctx.command.help or "").splitlines())
    examples = (line for line in lines if line.startswith("roundbook "))
    found = next(
        (line for line in examples if not names or any(f"{name} " in line for name in names)), None
    )
    return f" For example: `{found}`." if found else ""


Matches = Mapping[MatchId, Pairing]
"""The players of each match."""


@contextmanager
def naming(
    name: Callable[[PlayerId], str], matches: Callable[[], Matches], *, as_json: bool
) -> Iterator[None]:
    """Let error messages for people name the players, and the players of each match.

    For programs the numbers stay. `matches` returns those paired by then.
    """
    try:
        yield
    except Trouble as trouble:
        if not as_json:
            # Opponents first, as players' numbers, so that they can be given their names as well.
            say_who_plays(trouble, matches())
            by_name(trouble, name)
        raise


@contextmanager
def in_words_of(rules: "Ruleset | None") -> Iterator[None]:
    """Let the output and errors of this call have the words and citations of an edition."""
    if rules is None or not rules.has_own_words:
        yield
        return
    from roundbook.ledger.rulesets.wording import in_edition, shown_in  # Only newer editions.

    with worded(partial(shown_in, rules=rules)):
        try:
            yield
        except Trouble as trouble:
            reworded(trouble, partial(in_edition, rules=rules))
            raise


def say_who_plays(trouble: Trouble, matches: Matches) -> None:
    """Add both players' numbers to a match named in an error, and name the winner of a result."""
    reworded(trouble, lambda said: with_winner(with_opponents(said, matches), matches))


def by_name(trouble: Trouble, name: Callable[[PlayerId], str]) -> None:
    """Add names to the players in an error; the rules know only their numbers."""
    reworded(trouble, lambda said: with_names(said, name))


def with_people(trouble: Trouble, book: "Book") -> None:
    """Add the names of players and staff to an error, for a page."""
    reworded(trouble, lambda said: with_staff(with_names(said, book.named), book.hands))


def reworded(trouble: Trouble, told: Callable[[str], str]) -> None:
    """Rewrite all texts of an error."""
    trouble.message, trouble.others = told(trouble.message), tuple(map(told, trouble.others))
    trouble.hint = hint_told(trouble.hint, told) if trouble.hint else None


def hint_told(said: str | Hint, told: Callable[[str], str]) -> str | Hint:
    """Return a sentence rewritten, with its commands as they are."""
    if isinstance(said, str):
        return told(said)
    parts = (told(part) if isinstance(part, str) else part for part in said.parts)
    return replace(said, text=told(said.text), parts=tuple(parts))


def kind_of(trouble: Trouble) -> tuple[str, int]:
    """Return the word for a kind of error, and its exit code."""
    return next((word, code) for kind, word, code in _KINDS if isinstance(trouble, kind))


def in_words(trouble: Trouble, word: str = "refused") -> list[str]:
    """Return the lines of an error: the message, other messages, the rule, and the hint."""
    return [typed(line) for line in advised(trouble, word)]


def with_source(found: Violation) -> str:
    """Return the rule of a violation with its source, if the edition has a section for it."""
    return f"{found.rule} ({found.cites})" if found.cites else found.rule


def stopped(
    trouble: Trouble | None, misuse: str | None, *, on_page: bool = False
) -> list[str | Hint]:
    """Return the lines about what stopped an act; empty if nothing did.

    On a page, the lines have no prefixes: the page shows what each of them is. Of a path on the
    server, it shows the last part.
    """
    if misuse or trouble is None:
        return [misuse] if misuse else []
    if not on_page:
        return [*advised(trouble, kind_of(trouble)[0])]
    return [
        said_on_page(line, trouble)
        if isinstance(line, str)
        else replace(line, text=said_on_page(line.text, trouble))
        for line in advised(trouble)
    ]


def said_on_page(said: str, trouble: Trouble) -> str:
    """Return a sentence about an error without the server's folders."""
    place = trouble.where if isinstance(trouble, Unreadable) else None
    return said.replace(place, Path(place).name) if place else said


def advised(trouble: Trouble, word: str = "") -> list[str | Hint]:
    """Return the lines of an error, with advice as values; without a word, no prefixes."""
    if isinstance(trouble, Declined):
        return [trouble.message]
    also, rule, hint = ("  also: ", "  rule: ", "  hint: ") if word else ("", "Rule: ", "")
    lines: list[str | Hint] = [f"{word}: {trouble.message}" if word else trouble.message]
    lines += [f"{also}{other}" for other in trouble.others]
    lines += [f"{rule}{with_source(one)}" for one in _decisive(trouble)]
    if isinstance(trouble.hint, Hint):
        lines.append(replace(trouble.hint, text=f"{hint}{trouble.hint.text}"))
    elif trouble.hint:
        lines.append(f"{hint}{trouble.hint}")
    return lines


def _decisive(trouble: Trouble) -> tuple[Violation, ...]:
    """Return the violations that a refusal is about, each rule once."""
    found = trouble.violations if isinstance(trouble, Refused) else ()
    several = trouble.others and found and found[0].should
    told = [one for one in found if one.should] if several else found[:1]
    return tuple({one.rule: one for one in told}.values())


class CommandError(Struct, frozen=True):
    """Why a command did not do what it was told.

    `message` says what is wrong, `others` what else is, `hint` what to do. `rules` are the rules
    that forbid it; `rule` is the first, and `cites` its source.
    """

    message: str
    others: tuple[str, ...] = ()
    rule: str | None = None
    rules: tuple[str, ...] = ()
    cites: str | None = None
    hint: str | None = None


class ErrorAnswer(Struct, frozen=True, kw_only=True):
    """An error of any command with `--json`: one field, named after the kind of error.

    The exit code is 2 for `misuse`, 3 for `refused`, 4 for `conflict`, and 5 for the others.
    """

    misuse: CommandError | UnsetType = UNSET
    refused: CommandError | UnsetType = UNSET
    conflict: CommandError | UnsetType = UNSET
    not_known: CommandError | UnsetType = UNSET
    damaged: CommandError | UnsetType = UNSET
    cannot_read: CommandError | UnsetType = UNSET
    cannot_write: CommandError | UnsetType = UNSET


def as_data(trouble: Trouble, word: str) -> ErrorAnswer:
    """Return an error as data for programs; `word` is its kind."""
    decisive = _decisive(trouble)
    error = CommandError(
        message=trouble.message,
        others=trouble.others,
        rule=decisive[0].rule if decisive else None,
        rules=tuple(one.rule for one in decisive),
        cites=decisive[0].cites if decisive else None,
        hint=hint_of(trouble),
    )
    return ErrorAnswer(**{word.replace(" ", "_"): error})


def hint_of(trouble: Trouble) -> str | None:
    """Return the hint of an error as shown in a terminal; None if it has none."""
    return None if trouble.hint is None else typed(trouble.hint)


def typed(hint: str | Hint) -> str:
    """Return advice as shown in a terminal, with its actions as command lines."""
    if isinstance(hint, str):
        return hint
    first, *rest = hint.text.split("{}")
    parts = (part if isinstance(part, str) else f"`{command(part)}`" for part in hint.parts)
    return first + "".join(part + text for part, text in zip(parts, rest, strict=True))


def command(do: Do) -> str:
    """Return an action as a command line: its words, and in a shell the folder if necessary.

    At the prompt, `roundbook` is left out, but not of a command that can only run in a shell.
    This is the only place where words are quoted: those of an action are as a program gets them.
    """
    do = in_folder(do)
    words = map(as_typed, do.args)
    if not do.verb:
        return " ".join(words)
    program = () if at_prompt() and _runs_at_prompt(do.verb) else ("roundbook",)
    return " ".join((*program, path_of(do.verb), *words))


def _runs_at_prompt(verb: str) -> bool:
    from roundbook.cli.verbs import below

    found, _ = below(path_of(verb).split())
    return getattr(getattr(found, "callback", None), "serves_at_hand", False) is not False


def in_full(found: Violation) -> Violation:
    """Return a violation for programs, with its hint in words."""
    return replace(found, hint=typed(found.advice), waiver=True)


def shown(text: str) -> str:
    """Return a text that is safe for a terminal: it cannot move the cursor or reverse the text."""
    if text.isascii() and text.isprintable():
        return text  # Nearly every cell of a table.
    return UNSAFE.sub("\N{REPLACEMENT CHARACTER}", text)
