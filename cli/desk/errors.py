"""Errors into words and exit codes, in one place.

Exit codes: 0 done; 1 a check found something; 2 misuse; 3 refused by a rule;
4 conflict, another desk was first; 5 a ledger or a file cannot be read or contradicts itself.
"""

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from io import StringIO

import click
from msgspec.structs import replace

from cli.desk.elsewhere import in_folder
from cli.desk.output import fitted
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
        from cli.desk.unknown_options import of_unknown  # Only where something was mistyped.

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


def stopped(trouble: Trouble | None, misuse: str | None) -> list[str | Hint]:
    """Return what stopped an act, line by line; nothing where nothing did."""
    if misuse:
        return [misuse]
    return advised(trouble, kind_of(trouble)[0]) if trouble else []


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
