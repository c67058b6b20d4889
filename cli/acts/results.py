"""Reports, corrects and withdraws results: slips, and lists of them."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from roundbook.cli.acts.drops import Lost, lost_by
from roundbook.cli.args.slips import Slip, SlipList
from roundbook.cli.session.write import Done, WriteContext
from roundbook.ledger.desk import Act
from roundbook.ledger.errors import Do, Refused, advice, do
from roundbook.ledger.events.catalogue import (
    AnyEvent,
    PlayerDropped,
    ResultCorrected,
    ResultReported,
    ResultWithdrawn,
    ThirdPlacePlayoffWithdrawn,
)
from roundbook.ledger.record.entry import Entry, each_event
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.lock import chose_day_two, seeded_by
from roundbook.ledger.state.rounds import (
    due,
    latest_round,
    latest_started,
    matches_of,
    open_matches,
    planned_rounds,
    undecided,
)
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, MatchId, PlayerId, Pool, Result
from roundbook.projections.bracket.bracket import bracket_of
from roundbook.projections.bracket.tree import tree
from roundbook.projections.progress import next_of, progress
from roundbook.projections.rounds.needs_repair import repair_changes
from roundbook.projections.standings.records import records

# Slips, one or a list of them.


class RoundCount(Struct, frozen=True, kw_only=True):
    """The number of results of a round that are in."""

    pool: Pool
    number: int
    came_in: int
    every: int


class BracketWon(Struct, frozen=True, kw_only=True):
    """The winner of a bracket, or of a division; no division if the whole event was the bracket."""

    player: PlayerId
    division: Division | None


class Reported(Struct, frozen=True, kw_only=True):
    """Reported slips, and their consequences.

    `listed` is the list they came from, and `known` how many of its rows were already recorded.
    `scores` are the new records of both players of a single slip; empty in a bracket. `lost` are
    matches lost by dropping; `absent` are players who did not show up and are seated again unless
    they drop. `won` are the brackets that these slips decide, `next` is what comes after the rounds
    that are now complete.
    """

    entries: tuple[Entry, ...]
    slips: tuple[Slip, ...]
    listed: SlipList | None = None
    known: int = 0
    scores: Mapping[PlayerId, str] = {}
    lost: tuple[Lost, ...] = ()
    absent: tuple[PlayerId, ...] = ()
    rounds: tuple[RoundCount, ...] = ()
    won: tuple[BracketWon, ...] = ()
    next: tuple[Do, ...] = ()


def report(ctx: WriteContext, slip: Slip) -> Reported:
    """Report a slip: the result, and a drop for each player who drops."""
    (entry, *_) = ctx.take(_act_of(slip))
    return follows(ctx, entry, slip)


def follows(ctx: WriteContext, entry: Entry, slip: Slip) -> Reported:
    """Return the consequences of a slip in an entry."""
    t = ctx.after([entry])
    scores = _scores(t, ctx.rules, slip.match)
    return _reported(t, ctx.rules, entries=(entry,), slips=(slip,), scores=scores)


def _scores(t: Tournament, rules: Ruleset, match: MatchId) -> dict[PlayerId, str]:
    """Return the Swiss records of both players of a match; empty in a bracket."""
    seated = t.matches[match]
    table = {} if t.is_elimination or match.pool in t.cuts else records(t, rules, of=seated)
    return {player: str(table[player]) for player in seated if player in table}


def report_all(ctx: WriteContext, listed: SlipList) -> Reported:
    """Write one entry per slip of a list: all or none. Raises Refused, naming the line.

    Slips that are already recorded are skipped, so a growing list can be read again.
    """
    asked: list[Slip] = []
    own = _written_by(ctx)
    fresh = [one for one in listed.slips if one.match in own or not _stands(ctx.tournament, one)]

    def noted(slip: Slip) -> Act:
        act = _act_of(slip, again=True)

        def noting(t: Tournament) -> Sequence[AnyEvent]:
            asked.append(slip)
            return act(t)

        return noting

    if not (fresh or ctx.dry_run):
        ctx.venue.desk.confirm()
    try:
        entries = ctx.take(*map(noted, fresh)) if fresh else []
    except Refused as refused:
        if not asked:
            raise
        msg = f"{listed.where}, line {asked[-1].line}: {refused.message}"
        raise Refused(
            msg, hint=refused.hint, violations=refused.violations, others=refused.others
        ) from None
    found = _reported(
        ctx.after(entries), ctx.rules, entries=tuple(entries), slips=tuple(fresh), scores={}
    )
    return replace(found, listed=listed, known=len(listed.slips) - len(fresh))


def _written_by(ctx: WriteContext) -> set[MatchId]:
    """Return the matches that this same command has already reported, if it is a repeat."""
    cmd = ctx.manner.cmd
    return {
        event.match
        for entry, event in each_event(ctx.venue.desk.entries)
        if cmd and isinstance(event, ResultReported) and entry.cmd.partition("/")[0] == cmd
    }


def _stands(t: Tournament, slip: Slip) -> bool:
    """Tell whether a slip is already recorded completely."""
    standing = t.results.get(slip.match)
    gone = all(t.is_out(player) for player in slip.leaving)
    return standing is not None and says_the_same(slip.result, standing) and gone


def says_the_same(result: Result, standing: Result) -> bool:
    """Tell whether a result equals the recorded one, or only names the same winner."""
    bare = Result(verdict=standing.verdict)
    return result in {standing, bare}


def _act_of(slip: Slip, *, again: bool = False) -> Act:
    """Return the act for a slip; if the slip is read `again`, only for what is new."""

    def act(t: Tournament) -> list[AnyEvent]:
        for player in slip.leaving:
            if slip.match in t.matches and player not in t.at_table(slip.match):
                msg = f"{player} does not play in match {slip.match}."
                raise Refused(msg, hint=advice("Use {}.", do("drop")))
        drops = [PlayerDropped(player=p, after=latest_started(t, p)) for p in slip.leaving]
        standing = t.results.get(slip.match)
        if again and standing and says_the_same(slip.result, standing):
            return [drop for drop in drops if not t.players[drop.player].out]
        return [ResultReported(match=slip.match, result=slip.result), *drops]

    return act


def _reported(
    t: Tournament,
    rules: Ruleset,
    *,
    entries: tuple[Entry, ...],
    slips: tuple[Slip, ...],
    scores: Mapping[PlayerId, str],
) -> Reported:
    """Return the consequences of reported slips."""
    leaving = [player for slip in slips for player in slip.leaving]
    rounds = counts(t, (slip.match for slip in slips))
    # The 3rd-place match is named as the next one once all others are in.
    paired = {one.pool: t.rounds.get((one.pool, one.number)) for one in rounds}
    done = [pool for pool, one in paired.items() if one is None or not open_matches(t, one)]
    following = (next_of(t, rules, pool) or progress(t, rules).next for pool in done)
    seated = {player for slip in slips for player in t.matches[slip.match]}
    pools = dict.fromkeys(slip.match.pool for slip in slips)
    return Reported(
        entries=entries,
        slips=slips,
        scores=scores,
        lost=lost_by(t, leaving) if leaving else (),
        absent=tuple(player for slip in slips for player in _absent(t, slip)),
        rounds=rounds,
        won=tuple(one for one in winners(t, pools) if one.player in seated),
        next=_together(t, rules, dict.fromkeys(filter(None, following))),
    )


def winners(t: Tournament, pools: Iterable[Pool]) -> list[BracketWon]:
    """Return the winners of those of these pools that are brackets and over."""
    found = [(t.cuts[pool].division, tree(t, pool).winner) for pool in pools if pool in t.cuts]
    return [BracketWon(player=won, division=division) for division, won in found if won]


def _together(t: Tournament, rules: Ruleset, acts: Iterable[Do]) -> tuple[Do, ...]:
    """Return what comes next, as one act if all ready pools can be paired at once."""
    alone, together = [*acts], do("pair")
    pairs = [act for act in alone if act.verb == "pair" and len(act.args) < 2]
    # The progress of the whole event takes longest, and most slips leave their round open.
    if len(pairs) < 2 or progress(t, rules).next != together:
        return tuple(alone)
    return tuple(dict.fromkeys(together if act in pairs else act for act in alone))


def counts(t: Tournament, matches: Iterable[MatchId]) -> tuple[RoundCount, ...]:
    """Return how many results of these matches' rounds are in."""
    found = []
    for pool, number in dict.fromkeys((match.pool, match.round) for match in matches):
        every = matches_of(t, pool, number)
        came_in = len(every) - len(undecided(t, pool, every))
        found.append(RoundCount(pool=pool, number=number, came_in=came_in, every=len(every)))
    return tuple(found)


