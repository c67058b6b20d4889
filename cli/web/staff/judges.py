"""The judges' pages: the calls, the tables being played, and the forms for one table."""

from collections.abc import Collection, Container, Iterable, Mapping
from datetime import datetime, timedelta

from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from roundbook.cli.args.types import RoundId, match_or_round
from roundbook.cli.forms.field import FormField, Kind
from roundbook.cli.forms.form import Form
from roundbook.cli.forms.phone_reports import SETTLE
from roundbook.cli.keying.one_line import between
from roundbook.cli.keying.open_matters import at_table
from roundbook.cli.places.phone_claims import PlayerReports
from roundbook.cli.session.errors import reworded
from roundbook.cli.session.venue import Venue
from roundbook.cli.session.write import Facts, Outcome, WriteContext
from roundbook.cli.verbs import TYPED, VERBS
from roundbook.cli.web.access.guard import seated
from roundbook.cli.web.access.permissions import may, who_may
from roundbook.cli.web.access.sessions import Session
from roundbook.cli.web.permitted import perform, sent
from roundbook.cli.web.public.match_claims import Contest, differing
from roundbook.cli.web.public.phones import reports_of
from roundbook.cli.web.server.page_routes import served_of, within
from roundbook.cli.web.server.problems import TurnedAwayError
from roundbook.cli.web.staff.act_pages import by_number, named_in, rule_of
from roundbook.cli.web.staff.corrections import lock_of
from roundbook.cli.web.staff.every_form import FORMS
from roundbook.cli.web.staff.hints import HintButton, button_of, refusal
from roundbook.cli.web.staff.history import in_round, match_at_table
from roundbook.cli.web.staff.messages import current
from roundbook.cli.web.staff.page_frame import allowed_to, desk_page, lead_on, told
from roundbook.ledger.errors import Hint, Misuse, Refused, Unreadable, do
from roundbook.ledger.events.catalogue import NoteMade, TimeExtended
from roundbook.ledger.events.match_end import Stage
from roundbook.ledger.phrases import Phrase
from roundbook.ledger.record.entry import each_event
from roundbook.ledger.rulesets.tables import of_video_game
from roundbook.ledger.state.lock import final
from roundbook.ledger.state.round_names import called, match_round
from roundbook.ledger.state.rounds import (
    calls_judge,
    decision,
    latest_matches,
    matches_in_play,
    matches_of,
)
from roundbook.ledger.state.tournament import Tournament, part_of
from roundbook.ledger.terms import MatchFormat, MatchId, PlayerId
from roundbook.ledger.text import opened, spellings, with_names, with_sides, with_this_match
from roundbook.projections.judging.calls_and_messages import OpenCall, open_calls
from roundbook.projections.judging.deck_checks import progress, sits_at
from roundbook.projections.judging.penalties import GivenPenalty, penalties
from roundbook.projections.offers import is_offered, of_match
from roundbook.projections.proposals import OF_MATCH
from roundbook.projections.reports.names import pool_title
from roundbook.projections.rounds.clock import began
from roundbook.projections.rounds.rounds import keeps_a_table

SEATS = who_may("extend")
SHORT = {verb.name: verb.short for verb in VERBS.values() if verb.short}
SHORT |= {"deckcheck record": "Deck check"}
"""Short titles of acts, for narrow places."""

SHOWN = ("out", "extended", "all")


class Tabled(Struct, frozen=True, kw_only=True):
    """A table of a latest round; `more` is its extra time in minutes.

    `first` and `second` are the sides; `players` are all who sit there, four at a match of teams.
    `playing` tells whether its round is in progress; `result` says who won, once it is in; `calls`
    tells whether a judge is called there, and `at_odds` whether its players report different
    results by phone. `fixed` is whether the table was kept for one of them.
    """

    match: MatchId
    first: str
    second: str
    players: tuple[PlayerId, ...]
    playing: bool
    is_in: bool
    result: str
    calls: bool
    at_odds: bool
    more: int
    ends: datetime | None
    fixed: bool = False


FORMS_HERE = ("extend", "note", "penalty", "time-called")
"""The acts whose forms are on the page of a table, in the order in which judges need them."""


class Calling(Struct, frozen=True, kw_only=True):
    """A call for a judge, with the names of the table's players and of the judge who goes there.

    `caller` is the player who called or, if that is not known, the staff member who recorded it.
    `ours` tells whether the judge is the visitor.
    """

    call: OpenCall
    players: str
    caller: str
    judge: str = ""
    ours: bool = False


class GivenTime(Struct, frozen=True, kw_only=True):
    """Extra time as it was given to a table; `instead` tells whether it replaced what was there."""

    seq: int
    at: datetime
    who: str
    minutes: int
    instead: bool
    reason: str


