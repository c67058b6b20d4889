"""Which access roles may do which act: one table, for what is offered and for what is allowed.

The first word of a command decides. A command without a role only reads, or is reserved for the
machine with the ledger.
"""

from collections.abc import Mapping

ORGANISER = frozenset({"organiser"})
DESK = ORGANISER | {"scorekeeper"}
HEAD = ORGANISER | {"head-judge"}
HEAD_AND_DESK = HEAD | DESK
JUDGES = HEAD | {"judge"}
FLOOR = JUDGES | DESK
SLIPS = DESK | {"entry-station"}
NOBODY: frozenset[str] = frozenset()

WHO_MAY: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(
        ("open", "import", "staff", "draft", "close", "archive", "reopen", "requests", "erase"),
        ORGANISER,
    ),
    **dict.fromkeys(("entropy", "new-secrets", "head"), ORGANISER),
    **dict.fromkeys(
        ("register", "sign-ups", "amend", "deck", "team", "announce", "flights", "seed"), DESK
    ),
    **dict.fromkeys(("pair", "post", "slips", "start", "award-bye"), DESK),
    **dict.fromkeys(("day-two", "cut", "third-place"), DESK),
    **dict.fromkeys(
        ("repair", "correct", "decide", "late", "drop", "unregister", "reinstate"), HEAD_AND_DESK
    ),
    **dict.fromkeys(("late-tag", "message"), HEAD_AND_DESK),
    **dict.fromkeys(("extend", "time-called", "check-in", "verdict", "penalty"), FLOOR),
    **dict.fromkeys(("deckcheck", "call", "note", "fact", "settle"), FLOOR),
    "proxy": JUDGES,
    "report": SLIPS,
    "withdraw": SLIPS | HEAD,
    "disqualify": HEAD,
}
"""The access roles that may use each command that writes, by its first word."""


def who_may(verb: str) -> frozenset[str]:
    """Return the access roles that may use a command, whatever its subcommand."""
    return WHO_MAY.get(verb.partition(" ")[0], NOBODY)
