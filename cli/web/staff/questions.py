"""The pages of questions to the ledger: standings, explanations, history, rules and checks."""

import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from typing import assert_never

import click
from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from roundbook.cli.args.choices import EXPLAINED, Explained, cell_named
from roundbook.cli.args.table_numbers import OUTCOME_AT_TABLE, place_meant, with_matches
from roundbook.cli.args.types import MATCH_OR_ROUND, POOL, RESULT, RoundId, quoted
from roundbook.cli.forms import field
from roundbook.cli.forms.field import FormField
from roundbook.cli.forms.form import LIST, Filled, checked
from roundbook.cli.places.deck_lists import kept_list
from roundbook.cli.places.refused import attempts
from roundbook.cli.printing.dossier import dossier_page
from roundbook.cli.printing.lists import clocks_asked, rounds_asked
from roundbook.cli.printing.posting import FontMissing, sheet_again
from roundbook.cli.session.command import moment_named
from roundbook.cli.session.errors import of_the_system
from roundbook.cli.session.errors import shown as clean
from roundbook.cli.session.read import ReadContext, read_venue, reckoned_at
from roundbook.cli.session.venue import Venue, reloaded, today
from roundbook.cli.session.write import Outcome
from roundbook.cli.verify.inspect import inspect, report_text
from roundbook.cli.web.access.guard import seated
from roundbook.cli.web.access.permissions import AT_DESK, MAY, SEES_ALL, SEES_LISTS, AccessRole
from roundbook.cli.web.access.sessions import Session
from roundbook.cli.web.server.page_routes import served_of, within
from roundbook.cli.web.server.problems import TurnedAwayError
from roundbook.cli.web.staff.act_pages import grouped, labels, sought
from roundbook.cli.web.staff.answer_parts import (
    AnswerPart,
    AskedPart,
    PartKind,
    RuleText,
    answer_parts,
)
from roundbook.cli.web.staff.hints import in_the_hall, on_page
from roundbook.cli.web.staff.history import match_named
from roundbook.cli.web.staff.page_frame import allowed_to, desk_page, known
from roundbook.ledger.errors import Hint, Misuse, Refused, Trouble, advice, do
from roundbook.ledger.reference.library import OWN, Entry, entries, in_section
from roundbook.ledger.reference.search import Found, near, search
from roundbook.ledger.state.rounds import matches_of
from roundbook.ledger.terms import MatchId, PlayerId
from roundbook.projections.explain.blame import Figure, MatchCell, blame
from roundbook.projections.explain.dossier import dossier_of_match, dossier_of_player
from roundbook.projections.explain.lock import explain_lock
from roundbook.projections.explain.pairing import (
    Granted,
    PairingWhy,
    explain_bye,
    explain_latest,
    explain_match,
    explain_round,
)
from roundbook.projections.explain.what_if import changes, cost, what_if
from roundbook.projections.history.history import history, history_asked
from roundbook.projections.history.requests import requests
from roundbook.projections.judging.penalties import penalties
from roundbook.projections.lints import LINTS, lint
from roundbook.projections.offers import is_offered
from roundbook.projections.proposals import KINDS
from roundbook.projections.reports.deck_texts import in_words
from roundbook.projections.reports.place_page import PlaceReasons, place_reasons
from roundbook.projections.reports.remarks import unsanctioned
from roundbook.projections.reports.text.announcement import clocks_text
from roundbook.projections.reports.text.drafts import last_seated, tables_text, to_seat
from roundbook.projections.reports.text.explanations import tables_of, why_locked, why_paired
from roundbook.projections.reports.text.history import history_text
from roundbook.projections.reports.text.judging import checks_text, penalties_text
from roundbook.projections.reports.text.lints import lints_text
from roundbook.projections.reports.text.pairings import round_text
from roundbook.projections.reports.text.posted import (
    OTHERWISE,
    SHEETS,
    posted_table,
    postings,
    request_text,
    requests_text,
)
from roundbook.projections.reports.text.standings import standings_text
from roundbook.projections.reports.text.what_if import blame_text, what_if_text
from roundbook.projections.rounds.clock import building
from roundbook.projections.standings.race import races
from roundbook.projections.standings.shown import shown

