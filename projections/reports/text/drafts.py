"""The order of picks in a draft, to be read out, within eighty columns."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from roundbook.ledger.errors import Do, do
from roundbook.ledger.events.drafts import Draft
from roundbook.ledger.phrases import counted
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import PlayerId
from roundbook.ledger.validators.decks import draft_of
from roundbook.projections.drafts import (
    BoosterPick,
    RochesterPick,
    SolomonPick,
    booster,
    passes_left,
    rochester,
    solomon,
)
from roundbook.projections.reports.text.tables import WIDTH, Reading, wrapped

Picks = Sequence[BoosterPick] | Sequence[RochesterPick] | Sequence[SolomonPick]


def picks_of(draft: Draft, *, players: int, packs: int, cards: int) -> Picks:
    """Return every pick of a draft in order (TRF §11.2)."""
    match draft:
        case Draft.BOOSTER:
            return tuple(booster(players, packs, cards))
        case Draft.ROCHESTER:
            return tuple(rochester(players, packs, cards))
        case Draft.SOLOMON:
            return tuple(solomon(players * packs * cards))


def last_seated(
    ctx: Reading, draft: Draft | None = None, *, marked: bool = True
) -> tuple[Draft, list[list[str]]] | None:
    """Return the latest draft with seats, of a kind if given, and the players at its tables.

    Players who have dropped since are `marked` after their names.
    """
    seated = [one for one in ctx.t.drafts if one.draft and draft in {None, one.draft}]
    if not seated or seated[-1].draft is None:
        return None

    def named(player: PlayerId) -> str:
        who = _who(ctx.book.name(player), player)
        return f"{who}, dropped" if marked and ctx.t.is_out(player) else who

    tables = [[named(player) for player in each] for each in seated[-1].tables]
    return seated[-1].draft, tables


def to_seat(t: Tournament, draft: Draft | None = None) -> Do:
    """Return how to draw the first seats: of this kind, or of the draft of the event's format."""
    own = draft_of(t.opened.format) if t.opened and t.opened.format else None
    return do("draft seats", draft or own or Draft.BOOSTER)


def _who(name: str, player: str) -> str:
    return player if name == player else f"{name} ({player})"


def tables_text(
    draft: Draft, tables: Sequence[Sequence[str]], *, packs: int, cards: int, first: int = 1
) -> Iterator[str]:
    """Yield the seats at each table, numbered from `first`, with the order of the picks.

    For a table without names, only the order is given.
    """
    for number, names in enumerate(tables, start=first):
        if any(names):
            if number > first:
                yield ""
            yield f"draft table {number}"
            for seat, name in enumerate(names, start=1):
                yield f"  {seat} {name}"
        yield from order_lines(draft, players=len(names), packs=packs, cards=cards)


def order_lines(draft: Draft, *, players: int, packs: int, cards: int) -> Iterator[str]:
    """Yield the order of a draft, and how many cards each player gets."""
    whole = players * packs * cards
    yield (
        f"{draft.title()} draft: {counted(players, 'player')}, {counted(packs, 'pack')} of "
        f"{counted(cards, 'card')} each, {counted(whole, 'card')}"
    )
    match draft:
        case Draft.BOOSTER:
            yield from _booster(players, packs, cards)
        case Draft.ROCHESTER:
            yield from _rochester(players, packs, cards)
        case Draft.SOLOMON:
            yield from _solomon(whole)


def _booster(players: int, packs: int, cards: int) -> Iterator[str]:
    """Yield one grid for each pack: whose pack each seat picks from."""
    for pack, taken in groupby(booster(players, packs, cards), key=lambda one: one.pack):
        side = "left" if passes_left(pack) else "right"
        yield ""
        yield f"pack {pack}, passed to the {side}; each number is the seat that opened the pack"
        yield f"  {'seat':>7}{''.join(f'{seat:4}' for seat in range(1, players + 1))}"
        for pick, round_ in groupby(taken, key=lambda one: one.pick):
            yield f"  pick {pick:2}{''.join(f'{one.opened_by:4}' for one in round_)}"


def _rochester(players: int, packs: int, cards: int) -> Iterator[str]:
    """Yield one line for each opening: the seats in the order in which they pick."""
    yield "each line: the player who opens, then the seats in the order in which they pick"
    for _, taken in groupby(rochester(players, packs, cards), key=lambda one: one.opening):
        cards_out = list(taken)
        rounds = [cards_out[i : i + players] for i in range(0, len(cards_out), players)]
        words = "  ".join("-".join(str(one.seat) for one in round_) for round_ in rounds)
        head = f"{cards_out[0].opener} opens: "
        lines = wrapped(words, WIDTH - len(head))
        for number, line in enumerate(lines):
            yield (head if number == 0 else " " * len(head)) + line.strip()


def _solomon(cards: int) -> Iterator[str]:
    """Yield one line for each pile: the player who lays it out, and the seats that pick."""
    for pile, taken in groupby(solomon(cards), key=lambda one: one.pile):
        here = list(taken)
        picks = " ".join(str(one.seat) for one in here)
        yield f"  pile {pile:3}, laid out by player {here[0].opener}; picks by {picks}"