def _absent(t: Tournament, slip: Slip) -> list[PlayerId]:
    """Return players who did not show up, and are seated again next round unless they drop.

    Nobody after the last Swiss round, or in a bracket, where they are out.
    """
    first, second = t.matches[slip.match]
    absent = {"first": [first], "second": [second], "both": [first, second]}
    gone = absent.get(slip.result.no_show or "", [])
    if not gone or not _swiss_goes_on(t, slip.match):
        return []
    following = {*due(t, slip.match.pool, slip.match.round + 1)}
    return [player for player in gone if player in following]


def _swiss_goes_on(t: Tournament, match: MatchId) -> bool:
    """Return whether a Swiss round follows the round of a match, as far as is announced."""
    planned = planned_rounds(t, match.pool)
    cut = any(bracket_of(t, division) for division in t.pods.get(match.pool, ()))
    return match.pool in t.pods and not cut and (planned is None or match.round < planned)


# Results that were wrong.


class Corrected(Struct, frozen=True, kw_only=True):
    """A corrected result, and what was based on the old one.

    `waiting` is the number of a waiting round that a repair would now pair differently, and
    `in_bracket` whether it is in a bracket, which has no draw. `scores` are both players' new
    records, empty in single elimination. `seeded` are the brackets seeded from the match that are
    already being played (A-40), and `chose` is whether it chose the players of a second day that is
    (A-71).
    """

    entries: tuple[Entry, ...]
    match: MatchId
    result: Result
    scores: Mapping[PlayerId, str] = {}
    waiting: int | None = None
    in_bracket: bool = False
    seeded: tuple[Pool, ...] = ()
    chose: bool = False


