"""Forms about people: register, correct, check in, drop, reinstate, byes, late tag and staff."""

import re
from collections.abc import Mapping

from roundbook.cli.acts import amend, drops, people, registration
from roundbook.cli.acts.registration import LeftOff, Newcomer
from roundbook.cli.acts.unregister import unregister
from roundbook.cli.args.choices import DISPLAY
from roundbook.cli.args.types import DATE, NAME, PLAYER_ID
from roundbook.cli.desk.venue import Venue
from roundbook.cli.desk.write import Facts, WriteContext
from roundbook.cli.web.desk.forms import field
from roundbook.cli.web.desk.forms.form import Filled, Form, Undoing
from roundbook.ledger.errors import Misuse
from roundbook.ledger.people.book import Display
from roundbook.ledger.terms import Division, HandId, PlayerId, Role

WHO = field.player("who", "Player", needed=True)
WHY = field.text("reason", "Why", hint="The reason, without names; it stays in the ledger.")
WHY_NEEDED = field.text("reason", "Why", needed=True, hint=WHY.hint)

_HAND = re.compile(r"h[1-9][0-9]{0,5}\Z", re.ASCII)


def _identity(hints: Mapping[str, str]) -> tuple[field.FormField, ...]:
    """Return the fields for a player's ID, birth year and division."""
    return (
        field.text("own_id", "Player ID", hint=hints["own_id"]),
        field.number(
            "birth_year", "Year of birth", least=1900, most=2100, hint=hints["birth_year"]
        ),
        field.day("birth_date", "Date of birth", hint=hints["birth_date"]),
        field.choice(
            "division",
            "Division",
            tuple(each.lower() for each in Division),
            hint="The division, if the year of birth is unknown.",
        ),
    )


NEW = _identity(
    {
        "own_id": "The Player ID.",
        "birth_year": "The year of birth, which decides the division.",
        "birth_date": "In its place, the whole date, which a .tdf file needs.",
    }
)
SHOWN = (
    *field.seldom(
        field.choice(
            "display",
            "How the name is shown",
            Display,
            hint="How the name is shown in public: in full, first name and initial, not at all, or "
            "the Player ID in its place, which is then public.",
        ),
        field.flag("parent", "For a child under 13, a parent chose this"),
    ),
)


def _newcomer(filled: Filled, name: str) -> Newcomer:
    return Newcomer(
        name=filled.read(name, NAME) or "",
        id=filled.read("own_id", PLAYER_ID) or "",
        birth_year=filled.number("birth_year"),
        birth_date=filled.read("birth_date", DATE),
        division=filled.division("division"),
        display=filled.read("display", DISPLAY),
        parent=filled.has("parent"),
    )


def _register(ctx: WriteContext, filled: Filled) -> Facts:
    reason, pool, off = filled.words("reason"), filled.pool("pool"), filled.has("left_off")
    if off and reason is None:
        raise Misuse("explain how the player came to be left off the list.", field="reason")
    if not off and (reason or pool):
        raise Misuse(
            ("this is only for players who were left off the list."),
            field="reason" if reason else "pool",
        )
    left_off = LeftOff(reason=reason, pool=pool) if reason else None
    return registration.register(ctx, _newcomer(filled, "who"), left_off=left_off)


def _late(ctx: WriteContext, filled: Filled) -> Facts:
    who, reason = _newcomer(filled, "name"), filled.words("reason")
    if filled.has("refused") != (reason is not None):
        raise Misuse("fill this in if, and only if, the player is not admitted.", field="reason")
    if reason is not None:
        return registration.turn_away(ctx, who, reason=reason)
    return registration.admit_late(
        ctx, who, pool=filled.pool("pool"), informed=filled.has("informed")
    )


