"""The page that seals the archive of the tournament and offers it as a download."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from roundbook.cli.archive.seal import Archived, seal
from roundbook.cli.forms.form import Filled
from roundbook.cli.places.last_archive import is_archived, keep
from roundbook.cli.session.venue import Venue
from roundbook.cli.session.write import Facts, Outcome, WriteContext
from roundbook.cli.web.access.guard import seated
from roundbook.cli.web.access.permissions import who_may
from roundbook.cli.web.permitted import perform, sent
from roundbook.cli.web.server.page_routes import served_of
from roundbook.cli.web.staff.page_frame import desk_page
from roundbook.projections.history.requests import kept_until
from roundbook.projections.offers import is_offered

SEATS = who_may("archive")


async def offered(request: Request) -> Response:
    """Show what an archive contains, and the form to seal it."""
    seated(request, SEATS)
    return await _page(request, {}, None)


async def sealed(request: Request) -> Response:
    """Send the sealed archive, or show why it cannot be sealed."""
    seated(request, SEATS)
    fields = await sent(request)

    def sealing(ctx: WriteContext) -> Facts:
        filled = Filled(ctx, fields)
        return seal(
            ctx.venue.folder,
            anonymous=filled.has("anonymous"),
            unfinished=filled.words("unfinished"),
        )

    said = await perform(request, "archive", sealing, fields=fields)
    if not isinstance(said.facts, Archived):
        return await _page(request, fields, said)
    if not (fields.get("anonymous") or fields.get("unfinished")):
        keep(served_of(request).folder, said.facts.lines)
    slug = served_of(request).slug
    name = f"{slug}-anonymous.zip" if fields.get("anonymous") else f"{slug}.zip"
    headers = {
        "Content-Disposition": f'attachment; filename="{name}"',
        "Cache-Control": "no-store",
    }
    return Response(said.facts.data, media_type="application/zip", headers=headers)


def _state(here: Venue) -> dict[str, object]:
    """Return whether the event is closed and archived, until when it is kept, and open requests."""
    t, rules = here.desk.tournament, here.desk.rules
    return {
        "closed": t.closed is not None,
        "can_close": is_offered(t, rules, "close"),
        "archived": is_archived(here.folder, t, here.desk.entries),
        "keep_until": kept_until(t, rules),
        "waiting": len(t.requests.keys() - t.answers.keys()),
    }


async def _page(request: Request, filled: dict[str, str], said: Outcome | None) -> Response:
    session = seated(request, SEATS)
    return await desk_page(
        request,
        session,
        "archive.html",
        _state,
        said=said,
        status=422 if said else 200,
        filled=filled,
    )


ROUTES = (
    Route("/t/{slug}/desk/archive", offered, methods=["GET"]),
    Route("/t/{slug}/desk/archive", sealed, methods=["POST"]),
)
