"""How the rules that an organiser wrote differ from the released ones (A-75)."""

from collections.abc import Iterator
from typing import Any

import msgspec

from roundbook.ledger.phrases import counted
from roundbook.ledger.rulesets import released
from roundbook.ledger.rulesets.ruleset import LOCK_OF_TOP, Ruleset

NOT_RULES = ("edition", "title", "source", "parent", "unchecked", "meant_from", "meant_until")
"""The fields that say what an edition is called and meant for: every two differ in them."""


def own_rules(rules: Ruleset) -> str:
    """Return what everybody should know who trusts these rules: `own rules (3 fields differ …)`.

    Empty for released rules. The page of an archive says the same, in the same words
    (cli/archive/edition.js).
    """
    if rules.edition in released.EDITIONS:
        return ""
    differ = counted(
        len(fields_that_differ(rules, parent_of(rules))), "field differs", "fields differ"
    )
    until = rules.rounds_until_lock
    lock = (
        "the lock is that of TOP §4"
        if until == LOCK_OF_TOP
        else f"a result locks when {counted(until, 'later round is', 'later rounds are')} paired, "
        "not as in TOP §4"
    )
    sanctioned = "" if rules.sanctioned else ", not sanctioned"
    return f"own rules{sanctioned} ({differ} from {parent_of(rules).edition}; {lock})"


def parent_of(rules: Ruleset) -> Ruleset:
    """Return the released edition that rules are compared with: their parent, or the first one."""
    known = rules.parent in released.EDITIONS and rules.parent
    return released.load(known or released.EDITIONS[0])


def fields_that_differ(rules: Ruleset, others: Ruleset) -> list[str]:
    """Return the places in which two editions differ, as `edition diff` lists them."""
    a, b = (dict(_places(msgspec.to_builtins(each, enc_hook=str))) for each in (rules, others))
    places = dict.fromkeys([*a, *b])
    return [place for place in places if a.get(place) != b.get(place) and place not in NOT_RULES]


def _places(value: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """Yield every field of an edition by its place, a row of a table as `vg[8]`, and its value."""
    match value:
        case dict():
            for name, each in value.items():
                yield from _places(each, f"{place}.{name}".removeprefix("."))
        case [{"name": _, "rows": _}, *_]:
            for table in value:
                yield from _places(table["rows"], f"{place}.{table['name']}")
        case [dict(), *_]:
            for row in value:
                yield f"{place}[{next(iter(row.values()))}]", str(row)
        case None | ():
            return
        case _:
            yield place, str(value)