def _amend(ctx: WriteContext, filled: Filled) -> Facts:
    """Correct a player's details, or the name of a staff member, such as h2."""
    who, name, reason = filled.text("who"), filled.read("name", NAME), filled.words("reason")
    own_id, year = filled.read("own_id", PLAYER_ID), filled.number("birth_year")
    division, display = filled.division("division"), filled.read("display", DISPLAY)
    day = filled.read("birth_date", DATE)
    if who == amend.SENIORS:
        return amend.show_seniors(ctx, display)
    if _HAND.match(who):
        if name is None or reason is None or own_id or year or day or division or display:
            raise Misuse("for a staff member, fill in only the name and the reason.", field="who")
        return amend.rename_hand(ctx, HandId(who), name=name, reason=reason)
    player = filled.player("who")
    if filled.text("same_as"):
        other = filled.player("same_as")
        return unregister(ctx, player, reason=reason, same_as=other)
    stands = _details(ctx.venue, player)  # The form was filled with these.
    asked = amend.Amendment(
        name=None if name == stands.get("name") else name,
        id=None if own_id == stands.get("own_id") else own_id,
        birth_year=None if str(year) == stands.get("birth_year") else year,
        birth_date=None if str(day) == stands.get("birth_date") else day,
        division=None if division and division.lower() == stands.get("division") else division,
        display=display,
        parent=filled.has("parent"),
        reason=reason,
    )
    return amend.amend(ctx, player, asked)


def _details(here: Venue, player: PlayerId) -> dict[str, str]:
    """Return a player's details, to fill the form that corrects them."""
    known = here.book.players.get(player)
    if known is None:
        return {}
    return {
        "name": known.person.name,
        "own_id": known.person.id,
        "birth_year": str(known.person.birth_year or ""),
        "birth_date": str(known.person.birth_date or ""),
        "division": here.desk.tournament.players[player].division.lower(),
        "display": known.display or "",
    }


def _staff(ctx: WriteContext, filled: Filled) -> Facts:
    name, roles = filled.read("name", NAME), filled.lines("roles")
    if name is None:
        return people.list_staff(ctx)
    if not roles:
        raise Misuse(f"choose from {', '.join(Role)}.", field="roles")
    return people.name_staff(ctx, name, roles)


