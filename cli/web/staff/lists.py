"""The pages that import a list of players or results: the file is checked, then imported."""

import base64
import binascii
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from roundbook.cli.acts.registration import Arrived, ListedPlayer, register_list
from roundbook.cli.acts.results import Reported, report_all
from roundbook.cli.acts.teams import TeamsFormed, form_list
from roundbook.cli.acts.unregister import unregister_all
from roundbook.cli.answers.people import columns_read, dates_missing, years_alone
from roundbook.cli.args.slips import read_slips
from roundbook.cli.forms.form import NO_FILE, HandedFile
from roundbook.cli.session.venue import Venue
from roundbook.cli.session.write import Facts, Outcome, WriteContext
from roundbook.cli.web.access.guard import form_and_file_of, seated
from roundbook.cli.web.access.permissions import may, who_may
from roundbook.cli.web.access.sessions import Session
from roundbook.cli.web.permitted import perform
from roundbook.cli.web.server.problems import TurnedAwayError
from roundbook.cli.web.staff.hints import BOXES, capital, on_page
from roundbook.cli.web.staff.page_frame import desk_page, lead_on, told
from roundbook.ledger.importers.lists.birth_dates import day_in_words
from roundbook.ledger.importers.lists.sheet import ENCODINGS, WITHOUT_TITLES
from roundbook.ledger.phrases import counted
from roundbook.ledger.state.pools import in_teams
from roundbook.ledger.state.round_names import match_round
from roundbook.ledger.terms import Division, PlayerId
from roundbook.ledger.text import joined, with_sides
from roundbook.projections.reports.names import pool_title

DAYS = {"day-first": True, "month-first": False}
"""How dates of birth begin, if the list does not say so."""

PASTED = "the pasted list"
"""The name of a list that was not a file."""

CHOSEN = ("skip_known", "division", "days", "encoding")
"""The fields that say how a list is read."""

NO_FIELDS: Mapping[str, str] = {}


class ListKind(NamedTuple):
    """A kind of list: the command that imports it, its button, its columns, and the page after."""

    verb: str
    button: str
    columns: str
    page: str


LISTS = {
    "players": ListKind(
        "register",
        "Register these players",
        "A header row (first name, last name, Player ID, and birth year or division), then one "
        "player per row; or only names, one per line, each with its division (Anna Ash, junior) "
        "or all in the division chosen below.",
        "players",
    ),
    "results": ListKind(
        "report",
        "Record these results",
        "A header row with match, result, and drop for players who drop, then one slip per row.",
        "rounds",
    ),
    "teams": ListKind(
        "team read",
        "Form these teams",
        "A header row with team, first and second, then one team per row. Write players by number, "
        "Player ID or name.",
        "teams",
    ),
}
"""The kinds of lists that can be imported."""


async def offered(request: Request) -> Response:
    """Show the form to choose a list."""
    session = seated(request, who_may(_kind(request).verb))
    return await _page(request, told(request, session, Outcome))


async def brought(request: Request) -> Response:
    """Check the list that was chosen or pasted, or import the one that was checked."""
    verb = _kind(request).verb
    session = seated(request, who_may(verb))
    fields, file = await form_and_file_of(request, session)
    if verb == "register" and fields.get("undo"):
        return await _undone(request, session, fields)
    pasted = fields.get("pasted", "").rstrip()
    name, data = file or ((PASTED, pasted.encode()) if pasted else judged_before(fields))
    came = HandedFile(name, data)
    if came.wrong:
        wrong = came.wrong if name else "choose a file, or paste the list."
        return await _page(request, Outcome(misuse=wrong), fields=fields)
    encoding = next((one for one in ENCODINGS if one == fields.get("encoding")), None)
    encoding = None if name == PASTED else encoding
    first = bool(file or pasted or fields.get("check"))
    fields = {**fields, "dry-run": "yes" if first else ""}

    def take(ctx: WriteContext) -> Facts:
        if verb == "team read":
            return form_list(ctx, data, name, encoding)
        if verb == "register":
            skipped = bool(fields.get("skip_known"))
            days = DAYS.get(fields.get("days", ""))
            division = next((one for one in Division if one == fields.get("division")), None)
            return register_list(
                ctx,
                data,
                name,
                skip_known=skipped,
                division=division,
                encoding=encoding,
                days=lambda _: days,
            )
        slips = read_slips(data, name, ctx.tournament, ctx.book, encoding=encoding)
        return report_all(ctx, slips)

    said = await perform(request, verb, take, fields=fields)
    if said.done and not first:
        return lead_on(request, session, fields.get("cmd", ""), said)
    return await _page(request, said, came, fields=fields)


