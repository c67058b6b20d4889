"""What each seat at an event may do through the web pages: one table, asked before every act."""

from collections.abc import Mapping
from enum import StrEnum

from cli.verbs import VERBS, verb_of
from ledger.terms import Role


class AccessRole(StrEnum):
    """In which part somebody has come in. The record knows four roles; the others write less."""

    ORGANISER = "organiser"
    HEAD_JUDGE = "head-judge"
    JUDGE = "judge"
    SCOREKEEPER = "scorekeeper"
    ENTRY = "entry-station"
    SCREEN = "screen"
    AUDITOR = "auditor"
    PLAYER = "player"


ROLES: Mapping[AccessRole, Role] = {
    AccessRole.ORGANISER: Role.ORGANISER,
    AccessRole.HEAD_JUDGE: Role.HEAD_JUDGE,
    AccessRole.JUDGE: Role.JUDGE,
    AccessRole.SCOREKEEPER: Role.SCOREKEEPER,
    AccessRole.ENTRY: Role.SCOREKEEPER,
}
"""In which role each seat writes. Whoever is not here writes nothing."""

MAY: Mapping[AccessRole, frozenset[str]] = {
    role: frozenset(verb.name for verb in VERBS.values() if role in verb.roles)
    for role in AccessRole
}
"""The verbs that write, by access role. What is not listed is refused.

A player gives no verb: what two players say of their own match is a claim, and it is written in the
name of the phones once both say the same.
"""

MAY_OVERRIDE = frozenset(
    {AccessRole.ORGANISER, AccessRole.HEAD_JUDGE, AccessRole.JUDGE, AccessRole.SCOREKEEPER}
)
"""Who may let a rule pass that says "should", with a reason."""

AT_DESK = frozenset({
    AccessRole.ORGANISER,
    AccessRole.HEAD_JUDGE,
    AccessRole.JUDGE,
    AccessRole.SCOREKEEPER,
    AccessRole.ENTRY,
})  # fmt: skip
"""Who sees the desk: outstanding tables, full names, what the staff has written."""

SEES_ALL = AT_DESK - {AccessRole.ENTRY} | {AccessRole.AUDITOR}
"""Who may read the whole history and the names in full."""

TYPED: Mapping[str, str] = {
    **{verb.name: verb.typed for verb in VERBS.values() if verb.typed},
    "withdraw-round": "WITHDRAW",
    "pair-again": "PAIR AGAIN",
    "override": "OVERRIDE",
}
"""What has to be typed, letter by letter, before an act that nobody should do by a slip."""


def may(seat: AccessRole, verb: str) -> bool:
    """Tell whether a seat may write by this verb, whatever its subcommand."""
    known = verb_of(verb.partition(" ")[0])
    return known is not None and known.name in MAY[seat]


def not_allowed(seat: AccessRole, verb: str) -> str:
    """Return what somebody is told who may not give a verb."""
    known = verb_of(verb.partition(" ")[0])
    act = f"“{known.title}”" if known and known.title else f"`{verb}`"
    return f"{act} is not for {seat.value.replace('-', ' ')}s: ask the organiser."


def who_may(*verbs: str) -> frozenset[AccessRole]:
    """Return the seats that may write by one of these verbs at least."""
    return frozenset(seat for seat in AccessRole if any(may(seat, verb) for verb in verbs))


def invites(seat: AccessRole) -> frozenset[AccessRole]:
    """Return the seats that somebody in `seat` may invite others to."""
    if seat is AccessRole.ORGANISER:
        return frozenset(AccessRole)
    return frozenset({AccessRole.PLAYER}) if seat is AccessRole.SCOREKEEPER else frozenset()
