"""What an act wrote, or would write: a sentence for each event, and how far the rounds are."""

from collections.abc import Collection, Iterable

from roundbook.cli.acts.results import counts
from roundbook.cli.session.write import WriteContext
from roundbook.ledger.events.catalogue import AnyEvent, Correction, ResultReported
from roundbook.ledger.phrases import counted
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.state.round_names import read_out
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import PlayerId
from roundbook.ledger.text import sentence, with_hands, with_names, with_sides
from roundbook.projections.history.history import OF_PEOPLE, what


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
    t, tie, hands = ctx.tournament, ctx.rules.tie_word, ctx.book.hands

    def said_of(event: AnyEvent) -> str:
        told = happened(event, t, tie)
        if nameless:
            return told
        name = ctx.person if isinstance(event, OF_PEOPLE) else ctx.named
        return with_hands(with_names(told, name), hands)

    said = [
        (entry.seq, number, said_of(event))
        for entry in entries
        for number, event in enumerate(one for one in entry.events if one not in without)
    ]
    if ctx.dry_run:
        told = (
            f"In the same entry: {one}" if number else f"This would be entry {seq}: {one}"
            for seq, number, one in said
        )
        return ["Nothing was written.", *map(sentence, told)] if said else []
    return [sentence(f"Entry {seq}: {one}") for seq, _, one in said]


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
        f"{one.came_in} of {counted(one.every, 'result')} of {read_out(t, one.pool, one.number)} "
        f"{'is' if 1 in (one.every, one.came_in) and are == 'are' else are} in."
        for one in counts(t, matches)
    ]
