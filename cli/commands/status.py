"""Show the state of an event: the rounds, the slips still out, and what comes next."""

from collections.abc import Iterator, Mapping
from datetime import datetime

import click

from roundbook.cli.answers.spoken import lists_wait, sign_ups_wait
from roundbook.cli.places.last_archive import is_archived, not_in_archive
from roundbook.cli.session.clock import today
from roundbook.cli.session.command import next_lines
from roundbook.cli.session.errors import command as as_typed
from roundbook.cli.session.errors import shown, typed
from roundbook.cli.session.output import echo
from roundbook.cli.session.read import ReadContext, at_ledger, reckoned_at, say_answer
from roundbook.cli.terminal.language import heading
from roundbook.cli.terminal.tables import show
from roundbook.ledger.errors import do
from roundbook.ledger.phrases import counted
from roundbook.ledger.rulesets import released
from roundbook.ledger.rulesets.divisions import (
    not_meant_for,
    season_of,
    seasons_later,
    years_of,
)
from roundbook.ledger.state.round_names import called, first_round
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import PlayerId, Pool, Style
from roundbook.ledger.validators.retention import keep_until
from roundbook.projections.judging.deck_checks import at_premier
from roundbook.projections.progress import Phase, Progress, progress
from roundbook.projections.reports.api.status import (
    EventStatus,
    PlayerState,
    PoolProgress,
    event_status,
)
from roundbook.projections.reports.text.announcement import time_left
from roundbook.projections.reports.text.tables import WIDTH, Column, wrapped
from roundbook.projections.rounds.clock import RoundClock, clocks
from roundbook.projections.rounds.cut_short import cut_short, short_in_words
from roundbook.projections.rounds.needs_repair import at_odds
from roundbook.projections.rounds.rounds import State
from roundbook.projections.tdf.gaps import are_dated, lacking, lacking_advice

PHASES = {
    Phase.REGISTRATION: "registration",
    Phase.SWISS: "Swiss rounds",
    Phase.ELIMINATION: "single elimination",
    Phase.PLAYED: "all rounds have been played, but the tournament is not closed yet",
    Phase.CLOSED: "closed",
}
COLUMNS = (
    Column("Pool"),
    Column("Round"),
    Column("State"),
    Column("Slips in"),
    Column("Tables out", wraps=True),
    Column("Clock"),
)
MOST = 12
"""The maximum number of tables and players listed; the others are only counted."""


@click.command("status")
@at_ledger(staff=True)
def command(ctx: ReadContext) -> None:
    r"""Show the state of the event, and the command that comes next.

    Each pool is listed with its round, the slips that are in, the tables still playing and the
    clock. Rounds that need repair and players without a seat are listed too. `roundbook` alone in a
    tournament's folder shows the same.

    \b
    Examples:
      roundbook status
      roundbook status -C cup --json
    """
    archived = ctx.archive is not None or is_archived(ctx.folder, ctx.t, ctx.entries)
    found, now = progress(ctx.t, ctx.rules, archived=archived), reckoned_at(ctx)
    early = found.phase is Phase.REGISTRATION and ctx.archive is None
    entries = ctx.entries if are_dated(ctx.book) else None
    gaps = lacking_advice(lacking(ctx.t, ctx.book, entries), ctx.t, ctx.book)
    odd = [
        *(_asked_about(ctx) if early else ()),
        *at_odds(ctx.t, ctx.rules, ctx.named),
        *at_premier(ctx.t),
    ]
    answer = event_status(
        ctx.sight(),
        found,
        at=now,
        at_odds=[typed(said) for said in (*odd, *gaps)],
        claims=_claims(ctx),
        deck_lists=len(lists := _lists(ctx)),
    )
    if ctx.as_json:
        say_answer(answer)
        return
    echo(heading(ctx))
    for line in (*_at_the_top(ctx, answer), *(_before_round_1(ctx) if early else ())):
        echo(shown(line))
    if answer.pools:
        running = {one.pool: one for one in clocks(ctx.entries, ctx.rules, ctx.t)}
        rows = [_row(ctx.t, one, running.get(Pool(one.pool)), now) for one in answer.pools]
        show(COLUMNS, rows, plain=ctx.plain)
    newer = not_in_archive(ctx.folder, ctx.entries) if ctx.t.closed and not ctx.archive else 0
    for line in (
        *_wishes(ctx),
        *(() if ctx.archive else sign_ups_wait(ctx.folder, ctx.t)),
        *lists_wait(ctx.named, lists),
        *_at_the_end(ctx, answer, found, newer),
    ):
        echo(shown(line))


