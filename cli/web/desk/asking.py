"""Questions to the ledger as pages: what can be asked, of any moment, and what is answered."""

import re
from collections.abc import Iterable, Iterator

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cli.acts.act import Outcome
from cli.desk.errors import of_the_system
from cli.desk.errors import shown as clean
from cli.desk.venue import Venue, reloaded
from cli.web.access.guard import seated
from cli.web.access.permissions import SEES_ALL
from cli.web.desk.acting import sorry_of
from cli.web.desk.forms.form import LIST
from cli.web.desk.frames import DeskFrame, FieldChoices, desk_frame, known, shown
from cli.web.desk.hints import on_page
from cli.web.desk.questions import AS_OF, QUESTIONS, Question
from cli.web.server.page_routes import house_of, missing, within
from cli.web.server.problems import TurnedAwayError
from ledger.errors import Hint, Misuse, Trouble
from projections.reports.text.tables import Part, Table, lines

PRIVATE = {"Cache-Control": "no-store"}


async def questions(request: Request) -> Response:
    """Show what can be asked."""
    session = seated(request, SEES_ALL)
    house = house_of(request)
    if house is None:
        return missing(request)
    frame = await within(house, lambda here: desk_frame(request, session, here))
    return await shown(request, "questions.html", frame=frame, questions=QUESTIONS.values())


async def answered(request: Request) -> Response:
    """Show a question, and its answer once it was asked."""
    session = seated(request, SEES_ALL)
    house = house_of(request)
    question = QUESTIONS.get(str(request.path_params["verb"]).replace("/", " "))
    if house is None:
        return missing(request)
    if question is None:
        raise TurnedAwayError("There is no such question.", status=404)
    filled = {name: value[:LIST] for name, value in request.query_params.items()}
    whole = all(filled.get(field.name, "").strip() for field in question.fields if field.needed)

    def asking(here: Venue) -> tuple[DeskFrame, FieldChoices, Outcome | None]:
        said = None
        if "ask" in filled or (whole and not question.waits):
            said = answer_to(question, here, filled)
        return desk_frame(request, session, here), known(here), said

    frame, choices, said = await within(house, asking)
    if said and said.done and question.whole:
        about = re.sub(r"[^a-z0-9-]", "", filled.get("about", "").lower()) or "somebody"
        name = f"{house.slug}-{about}.html"
        headers = {"Content-Disposition": f'attachment; filename="{name}"', **PRIVATE}
        return Response("\n".join(map(str, said.lines)), media_type="text/html", headers=headers)
    return await shown(
        request,
        "question.html",
        status=200 if said is None or said.done else 422,
        frame=frame,
        question=question,
        known=choices,
        filled=filled,
        said=said,
        sorry=sorry_of(said),
        as_of=AS_OF,
    )


def answer_to(question: Question, here: Venue, filled: dict[str, str]) -> Outcome:
    """Return the answer to a question as lines; raises nothing that a person has to be told."""
    try:
        return Outcome(lines=tuple(_lines(question.answer(reloaded(here), filled))))
    except Misuse as wrong:
        return Outcome(misuse=wrong.message)
    except Trouble as trouble:
        return Outcome(trouble=trouble)
    except OSError as error:
        return Outcome(trouble=of_the_system(error))


def _lines(answer: Iterable[Part | Hint]) -> Iterator[str]:
    """Yield an answer line by line, with its tables as plain text."""
    for part in answer:
        if isinstance(part, Table):
            yield from lines(part.columns, [[clean(cell) for cell in row] for row in part.rows])
        else:
            yield clean(on_page(part).text)


ROUTES = (
    Route("/t/{slug}/desk/ask", questions, methods=["GET"]),
    Route("/t/{slug}/desk/ask/{verb:path}", answered, methods=["GET"]),
)
