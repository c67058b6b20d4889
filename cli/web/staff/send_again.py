"""The page of a draft that was kept while its sender signed in: "Send it again"."""

import re
from collections.abc import Mapping

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from roundbook.cli.forms.field import Kind
from roundbook.cli.forms.form import Form
from roundbook.cli.session.venue import Venue
from roundbook.cli.web.access.form_drafts import Unsent, drafts_of
from roundbook.cli.web.access.guard import is_at, session_of, to_sign_in
from roundbook.cli.web.access.permissions import AT_DESK
from roundbook.cli.web.access.sessions import Session
from roundbook.cli.web.server.page_cache import answer, finished
from roundbook.cli.web.server.page_routes import language_of, missing, within
from roundbook.cli.web.server.responses import read_cookie
from roundbook.cli.web.server.tournaments import tournaments_of
from roundbook.cli.web.staff.every_form import FORMS
from roundbook.projections.reports.rendering import render


async def again(request: Request) -> Response:
    """Show the draft, to check and send again."""
    session = session_of(request)
    if session is None:
        return to_sign_in(request)
    word = str(request.path_params["word"])
    unsent = drafts_of(request).show(word) if read_cookie(request, f"again-{word}") else None
    if unsent is None:
        return missing(request)
    title, rows = await _read(request, session, unsent)
    text = render(
        "again.html",
        language_of(request),
        unsent=unsent,
        key=session.form_key,
        title=title,
        rows=rows,
    )
    return answer(request, finished(text), cache="no-store")


class UnsentRow(Struct, frozen=True, kw_only=True):
    """A field of a draft, with its label on the form.

    `said` is the value in words if it is not a text: a player's name, or yes for a ticked box. A
    `hidden` field says only which form it was.
    """

    name: str
    label: str
    text: str
    said: str
    hidden: bool


_ACT = re.compile(r"/t/([^/]+)/desk/(?:do/(.+)|tables/(.+))")
"""The addresses of acts: with the command in the address, or at a table, with it in the form."""


async def _read(
    request: Request, session: Session, unsent: Unsent
) -> tuple[str, tuple[UnsentRow, ...]]:
    """Return the title of a draft's form, and its fields with their labels."""
    place = _ACT.fullmatch(unsent.path)
    slug, verb, table = place.groups("") if place else ("", "", "")
    form = FORMS.get((verb or unsent.fields.get("verb", "")).replace("/", " ")) if place else None
    names: Mapping[str, str] = {}
    if form and session.seat in AT_DESK and is_at(request, session, slug):
        served = tournaments_of(request).served(slug)
        names = await within(served, _names) if served else {}
    at = f", table {table.rpartition('-')[2]}" if table else ""
    rows = (_row(form, name, text, names) for name, text in unsent.fields.items())
    return f"{form.title}{at}" if form else "", tuple(rows)


def _names(here: Venue) -> dict[str, str]:
    return {player: here.book.named(player) for player in here.desk.tournament.players}


def _row(form: Form | None, name: str, text: str, names: Mapping[str, str]) -> UnsentRow:
    asked = next((one for one in form.fields if one.name == name), None) if form else None
    flag = asked is not None and asked.kind is Kind.FLAG
    return UnsentRow(
        name=name,
        label=asked.label if asked else name.replace("_", " ").capitalize(),
        text=text,
        said="yes" if flag else names.get(text, "") if asked else "",
        hidden=bool(form) and name == "verb",
    )


ROUTES = (Route("/again/{word}", again, methods=["GET"]),)