def _asked_about(ctx: ReadContext) -> Iterator[str]:
    """Yield what may be a mistake in how the tournament was opened."""
    from roundbook.cli.places.layout import around

    opened, folder = ctx.t.opened, ctx.folder
    if opened is None:
        return
    if opened.style is Style.OTHER:
        yield "a tournament in this style is not sanctioned without prior approval (TOP §3)"
    days = (opened.start - today()).days
    if days > YEAR:
        yield f"the first day is {days:,} days away: is the date right?"
    if other := around(folder):
        yield f"this folder is inside the folder of another tournament, {other}: is that intended?"


def _before_round_1(ctx: ReadContext) -> Iterator[str]:
    """Yield what only matters until round 1: age divisions, other rules, a copy of the secret."""
    from roundbook.cli.places import secrets  # Only before round 1, like the others.
    from roundbook.cli.places.layout import is_only_opened, own_home

    opened = ctx.t.opened
    if opened is None:
        return
    if years := years_of(opened.start, ctx.rules):
        juniors, seniors = years.junior_from, years.senior_from
        yield from wrapped(
            f"age divisions of season {years.season}: Junior born {juniors} or later, Senior "
            f"{seniors} to {juniors - 1}, Masters {seniors - 1} or earlier",
            WIDTH,
        )
    if seasons_later(opened.start, ctx.rules) > 1:
        season = str(season_of(opened.start))
        own = ("edition", "new", "FILE", "--from", ctx.rules.edition, "--season", season)
        others = [f"--edition {one}" for one in released.to_run(opened.start)]
        every = " or ".join((*others, f"rules of your own (`{as_typed(do(*own))}`)"))
        only = is_only_opened(ctx.folder)
        again = "open the event again"
        folder = "this folder" if str(ctx.folder) == "." else f"the folder {ctx.folder}"
        again = f"remove {folder} and {again}" if only else f"{again} elsewhere"
        yield f"for other rules, {again}, with {every}"
    if ctx.t.chain and (path := secrets.kept(own_home(), ctx.t.chain)):
        yield f"the secret for the draws, which `{as_typed(do('backup'))}` also copies, is here:"
        yield f"  {path}"  # On its own line: the path is long, and people copy it.


YEAR = 366
"""The days after which a first day may be a mistake."""


def _claims(ctx: ReadContext) -> int:
    """Return the number of matches reported on phones that wait for the desk."""
    if ctx.t.closed or not ctx.t.latest:
        return 0
    from roundbook.cli.places.layout import own_home
    from roundbook.cli.places.phone_claims import PlayerReports  # Only while matches are played.

    claims = PlayerReports(own_home(), ctx.folder).read(ctx.t)
    if not claims.claims:
        return 0
    from roundbook.cli.web.public.match_claims import contests

    return len(contests(ctx.t, claims))


def _lists(ctx: ReadContext) -> list[PlayerId]:
    """Return the players whose deck list from a phone waits for the desk."""
    if ctx.t.closed or ctx.archive:
        return []
    from roundbook.cli.places.phone_claims import waiting_lists  # Like the others.

    return waiting_lists(ctx.folder, ctx.t)


def _wishes(ctx: ReadContext) -> Iterator[str]:
    """Yield the line about players who asked by phone to drop, but would be paired."""
    if ctx.t.latest and not ctx.t.closed:
        # Only while matches are played.
        from roundbook.cli.places.phone_claims import asked_to_drop

        if asked := [ctx.named(player) for player in asked_to_drop(ctx.folder, ctx.t)]:
            yield f"asked on the phone page to drop: {_some(asked)}"


