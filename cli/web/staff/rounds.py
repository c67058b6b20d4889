"""The page of rounds: the state of each pool, the next step, and what has to be corrected."""

import re
from collections.abc import Iterator, Mapping
from functools import partial

from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from roundbook.cli.acts.pairing import NewRounds
from roundbook.cli.acts.rounds import UNDONE, building_until, undo_pairing
from roundbook.cli.answers.rounds import undefeated
from roundbook.cli.keying.open_matters import left_open, open_matters
from roundbook.cli.places.deck_lists import without_list
from roundbook.cli.places.last_archive import is_archived
from roundbook.cli.places.phone_claims import (
    Claims,
    PlayerReports,
    lists_to_check,
    may_hand_in,
    to_be_dropped,
)
from roundbook.cli.places.sign_ups import waiting_names
from roundbook.cli.places.sources import began_with_save
from roundbook.cli.session.venue import Venue
from roundbook.cli.session.write import Facts, Outcome, WriteContext
from roundbook.cli.verbs import TYPED
from roundbook.cli.web.access.guard import seated
from roundbook.cli.web.access.permissions import MAY_OVERRIDE, ROLES, may, who_may
from roundbook.cli.web.access.sessions import Session
from roundbook.cli.web.permitted import perform, sent
from roundbook.cli.web.public.match_claims import Contest
from roundbook.cli.web.public.phones import reports_of
from roundbook.cli.web.server.page_routes import served_of, within
from roundbook.cli.web.server.problems import TurnedAwayError
from roundbook.cli.web.staff.act_pages import rule_of
from roundbook.cli.web.staff.every_form import FORMS
from roundbook.cli.web.staff.hints import PageHint, in_the_hall, refusal
from roundbook.cli.web.staff.judges import Tabled, at_odds, calling, tabled
from roundbook.cli.web.staff.page_frame import desk_page, lead_on, told
from roundbook.cli.web.staff.paper import chosen_for_print, printed
from roundbook.cli.web.staff.phones import SWITCHES
from roundbook.cli.web.staff.slips import Running, running
from roundbook.cli.web.staff.steps import (
    HERE,
    Allowed,
    NextAct,
    asked_first,
    first_steps,
    for_others,
    is_lead,
    leading_on,
    meanwhile,
    next_steps,
)
from roundbook.ledger.errors import Refused, Unreadable
from roundbook.ledger.events.catalogue import RoundStarted
from roundbook.ledger.phrases import counted, runs_of, several
from roundbook.ledger.rulesets.divisions import as_tom_divides, why_together
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.pools import active_by_division
from roundbook.ledger.state.round_names import called
from roundbook.ledger.state.rounds import latest_round, latest_rounds, still_out
from roundbook.ledger.state.staff import counts
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Actor, MatchId, PlayerId, Pool
from roundbook.ledger.text import opened
from roundbook.projections.cut.qualifiers import alone_in
from roundbook.projections.offers import offered
from roundbook.projections.progress import progress
from roundbook.projections.reports.charts import Chart, turn_in_chart
from roundbook.projections.reports.names import pool_title
from roundbook.projections.rounds.needs_repair import contradictions, to_mend
from roundbook.projections.rounds.ready_to_pair import ready
from roundbook.projections.rounds.rounds import PostedRound, State, posted_round
from roundbook.projections.rounds.turn_in import TurnIn, turn_in

# What to check before a round is posted: byes, rematches, and missing results.


