"""The page that corrects a result: the recorded one, until when it can change, and a preview."""

from collections.abc import Callable, Mapping

import click
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from roundbook.cli.acts import results
from roundbook.cli.args.types import RESULT
from roundbook.cli.forms.form import Filled
from roundbook.cli.keying.one_line import between, who
from roundbook.cli.session.venue import Venue
from roundbook.cli.session.write import Facts, Outcome, WriteContext
from roundbook.cli.verbs import TYPED
from roundbook.cli.web.access.guard import seated
from roundbook.cli.web.access.permissions import who_may
from roundbook.cli.web.permitted import perform, sent
from roundbook.cli.web.server.page_routes import served_of, within
from roundbook.cli.web.server.problems import TurnedAwayError
from roundbook.cli.web.staff.act_pages import rule_of
from roundbook.cli.web.staff.hints import capital, with_days
from roundbook.cli.web.staff.page_frame import RESULTS, desk_page, lead_on, told
from roundbook.cli.web.staff.slips import games_of, tapped_result
from roundbook.ledger.errors import Misuse, Trouble
from roundbook.ledger.phrases import counted
from roundbook.ledger.state.lock import final, locked
from roundbook.ledger.state.round_names import match_round
from roundbook.ledger.terms import MatchId, PlayerId, Result
from roundbook.ledger.text import with_this_match
from roundbook.projections.explain.lock import explain_lock, lock_in_words
from roundbook.projections.explain.what_if import Cost, Moved, Recut, Unlike, cost, what_if
from roundbook.projections.reports.text.what_if import reached_by

SEATS = who_may("correct")


class Standing(Struct, frozen=True, kw_only=True):
    """A match with its players, its result in words, and whether that is locked.

    `by_close` is whether only the close locks it, so that reopening the tournament ends the lock.
    """

    match: MatchId
    round: str
    first: str
    second: str
    result: str
    is_locked: bool
    by_close: bool
    games: tuple[str, ...]
    ties: bool


async def form(request: Request) -> Response:
    """Show the recorded result and the form to correct it."""
    session = seated(request, SEATS)
    return await _page(request, {}, told(request, session, Outcome))


async def corrected(request: Request) -> Response:
    """Show what a correction would change, or make it."""
    session = seated(request, SEATS)
    fields = await sent(request)
    if fields.get("preview"):
        return await _preview(request, fields)
    said = await _corrected(request, fields)
    if said.done:
        return lead_on(request, session, fields.get("cmd", ""), said)
    return await _page(request, fields, said)


async def _corrected(request: Request, fields: dict[str, str]) -> Outcome:
    """Correct the result, or only check whether the rules would allow it."""
    match, said_result = _match(request), _result(fields)

    def correct(ctx: WriteContext) -> Facts:
        filled = Filled(ctx, {**fields, "result": said_result})
        result, reason = filled.result("result"), filled.text("reason")
        if result is None:
            raise Misuse("choose who won.")
        if not (reason or ctx.dry_run):
            raise Misuse("enter why the result was wrong.")
        return results.correct(ctx, match, result, reason=reason or "…")

    return await perform(request, "correct", correct, fields=fields)


def _result(fields: Mapping[str, str]) -> str:
    """Return the result that was typed, or else tapped."""
    return fields.get("result", "").strip() or tapped_result(fields)


async def _preview(request: Request, fields: dict[str, str]) -> Response:
    """Show what a correction would change and why it would be refused, or what is not valid."""
    match = _match(request)

    def asking(here: Venue) -> Preview:
        if not _result(fields):
            raise Misuse("choose who won.")
        return _previewed(here, match, RESULT.convert(_result(fields), None, None))

    try:
        found = await within(served_of(request), asking)
    except (click.UsageError, Misuse) as wrong:
        return await _page(request, fields, Outcome(misuse=wrong.message))
    except Trouble as trouble:
        return await _page(request, fields, Outcome(trouble=trouble))
    said = await _corrected(request, {**fields, "dry-run": "yes"})
    return await _page(request, fields, None if said.done else said, preview=found)


