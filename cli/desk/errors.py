"""Errors into words and exit codes, in one place.

Exit codes: 0 done; 1 a check found something; 2 misuse; 3 refused by a rule;
4 conflict, another desk was first; 5 a ledger or a file cannot be read or contradicts itself.
"""

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from difflib import SequenceMatcher
from io import StringIO

import click
from msgspec.structs import replace

from cli.desk.output import as_typed, fitted
from cli.folder.layout import is_here
from cli.folder.members import Anywhere
from ledger.errors import (
    Conflict,
    Declined,
    Do,
    Hint,
    NotKnown,
    Refused,
    Trouble,
    Unreadable,
    Violation,
    advice,
    do,
)
from ledger.terms import MatchId, Pairing, PlayerId
from ledger.text import UNSAFE, with_names, with_opponents

# What is said of an option that a command does not have: a near one, or another way.

NEAR = 0.7
"""How alike two words have to be, of 1, for one to be taken for a slip of the other."""


def of_unknown(option: click.NoSuchOption) -> str:
    """Return the sentence on an option that is not there, with a suggestion only if it is near."""
    known = _options(option.ctx.command) if option.ctx else set()
    said = option.message
    if way := _another_way(option.option_name, known):
        return f"{said} {way}"
    found = sorted(one for one in known if _is_near(option.option_name, one))
    return f"{said} Did you mean {' or '.join(found)}?" if found else said


def _options(command: click.Command) -> set[str]:
    """Return the long options of a command, but for its hidden ones."""
    options = (one for one in command.params if isinstance(one, click.Option) and not one.hidden)
    names = (name for one in options for name in (*one.opts, *one.secondary_opts))
    return {name for name in names if name.startswith("--")}


def _is_near(typed: str, known: str) -> bool:
    """Tell whether a word may be a slip of an option, or one of the words that it is made of."""
    word, name = typed.strip("-").lower(), known.strip("-")
    parts = (name, *name.split("-"))
    return bool(word) and (
        name.startswith(f"{word}-")
        or any(SequenceMatcher(None, word, part).ratio() >= NEAR for part in parts)
    )


def _another_way(typed: str, known: set[str]) -> str | None:
    """Return how else people get what an option does for other commands."""
    word = typed.strip("-")
    if word in {"out", "output", "file"} and "--plain" in known and "--out" not in known:
        pdf = ", or give --pdf FILE" if "--pdf" in known else ""
        return f"Add `> FILE` to save the output to a file{pdf}."
    if word == "reason" and "--station" in known and "--reason" not in known:
        return (
            'This command does not record a reason; add one with `roundbook note "TEXT" '
            "--player PLAYER`."
        )
    return None


# A command that was given from outside the tournament's folder: what it advises names the folder.

_KEPT = "cli.desk.errors"

NAMED = frozenset({"folder", "folders", "sources"})
"""What the word is called that names a tournament's folder to a command without `--dir`."""


@contextmanager
def advising_from(folder: Anywhere, *, as_json: bool) -> Iterator[None]:
    """Let what is said in this call, and what goes wrong in it, name the folder it was given."""
    if as_json or is_here(folder):
        yield
        return
    click.get_current_context().meta[_KEPT] = as_typed(folder)
    try:
        yield
    except Trouble as trouble:  # It is put into words once this call has ended.
        if isinstance(trouble.hint, Hint):
            parts = (in_folder(one) if isinstance(one, Do) else one for one in trouble.hint.parts)
            trouble.hint = replace(trouble.hint, parts=tuple(parts))
        raise


def in_folder(do: Do) -> Do:
    """Return what to do with the folder that this call was given, where its verb takes one."""
    context = click.get_current_context(silent=True)
    folder: str | None = context.meta.get(_KEPT) if context else None
    if folder is None or not do.verb or folder in do.args:
        return do
    return replace(do, args=(*do.args, *_naming(do, folder)))


def _naming(do: Do, folder: str) -> tuple[str, ...]:
    """Return the words that name a folder to a verb; none where it needs none, or has it."""
    from cli.verbs import find  # It loads the verb: only where a folder has to be named.

    first, *others = do.verb.split()
    found = find(first)
    for word in (*others, *do.args[:1]):
        if isinstance(found, click.Group) and word in found.commands:
            found = found.commands[word]
    if found is None or found.name == "tournaments":  # It takes the folder of many.
        return ()
    if any("--dir" in param.opts for param in found.params):
        return ("--dir", folder)
    takes = any(
        param.name in NAMED and isinstance(param, click.Argument) and not param.required
        for param in found.params
    )
    return (folder,) if takes and (not do.args or do.args[0].startswith("-")) else ()


