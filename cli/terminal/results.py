"""Lines for the terminal about results, drops and returning players."""

from collections.abc import Iterable, Mapping

from roundbook.cli.acts.drops import Attendance, Lost
from roundbook.cli.acts.results import BracketWon, Corrected, Reported
from roundbook.cli.args.slips import SlipList
from roundbook.cli.args.types import as_typed
from roundbook.cli.desk.command import with_entry
from roundbook.cli.desk.errors import command, shown, typed
from roundbook.cli.desk.write import Facts, WriteContext
from roundbook.ledger.errors import do
from roundbook.ledger.events.catalogue import PlayerDisqualified, PlayerReinstated, ResultWithdrawn
from roundbook.ledger.phrases import counted
from roundbook.ledger.state.round_names import read_out
from roundbook.ledger.terms import MatchId, PlayerId, Result
from roundbook.projections.progress import progress


def reported(ctx: WriteContext, found: Reported) -> list[str]:
    """Return the lines about one slip: both players, drops, and the state of the round."""
    (slip,) = found.slips
    return [
        f"match {slip.match}: {slip.result.in_words(ctx.rules.tie_word)}",
        both(ctx, slip.match, found.scores),
        *_dropped(ctx, found),
        *_follows(ctx, found),
        *how_far(ctx, found),
    ]


def both(ctx: WriteContext, match: MatchId, scores: Mapping[PlayerId, str]) -> str:
    """Return both players of a match with their records, so that a wrong table is noticed."""
    seated = ctx.tournament.matches[match]
    sides = (f"{ctx.named(player)} {scores.get(player, '')}".rstrip() for player in seated)
    return f"  {' - '.join(sides)}"


def how_far(ctx: WriteContext, found: Reported) -> list[str]:
    """Return how many results of the slips' rounds are in, and what comes next."""
    return [*_came_in(ctx, found), *_nexts(ctx, found)]


def reported_list(ctx: WriteContext, found: Reported, listed: SlipList) -> list[str]:
    """Return the lines about a list: how many results, who dropped, and what comes next."""
    read_as = f", read as {listed.read_as}" if ctx.dry_run else ""
    if not found.slips:
        return [f"every result in {listed.where} was already recorded{read_as}"]
    return [
        f"{counted(len(found.slips), 'result')} from {listed.where}{read_as}",
        *_each(ctx, found),
        *_passed_over(found, listed),
        *_dropped(ctx, found),
        *_came_in(ctx, found),
        *_follows(ctx, found),
        *_nexts(ctx, found),
    ]


def _each(ctx: WriteContext, found: Reported) -> list[str]:
    """Return one line for each slip of a list: its table, the players, and the result."""
    several = len({slip.match.pool for slip in found.slips}) > 1
    return [
        f"  {f'{slip.match.pool} ' if several else ''}table {slip.match.table}: "
        f"{' - '.join(map(ctx.named, ctx.tournament.matches[slip.match]))}: {_short(slip.result)}"
        for slip in found.slips
    ]


def _short(result: Result) -> str:
    """Return a result as typed, with words instead of a winner's number."""
    winners = {"1": "first player wins", "2": "second player wins"}
    typed_as = as_typed(result)
    return winners.get(typed_as, typed_as)


def _passed_over(found: Reported, listed: SlipList) -> list[str]:
    """Return how many rows of a list were already recorded, and how many had no result."""
    known = [f"  {found.known} {'was' if found.known == 1 else 'were'} already recorded"]
    said = [counted(listed.byes, "bye")] if listed.byes else []
    said += [f"{counted(listed.still_out, 'row')} without a result"] if listed.still_out else []
    unread = [f"  skipped: {' and '.join(said)}"] if said else []
    return [*(known if found.known else []), *unread]


def corrected(ctx: WriteContext, found: Corrected) -> list[str]:
    """Return the lines about a corrected result, and about what was based on the old one."""
    said = found.result.in_words(ctx.rules.tie_word)
    return [
        f"match {found.match} was corrected to {said}",
        both(ctx, found.match, found.scores),
        *_rests(ctx, found),
    ]


def withdrawn(match: MatchId) -> str:
    """Return the line about a withdrawn result."""
    return f"the result of match {match} was withdrawn; the match is open again"


def attendance(ctx: WriteContext, found: Attendance) -> list[str]:
    """Return the lines about players who dropped or returned."""
    events = [event for entry in found.entries for event in entry.events]
    became = "has dropped"
    if any(isinstance(event, PlayerDisqualified) for event in events):
        became = "was disqualified"
    elif any(isinstance(event, PlayerReinstated) for event in events):
        became = "was reinstated"
    lost = f", {lost_alone(found)}" if found.missed else ""
    return [f"{ctx.named(player)} {became}{lost}" for player in found.players] + _left(ctx, found)