async def _undone(request: Request, session: Session, fields: dict[str, str]) -> Response:
    """Withdraw the registrations that a list has made, all of them or none."""
    players = [PlayerId(one) for one in fields["undo"].split()]
    said = await perform(
        request, "unregister", lambda ctx: unregister_all(ctx, players), fields=fields
    )
    if not said.done:
        return await _page(request, said)
    was = counted(len(players), "registration was", "registrations were")
    told = replace(said, lines=(f"Undone: {was} withdrawn, and the names deleted.",))
    return lead_on(request, session, fields.get("cmd", ""), told)


def _to_undo(here: Venue, session: Session, said: Outcome | None) -> Sequence[PlayerId]:
    """Return whom the list that was just imported has registered, if it can be undone."""
    facts, t = said.facts if said else None, here.desk.tournament
    if not isinstance(facts, Arrived) or not may(session.seat, "unregister") or t.rounds:
        return ()
    return facts.players if all(one in t.players for one in facts.players) else ()


class CheckedLine(Struct, frozen=True, kw_only=True):
    """A line of a list that was checked: what was read in it, and what somebody should look at.

    The first of the `cells` is whom or what the line is about. `known` says that it is recorded.
    The number of the `line` is 0 where it does not matter.
    """

    cells: tuple[str, ...]
    line: int = 0
    known: str = ""
    odd: tuple[str, ...] = ()


class CheckedList(Struct, frozen=True, kw_only=True):
    """What importing a list will do: a headline, its lines, how it was read, and what is odd.

    `heads` are the titles of the cells of a line; `others` counts lines that are not shown. There
    is something to record if any line is `new`, or a birth date is added.
    """

    headline: str
    new: int
    heads: tuple[str, ...]
    lines: tuple[CheckedLine, ...]
    others: int = 0
    sizes: str = ""
    read: str = ""
    look: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    dated: int = 0


MOST_LINES = 200
"""The most lines without a question that a page shows."""

TEAMS_LATER = "Teams are not read here: form them, or import them, once the players are registered."

OF_LINE = re.compile(r"line (\d+)(?:, .*?)?: (.+)", re.DOTALL)
"""An oddity that is about one line."""


def checked_list(here: Venue, facts: Facts | None) -> CheckedList | None:
    """Return what importing a list will do; None if nothing was read from a list."""
    if isinstance(facts, Arrived):
        found = checked_players(facts)
        if found and in_teams(here.desk.tournament):
            found = replace(found, notes=(*found.notes, TEAMS_LATER))
        return found
    if isinstance(facts, Reported):
        return _checked_results(here, facts)
    return _checked_teams(here, facts) if isinstance(facts, TeamsFormed) else None


def _checked_results(here: Venue, facts: Reported) -> CheckedList | None:
    """Return what recording the results of a list will do; None if they are from no list."""
    listed, t, shown = facts.listed, here.desk.tournament, here.entrants.shown
    if listed is None:
        return None
    new, lines = {one.match for one in facts.slips}, list[CheckedLine]()
    for one in listed.slips:
        first, second = map(shown, t.matches[one.match])
        result = with_sides(one.result.in_words(here.desk.rules.tie_word), first, second)
        where = (
            f"{pool_title(one.match.pool)}, {match_round(t, one.match)}, table {one.match.table}"
        )
        lines.append(
            CheckedLine(
                line=one.line,
                cells=(f"{first} – {second}", where, result, ", ".join(map(shown, one.leaving))),
                known="" if one.match in new else "recorded already",
            )
        )
    can = f"{counted(len(new), 'result')} can be recorded" if new else "No result here is new"
    known = f", {facts.known} {'is' if facts.known == 1 else 'are'} recorded already"
    without = [counted(listed.byes, "bye")] if listed.byes else []
    without += [f"{counted(listed.still_out, 'row')} without a result"] if listed.still_out else []
    return CheckedList(
        headline=f"{can}{known if facts.known else ''}",
        new=len(new),
        heads=("Players", "Table", "Result", "Drops"),
        lines=tuple(lines[:MOST_LINES]),
        others=len(lines[MOST_LINES:]),
        read=f"{_where(listed.where)} was read as {listed.read_as}.",
        notes=(f"Left out: {joined(without)}.",) if without else (),
    )


def _checked_teams(here: Venue, facts: TeamsFormed) -> CheckedList:
    """Return what forming the teams of a list will do."""
    lines = [
        CheckedLine(cells=(one.name, *map(here.book.named, one.players))) for one in facts.teams
    ]
    return CheckedList(
        headline=f"{counted(len(facts.teams), 'team')} can be formed",
        new=len(facts.teams),
        heads=("Team", "First player", "Second player"),
        lines=tuple(lines[:MOST_LINES]),
        others=len(lines[MOST_LINES:]),
    )


