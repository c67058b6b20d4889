"""Forms about people: register, correct, check in, drop, reinstate, byes, late tag and staff."""

import re
from collections.abc import Mapping

from msgspec.structs import replace

from roundbook.cli.acts import amend, drops, people, registration
from roundbook.cli.acts.registration import LeftOff, Newcomer
from roundbook.cli.acts.unregister import unregister
from roundbook.cli.args.choices import DISPLAY
from roundbook.cli.args.types import DATE, NAME, PLAYER_ID
from roundbook.cli.forms import field
from roundbook.cli.forms.form import Filled, Form, OnPage, Undoing
from roundbook.cli.session.venue import Venue
from roundbook.cli.session.write import Facts, WriteContext
from roundbook.ledger.errors import Misuse, Refused, advice, do
from roundbook.ledger.events.catalogue import CheckInUndone, PlayerCheckedIn
from roundbook.ledger.people.book import Display
from roundbook.ledger.state.check_in import absent
from roundbook.ledger.terms import Division, HandId, PlayerId, Role

WHO = field.player("who", "Player", needed=True, typed="PLAYER")
WHY = field.text("reason", "Why", hint="The reason, without names; it stays in the ledger.")
WHY_NEEDED = field.text("reason", "Why", needed=True, hint=WHY.hint)

_HAND = re.compile(r"h[1-9][0-9]{0,5}\Z", re.ASCII)


def _identity(hints: Mapping[str, str]) -> tuple[field.FormField, ...]:
    """Return the fields for a player's ID, birth year and division."""
    return (
        field.text("own_id", "Player ID", hint=hints["own_id"], typed="--id --player-id"),
        field.number(
            "birth_year", "Year of birth", least=1900, most=2100, hint=hints["birth_year"]
        ),
        field.day("birth_date", "Date of birth", hint=hints["birth_date"]),
        field.choice(
            "division",
            "Division",
            tuple(each.lower() for each in Division),
            hint="The age division, if the birth year is unknown.",
        ),
    )