class TableNote(Struct, frozen=True, kw_only=True):
    """A note on the match at a table: its entry, time, author, player and text.

    `ruling` tells whether it is a ruling by the head judge.
    """

    seq: int
    at: datetime
    who: str
    about: str
    text: str
    ruling: bool


class HadPenalty(Struct, frozen=True, kw_only=True):
    """A penalty of a player at a table, with names instead of numbers.

    `back` opens the form that withdraws it, or that reinstates a disqualified player; None once it
    is withdrawn.
    """

    given: GivenPenalty
    name: str
    where: str
    infraction: str
    withdrawn: str
    back: HintButton | None


async def tables(request: Request) -> Response:
    """Show the calls and the tables: those still playing, those with extra time, or all.

    A number or a player's name opens the table; if several match, the page lists them. So does
    `round 1 table 2`, also of an earlier round, and `round 1` lists all its tables.
    """
    session = seated(request, SEATS)
    number = " ".join(request.query_params.get("table", "")[:80].split())
    only = "all" if number else request.query_params.get("only", "out")
    only = only if only in SHOWN else "out"
    seat, reports = session.seat, reports_of(request, served_of(request))
    said = told(request, session, Outcome)
    asked = match_or_round(request.query_params.get("round", ""))

    def looked(here: Venue) -> dict[str, object]:
        t, odds = here.desk.tournament, at_odds(here, reports)
        every = [one for one in tabled(here, odds) if one.playing]
        earlier = matches_of(t, *asked) if isinstance(asked, RoundId) else []
        wanted = {
            "out": [one for one in every if not one.is_in],
            "extended": [one for one in every if one.more and not one.is_in],
            "all": every,
        }
        counts = {kind: len(found) for kind, found in wanted.items()}
        found = [one for one in wanted[only] if not number or fits(one, number)]
        found.sort(key=lambda one: bool(number) and one.is_in)  # The one being played first.
        if whole := in_round(number, t):
            found = [one for one in tabled(here, odds, whole) if one.match in whole]
        if only == "all" and earlier:
            found = [one for one in tabled(here, odds, earlier) if one.match in earlier]
        several = len(t.latest) > 1
        return {
            "rounds": [
                (f"{pool}-{n}", f"{pool_title(pool)}, {name}" if several else opened(name))
                for pool, n in sorted(t.rounds, key=lambda one: (one[1], one[0]))
                for name in [str(called(t, pool, n))]
            ],
            "tables": found,
            "counts": counts,
            "calls": calling(here, session),
            "disputed": [one for one in every if one.at_odds],
            "checks": to_check(here),
            "messages": current(here),
        }

    def meant(here: Venue) -> list[MatchId]:
        t, match = here.desk.tournament, match_at_table(number, here.desk.tournament)
        if match in t.matches:
            return [match]
        if whole := in_round(number, t):
            return whole
        return [one.match for one in tabled(here) if fits(one, number)]

    if number:
        try:
            same = await within(served_of(request), meant)
        except Refused as refused:
            same, said = [], Outcome(trouble=refused)
        if len(same) == 1:
            return RedirectResponse(f"{request.url.path}/{same[0]}", 303)
    return await desk_page(
        request,
        session,
        "floor.html",
        looked,
        said=said,
        only=only,
        number=number,
        round=str(request.query_params.get("round", "")),
        names=SHORT,
        may_send=may(seat, "message"),
    )


def fits(one: Tabled, wanted: str) -> bool:
    """Tell whether a text is a table's number, or matches a player who sits there."""
    if wanted.isdigit():
        return str(one.match.table) == wanted
    names = spellings(f"{one.first} {one.second}")
    in_name = any(word in name for word in spellings(wanted) for name in names)
    return in_name or wanted.lower() in one.players


async def table(request: Request) -> Response:
    """Show one table: its call, its time, and the forms for what a judge does there."""
    session = seated(request, SEATS)
    return await _table(request, {}, told(request, session, Outcome))


async def done_at_table(request: Request) -> Response:
    """Do the act that a judge has filled in at a table, and show the table again."""
    session = seated(request, SEATS)
    fields = {**await sent(request), "match": str(request.path_params["match"])}
    verb = fields.get("verb", "")
    if verb not in {"call", SETTLE.verb, *FORMS_HERE}:
        raise TurnedAwayError("There is no such form here.", status=404)
    form = SETTLE if verb == SETTLE.verb else FORMS[verb]
    reports = reports_of(request, served_of(request))

    def act(ctx: WriteContext) -> Facts:
        if form is SETTLE:
            _unchanged(ctx.venue, reports, fields)
        return form.give(ctx, by_number(ctx, form, _games_in(fields)))

    said = await perform(request, verb, act, fields=fields)
    if said.done and not fields.get("dry-run"):
        return lead_on(request, session, fields.get("cmd", ""), said)
    return await _table(request, fields, said)