def lost_alone(found: Attendance) -> str:
    """Return the losses for rounds that started while a player was out (TOP §3.1.3)."""
    rounds = "round" if len(found.missed) == 1 else "rounds"
    numbers = ", ".join(map(str, found.missed))
    return f"with {counted(len(found.missed), 'loss', 'losses')} for {rounds} {numbers}"


def beside(ctx: WriteContext, facts: Facts) -> list[str]:
    """Return the lines besides the one that repeats a slip: consequences, and what to do.

    In a dry run these are all lines, since the slip is not repeated.
    """
    if ctx.dry_run:
        return [shown(line) for line in with_entry(ctx, facts.entries, _in_full(ctx, facts))]
    match facts:
        case Reported():
            said = [*_follows(ctx, facts), *_completed(ctx, facts), *_nexts(ctx, facts)]
        case Corrected():
            said = _rests(ctx, facts)
        case Attendance():
            said = _left(ctx, facts)
        case _:
            said = []
    return [shown(line).strip() for line in said]


def _in_full(ctx: WriteContext, facts: Facts) -> list[str]:
    match facts:
        case Reported():
            return reported(ctx, facts)
        case Corrected():
            return corrected(ctx, facts)
        case Attendance():
            return attendance(ctx, facts)
        case _:
            events = (event for entry in facts.entries for event in entry.events)
            return [
                withdrawn(event.match) for event in events if isinstance(event, ResultWithdrawn)
            ]


def _dropped(ctx: WriteContext, found: Reported) -> list[str]:
    return [f"  {ctx.named(p)} has dropped" for slip in found.slips for p in slip.leaving]


def _came_in(ctx: WriteContext, found: Reported) -> list[str]:
    """Return how many results of each round are in, naming the round if there are several."""
    several = len(found.rounds) > 1
    t = ctx.after(found.entries)
    return [
        f"  {f'{read_out(t, one.pool, one.number)}: ' if several else ''}"
        f"{one.came_in} of {one.every} in"
        for one in found.rounds
    ]


def _completed(ctx: WriteContext, found: Reported) -> list[str]:
    """Return the rounds that these slips completed."""
    t = ctx.after(found.entries)
    done = (one for one in found.rounds if one.came_in == one.every)
    named = [read_out(t, one.pool, one.number) for one in done]
    return [f"{one} {'are' if '-finals' in one else 'is'} complete" for one in named]


def _nexts(ctx: WriteContext, found: Reported) -> list[str]:
    """Return what comes next, naming the first of the matches missing elsewhere."""
    now = progress(ctx.after(found.entries), ctx.rules) if found.next else None
    acts = (now.typed() if now and now.next == one else one for one in found.next)
    return [f"next: {command(one)}" for one in acts if one]


def crowned(ctx: WriteContext, won: Iterable[BracketWon]) -> list[str]:
    """Return a line for each winner of a bracket."""
    return [
        f"  the winner{f' of {one.division}' if one.division else ''} is {ctx.named(one.player)}"
        for one in won
    ]


def _follows(ctx: WriteContext, found: Reported) -> list[str]:
    """Return the consequences of drops and no-shows, and who won."""
    return [
        *crowned(ctx, found.won),
        *_lost(ctx, found.lost),
        *(
            f"  {ctx.named(p)} did not show up. If they have left, use `{command(do('drop', p))}`."
            for p in found.absent
        ),
    ]


def _left(ctx: WriteContext, found: Attendance) -> list[str]:
    untagged = [found.untagged] if found.untagged else []
    return [
        *_lost(ctx, found.lost),
        *(f"  table {match.table} of {match.pool} is still open" for match in found.still_open),
        *map(typed, (*untagged, *found.to_repair)),
        *(f"next: {command(do('report', str(match), 'RESULT'))}" for match in found.still_open),
    ]


def _lost(ctx: WriteContext, lost: Iterable[Lost]) -> list[str]:
    return [f"  {one.said(ctx.named)} (TOP §3.2)" for one in lost]


def _rests(ctx: WriteContext, found: Corrected) -> list[str]:
    """Return what was based on the old result: a round that has not started, and brackets."""
    said = []
    if found.waiting is not None:
        pool = found.match.pool
        now = read_out(ctx.tournament, pool, found.waiting)
        which = f"{now} was paired before the correction"
        repair = command(do("repair", pool))
        if found.in_bracket:
            said = [f"{which}: repair it (`{repair}`)"]
        else:
            said = [
                f"{which}: repair it (`{repair}`),",
                "  or start it unchanged; the next round will be paired correctly (TOP §4)",
            ]
    playing = [
        f"the correction does not change the seeds of {pool}, which is being played"
        for pool in found.seeded
    ]
    if found.chose:
        day = f"day two of {found.match.pool}"
        playing.append(f"the correction does not change who plays {day}, which is being played")
    return [*said, *playing, *ctx.to_repair()]