NEW = _identity(
    {
        "own_id": "The number on the player's account, such as 4711.",
        "birth_year": "The year of birth, such as 2012.",
        "birth_date": "The full date of birth, for a .tdf file.",
    }
)
SHOWN = (
    *field.seldom(
        field.choice(
            "display",
            "How the name is shown",
            Display,
            hint="In public: full, initial, id or anonymous.",
        ),
        field.flag("parent", "A parent chose this for a child under 13"),
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
        raise Misuse("give a reason if the player is not admitted, and only then.", field="reason")
    if reason is not None:
        return registration.turn_away(ctx, who, reason=reason)
    return registration.admit_late(
        ctx, who, pool=filled.pool("pool"), informed=filled.has("informed")
    )


def _amend(ctx: WriteContext, filled: Filled) -> Facts:
    """Correct a player or staff member, or how Seniors are shown; or withdraw a registration."""
    who, name, reason = filled.text("who"), filled.read("name", NAME), filled.words("reason")
    own_id, year = filled.read("own_id", PLAYER_ID), filled.number("birth_year")
    division, display = filled.division("division"), filled.read("display", DISPLAY)
    day = filled.read("birth_date", DATE)
    if who == amend.SENIORS:
        if name or reason or own_id or year or division or filled.has("parent"):
            raise Misuse("for all Seniors at once, change only how names are shown.", field="who")
        return amend.show_seniors(ctx, display)
    if _HAND.match(who):
        if name is None or reason is None or own_id or year or day or division or display:
            raise Misuse("for a staff member, fill in only the name and the reason.", field="who")
        return amend.rename_hand(ctx, HandId(who), name=name, reason=reason)
    player = filled.player("who")
    if filled.has("same_as"):
        if name or own_id or year or day:
            raise Misuse(
                "this registration is withdrawn, so give no new details; correct the other one.",
                field="same_as",
            )
        other = filled.player("same_as")
        return unregister(ctx, player, reason=reason, same_as=other)
    asked = amend.Amendment(
        name=name,
        id=own_id,
        birth_year=year,
        birth_date=day,
        division=division,
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


def _check_in(ctx: WriteContext, filled: Filled) -> Facts:
    """Check players in, or everybody who is still missing; or undo that, for everybody too."""
    every, undo = filled.has("every"), filled.has("undo")
    if every == filled.has("who"):
        everybody = "undo all check-ins" if undo else "check everybody in"
        raise Misuse(f"name the players, or {everybody}.", field="every")
    t, players = ctx.tournament, filled.players("who")
    if every:
        done = ctx.written(CheckInUndone) if undo else ctx.written(PlayerCheckedIn)
        there = t.checked_in if undo else absent(t)
        players = [one.player for one in done] or [*there]
    if not players and undo:
        raise Refused("nobody has checked in.")
    if not players and all(one.out for one in t.players.values()):
        raise Refused(
            "there are no active players to check in.",
            hint=None if t.players else advice("Register: {}.", do("register")),
        )
    if not players:
        raise Refused("everybody has checked in already.")
    return drops.check_in(ctx, players, undo=undo)


DISQUALIFY = Form(
    verb="disqualify",
    title="Disqualify a player",
    says="""
        The player no longer has a place in the standings. The reason stays in the ledger and its
        archive for good. No public page, feed or table shows it.
    """,
    fields=(WHO, WHY_NEEDED),
    examples=('disqualify p17 --reason "unsporting conduct, severe"',),
    page=OnPage(of="Disqualify {}"),
    act=lambda ctx, filled: drops.disqualify(
        ctx, filled.player("who"), reason=filled.text("reason")
    ),
)


FORMS = (
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
            told what that means (TOP §3.1.3).
        """,
        fields=(
            field.text("name", "Name", needed=True, typed="NAME"),
            *NEW,
            field.flag("informed", "The player has been told about the losses and the late tag"),
            *field.seldom(
                field.pool(
                    "pool", "Pool", hint="The pool to play in, if the division has none yet."
                ),
                field.flag(
                    "refused",
                    "Do not admit the player (needs a reason)",
                    value="refuse",
                    typed="--refuse",
                ),
                field.reason("Why the player was not admitted."),
            ),
            *SHOWN,
        ),
        examples=(
            'late "Ana Lopez" --birth-year 2001 --informed',
            'late "Ben Ode" --division masters --refuse --reason "no room"',
        ),
        act=_late,
    ),
    Form(
        verb="amend",
        title="Correct a player's details",
        says="""
            This also names a player who was registered under a placeholder. For a staff member,
            such as h2, only the name can be corrected. How a name is shown in public is not in the
            ledger and needs no reason. To choose for all Seniors under 18 who have not chosen
            themselves, give “seniors” instead of a player.
        """,
        fields=(
            field.player("who", "Player or staff member", needed=True, typed="WHO"),
            field.text("name", "Name", hint="The correct name."),
            *_identity(
                {
                    "own_id": "The correct Player ID.",
                    "birth_year": "The correct year of birth.",
                    "birth_date": "The full date of birth, for a .tdf file.",
                }
            ),
            field.reason("For staff, or once a round is posted or started."),
            *field.seldom(
                field.player(
                    "same_as",
                    "Same person as",
                    hint="The same person's other registration, which stays.",
                ),
            ),
            *SHOWN,
        ),
        page=OnPage(stands=_details),
        examples=(
            'amend p7 --name "García Márquez, Ana" --id 4711',
            "amend p9 --same-as p7",
        ),
        act=_amend,
    ),
    Form(
        verb="staff",
        title="Add a staff member",
        says="""
            The ledger stores a number and a cryptographic commitment to the name; the name itself
            is kept outside the ledger. Without a name, the command lists the staff.
        """,
        fields=(
            field.text("name", "Name", typed="[NAME]"),
            field.lines("roles", "Role", choices=tuple(Role), typed="[ROLE]..."),
        ),
        examples=(
            'staff "Jo Park" judge',
            'staff "Kim Sun" head-judge scorekeeper',
            "staff --json",
        ),
        act=_staff,
    ),
    Form(
        verb="check-in",
        title="Check players in",
        says="""
            Check-in ends when round 1 starts (TOP §3.1.3). Once anybody has checked in, you are
            asked before round 1 is paired what to do about players who have not.
        """,
        fields=(
            replace(field.players("who", "Players", typed="[PLAYER]..."), wanted=True),
            field.flag("every", "Everybody who has not checked in yet", typed="--all"),
            field.flag("undo", "Undo a check-in that was a mistake"),
        ),
        examples=(
            "check-in p17",
            'check-in "Ana Lopez" 4711',
            "check-in --all",
            "check-in p17 --undo",
        ),
        act=_check_in,
        undoing=Undoing(
            by="undo",
            title="Undo the check-in",
            says="The players will count as missing until somebody checks them in again.",
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
        fields=(field.players("who", "Players", needed=True, typed="PLAYER..."),),
        page=OnPage(of="Drop {}"),
        examples=("drop p17", 'drop "Ana Lopez" 4711'),
        act=lambda ctx, filled: drops.drop(ctx, filled.players("who")),
    ),
    Form(
        verb="unregister",
        title="Withdraw a registration",
        says="""
            For a player who should not have been registered. Before round 1 starts, the player
            leaves every list, the name and the deck lists are deleted, and a paired round is
            repaired. Players in a team, with a draft seat or with a seed cannot be removed: split
            the team, withdraw the seats, or drop them.
        """,
        fields=(WHO, field.reason("The reason, without names; needed once the round is posted.")),
        examples=("unregister p17", 'unregister p17 --reason "registered by mistake"'),
        page=OnPage(of="Unregister {}", asks_twice=lambda _: True),
        act=lambda ctx, filled: unregister(
            ctx, filled.player("who"), reason=filled.words("reason")
        ),
    ),
    Form(
        verb="reinstate",
        title="Reinstate a player",
        says="""
            A player who dropped or was disqualified is active again, and plays if a round is left
            for them. Unless the edition ignores them, Swiss rounds that started in the meantime
            count as losses without an opponent (TOP §3.1.3). A bracket that has gone on, or was
            made without the player, stays as it is. If a round is paired but has not started,
            repair it. The late tag is neither set nor cleared.
        """,
        examples=('reinstate p17 --reason "another player was meant"',),
        fields=(WHO, WHY_NEEDED),
        page=OnPage(of="Reinstate {}"),
        act=lambda ctx, filled: drops.reinstate(
            ctx, filled.player("who"), reason=filled.text("reason")
        ),
    ),
    DISQUALIFY,
    Form(
        verb="award-bye",
        title="Award a bye",
        says="""
            The player gets a bye in that round, if it has not been paired yet (TOP §3.1).
        """,
        fields=(
            WHO,
            field.number("number", "Round", needed=True, least=1, most=999, typed="ROUND"),
            WHY,
        ),
        examples=('award-bye p17 1 --reason "won a last-chance event"',),
        page=OnPage(of="Award a bye to {}", asks_twice=lambda _: True),
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
            If the edition has the tiebreaker “late”, players with the late tag rank below other
            players with the same match points (TOP §3.1.4.1; GTB). If the tag decides any
            places, an explanation to copy into a support ticket is shown.
        """,
        fields=(
            WHO,
            field.choice(
                "late",
                "Late tag",
                ("set", "clear"),
                needed=True,
                hint="Set the late tag, or clear it.",
                typed="--set/--clear",
            ),
            WHY_NEEDED,
        ),
        examples=('late-tag p17 --clear --reason "was here on time"',),
        act=lambda ctx, filled: drops.change_tag(
            ctx,
            filled.player("who"),
            late=filled.text("late") == "set",
            reason=filled.text("reason"),
        ),
    ),
)