DONE, FOUND, MISUSE, REFUSED, CONFLICT, UNREADABLE = range(6)

_KINDS: tuple[tuple[type[Trouble], str, int], ...] = (
    (Refused, "refused", REFUSED),
    (Conflict, "conflict", CONFLICT),
    (NotKnown, "not known", UNREADABLE),
    (Unreadable, "cannot read", UNREADABLE),
)


def run(command: Callable[[], int | None], *, as_json: bool) -> int:
    """Run a command; return its exit code. What went wrong is said in one sentence, on stderr."""
    try:
        with readers_may_leave():
            return _code_of(command, as_json=as_json)
    except click.exceptions.Exit as done:
        return done.exit_code


@contextmanager
def readers_may_leave() -> Iterator[None]:
    """Leave with 0 where whoever reads our output goes away, as `head` does: it is no failure.

    Python writes what is left once more when it ends: there is nobody to tell, so it goes nowhere.
    """
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for stream in (sys.stdout, sys.stderr):
            os.dup2(nowhere, stream.fileno())
        raise click.exceptions.Exit(0) from None


def _code_of(command: Callable[[], int | None], *, as_json: bool) -> int:
    try:
        return command() or 0
    except Trouble as trouble:
        return _tell(trouble, as_json=as_json)
    except (click.Abort, KeyboardInterrupt):
        # It may have been written and not yet said: nobody here can know.
        click.echo("stopped: `roundbook history` shows whether the entry was written.", err=True)
        return MISUSE
    except click.ClickException as misuse:
        for line in _misused(misuse):
            click.echo(line if as_json else fitted(line, err=True), err=True)
        return MISUSE
    except ModuleNotFoundError as error:
        from ledger.extras import missing  # Hardly anybody needs it.

        return _tell(missing(error), as_json=as_json)
    except BrokenPipeError:
        raise
    except OSError as error:
        return _tell(of_the_system(error), as_json=as_json)


def of_the_system(error: OSError) -> Unreadable:
    """Return what the operating system refused, as a sentence."""
    reason = (error.strerror or str(error)).lower()
    if not error.filename:
        hint = advice(
            "Free some disk space. Before you repeat the command, use {} to see what was written.",
            do("history"),
        )
        return Unreadable(f"a write failed: {reason}.", hint=hint)
    name = str(error.filename)
    return Unreadable(
        f"{name}: {reason}.", where=name, hint="Check the path, the disk and the permissions."
    )


def _tell(trouble: Trouble, *, as_json: bool) -> int:
    word, code = kind_of(trouble)
    if as_json:
        import msgspec  # `--help` is quicker without it.

        click.echo(
            msgspec.json.format(msgspec.json.encode(as_data(trouble, word)), indent=2).decode()
        )
    for line in in_words(trouble, word):
        click.echo(shown(line) if as_json else fitted(shown(line), err=True), err=True)
    return code


def _misused(misuse: click.ClickException) -> list[str]:
    """Return what click says of a command that was mistyped."""
    if isinstance(misuse, click.NoSuchOption):
        # Only where something was mistyped.

        misuse.message, misuse.possibilities = of_unknown(misuse), None  # type: ignore[misc]
    said = StringIO()
    misuse.show(said)
    lines = [shown(line) for line in said.getvalue().splitlines()]
    if "unexpected extra argument" in lines[-1]:
        lines[-1] += ": put words that belong together in quotation marks."
    return lines


Matches = Mapping[MatchId, Pairing]
"""Who plays each match."""


@contextmanager
def naming(
    name: Callable[[PlayerId], str], matches: Callable[[], Matches], *, as_json: bool
) -> Iterator[None]:
    """Let what goes wrong tell players by name to people, and who plays the matches in it.

    For programs the numbers stay. `matches` returns those that are paired by then.
    """
    try:
        yield
    except Trouble as trouble:
        if not as_json:
            say_who_plays(trouble, matches())
            by_name(trouble, name)
        raise


def say_who_plays(trouble: Trouble, matches: Matches) -> None:
    """Put the numbers of both players to a match of which a trouble speaks."""
    reworded(trouble, lambda said: with_opponents(said, matches))


