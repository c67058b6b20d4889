"""How many decks should be checked, whose were, and whose are drawn and wait (TRF §5)."""

from collections.abc import Iterator

from projections.judging.deck_checks import progress, remark
from projections.reports.text.reading import Reading
from projections.text import counted


def checks_text(ctx: Reading) -> Iterator[str]:
    """Yield how far the checks are, everybody who was drawn, and what is to be said of it."""
    found = progress(ctx.t)
    if found is None:
        yield "nobody plays with a deck here."
        return
    done = f"{len(found.checked)} of {counted(found.required, 'deck')}"
    yield f"checked: {done} that should be, of {counted(found.players, 'player')} (TRF §5)"
    for title, players in (("checked", found.checked), ("drawn, not checked yet", found.waiting)):
        for player in players:
            yield f"  {player} {ctx.name(player)}: {title}"
    yield from remark(ctx.t)
