"""The one way from a page to the ledger: who may, said how, given as the verb that it is."""

from collections.abc import Mapping, Sequence

from starlette.requests import Request

from cli.acting import NONE, Options, Said
from cli.acting import act as given
from cli.at_hand import Manner
from cli.web.doors import Session
from cli.web.guard import TurnedAwayError, form_of, seated
from cli.web.permits import MAY, ROLES, TYPED, may
from cli.web.showing import house_of, within
from cli.wiring import Sitting, Venue
from ledger.event import Override
from ledger.terms import Role

WRITERS = frozenset(seat for seat, verbs in MAY.items() if verbs)

OURS = ("cmd", "seen", "typed", "override", "because", "dry-run")
"""Fields of a form that say how something is given, and not what."""


async def act(
    request: Request,
    verb: str,
    words: Sequence[str] = (),
    options: Options = NONE,
    *,
    fields: Mapping[str, str],
    danger: str | None = None,
) -> Said:
    """Give a verb at the tournament that a request is about, in the seat of whoever sends it.

    `fields` are those of the form, as `sent` returned them: `cmd` makes a second sending harmless,
    `seen` is the entry that the page showed, `override` and `because` let a rule pass, `dry-run`
    only judges. `danger` names what has to be typed first. Raises SignInError, TurnedAwayError;
    what the rules refuse comes back in what is said.
    """
    session = seated(request, WRITERS)
    if not may(session.seat, verb.split(maxsplit=1)[0]):
        msg = f"As {session.seat.value.replace('-', ' ')} you cannot `{verb}`."
        raise TurnedAwayError(msg)
    if fields.get("override"):
        danger = danger or "override"
    if danger is not None and fields.get("typed", "").strip() != TYPED[danger]:
        return Said(misuse=f"type {TYPED[danger]} to do this.")
    house = house_of(request)
    if house is None:
        raise TurnedAwayError("There is no such tournament.", status=404)
    manner = manner_of(session, fields)

    def giving(here: Venue) -> Said:
        return given(here, manner, verb, words, options)

    return await within(house, giving)


async def sent(request: Request) -> dict[str, str]:
    """Return the fields of a form that one of our pages held, filled in by whoever is signed in.

    Raises SignInError, TurnedAwayError.
    """
    return await form_of(request, seated(request, WRITERS))


def looking(session: Session) -> Manner:
    """Return how somebody asks a question, whose verb writes nothing."""
    sitting = Sitting(
        name=session.name,
        role=ROLES.get(session.seat, Role.SCOREKEEPER),
        station=session.station,
    )
    return Manner(sitting=sitting, dry_run=True)


def manner_of(session: Session, fields: Mapping[str, str]) -> Manner:
    """Return how something is given: by whom, in which role, at which station; sent how often."""
    rule, because = fields.get("override", ""), fields.get("because", "")
    role = ROLES[session.seat]
    seen = fields.get("seen", "")
    return Manner(
        sitting=Sitting(name=session.name, role=role, station=session.station),
        cmd=fields.get("cmd") or None,
        seen=int(seen) if seen.isascii() and seen.isdigit() and len(seen) < 10 else None,
        override=Override(rule=rule, reason=because, official=role) if rule and because else None,
        dry_run=bool(fields.get("dry-run")),
    )
