"""Seeds that were drawn are the ones that their secret gives."""

from collections.abc import Iterator

from ledger.errors import Refused, Violation
from ledger.events.catalogue import AnyEvent, SeedsDrawn
from ledger.record.entry import Entry
from ledger.rulesets.ruleset import Ruleset
from ledger.state.tournament import Tournament
from projections import seeds


def seeds_differ(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """The seeds of a single elimination are those that their secret draws (TOP §3.2, LED-3).

    Other procedures than the one this program knows are not judged by it.
    """
    if not isinstance(event, SeedsDrawn) or event.drawn is None or event.drawn.draw != seeds.DRAW:
        return
    if t.opened is None:
        return  # Nothing is drawn before the opening: that is `not-open`, which comes first.
    try:
        drawn = seeds.draw_seeds(t, secret=event.drawn.secret, pool=event.pool)
    except Refused:
        return  # No secret, or nobody to draw from: `secret-wrong`, `seeds-everybody`.
    if drawn.seeds == event.seeds or set(drawn.seeds) != set(event.seeds):
        return
    here = zip(event.seeds, drawn.seeds, strict=False)
    number = next(n for n, (one, other) in enumerate(here, start=1) if one != other)
    yield Violation(
        rule="seeds-differ",
        seq=entry.seq,
        message=f"the seeds are not what their secret draws: seed {number} is "
        f"{drawn.seeds[number - 1]}, not {event.seeds[number - 1]}.",
        cites="TOP §3.2, LED-3",
        hint="Let `roundbook seed` draw them.",
    )
