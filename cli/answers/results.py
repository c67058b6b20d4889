"""What follows from results, drops and returning players."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from roundbook.cli.acts.drops import Attendance, Lost, of_events
from roundbook.cli.acts.results import BracketWon, Corrected, Reported
from roundbook.cli.args.slips import SlipList
from roundbook.cli.session.write import Facts, WriteContext
from roundbook.ledger.errors import Hint, advice, do, warning
from roundbook.ledger.phrases import counted, several
from roundbook.ledger.state.rounds import latest_round
from roundbook.ledger.terms import MatchId, PlayerId, Result
from roundbook.ledger.text import opened, with_names
from roundbook.projections.judging.penalties import uncounted
from roundbook.projections.rounds.needs_repair import how_to_mend, to_mend

Answers = Callable[[WriteContext, Facts], Sequence[str | Hint]]
"""Returns the answer to an act."""


def beside_slip(ctx: WriteContext, facts: Facts, whole: Answers) -> Sequence[str | Hint]:
    """Return the answer next to the slip that was entered; the `whole` answer for a dry run."""
    if ctx.dry_run:
        return whole(ctx, facts)
    match facts:
        case Reported():
            said = consequences(ctx, facts)
        case Corrected():
            said = [*rests(ctx, facts)]
        case Attendance():
            said = attendance(ctx, facts)
        case _:
            said = []
    return [*said, *([] if is_result_alone(facts) else to_mend(ctx.tournament, ctx.rules))]


def is_result_alone(facts: Facts) -> bool:
    """Tell whether only results were reported, which does not change who is still active."""
    return isinstance(facts, Reported) and not any(slip.leaving for slip in facts.slips)


def reported(ctx: WriteContext, facts: Reported) -> list[str | Hint]:
    """Return both players of a slip with their records, and the consequences of all slips."""
    alone = facts.slips[0].match if len(facts.slips) == 1 and not facts.listed else None
    both = [_both(ctx, alone, facts.scores)] if alone else []
    return [*both, *calls_ended(ctx, facts), *consequences(ctx, facts)]


def calls_ended(ctx: WriteContext, facts: Reported) -> list[str]:
    """Return which calls for a judge these results have ended, since nothing waits any more."""
    calls = ctx.after(facts.entries).calls
    ended = [str(one.match) for one in facts.slips if one.match in calls]
    if not ended or not facts.entries:
        return []
    would = "would be closed" if ctx.dry_run else "is closed"
    return [f"The call for a judge from match {one} {would}." for one in ended]


def consequences(ctx: WriteContext, facts: Reported) -> list[str | Hint]:
    """Return the consequences of reported slips, and how the rows of a list were read."""
    known = [f"Already recorded: {counted(facts.known, 'result')}."] if facts.known else []
    absent = (_absent(ctx, one) for one in facts.absent)
    return [
        *_read(facts.listed),
        *known,
        *(won(ctx, one) for one in facts.won),
        *lost(ctx, facts.lost),
        *absent,
        *(one for slip in facts.slips for one in doubts(ctx, slip.match, slip.result)),
    ]


def doubts(ctx: WriteContext, match: MatchId, result: Result) -> list[Hint]:
    """Return a question for each penalty in a match that its result leaves out."""
    fix = do("correct", str(match), "RESULT", "--reason", "…")
    return [
        warning("{} If the result is wrong: {}.", with_names(said, ctx.named), fix)
        for said in uncounted(ctx.tournament, match, result)
    ]


def _read(listed: SlipList | None) -> list[str]:
    """Return how a list of results was read, and the rows that have none."""
    if listed is None:
        return []
    said = [counted(listed.byes, "bye")] if listed.byes else []
    said += [f"{counted(listed.still_out, 'row')} without a result"] if listed.still_out else []
    skipped = [f"Skipped: {' and '.join(said)}."] if said else []
    return [f"{listed.where} was read as {listed.read_as}.", *skipped]


def _both(ctx: WriteContext, match: MatchId, scores: Mapping[PlayerId, str]) -> str:
    """Return both players of a match with their records, so that a wrong table is noticed.

    In single elimination, nobody has a record.
    """
    seated = ctx.tournament.matches[match]
    sides = (f"{ctx.named(player)} {scores.get(player, '')}".rstrip() for player in seated)
    return f"{' - '.join(sides)}."


def won(ctx: WriteContext, one: BracketWon) -> str:
    """Return who won a bracket."""
    of = f" of {one.division}" if one.division else ""
    return f"The winner{of} is {ctx.named(one.player)}."


def lost(ctx: WriteContext, lost: Iterable[Lost]) -> list[Hint]:
    """Return a sentence for each bracket match that a player loses by dropping."""
    return [warning(f"{one.said(ctx.named)} (TOP §3.2).") for one in lost]


def _absent(ctx: WriteContext, player: PlayerId) -> Hint:
    """Return the hint for a player who did not show up, but will be paired again next round."""
    return advice(
        "{} will be paired again next round. To drop the player: {}.",
        ctx.named(player),
        do("drop", player),
    )


def corrected(ctx: WriteContext, facts: Corrected) -> list[str | Hint]:
    """Return both players' records, and what was based on the result before."""
    return [_both(ctx, facts.match, facts.scores), *rests(ctx, facts)]


