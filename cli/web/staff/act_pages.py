"""The pages of acts: a form for each command that an access role may use, and its outcome."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from hashlib import sha256
from typing import NamedTuple

from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from roundbook.cli.acts.rounds import building_until, still_building
from roundbook.cli.args.players import players_called
from roundbook.cli.forms.cuts import cuts_ahead, days_ahead
from roundbook.cli.forms.field import FormField, Kind
from roundbook.cli.forms.form import LIST, MOST_CALLED, Filled, Form, HandedFile
from roundbook.cli.keying.one_line import between
from roundbook.cli.keying.open_matters import PAIRING, open_matters
from roundbook.cli.places.sources import began_with_save
from roundbook.cli.session.errors import reworded, with_people
from roundbook.cli.session.venue import Venue
from roundbook.cli.session.write import Facts, Outcome, WriteContext
from roundbook.cli.verbs import GROUPS, TYPED
from roundbook.cli.web.access.guard import form_and_file_of, seated
from roundbook.cli.web.access.permissions import MAY_OVERRIDE, SEES_ALL, may, not_allowed, who_may
from roundbook.cli.web.access.sessions import Session
from roundbook.cli.web.permitted import TO_TYPE, WRITERS, perform, sent
from roundbook.cli.web.public.match_claims import differing, match_of, running, settle
from roundbook.cli.web.public.phones import reports_of
from roundbook.cli.web.server.page_routes import served_of, within
from roundbook.cli.web.server.problems import TurnedAwayError
from roundbook.cli.web.staff.every_form import FORMS
from roundbook.cli.web.staff.hints import capital, in_the_hall, on_page, refusal
from roundbook.cli.web.staff.page_frame import allowed_to, desk_page, known, lead_on, told
from roundbook.cli.web.staff.steps import goes_on
from roundbook.ledger.errors import Conflict, Hint, Refused, Trouble, Unreadable, warning
from roundbook.ledger.events.event import Override
from roundbook.ledger.phrases import counted
from roundbook.ledger.record.entry import Attempt
from roundbook.ledger.state.round_names import match_round
from roundbook.ledger.state.rounds import latest_rounds
from roundbook.ledger.state.tournament import Round, Tournament
from roundbook.ledger.terms import Division, MatchId, PlayerId, Pool
from roundbook.ledger.text import with_matches, with_names, without_name
from roundbook.projections.history.announcement import prizes_of
from roundbook.projections.offers import offered as offered_now
from roundbook.projections.offers import why_not
from roundbook.projections.proposals import KINDS, OF_MATCH, OF_PLAYER, OF_TEAM
from roundbook.projections.reports.event_page import FIRST
from roundbook.projections.rounds.needs_repair import to_decide
from roundbook.projections.rounds.ready_to_pair import ready
from roundbook.projections.standings.standings import by_division, overall, standings

ELSEWHERE = frozenset({"open", "deck register", "requests answer"})
"""Acts whose form is on another page."""

KIND = {
    "register a list": "register",
    "report a list": "report",
    "team read": "team form",
    "team list": "team form",
}
"""The act that decides whether a page with another name is offered."""

PAGES = (
    ("hand/deck", "deck register", "Import a deck list", "A player's list, as text or a file."),
    (
        "hand/request",
        "requests answer",
        "Answer a request with a file",
        "Records which file you hand over, and shows the receipt.",
    ),
    (
        "lists/players",
        "register a list",
        "Import a list of players",
        "A spreadsheet or CSV, which is checked first.",
    ),
    (
        "lists/results",
        "report a list",
        "Import a list of results",
        "One slip per row, which is checked first.",
    ),
    ("lists/teams", "team read", "Import a list of teams", "One team per row."),
    (
        "teams",
        "team list",
        "Teams",
        "Form the teams of a team battle, and see which players have none.",
    ),
    (
        "saves",
        "import",
        "Import a later save from TOM",
        "Only what has changed since the last save is added.",
    ),
    ("tom-file", "export", "File for TOM", "The event as a file that TOM opens."),
)
"""Acts with pages of their own: the address, the command, the title and what they do."""


async def acts(request: Request) -> Response:
    """Show the acts that the access role may do, in the groups of the list of commands."""
    session = seated(request, WRITERS)
    every = [
        (form.verb, form.title, f"desk/do/{form.verb.replace(' ', '/')}")
        for form in FORMS.values()
        if is_here(form)
    ]
    every += [(verb, title, f"desk/{path}") for path, verb, title, _says in PAGES]
    says = {verb: text for _path, verb, _title, text in PAGES}
    says |= {form.verb: _does(form) for form in FORMS.values() if is_here(form)}
    asks = {form.verb: labels(form.fields) for form in FORMS.values()}
    mine = allowed_to(session.seat)
    allowed = [one for one in every if mine(one[0])]
    find = sought(request)

    def looked(here: Venue) -> dict[str, object]:
        t, rules = here.desk.tournament, here.desk.rules
        named = {KIND.get(one[0], one[0]) for one in allowed}
        hand = here.book.with_hand(session.name)[1]
        whys = {verb: why_not(t, rules, verb, session.seat, hand=hand) for verb in named & {*KINDS}}
        now, later = list[tuple[str, str, str]](), list[NotNow]()
        follows = began_with_save(here.folder, t.opened)
        for verb, title, goes in allowed:
            if verb == "import" and not follows:
                continue  # Only what began with a save from TOM takes a later one, ever.
            why = whys.get(KIND.get(verb, verb))
            if why is None or (verb == "team list" and t.teams):
                now.append((verb, _title_now(here, verb, title), goes))
            elif verb not in KIND and _rule(why) not in NEVER_HERE:
                told = in_the_hall(t)(_why_nobody(KIND.get(verb, verb), why, here, mine))
                words = _words(verb, title, asks.get(verb, ""))
                passing = goes if _may_pass(why) else ""
                later.append(NotNow(title, passing, words, _fits(words, find), told))
        return {"groups": grouped(now, find, says, asks), "later": sorted(later)}

    other = "desk/ask" if session.seat in SEES_ALL else ""
    return await desk_page(request, session, "acts.html", looked, find=find, other=other)


def _title_now(here: Venue, verb: str, title: str) -> str:
    """Return the title of an act, which may be that of doing it again."""
    t, form = here.desk.tournament, FORMS.get(verb)
    rounds = latest_rounds(t)
    if verb in PRINTED and all(map(PRINTED[verb], rounds)):
        return f"{title} again"
    return form.page.titled_again if form and _only_again(here, form) else title


PRINTED: Mapping[str, Callable[[Round], bool]] = {
    "post": lambda one: one.posted,
    "slips": lambda one: one.slips,
}
"""Acts that can be done again for as long as a round is there, and whether they were done."""


def _only_again(here: Venue, form: Form) -> bool:
    """Tell whether an act that has a title for it can only be done again: the form then says so."""
    if not form.page.titled_again:
        return False
    acts = [one.act for one in offered_now(here.desk.tournament, here.desk.rules, form.verb)]
    return bool(acts) and all("--again" in one.args for one in acts)


def _does(form: Form) -> str:
    """Return the first sentence on what a form does, or its first part if there are two."""
    first = form.about[0].partition(". ")[0] if form.about else ""
    bare = re.sub(r" \([^)]*\)", "", first)
    main = re.split("[;:] ", bare, maxsplit=1)[0].removesuffix(".")
    return f"{main}." if main else ""


class NotNow(NamedTuple):
    """An act that cannot be done now, and why; with an address if an official may override that."""

    title: str
    goes: str
    words: str
    fits: bool
    why: str


def _why_nobody(verb: str, why: Refused, here: Venue, allowed: Callable[[str], bool]) -> str:
    """Return why an act cannot be done about anybody, without naming the player tried."""
    if verb in {*OF_PLAYER, *ADMITTING, "team split"}:
        reworded(why, lambda said: with_names(said, lambda _: "the player"))
    with_people(why, here.book)
    if verb in {"correct", *OF_MATCH}:
        reworded(why, lambda said: with_matches(said, lambda _: "the match"))
        reworded(why, lambda said: said.replace("match the match", "the match"))
    said = capital(why.message)
    if not why.hint or _rule(why) not in BY_ROLE:
        return said
    return f"{said} {on_page(why.hint, '', allowed).text}"


ADMITTING = frozenset({"late", "register"})
"""The acts about a player whose number is still to be given."""

BY_ROLE = frozenset({"proxy-not-judge", "reopen-not-organiser", "staff-not-organiser"})
"""The rules that refuse an act because of who does it: their hints say who can."""

NEVER_HERE = frozenset(
    {"style-kept", "flights-without-cut", "draft-elsewhere", "building-elsewhere"}
)
"""The rules by which an event of this style or format never has an act: it is not listed at all."""


def _rule(why: Refused) -> str:
    """Return the rule that refuses an act; empty if there is no instance of it."""
    return why.violations[0].rule if why.violations else ""


def _may_pass(why: Refused) -> bool:
    """Tell whether an official may override what refuses an act."""
    return bool(why.violations) and why.violations[0].should


class TitledPage(NamedTuple):
    """A page in a list: its title, its address, and the words by which it is found.

    `fits` tells whether all the words that are sought are among them, or parts of them. `says` is
    what is found on the page, where the title alone does not tell.
    """

    title: str
    goes: str
    words: str
    fits: bool
    says: str = ""


OF = {verb.name: (group, verb) for group, verbs in GROUPS.items() for verb in verbs}
"""Every command by its first word, with its group in the list of commands."""


def _words(name: str, title: str, more: str = "") -> str:
    """Return the words by which a page is found: its title, those of its command, and `more`."""
    return f"{title} {name} {OF[name.partition(' ')[0]][1].words} {more}".lower()


def labels(fields: Iterable[FormField]) -> str:
    """Return the labels of fields and of what can be chosen in them, by which a page is found."""
    return " ".join(word for one in fields for word in (one.label, *map(str, one.choices)))


def _fits(words: str, find: str) -> bool:
    """Tell whether everything that is sought is among these words."""
    return all(word in words for word in find.split())


def sought(request: Request) -> str:
    """Return the words by which a list of pages is filtered; empty to show all."""
    return " ".join(request.query_params.get("find", "")[:60].lower().split())


def grouped(
    pages: Iterable[tuple[str, str, str]],
    find: str,
    says: Mapping[str, str],
    asks: Mapping[str, str],
) -> dict[str, list[TitledPage]]:
    """Return pages grouped as their commands are, in that order, marked by whether they fit.

    A page is found by its title, and by the name and the related words of its command. `says` is
    what each page does, and `asks` what it asks for, by its command.
    """
    found = {group: list[TitledPage]() for group in GROUPS}
    for name, title, goes in pages:
        words = _words(name, title, asks.get(name, ""))
        fits = _fits(words, find)
        found[OF[name.partition(" ")[0]][0]].append(
            TitledPage(title, goes, words, fits, says.get(name, ""))
        )
    return {group: sorted(titles) for group, titles in found.items() if titles}


async def asked(request: Request) -> Response:
    """Show the form of one act, filled in with the values in the address."""
    form, _ = _form(request)
    filled = {
        field.name: "\n".join(request.query_params.getlist(field.name))[:LIST]
        for field in form.fields
        if field.name in request.query_params
    }
    session = seated(request, WRITERS)
    if said := told(request, session, Outcome):
        return await _asking(request, form, filled, said)
    if await within(served_of(request), lambda here: _only_again(here, form)):
        filled.setdefault("again", "again")
    refused = await within(
        served_of(request), lambda here: _refused_now(here, form, filled, session)
    )
    return await _asking(request, form, filled, refused, at_once=True)


def _refused_now(
    here: Venue, form: Form, filled: Mapping[str, str], session: Session
) -> Outcome | None:
    """Return why an act cannot be done now, whatever is filled in; None if it can be done."""
    t, verb = here.desk.tournament, form.verb
    if verb not in KINDS or filled.get("undo"):  # What is undone has been done already.
        return None
    whom = form.about_one(here, filled)
    some = [t.players[_acts_for(t, verb, whom[1])]] if whom and verb in OF_PLAYER else None
    hand = here.book.with_hand(session.name)[1]
    why = why_not(t, here.desk.rules, verb, session.seat, hand=hand, some=some)
    if why is None:
        return None
    if with_matches(why.message, lambda _: "") != why.message and not filled.get("match"):
        return None  # It is about an example, and no match has been chosen.
    with_people(why, here.book)
    return Outcome(trouble=why)


async def done(request: Request) -> Response:
    """Do the act and show its outcome; if it was refused, the form stays filled in."""
    form, verb = _form(request)
    fields = await sent(request)
    # The page of a table fills in the match; a check without a penalty belongs to none.
    alone = verb == "deckcheck record" and not fields.get("penalty")
    given = {**fields, "match": ""} if alone else fields
    danger = form.danger_in(fields)
    meant = fields.get("dry-run") or fields.get("override")
    asks_twice = form.page.asks_twice(fields) and not meant
    if asks_twice and fields.get("sure") != form.sure_of(fields):
        fields = {**fields, "dry-run": "yes", "sure": form.sure_of(fields)}
    else:
        fields = {**fields, "sure": ""}
    if not fields.get("dry-run"):
        served = served_of(request)
        if await within(served, lambda here: _came_up(form, here, fields)):
            return await _asking(request, form, fields, Outcome(misuse=CAME_UP))
    held = await _held(request) if verb == "penalty" else []
    said = await perform(
        request,
        verb,
        lambda ctx: _give(ctx, form, by_number(ctx, form, changed(ctx, form, given))),
        fields=fields,
        danger=danger,
    )
    if said.done and (fields.get("dry-run") or not form.page.writes):
        return await _asking(request, form, {**fields, "dry-run": ""}, said)
    if said.done:
        said = replace(said, lines=(*said.lines, *await _let_in(request, held)))
        session = seated(request, WRITERS)
        to = goes_on(verb, partial(may, session.seat))
        undone = form.undoing and fields.get(form.undoing.by) and to == "desk/tables"
        if undone or (verb == "deckcheck record" and fields.get("match")):
            match = await within(served_of(request), lambda here: _table_of(here, fields))
            to = f"desk/tables/{match}" if match else to
        return lead_on(request, session, fields.get("cmd", ""), said, to)
    return await _asking(request, form, {**fields, "sure": ""}, said)


async def _held(request: Request) -> list[MatchId]:
    """Return the matches whose phone reports agree, but wait because they leave out a penalty."""
    served = served_of(request)
    reports = reports_of(request, served)

    def held(here: Venue) -> list[MatchId]:
        with suppress(Unreadable):
            found = differing(here.desk.tournament, reports.read(here.desk.tournament))
            return [match for match, one in found.items() if one.doubts]
        return []

    return await within(served, held)


async def _let_in(request: Request, held: Sequence[MatchId]) -> list[str]:
    """Enter held reports that nothing holds any more; return a sentence for each."""
    served = served_of(request)
    reports = reports_of(request, served)

    def entered(here: Venue) -> list[str]:
        settle(here, reports)
        t, tie, said = here.desk.tournament, here.desk.rules.tie_word, list[str]()
        for match in held:
            if match in t.results:
                first, second = map(here.entrants.shown, t.matches[match])
                what = between(first, second, t.results[match], tie)
                now_in = "the result that both players reported has now been entered"
                said.append(f"Table {match.table}: {now_in}, {what}.")
        return said

    return await within(served, entered) if held else []


def _give(ctx: WriteContext, form: Form, fields: Mapping[str, str]) -> Facts:
    """Do the act. An official's reason, in the field that asks for it, overrides its rule (A-61).

    No refusal is shown first, and no word has to be typed; a refusal lifted at once is not noted.
    """
    form = form.checked_as_on_page(ctx.venue) if ctx.dry_run else form
    desk, attempts = ctx.venue.desk, list[Attempt]()
    note, desk.note_attempt = desk.note_attempt, attempts.append
    try:
        return form.give(ctx, fields)
    except Trouble as trouble:
        desk.note_attempt = note
        let = _let(ctx, form, fields, trouble) if isinstance(trouble, Refused) else None
        if let is None:
            for attempt in attempts:
                note(attempt)
            raise
        return form.give(replace(ctx, manner=replace(ctx.manner, override=let)), fields)
    finally:
        desk.note_attempt = note


def _let(
    ctx: WriteContext, form: Form, fields: Mapping[str, str], refused: Refused
) -> Override | None:
    """Return the override for which a field of the form has the reason; None without one."""
    broken = {
        one.rule: form.page.lets.get(one.rule, "") for one in refused.violations if one.should
    }
    asked = list(filter(None, broken.values()))
    why = next(filter(None, map(Filled(ctx, fields).words, asked)), None)
    if why is None:
        if asked and all(broken.values()):  # The field asks for it, and no word is typed.
            refused.hint = refused.violations[0].hint
        return None
    given, rules = ctx.manner.override, [rule for rule, name in broken.items() if name]
    return Override.of(
        (*rules, *(given.rules if given else ())),
        reason=given.reason if given else why,
        official=ctx.manner.operator.role,
    )


def _table_of(here: Venue, fields: Mapping[str, str]) -> MatchId | None:
    """Return the match at whose table a form was filled in; None if it is not being played."""
    t = here.desk.tournament
    if who := fields.get("who"):  # A penalty or a deck check: its player sits here now.
        return match_of(t, PlayerId(who))
    meant = fields.get("match", "")
    return next((match for match in running(t) if str(match) == meant), None)


async def _asking(
    request: Request,
    form: Form,
    filled: Mapping[str, str],
    said: Outcome | None,
    *,
    at_once: bool = False,
) -> Response:
    """Return the form of an act, with its outcome so far. Opening the form is not an error.

    If it is refused `at_once`, nothing has been filled in yet but what the address gives.
    """
    conflict = said and isinstance(said.trouble, Conflict)
    session = seated(request, WRITERS)
    overrides = session.seat in MAY_OVERRIDE
    asks_why = overrides and not at_once and why_field(form, said)
    return await desk_page(
        request,
        session,
        "act.html",
        lambda here: {
            **filling(form, here, filled, None if at_once else said, overrides=overrides),
            **_warned(form, here, session, f"/t/{request.path_params['slug']}", filled),
        },
        status=200 if request.method == "GET" else 409 if conflict else 0,
        back=form.apart(filled),
        typed=TYPED,
        said=said,
        rule="" if asks_why else rule_of(said),
        rewrite=named_in(said),
    )


CAME_UP = "Nothing has been recorded yet. Read what came up after you opened the page, then send."
"""The sentence above a warning that the page did not show before the act."""


def _warned(
    form: Form, here: Venue, session: Session, root: str, filled: Mapping[str, str]
) -> dict[str, object]:
    """Return what to know first, and the marks that tell at the press which warnings were shown."""
    said = _to_know(form, here, filled)
    lines = refusal(said, root, allowed_to(session.seat))
    hall = in_the_hall(here.desk.tournament)
    return {"beware": [one.told(hall) for one in lines], "warned": " ".join(map(_mark, said))}


def _came_up(form: Form, here: Venue, fields: Mapping[str, str]) -> bool:
    """Tell whether something should be known before this act that its page has not shown."""
    if here.desk.written_by(fields.get("cmd", "")):  # The form was sent twice.
        return False
    return not {*map(_mark, _to_know(form, here, fields))} <= {*fields.get("warned", "").split()}


def _mark(said: Hint) -> str:
    """Return a short mark that identifies a hint."""
    return sha256(repr(said).encode()).hexdigest()[:16]


def _to_know(form: Form, here: Venue, filled: Mapping[str, str]) -> list[Hint]:
    """Return what to know before this act: what is still open, who is still building decks."""
    t = here.desk.tournament
    if form.undoing and filled.get(form.undoing.by):
        return []
    if form.verb == "pair":
        return open_matters(here, on_page=True, pairs=_to_pair(here, filled))
    if form.verb in PAIRING:
        return open_matters(here, on_page=True)
    if form.verb == "close":
        return to_decide(t, here.desk.rules, here.entrants.shown)
    if form.verb == "start" and (until := building_until(here)):
        return [warning(still_building(until))]
    return []


def _to_pair(here: Venue, filled: Mapping[str, str]) -> list[Pool]:
    """Return the pools that the form pairs: the one that is filled in, or all that are ready."""
    if one := filled.get("pool"):
        return [Pool(one)]
    with suppress(Refused):
        return ready(here.desk.tournament, here.desk.rules)
    return []


BOXES = frozenset({"undo", "together"})
"""The boxes that a button fills in which undoes an act."""


def filling(
    form: Form,
    here: Venue,
    filled: Mapping[str, str],
    said: Outcome | None,
    *,
    overrides: bool = True,
) -> dict[str, object]:
    """Return the form to show, with its choices and the values of its fields.

    At first these are the proposed values. Values that the address already gives are described in
    words, and not asked for again.
    """
    form = form.asking_why() if overrides else form
    form, back = form.with_filled(filled).in_edition(here.desk.rules), form.undoing
    undoes = back is not None and bool(filled.get(back.by))
    filled = _for_the_team(here, form, filled)
    whom = form.about_one(here, filled)
    meant = back.meant(here, filled) if back and undoes else ""
    given = back.given if back and meant else ()
    if whom and not meant:
        meant, given = _who(here, form.verb, whom[1]), (whom[0],)
        shown = here.entrants if form.verb in OF_TEAM else here.book
        title = form.page.of.replace("{}", shown.shown(whom[1]))
        form = replace(form, title=title or form.title)
    elif not meant and (some := form.about_several(here, filled)):
        given, players = some
        meant = f"{counted(len(players), 'player')}: {', '.join(map(here.book.named, players))}."
    given = (*given, *_ticked(form, filled)) if back and undoes else given
    if said is None or said.done:
        filled = {
            **form.proposed(here),
            **(form.page.stands(here, whom[1]) if whom else {}),
            **filled,
        }
    form = replace(form, fields=tuple(_here(one, here, filled) for one in form.fields))
    wrong = capital(said.misuse) if said and said.misuse else ""
    if said and wrong:
        form = form.marked(said.field, wrong)
    elif overrides:
        form = form.marked(why_field(form, said), "Give the reason here.")
    rows = form.rows(here, filled)
    if not overrides:  # What needs an official's reason is not offered.
        rows = {name: [one.without_why() for one in some] for name, some in rows.items()}
    elif any(one.value in one.needs_why for some in rows.values() for one in some):
        form = form.unfolded(form.page.lets.values())
    ahead = cuts_ahead(here, filled, rows) if form.verb == "cut" else []
    ahead = days_ahead(here, filled) if form.verb == "day-two" and not undoes else ahead
    if form.page.repeated and filled.get("again"):  # The page says so, and need not ask.
        given = (*given, "again")
    t, is_check = here.desk.tournament, form.verb == "deckcheck record"
    if meant and whom and (at := _at_table(form, t, filled)):
        meant, given = f"{meant}; {match_round(t, at)}, table {at.table}", (*given, "match")
    idle = [one.name for one in form.fields if one.applies and not one.applies(here)]
    left = tuple(one for one in form.fields if one.name not in {*given, *idle})
    named = [one.player for each in ahead for one in each.players]
    places, whose = _places(here) if form.verb == "close" else ([], False)
    return {
        "ahead": ahead,
        "places": places,
        "whose": whose,
        "names": {player: here.book.shown(player) for player in named},
        "known": known(here, form.fields),
        "filled": filled,
        "rows": rows,
        "first": FIRST,
        "meant": meant,
        "given": given,
        "form": replace(form, fields=left),
        "untyped": wrong if said and said.field == TO_TYPE else "",
        "others": form.verb if whom and not undoes else "",
        "deck": whom[1] if whom and is_check and whom[1] in t.decks else "",
    }


def _ticked(form: Form, filled: Mapping[str, str]) -> Iterator[str]:
    """Yield the ticked boxes that make a form the one to undo: the form does not ask for them."""
    for one in form.fields:
        if one.kind is Kind.FLAG and one.name in BOXES and filled.get(one.name):
            yield one.name


def _at_table(form: Form, t: Tournament, filled: Mapping[str, str]) -> MatchId | None:
    """Return the match that the address gives, if the form has a field for it."""
    if all(one.name != "match" for one in form.fields):
        return None
    return next((one for one in t.matches if str(one) == filled.get("match")), None)


def _places(here: Venue) -> tuple[list[tuple[Division, list[tuple[int, str, str]]]], bool]:
    """Return the places of each division, which a close would make final, with names and prizes.

    Also tell whether prizes were announced without saying for which division.
    """
    t, name = here.desk.tournament, here.entrants.shown
    every = (overall if t.is_elimination else standings)(t, here.desk.rules)
    placed = [one for one in every if one.place]
    prizes, told = prizes_of(t, ((one.division, one.place) for one in placed)), t.announcement
    lists = [
        (age, [(at, name(one.player), prizes.get(at, "")) for one in some if (at := one.place)])
        for age, some in by_division(placed).items()
    ]
    announced = told is not None and bool(told.prizes or told.prizes_by_place)
    return lists, announced and len(lists) > 1 and not t.is_elimination


def _here(field: FormField, here: Venue, filled: Mapping[str, str]) -> FormField:
    """Return a field as it is asked for at a tournament."""
    if field.due and field.due(here):
        field = replace(field, seldom=False, wanted=True)
    if field.name == "division" and here.desk.rules.divisions is not None:
        # Everybody has a division by age, so acts refuse the open one.
        allowed = {*Division} - {Division.OPEN} | {filled.get("division", "").title()}
        choices = tuple(one for one in field.choices if one.title() in allowed)
        field = replace(field, choices=choices)
    return _which(field, here, filled)


def _which(field: FormField, here: Venue, filled: Mapping[str, str]) -> FormField:
    """Return a player field as a choice, if the text may mean several players."""
    text = filled.get(field.name, "").strip()
    if field.kind is not Kind.PLAYER or not text:
        return field
    found = players_called(text, here.desk.tournament, here.book)
    if not 1 < len(found) <= MOST_CALLED:
        return field
    names = tuple(f"{here.book.name(player)} ({player})" for player in found)
    return replace(field, kind=Kind.CHOICE, choices=tuple(found), titles=names)


def _acts_for(t: Tournament, verb: str, player: PlayerId) -> PlayerId:
    """Return whom an act names for a player: in a team, perhaps who represents it (A-65)."""
    return t.entrant(player) if verb in OF_TEAM else player


def _for_the_team(here: Venue, form: Form, filled: Mapping[str, str]) -> Mapping[str, str]:
    """Return the values with the player who represents the team, if the act is about the team."""
    whom = form.about_one(here, filled)
    if whom is None:
        return filled
    name, player = whom
    return {**filled, name: _acts_for(here.desk.tournament, form.verb, player)}


def _who(here: Venue, verb: str, player: PlayerId) -> str:
    """Return a player's name, number and division; of a team, the names of both players."""
    t = here.desk.tournament
    if verb in OF_TEAM and (team := t.teams.get(player)):
        both = " and ".join(f"{here.book.name(one)} ({one})" for one in team.players)
        return f"{team.name}: {both}. This counts for the whole team."
    return f"{here.book.name(player)} ({player}), {t.players[player].division}"