def checked_players(facts: Arrived) -> CheckedList | None:
    """Return what registering the players of a list will do; None if they are from no list."""
    listed = facts.listed
    if listed is None:
        return None
    lines = {one.line: one for one in listed.lines}
    odd, look = defaultdict[int, list[str]](list), list[str]()
    for said in listed.doubts:
        found = OF_LINE.fullmatch(said)
        if found and int(found[1]) in lines:
            odd[int(found[1])].append(capital(found[2]))
        else:
            look.append(capital(said))
    if listed.open_days:
        choose = "Choose below which comes first, and check the list again."
        look.append(f"{years_alone(listed)} {choose}")
    new = [one.line for one in listed.lines if one.known is None]
    at = dict(zip(facts.players, new, strict=True)) if len(new) == len(facts.players) else {}
    for one in facts.namesakes:
        where = odd[at[one.player]] if one.player in at else look
        where.append(capital(one.question))
    shown = [
        one for number, one in enumerate(listed.lines) if one.line in odd or number < MOST_LINES
    ]
    sizes = ", ".join(f"{count} in {division}" for division, count in listed.divisions.items())
    unread = f"Not read: {', '.join(listed.not_read)}." if listed.not_read else ""
    columns = "" if listed.read_as.endswith(WITHOUT_TITLES) else columns_read(listed)
    read = f"{_where(listed.name)} was read as {listed.read_as}. {columns} {unread}"
    return CheckedList(
        headline=_headline(len(facts.events), len(listed.known), len(odd), len(look)),
        new=len(facts.events),
        heads=("Name", "Division", "Born", "Player ID"),
        sizes=sizes,
        lines=tuple(_checked(one, odd.get(one.line, ())) for one in shown),
        others=len(listed.lines) - len(shown),
        read=read.rstrip(),
        look=tuple(look),
        notes=(
            *map(capital, listed.notes),
            *([f"{dates_missing(listed)} will be added."] if listed.dated else []),
            *(on_page(one).text for one in facts.lacking),
        ),
        dated=len(listed.dated),
    )


def _where(name: str) -> str:
    """Return the name of a list at the beginning of a sentence: that of a file stays as it is."""
    return capital(name) if name == PASTED else name


def _headline(new: int, known: int, odd: int, look: int) -> str:
    """Return what will happen, in a sentence."""
    can = f"{counted(new, 'player')} can be registered" if new else "Nobody in this list is new"
    there = f", {known} {'is' if known == 1 else 'are'} registered already" if known else ""
    asks = f"; {counted(odd, 'line has', 'lines have')} a question" if odd else ""
    asks = "; there is a question about the list" if look and not odd else asks
    return f"{can}{there}{asks}"


def _checked(one: ListedPlayer, odd: Iterable[str]) -> CheckedLine:
    who = one.person
    born = who.birth_date or who.birth_year or ""
    in_words = day_in_words(born) if isinstance(born, date) else str(born)
    return CheckedLine(
        line=one.line,
        cells=(who.name, one.division or "", in_words, who.id),
        known=f"registered already, as {one.known}" if one.known else "",
        odd=tuple(odd),
    )


def judged_before(fields: dict[str, str]) -> tuple[str, bytes]:
    """Return the name and content of the list just checked, which the form sends again."""
    try:
        return fields.get("name", ""), base64.b64decode(fields.get("packed", ""), validate=True)
    except (binascii.Error, ValueError):
        return "", b""


def _kind(request: Request) -> ListKind:
    kind = LISTS.get(str(request.path_params["kind"]))
    if kind is None:
        raise TurnedAwayError("There is no such list.", status=404)
    return kind


async def _page(
    request: Request,
    said: Outcome | None,
    came: HandedFile = NO_FILE,
    *,
    fields: Mapping[str, str] = NO_FIELDS,
) -> Response:
    """Return the page, with the list that `came`, so that it need not be chosen again."""
    facts = said.facts if said and came.data else None

    def looked(here: Venue) -> dict[str, object]:
        divided = _kind(request).verb == "register" and here.desk.rules.divisions is not None
        divisions = [one for one in Division if one is not Division.OPEN] if divided else []
        check, undo = checked_list(here, facts), _to_undo(here, session, said)
        return {"check": check, "divisions": divisions, "takes_out": undo}

    session, is_pasted = seated(request, who_may(_kind(request).verb)), came.name == PASTED
    return await desk_page(
        request,
        session,
        "list.html",
        looked,
        said=said,
        kind=request.path_params["kind"],
        list=_kind(request),
        name=came.name,
        packed=base64.b64encode(came.data).decode(),
        pasted=came.data.decode("utf-8", "replace") if is_pasted else "",
        is_pasted=is_pasted,
        fields={name: fields[name] for name in CHOSEN if fields.get(name)},
        skips=BOXES["skip-known"],
        orders={one: BOXES[one] for one in DAYS},
        encodings=ENCODINGS,
    )


ROUTES = (
    Route("/t/{slug}/desk/lists/{kind}", offered, methods=["GET"]),
    Route("/t/{slug}/desk/lists/{kind}", brought, methods=["POST"]),
)