def _unchanged(here: Venue, reports: PlayerReports, fields: Mapping[str, str]) -> None:
    """Raise Misuse if the player has sent another report since the judge looked at it."""
    odds = {str(match): one for match, one in at_odds(here, reports).items()}
    contest = odds.get(fields["match"])
    claims = filter(None, (contest.left, contest.right) if contest else ())
    for claim in claims:
        now_says = claim.games or claim.word
        if claim.player == fields.get("player") and now_says != fields.get("said", now_says):
            name = here.entrants.shown(PlayerId(claim.player))
            msg = f"{name} has changed the report since you opened this page. Look at both again."
            raise Misuse(msg, field="player")


async def _table(request: Request, filled: Mapping[str, str], said: Outcome | None) -> Response:
    """Return the page of a table, also of an earlier round. Raise TurnedAwayError if none is."""
    session, wanted = seated(request, SEATS), str(request.path_params["match"])
    reports, root = reports_of(request, served_of(request)), f"/t/{served_of(request).slug}"

    def looked(here: Venue) -> dict[str, object]:
        t, odds = here.desk.tournament, at_odds(here, reports)
        asked = [match for match in t.matches if str(match) == wanted]
        one = next((one for one in tabled(here, odds, asked) if one.match in asked), None)
        if one is None:
            msg = f"There is no match {wanted} at this tournament."
            raise TurnedAwayError(msg, status=404)
        call = next((each for each in calling(here, session) if each.call.match == one.match), None)
        name = match_round(here.desk.tournament, one.match)
        hand = here.book.with_hand(session.name)[1]
        return {
            "one": one,
            "call": call,
            "round": name,
            "newer": newer(t, one.match),
            "locked": lock_of(here, one.match) if final(t, one.match, here.desk.rules) else (),
            "in_bracket": part_of(here.desk.tournament, one.match.pool) is Stage.ELIMINATION,
            "contest": odds.get(one.match),
            "beware": refusal(at_table(here, one.match), root, allowed_to(session.seat)),
            "names_here": {player: here.book.shown(player) for player in one.players},
            "penalties": had(here, one.players),
            "decks": [player for player in one.players if player in here.desk.tournament.decks],
            "notes": noted(here, one.match),
            "forms": [
                named(FORMS[verb], one, here, reports=may(session.seat, "report"))
                for verb in FORMS_HERE
                if may(session.seat, verb)
                and (verb != "time-called" or not one.is_in or may(session.seat, "correct"))
                and (verb in OF_MATCH or is_offered(here.desk.tournament, here.desk.rules, verb))
                and of_match(here.desk.tournament, here.desk.rules, verb, one.match)
            ],
            "of_player": [
                verb
                for verb in ("deckcheck record", "proxy")
                if is_offered(here.desk.tournament, here.desk.rules, verb, session.seat, hand=hand)
            ],
            "given": given(here, one.match),
            "can_call": not one.is_in
            and of_match(here.desk.tournament, here.desk.rules, "call", one.match),
            "can_report": one.playing and may(session.seat, "report"),
            "can_correct": may(session.seat, "correct")
            and not final(here.desk.tournament, one.match, here.desk.rules),
            "extra": button_of(do("extend", wanted, "0", "--instead")),
        }

    return await desk_page(
        request,
        session,
        "table.html",
        looked,
        said=of_this_match(said, wanted) if said else None,
        filled=filled,
        typed=TYPED,
        rule=rule_of(said),
        rewrite=named_in(said),
        keep=request.query_params.get("keep", ""),
        may_report=may(session.seat, "report"),
        may_correct=may(session.seat, "correct"),
        may_ask_end=may(session.seat, "verdict"),
        names=SHORT,
    )


def newer(t: Tournament, match: MatchId) -> Phrase | None:
    """Return the name of the round that was paired after that of a match; None if none was."""
    pool = match.pool
    return None if match in latest_matches(t, pool) else called(t, pool, t.latest[pool])


def of_this_match(said: Outcome, match: str) -> Outcome:
    """Return an outcome with "this match" instead of the match, which the page already names."""

    def told(text: str) -> str:
        return with_this_match(text, match)

    def in_hint(one: str | Hint) -> str | Hint:
        if isinstance(one, str):
            return told(one)
        parts = (told(part) if isinstance(part, str) else part for part in one.parts)
        return replace(one, text=told(one.text), parts=tuple(parts))

    if said.trouble:
        reworded(said.trouble, told)
    misuse = told(said.misuse) if said.misuse else None
    return replace(said, lines=tuple(map(in_hint, said.lines)), misuse=misuse)


