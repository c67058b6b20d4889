"""The names of what a check can find, which other programs rely on, and the groups of them."""

from ledger.validators import VALIDATORS
from ledger.validators.checks import Check
from projections.audits import AUDITS

GROUPS = {
    "pairing": "who met whom, rematches, byes, pair-downs beside the best round there was",
    "place": "final places, and the division they are in",
    "percentage": "match points, records and percentages that were published",
    "cut": "who plays on, as which seed, and who plays a second day",
    "bracket": "who met whom in single elimination, and who went on",
    "lock": "results that were changed after they were settled",
    "rule": "every other rule",
    "damage": "files that are not what was written",
}
"""What findings are sorted into."""

OWN = {
    "rematch": "pairing",
    "second-bye": "pairing",
    "bye-too-high": "pairing",
    "pair-down": "pairing",
    "mixed-pair": "pairing",
    "illegal-round": "pairing",
    "not-the-best": "pairing",
    "no-legal-round": "pairing",
    "not-as-drawn": "pairing",
    "place": "place",
    "division": "place",
    "percentage": "percentage",
    "seed": "cut",
    "bracket-position": "bracket",
    "damaged": "damage",
    "name": "damage",
    "not-erased": "damage",
}
"""What a check finds without a rule, and its group."""

_BY_RULE = {
    "lock": ("result-locked", "seeding-frozen", "cut-result-final", "tournament-closed"),
    "cut": ("cut-", "day-two-", "seeds-outdated", "swiss-unfinished"),
    "bracket": ("bracket-", "seeds-", "tie-in-cut", "playoff-unannounced"),
    "pairing": (
        *("rematch", "second-bye", "random-byes", "seated-twice", "not-due", "not-seated"),
        *("bye-not-awarded", "awarded-bye-missing", "draw-differs", "repair-", "sheet-left"),
    ),
}
"""The rules of a group, by how their names begin; all others are of the group `rule`."""


def _name_of(check: Check) -> str:
    return str(getattr(check.look, "__name__", "")).replace("_", "-")


SHOULD = frozenset(_name_of(check) for check in (*VALIDATORS, *AUDITS) if check.should)
"""The rules that an official may let pass."""
KINDS = frozenset({*OWN, "name-in-text", *map(_name_of, (*VALIDATORS, *AUDITS))})
"""Every kind of finding there can be."""


def group_of(kind: str) -> str:
    """Return the group of a kind: its own, or that of a rule."""
    if kind in OWN:
        return OWN[kind]
    found = (group for group, rules in _BY_RULE.items() if kind.startswith(rules))
    return next(found, "rule")