# The questions, each with its fields and the function that answers it.


Answer = Iterable[AskedPart]
Ask = Callable[[ReadContext, Filled], Answer]

UNBROKEN = 100_000
"""The width of an answer on a page, which breaks its lines where it needs to."""

AS_OF = 'an entry number, a time, or "before round 3 was paired"'


class Question(Struct, frozen=True, kw_only=True):
    """A question: its title and fields, its answer, and whether it can be asked of any moment.

    `says` is what the answer contains. `verb` is the command that answers the same. A question that
    `waits` is answered only after the form is sent. `whole` is an answer that is a page of its own,
    which can be saved as a file. `typed` is an answer that is a text to read out or to hand over as
    it stands. `seats` are the access roles that may ask.
    """

    verb: str
    title: str
    says: str
    ask: Ask
    fields: tuple[FormField, ...] = ()
    any_moment: bool = True
    waits: bool = False
    whole: bool = False
    typed: bool = False
    seats: frozenset[AccessRole] = SEES_ALL

    def answer(self, here: Venue, sent: dict[str, str]) -> tuple[AskedPart, ...]:
        """Return the answer for these values. Raise Misuse, or what the ledger raises."""
        moment = sent.get("as_of", "").strip() if self.any_moment else ""
        if moment:
            _understood(here, moment)
        ctx = read_venue(here, moment or None, plain=True, width=UNBROKEN)
        with checked(self.fields, sent):
            found = tuple(self.ask(ctx, Filled(ctx, sent)))
        return (f"As of entry {ctx.t.seq} of the ledger.", *found) if moment else found


def _understood(here: Venue, moment: str) -> None:
    """Raise Misuse if a text is not a moment, Refused if the moment has not come yet."""
    try:
        moment_named(moment, here.desk.entries)
    except click.UsageError:
        raise Misuse(f"As of: {quoted(moment)} is not a point in time; enter {AS_OF}.") from None
    except Refused as refused:
        hint = "Leave “As of” empty to see the latest state."
        raise Refused(refused.message, hint=hint) from None


def _advise(hint: str | Hint) -> str:
    """Return a hint as a page shows it in the middle of a text."""
    return on_page(hint).text


def _rules(ctx: ReadContext, filled: Filled) -> Iterator[AskedPart]:
    about, every = filled.text("about"), entries()
    if ctx.rules.citations:
        yield NOT_THESE
    if not about:
        yield from (_rule_text(one, short=True) for one in every if one.document not in OWN)
        return
    named = tuple(_section(every, about))
    found = Found(about=named) if named else search(every, about.split())
    if found.silent:
        yield found.silent
    missing = found.unknown if found.about else [about]
    if missing:
        yield f"no section {'contains' if found.about else 'is about'} {_or(missing)}."
        close = near(found.unknown)
        yield "Similar words:" if close else "Leave the field empty to see every section."
        yield from (RuleText(cite=word, title="") for word in close)
    yield from map(_rule_text, found.about)
    yield from (_rule_text(one, short=True) for one in found.also)


NOT_THESE = "These texts are not from the documents of this event's edition, which may differ."
"""What is said above sections, if the edition has documents of its own."""


def _or(words: Iterable[str]) -> str:
    return " or ".join(map(quoted, words))


def _section(every: Sequence[Entry], cited: str) -> list[Entry]:
    """Return a section with those below it, or else the section that contains it."""
    found = in_section(every, cited)
    while not found and "." in cited:
        cited = cited.rpartition(".")[0]
        found = in_section(every, cited)
    return found


def _rule_text(one: Entry, *, short: bool = False) -> RuleText:
    if short:
        return RuleText(cite=one.cite, title=one.title)
    return RuleText(cite=one.cite, title=one.title, points=one.points, verb=one.verb)


