"""The page that writes the tournament as a .tdf file for TOM and offers it as a download."""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from roundbook.cli.forms.field import FormField, Kind, flag
from roundbook.cli.session.errors import stopped, with_people
from roundbook.cli.session.read import read_venue
from roundbook.cli.session.venue import Venue
from roundbook.cli.session.write import Outcome
from roundbook.cli.tom.export import Exported, ExportOptions, tdf
from roundbook.cli.tom.header import HEADER, HeaderField, checked_header, header_of
from roundbook.cli.web.access.guard import seated
from roundbook.cli.web.access.kept_answers import kept_of
from roundbook.cli.web.access.permissions import who_may
from roundbook.cli.web.permitted import sent
from roundbook.cli.web.server.page_routes import served_of, within
from roundbook.cli.web.staff.hints import BOXES, FORMS_ADDRESS, PageHint, capital, refusal
from roundbook.cli.web.staff.page_frame import allowed_to, desk_page, reopens
from roundbook.cli.web.staff.paper import NOT_KEPT
from roundbook.ledger.errors import Misuse, Trouble
from roundbook.ledger.text import with_names
from roundbook.projections.offers import is_offered
from roundbook.projections.tdf.export import PLACED

SEATS = who_may("archive")
"""As the archive, the file contains full names, Player IDs and dates of birth."""

PLACEHOLDERS = "placeholders"


class FilledIn(Struct, frozen=True, kw_only=True):
    """What somebody has filled in here, kept until they sign out: the file is written from it."""

    fields: Mapping[str, str]


async def offered(request: Request) -> Response:
    """Show what the file will lack, and the form to download it, as it was last filled in."""
    seated(request, SEATS)
    return await _page(request, {}, None)


async def filled_in(request: Request) -> Response:
    """Keep what was filled in, and lead to the page that sends the file; or show what is wrong."""
    session = seated(request, SEATS)
    fields = await sent(request)
    found = await _asked(request, fields)
    if isinstance(found, Outcome):
        return await _page(request, fields, found)
    kept_of(request).keep(session, _ours(request), FilledIn(fields=fields))
    return RedirectResponse(f"{request.url.path}?written=yes", 303)


async def downloaded(request: Request) -> Response:
    """Send the file as it was last filled in; show the form if that is not kept, or now wrong."""
    seated(request, SEATS)
    kept = _kept(request)
    found = await _asked(request, kept.fields) if kept else None
    if not isinstance(found, Exported):
        return RedirectResponse(request.url.path.removesuffix("/file"), 303)
    name = f"{request.path_params['slug']}.tdf"
    headers = {**NOT_KEPT, "Content-Disposition": f'attachment; filename="{name}"'}
    return Response(found.data, media_type="application/octet-stream", headers=headers)


def _ours(request: Request) -> str:
    """Return the key under which the answers of this page are kept, one for each tournament."""
    return f"tom-file {request.path_params['slug']}"


def _kept(request: Request) -> FilledIn | None:
    found = kept_of(request).find(seated(request, SEATS), _ours(request))
    return found if isinstance(found, FilledIn) else None


async def _asked(request: Request, fields: Mapping[str, str]) -> Exported | Outcome:
    """Return the file with these values, or why it cannot be written."""

    def written(here: Venue) -> Exported | Outcome:
        try:
            return _written(here, fields, stand_ins=bool(fields.get(PLACEHOLDERS)))
        except Misuse as wrong:
            return Outcome(misuse=wrong.message, field=wrong.field)
        except Trouble as trouble:
            with_people(trouble, here.book)
            return Outcome(trouble=trouble)

    return await within(served_of(request), written)


def _written(here: Venue, fields: Mapping[str, str], *, stand_ins: bool) -> Exported:
    """Return the file with the header that was filled in. Raise Trouble.

    Only what differs from the header as it stands was given: an imported file comes out unchanged.
    """
    ctx = read_venue(here)
    plain = tdf(ctx, ExportOptions(stand_ins=stand_ins))
    stands = header_of(plain.data)
    given = {name: fields[name].strip() for name in stands if name in fields}
    said = {name: text for name, text in given.items() if text != stands[name]}
    if not said:
        return plain
    return tdf(ctx, ExportOptions(stand_ins=stand_ins, heading=checked_header(said)))


async def _page(request: Request, filled: Mapping[str, str], said: Outcome | None) -> Response:
    session, kept = seated(request, SEATS), _kept(request)
    filled = filled or (kept.fields if kept else {})
    root = f"/t/{request.path_params['slug']}"

    def told(trouble: Trouble, here: Venue) -> list[PageHint]:
        with_people(trouble, here.book)
        said = refusal(stopped(trouble, None, on_page=True), root, allowed_to(session.seat))
        if here.desk.tournament.closed is None:
            return said
        # The sentence names the steps in order; only the first of them can be done now.
        first = f"{root}/{FORMS_ADDRESS}/reopen" if reopens(session, here) else None
        return [
            replace(one, buttons=tuple(each for each in one.buttons if each.goes == first))
            for one in said
        ]

    def looked(here: Venue) -> dict[str, object]:
        missing = list[PageHint]()
        try:
            found = tdf(read_venue(here), ExportOptions())
        except Trouble as lacking:
            try:
                found = tdf(read_venue(here), ExportOptions(stand_ins=True))
            except Trouble as trouble:
                return {"unfit": told(trouble, here)}
            missing = told(lacking, here)
        name = here.book.named
        stands = header_of(found.data)
        now = {name: filled.get(name, text).strip() for name, text in stands.items()}
        return {
            "unfit": [],
            "header": {"fields": [_field(one, stands[one.name], said) for one in HEADER]},
            "filled": {**filled, **now},
            "empty": not all(now[one.name] for one in HEADER),
            "missing": missing,
            "notes": [capital(one) for one in (found.byte_exact_ended, found.doubt) if one],
            "of_players": [
                capital(with_names(one, name))
                for one in found.of_players
                if not (missing and one.endswith(PLACED))  # The warning above names these.
            ],
            "unsaid": [capital(with_names(one, name)) for one in found.unsaid],
            "closed": here.desk.tournament.closed is not None,
            "can_close": is_offered(here.desk.tournament, here.desk.rules, "close"),
        }

    return await desk_page(
        request,
        session,
        "tom.html",
        looked,
        said=said,
        placeholders=flag(PLACEHOLDERS, BOXES[PLACEHOLDERS]),
        status=422 if said else 200,
        written=kept is not None and not said and "written" in request.query_params,
    )


def _field(one: HeaderField, stands: str, said: Outcome | None) -> FormField:
    """Return a field of the header as a page asks for it; `stands` is its value in the file."""
    wrong = capital(said.misuse) if said and said.misuse and said.field == one.name else ""
    kind = Kind.NUMBER if one.minutes else Kind.CHOICE if one.choices else Kind.TEXT
    return FormField(
        one.name,
        one.label,
        kind,
        hint=one.hint,
        choices=tuple(one.choices),
        titles=tuple(f"{title} ({code})" for code, title in one.choices.items()),
        default=stands if one.choices else "",
        least=0,
        most=999,
        seldom=one.seldom,
        proposed=lambda _: stands,  # So that what is seldom changed is folded away.
        wrong=wrong,
    )


ROUTES = (
    Route("/t/{slug}/desk/tom-file", offered, methods=["GET"]),
    Route("/t/{slug}/desk/tom-file", filled_in, methods=["POST"]),
    Route("/t/{slug}/desk/tom-file/file", downloaded, methods=["GET"]),
)
