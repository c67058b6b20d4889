"""The schema number of a line, `v`, which tells an older roundbook that it cannot read it.

The format only grows. A new event, a new field or a new word of a field comes with the next schema;
what is on disk keeps its meaning, and an absent field means what it has always meant. So one
decoder reads the lines of every schema (docs/decisions/0036).
"""

from collections.abc import Collection, Mapping
from typing import Any, get_args

import msgspec

from roundbook.ledger.events.catalogue import AnyEvent
from roundbook.ledger.events.event import Override
from roundbook.ledger.terms import Actor

ADDED: Mapping[int, tuple[str, ...]] = {
    2: (
        "player-dropped.unplaced",  # A player in a file without a seat anywhere.
        "round-paired.absent",  # Players who lost a round without an opponent, in a file.
        "round-repaired.absent",
        "hand-renamed",
        "hand.commitment",  # Binds the name of a staff member, in their first entry.
        "tournament-opened.region",  # Where it is played, for the languages of cards.
        "team-formed",
        "team-split",
        "building-started",
        "draft-seated.pools",  # The pods that the tables of a draft play as.
        "announcement-made.prizes=0",  # No prizes; before, this could not be said.
        "player-reinstated.missed",  # The rounds that started between a drop and the return.
        "player-checked-in",
        "check-in-undone",
        "judge-called",
        "call-taken",
        "call-ended",
        "message-sent",
        "message-withdrawn",
        "time-extended.instead",  # The minutes replace the extra time given before.
        "override.also",  # Other rules that the same official overrides for the same reason.
    ),
}
"""What each schema after the first added; while the last is unreleased, add yours to it.

An event is its tag (`pods-named`), a field its path (`result-reported.result.agreed`), a new word
of an older field the path and the word (`round-posted.sheet=slips`). `hand` is who wrote the entry,
`override` what an official overrode, in any event.
"""

SCHEMA = max(ADDED)
"""The latest schema, which this roundbook writes if a line needs it."""

_EVENTS = {str(kind.__struct_config__.tag): kind for kind in get_args(AnyEvent)}
TAGS = frozenset(_EVENTS)
"""The events that this roundbook knows."""

_NAMED = {"hand": Actor, "override": Override, **_EVENTS}
_GROWN: dict[type, list[tuple[list[str], int]]] = {}
for _v, _names in ADDED.items():
    for _tag, *_path in (name.split(".") for name in _names):
        _GROWN.setdefault(_NAMED[_tag], []).append((_path, _v))


def schema_of(hand: Actor, events: Collection[AnyEvent]) -> int:
    """Return the schema of a line: the lowest whose readers know everything in the line."""
    needed = 1
    allowed = (event.override for event in events if event.override)
    for part in (hand, *events, *allowed):
        grown = _GROWN.get(type(part))
        said = msgspec.to_builtins(part) if grown else None
        for path, v in grown or ():
            if v > needed and _holds(said, path):
                needed = v
    return needed


def _holds(value: Any, path: list[str]) -> bool:
    """Return whether there is a value at a path, in any of several values."""
    if isinstance(value, list | tuple):
        return any(_holds(one, path) for one in value)
    if not path:
        return True
    step, *rest = path
    field, _, word = step.partition("=")
    if not isinstance(value, dict) or field not in value:
        return False
    return str(value[field]) == word if word else _holds(value[field], rest)


def unknown_event(events: object) -> str | None:
    """Return the tag of the first event of a plain line that this roundbook does not know."""
    listed = events if isinstance(events, list) else []
    tags = (one.get("event") for one in listed if isinstance(one, dict))
    return next((tag for tag in tags if isinstance(tag, str) and tag not in TAGS), None)
