"""What a page says of an act that was done: what was recorded, and what follows from it."""

from collections.abc import Iterable

from cli.acts.act import Facts
from cli.acts.drafts import SeatsDrawn
from cli.acts.judging import (
    CheckRecorded,
    ChecksDrawn,
    LossDue,
    PenaltyGiven,
    ProxyRecorded,
)
from cli.acts.requests import RequestKept
from cli.desk.errors import typed
from cli.desk.write import WriteContext
from cli.terminal.receipt import in_words
from ledger.events.catalogue import ResultCorrected, ResultReported, ResultWithdrawn
from ledger.record.entry import Entry
from ledger.state.queries import open_matches
from ledger.state.tournament import Tournament
from projections.history.history import what, with_names
from projections.judging.penalties import GivenPenalty
from projections.rounds.needs_repair import to_mend
from projections.text import counted


def in_page(ctx: WriteContext, facts: Facts) -> tuple[str, ...]:
    """Return what came of an act: a sentence for each event, and what has to be done about it."""
    t = ctx.after(facts.entries)
    return (
        *_recorded(ctx, facts.entries),
        *_follows(ctx, facts),
        *_came_in(t, facts.entries),
        *(typed(each) for each in to_mend(t)),
    )


def _recorded(ctx: WriteContext, entries: Iterable[Entry]) -> list[str]:
    """Return what was recorded, entry by entry; or what would be, where it was only judged."""
    told = "Nothing was written. It would be entry" if ctx.dry_run else "Entry"
    tie = ctx.rules.tie_word
    return [
        f"{told} {entry.seq}: {with_names(what(event, tie), ctx.named)}."
        for entry in entries
        for event in entry.events
    ]


def _follows(ctx: WriteContext, facts: Facts) -> list[str]:
    """Return what an entry does not say itself: what came of a draw, what has to be done now."""
    match facts:
        case PenaltyGiven():
            return [*map(_before, facts.before), *_to_report(facts.due)]
        case CheckRecorded():
            return [*_to_report(facts.due), "Let the player shuffle the deck thoroughly (TRF §5)."]
        case ProxyRecorded():
            return ["The damaged card stays with the deck, to refer to it in play."]
        case ChecksDrawn():
            return _to_check(ctx, facts)
        case SeatsDrawn():
            return _seats(ctx, facts)
        case RequestKept():
            return list(in_words(ctx.tournament, facts.request))
        case _:
            return []


def _before(one: GivenPenalty) -> str:
    """Return a penalty that a player has had before."""
    return f"Before: {one.penalty.replace('-', ' ')} in entry {one.seq}: {one.infraction}"


def _to_report(due: LossDue | None) -> list[str]:
    """Return what has to be reported, since a penalty itself changes no result."""
    if due is None:
        return []
    where = f"match {due.match}" if due.match else "the match"
    verb = "correct" if due.reported else "report"
    if not due.whole:
        return [f"Next: count the lost game when you {verb} {where}."]
    won = f" as {due.winner}" if due.winner else ""
    return [f"Next: {verb} {where}{won}, since the match is lost."]


def _to_check(ctx: WriteContext, drawn: ChecksDrawn) -> list[str]:
    """Return whose decks are checked, and where each sits; nobody before the draw."""
    if ctx.dry_run:
        return ["Nothing was written. The players whose decks are checked would be drawn."]
    return [
        f"{counted(len(drawn.players), 'deck')} to check:",
        *(
            f"{ctx.named(player)}{f', table {match.table} of {match.pool}' if match else ''}"
            for player, match in drawn.players
        ),
    ]


def _seats(ctx: WriteContext, drawn: SeatsDrawn) -> list[str]:
    """Return who sits where for a draft; nobody before the draw."""
    tables = counted(drawn.count, "draft table")
    if ctx.dry_run:
        return [f"Nothing was written. The seats of {tables} would be drawn."]
    return [
        f"Draft table {number}, seat {seat}: {ctx.named(player)}"
        for number, circle in enumerate(drawn.tables, start=1)
        for seat, player in enumerate(circle, start=1)
    ]


def _came_in(t: Tournament, entries: Iterable[Entry]) -> list[str]:
    """Return how far the rounds are that results have come in for."""
    kinds = ResultReported | ResultCorrected | ResultWithdrawn
    matches = [one.match for entry in entries for one in entry.events if isinstance(one, kinds)]
    found = []
    for pool, number in dict.fromkeys((match.pool, match.round) for match in matches):
        paired = t.rounds.get((pool, number))
        if paired is not None:
            every = len(paired.pairings)
            came = every - len(open_matches(t, paired))
            found.append(f"{came} of {every} results of {pool} round {number} are in.")
    return found
