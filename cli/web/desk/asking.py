"""Questions to the ledger as pages: verbs that look and write nothing, as of any moment."""

import re

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cli.acting import Said
from cli.acting import act as given
from cli.web.acts import looking
from cli.web.desk.acting import sorry_of
from cli.web.desk.forms import LIST
from cli.web.desk.frames import DeskFrame, Known, desk_frame, known, shown
from cli.web.desk.questions import QUESTIONS, Question
from cli.web.guard import TurnedAwayError, seated
from cli.web.permits import SEES_ALL
from cli.web.showing import house_of, missing, within
from cli.wiring import Venue

AS_OF = 'an entry number, a time, or "before round 4 was paired"'


WAITS = frozenset({"what-if", "draft order"})
"""Questions that are asked when somebody says so: there may be nothing to ask about."""

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
    words, options = words_of(question, filled)
    manner = looking(session)

    def asking(here: Venue) -> tuple[DeskFrame, Known, Said | None]:
        said = None
        if "ask" in filled or (whole and question.verb not in WAITS):
            said = given(here, manner, question.verb, words, options, files=question.files)
        return desk_frame(request, session, here), known(here), said

    frame, choices, said = await within(house, asking)
    if said and said.done and question.verb == "dossier":
        about = re.sub(r"[^a-z0-9-]", "", filled.get("about", "").lower()) or "somebody"
        name = f"{house.slug}-{about}.html"
        headers = {"Content-Disposition": f'attachment; filename="{name}"', **PRIVATE}
        return Response("\n".join(said.lines), media_type="text/html", headers=headers)
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


def words_of(
    question: Question, filled: dict[str, str]
) -> tuple[list[str], dict[str, str | list[str]]]:
    """Return what was filled in, as the words and the options of the verb."""
    words, options = list[str](), dict[str, str | list[str]]()
    for field in question.fields:
        text = filled.get(field.name, "").strip()
        if not text or (field.choices and text not in field.choices):
            continue
        if not field.option:
            words.append(text)
        elif field.several:
            options[field.option] = [one.strip() for one in text.splitlines() if one.strip()]
        else:
            options[field.option] = text
    if question.any_moment and (moment := filled.get("as_of", "").strip()):
        options["as-of"] = moment
    return words, options


ROUTES = (
    Route("/t/{slug}/desk/ask", questions, methods=["GET"]),
    Route("/t/{slug}/desk/ask/{verb:path}", answered, methods=["GET"]),
)