def findings(here: Venue, one: PostedRound) -> list[str]:
    """Return sentences on a paired round that has not started, to check before it is posted.

    The first gives its size. Pairings that a rule forbids were refused before.
    """
    t, name = here.desk.tournament, here.entrants.shown
    byes = [name(bye.seat.player) for bye in one.byes]
    # The 3rd-place match is played as soon as it is paired, so it does not wait with the final.
    tables = [line.table for line in one.tables if not line.playoff]
    third = [line.table for line in one.tables if line.playoff]
    numbers = f" ({runs_of(tables)})" if len(tables) > 1 else ""
    out = f"bye: {', '.join(byes)}" if byes else "no bye"
    said = [f"{counted(len(tables), 'table')}{numbers}, {out}."]
    said += [
        f"The 3rd-place match, at table {table}, needs no posting and no start." for table in third
    ]
    again = _rematches(here, one)
    if one.pool in t.pods:
        said.append(
            f"{counted(len(again), 'rematch', 'rematches')}: {'; '.join(again)}."
            if again
            else "No rematches."
        )
    missing = _missing(here, one.pool)
    said += [f"Results still missing in other pools: {', '.join(missing)}."] if missing else []
    starting = RoundStarted(pool=one.pool, round=one.number)
    lists = [here.book.shown(player) for player in without_list(t, [starting])]
    said += [f"No deck list yet: {several(lists)}."] if lists else []
    said += [
        undefeated(alone, name) for alone in alone_in(t, here.desk.rules) if alone.pool == one.pool
    ]
    return [*map(in_the_hall(t), said)]


def _rematches(here: Venue, one: PostedRound) -> list[str]:
    """Return the pairs of a round that have already played each other."""
    t = here.desk.tournament
    pairs = {frozenset(pair) for match, pair in t.matches.items() if match.round < one.number}
    both = [(line.first.player, line.second.player) for line in one.tables]
    return [" – ".join(map(here.entrants.shown, pair)) for pair in both if frozenset(pair) in pairs]


def _missing(here: Venue, pool: Pool) -> list[str]:
    """Return the missing results of other pools, one text for each pool."""
    t = here.desk.tournament
    found = []
    for other in t.latest:
        out = len(still_out(t, other)) if other != pool else 0
        if out:
            name = f"{pool_title(other)}, {called(t, other, t.latest[other])}"
            found.append(f"{counted(out, 'result')} of {name}")
    return found


SEATS = who_may("pair", "repair")
NUMBER = re.compile("[1-9][0-9]{0,2}", re.ASCII)
"""The number of a round in an address."""

NOTHING: Mapping[str, str] = {}


class Pooled(Struct, frozen=True, kw_only=True):
    """A pool with its latest round, its next steps, and what to check before them.

    `shown` is the round whose tables are listed: the latest, or the one that was asked for.
    `rounds` are all of its rounds, by number and name; `turn_in` is when the slips of the one shown
    came in, with its chart. `repairs` tells whether a repair would change the latest.
    """

    pool: Pool
    round: PostedRound | None
    steps: tuple[NextAct, ...]
    findings: tuple[str, ...] = ()
    shown: PostedRound | None = None
    rounds: tuple[tuple[int, str], ...] = ()
    turn_in: tuple[TurnIn, Chart] | None = None
    repairs: bool = False


class Rounds(Struct, frozen=True, kw_only=True):
    """All pools, what waits or has to be corrected, and the steps before there are any pools.

    `lead` is the next act of the event, and `also` are other acts for all pools.

    `seats` are the tables of a draft, each from seat 1; `gone` are those who have dropped since.
    `undecided` is the number of deck lists from phones that are discarded when the waiting rounds
    start. `together` is which divisions play together from round 1 on, and why. `due` are the pools
    that can be paired now. `others` says who can take the next step, if the visitor may not.
    `twice` is the number of tables with two results.
    """

    lead: NextAct | None
    also: tuple[NextAct, ...]
    first: tuple[NextAct, ...]
    seats: tuple[tuple[PlayerId, ...], ...]
    gone: frozenset[PlayerId]
    pools: tuple[Pooled, ...]
    waits: str
    mend: tuple[PageHint, ...]
    players: int
    teams: int
    undecided: int = 0
    together: str = ""
    due: tuple[Pool, ...] = ()
    others: str = ""
    twice: int = 0