class Preview(Struct, frozen=True, kw_only=True):
    """What a correction would change: places with names, and sentences for the rest."""

    result: str
    places: tuple[tuple[str, Moved], ...]
    lines: tuple[str, ...]


def _previewed(here: Venue, match: MatchId, result: Result) -> Preview:
    """Return what would be different if the match had this result."""
    entries, t, rules = here.desk.entries, here.desk.tournament, here.desk.rules
    found = what_if(entries, rules, results={match: result})
    name = here.entrants.shown
    first, second = (name(who) for who in t.matches[match])
    return Preview(
        result=between(first, second, result, rules.tie_word),
        places=tuple((name(one.player), one) for one in found.places),
        lines=(
            *(f"The result of {one} is locked (TOP §4)." for one in found.locked),
            *(_repaired(one) for one in found.rounds),
            *(_recut(one, name) for one in found.cuts),
            _costs(cost(entries, t, rules, match, result)),
        ),
    )


def _repaired(one: Unlike) -> str:
    where = f"Round {one.round} of {one.pool}"
    if one.players is None:
        return f"{where} could not have been paired without a rematch or a second bye."
    players = counted(one.players, "player")
    return f"{where} would have been paired differently, for at least {players}."


def _recut(one: Recut, name: Callable[[PlayerId], str]) -> str:
    if not (one.joins or one.leaves):
        return f"{one.division} cut: the same players would advance, in another order."
    joins, leaves = (", ".join(map(name, each)) or "nobody" for each in (one.joins, one.leaves))
    return f"{one.division} cut: {joins} would be in, and {leaves} would be out."


def _costs(one: Cost) -> str:
    """Return when a result was reported, and how many players' figures a correction affects."""
    when = f"reported in entry {one.entry}" if one.entry else "not reported"
    since = f", with {counted(one.rounds, 'round')} paired since" if one.rounds else ""
    return f"{one.match} was {when}{since}. A correction affects {reached_by(one)}."


async def _page(
    request: Request,
    filled: dict[str, str],
    said: Outcome | None,
    *,
    preview: Preview | None = None,
) -> Response:
    """Return the page, with its outcome so far."""
    match = _match(request)
    return await desk_page(
        request,
        seated(request, SEATS),
        "correct.html",
        lambda here: {"stands": _standing(here, match), "why": lock_of(here, match)},
        said=said,
        filled=filled,
        results=RESULTS,
        preview=preview,
        rule=rule_of(said),
        typed=TYPED,
    )


def lock_of(here: Venue, match: MatchId) -> list[str]:
    """Return until when a result can be corrected, or what locked it."""
    found = explain_lock(here.desk.entries, here.desk.rules, match)
    settled = here.desk.entries[found.by.seq - 1] if found.by else None
    said = lock_in_words(found, who(settled, here.book) if settled else "")
    return [with_days(capital(with_this_match(one, str(match)))) for one in said]


def _match(request: Request) -> MatchId:
    """Return the match in the address. Raise TurnedAwayError if it is not one."""
    try:
        return MatchId.parse(str(request.path_params["match"])[:60])
    except ValueError:
        raise TurnedAwayError("There is no such match.", status=404) from None


def _standing(here: Venue, match: MatchId) -> Standing:
    """Return a match as recorded. Raise TurnedAwayError if it was never paired."""
    t, rules = here.desk.tournament, here.desk.rules
    if match not in t.matches:
        raise TurnedAwayError(f"Match {match} was never paired.", status=404)
    first, second = map(here.entrants.shown, t.matches[match])
    result = t.results.get(match)
    return Standing(
        match=match,
        round=match_round(t, match),
        first=first,
        second=second,
        result=between(first, second, result, rules.tie_word) if result else "no result yet",
        is_locked=final(t, match, rules),
        by_close=t.closed is not None and not locked(t, match, rules),
        games=games_of(t),
        ties=match.pool not in t.cuts,
    )


ROUTES = (
    Route("/t/{slug}/desk/correct/{match}", form, methods=["GET"]),
    Route("/t/{slug}/desk/correct/{match}", corrected, methods=["POST"]),
)
