"""How the rules that an organiser wrote differ from the released ones (A-75)."""

from collections.abc import Iterator
from typing import Any

import msgspec

from roundbook.ledger.phrases import counted
from roundbook.ledger.rulesets import released
from roundbook.ledger.rulesets.ruleset import LOCK_OF_TOP, Ruleset

NOT_RULES = (
    *("edition", "title", "source", "parent"),
    *("unchecked", "unanswered", "not_said", "meant_from", "meant_until", "remark"),
)
"""The fields that are not rules: how an edition is called, what it is for, and what is not sure."""


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
    lock = f"a result locks when {counted(until, 'later round is', 'later rounds are')} paired"
    if not rules.citations:  # It has no documents of its own.
        same = until == LOCK_OF_TOP
        lock = "the lock is that of TOP §4" if same else f"{lock}, not as in TOP §4"
    sanctioned = "" if rules.sanctioned else ", not sanctioned"
    return f"own rules{sanctioned} ({differ} from {parent_of(rules).edition}; {lock})"


def parent_of(rules: Ruleset) -> Ruleset:
    """Return the released edition that rules are compared with: their parent, or the first one."""
    known = rules.parent in released.EDITIONS and rules.parent
    return released.load(known or released.EDITIONS[0])


def fields_that_differ(rules: Ruleset, others: Ruleset) -> list[str]:
    """Return the places in which two editions differ, as `edition diff` lists them."""
    a, b = values(rules), values(others)
    return [place for place in dict.fromkeys([*a, *b]) if a.get(place) != b.get(place)]


def values(rules: Ruleset) -> dict[str, str]:
    """Return every value of an edition by its place: `times.extra_turns`, a row as `vg[8]`.

    What the edition is called is left out. The place of a row is its first field; its value is the
    rest.
    """
    places = _places(msgspec.to_builtins(rules, enc_hook=str))
    return {place: said for place, said in places if place not in NOT_RULES}


def _places(value: Any, place: str = "") -> Iterator[tuple[str, str]]:
    match value:
        case dict():
            for name, each in value.items():
                yield from _places(each, f"{place}.{name}".removeprefix("."))
        case [{"name": _, "rows": _}, *_]:
            for table in value:
                yield from _places(table["rows"], f"{place}.{table['name']}")
        case [dict(), *_]:
            for row in value:
                (_, first), *rest = row.items()
                said = (
                    name.replace("_", " ") if each is True else f"{name.replace('_', ' ')} {each}"
                    for name, each in rest
                    if each not in {None, 0}
                )
                yield f"{place}[{first}]", ", ".join(said)
        case None | ():
            return
        case tuple():
            yield place, ", ".join(map(str, value))
        case bool():
            yield place, str(value).lower()
        case _:
            yield place, str(value)