async def rounds(request: Request) -> Response:
    """Show the state of the rounds."""
    session = seated(request, SEATS)
    return await _page(request, told(request, session, Outcome))


async def moved(request: Request) -> Response:
    """Do one of the steps, and show the state of the rounds after it."""
    seated(request, SEATS)
    chosen = chosen_for_print(request)
    fields = {"paper": chosen["paper"], "language": chosen["lang"], **await sent(request)}
    verb = fields.get("verb", "")
    undoes = verb == "withdraw" and fields.get("reason") == UNDONE
    form = FORMS.get(verb) if verb in HERE or undoes else None
    if form is None:
        raise TurnedAwayError("There is no such step.", status=404)
    if goes := await within(served_of(request), lambda here: _asked_now(here, verb, fields)):
        return RedirectResponse(f"/t/{request.path_params['slug']}/{goes}", 303)
    give = _undo if undoes else form.give
    danger = None if undoes else form.danger_in(fields)
    said = await perform(request, verb, lambda ctx: give(ctx, fields), fields=fields, danger=danger)
    if said.done and not fields.get("dry-run"):
        return lead_on(request, seated(request, SEATS), fields.get("cmd", ""), said)
    return await _page(request, said, fields)


def _asked_now(here: Venue, verb: str, fields: Mapping[str, str]) -> str:
    """Return the form that asks before a step; empty if there is nothing to ask, or it is done.

    A page that was opened earlier has a button for the step, and does not know what came up since.
    """
    if fields.get("dry-run") or here.desk.written_by(fields.get("cmd", "")):
        return ""
    pool = [("pool", fields["pool"])] if fields.get("pool") else []
    step = NextAct(said="", verb=verb, asks=tuple(pool))
    return asked_first(step, building_until(here), left=bool(open_matters(here))).goes


def _undo(ctx: WriteContext, fields: Mapping[str, str]) -> Facts:
    """Withdraw the round that the same person has just paired."""
    pool, _, number = fields.get("what", "").rpartition("-")
    return undo_pairing(ctx, Pool(pool), number=int(number) if NUMBER.fullmatch(number) else 0)


async def _page(
    request: Request,
    said: Outcome | None,
    fields: Mapping[str, str] = NOTHING,
) -> Response:
    """Return the page, with the outcome of the last step."""

    def looked(here: Venue) -> dict[str, object]:
        shown = here.entrants.shown
        names = {player: shown(player) for player in here.desk.tournament.players}
        root = f"/t/{request.path_params['slug']}"
        found = standing(
            here,
            partial(may, session.seat),
            root,
            number=number,
            overrides=_may_override(here, session),
        )
        claims, odds = _claims(here, reports), at_odds(here, reports)
        running = boards(here, odds)
        return {
            "boards": running,
            "calls": calling(here, session),
            "disputed": odds,
            "found": replace(
                found,
                pools=tuple(_without_said(here, one, said) for one in found.pools),
                undecided=_undecided(here.desk.tournament, claims),
                # Of a round in progress, the board says what is missing.
                waits="" if running else in_the_hall(here.desk.tournament)(found.waits),
            ),
            "lists_wait": len(lists_to_check(here.desk.tournament, claims)) if claims else 0,
            "signed": waiting_names(here.folder, here.desk.tournament)
            if may(session.seat, "sign-ups")
            else [],
            "without_lists": session.seat in SWITCHES
            and _without_lists(here.desk.tournament, claims),
            "names": names,
            "kept": _kept(here.desk.tournament),
            "number": number,
            "tie": here.desk.rules.tie_word,
            "follows": may(session.seat, "import")
            and began_with_save(here.folder, here.desk.tournament.opened),
        }

    session, reports = seated(request, SEATS), reports_of(request, served_of(request))
    asked = request.query_params.get("round", "")
    number = int(asked) if NUMBER.fullmatch(asked) else None
    again = {name: value for name, value in fields.items() if name in {"verb", "pool"}}
    return await desk_page(
        request,
        session,
        "rounds.html",
        looked,
        said=said,
        again=again,
        filled=fields,
        typed=TYPED,
        rule=rule_of(said),
        can={verb for verb in ("pair", "report", "correct", "withdraw") if may(session.seat, verb)},
    )