def _standings(ctx: ReadContext, _filled: Filled) -> Iterator[AskedPart]:
    yield from unsanctioned(ctx.t.opened)
    placed = shown(ctx.t, ctx.rules)
    if placed:
        yield from standings_text(placed, ctx, advise=_advise)
    elif ctx.as_of:
        yield f"nobody had been registered yet at entry {ctx.t.seq}."
    else:
        yield advice("nobody is registered yet; begin with {}.", do("register", "NAME"))


def _pairings(ctx: ReadContext, filled: Filled) -> Iterator[AskedPart]:
    number = filled.read("number", click.IntRange(min=1))
    rounds = rounds_asked(ctx, filled.read("pool", POOL), number)
    yield from unsanctioned(ctx.t.opened)
    if not rounds:
        yield advice("nothing has been paired yet; use {}.", do("pair"))
    for one in rounds:
        yield ""
        yield from round_text(one, ctx)


def _explain(ctx: ReadContext, filled: Filled) -> Answer:
    kind = filled.read("kind", EXPLAINED)
    match kind:
        case Explained.LOCK:
            return _explain_lock(ctx, filled)
        case Explained.BYE:
            bye = explain_bye(ctx.entries, ctx.t, ctx.rules, filled.player("about"))
            return _paired(ctx, bye.why, bye.granted)
        case Explained.PAIRING:
            return _explain_pairing(ctx, filled, _place(ctx, filled))
        case Explained.PLACE:
            return [_why_place(ctx, filled.player("about"))]
        case None if place := _place(ctx, filled):
            return _explain_pairing(ctx, filled, place)
        case None:
            return [_why_place(ctx, filled.player("about"))]
        case _:
            assert_never(kind)


def _explain_lock(ctx: ReadContext, filled: Filled) -> Iterator[AskedPart]:
    """Yield why a match is locked, or each match of a player or of a round."""
    place = _place(ctx, filled)
    match place:
        case MatchId():
            asked = [place]
        case RoundId():
            asked = [*matches_of(ctx.t, place.pool, place.number)]
        case _:
            side = ctx.t.entrant(filled.player("about"))
            asked = [one for one, pair in ctx.t.matches.items() if side in pair]
    if not asked:
        msg = "no match of this player or round has been paired yet, so no result is locked."
        raise Refused(msg)
    for one in asked:
        yield from why_locked(explain_lock(ctx.entries, ctx.rules, one), ctx)


def _why_place(ctx: ReadContext, player: PlayerId) -> PlaceReasons:
    return place_reasons(ctx.sight(), player, races(ctx.t, ctx.rules))


def _explain_pairing(ctx: ReadContext, filled: Filled, place: MatchId | RoundId | None) -> Answer:
    match place:
        case MatchId():
            found = explain_match(ctx.entries, ctx.rules, place)
        case RoundId():
            found = explain_round(ctx.entries, ctx.rules, place.pool, place.number)
        case _:
            found = explain_latest(ctx.entries, ctx.t, ctx.rules, filled.player("about"))
    return _paired(ctx, found)


def _paired(ctx: ReadContext, found: PairingWhy, granted: Granted | None = None) -> Answer:
    """Yield why a round was paired so; the tables are rows if there are several."""
    if len(found.tables) > 1:
        yield tables_of(found, ctx)
        found = replace(found, tables=())
    yield from why_paired(found, granted, ctx, advise=_advise)


def _what_if(ctx: ReadContext, filled: Filled) -> Iterator[AskedPart]:
    try:
        outcomes = with_matches(tuple(filled.each("results", OUTCOME_AT_TABLE)), ctx.t)
    except click.UsageError as wrong:
        raise Misuse(wrong.message, field="results") from None
    events = changes(
        ctx.t,
        drops=filled.players("drops"),
        lates=filled.players("lates"),
        on_time=filled.players("on_time"),
    )
    if not outcomes and not events:
        raise Misuse("enter a different result, or a player who drops or whose late tag changes.")
    found = what_if(ctx.entries, ctx.rules, results=dict(outcomes), events=events)
    costs = [cost(ctx.entries, ctx.t, ctx.rules, *one) for one in outcomes]
    yield from unsanctioned(ctx.t.opened)
    yield from what_if_text(found, costs, ctx)


