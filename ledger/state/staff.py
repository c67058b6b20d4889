"""Who may decide what: one table by role, and who counts in a role (A-76).

Somebody counts in a role only if the staff list gave it to them before this entry, and only an
organiser adds to that list. The person who opened the tournament counts as an organiser from the
start.
"""

from msgspec.structs import replace

from roundbook.ledger.errors import Hint, advice, do, option
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Actor, HandId, Role

Roles = tuple[Role, ...]

STAFFING: Roles = (Role.ORGANISER,)
"""The role that adds people to the staff list."""

REOPENING: Roles = (Role.ORGANISER,)
"""The role that reopens a closed tournament (A-49)."""

OFFICIALS: Roles = (Role.ORGANISER, Role.HEAD_JUDGE)
"""The roles that override a *should* rule, unless it is about a ruling."""

RULING: Roles = (Role.HEAD_JUDGE,)
"""The role that rules, and overrides what a ruling decides (TRF §1.2)."""

JUDGES: Roles = (Role.JUDGE, Role.HEAD_JUDGE)
"""The roles that issue a proxy (TRF §1.7; A-88)."""


def in_charge(t: Tournament, roles: Roles) -> Roles:
    """Return who decides: these roles, or the organiser if the staff list names nobody in them."""
    vacant = not any(role in has for role in roles for has in t.staff.values())
    return (*roles, Role.ORGANISER) if vacant and Role.ORGANISER not in roles else roles


def counts(t: Tournament, actor: Actor) -> bool:
    """Tell whether somebody counts in the role in which they act."""
    opened = actor.role is Role.ORGANISER and t.founder in {None, actor.id}
    return opened or actor.role in t.staff.get(actor.id, ())


def first_in(t: Tournament, role: Role) -> HandId:
    """Return the first staff member with a role; if there is none, the one who opened the event."""
    founder = t.founder or HandId("h1")
    named = (HandId(hand) for hand, roles in t.staff.items() if role in roles)
    return founder if role is Role.ORGANISER else next(named, founder)


def may(t: Tournament, actor: Actor, roles: Roles) -> bool:
    """Tell whether somebody may decide what is for these roles to decide."""
    return actor.role in in_charge(t, roles) and counts(t, actor)


def who_may(t: Tournament, actor: Actor, roles: Roles, act: str) -> Hint:
    """Return who may do an act, for somebody who may not, and what to do about that."""
    deciding = in_charge(t, roles)
    if actor.role is Role.ORGANISER and actor.role in deciding:
        # Only another organiser can help; no button helps who reads this.
        said = "You are not on the staff list as organiser; an organiser, such as {}, can add you."
        return advice(said, first_in(t, Role.ORGANISER))
    if actor.role in deciding:
        said = "You are not on the staff list as {}; an organiser has to add you: {}."
        return advice(said, in_words(actor.role), do("staff", "NAME", actor.role))
    own = [role for role in deciding if counts(t, replace(actor, role=role))]
    *others, last = map(_called, deciding)
    them = f"{', '.join(others)} or {last}" if others else last
    said = f"Only {them} can {act}."
    return advice(f"{said} Act as one: {{}}.", option("--role", own[0])) if own else advice(said)


def in_words(role: Role) -> str:
    """Return a role as people say it: head judge."""
    return role.replace("-", " ")


def _called(role: Role) -> str:
    article = {Role.ORGANISER: "an", Role.HEAD_JUDGE: "the"}.get(role, "a")
    return f"{article} {in_words(role)}"