def _without_said(here: Venue, one: Pooled, said: Outcome | None) -> Pooled:
    """Return a pool without the findings that the answer above it has given already."""
    paired = said.facts.rounds if said and isinstance(said.facts, NewRounds) else ()
    known = [undefeated(new.alone, here.entrants.shown) for new in paired if new.alone]
    told = {*map(in_the_hall(here.desk.tournament), known)}
    return replace(one, findings=tuple(each for each in one.findings if each not in told))


def _may_override(here: Venue, session: Session) -> bool:
    """Tell whether the visitor may override a rule: an official, and on the staff list as one."""
    if session.seat not in MAY_OVERRIDE:
        return False
    hand = here.book.with_hand(session.name)[1]
    return counts(here.desk.tournament, Actor(id=hand, role=ROLES[session.seat]))


def _claims(here: Venue, reports: PlayerReports) -> Claims | None:
    """Return what players sent from their phones, and may send; None if the file is damaged."""
    try:
        return reports.read(here.desk.tournament)
    except Unreadable:
        return None


def _kept(t: Tournament) -> list[tuple[int, PlayerId]]:
    """Return the tables that are kept for players from now on, with whose they are."""
    kept = ((table, player) for player, table in t.kept.items() if not t.is_out(player))
    return sorted(kept) if t.closed is None else []


def _undecided(t: Tournament, claims: Claims | None) -> int:
    """Count the deck lists that starting the paired rounds discards."""
    waiting = [one for one in latest_rounds(t) if not one.started]
    return len(to_be_dropped(t, claims, waiting)) if claims else 0


def _without_lists(t: Tournament, claims: Claims | None) -> bool:
    """Tell whether players without a deck list could send one, but phones are not allowed to."""
    may_send = claims is not None and claims.decks
    return not may_send and any(may_hand_in(t, one) and one not in t.decks for one in t.players)


def standing(
    here: Venue, allowed: Allowed, root: str, *, number: int | None = None, overrides: bool = False
) -> Rounds:
    """Return the state of the rounds of every pool, for staff who may use `allowed` commands.

    `root` is the address of the tournament, for the buttons of hints. Pools that have a round with
    this `number` list its tables, and not those of their latest round. Staff who may override a
    rule (`overrides`) also get the acts that need it.
    """
    t, rules = here.desk.tournament, here.desk.rules
    seats = t.drafts[-1].tables if t.drafts and not t.rounds else ()
    stands = progress(t, rules, archived=is_archived(here.folder, t, here.desk.entries))
    waits, lead, until = "", leading_on(t, rules, stands, allowed), building_until(here)
    slips = left_open(here)
    left = open_matters(here, slips, on_page=True)
    lead = asked_first(lead, until, left=bool(left)) if lead else None
    try:
        due = ready(t, rules)
    except Refused as refused:
        # Before round 1 nothing waits: the pods are formed by the first pairing.
        first = not t.pods and not t.cuts and not t.is_elimination
        due, waits = [], "" if first else refused.message
    repairs = {one.act.args[0] for one in offered(t, rules, "repair")} if allowed("repair") else ()
    pools = []
    for pool in dict.fromkeys((*t.cuts, *t.pods)):
        paired = latest_round(t, pool)
        one = posted_round(t, rules, pool, paired.number) if paired else None
        sheets = printed(here, paired) if paired else {}
        every_step = next_steps(
            t, rules, pool, one, due=pool in due, printed=sheets, name=here.entrants.shown
        )
        steps = tuple(
            asked_first(step, until, left=bool(left))
            for step in every_step
            if allowed(step.verb) and overrides >= step.overrides
        )
        waiting = one is not None and one.state in {State.PAIRED, State.POSTED}
        found = findings(here, one) if one is not None and waiting else []
        asked = posted_round(t, rules, pool, number) if number else None
        pools.append(
            Pooled(
                pool=pool,
                round=one,
                steps=steps,
                findings=tuple(found),
                shown=asked or one,
                rounds=tuple(_named_rounds(t, pool)),
                turn_in=_turned_in(here, asked or one),
                repairs=pool in repairs,
            )
        )
    before = tuple(step for step in first_steps(t, rules) if allowed(step.verb.partition(" ")[0]))
    every = (step for steps in (before, *(one.steps for one in pools)) for step in steps)
    return Rounds(
        lead=next((one for one in every if is_lead(one, lead)), lead),
        also=tuple(meanwhile(t, lead)),
        first=before,
        seats=seats,
        gone=frozenset(player for circle in seats for player in circle if t.is_out(player)),
        pools=tuple(pools),
        waits=waits,
        mend=tuple(
            one.told(in_the_hall(t))
            for one in refusal([*contradictions(t), *left, *to_mend(t, rules)], root, allowed)
        ),
        players=sum(not t.is_out(player) for player in t.players),
        teams=sum(not t.is_out(team) for team in t.teams),
        together=_together(t, rules),
        due=tuple(due),
        others=for_others(t, stands, allowed),
        twice=len(slips),
    )