def _blame(ctx: ReadContext, filled: Filled) -> Answer:
    cell = cell_named(filled.text("about"), filled.words("cell"), ctx.t, ctx.book)
    found = blame(ctx.entries, ctx.rules, cell)
    wanted = {*found.made_by, *found.held}
    told = [one for one in history(ctx.entries, tie=ctx.rules.tie_word) if one.seq in wanted]
    return blame_text(cell, found, told, ctx, proof=True)


def _history(ctx: ReadContext, filled: Filled) -> Answer:
    round_of = filled.read("round", MATCH_OR_ROUND)
    if isinstance(round_of, MatchId):
        msg = f"{round_of} is a match; give a round such as {round_of.pool}-{round_of.round}."
        raise Misuse(msg, field="round")
    found = history_asked(
        ctx.entries,
        player=filled.player("player") if filled.has("player") else None,
        match=filled.match("match"),
        round_of=round_of,
        tie=ctx.rules.tie_word,
    )
    return history_text(found, ctx)


def _penalties(ctx: ReadContext, filled: Filled) -> Iterator[AskedPart]:
    player = filled.player("who") if filled.has("who") else None
    yield from unsanctioned(ctx.t.opened)
    yield from penalties_text(penalties(ctx.entries, player), ctx, player)


def _draft_order(ctx: ReadContext, filled: Filled) -> Answer:
    packs, cards = (filled.read(name, click.IntRange(1, 99)) for name in ("packs", "cards"))
    seated = last_seated(ctx)
    if seated is None:
        hint = advice("Draw them: {}.", to_seat(ctx.t))
        raise Refused("no draft seats have been drawn yet.", hint=hint)
    draft, tables = seated
    return tables_text(draft, tables, packs=packs or 4, cards=cards or 10)


def _deck_checks(ctx: ReadContext, _filled: Filled) -> Iterator[AskedPart]:
    yield from unsanctioned(ctx.t.opened)
    yield from checks_text(ctx, advise=_advise)


def _deck_list(ctx: ReadContext, filled: Filled) -> Iterator[AskedPart]:
    player = filled.player("player")
    event = ctx.t.decks.get(player)
    if event is None:
        msg = f"{ctx.book.name(player)} ({player}) has not handed in a deck list."
        raise Refused(msg)
    yield from in_words(event, kept_list(ctx.folder, event).deck, ctx.book.name(player))


def _clock(ctx: ReadContext, filled: Filled) -> Iterator[AskedPart]:
    running = clocks_asked(ctx, filled.read("pool", POOL))
    yield from unsanctioned(ctx.t.opened)
    yield from clocks_text(ctx.t, running, reckoned_at(ctx), building(ctx.entries, ctx.t))


def _posted(ctx: ReadContext, filled: Filled) -> Iterator[AskedPart]:
    seq = filled.read("entry", click.IntRange(min=1))
    if seq is None:
        found = list(postings(ctx.entries))
        yield posted_table(found, ctx.t, ctx.entries) if found else "nothing has been posted yet."
        return
    try:
        again = sheet_again(ctx, seq)
    except FontMissing as missing:
        hint = f"Install the font on the machine that serves this page. {missing.needed}"
        raise Refused(missing.message, hint=hint) from None
    if again.text is None:
        assert again.event.printed
        yield f"{SHEETS[again.event.sheet]}, as a PDF on {again.event.printed.paper}"
        yield f"  SHA-256 {again.event.sha256}"
    else:
        yield from again.text.splitlines()
    if not again.same:
        yield " ".join(OTHERWISE)