def correct(ctx: WriteContext, match: MatchId, result: Result, *, reason: str) -> Corrected:
    """Replace the result of a match before it locks."""
    entry = ctx.post(ResultCorrected(match=match, result=result, reason=reason))
    t = ctx.after([entry])
    waiting = latest_round(t, match.pool)
    rests = (
        waiting is not None
        and not waiting.started
        and waiting.number > match.round
        and repair_changes(t, ctx.rules, match.pool)
    )
    return Corrected(
        entries=(entry,),
        match=match,
        result=result,
        scores=_scores(t, ctx.rules, match),
        waiting=waiting.number if waiting and rests else None,
        in_bracket=match.pool in t.cuts,
        seeded=tuple(seeded_by(t, match)),
        chose=chose_day_two(t, match),
    )


def withdraw(ctx: WriteContext, match: MatchId, *, reason: str) -> Done:
    """Withdraw the result of a match, which is then open again.

    A 3rd-place match without a result is itself withdrawn: it was paired by mistake.
    """

    def act(t: Tournament) -> list[ResultWithdrawn | ThirdPlacePlayoffWithdrawn]:
        is_open = t.playoffs.get(match.pool) == match and match not in t.results
        kind = ThirdPlacePlayoffWithdrawn if is_open else ResultWithdrawn
        return [kind(match=match, reason=reason)]

    return Done(entries=tuple(ctx.take(act)))