OTHER_GAMES = "other_games"
"""The field for unusual games, such as Sudden Death, that are not in the list."""


def _games_in(fields: Mapping[str, str]) -> Mapping[str, str]:
    """Return the values of a form, with typed games instead of those chosen from the list.

    Raise Misuse if both were filled in.
    """
    typed = fields.get(OTHER_GAMES, "").strip()
    if not typed:
        return fields
    if fields.get("games"):
        raise Misuse("choose from the list or enter the games below it, not both.", field="games")
    return {**fields, "games": typed}


def _games(one: Tabled, games: MatchFormat) -> tuple[tuple[str, str], ...]:
    """Return the usual states of a match's games, each with its label."""
    first, second = one.first, one.second
    if games is MatchFormat.BEST_OF_ONE:
        return (
            ("none", "The game is not finished"),
            ("1", f"{first} won the game"),
            ("2", f"{second} won the game"),
        )
    return (
        ("none", "No game is finished"),
        ("1", f"{first} won game 1"),
        ("2", f"{second} won game 1"),
        ("1,2", f"1–1, {first} won game 1"),
        ("2,1", f"1–1, {second} won game 1"),
    )


def named(form: Form, one: Tabled, here: Venue, *, reports: bool) -> Form:
    """Return a form for a table, with its players' names and without the fields seldom used.

    A video game has no Prize cards. Sudden Death decides a match only in a bracket (TRF §9.3).
    Staff who may not `report` results are told which one they may.
    """
    t = here.desk.tournament
    opened, in_bracket = t.opened, part_of(t, one.match.pool) is Stage.ELIMINATION
    left_out = {"match", *(["prizes"] if opened and of_video_game(opened.rounds_table) else [])}
    fields = list[FormField]()
    for field in form.fields:
        corrects = field.name == "reason" and one.is_in
        decides = field.name == "decider" and in_bracket
        if field.name in left_out or (field.seldom and not corrects and not decides):
            continue
        asked = replace(field, hint=with_sides(field.hint, one.first, one.second))
        if field.name == "games":
            fields += _asked_games(asked, _games(one, opened.match_format if opened else BO3))
        elif field.options:
            choices, titles = zip(*field.options(here), strict=True)
            fields.append(replace(asked, choices=choices, titles=titles))
        elif field.name in SIDES:
            fields.append(replace(asked, titles=_sides(field.choices, one)))
        elif corrects:
            fields.append(replace(asked, seldom=False))
        elif field.name == "report" and not reports:
            fields.append(replace(asked, hint=f"{asked.hint} {ONLY_THIS}"))
        else:
            fields.append(asked)
    return replace(form, fields=tuple(fields)).in_edition(here.desk.rules)


SIDES = ("away", "decider")
"""The fields in which one of the two players is chosen."""


def _sides(choices: Iterable[str], one: Tabled) -> tuple[str, ...]:
    """Return the labels of choices among the players of a table: names instead of 1 and 2."""
    names = {"1": one.first, "2": one.second}
    return tuple(names.get(each, each.capitalize()) for each in choices)


BO3 = MatchFormat.BEST_OF_THREE
ONLY_THIS = (
    "You may report this result because it follows from the rules. Tell the desk any other result."
)


def _asked_games(field: FormField, usual: Iterable[tuple[str, str]]) -> list[FormField]:
    """Return two fields for games: a list of the usual ones, and a text for any others."""
    choices, titles = zip(*usual, strict=True)
    return [
        replace(field, kind=Kind.CHOICE, choices=choices, titles=titles, hint=""),
        replace(field, name=OTHER_GAMES, label="Games that are not in the list", seldom=True),
    ]


def at_odds(here: Venue, reports: PlayerReports) -> dict[MatchId, Contest]:
    """Return the matches whose players have both reported by phone, and differ.

    Empty if the file of claims is damaged; the frame of the page says so.
    """
    t = here.desk.tournament
    try:
        return {
            match: replace(
                one, doubts=tuple(with_names(said, here.book.shown) for said in one.doubts)
            )
            for match, one in differing(t, reports.read(t)).items()
        }
    except Unreadable:
        return {}