def _requests(ctx: ReadContext, _filled: Filled) -> Iterator[AskedPart]:
    yield from unsanctioned(ctx.t.opened)
    yield from requests_text(requests(ctx.entries), ctx, today())


def _receipt(ctx: ReadContext, filled: Filled) -> Answer:
    number, every = filled.text("number"), requests(ctx.entries)
    found = [one for one in every if str(one.number) == number]
    if not found:
        there = f"the highest number is {len(every)}" if every else "none is recorded yet"
        msg = f"there is no request {number[:20]}; {there}."
        raise Refused(msg)
    return request_text(ctx.t, found[0])


def _place(ctx: ReadContext, filled: Filled) -> MatchId | RoundId | None:
    """Return the match (also by its table) or round of a question; None if it is on a player."""
    try:
        return place_meant(filled.text("about"), ctx.t, ctx.book)
    except click.UsageError as wrong:
        raise Misuse(wrong.message, field="about") from None


def _dossier(ctx: ReadContext, filled: Filled) -> Answer:
    claim, place = filled.read("claim", RESULT), _place(ctx, filled)
    if isinstance(place, MatchId):
        found = dossier_of_match(ctx.entries, ctx.rules, place, claim)
    elif claim:
        raise Misuse("a claim is about a match, such as round 1 table 3.", field="claim")
    else:
        found = dossier_of_player(ctx.entries, ctx.rules, filled.player("about"))
    return dossier_page(ctx, found).splitlines()


def _lint(ctx: ReadContext, _filled: Filled) -> Iterator[AskedPart]:
    found = lint(ctx.entries, ctx.rules, [] if ctx.as_of else attempts(ctx.folder))
    yield from lints_text(found, ctx.book)
    if found:
        yield ""
        yield "A finding does not mean that a rule was broken. Why each kind is listed:"
        shown = {one.lint for one in found}
        yield from (f"{one.name}: {one.reason}" for one in LINTS if one.name in shown)


def _verify(ctx: ReadContext, _filled: Filled) -> Answer:
    return report_text(inspect(ctx.folder), _advise, ctx.width)


_PLAYER = field.text("player", "Player", hint="p17, or part of a name")
_MATCH = field.text("match", "Match", hint="round 1 table 14")
_POOL = field.text("pool", "Pool", hint="masters; empty for all")
_ABOUT = field.text("about", "About", needed=True, hint="a player, or round 3 table 7")
_ABOUT_TABLE = replace(_ABOUT, hint="a player, a table number, or round 3 table 7")