def _form(request: Request) -> tuple[Form, str]:
    """Return the form in the address. Raise TurnedAwayError if the access role may not use it."""
    verb = str(request.path_params["verb"]).replace("/", " ")
    session = seated(request, WRITERS)
    form = FORMS.get(verb)
    if form is None or not is_here(form):
        raise TurnedAwayError("There is no such form here.", status=404)
    if not may(session.seat, verb):
        raise TurnedAwayError(not_allowed(session.seat, verb))
    return form, verb


def is_here(form: Form) -> bool:
    """Tell whether an act has its page here."""
    return form.verb not in ELSEWHERE


NAMED = re.compile(r"\bp[1-9][0-9]{0,5}\b", re.ASCII)


def named_in(said: Outcome | None) -> str:
    """Return the player named in a text that was refused for a name; empty if there is none."""
    trouble = said.trouble if said else None
    for one in trouble.violations if isinstance(trouble, Refused) else ():
        if one.rule == "name-in-text" and (player := NAMED.search(one.message)):
            return player[0]
    return ""


def by_number(ctx: WriteContext, form: Form, fields: Mapping[str, str]) -> Mapping[str, str]:
    """Return the values, with numbers in place of names, if the person has asked for that."""
    player = PlayerId(fields.get("rewrite", ""))
    if player not in ctx.tournament.players:
        return fields
    texts = {one.name: fields[one.name] for one in form.fields if one.name in fields}
    for called in (ctx.book.name(player), ctx.book.id(player) or ""):
        texts = {name: without_name(text, called, player) for name, text in texts.items()}
    return {**fields, **texts}