def by_name(trouble: Trouble, name: Callable[[PlayerId], str]) -> None:
    """Put names to the players of whom a trouble speaks; the rules know only their numbers."""
    reworded(trouble, lambda said: with_names(said, name))


def reworded(trouble: Trouble, told: Callable[[str], str]) -> None:
    """Say all that a trouble says in other words."""
    trouble.message, trouble.others = told(trouble.message), tuple(map(told, trouble.others))
    if isinstance(trouble.hint, Hint):
        parts = (told(part) if isinstance(part, str) else part for part in trouble.hint.parts)
        trouble.hint = Hint(told(trouble.hint.text), tuple(parts))
    elif trouble.hint:
        trouble.hint = told(trouble.hint)


def kind_of(trouble: Trouble) -> tuple[str, int]:
    """Return the word for what went wrong, and its exit code."""
    return next((word, code) for kind, word, code in _KINDS if isinstance(trouble, kind))


def in_words(trouble: Trouble, word: str = "refused") -> list[str]:
    """Return what went wrong, line by line: the sentence, what else, the rule, and what to do."""
    return [typed(line) for line in advised(trouble, word)]


def stopped(
    trouble: Trouble | None, misuse: str | None, *, on_page: bool = False
) -> list[str | Hint]:
    """Return what stopped an act, line by line; nothing where nothing did.

    A page has no words in front of its lines: it shows by itself what each is.
    """
    if misuse:
        return [misuse]
    return advised(trouble, "" if on_page else kind_of(trouble)[0]) if trouble else []


def advised(trouble: Trouble, word: str = "") -> list[str | Hint]:
    """Return what went wrong, line by line, with what to do as a value; with no word, bare."""
    if isinstance(trouble, Declined):
        return [trouble.message]
    also, rule, hint = ("  also: ", "  rule: ", "  hint: ") if word else ("", "Rule: ", "")
    lines: list[str | Hint] = [f"{word}: {trouble.message}" if word else trouble.message]
    lines += [f"{also}{other}" for other in trouble.others]
    lines += [f"{rule}{one.rule} ({one.cites})" for one in _decisive(trouble)]
    if isinstance(trouble.hint, Hint):
        lines.append(replace(trouble.hint, text=f"{hint}{trouble.hint.text}"))
    elif trouble.hint:
        lines.append(f"{hint}{trouble.hint}")
    return lines


def _decisive(trouble: Trouble) -> tuple[Violation, ...]:
    """Return the breaches that a refusal speaks of, each rule once."""
    found = trouble.violations if isinstance(trouble, Refused) else ()
    told = [one for one in found if one.should] if trouble.others else found[:1]
    return tuple({one.rule: one for one in told}.values())


def as_data(trouble: Trouble, word: str) -> dict[str, object]:
    """Return what is said to a program."""
    decisive = _decisive(trouble)
    rule = decisive[0] if decisive else None
    rules = {"rules": [one.rule for one in decisive]}
    others = {"others": trouble.others, **rules} if trouble.others else {}
    return {
        word.replace(" ", "_"): {
            "message": trouble.message,
            **others,
            "rule": rule.rule if rule else None,
            "cites": rule.cites if rule else None,
            "hint": hint_of(trouble),
        }
    }


def hint_of(trouble: Trouble) -> str | None:
    """Return what a trouble advises, as a terminal says it; None if it advises nothing."""
    return None if trouble.hint is None else typed(trouble.hint)


def typed(hint: str | Hint) -> str:
    """Return a sentence of advice as a terminal says it: what to do as a command line."""
    if isinstance(hint, str):
        return hint
    first, *rest = hint.text.split("{}")
    parts = (part if isinstance(part, str) else f"`{command(part)}`" for part in hint.parts)
    return first + "".join(part + text for part, text in zip(parts, rest, strict=True))


def command(do: Do) -> str:
    """Return what to do as it is typed: its verb, what is said to it, and the folder if need be."""
    do = in_folder(do)
    return " ".join(("roundbook", do.verb, *do.args) if do.verb else do.args)


def in_full(found: Violation) -> Violation:
    """Return a violation as programs are told of it: with its hint in words."""
    return replace(found, hint=typed(found.advice), waiver=True)


def shown(text: str) -> str:
    """Return a text as it may go to a terminal: nothing in it can move the cursor or turn it."""
    return UNSAFE.sub("\N{REPLACEMENT CHARACTER}", text)