QUESTIONS = {
    one.verb: one
    for one in (
        Question(
            verb="standings",
            ask=_standings,
            title="Standings at any moment",
            says="Places, points and tiebreakers, after any entry.",
        ),
        Question(
            verb="pairings",
            ask=_pairings,
            title="The pairings of a round",
            says="Who played whom, at which table, and with what record.",
            fields=(
                _POOL,
                field.text("number", "Round", hint="empty for the latest"),
            ),
        ),
        Question(
            verb="explain",
            ask=_explain,
            title="Why this place, pairing, bye or lock?",
            says="What decided it, step by step, with the section of the rules.",
            fields=(
                field.choice("kind", "What", Explained),
                field.text(
                    "about",
                    "About",
                    needed=True,
                    hint="a player, a table, round 3 table 7, or masters-3 for all of round 3",
                ),
            ),
        ),
        Question(
            verb="what-if",
            ask=_what_if,
            waits=True,
            title="What would a correction, a drop or a late tag change?",
            says="The places and pairings that would be different. Nothing is recorded.",
            fields=(
                field.lines(
                    "results",
                    "Different results",
                    hint="round 1 table 3=2-1, one per line",
                ),
                field.lines("drops", "Players who drop now"),
                field.lines("lates", "Players given the late tag"),
                field.lines("on_time", "Players whose late tag is cleared"),
            ),
        ),
        Question(
            verb="blame",
            ask=_blame,
            title="Which entries led to this figure?",
            says="The entries that a place, a percentage or a result rests on.",
            fields=(
                _ABOUT,
                field.choice(
                    "cell",
                    "Figure",
                    (*Figure, *MatchCell),
                ),
            ),
        ),
        Question(
            verb="history",
            ask=_history,
            title="What happened, in words",
            says="Every entry about a player, a match or a round: when, by whom and why.",
            fields=(_PLAYER, _MATCH, field.text("round", "Round", hint="masters-2")),
        ),
        Question(
            verb="penalties",
            ask=_penalties,
            title="Penalties",
            says="The player, the infraction, the penalty and the judge.",
            fields=(field.text("who", "Player", hint="empty for all"),),
        ),
        Question(
            verb="draft order",
            typed=True,
            ask=_draft_order,
            waits=True,
            title="Who picks when in the draft?",
            says="The order of the picks at each table.",
            fields=(
                field.text("packs", "Packs per player", hint="4 if empty"),
                field.text("cards", "Cards per pack", hint="10 if empty"),
            ),
            any_moment=False,
        ),
        Question(
            verb="deckcheck status",
            ask=_deck_checks,
            title="Which decks were checked",
            says="How many decks are to be checked, and who was drawn and checked.",
        ),
        Question(
            verb="deck show",
            typed=True,
            ask=_deck_list,
            title="A player's deck list",
            says="The cards of the list that was handed in.",
            fields=(replace(_PLAYER, needed=True),),
            any_moment=False,
            seats=SEES_LISTS,
        ),
        Question(
            verb="clock",
            ask=_clock,
            title="How much time is left?",
            says="Each clock that is running, and when time is called.",
            fields=(_POOL,),
        ),
        Question(
            verb="posted",
            typed=True,
            ask=_posted,
            title="What was posted and printed?",
            says="Pairings and slips: when, in which entry, with what SHA-256. Print them again.",
            fields=(field.text("entry", "Entry to print again", hint="a number"),),
        ),
        Question(
            verb="requests",
            ask=_requests,
            title="Who asked for the results?",
            says="Who asked, when, and whether they were answered.",
            any_moment=False,
        ),
        Question(
            verb="requests receipt",
            typed=True,
            ask=_receipt,
            title="The receipt for a request",
            says="The text to give to the person who asked.",
            fields=(field.text("number", "Number", needed=True),),
        ),
        Question(
            verb="dossier",
            ask=_dossier,
            whole=True,
            title="The file on a dispute",
            says="One page about a match or a player, to show or to keep.",
            fields=(
                _ABOUT_TABLE,
                field.text("claim", "Result claimed", hint="0-2"),
            ),
        ),
        Question(
            verb="rules",
            ask=_rules,
            title="What do the rules say?",
            says="The section for a word, in a few sentences.",
            fields=(field.text("about", "About", hint="a word, or a section such as TRF §7.2"),),
            any_moment=False,
            seats=AT_DESK | {AccessRole.AUDITOR},
        ),
        Question(
            verb="lint",
            ask=_lint,
            title="What should an auditor look at?",
            says="Entries that break no rule, but that somebody should read.",
        ),
        Question(
            verb="verify",
            ask=_verify,
            title="Was anything changed, and was every rule followed?",
            says="Every line, signature, draw and rule, checked again.",
            any_moment=False,
        ),
    )
}
"""All questions, by their commands."""


PRIVATE = {"Cache-Control": "no-store"}


async def questions(request: Request) -> Response:
    """Show the list of questions."""
    session = seated(request, SEES_ALL)
    every = (
        (one.verb, one.title, f"desk/ask/{one.verb.replace(' ', '/')}")
        for one in QUESTIONS.values()
        if session.seat in one.seats
    )
    find = sought(request)
    says = {one.verb: one.says for one in QUESTIONS.values()}
    asks = {one.verb: f"{one.says} {labels(one.fields)}" for one in QUESTIONS.values()}
    groups = grouped(every, find, says, asks)
    other = "desk/acts" if MAY[session.seat] else ""
    return await desk_page(
        request, session, "questions.html", groups=groups, find=find, other=other
    )