def changed(ctx: WriteContext, form: Form, fields: Mapping[str, str]) -> dict[str, str]:
    """Return the values without those that the page had filled in, and that nobody changed."""
    whom = form.about_one(ctx.venue, fields)
    stands = form.page.stands(ctx.venue, whom[1]) if whom else {}
    return {name: text for name, text in fields.items() if stands.get(name) != text.strip()}


def rule_of(said: Outcome | None) -> str:
    """Return the rules that refused, if an official may override them; empty otherwise."""
    trouble = said.trouble if said else None
    found = trouble.violations if isinstance(trouble, Refused) else ()
    may_pass = [one.rule for one in found if one.should] if found and found[0].should else []
    return " ".join(dict.fromkeys(may_pass))


def why_field(form: Form, said: Outcome | None) -> str:
    """Return the field whose reason would override every rule that refused; empty if none would."""
    names = {form.page.lets.get(rule, "") for rule in rule_of(said).split()}
    return names.pop() if len(names) == 1 else ""


# Acts with a file: importing a deck list, and answering a request.

HANDINGS = {"deck": FORMS["deck register"], "request": FORMS["requests answer"]}


async def offered(request: Request) -> Response:
    """Show the form, filled in with the values in the address."""
    filled = {name: value[:200] for name, value in request.query_params.items()}
    return await _handing_page(request, filled, None)


