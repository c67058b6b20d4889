"""Editions as people name them: a released one by its name, or a file with rules of their own."""

import difflib
from pathlib import Path

import click

from roundbook.cli.args.types import quoted
from roundbook.cli.session.named_files import read_whole
from roundbook.cli.session.venue import refuse_files
from roundbook.ledger.errors import Unreadable, advice, do
from roundbook.ledger.rulesets import released
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.projections.rules_in_force import rule_names, unknown_places

KNOWN = ", ".join(released.EDITIONS)


def edition_of(word: str) -> tuple[Ruleset, bytes]:
    """Return a released edition, or one from a file. Raises Unreadable, or a usage error."""
    if word in released.EDITIONS:
        return released.load(word), released.text(word)
    refuse_files(word)
    if not Path(word).is_file():
        raise click.UsageError(
            f"there is no edition {quoted(word)}; give a file, or one of {KNOWN}."
        )
    data = read_whole(Path(word))
    return read_edition(data), data


def read_edition(data: bytes) -> Ruleset:
    """Return the rules in a file written by a user. Raises Unreadable.

    What it cites is checked here, and not again when a tournament is read: its edition stays
    readable whatever our rules are called later.
    """
    from roundbook.ledger.rulesets import custom  # It loads pydantic, and is rarely needed.

    rules = custom.read(data)
    if unknown := unknown_places(rules.citations):
        first, *others = map(_no_place, unknown)
        hint = advice(
            "Correct it. {} lists the sections; each refusal names its rule.",
            do("rules"),
        )
        raise Unreadable(first, where="citations", hint=hint, others=others)
    return rules


def _no_place(place: str) -> str:
    near = difflib.get_close_matches(place, rule_names(), n=1)
    meant = f"; did you mean {near[0]}?" if near else "."
    documents = "a section of the 2016 or 2017 documents"
    return f"citations: {quoted(place)} is neither {documents} nor a rule{meant}"
