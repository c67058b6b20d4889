"""What follows from judges' acts: calls, notes, penalties, deck checks, and the time of a match."""

from collections.abc import Iterator

from roundbook.cli.acts.judging import (
    CheckRecorded,
    ChecksDrawn,
    Decided,
    Extended,
    JudgeWanted,
    LossDue,
    Noted,
    PenaltyGiven,
    ProxyRecorded,
    Ruled,
)
from roundbook.cli.answers.recorded import recorded
from roundbook.cli.answers.results import reported
from roundbook.cli.args.types import as_typed
from roundbook.cli.session.write import WriteContext
from roundbook.ledger.errors import Hint, advice, do, option, warning
from roundbook.ledger.phrases import counted
from roundbook.ledger.terms import MatchId, Result
from roundbook.ledger.text import sentence, with_sides
from roundbook.projections.judging.match_end import in_words as seen_in_words
from roundbook.projections.judging.match_end import verdict
from roundbook.projections.judging.penalties import COUNTED
from roundbook.projections.reports.text.announcement import still_running


def penalty(_ctx: WriteContext, facts: PenaltyGiven) -> list[str | Hint]:
    """Return the player's earlier penalties, and the loss to report."""
    before = (
        warning(sentence(f"Earlier penalty: {one.called} in entry {one.seq} ({one.infraction})"))
        for one in facts.before
    )
    return [*before, *_to_report(facts.due)]


def deck_check(_ctx: WriteContext, facts: CheckRecorded) -> list[str | Hint]:
    """Return the loss to report for a deck check, and that the deck has to be shuffled."""
    none = [warning("No deck list was handed in here, so there is none to compare with.")]
    shuffled = "Let the player shuffle the deck thoroughly (TRF §5)."
    return [*(none if facts.unlisted else ()), *_to_report(facts.due), shuffled]


def proxy(_ctx: WriteContext, _facts: ProxyRecorded) -> list[str]:
    """Return what a judge does with a damaged card."""
    return ["The damaged card stays with the deck, for reference during play."]


def _to_report(due: LossDue | None) -> list[str | Hint]:
    """Return the hint to report a lost game or match; a penalty itself changes no result."""
    if due is None:
        return []
    told, won = str(due.match or "MATCH"), str(due.winner or "RESULT")
    why = ("--reason", "…") if due.reported else ()
    then = do("correct" if due.reported else "report", told, won, *why)
    if not due.whole:
        return [advice(f"{COUNTED} Enter it: {{}}.", then)]
    return [advice("The match is lost. Enter its result: {}.", then)]


def checks_drawn(ctx: WriteContext, drawn: ChecksDrawn) -> list[str | Hint]:
    """Return the players whose decks are checked, and their tables; no names for a dry run."""
    if ctx.dry_run:
        return ["Nothing was written. The decks to check would be drawn."]
    found = list[str | Hint]([f"{counted(len(drawn.players), 'deck')} to check:"])
    for player, match in drawn.players:
        where = f", table {match.table} of {match.pool}" if match else ""
        check = do("deckcheck record", player, "--counted", "N")
        found.append(advice("{}: {}.", f"{ctx.person(player)}{where}", check))
    return found


def note(ctx: WriteContext, _facts: Noted) -> list[str]:
    """Return that a note cannot be withdrawn."""
    stays = "A note cannot be withdrawn; if it is wrong, add another one that says so."
    return [] if ctx.dry_run else [stays]


def calls(_ctx: WriteContext, facts: JudgeWanted) -> list[str]:
    """Return the match that has waited longest for a judge, and how many more tables wait."""
    if not facts.waiting:
        return ["No other call is waiting for a judge."]
    first, *rest = facts.waiting
    are = f" and {counted(len(rest), 'more table')} are" if rest else " is"
    return [f"Match {first}{are} waiting for a judge."]


def decided(_ctx: WriteContext, facts: Decided) -> list[str | Hint]:
    """Return what is still to be decided, with the command for each."""
    if not facts.open:
        return [
            "Nothing else is left to decide." if facts.entries else "Nothing is left to decide."
        ]
    return [
        advice("{} {}.", sentence(f"Entry {seq}: {text}"), do("decide", str(seq), *words))
        for seq, text in facts.open.items()
        for words in [("--keep", "--reason", "…")]
    ]


def extended(ctx: WriteContext, found: Extended) -> Iterator[str | Hint]:
    """Yield the extra time of a match in total, and how to undo what it was given now."""
    minutes = counted(found.in_all, "extra minute") if found.in_all else "no extra time"
    instead = f", not {found.instead_of}" if found.instead_of is not None else ""
    yield f"{' and '.join(map(ctx.named, found.players))}: {minutes} in total{instead}."
    if not ctx.dry_run and found.instead_of is None:
        before = str(found.in_all - found.minutes)
        options = ("--instead", "--informed", "--reason", "…")
        yield advice(
            "To undo this, tell both players first: {}.",
            do("extend", str(found.match), before, *options),
        )


def ruled(ctx: WriteContext, found: Ruled) -> list[str | Hint]:
    """Return the verdict on an unfinished match, then what was recorded and what follows."""
    state = reported(ctx, found.follows) if found.follows else []
    said = [*_verdict(ctx, found), *recorded(ctx, found.entries), *state]
    pair = ctx.tournament.matches.get(found.match) if found.match else None
    if pair is None:
        return said
    first, second = map(ctx.named, pair)
    return [with_sides(one, first, second) if isinstance(one, str) else one for one in said]


def _verdict(ctx: WriteContext, found: Ruled) -> Iterator[str | Hint]:
    """Yield the verdict on an unfinished match, with each rule that it is based on.

    After `checking` only, a hint says how to report the result at the same time.
    """
    lines = verdict(found.seen, found.ruling, rules=found.rules, turns=found.turns)
    yield from (sentence(f"{line[0].upper()}{line[1:]}") for line in lines)
    if found.match is None:
        yield f"Seen: {seen_in_words(found.seen, found.rules)}."
    if found.reported and not ctx.dry_run:
        wrong = do("correct", str(found.match), "RESULT", "--reason", "…")
        yield advice("If this result is wrong, use {}.", wrong)
    if found.match and found.ruling.result and not found.reported:
        yield from _then(ctx, found.match, found.ruling.result)
    if found.match and found.clock:
        told = still_running(ctx.tournament, found.clock, found.match, found.entries[0].at)
        yield f"{told[0].upper()}{told[1:]}."


def _then(ctx: WriteContext, match: MatchId, due: Result) -> Iterator[str | Hint]:
    """Yield how to report the result of a verdict; of a match with a result, whether it agrees."""
    stands = ctx.tournament.results.get(match)
    if stands == due:
        yield "The recorded result agrees with it."
    if stands:
        return
    yield advice("If the judge agrees, use {}.", do("report", str(match), as_typed(due)))
    if ctx.dry_run:
        yield advice("Or add {} to report the result here.", option("--report", of="time-called"))


FOLLOWS = {
    PenaltyGiven: penalty,
    CheckRecorded: deck_check,
    ProxyRecorded: proxy,
    ChecksDrawn: checks_drawn,
    Noted: note,
    JudgeWanted: calls,
    Decided: decided,
    Extended: extended,
}
WHOLE = {Ruled: ruled}