def had(here: Venue, players: Container[PlayerId]) -> list[HadPenalty]:
    """Return the penalties of these players, in the order given."""
    t, book = here.desk.tournament, here.book
    return [
        HadPenalty(
            given=one,
            name=book.shown(one.player),
            where=f"{match_round(t, one.match)}, table {one.match.table}" if one.match else "",
            infraction=with_names(one.infraction, book.shown),
            withdrawn=with_names(one.withdrawn or "", book.shown),
            back=button_of(do("penalty", one.player, "--seq", str(one.seq)))
            if (one.seq, one.player) in t.penalties
            else None,
        )
        for one in penalties(here.desk.entries)
        if one.player in players
    ]


def noted(here: Venue, match: MatchId) -> list[TableNote]:
    """Return the notes on a match, in the order in which they were written."""
    book = here.book
    return [
        TableNote(
            seq=entry.seq,
            at=entry.at,
            who=book.hand(entry.hand.id),
            about=book.shown(event.player) if event.player else "",
            text=with_names(event.text, book.shown),
            ruling=event.ruling,
        )
        for entry, event in each_event(here.desk.entries)
        if isinstance(event, NoteMade) and event.match == match
    ]


def given(here: Venue, match: MatchId) -> list[GivenTime]:
    """Return the extra time of a match, in the order in which it was given."""
    book = here.book
    return [
        GivenTime(
            seq=entry.seq,
            at=entry.at,
            who=book.hand(entry.hand.id),
            minutes=event.minutes,
            instead=event.instead,
            reason=event.reason or "",
        )
        for entry, event in each_event(here.desk.entries)
        if isinstance(event, TimeExtended) and event.match == match
    ]


def to_check(here: Venue) -> list[tuple[PlayerId, str, MatchId | None]]:
    """Return the players whose decks were drawn but not checked yet, with their current tables."""
    t = here.desk.tournament
    found = progress(t)
    waiting = found.waiting if found and not t.closed else ()
    return [(one, here.book.shown(one), sits_at(t, one)) for one in waiting]


def calling(here: Venue, session: Session) -> list[Calling]:
    """Return the waiting calls, longest first, then those that a judge has taken."""
    t, book = here.desk.tournament, here.book
    return [
        Calling(
            call=one,
            players=" – ".join(map(here.entrants.shown, t.matches[one.match])),
            caller=book.shown(one.player) if one.player else book.hand(one.by.id),
            judge=book.hand(one.taken_by.id) if one.taken_by else "",
            ours=bool(one.taken_by and book.hands.get(one.taken_by.id) == session.name),
        )
        for one in open_calls(t, here.desk.entries)
    ]


def tabled(
    here: Venue, odds: Container[MatchId] = (), asked: Iterable[MatchId] = ()
) -> list[Tabled]:
    """Return every table of the latest rounds, pool by pool, and those calling from earlier ones.

    `odds` are the matches for which players report different results; `asked` are listed too.
    """
    t, name, tie = here.desk.tournament, here.entrants.shown, here.desk.rules.tie_word
    latest = (match for pool in t.latest for match in latest_matches(t, pool))
    playing = {match for pool in t.latest for match in matches_in_play(t, pool)}
    found = []
    matches = dict.fromkeys((*latest, *(one for one in t.calls if calls_judge(t, one)), *asked))
    ends = _ends(here, matches)
    for match in matches:
        pair = t.matches[match]
        found.append(
            Tabled(
                match=match,
                first=name(pair[0]),
                second=name(pair[1]),
                players=t.at_table(match),
                playing=match in playing,
                is_in=decision(t, match) is not None,
                result=between(name(pair[0]), name(pair[1]), t.results[match], tie)
                if match in t.results
                else "",
                calls=match in t.calls and calls_judge(t, match),
                at_odds=match in odds,
                more=t.extensions.get(match, 0),
                ends=ends.get(match),
                fixed=keeps_a_table(t, match),
            )
        )
    return found


def _ends(here: Venue, matches: Collection[MatchId]) -> dict[MatchId, datetime]:
    """Return when time is called at each table, or was: a result does not change it."""
    t = here.desk.tournament
    minutes = t.announcement.minutes if t.announcement else None
    rounds = {(one.pool, one.round) for one in matches}
    starts = began(here.desk.entries, here.desk.rules, rounds) if minutes else {}
    return {
        match: starts[match.pool, match.round]
        + timedelta(minutes=(minutes or 0) + t.extensions.get(match, 0))
        for match in matches
        if (match.pool, match.round) in starts
    }


ROUTES = (
    Route("/t/{slug}/desk/tables", tables, methods=["GET"]),
    Route("/t/{slug}/desk/tables/{match}", table, methods=["GET"]),
    Route("/t/{slug}/desk/tables/{match}", done_at_table, methods=["POST"]),
)