def _at_the_top(ctx: ReadContext, answer: EventStatus) -> Iterator[str]:
    opened = ctx.t.opened
    if opened is None:
        return
    late = (
        f" (rules of season {answer.season}, but the event is in season {season_of(opened.start)})"
    )
    if answer.unchecked:
        yield from wrapped(f"{answer.edition}: {answer.unchecked}", WIDTH)
    yield f"{answer.edition}{late if answer.seasons_later > 1 else ''}, {opened.style}"
    if answer.own_rules:
        yield from wrapped(answer.own_rules, WIDTH)
    if other := not_meant_for(opened.start, ctx.rules):
        yield from wrapped(other, WIDTH)
    furthest = max(answer.pools, key=lambda one: (one.next is not None, one.round), default=None)
    over = answer.phase in {Phase.PLAYED, Phase.CLOSED}
    if furthest and furthest.round and not over:
        alike = [one for one in answer.pools if one.bracket == furthest.bracket and one.next]
        played: dict[str, list[str]] = {}
        for one in alike or [furthest]:
            if one.round:
                of = f" of {one.of}" if one.of and not one.bracket else ""
                named = f"{called(ctx.t, Pool(one.pool), one.round)}{of}"
                played.setdefault(named, []).append(one.pool)
        several = [f"{named} ({', '.join(pools)})" for named, pools in played.items()]
        each = ", ".join(several if len(several) > 1 else played)
        told = f"{PHASES[answer.phase]}: {each}"
        fits = len(several) == 1 or (not furthest.bracket and len(told) <= WIDTH)
        yield told if fits else PHASES[answer.phase]  # The table lists them.
    else:
        short = [short_in_words(one) for one in cut_short(ctx.t)]
        yield "; ".join(short) or PHASES[answer.phase]
    states = ", ".join(_states(answer.players))
    yield f"{counted(sum(answer.players.values()), 'player')}{f': {states}' if states else ''}"


def _states(players: Mapping[str, int]) -> Iterator[str]:
    """Yield the number of players in, dropped and disqualified; late players count as in."""
    late = players.get(PlayerState.LATE, 0)
    if there := players.get(PlayerState.IN, 0) + late:
        yield f"{there} in{f' ({late} late)' if late else ''}"
    for state in (PlayerState.DROPPED, PlayerState.DISQUALIFIED):
        if number := players.get(state):
            yield f"{number} {state}"


def _row(t: Tournament, one: PoolProgress, clock: RoundClock | None, now: datetime) -> list[str]:
    tables = [match.rpartition("-")[2] for match in one.missing]
    being_played = one.state in {State.STARTED, State.COMPLETED}
    return [
        one.pool,
        _round(t, one),
        one.state or ("not paired" if one.next and one.next.verb == "pair" else ""),
        f"{one.every - len(tables)} of {one.every}" if being_played else "",
        _some(tables) if being_played else "",
        (clock and time_left(clock, now)) or "",
    ]


def _round(t: Tournament, one: PoolProgress) -> str:
    """Return the round out of how many; in a bracket, its usual name."""
    if one.bracket:
        number = max(one.round, first_round(t, Pool(one.pool)))
        return called(t, Pool(one.pool), number)
    return f"{one.round} of {one.of}" if one.of else str(one.round or "")


def _at_the_end(
    ctx: ReadContext, answer: EventStatus, found: Progress, newer: int
) -> Iterator[str]:
    yield from answer.at_odds
    names = [f"{one.name} ({one.player})" if one.name else one.player for one in answer.waiting]
    if names:
        yield f"registered, but not in a round yet: {_some(names)}"
    if answer.absent:
        who = as_typed(do("players", "--absent"))
        yield f"{counted(answer.absent, 'player has', 'players have')} not checked in: `{who}`"
    if answer.calls:
        yield f"tables waiting for a judge: {_some([*answer.calls])}"
    if answer.claims:
        said = counted(answer.claims, "result was", "results were")
        yield f"{said} reported on phones but not entered: see the desk's page Phones"
    if found.next:
        yield from next_lines(found, ctx.t)
    elif ended := ctx.t.ended:
        if newer:
            are = "entry is" if newer == 1 else "entries are"
            again = f"archive it again with `{as_typed(do('archive'))}`"
            yield f"{newer} {are} newer than the archive: {again}"
        until = keep_until(ended, ctx.rules)
        kept = f"; keep the results until {until} (TOP §4)" if until else ""
        yield f"everything is done{kept}"


def _some(words: list[str]) -> str:
    """Return the first of the words, and the number of the others."""
    more = f" and {len(words) - MOST} more" if len(words) > MOST else ""
    return f"{', '.join(words[:MOST])}{more}"
