"""Questions to the ledger as pages: verbs that look and write nothing, as of any moment."""

import re

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cli.desk.invoke import CommandAnswer
from cli.desk.invoke import act as given
from cli.desk.venue import Venue
from cli.web.access.guard import seated
from cli.web.access.permissions import SEES_ALL
from cli.web.acts import looking
from cli.web.desk.acting import sorry_of
from cli.web.desk.forms.form import LIST
from cli.web.desk.frames import DeskFrame, FieldChoices, desk_frame, known, shown
from cli.web.server.page_routes import house_of, missing, within
from cli.web.server.problems import TurnedAwayError

# The questions that the desk can ask the ledger: verbs that look, with what each asks for.


class QuestionField(Struct, frozen=True, kw_only=True):
    """One field of a question: its name, what it asks for; the option that it is, or a word."""

    name: str
    label: str
    hint: str = ""
    option: str = ""
    needed: bool = False
    several: bool = False
    choices: tuple[str, ...] = ()


class Question(Struct, frozen=True, kw_only=True):
    """A verb that looks: what it answers, what it asks for, whether any moment can be asked."""

    verb: str
    title: str
    fields: tuple[QuestionField, ...] = ()
    any_moment: bool = True
    files: bool = False


_PLAYER = QuestionField(
    name="player", label="Player", hint="p17, or a part of a name", option="player"
)
_MATCH = QuestionField(name="match", label="Match", hint="masters-1-14", option="match")
_POOL = QuestionField(name="pool", label="Pool", hint="masters; empty for all")
_ABOUT = QuestionField(name="about", label="About", hint="a player, or masters-3-7", needed=True)

QUESTIONS = {
    one.verb: one
    for one in (
        Question(verb="standings", title="Standings, as of any moment"),
        Question(
            verb="pairings",
            title="A round as it was posted",
            fields=(
                _POOL,
                QuestionField(
                    name="number", label="Round", hint="empty for the latest", option="round"
                ),
            ),
        ),
        Question(
            verb="explain",
            title="Why this place, this pairing, this bye, this lock?",
            fields=(
                QuestionField(
                    name="kind", label="What", choices=("place", "pairing", "bye", "lock")
                ),
                QuestionField(
                    name="about",
                    label="About",
                    hint="a player, masters-3-7, or masters-3 for a whole round",
                    needed=True,
                ),
            ),
        ),
        Question(
            verb="what-if",
            title="What would a correction, a drop or a late tag change?",
            fields=(
                QuestionField(
                    name="results",
                    label="Results that were otherwise",
                    hint="masters-1-3=2-1, one on each line",
                    option="result",
                    several=True,
                ),
                QuestionField(name="drops", label="Who leaves now", option="drop", several=True),
                QuestionField(
                    name="lates", label="Who has the late tag", option="late", several=True
                ),
                QuestionField(name="on_time", label="Who has none", option="on-time", several=True),
            ),
        ),
        Question(
            verb="blame",
            title="Which entries made this figure?",
            fields=(
                _ABOUT,
                QuestionField(
                    name="cell",
                    label="Figure",
                    choices=(
                        "place",
                        "points",
                        "record",
                        "op-win",
                        "op-op-win",
                        "result",
                        "pairing",
                    ),
                ),
            ),
        ),
        Question(verb="history", title="What happened, in words", fields=(_PLAYER, _MATCH)),
        Question(
            verb="penalties",
            title="Penalties",
            fields=(QuestionField(name="who", label="Player", hint="empty for all"),),
        ),
        Question(
            verb="draft order",
            title="Who picks when in the draft",
            fields=(
                QuestionField(
                    name="packs", label="Packs of each", hint="4, unless said", option="packs"
                ),
                QuestionField(
                    name="cards", label="Cards in one", hint="10, unless said", option="cards"
                ),
            ),
            any_moment=False,
        ),
        Question(verb="deckcheck status", title="Which decks were checked", fields=(_POOL,)),
        Question(verb="clock", title="How much time is left", fields=(_POOL,)),
        Question(
            verb="posted",
            title="What was posted and printed",
            fields=(
                QuestionField(
                    name="entry", label="Print again entry", hint="a number", option="entry"
                ),
            ),
        ),
        Question(verb="requests", title="Who asked for the results", any_moment=False),
        Question(
            verb="requests receipt",
            title="The receipt of a request",
            fields=(QuestionField(name="number", label="Number", needed=True),),
        ),
        Question(
            verb="dossier",
            title="All that a dispute is decided by",
            fields=(
                _ABOUT,
                QuestionField(
                    name="claim", label="Result that is claimed", hint="0-2", option="claim"
                ),
            ),
        ),
        Question(verb="lint", title="What an auditor wants to see all the same"),
        Question(
            verb="verify",
            title="Was anything changed, was every rule kept?",
            any_moment=False,
            files=True,
        ),
    )
}
"""Every question, by its verb."""


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

    def asking(here: Venue) -> tuple[DeskFrame, FieldChoices, CommandAnswer | None]:
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