PEOPLE = (
    Form(
        verb="register",
        title="Register a player",
        fields=(
            field.text("who", "Name", needed=True),
            *NEW,
            *field.seldom(
                field.flag("left_off", "The player was left off the list by mistake: no late tag"),
                field.pool(
                    "pool", "Pool", hint="For a player left off the list: the pool to play in."
                ),
                field.reason("How it happened."),
            ),
            *SHOWN,
        ),
        act=_register,
    ),
    Form(
        verb="late",
        title="Admit a late player",
        says="""
            The player gets a loss for every round already started, and the late tag, and must be
            told about both (TOP §3.1.3).
        """,
        fields=(
            field.text("name", "Name", needed=True),
            *NEW,
            field.flag("informed", "The player has been told about the losses and the late tag"),
            *field.seldom(
                field.pool(
                    "pool", "Pool", hint="The pool to play in, if the division has none yet."
                ),
                field.flag("refused", "Do not admit the player", value="refuse"),
                field.reason("Why the player was not admitted."),
            ),
            *SHOWN,
        ),
        act=_late,
    ),
    Form(
        verb="amend",
        title="Correct a player's details",
        says="""
            The player keeps their number and all their results. Use this to name a player who
            was registered under a placeholder. For a staff member, such as h2, only the name can
            be corrected.

            A change to how a name is shown in public is not recorded in the ledger and needs no
            reason. Instead of a player, enter “seniors” to choose how the names of all Seniors
            under 18 who have not chosen are shown.
        """,
        fields=(
            field.player("who", "Player or staff member", needed=True),
            field.text("name", "Name", hint="The correct name."),
            *_identity(
                {
                    "own_id": "The correct Player ID.",
                    "birth_year": "The correct year of birth.",
                    "birth_date": "In its place, the whole date, which a .tdf file needs.",
                }
            ),
            field.reason("What was wrong, without names; it stays in the ledger."),
            *field.seldom(
                field.player(
                    "same_as",
                    "Same person as",
                    hint="The player under whose number the same person stays registered.",
                ),
            ),
            *SHOWN,
        ),
        stands=_details,
        act=_amend,
    ),
    Form(
        verb="staff",
        title="Add a staff member",
        says="""
            The ledger stores a number and a cryptographic commitment to the name; the name itself
            is kept outside the ledger. Leave the form empty to list the staff.
        """,
        fields=(
            field.text("name", "Name"),
            field.lines("roles", "Role", choices=tuple(Role)),
        ),
        act=_staff,
    ),
    Form(
        verb="check-in",
        title="Check players in",
        says="""
            Checks in players who have arrived. Check-in ends when round 1 starts (TOP §3.1.3).
            Before round 1 is paired, you are asked what to do about players who have not
            checked in.
        """,
        fields=(
            field.players("who", "Players", needed=True),
            field.flag("undo", "Undo the check-in: the wrong player was checked in"),
        ),
        act=lambda ctx, filled: drops.check_in(ctx, filled.players("who"), undo=filled.has("undo")),
        undoing=Undoing(
            by="undo",
            title="Undo the check-in",
            says="The players are no longer checked in, until somebody checks them in again.",
            fields=("who", "undo"),
        ),
    ),
    Form(
        verb="drop",
        title="Drop players",
        says="""
            The players drop after the latest round that has started. In single elimination, a
            player who drops loses the match, whatever its result (TOP §3.2).
        """,
        fields=(field.players("who", "Players", needed=True),),
        of="Drop {}",
        act=lambda ctx, filled: drops.drop(ctx, filled.players("who")),
    ),
    Form(
        verb="unregister",
        title="Withdraw a registration",
        says="""
            The player should not have been registered: before round 1 starts, they are taken out of
            every list and file, and a paired round is repaired.
        """,
        fields=(WHO, field.reason("Needed once the round is posted, without names.")),
        of="Unregister {}",
        act=lambda ctx, filled: unregister(
            ctx, filled.player("who"), reason=filled.words("reason")
        ),
    ),
    Form(
        verb="reinstate",
        title="Reinstate a player",
        says="""
            A player who dropped or was disqualified plays again. Each round that started in the
            meantime counts as a loss without an opponent (TOP §3.1.3).
        """,
        fields=(WHO, WHY_NEEDED),
        of="Reinstate {}",
        act=lambda ctx, filled: drops.reinstate(
            ctx, filled.player("who"), reason=filled.text("reason")
        ),
    ),
    Form(
        verb="disqualify",
        title="Disqualify a player",
        says="""
            The player no longer has a place in the standings.
        """,
        fields=(WHO, WHY),
        of="Disqualify {}",
        act=lambda ctx, filled: drops.disqualify(
            ctx, filled.player("who"), reason=filled.words("reason")
        ),
    ),
    Form(
        verb="award-bye",
        title="Award a bye",
        says="""
            The player gets a bye in that round, if it has not been paired yet (TOP §3.1).
        """,
        fields=(
            WHO,
            field.number("number", "Round", needed=True, least=1, most=999),
            WHY,
        ),
        act=lambda ctx, filled: drops.award_bye(
            ctx,
            filled.player("who"),
            number=filled.number("number") or 0,
            reason=filled.words("reason"),
        ),
    ),
    Form(
        verb="late-tag",
        title="Set or clear the late tag",
        says="""
            Players with the late tag rank below other players with the same match points (TOP
            §3.1.4.1; GTB). If the tag decides places, the form shows the explanation for a
            support ticket.
        """,
        fields=(
            WHO,
            field.choice("late", "Late tag", ("set", "clear"), needed=True),
            WHY_NEEDED,
        ),
        act=lambda ctx, filled: drops.change_tag(
            ctx,
            filled.player("who"),
            late=filled.text("late") == "set",
            reason=filled.text("reason"),
        ),
    ),
)
