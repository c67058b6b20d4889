"""What a page says of an act that was done: what was recorded, and what follows from it."""

from collections.abc import Iterable, Iterator, Sequence

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
from cli.acts.results import Corrected, Reported
from cli.acts.standing import Attendance, Lost
from cli.desk.write import WriteContext
from cli.terminal.receipt import in_words
from ledger.errors import Hint, advice, do
from ledger.events.catalogue import ResultCorrected, ResultReported, ResultWithdrawn
from ledger.record.entry import Entry
from ledger.state.queries import open_matches
from ledger.state.tournament import Tournament
from ledger.terms import PlayerId
from projections.history.history import what, with_names
from projections.judging.penalties import GivenPenalty
from projections.rounds.needs_repair import to_mend
from projections.text import counted


def in_page(ctx: WriteContext, facts: Facts) -> tuple[str | Hint, ...]:
    """Return what came of an act: a sentence for each event, and what has to be done about it."""
    t = ctx.after(facts.entries)
    return (
        *_recorded(ctx, facts.entries),
        *_follows(ctx, facts),
        *_came_in(t, facts.entries),
        *to_mend(t),
    )


def in_box(ctx: WriteContext, facts: Facts) -> tuple[str | Hint, ...]:
    """Return what is said beside a slip that the box gives back; of one only judged, all of it."""
    if ctx.dry_run:
        return in_page(ctx, facts)
    return (*_follows(ctx, facts), *to_mend(ctx.tournament))


def _recorded(ctx: WriteContext, entries: Iterable[Entry]) -> list[str]:
    """Return what was recorded, entry by entry; or what would be, where it was only judged."""
    told = "Nothing was written. It would be entry" if ctx.dry_run else "Entry"
    tie = ctx.rules.tie_word
    return [
        f"{told} {entry.seq}: {with_names(what(event, tie), ctx.named)}."
        for entry in entries
        for event in entry.events
    ]


def _follows(ctx: WriteContext, facts: Facts) -> Sequence[str | Hint]:
    """Return what an entry does not say itself: what came of a draw, what has to be done now."""
    match facts:
        case Reported():
            return [*_lost(ctx, facts.lost), *(_absent(ctx, one) for one in facts.absent)]
        case Attendance():
            return _lost(ctx, facts.lost)
        case Corrected():
            return [*_rests(facts)]
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


def _lost(ctx: WriteContext, lost: Iterable[Lost]) -> list[str]:
    """Return which matches of a bracket are lost by leaving."""
    return [
        f"{ctx.named(player)} has left and so lost match {match}, whatever its result (TOP §3.2)."
        for match, player in lost
    ]


def _absent(ctx: WriteContext, player: PlayerId) -> Hint:
    """Return what to do about a player who did not show up, and is seated again next round."""
    return advice(
        "{} did not show up and is seated again next round. If they have left: {}.",
        ctx.named(player),
        do("drop", player),
    )


def _rests(found: Corrected) -> Iterator[Hint]:
    """Yield what rests on the result before: a round that waits, brackets that it seeded."""
    pool = found.match.pool
    if found.waiting is not None:
        start = ", or start it: the pairing after it will be right (TOP §4)"
        more = "" if found.in_bracket else start
        yield advice(
            f"Round {{}} of {{}} was paired before the correction. Repair it ({{}}){more}.",
            *(str(found.waiting), pool, do("repair", pool)),
        )
    for bracket, again in found.seeded:
        if again is None:
            yield advice("It does not change the seeds of {}, which is being played.", bracket)
        else:
            yield advice("The seeds of {} are different now: {}.", bracket, again)


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
