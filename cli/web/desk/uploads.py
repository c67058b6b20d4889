"""The pages of acts with a file: importing a deck list, and answering a request."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cli.desk.write import Outcome
from cli.web.access.guard import form_and_file_of, seated
from cli.web.access.permissions import who_may
from cli.web.acts import WRITERS, perform
from cli.web.desk.act_pages import filling
from cli.web.desk.forms.catalogue import FORMS
from cli.web.desk.forms.form import Form, HandedFile
from cli.web.desk.page_frame import desk_page
from cli.web.server.problems import TurnedAwayError

HANDINGS = {"deck": FORMS["deck register"], "request": FORMS["requests answer"]}


async def offered(request: Request) -> Response:
    """Show the form, filled in with the values in the address."""
    filled = {name: value[:200] for name, value in request.query_params.items()}
    return await _page(request, filled, None)


async def handed(request: Request) -> Response:
    """Do the act with the uploaded file or the pasted text."""
    seated(request, WRITERS)
    form = _form(request)
    session = seated(request, who_may(form.verb))
    fields, sent = await form_and_file_of(request, session)
    pasted = fields.get("pasted", "").strip() if form.pasted else ""
    file = HandedFile(*(sent or ("list.txt" if pasted else "", pasted.encode())))
    if file.wrong:
        return await _page(request, fields, Outcome(misuse=file.wrong))
    said = await perform(
        request, form.verb, lambda ctx: form.give(ctx, fields, file), fields=fields
    )
    return await _page(request, {} if said.done and not fields.get("dry-run") else fields, said)


async def _page(request: Request, filled: dict[str, str], said: Outcome | None) -> Response:
    form = _form(request)
    return await desk_page(
        request,
        seated(request, who_may(form.verb)),
        "handing.html",
        lambda here: filling(form, here, filled, said),
        said=said,
        kind=request.path_params["kind"],
    )


def _form(request: Request) -> Form:
    form = HANDINGS.get(str(request.path_params["kind"]))
    if form is None:
        raise TurnedAwayError("There is no such form here.", status=404)
    return form


ROUTES = (
    Route("/t/{slug}/desk/hand/{kind}", offered, methods=["GET"]),
    Route("/t/{slug}/desk/hand/{kind}", handed, methods=["POST"]),
)
