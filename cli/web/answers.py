"""What a page says of an act that was done: what was recorded, and what follows from it."""

from collections.abc import Iterable

from cli.acts.act import Facts
from cli.desk.errors import typed
from cli.desk.write import WriteContext
from ledger.events.catalogue import ResultCorrected, ResultReported, ResultWithdrawn
from ledger.record.entry import Entry
from ledger.state.queries import open_matches
from ledger.state.tournament import Tournament
from projections.history.history import what, with_names
from projections.rounds.needs_repair import to_mend


def in_page(ctx: WriteContext, facts: Facts) -> tuple[str, ...]:
    """Return what came of an act: a sentence for each event, and what has to be done about it."""
    t = ctx.after(facts.entries)
    return (
        *_recorded(ctx, facts.entries),
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
