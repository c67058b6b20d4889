"""Acts that take a file: a deck list, pasted or as a file, and what a request is answered with."""

from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cli.desk.invoke import CommandAnswer
from cli.web.access.guard import form_and_file_of, seated
from cli.web.access.permissions import who_may
from cli.web.acts import WRITERS
from cli.web.desk.acting import sorry_of
from cli.web.desk.fields import FormField, Kind
from cli.web.desk.files import File, bring
from cli.web.desk.frames import desk_frame, known, shown
from cli.web.desk.verb_forms import Form, form_of, words_of
from cli.web.server.page_routes import house_of, missing, within
from cli.web.server.problems import TurnedAwayError
from ledger.decks import pools


class Handing(Struct, frozen=True, kw_only=True):
    """An act with a file: what the file is called, whether it is an option, whether it is typed."""

    verb: str
    label: str
    option: str = ""
    pasted: bool = False


HANDINGS = {
    "deck": Handing(verb="deck register", label="The deck list", pasted=True),
    "request": Handing(verb="requests answer", label="What is handed over", option="with"),
}


async def offered(request: Request) -> Response:
    """Show the form, filled in with what stands in the address."""
    filled = {name: value[:200] for name, value in request.query_params.items()}
    return await _page(request, filled, None)


async def handed(request: Request) -> Response:
    """Do it with the file that came, or with the text that was pasted."""
    seated(request, WRITERS)
    handing = _handing(request)
    session = seated(request, who_may(handing.verb))
    fields, file = await form_and_file_of(request, session)
    pasted = fields.get("pasted", "").strip() if handing.pasted else ""
    name, data = file or ("list.txt" if pasted else "", pasted.encode())
    came = File(name, data, ".csv" if name.lower().endswith(".csv") else ".txt")
    if came.wrong:
        return await _page(request, fields, CommandAnswer(misuse=came.wrong))
    form = _form(handing)
    if any(fields.get(one.name) and fields[one.name] not in one.choices for one in _chosen(form)):
        return await _page(request, fields, CommandAnswer(misuse="choose from what is offered."))
    words, options = words_of(form, fields)
    said = await bring(
        request, handing.verb, words, options, fields=fields, file=came, option=handing.option
    )
    return await _page(request, {} if said.done and not fields.get("dry-run") else fields, said)


async def _page(request: Request, filled: dict[str, str], said: CommandAnswer | None) -> Response:
    handing = _handing(request)
    session = seated(request, who_may(handing.verb))
    house = house_of(request)
    if house is None:
        return missing(request)
    frame, choices = await within(
        house, lambda here: (desk_frame(request, session, here), known(here))
    )
    return await shown(
        request,
        "handing.html",
        status=200 if said is None or said.done else 422,
        frame=frame,
        kind=request.path_params["kind"],
        handing=handing,
        form=_form(handing),
        known=choices,
        filled=filled,
        said=said,
        sorry=sorry_of(said),
    )


def _chosen(form: Form) -> list[FormField]:
    return [field for field in form.fields if field.kind is Kind.CHOICE]


def _handing(request: Request) -> Handing:
    handing = HANDINGS.get(str(request.path_params["kind"]))
    if handing is None:
        raise TurnedAwayError("There is no such act here.", status=404)
    return handing


def _form(handing: Handing) -> Form:
    """Return what an act asks for besides the file."""
    form = form_of(handing.verb)
    assert form is not None, "it is a verb"
    fields = [field for field in form.fields if field.name not in {"file", "pool_list"}]
    return replace(form, fields=tuple(_ours(field) for field in fields))


def _ours(field: FormField) -> FormField:
    """Return a field that names no file of this machine: of pools, only those we carry."""
    if field.name != "pool_name":
        return field
    return replace(field, kind=Kind.CHOICE, choices=tuple(one.name for one in pools.released()))


ROUTES = (
    Route("/t/{slug}/desk/hand/{kind}", offered, methods=["GET"]),
    Route("/t/{slug}/desk/hand/{kind}", handed, methods=["POST"]),
)