def _turned_in(here: Venue, one: PostedRound | None) -> tuple[TurnIn, Chart] | None:
    """Return when the slips of a round came in, with its chart; None before the first."""
    desk = here.desk
    found = one and turn_in(desk.entries, desk.tournament, desk.rules, one.pool, one.number)
    return (found, turn_in_chart(found)) if found else None


def _together(t: Tournament, rules: Ruleset) -> str:
    """Return which divisions will play together, and why; empty if there is nothing to choose."""
    counts = active_by_division(t)
    if t.pods or t.is_elimination:
        return ""
    said = (why_together(counts, rules), as_tom_divides(counts, rules))
    return " ".join(f"{one}." for one in said if one)


def _named_rounds(t: Tournament, pool: Pool) -> Iterator[tuple[int, str]]:
    """Yield the rounds of a pool by number and name, in the order of play."""
    for each, number in sorted(t.rounds):
        if each == pool:
            yield number, opened(called(t, pool, number))


ROUTES = (
    Route("/t/{slug}/desk/rounds", rounds, methods=["GET"]),
    Route("/t/{slug}/desk/rounds", moved, methods=["POST"]),
)


# The live board: the clock, results in, and the tables to look at.

MOST_SHOWN = 24
"""The maximum number of tables listed for a round: those to look at come first."""


class Board(Struct, frozen=True, kw_only=True):
    """A round in progress, with the tables still out; `more` counts those that are not listed.

    Tables where something is wrong or different come first: reports that differ, a call, extra
    time.
    """

    round: Running
    out: tuple[Tabled, ...]
    more: int


def boards(here: Venue, odds: Mapping[MatchId, Contest]) -> dict[Pool, Board]:
    """Return the rounds in progress, by pool; none after the close.

    `odds` are the matches with different reports.
    """
    if here.desk.tournament.closed is not None:
        return {}
    out = dict[Pool, list[Tabled]]()
    for one in tabled(here, odds):
        if one.playing and not one.is_in:
            out.setdefault(one.match.pool, []).append(one)
    found = dict[Pool, Board]()
    for playing in running(here):
        tables = sorted(
            out.get(playing.pool, ()),
            key=lambda one: (not one.at_odds, not one.calls, not one.more, one.match.table),
        )
        shown = tuple(tables[:MOST_SHOWN])
        found[playing.pool] = Board(round=playing, out=shown, more=len(tables) - len(shown))
    return found