def rests(ctx: WriteContext, found: Corrected) -> Iterator[Hint]:
    """Yield what was based on the result before: a round waiting to start, seeds of brackets.

    A penalty that the new result leaves out is asked about first.
    """
    yield from doubts(ctx, found.match, found.result)
    pool = found.match.pool
    waiting = latest_round(ctx.tournament, pool) if found.waiting is not None else None
    if waiting:
        how, act = how_to_mend(ctx.tournament, ctx.rules, waiting)
        start = ", or start it: the next round will be paired correctly (TOP §4)"
        more = "" if found.in_bracket else start
        yield warning(
            f"Round {{}} of {{}} was paired before the correction. {opened(how)} ({{}}){more}.",
            *(str(found.waiting), pool, act),
        )
    for bracket in found.seeded:
        yield advice(
            "The correction does not change the seeds of {}, which has already started.", bracket
        )
    if found.chose:
        yield advice(
            "The correction does not change the players of day two of {}, which has started.",
            pool,
        )


def attendance(ctx: WriteContext, facts: Attendance) -> list[str | Hint]:
    """Return what follows from players who dropped or returned, and who had dropped already."""
    back = [f"The player is back, {_lost_alone(facts)} (TOP §3.1.3)."] if facts.missed else []
    untagged = [facts.untagged] if facts.untagged else []
    still = (
        advice("Match {} still needs a result: {}.", str(match), do("report", str(match), "RESULT"))
        for match in facts.still_open
    )
    gone = {*map(ctx.tournament.entrant, of_events(facts.entries))}
    left = [one for one in facts.players if ctx.tournament.entrant(one) not in gone]
    already = nothing_to_do(ctx, left, "had dropped already")
    return [*already, *back, *untagged, *lost(ctx, facts.lost), *still]


def nothing_to_do(ctx: WriteContext, players: Sequence[PlayerId], was: str) -> list[str]:
    """Return that for some of several players there was nothing to do; nothing if there is none."""
    verb = was.format("was" if len(players) == 1 else "were")
    names = several(map(ctx.person, players))
    return [f"{len(players)} {verb}: {names}."] if players else []


def _lost_alone(found: Attendance) -> str:
    """Return the losses for rounds that started while a player was out (TOP §3.1.3)."""
    rounds = "round" if len(found.missed) == 1 else "rounds"
    numbers = ", ".join(map(str, found.missed))
    return f"with {counted(len(found.missed), 'loss', 'losses')} for {rounds} {numbers}"


FOLLOWS = {Reported: reported, Corrected: corrected}