async def handed(request: Request) -> Response:
    """Do the act with the uploaded file or the pasted text."""
    seated(request, WRITERS)
    form = _handing(request)
    session = seated(request, who_may(form.verb))
    fields, brought = await form_and_file_of(request, session)
    pasted = fields.get("pasted", "").strip() if form.page.pasted else ""
    file = HandedFile(*(brought or ("list.txt" if pasted else "", pasted.encode())))
    if file.wrong:
        return await _handing_page(request, fields, Outcome(misuse=file.wrong))
    said = await perform(
        request, form.verb, lambda ctx: form.give(ctx, fields, file), fields=fields
    )
    return await _handing_page(
        request, {} if said.done and not fields.get("dry-run") else fields, said
    )


async def _handing_page(request: Request, filled: dict[str, str], said: Outcome | None) -> Response:
    form = _handing(request)
    return await desk_page(
        request,
        seated(request, who_may(form.verb)),
        "handing.html",
        lambda here: filling(form, here, filled, said),
        said=said,
        kind=request.path_params["kind"],
    )


def _handing(request: Request) -> Form:
    form = HANDINGS.get(str(request.path_params["kind"]))
    if form is None:
        raise TurnedAwayError("There is no such form here.", status=404)
    return form


ROUTES = (
    Route("/t/{slug}/desk/acts", acts, methods=["GET"]),
    Route("/t/{slug}/desk/do/{verb:path}", asked, methods=["GET"]),
    Route("/t/{slug}/desk/do/{verb:path}", done, methods=["POST"]),
    Route("/t/{slug}/desk/hand/{kind}", offered, methods=["GET"]),
    Route("/t/{slug}/desk/hand/{kind}", handed, methods=["POST"]),
)
