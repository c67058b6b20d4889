"""How the rules that an organiser wrote differ from the released ones (A-75)."""

from collections.abc import Iterator
from typing import Any

import msgspec

from roundbook.ledger.phrases import counted
from roundbook.ledger.rulesets import released
from roundbook.ledger.rulesets.ruleset import Ruleset

NOT_RULES = ("edition", "title", "source")
"""The fields that say what an edition is called, which differ in every two of them."""


def own_rules(rules: Ruleset) -> str:
    """Return what everybody should know who trusts these rules: `own rules (3 fields differ …)`.

    The page of an archive says the same of it, in the same words (cli/archive/edition.js).
    """
    first = released.EDITIONS[0]
    fields = fields_that_differ(rules, released.load(first))
    differ = counted(len(fields), "field differs", "fields differ")
    until = rules.rounds_until_lock
    lock = (
        "the lock is that of TOP §4"
        if until == released.load(first).rounds_until_lock
        else f"a result locks when {counted(until, 'later round is', 'later rounds are')} paired, "
        "not as in TOP §4"
    )
    return f"own rules ({differ} from {first}; {lock})"


def fields_that_differ(rules: Ruleset, others: Ruleset) -> list[str]:
    """Return the places in which two editions differ.

    `edition diff` lists the same, but goes into the tables that have a name: here, each is one.
    """
    a, b = (dict(_places(msgspec.to_builtins(each, enc_hook=str))) for each in (rules, others))
    places = dict.fromkeys([*a, *b])
    return [place for place in places if a.get(place) != b.get(place) and place not in NOT_RULES]


def _places(value: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """Yield every field of an edition by its place, a row of a table as `vg[8]`, and its value."""
    match value:
        case dict():
            for name, each in value.items():
                yield from _places(each, f"{place}.{name}".removeprefix("."))
        case [dict(), *_]:
            for row in value:
                yield f"{place}[{next(iter(row.values()))}]", str(row)
        case None | ():
            return
        case _:
            yield place, str(value)
