"""Penalties and deck checks as lines: who got which penalty, and which decks were checked."""

from collections.abc import Callable, Iterator, Sequence

from roundbook.ledger.errors import Hint
from roundbook.ledger.phrases import counted
from roundbook.ledger.terms import PlayerId
from roundbook.ledger.text import minute_of
from roundbook.projections.judging.deck_checks import progress, remark
from roundbook.projections.judging.penalties import GivenPenalty
from roundbook.projections.reports.text.tables import Column, Part, Reading, Table, person

COLUMNS = (
    Column("Entry", right=True),
    Column("Time"),
    Column("Player", wraps=True),
    Column("Penalty"),
    Column("For", wraps=True),
)


def penalties_text(
    found: Sequence[GivenPenalty], ctx: Reading, player: PlayerId | None
) -> Iterator[Part]:
    """Yield the penalties of the event, or of one player, or a line that there are none."""
    if found:
        yield Table(COLUMNS, [_row(one, ctx) for one in found])
    else:
        yield f"no penalty{f' for {player}' if player else ''} is on record."


def _row(one: GivenPenalty, ctx: Reading) -> list[str]:
    where = f", {one.match}" if one.match else ""
    taken_back = f' [withdrawn: "{one.withdrawn}"]' if one.withdrawn is not None else ""
    return [
        str(one.seq),
        minute_of(one.at),
        person(ctx, one.player),
        one.penalty.replace("-", " "),
        f"{one.infraction}{where} (by {_judge(one, ctx)}){taken_back}",
    ]


def _judge(one: GivenPenalty, ctx: Reading) -> str:
    name = ctx.book.hand(one.hand.id)
    return name if name == one.hand.role else f"{name}, {one.hand.role}"


# How many decks should be checked, which were, and which are drawn but not checked yet (TRF §5).


def checks_text(ctx: Reading, *, advise: Callable[[Hint], str]) -> Iterator[str]:
    """Yield how many decks were checked, the players who were drawn, and what to do next."""
    found = progress(ctx.t)
    if found is None:
        yield "there are no decks to check."
        return
    done = f"{len(found.checked)} of the {counted(found.required, 'deck')} that should be checked"
    yield f"checked: {done}, for {counted(found.players, 'player')} (TRF §5)"
    for title, players in (("checked", found.checked), ("drawn, not checked yet", found.waiting)):
        for player in players:
            yield f"  {person(ctx, player)}: {title}"
    yield from map(advise, remark(ctx.t))
