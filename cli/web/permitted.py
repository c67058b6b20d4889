"""Acts from the website: the check of permissions, and the options with which an act is done."""

import re
from collections.abc import Callable, Mapping

import click
from msgspec.structs import replace
from starlette.requests import Request

from roundbook.cli.answers.answer import answer
from roundbook.cli.args.types import COMMAND_ID, WORDS
from roundbook.cli.printing.posting import SheetPosted
from roundbook.cli.session.errors import say_who_plays, with_people
from roundbook.cli.session.venue import CommandOptions, Operator, Venue
from roundbook.cli.session.write import Facts, Outcome, WriteContext, outcome
from roundbook.cli.verbs import TYPED
from roundbook.cli.web.access.guard import form_of, seated
from roundbook.cli.web.access.permissions import MAY, MAY_OVERRIDE, ROLES, may, not_allowed
from roundbook.cli.web.access.sessions import Session
from roundbook.cli.web.server.page_routes import served_of, within
from roundbook.cli.web.server.problems import TurnedAwayError
from roundbook.cli.web.server.tournaments import ServedTournament
from roundbook.ledger.errors import Hint, advice, do
from roundbook.ledger.events.event import Override
from roundbook.ledger.events.posting import PostedSheet
from roundbook.ledger.terms import Role

WRITERS = frozenset(seat for seat, verbs in MAY.items() if verbs)

RULE = re.compile(r"[a-z0-9-]{1,60}\Z")

OURS = ("cmd", "seen", "typed", "override", "because", "dry-run")
"""Fields of a form that are options of the act, and not its values."""

TO_TYPE = "typed"
"""The field for the word that confirms an act."""

MEANT_TWICE = "To record the same again, open the form again."


async def perform(
    request: Request,
    verb: str,
    do: Callable[[WriteContext], Facts],
    *,
    fields: Mapping[str, str],
    danger: str | None = None,
) -> Outcome:
    """Do an act at the tournament of the request, in the name of the person who is signed in.

    `verb` is the command that does the same, which the access role must be allowed to use; `do` is
    the act, with its values. `fields` are those of the form, as `sent` returned them: `cmd` makes a
    second sending harmless, `seen` is the entry that the page showed, `override` and `because`
    override a rule, and `dry-run` only checks. Raise SignInError or TurnedAwayError; a refusal by
    the rules is in the outcome.
    """
    found = _admitted(request, verb, fields, danger)
    if isinstance(found, str):
        return Outcome(misuse=found, field=TO_TYPE)
    served, manner = found

    def done(here: Venue) -> Outcome:
        first = here.desk.written_by(manner.cmd) if manner.cmd and not manner.dry_run else None
        said = outcome(here, manner, do, say=_said)
        if first and said.done:
            note = f"The form was sent twice, and recorded once, as entry {first.seq}."
            said = replace(said, notes=(*said.notes, f"{note} {MEANT_TWICE}"))
        if said.trouble:
            say_who_plays(said.trouble, here.desk.tournament.matches)
            with_people(said.trouble, here.book)
        return said

    return await within(served, done)


def _admitted(
    request: Request, verb: str, fields: Mapping[str, str], danger: str | None
) -> tuple[ServedTournament, CommandOptions] | str:
    """Return the tournament and the options of an act, or a sentence on what to type first.

    `danger` is the key of the word to type; a dry run needs none. Raise TurnedAwayError if the
    access role may not do the act.
    """
    session = seated(request, WRITERS)
    first = verb.partition(" ")[0]
    if not may(session.seat, verb):
        raise TurnedAwayError(not_allowed(session.seat, verb))
    manner = manner_of(session, fields, overriding=True)
    if danger == "withdraw-round" and not may(session.seat, "repair"):
        raise TurnedAwayError("Only staff who may repair a round may withdraw one.")
    needed = danger or (first if first in TYPED else None)
    if needed is None and manner.override is not None:
        needed = "override"
    to_type = TYPED[needed] if needed and not manner.dry_run else ""
    if to_type and fields.get(TO_TYPE, "").strip().upper() != to_type:
        return f"type {to_type} to confirm."
    return served_of(request), manner


def _said(ctx: WriteContext, facts: Facts) -> tuple[str | Hint, ...]:
    """Return the answer to an act, and how to print what was posted: a page prints nothing."""
    said = answer(ctx, facts)
    if ctx.dry_run or not isinstance(facts, SheetPosted):
        return said
    what = "slips" if facts.sheet is PostedSheet.SLIPS else "pairings"
    entry = str(facts.entries[0].seq)
    return (*said, advice(f"Print the {what}: {{}}.", do("posted", "--entry", entry)))


async def sent(request: Request) -> dict[str, str]:
    """Return the fields of a form that was sent from one of our pages by a signed-in person.

    Raise SignInError or TurnedAwayError.
    """
    return await form_of(request, seated(request, WRITERS))


def looking(session: Session) -> CommandOptions:
    """Return the options for a command that writes nothing."""
    operator = Operator(
        name=session.name,
        role=ROLES.get(session.seat, Role.SCOREKEEPER),
        station=session.station,
    )
    return CommandOptions(operator=operator, dry_run=True)


def manner_of(
    session: Session, fields: Mapping[str, str], *, overriding: bool = False
) -> CommandOptions:
    """Return the options of an act: the operator's name, role and station, and the form's options.

    The operator comes from the session, never from the form, because it stays in the ledger. A rule
    is overridden only if the caller has checked that this was meant: `overriding`. Raise
    TurnedAwayError.
    """
    seen, cmd = fields.get("seen", ""), fields.get("cmd", "")
    try:
        known = COMMAND_ID.convert(cmd, None, None) if cmd else None
    except click.UsageError:
        raise TurnedAwayError(
            "This form is no longer valid. Open the page again.", status=400
        ) from None
    return CommandOptions(
        operator=Operator(name=session.name, role=ROLES[session.seat], station=session.station),
        cmd=known,
        seen=int(seen) if seen.isascii() and seen.isdigit() and len(seen) < 10 else None,
        override=_override(session, fields) if overriding else None,
        dry_run=bool(fields.get("dry-run")),
    )


def _override(session: Session, fields: Mapping[str, str]) -> Override | None:
    """Return the rules to override, and the reason; None without both. Raise TurnedAwayError."""
    rules = fields.get("override", "").replace(",", " ").split()
    because = fields.get("because", "").strip()
    if not (rules and because):
        return None
    if session.seat not in MAY_OVERRIDE:
        msg = (
            f"With the access role {session.seat.value.replace('-', ' ')}, you cannot override "
            "a rule."
        )
        raise TurnedAwayError(msg)
    if not all(map(RULE.match, rules)):
        raise TurnedAwayError("There is no such rule.", status=422)
    try:
        why = WORDS.convert(because, None, None)
    except click.UsageError as wrong:
        raise TurnedAwayError(
            f"The reason for the override: {wrong.format_message()}",
            status=422,
        ) from wrong
    return Override.of(rules, reason=why, official=ROLES[session.seat])
