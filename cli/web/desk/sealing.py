"""The tournament as one sealed file, taken from the desk to wherever it is asked for."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cli.acts.act import Facts, Outcome
from cli.archive.seal import Archived, seal
from cli.desk.write import WriteContext
from cli.web.access.guard import seated
from cli.web.access.permissions import who_may
from cli.web.acts import perform, sent
from cli.web.desk.acting import sorry_of
from cli.web.desk.forms.form import Filled
from cli.web.desk.frames import desk_frame, shown
from cli.web.server.page_routes import missing, served_of, within

SEATS = who_may("archive")


async def offered(request: Request) -> Response:
    """Show what is sealed, and ask how."""
    seated(request, SEATS)
    return await _page(request, {}, None)


async def sealed(request: Request) -> Response:
    """Hand out the sealed file, or say why there is none yet."""
    seated(request, SEATS)
    fields = await sent(request)
    served = served_of(request)
    if served is None:
        return missing(request)

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
    name = f"{served.slug}-anonymous.zip" if fields.get("anonymous") else f"{served.slug}.zip"
    headers = {
        "Content-Disposition": f'attachment; filename="{name}"',
        "Cache-Control": "no-store",
    }
    return Response(said.facts.data, media_type="application/zip", headers=headers)


async def _page(request: Request, filled: dict[str, str], said: Outcome | None) -> Response:
    session = seated(request, SEATS)
    served = served_of(request)
    if served is None:
        return missing(request)
    frame, closed = await within(
        served,
        lambda here: (desk_frame(request, session, here), here.desk.tournament.closed is not None),
    )
    return await shown(
        request,
        "archive.html",
        status=200 if said is None else 422,
        frame=frame,
        closed=closed,
        filled=filled,
        sorry=sorry_of(said),
    )


ROUTES = (
    Route("/t/{slug}/desk/archive", offered, methods=["GET"]),
    Route("/t/{slug}/desk/archive", sealed, methods=["POST"]),
)
