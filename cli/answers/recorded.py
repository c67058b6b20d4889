"""What an act wrote, or would write: a sentence for each event, and how far the rounds are."""

from collections.abc import Collection, Iterable
from itertools import chain

from roundbook.cli.acts.results import counts
from roundbook.cli.session.errors import at_prompt
from roundbook.cli.session.write import WriteContext
from roundbook.ledger.events.catalogue import (
    AnnouncementMade,
    AnyEvent,
    Correction,
    PlayerDropped,
    ResultReported,
    RoundPaired,
    RoundPosted,
    RoundStarted,
    TournamentClosed,
)
from roundbook.ledger.events.posting import PostedSheet
from roundbook.ledger.phrases import counted
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.state.round_names import called, counted_in
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import PlayerId
from roundbook.ledger.text import opened, sentence, with_hands, with_names, with_sides
from roundbook.projections.history.history import OF_PEOPLE, at_the_time, what

NUMBERLESS = (
    AnnouncementMade,
    PlayerDropped,
    RoundPaired,
    RoundPosted,
    RoundStarted,
    TournamentClosed,
)
"""Events that no later command names by its entry: at the prompt, the number is left out."""


def happened(event: AnyEvent, t: Tournament, tie: str) -> str:
    """Return an event in words; a result with the winner."""
    kinds = ResultReported | Correction
    match = event.match if isinstance(event, kinds) else None
    pair = t.matches.get(match) if match else None
    said = what(event, tie, t)
    return with_sides(said, *pair) if pair else said


def recorded(
    ctx: WriteContext,
    entries: Iterable[Entry],
    *,
    nameless: bool = False,
    without: Collection[AnyEvent] = (),
) -> list[str]:
    """Return what was recorded, entry by entry; what would be recorded, for a dry run.

    A `nameless` answer has numbers only, as after an erasure. Events in `without` are not told.
    """
    tie, hands, entries = ctx.rules.tie_word, ctx.book.hands, [*entries]
    inside = at_prompt()

    def said_of(event: AnyEvent) -> str:
        t = at_the_time(ctx.tournament, chain(ctx.venue.desk.entries, entries), event)
        told = (_briefly(event, t) if inside else "") or happened(event, t, tie)
        if nameless:
            return told
        name = ctx.person if isinstance(event, OF_PEOPLE) else ctx.named
        return with_hands(with_names(told, name), hands)

    told = [
        (entry.seq, number, event)
        for entry in entries
        for number, event in enumerate(one for one in entry.events if one not in without)
    ]
    if ctx.dry_run:
        said = (
            f"{'In the same entry' if number else f'This would be entry {seq}'}: {said_of(event)}"
            for seq, number, event in told
        )
        return ["Nothing was written.", *map(sentence, said)] if told else []
    return [
        opened(sentence(said_of(event)))
        if inside and isinstance(event, NUMBERLESS)
        else sentence(f"Entry {seq}: {said_of(event)}")
        for seq, _, event in told
    ]


def _briefly(event: AnyEvent, t: Tournament) -> str:
    """Return what the command just typed did with a round; empty for others, or several pools."""
    if len({*t.pods, *t.cuts, *t.latest}) > 1:
        return ""
    match event:
        case RoundPaired():
            _, paired, tables = what(event, t=t).partition(" was paired: ")
            return f"{called(t, event.pool, event.round)}: {tables}" if paired else ""
        case RoundPosted() if event.sheet is PostedSheet.PAIRINGS:
            return "posted"
        case RoundStarted() if not event.clock_at:
            return "started"
        case _:
            return ""


def seated(ctx: WriteContext, tables: Iterable[Iterable[PlayerId]]) -> list[str]:
    """Return who sits where at the tables of a draft."""
    return [
        f"Draft table {number}, seat {seat}: {ctx.named(player)}."
        for number, circle in enumerate(tables, start=1)
        for seat, player in enumerate(circle, start=1)
    ]


def came_in(t: Tournament, entries: Iterable[Entry], are: str) -> list[str]:
    """Return how many results of each round concerned are, or would be, in."""
    kinds = ResultReported | Correction
    matches = [one.match for entry in entries for one in entry.events if isinstance(one, kinds)]
    return [
        f"{one.came_in} of {counted(one.every, 'result')} of {counted_in(t, one.pool, one.number)} "
        f"{'is' if 1 in (one.every, one.came_in) and are == 'are' else are} in."
        for one in counts(t, matches)
    ]