async def answered(request: Request) -> Response:
    """Show a question, and its answer once the form was sent."""
    question = QUESTIONS.get(str(request.path_params["verb"]).replace("/", " "))
    session = seated(request, question.seats if question else SEES_ALL)
    served = served_of(request)
    if question is None:
        raise TurnedAwayError("There is no such question.", status=404)
    filled = {name: value[:LIST] for name, value in request.query_params.items()}
    whole = all(filled.get(field.name, "").strip() for field in question.fields if field.needed)
    said, parts = None, tuple[AnswerPart, ...]()
    if "ask" in filled or (whole and not question.waits):
        said, parts = await within(served, lambda here: answer_to(question, here, filled, session))
    if said and said.done and question.whole:
        about = re.sub(r"[^a-z0-9-]", "", filled.get("about", "").lower()) or "somebody"
        name = f"{served.slug}-{about}.html"
        shown = "attachment" if "save" in filled else "inline"
        text = parts[0].text
        headers = {
            "Content-Disposition": f'{shown}; filename="{name}"',
            "Content-Security-Policy": _with_own_style(text),
            **PRIVATE,
        }
        return Response(text, media_type="text/html", headers=headers)
    # A judge who comes from a table is still there.
    back = match_named(filled.get("match", "")) if question.verb == "deck show" else None
    return await desk_page(
        request,
        session,
        "question.html",
        lambda here: {"known": known(here)},
        said=said,
        answer=parts,
        sees_all=session.seat in SEES_ALL,
        question=question,
        back=back,
        marked=f"desk/tables/{back}" if back else "",
        filled=filled,
        as_of=AS_OF,
    )


def answer_to(
    question: Question, here: Venue, filled: dict[str, str], session: Session
) -> tuple[Outcome, tuple[AnswerPart, ...]]:
    """Return whether a question could be answered, and its answer as parts of a page.

    Refusals are in the outcome and not raised.
    """
    try:
        parts = question.answer(reloaded(here), filled)
    except Misuse as wrong:
        return Outcome(misuse=wrong.message), ()
    except Trouble as trouble:
        return Outcome(trouble=trouble), ()
    except OSError as error:
        return Outcome(trouble=of_the_system(error)), ()
    if question.whole or (question.typed and len(parts) > 1):
        text = "\n".join(clean(str(one)) for one in parts)
        return Outcome(), (AnswerPart(kind=PartKind.TEXT, text=text),)
    offered, hall = _offered(parts, here, session), in_the_hall(here.desk.tournament)
    return Outcome(), tuple(answer_parts(parts, offered, hall))


def _offered(parts: Iterable[AskedPart], here: Venue, session: Session) -> frozenset[str]:
    """Return the acts of these sections of the rules that the visitor can do now."""
    t, rules, mine = here.desk.tournament, here.desk.rules, allowed_to(session.seat)
    hand = here.book.with_hand(session.name)[1]
    verbs = {part.verb for part in parts if isinstance(part, RuleText) and part.verb}
    return frozenset(
        verb
        for verb in verbs
        if mine(verb) and (verb not in KINDS or is_offered(t, rules, verb, session.seat, hand=hand))
    )


_STYLE = re.compile("<style>(.*?)</style>", re.DOTALL)


def _with_own_style(page: str) -> str:
    """Return the Content-Security-Policy for a page that may use only its own inline styles."""
    digests = (b64encode(sha256(one.encode()).digest()).decode() for one in _STYLE.findall(page))
    own = " ".join(f"'sha256-{digest}'" for digest in digests) or "'none'"
    return f"default-src 'none'; style-src {own}; base-uri 'none'; frame-ancestors 'none'"


ROUTES = (
    Route("/t/{slug}/desk/ask", questions, methods=["GET"]),
    Route("/t/{slug}/desk/ask/{verb:path}", answered, methods=["GET"]),
)
