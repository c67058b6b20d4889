"""Holds what a file says of places and figures against our reckoning."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from cli.telling import Telling
from ledger.events import AnyEvent
from ledger.tournament import Tournament
from projections.official import Comparison, compare
from projections.official_figures import with_figures


def compared(telling: Telling, happened: Sequence[AnyEvent]) -> tuple[Tournament, Comparison]:
    """Return the tournament that a file tells, and how its places and figures agree with ours."""
    t, found = compare(happened, telling.rules, telling.official())
    return t, with_figures(found, t, telling.rules, telling.figures())


def otherwise(telling: Telling, happened: Sequence[AnyEvent]) -> Iterator[str]:
    """Yield how many published figures differ if matches that were never played count as met."""
    t, found = compare(happened, telling.rules, telling.official())
    alone = replace(found, differences=())
    again = with_figures(alone, t, telling.rules, telling.figures(), count_unplayed=True)
    if again.figures:
        differ = f"{len(again.differences)} of {again.figures:,} published figures would differ"
        yield f"  {differ}, if matches never played counted"
