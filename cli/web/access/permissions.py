"""Permissions: the commands that each access role may use on the website, in one table."""

from collections.abc import Mapping
from enum import StrEnum

from roundbook.cli.verbs import VERBS
from roundbook.ledger.state.staff import OFFICIALS
from roundbook.ledger.terms import Role
from roundbook.ledger.text import joined


class AccessRole(StrEnum):
    """The access role of a session. Four of them are staff roles in the ledger."""

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
"""The staff role in which each access role writes; those that are not listed write nothing."""

MAY: Mapping[AccessRole, frozenset[str]] = {
    role: frozenset(verb.name for verb in VERBS.values() if role in verb.roles)
    for role in AccessRole
}
"""The commands that write, by access role. A command that is not listed is refused.

A player has none: what players report of their own match is a claim. Once both players report the
same, it is written in the name of the phones.
"""

MAY_OVERRIDE = frozenset(role for role, acts_as in ROLES.items() if acts_as in OFFICIALS)
"""The access roles that may override a rule that says "should", with a reason (A-76)."""

AT_DESK = frozenset({
    AccessRole.ORGANISER,
    AccessRole.HEAD_JUDGE,
    AccessRole.JUDGE,
    AccessRole.SCOREKEEPER,
    AccessRole.ENTRY,
})  # fmt: skip
"""The access roles that see the desk: outstanding tables, full names, what the staff wrote."""

SEES_ALL = AT_DESK - {AccessRole.ENTRY} | {AccessRole.AUDITOR}
"""The access roles that may read the whole history and full names."""


def may(seat: AccessRole, verb: str) -> bool:
    """Tell whether an access role may write with this command, whatever its subcommand."""
    return verb.partition(" ")[0] in MAY[seat]


def not_allowed(seat: AccessRole, verb: str) -> str:
    """Return the sentence for a visitor who may not use this command."""
    known = VERBS.get(verb.partition(" ")[0])
    act = f"“{known.title}”" if known and known.title else f"`{verb}`"
    return f"{act} is not for {seat.value.replace('-', ' ')}s; ask the organiser."


def who_may(*verbs: str) -> frozenset[AccessRole]:
    """Return the access roles that may write with at least one of these commands."""
    return frozenset(seat for seat in AccessRole if any(may(seat, verb) for verb in verbs))


def those_who_may(verb: str) -> str:
    """Return who may use a command, for a sentence: `the organiser or the scorekeeper`."""
    found = [f"the {seat.value.replace('-', ' ')}" for seat in ROLES if may(seat, verb)]
    return joined(found, "or")


SEES_LISTS = who_may("deckcheck")
"""The access roles that may read a registered deck list: the staff who check decks."""


def invites(seat: AccessRole) -> frozenset[AccessRole]:
    """Return the access roles to which somebody with the role `seat` may invite others."""
    if seat is AccessRole.ORGANISER:
        return frozenset(AccessRole)
    return frozenset({AccessRole.PLAYER}) if seat is AccessRole.SCOREKEEPER else frozenset()
